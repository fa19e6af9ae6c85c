; References that Lua and Luau share. Captures: see parse/references.py.

(identifier) @reference.value

(function_call name: [
  (identifier) @reference.call
  (dot_index_expression field: (identifier) @reference.call)
  (method_index_expression method: (identifier) @reference.call)])

(dot_index_expression table: (_) @receiver)
(method_index_expression table: (_) @receiver)

; `setmetatable({}, {__index = Base})` is how a table inherits.
(field name: (identifier) @_index (#eq? @_index "__index") value: (identifier) @reference.extends)

; Names that are introduced here.
(function_declaration name: [
  (identifier) @name
  (dot_index_expression field: (identifier) @name)
  (method_index_expression method: (identifier) @name)])
(field name: (identifier) @name)
((identifier) @name (#eq? @name "self"))
(chunk local_declaration: (variable_declaration
  (assignment_statement (variable_list name: (identifier) @name))))
(chunk (assignment_statement (variable_list name: (identifier) @name)))

; Bound in the function around them.
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(variable_declaration (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)
(for_generic_clause (variable_list name: (identifier) @local))

[(function_declaration) (function_definition) (for_statement)] @scope

(variable_declaration (assignment_statement (expression_list value: (function_call
  name: (identifier) @_require (#eq? @_require "require"))))) @import
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (function_call arguments: (arguments (string) @import.module)))))
