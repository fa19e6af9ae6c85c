; References in C, and what C++ shares with it. Captures: see parse/references.py.
; The bodies of macros are plain text to the parser and give nothing.

[(identifier) (field_identifier)] @reference.value
(type_identifier) @reference.type

(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (field_identifier) @reference.call)])

(field_expression argument: (_) @receiver)

; Names that are introduced here.
(preproc_def name: (_) @name)
(preproc_function_def name: (_) @name)
(struct_specifier name: (type_identifier) @name body: (_))
(union_specifier name: (type_identifier) @name body: (_))
(enum_specifier name: (type_identifier) @name body: (_))
(enumerator name: (_) @name)
(type_definition declarator: (type_identifier) @name)
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name))
(function_declarator declarator: [(identifier) (field_identifier) (type_identifier)] @name)
(field_declaration declarator: (field_identifier) @name)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name))
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (_) @name)))

; Bound in the function around them.
(declaration declarator: (identifier) @local)
(init_declarator declarator: (identifier) @local)
(pointer_declarator declarator: (identifier) @local)
(array_declarator declarator: (identifier) @local)
(parameter_declaration declarator: (identifier) @local)
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (identifier) @local)))
(preproc_params (identifier) @local)

(function_definition) @scope

(preproc_include) @import
(preproc_include path: [(system_lib_string) (string_literal)] @import.module) @import.wildcard
