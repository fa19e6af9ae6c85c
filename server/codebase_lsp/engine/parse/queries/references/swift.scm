; References in Swift. Captures: see parse/references.py.

(simple_identifier) @reference.value
(type_identifier) @reference.type

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression
  suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))

; A list of parents does not say which are protocols; those of a protocol are.
(class_declaration (inheritance_specifier
  inherits_from: (user_type (type_identifier) @reference.implements .)))
(class_declaration (inheritance_specifier
  inherits_from: (user_type (type_identifier) @reference.implements . (type_arguments))))
(protocol_declaration (inheritance_specifier
  inherits_from: (user_type (type_identifier) @reference.extends .)))

(navigation_expression target: (_) @receiver)
(prefix_expression operation: "." @receiver target: (simple_identifier))
(user_type (type_identifier) @receiver . (type_identifier))

; Names that are introduced here.
(class_declaration name: (type_identifier) @name)
(class_declaration "extension" name: (user_type) @names)
(protocol_declaration name: (_) @name)
(typealias_declaration name: (type_identifier) @name)
(associatedtype_declaration name: (type_identifier) @name)
(function_declaration name: (simple_identifier) @name)
(protocol_function_declaration name: (simple_identifier) @name)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)))
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)))
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name))
(enum_entry name: (simple_identifier) @name)
(value_argument_label (simple_identifier) @name)
(parameter external_name: (simple_identifier) @name)
((simple_identifier) @name (#match? @name "^\\$[0-9]"))

; Bound in the function, or the generic type, around them.
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local)))
(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)
(for_statement item: (pattern bound_identifier: (simple_identifier) @local))
(guard_statement bound_identifier: (simple_identifier) @local)
(if_statement bound_identifier: (simple_identifier) @local)
(while_statement bound_identifier: (simple_identifier) @local)
(pattern (value_binding_pattern) bound_identifier: (simple_identifier) @local)
(catch_block error: (pattern bound_identifier: (simple_identifier) @local))
(type_parameter . (type_identifier) @local.type)

[
  (function_declaration)
  (init_declaration)
  (lambda_literal)
  (computed_property)
  (class_declaration (type_parameters))
] @scope

; `import struct A.B` is one dotted node; imports.py takes it apart.
(import_declaration) @import
