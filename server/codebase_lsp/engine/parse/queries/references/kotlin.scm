; References in Kotlin. Captures: see parse/references.py.

(simple_identifier) @reference.value
(interpolated_identifier) @reference.value
(type_identifier) @reference.type

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression
  (navigation_suffix (simple_identifier) @reference.call)))
(constructor_invocation (user_type (type_identifier) @reference.call .))
(infix_expression (_) . (simple_identifier) @reference.call . (_))
(annotation (user_type) @types)
(annotation (constructor_invocation (user_type (type_identifier) @reference.call .)))

; With constructor arguments it is the superclass, without an interface.
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.extends .)))
(delegation_specifier
  (constructor_invocation (user_type (type_identifier) @reference.extends . (type_arguments))))
(delegation_specifier (user_type (type_identifier) @reference.implements .))
(delegation_specifier (user_type (type_identifier) @reference.implements . (type_arguments)))
(delegation_specifier
  (explicit_delegation . (user_type (type_identifier) @reference.implements .)))

(navigation_expression . (_) @receiver)
(user_type (type_identifier) @receiver . (type_identifier))
(callable_reference . (_) @receiver . "::")

; Names that are introduced here.
(package_header) @names
(class_declaration (type_identifier) @name)
(object_declaration (type_identifier) @name)
(companion_object (type_identifier) @name)
(type_alias (type_identifier) @name)
(function_declaration (simple_identifier) @name)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)))
(source_file (property_declaration (variable_declaration (simple_identifier) @name)))
(enum_entry . (simple_identifier) @name)
(value_argument . (simple_identifier) @name . "=")

; Bound in the function, or the generic type, around them.
(statements (property_declaration (variable_declaration (simple_identifier) @local)))
(property_declaration (multi_variable_declaration
  (variable_declaration (simple_identifier) @local)))
(parameter . (simple_identifier) @local)
(class_parameter (simple_identifier) @local)
(lambda_parameters (variable_declaration (simple_identifier) @local))
(lambda_parameters (multi_variable_declaration
  (variable_declaration (simple_identifier) @local)))
(for_statement (variable_declaration (simple_identifier) @local))
(for_statement (multi_variable_declaration
  (variable_declaration (simple_identifier) @local)))
(catch_block . (simple_identifier) @local)
(when_subject (variable_declaration (simple_identifier) @local))
(type_parameter (type_identifier) @local.type)
((simple_identifier) @local (#any-of? @local "it" "field"))
(class_parameter (binding_pattern_kind) (simple_identifier) @global)

[
  (function_declaration)
  (lambda_literal)
  (anonymous_function)
  (secondary_constructor)
  (anonymous_initializer)
  (getter)
  (setter)
  (class_declaration (primary_constructor))
  (class_declaration (type_parameters))
] @scope

; The dotted name of an import is one node; imports.py takes it apart.
(import_header) @import
