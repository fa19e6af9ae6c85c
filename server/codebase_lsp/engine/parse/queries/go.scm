; Definitions in Go.

(function_declaration name: (_) @name) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @container
        (generic_type type: (type_identifier) @container)
        (pointer_type
          [(type_identifier) @container (generic_type type: (type_identifier) @container)])]))
  name: (_) @name) @definition.method
(method_declaration name: (_) @name) @definition.method
(type_spec name: (_) @name type: (struct_type)) @definition.struct
(type_spec name: (_) @name type: (interface_type)) @definition.interface
[(type_spec name: (_) @name) (type_alias name: (_) @name)] @definition.type
(method_elem name: (_) @name) @definition.method
(field_declaration name: (field_identifier) @name) @definition.field

(source_file
  (const_declaration (const_spec name: (identifier) @name) @definition.constant))

(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file
  (var_declaration
    (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))

[(type_declaration) (const_declaration) (var_declaration)] @wrapper
(package_clause (package_identifier) @name) @package
(comment) @doc
