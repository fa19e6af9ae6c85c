; What an SQL script creates. Columns are no definitions of their own: there are too many of a name.

(create_table (object_reference name: (identifier) @name)) @definition.struct
(create_view (object_reference name: (identifier) @name)) @definition.struct
(create_materialized_view (object_reference name: (identifier) @name)) @definition.struct
(create_function . (keyword_create) (object_reference name: (identifier) @name) (function_arguments))
  @definition.function
(create_type (object_reference name: (identifier) @name)) @definition.type
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (identifier) @name))
  @definition.function
(create_index column: (identifier) @name) @definition.constant
(statement) @wrapper
(comment) @doc
