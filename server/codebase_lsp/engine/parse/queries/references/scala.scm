; References in Scala. Captures: see parse/references.py.

(identifier) @reference.value
(type_identifier) @reference.type

(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (identifier) @reference.call)
  (generic_function function: [
    (identifier) @reference.call
    (field_expression field: (identifier) @reference.call)])])
(infix_expression operator: (identifier) @reference.call)
(instance_expression [
  (type_identifier) @reference.call
  (generic_type type: (type_identifier) @reference.call)
  (stable_type_identifier (type_identifier) @reference.call .)])
(interpolated_string_expression interpolator: (identifier) @reference.call)

; The first parent of a class may be a trait as well.
(extends_clause . type: [
  (type_identifier) @reference.extends
  (generic_type type: [
    (type_identifier) @reference.extends
    (stable_type_identifier (type_identifier) @reference.extends .)])
  (stable_type_identifier (type_identifier) @reference.extends .)])
(extends_clause [
  (type_identifier) @reference.implements
  (generic_type type: [
    (type_identifier) @reference.implements
    (stable_type_identifier (type_identifier) @reference.implements .)])
  (stable_type_identifier (type_identifier) @reference.implements .)])

(field_expression value: (_) @receiver)
(infix_expression left: (_) @receiver)
(stable_type_identifier . (_) @receiver)
(stable_identifier . (_) @receiver)

; Names that are introduced here.
(package_clause) @names
(class_definition name: (_) @name)
(trait_definition name: (_) @name)
(object_definition name: (_) @name)
(package_object name: (_) @name)
(enum_definition name: (_) @name)
(simple_enum_case name: (_) @name)
(full_enum_case name: (_) @name)
(function_definition name: (_) @name)
(function_declaration name: (_) @name)
(type_definition name: (_) @name)
(class_parameter name: (_) @name)
(template_body (val_definition pattern: (identifier) @name))
(template_body (var_definition pattern: (identifier) @name))
(template_body (val_declaration name: (identifier) @name))
(template_body (var_declaration name: (identifier) @name))
(arguments (assignment_expression left: (identifier) @name))
((identifier) @name (#any-of? @name "this" "super" "_"))

; Bound in the function, or the generic type, around them. In a pattern a capital is a constant.
(val_definition pattern: (identifier) @local)
(var_definition pattern: (identifier) @local)
(tuple_pattern (identifier) @local (#match? @local "^[a-z_]"))
(parameter name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(binding name: (identifier) @local)
(enumerator . (identifier) @local)
(case_clause pattern: (identifier) @local (#match? @local "^[a-z_]"))
(case_class_pattern pattern: (identifier) @local (#match? @local "^[a-z_]"))
(typed_pattern pattern: (identifier) @local)
(capture_pattern name: (identifier) @local)
(self_type . (identifier) @local)
(type_parameters name: (identifier) @local.type)

[
  (function_definition)
  (function_declaration)
  (lambda_expression)
  (block)
  (for_expression)
  (case_clause)
  (class_definition type_parameters: (_))
  (trait_definition type_parameters: (_))
] @scope

; The dotted path of an import is read in imports.py.
(import_declaration) @import
