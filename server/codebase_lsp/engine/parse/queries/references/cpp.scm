; References in C++, beside those it shares with C.

(namespace_identifier) @reference.value

(call_expression function: [
  (qualified_identifier name: (identifier) @reference.call)
  (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call))
  (qualified_identifier name: (qualified_identifier
    name: (qualified_identifier name: (identifier) @reference.call)))
  (template_function name: (identifier) @reference.call)
  (qualified_identifier name: (template_function name: (identifier) @reference.call))
  (qualified_identifier name: (qualified_identifier
    name: (template_function name: (identifier) @reference.call)))
  (field_expression field: [
    (template_method name: (field_identifier) @reference.call)
    (qualified_identifier name: (field_identifier) @reference.call)])])
(new_expression type: [
  (type_identifier) @reference.call
  (template_type name: (type_identifier) @reference.call)
  (qualified_identifier name: [
    (type_identifier) @reference.call
    (template_type name: (type_identifier) @reference.call)
    (qualified_identifier name: (type_identifier) @reference.call)])])

(base_class_clause [
  (type_identifier) @reference.extends
  (template_type name: (type_identifier) @reference.extends)
  (qualified_identifier name: [
    (type_identifier) @reference.extends
    (template_type name: (type_identifier) @reference.extends)
    (qualified_identifier name: (type_identifier) @reference.extends)
    (qualified_identifier name: (template_type name: (type_identifier) @reference.extends))])])

(qualified_identifier scope: (_) @receiver)

; Names that are introduced here.
(class_specifier name: (type_identifier) @name body: (_))
(alias_declaration name: (_) @name)
(concept_definition name: (_) @name)
(namespace_definition name: (namespace_identifier) @name)
(namespace_definition name: (nested_namespace_specifier (namespace_identifier) @name))
(namespace_alias_definition name: (_) @name)
((template_function name: (identifier) @name) (#match? @name "^(static|dynamic|const|reinterpret)_cast$"))
(function_declarator declarator: (destructor_name (_) @name))
(function_declarator declarator: (qualified_identifier name: [
  (identifier) @name
  (destructor_name (_) @name)
  (qualified_identifier name: (identifier) @name)]))

; Bound in the function, or the template, around them.
(reference_declarator (identifier) @local)
(optional_parameter_declaration declarator: (identifier) @local)
(structured_binding_declarator (identifier) @local)
(for_range_loop declarator: (identifier) @local)
(lambda_capture_initializer left: (identifier) @local)
(variadic_declarator (identifier) @local)
(type_parameter_declaration (type_identifier) @local.type)
(optional_type_parameter_declaration name: (type_identifier) @local.type)
(variadic_type_parameter_declaration (type_identifier) @local.type)

[(lambda_expression) (template_declaration)] @scope

(using_declaration) @import
(using_declaration (qualified_identifier) @import.module)
(using_declaration "namespace" [(identifier) (qualified_identifier)] @import.module) @import.wildcard
(namespace_alias_definition) @import
(namespace_alias_definition name: (_) @import.alias
  [(namespace_identifier) (nested_namespace_specifier)] @import.module .)
