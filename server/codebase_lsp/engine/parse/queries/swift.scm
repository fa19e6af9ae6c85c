; Definitions in Swift.

(class_declaration ["class" "actor"] name: (type_identifier) @name) @definition.class
(class_declaration "struct" name: (type_identifier) @name) @definition.struct
(class_declaration "enum" name: (type_identifier) @name) @definition.enum
(class_declaration "extension" name: (_) @name) @scope
(protocol_declaration name: (_) @name) @definition.interface
(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration "func" . _ @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration) @definition.constructor
(deinit_declaration) @definition.method
(subscript_declaration) @definition.method

(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property

[
  (typealias_declaration name: (type_identifier) @name)
  (associatedtype_declaration name: (type_identifier) @name)] @definition.type

(enum_entry name: (simple_identifier) @name) @definition.constant
[(comment) (multiline_comment)] @doc
