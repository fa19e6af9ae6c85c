; References in Go. Captures: see parse/references.py.

[(identifier) (field_identifier)] @reference.value
(type_identifier) @reference.type

(call_expression function: [
  (identifier) @reference.call
  (selector_expression field: (_) @reference.call)])
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @reference.call
  (qualified_type name: (_) @reference.call)]))

; Embedded types give their fields and methods. What implements an interface is nowhere written.
(field_declaration !name type: [
  (type_identifier) @reference.extends
  (qualified_type name: (_) @reference.extends)
  (generic_type type: [
    (type_identifier) @reference.extends
    (qualified_type name: (_) @reference.extends)])])
(interface_type (type_elem . [
  (type_identifier) @reference.extends
  (qualified_type name: (_) @reference.extends)] .))

(selector_expression operand: (_) @receiver)
(qualified_type package: (_) @receiver)

; Names that are introduced here.
(function_declaration name: (_) @name)
(method_declaration name: (_) @name)
(method_elem name: (_) @name)
(field_declaration name: (_) @name)
(type_spec name: (_) @name)
(type_alias name: (_) @name)
(const_spec name: (identifier) @name)
((identifier) @name (#eq? @name "_"))

; Bound in the function around them.
(var_spec name: (identifier) @local @local.type)
(const_spec name: (identifier) @local @local.type)
(parameter_declaration name: (identifier) @local @local.type)
(variadic_parameter_declaration name: (identifier) @local @local.type)
(short_var_declaration left: (expression_list (identifier) @local @local.type))
(range_clause left: (expression_list (identifier) @local @local.type))
(receive_statement left: (expression_list (identifier) @local @local.type))
(type_switch_statement alias: (expression_list (identifier) @local @local.type))
(type_parameter_declaration name: (identifier) @local.type)
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.type)))
  (pointer_type (generic_type
    type_arguments: (type_arguments (type_elem (type_identifier) @local.type))))])))

[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (type_spec type_parameters: (_))
  (method_elem)
  (function_type)
] @scope

(import_declaration) @import
(import_spec name: (package_identifier) @import.alias path: (_) @import.module)
(import_spec name: (blank_identifier) @import.alias path: (_) @import.module)
(import_spec name: (dot) @import.wildcard path: (_) @import.module)
(import_spec !name path: (_) @import.module)
