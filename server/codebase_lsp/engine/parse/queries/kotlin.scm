; Definitions in Kotlin. The grammar names no fields, so a name is what stands first of its type.

(function_declaration (simple_identifier) @name) @definition.function
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(companion_object) @scope
(secondary_constructor) @definition.constructor
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(enum_entry (simple_identifier) @name) @definition.constant
(type_alias (type_identifier) @name) @definition.type

(source_file
  (property_declaration
    (variable_declaration (simple_identifier) @name)) @definition.variable)
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name)) @definition.variable)
(enum_class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name)) @definition.variable)

(package_header (identifier) @name) @package
[(getter) (setter)] @tail
[(line_comment) (multiline_comment)] @doc
