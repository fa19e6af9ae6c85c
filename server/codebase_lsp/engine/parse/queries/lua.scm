; Definitions in Lua and Luau.

(variable_declaration
  (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (function_call name: (identifier) @_keyword))
    (#eq? @_keyword "require"))) @ignored
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (dot_index_expression)))) @ignored

(function_declaration name: (_) @name) @definition.function
(assignment_statement
  (variable_list . name: (_) @name)
  (expression_list . value: (function_definition))) @definition.function

(field name: (identifier) @name value: (function_definition)) @definition.method

(chunk
  (variable_declaration
    (assignment_statement (variable_list name: (identifier) @name)) @definition.variable))
(chunk
  (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk
  (assignment_statement
    (variable_list . name: (dot_index_expression) @name)
    (expression_list . value: (table_constructor))) @definition.variable)

(chunk (return_statement (expression_list . (identifier) @name)) @export)
(variable_declaration) @wrapper
(comment) @doc
