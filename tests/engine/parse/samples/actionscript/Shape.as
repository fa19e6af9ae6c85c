package com.foo {
  public class Shape extends Base implements I {
    private var x:int = 0;
    public static const MAX:int = 3;
    public function Shape(x:int) { this.x = x; }
    public function area(s:Number):Number { return s; }
  }
}
