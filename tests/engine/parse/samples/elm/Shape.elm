module Geo.Shape exposing (Shape, area)

type alias Size =
    { width : Float }

type Shape
    = Circle Float
    | Square Float

{-| Gives the area. -}
area : Shape -> Float
area shape =
    let
        half x = x / 2
    in
    half 3
