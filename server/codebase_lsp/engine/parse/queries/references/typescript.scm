; References in TypeScript, beside those it shares with JavaScript.

(type_identifier) @reference.type
(type_query) @types

(extends_clause value: [
  (identifier) @reference.extends
  (member_expression property: (_) @reference.extends)])
(extends_type_clause type: [
  (type_identifier) @reference.extends
  (nested_type_identifier name: (_) @reference.extends)
  (generic_type name: [
    (type_identifier) @reference.extends
    (nested_type_identifier name: (_) @reference.extends)])])
(implements_clause [
  (type_identifier) @reference.implements
  (nested_type_identifier name: (_) @reference.implements)
  (generic_type name: [
    (type_identifier) @reference.implements
    (nested_type_identifier name: (_) @reference.implements)])])
(call_expression function: (non_null_expression [
  (identifier) @reference.call
  (member_expression property: (_) @reference.call)]))

(nested_type_identifier module: (_) @receiver)
(nested_identifier object: (_) @receiver)

; Names that are introduced here.
(class_declaration name: (_) @name)
(abstract_class_declaration name: (_) @name)
(class name: (_) @name)
(interface_declaration name: (_) @name)
(type_alias_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(enum_assignment name: (_) @name)
(enum_body name: (_) @name)
(internal_module name: (identifier) @name)
(module name: (identifier) @name)
(function_signature name: (_) @name)
(public_field_definition name: (_) @name)
(property_signature name: (_) @name)
(method_signature name: (_) @name)
(abstract_method_signature name: (_) @name)
(index_signature name: (_) @name)

; Bound in the function, or the generic type, around them.
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(type_parameter name: (_) @local.type)
(mapped_type_clause name: (_) @local.type)
(infer_type (type_identifier) @local.type)

[
  (class_declaration type_parameters: (_))
  (abstract_class_declaration type_parameters: (_))
  (interface_declaration type_parameters: (_))
  (type_alias_declaration)
  (object_type)
  (function_signature)
  (method_signature)
  (abstract_method_signature)
  (construct_signature)
  (call_signature)
  (function_type)
  (constructor_type)
] @scope

(import_alias) @import
(import_statement
  (import_require_clause (identifier) @import.alias source: (_) @import.module))
