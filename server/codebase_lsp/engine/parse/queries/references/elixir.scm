; References in Elixir. Captures: see parse/references.py.
; Everything is a call to the parser, so the words of the language are left out by name.

(identifier) @reference.value
(alias) @reference.type

(call target: (identifier) @reference.call)
(call target: (dot right: (identifier) @reference.call))
(binary_operator operator: "|>" right: (identifier) @reference.call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call operator: "/"))
((unary_operator operator: "@" operand: (call target: (identifier) @_behaviour
  (arguments (alias) @reference.implements))) (#eq? @_behaviour "behaviour"))
((call target: (identifier) @_defimpl (arguments . (alias) @reference.implements))
  (#eq? @_defimpl "defimpl"))
((call target: (identifier) @_defimpl (arguments . (alias)
  (keywords (pair key: (keyword) @_for value: (alias) @implementer))))
  (#eq? @_defimpl "defimpl") (#match? @_for "^for:"))
((call target: (identifier) @_use (arguments . (alias) @reference.extends)) (#eq? @_use "use"))

(dot left: (_) @receiver)

; Names that are introduced here, and words of the language.
((identifier) @name (#any-of? @name
  "alias" "and" "case" "cond" "def" "defdelegate" "defexception" "defguard" "defguardp" "defimpl"
  "defmacro" "defmacrop" "defmodule" "defoverridable" "defp" "defprotocol" "defstruct" "fn" "for" "if"
  "import" "in" "not" "or" "quote" "receive" "require" "super" "try" "unless" "unquote" "use" "when"
  "with" "_" "__MODULE__" "__CALLER__" "__ENV__" "__DIR__"))
((call target: (identifier) @_module (arguments . (alias) @name))
  (#any-of? @_module "defmodule" "defprotocol"))
((call target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (identifier) @name)]))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(unary_operator operator: "@" operand: (call target: (identifier) @name))
((unary_operator operator: "@" operand: (call target: (identifier) @_spec
  (arguments (binary_operator left: (call target: (identifier) @name)))))
  (#any-of? @_spec "spec" "callback" "macrocallback" "type" "typep" "opaque"))

; Bound in the function around them. The arguments of a definition are patterns.
((call target: (identifier) @_def (arguments . [
    (call (arguments (identifier) @local))
    (call (arguments (_ (identifier) @local)))
    (call (arguments (_ (_ (identifier) @local))))
    (binary_operator left: (call (arguments (_ (_ (identifier) @local)))))
    (binary_operator left: (call (arguments (identifier) @local)))
    (binary_operator left: (call (arguments (_ (identifier) @local))))]))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
(binary_operator left: (identifier) @local operator: ["=" "<-"])
(binary_operator left: (_ (identifier) @local) operator: ["=" "<-"])
(stab_clause left: (arguments (identifier) @local))
(stab_clause left: (arguments (_ (identifier) @local)))
(stab_clause left: (arguments (_ (_ (identifier) @local))))

((call target: (identifier) @_def) @scope (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
[(anonymous_function) (stab_clause)] @scope

((call target: (identifier) @_word (arguments . [(alias) (dot)])) @import
  (#any-of? @_word "alias" "import" "require"))
((call target: (identifier) @_word (arguments . (alias) @import.module .))
  (#any-of? @_word "alias" "require"))
(call target: (identifier) @_alias (arguments . (alias) @import.module
  (keywords (pair key: (keyword) @_as (#match? @_as "^as:") value: (alias) @import.alias))))
(call target: (identifier) @_alias (arguments
  (dot left: (alias) @import.module right: (tuple (alias) @import.name))))
((call target: (identifier) @_import (arguments . (alias) @import.module)) @import.wildcard
  (#eq? @_import "import"))
