defmodule Shop.Cart do
  @moduledoc """
  The cart.

  def not_a_function, do: :ok
  """

  use GenServer
  alias Shop.{Item, Price}

  @max_items 100
  @type t :: %__MODULE__{items: list()}

  defstruct items: [], total: 0

  defmodule Error do
    defexception [:message]
  end

  @doc """
  Adds an item.
  """
  @spec add(t(), Item.t()) :: t()
  def add(cart, item)

  def add(%__MODULE__{items: items} = cart, %Item{} = item) when length(items) < @max_items do
    %{cart | items: [item | items]}
  end

  def add(cart, _item), do: cart

  @doc "How many."
  def size(%{items: items}), do: length(items)

  # Private one.
  defp total(items) do
    fun = fn item -> item.price end
    Enum.map(items, fun)
  end

  def empty?, do: true

  def left <~> right do
    {left, right}
  end

  defmacro with_cart(do: block) do
    quote do
      unquote(block)
    end
  end

  defguardp is_full(items) when length(items) >= 100

  defdelegate fetch(cart, key), to: Map

  @impl true
  def handle_call(:size, _from, state) do
    {:reply, size(state), state}
  end
end

defprotocol Shop.Priced do
  @doc "The price."
  def price(thing)
end

defimpl Shop.Priced, for: Shop.Cart do
  def price(cart), do: cart.total
end

defmodule Shop.CartTest do
  use ExUnit.Case

  describe "add/2" do
    test "adds an item" do
      assert true
    end
  end
end
