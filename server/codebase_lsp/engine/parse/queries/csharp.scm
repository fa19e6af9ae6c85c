; Definitions in C#.

(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @package
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(struct_declaration name: (_) @name) @definition.struct
(record_declaration "struct" name: (_) @name) @definition.struct
(record_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(delegate_declaration name: (_) @name) @definition.type
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration name: (_) @name) @definition.method
(operator_declaration operator: (_) @name) @definition.method
(property_declaration name: (_) @name) @definition.property
(event_declaration name: (_) @name) @definition.property
(indexer_declaration) @definition.property
(event_field_declaration
  (variable_declaration (variable_declarator name: (_) @name))) @definition.property

(field_declaration
  (modifier) @_keyword
  (variable_declaration (variable_declarator name: (_) @name))
  (#eq? @_keyword "const")) @definition.constant

(field_declaration
  (variable_declaration (variable_declarator name: (_) @name))) @definition.field

(local_function_statement name: (_) @name) @definition.function
(enum_member_declaration name: (_) @name) @definition.constant
(comment) @doc
