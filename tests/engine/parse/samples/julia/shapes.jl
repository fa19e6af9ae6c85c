module Foo
abstract type Shape end
struct Point{T} <: Shape
  x::T
end
mutable struct Q
end
const A = 3
"""doc"""
function area(p::Point{T}, k=1)::Float64 where T
  3
end
Base.length(p::Point) = 3
f(x) = 2x
macro m(x)
end
primitive type B 8 end
end
