open Foo
(** doc *)
type t = { a : int; b : string }
type v = A | B of int
exception Bad of string
module M = struct
  let rec f x y = x + y
  and g z = z
  let c = 3
end
module type S = sig val f : int -> int  type t end
let main () = let inner x = x in inner 3
class point = object method get_x = 3 end
external e : int -> int = "e"
