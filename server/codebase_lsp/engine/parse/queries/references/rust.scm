; References in Rust. Captures: see parse/references.py.

[(identifier) (field_identifier) (shorthand_field_identifier)] @reference.value
(type_identifier) @reference.type

(call_expression function: [
  (identifier) @reference.call
  (scoped_identifier name: (_) @reference.call)
  (field_expression field: (field_identifier) @reference.call)
  (generic_function function: [
    (identifier) @reference.call
    (scoped_identifier name: (_) @reference.call)
    (field_expression field: (field_identifier) @reference.call)])])
(macro_invocation macro: [
  (identifier) @reference.call
  (scoped_identifier name: (_) @reference.call)])
; The arguments of a macro are tokens without structure.
(macro_invocation (token_tree) @tokens)
(struct_expression name: [
  (type_identifier) @reference.call
  (scoped_type_identifier name: (_) @reference.call)])

(impl_item trait: [
  (type_identifier) @reference.implements
  (scoped_type_identifier name: (_) @reference.implements)
  (generic_type type: [
    (type_identifier) @reference.implements
    (scoped_type_identifier name: (_) @reference.implements)])])
(trait_item bounds: (trait_bounds [
  (type_identifier) @reference.extends
  (scoped_type_identifier name: (_) @reference.extends)
  (generic_type type: [
    (type_identifier) @reference.extends
    (scoped_type_identifier name: (_) @reference.extends)])]))
(attribute (identifier) @name (#eq? @name "derive") arguments: (token_tree) @types)

(field_expression value: (_) @receiver)
(scoped_identifier path: (_) @receiver)
(scoped_type_identifier path: (_) @receiver)
(token_tree [(identifier) (self)] @receiver . ["." "::"] . (identifier))

; Names that are introduced here.
(function_item name: (_) @name)
(function_signature_item name: (_) @name)
(macro_definition name: (_) @name)
(struct_item name: (_) @name)
(union_item name: (_) @name)
(enum_item name: (_) @name)
(enum_variant name: (_) @name)
(trait_item name: (_) @name)
(type_item name: (_) @name)
(associated_type name: (_) @name)
(const_item name: (_) @name)
(static_item name: (_) @name)
(mod_item name: (_) @name)
(field_declaration name: (_) @name)
(label (identifier) @name)
(lifetime (identifier) @name)

; Bound in the function around them. In a pattern a capital is a constant or a variant.
(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(tuple_pattern (identifier) @local (#match? @local "^[a-z_]"))
(slice_pattern (identifier) @local (#match? @local "^[a-z_]"))
(tuple_struct_pattern type: (_) (identifier) @local (#match? @local "^[a-z_]"))
(captured_pattern . (identifier) @local)
(match_pattern . (identifier) @local (#match? @local "^[a-z_]"))
(or_pattern (identifier) @local (#match? @local "^[a-z_]"))
(field_pattern pattern: (identifier) @local (#match? @local "^[a-z_]"))
(field_pattern name: (shorthand_field_identifier) @local)
(const_parameter name: (_) @local)
(type_parameter name: (_) @local.type)

[
  (function_item)
  (function_signature_item)
  (closure_expression)
  (impl_item)
  (struct_item type_parameters: (_))
  (enum_item type_parameters: (_))
  (trait_item type_parameters: (_))
  (type_item type_parameters: (_))
] @scope

; The tree of a `use` is read in imports.py.
(use_declaration) @import
(extern_crate_declaration) @import
