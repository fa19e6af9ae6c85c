type
  Shape* = object of RootObj
    x: int
  Kind = enum a, b
const limit* = 3
var z = 2
proc area*(s: Shape): int =
  ## doc
  result = 3
func f(x: int): int = x
method run(s: Shape) {.base.} = discard
template t(x) = x
macro m(x): untyped = x
iterator items(s: Shape): int = yield 1
