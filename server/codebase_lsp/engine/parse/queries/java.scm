; Definitions in Java.

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(record_declaration name: (_) @name) @definition.class
(method_declaration name: (_) @name) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(compact_constructor_declaration name: (_) @name) @definition.constructor
(field_declaration declarator: (variable_declarator name: (_) @name)) @definition.field

(constant_declaration
  declarator: (variable_declarator name: (_) @name)) @definition.constant
(enum_constant name: (_) @name) @definition.constant
(package_declaration [(scoped_identifier) (identifier)] @name) @package
[(line_comment) (block_comment)] @doc
