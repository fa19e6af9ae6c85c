library foo;
/// doc
abstract class Shape<T> extends Base implements I {
  final int x;
  static const K = 3;
  Shape(this.x);
  Shape.named(int y) : x = y;
  factory Shape.of() => null;
  double area(int s) { return 1; }
  int get size => 3;
  set size(int v) {}
  operator ==(o) => true;
}
enum Color { red, green }
mixin M on Shape { void run() {} }
extension Ext on String { int twice() => 2; }
typedef F = int Function(int);
int top(int a) { int inner() => 2; return a; }
const limit = 3;
int get g => 2;
