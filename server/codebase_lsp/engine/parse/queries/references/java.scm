; References in Java. Captures: see parse/references.py.

(identifier) @reference.value
(type_identifier) @reference.type

(method_invocation name: (identifier) @reference.call)
(object_creation_expression type: [
  (type_identifier) @reference.call
  (scoped_type_identifier (type_identifier) @reference.call .)
  (generic_type [
    (type_identifier) @reference.call
    (scoped_type_identifier (type_identifier) @reference.call .)])])
(annotation name: [(identifier) (scoped_identifier name: (_))] @types)
(marker_annotation name: [(identifier) (scoped_identifier name: (_))] @types)

(superclass [
  (type_identifier) @reference.extends
  (scoped_type_identifier (type_identifier) @reference.extends .)
  (generic_type [
    (type_identifier) @reference.extends
    (scoped_type_identifier (type_identifier) @reference.extends .)])])
(extends_interfaces (type_list [
  (type_identifier) @reference.extends
  (scoped_type_identifier (type_identifier) @reference.extends .)
  (generic_type [
    (type_identifier) @reference.extends
    (scoped_type_identifier (type_identifier) @reference.extends .)])]))
(super_interfaces (type_list [
  (type_identifier) @reference.implements
  (scoped_type_identifier (type_identifier) @reference.implements .)
  (generic_type [
    (type_identifier) @reference.implements
    (scoped_type_identifier (type_identifier) @reference.implements .)])]))

(method_invocation object: (_) @receiver)
(field_access object: (_) @receiver)
(scoped_identifier scope: (_) @receiver)
(scoped_type_identifier . (_) @receiver)
(method_reference . (_) @receiver)
(object_creation_expression . (_) @receiver . "." )

; Names that are introduced here.
(package_declaration (_) @names)
(class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(record_declaration name: (_) @name)
(annotation_type_declaration name: (_) @name)
(annotation_type_element_declaration name: (_) @name)
(enum_constant name: (_) @name)
(constructor_declaration name: (_) @name)
(compact_constructor_declaration name: (_) @name)
(method_declaration name: (_) @name)
(field_declaration declarator: (variable_declarator name: (_) @name))
(constant_declaration declarator: (variable_declarator name: (_) @name))
(element_value_pair key: (_) @name)
(labeled_statement . (identifier) @name)
(break_statement (identifier) @name)
(continue_statement (identifier) @name)
((type_identifier) @name (#eq? @name "var"))

; Bound in the method, or the generic type, around them.
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(resource name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(type_parameter (type_identifier) @local.type)

[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (static_initializer)
  (lambda_expression)
  (class_declaration type_parameters: (_))
  (interface_declaration type_parameters: (_))
  (record_declaration)
] @scope

(import_declaration) @import
(import_declaration
  (scoped_identifier scope: (_) @import.module name: (_) @import.name) .)
(import_declaration [(identifier) (scoped_identifier)] @import.module (asterisk) @import.wildcard)
