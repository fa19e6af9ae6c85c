; Definitions in Rust.

[
  (function_item name: (_) @name)
  (function_signature_item name: (_) @name)] @definition.function
(macro_definition name: (_) @name) @definition.function
[(struct_item name: (_) @name) (union_item name: (_) @name)] @definition.struct
(enum_item name: (_) @name) @definition.enum
(trait_item name: (_) @name) @definition.interface
[(type_item name: (_) @name) (associated_type name: (_) @name)] @definition.type
(const_item name: (_) @name) @definition.constant
(static_item name: (_) @name) @definition.variable
(mod_item name: (_) @name) @definition.module
(field_declaration name: (_) @name) @definition.field
(enum_variant name: (_) @name) @definition.constant
(impl_item type: (_) @name) @scope
[(line_comment) (block_comment)] @doc
(attribute_item) @attribute
