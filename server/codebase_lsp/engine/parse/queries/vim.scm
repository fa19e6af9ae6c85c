; Definitions in Vim script.

(function_definition (function_declaration name: (_) @name)) @definition.function
(script_file (let_statement . [(scoped_identifier) (identifier)] @name) @definition.variable)
(comment) @doc
