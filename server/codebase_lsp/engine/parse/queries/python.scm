; Definitions in Python.

(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(decorated_definition) @wrapper
(comment) @doc
(module (assignment left: (identifier) @name right: (lambda)) @definition.function)
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: (pattern_list (identifier) @name)) @definition.variable)
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(type_alias_statement left: (type (identifier) @name)) @definition.type
