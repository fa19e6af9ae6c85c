; Definitions in Elm. The type of a value stands above it.

(module_declaration name: (_) @name) @package
(value_declaration (function_declaration_left . (lower_case_identifier) @name)) @definition.function
(type_alias_declaration name: (_) @name) @definition.type
(type_declaration name: (_) @name) @definition.enum
(union_variant name: (_) @name) @definition.constant
(port_annotation name: (_) @name) @definition.function
(type_annotation) @attribute
[(line_comment) (block_comment)] @doc
