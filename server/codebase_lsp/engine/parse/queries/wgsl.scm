; Definitions in WGSL.

(function_declaration name: (_) @name) @definition.function
(struct_declaration name: (_) @name) @definition.struct
(type_alias_declaration . (identifier) @name) @definition.type
(source_file (global_constant_declaration
  [(identifier) @name (variable_identifier_declaration name: (_) @name)]) @definition.constant)
(source_file (global_variable_declaration
  (variable_declaration (variable_identifier_declaration name: (_) @name))) @definition.variable)
[(line_comment) (block_comment)] @doc
