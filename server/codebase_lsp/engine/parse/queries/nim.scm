; Definitions in Nim. A star behind a name exports it.

(type_declaration (type_symbol_declaration name: (_) @name) (object_declaration)) @definition.struct
(type_declaration (type_symbol_declaration name: (_) @name) (enum_declaration)) @definition.enum
(type_declaration (type_symbol_declaration name: (_) @name)) @definition.type
[(proc_declaration name: (_) @name)
 (func_declaration name: (_) @name)
 (converter_declaration name: (_) @name)
 (iterator_declaration name: (_) @name)
 (template_declaration name: (_) @name)
 (macro_declaration name: (_) @name)] @definition.function
(method_declaration name: (_) @name) @definition.method
(source_file (const_section
  (variable_declaration (symbol_declaration_list (symbol_declaration name: (_) @name))) @definition.constant))
(source_file (var_section
  (variable_declaration (symbol_declaration_list (symbol_declaration name: (_) @name))) @definition.variable))
(source_file (let_section
  (variable_declaration (symbol_declaration_list (symbol_declaration name: (_) @name))) @definition.variable))
[(comment) (block_comment) (documentation_comment)] @doc
