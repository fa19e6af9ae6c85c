; References in C#. Captures: see parse/references.py.

(identifier) @reference.value

(invocation_expression function: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
  (member_access_expression name: [
    (identifier) @reference.call
    (generic_name . (identifier) @reference.call)])
  (conditional_access_expression (member_binding_expression name: [
    (identifier) @reference.call
    (generic_name . (identifier) @reference.call)]))])
(conditional_access_expression (invocation_expression function: (member_binding_expression name: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)])))
(object_creation_expression type: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
  (qualified_name name: (identifier) @reference.call)
  (qualified_name name: (generic_name . (identifier) @reference.call))])

; A list of bases does not say which are interfaces: classes and records extend or implement.
(class_declaration (base_list [
  (identifier) @reference.implements
  (generic_name . (identifier) @reference.implements)
  (qualified_name name: [
    (identifier) @reference.implements
    (generic_name . (identifier) @reference.implements)])]))
(struct_declaration (base_list [
  (identifier) @reference.implements
  (generic_name . (identifier) @reference.implements)
  (qualified_name name: [
    (identifier) @reference.implements
    (generic_name . (identifier) @reference.implements)])]))
(record_declaration (base_list [
  (identifier) @reference.implements
  (generic_name . (identifier) @reference.implements)
  (primary_constructor_base_type type: [
    (identifier) @reference.extends
    (generic_name . (identifier) @reference.extends)])]))
(interface_declaration (base_list [
  (identifier) @reference.extends
  (generic_name . (identifier) @reference.extends)
  (qualified_name name: [
    (identifier) @reference.extends
    (generic_name . (identifier) @reference.extends)])]))

; Types.
(variable_declaration type: (_) @types)
(parameter type: (_) @types)
(parameter_list type: (_) @types)
(property_declaration type: (_) @types)
(indexer_declaration type: (_) @types)
(method_declaration returns: (_) @types)
(local_function_statement type: (_) @types)
(delegate_declaration type: (_) @types)
(catch_declaration type: (_) @types)
(cast_expression type: (_) @types)
(as_expression right: (_) @types)
(is_expression right: (_) @types)
(declaration_pattern type: (_) @types)
(recursive_pattern type: (_) @types)
(foreach_statement type: (_) @types)
(typeof_expression type: (_) @types)
(array_creation_expression type: (_) @types)
(operator_declaration type: (_) @types)
(type_argument_list) @types
(type_parameter_constraint type: (_) @types)
(attribute name: (_) @types)
(explicit_interface_specifier (_) @types)

(member_access_expression expression: (_) @receiver)
(conditional_access_expression condition: (_) @receiver)
(qualified_name qualifier: (_) @receiver)

; Names that are introduced here.
(namespace_declaration name: (_) @names)
(file_scoped_namespace_declaration name: (_) @names)
(class_declaration name: (_) @name)
(struct_declaration name: (_) @name)
(record_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(enum_member_declaration name: (_) @name)
(delegate_declaration name: (_) @name)
(constructor_declaration name: (_) @name)
(destructor_declaration name: (_) @name)
(method_declaration name: (_) @name)
(property_declaration name: (_) @name)
(event_declaration name: (_) @name)
(local_function_statement name: (_) @name)
(field_declaration (variable_declaration (variable_declarator name: (_) @name)))
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name)))
(argument name: (_) @name)
(attribute_argument name: (_) @name)
(labeled_statement . (identifier) @name)
(goto_statement (identifier) @name)

; Bound in the method, or the generic type, around them.
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(parameter name: (identifier) @local)
(parameter_list name: (identifier) @local)
(implicit_parameter) @local
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(tuple_pattern name: (identifier) @local)
(from_clause name: (identifier) @local)
(type_parameter name: (identifier) @local.type)

[
  (method_declaration)
  (constructor_declaration)
  (operator_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
  (accessor_declaration)
  (class_declaration (type_parameter_list))
  (struct_declaration (type_parameter_list))
  (interface_declaration (type_parameter_list))
  (record_declaration)
  (delegate_declaration)
  (query_expression)
] @scope

(using_directive) @import
(using_directive !name . [(identifier) (qualified_name)] @import.module) @import.wildcard
(using_directive name: (identifier) @import.alias [(identifier) (qualified_name)] @import.module .)
