; References in Python. Captures: see parse/references.py.

(identifier) @reference.value

(call function: [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)])

(attribute object: (_) @receiver)

(class_definition superclasses: (argument_list [
  (identifier) @reference.extends
  (attribute attribute: (identifier) @reference.extends)
  (subscript value: [
    (identifier) @reference.extends
    (attribute attribute: (identifier) @reference.extends)])]))

(class_pattern (dotted_name (identifier) @reference.type .))
(dotted_name (identifier) @receiver . (identifier))

; Annotations: all names inside are types.
(type) @types

; Names that are introduced here.
(function_definition name: (identifier) @name)
(class_definition name: (identifier) @name)
(keyword_argument name: (identifier) @name)
(keyword_pattern . (identifier) @name)
(type_alias_statement left: (type (identifier) @name))

; Bound in the function around them.
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_parameter . (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(assignment left: (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(named_expression name: (identifier) @local)
(as_pattern_target [(identifier) @local (tuple (identifier) @local) (list (identifier) @local)])
(function_definition type_parameters: (type_parameter (type (identifier) @local.type)))
(class_definition type_parameters: (type_parameter (type (identifier) @local.type)))
(case_pattern (dotted_name . (identifier) @local .))
(keyword_pattern (dotted_name . (identifier) @local .))
(global_statement (identifier) @global)

(function_definition) @scope
(class_definition type_parameters: (_)) @scope
(lambda) @scope
(list_comprehension) @scope
(set_comprehension) @scope
(dictionary_comprehension) @scope
(generator_expression) @scope

[(import_statement) (import_from_statement) (future_import_statement)] @import
(import_statement name: (dotted_name) @import.module @import.alias)
(import_statement name: (aliased_import
  name: (dotted_name) @import.module alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module name: (aliased_import
  name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.wildcard)
