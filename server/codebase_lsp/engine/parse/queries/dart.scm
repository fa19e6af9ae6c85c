; Definitions in Dart. A body stands beside its signature, not inside.

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(type_alias . (type_identifier) @name) @definition.type
(constructor_signature . name: (identifier) name: (identifier) @name) @definition.constructor
(constructor_signature . name: (identifier) @name .  parameters: (_)) @definition.constructor
(factory_constructor_signature . (identifier) . (identifier) @name) @definition.constructor
(factory_constructor_signature . (identifier) @name . (formal_parameter_list)) @definition.constructor
(function_signature name: (identifier) @name) @definition.function
(getter_signature name: (identifier) @name) @definition.property
(setter_signature name: (identifier) @name) @definition.property
(class_body (declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field)
(class_body
  (declaration (static_final_declaration_list (static_final_declaration . (identifier) @name)))
  @definition.constant)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(method_signature) @wrapper
(function_body) @tail
[(comment) (documentation_comment)] @doc
(annotation) @attribute
