; inherits: c
; Definitions in Objective-C, beside those of C. A method is called after the first part of its selector.

(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration . (method_type) . (identifier) @name) @definition.method
(method_definition . (method_type) . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
(property_declaration
  (struct_declaration (struct_declarator (pointer_declarator (identifier) @name)))) @definition.property
