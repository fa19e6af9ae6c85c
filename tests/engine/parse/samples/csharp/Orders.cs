using System;
using System.Collections.Generic;

namespace Shop.Orders
{
    public delegate void Changed(object sender);

    /// <summary>An order.</summary>
    [Serializable]
    [DebuggerDisplay("{Number}")]
    public partial class Order<T> : IOrder, IDisposable where T : class
    {
        public const int MaxLines = 50;
        private readonly List<string> _lines = new(), _notes = new();

        public int Number { get; set; }
        public string Label => $"#{Number}";
        public event Changed OnChanged;

        static Order()
        {
        }

        public Order(int number) : base()
        {
            Number = number;
        }

        ~Order() { }

        public string this[int index] => _lines[index];

        /// <summary>Adds.</summary>
        [Obsolete("use AddRange")]
        public async Task<bool> Add<TLine>(TLine line) where TLine : T
        {
            bool Check(object value) => value != null;
            Func<int, int> twice = x => x * 2;
            return Check(line);
        }

        void IDisposable.Dispose() { }

        public static Order<T> operator +(Order<T> a, Order<T> b) => a;

        private class Line
        {
            internal string Text;
        }
    }

    public interface IOrder
    {
        int Number { get; }
        Task<bool> Add<TLine>(TLine line);
    }

    public enum State
    {
        Open,
        Closed = 2,
    }

    public struct Money
    {
        public decimal Amount;
    }

    public record Customer(string Name, int Age);

    public readonly record struct Size(int W, int H)
    {
        public int Area() => W * H;
    }

    namespace Inner.Deep
    {
        static class Extensions
        {
            public static int Twice(this int value) => value * 2;
        }
    }
}
