; inherits: ocaml_interface
; Definitions in OCaml, beside those of its interface files.

(value_definition (let_binding pattern: (value_name) @name (parameter)) @definition.function)
(value_definition (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)])
  @definition.function)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name) @definition.constant))
(structure (value_definition (let_binding pattern: (value_name) @name) @definition.constant))
(value_definition) @wrapper
