; Definitions in Elixir, where everything is a call. Clauses of one name are one function.

; `def f(a)`, `def f`, `def f(a) when …`, `def a <> b when …`, `def a <> b`; a bare `when` is dropped
(call
  target: (identifier) @_keyword
  (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (binary_operator operator: _ @name)])
  (#any-of? @_keyword
    "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
  @definition.function

(call
  target: (identifier) @_keyword
  (arguments . (alias) @name)
  (#eq? @_keyword "defmodule")) @definition.module

(call
  target: (identifier) @_keyword
  (arguments . (alias) @name)
  (#eq? @_keyword "defprotocol")) @definition.interface

(call
  target: (identifier) @_keyword
  (arguments . (alias) @name)
  (#eq? @_keyword "defimpl")) @scope

(unary_operator
  operand: (call
    target: (identifier) @_keyword
    (arguments
      .
      (binary_operator left: [(call target: (identifier) @name) (identifier) @name]))
    (#any-of? @_keyword "type" "typep" "opaque"))) @definition.type

(do_block
  (unary_operator
    operand: (call target: (identifier) @name (arguments))) @definition.constant)

(unary_operator
  operand: (call target: (identifier) @_keyword)
  (#any-of? @_keyword
    "doc" "spec" "impl" "deprecated" "typedoc" "since" "dialyzer" "decorate" "callback")) @attribute
(comment) @doc
