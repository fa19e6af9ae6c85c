; References in PHP. Captures: see parse/references.py.

(name) @reference.value
(named_type) @types

(function_call_expression function: [
  (name) @reference.call
  (qualified_name (name) @reference.call .)])
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(object_creation_expression [
  (name) @reference.call
  (qualified_name (name) @reference.call .)])
(attribute [
  (name) @reference.call
  (qualified_name (name) @reference.call .)])
(scoped_call_expression scope: [(name) (qualified_name)] @types)
(class_constant_access_expression . [(name) (qualified_name)] @types)
(scoped_property_access_expression scope: [(name) (qualified_name)] @types)
(binary_expression "instanceof" right: (_) @types)

(class_declaration (base_clause [
  (name) @reference.extends
  (qualified_name (name) @reference.extends .)]))
(interface_declaration (base_clause [
  (name) @reference.extends
  (qualified_name (name) @reference.extends .)]))
(class_interface_clause [
  (name) @reference.implements
  (qualified_name (name) @reference.implements .)])
; A trait gives its members.
(declaration_list (use_declaration [
  (name) @reference.extends
  (qualified_name (name) @reference.extends .)]))

(member_call_expression object: (_) @receiver)
(nullsafe_member_call_expression object: (_) @receiver)
(member_access_expression object: (_) @receiver)
(nullsafe_member_access_expression object: (_) @receiver)
(scoped_call_expression scope: (_) @receiver)
(scoped_property_access_expression scope: (_) @receiver)
(class_constant_access_expression . (_) @receiver)
(qualified_name prefix: (namespace_name) @receiver)

; Names that are introduced here.
(namespace_definition name: (_) @names)
(namespace_name) @names
(class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(trait_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(enum_case name: (_) @name)
(method_declaration name: (_) @name)
(function_definition name: (_) @name)
(const_element . (name) @name)
(argument name: (_) @name)
; Variables are local or fields; a use of a field has its own name node behind `->`.
(variable_name) @names

(namespace_use_declaration) @import
(namespace_use_declaration (namespace_use_clause . (qualified_name
  prefix: (namespace_name) @import.module (name) @import.name) .))
(namespace_use_declaration (namespace_use_clause . (qualified_name
  prefix: (namespace_name) @import.module (name) @import.name) alias: (name) @import.alias))
(namespace_use_declaration (namespace_use_clause . (name) @import.module .))
(namespace_use_declaration (namespace_name) @import.module
  body: (namespace_use_group (namespace_use_clause . (name) @import.name .)))
(namespace_use_declaration (namespace_name) @import.module
  body: (namespace_use_group (namespace_use_clause . (name) @import.name alias: (name) @import.alias)))
[
  (require_expression (string))
  (require_once_expression (string))
  (include_expression (string))
  (include_once_expression (string))
] @import
(require_expression (string) @import.module) @import.wildcard
(require_once_expression (string) @import.module) @import.wildcard
(include_expression (string) @import.module) @import.wildcard
(include_once_expression (string) @import.module) @import.wildcard
