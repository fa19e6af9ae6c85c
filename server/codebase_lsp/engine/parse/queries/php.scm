; Definitions in PHP.

(namespace_definition name: (_) @name body: (_)) @definition.module
(namespace_definition name: (_) @name !body) @package

[
  (class_declaration name: (_) @name)
  (trait_declaration name: (_) @name)] @definition.class

(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.constant
(function_definition name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(const_declaration (const_element (name) @name)) @definition.constant

(property_declaration
  (property_element name: (variable_name (name) @name))) @definition.field

(property_promotion_parameter name: (variable_name (name) @name)) @definition.property
(anonymous_class) @scope

(function_call_expression
  function: (name) @_keyword
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_keyword "define")) @definition.constant

(comment) @doc
