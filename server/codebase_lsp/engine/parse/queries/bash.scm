; Definitions in Bash and other shells.

(function_definition name: (_) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program
  (declaration_command
    (variable_assignment name: (variable_name) @name)) @definition.variable)

(comment) @doc
