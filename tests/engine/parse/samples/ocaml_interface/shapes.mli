(** A shape. *)
type t = { width : int; height : int }

exception Flat

(** Gives the area. *)
val area : t -> int

val unit : t

module Round : sig
  val radius : t -> float
end
