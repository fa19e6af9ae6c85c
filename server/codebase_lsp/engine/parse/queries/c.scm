; Definitions in C; C++ starts from them. Names are declarators (`*(*pick(int kind))(int)`):
; grammars/c_family.py follows them to the name inside.

(function_definition declarator: (_) @name) @definition.function
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition declarator: (_) @name) @definition.type
(enumerator name: (_) @name) @definition.constant
(field_declaration declarator: (_) @name) @definition.field
(preproc_def name: (_) @name) @definition.constant
(preproc_function_def name: (_) @name) @definition.function
(translation_unit (declaration declarator: (_) @name) @definition.variable)
(preproc_ifdef (declaration declarator: (_) @name) @definition.variable)
(preproc_if (declaration declarator: (_) @name) @definition.variable)
(preproc_else (declaration declarator: (_) @name) @definition.variable)
(preproc_elif (declaration declarator: (_) @name) @definition.variable)
(comment) @doc

(linkage_specification
  (declaration_list (declaration declarator: (_) @name) @definition.variable))
