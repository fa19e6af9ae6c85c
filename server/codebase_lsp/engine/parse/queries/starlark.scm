; Definitions in Starlark (Bazel, Buck, Tilt).

(function_definition name: (identifier) @name) @definition.function
(module (expression_statement (assignment left: (identifier) @name)) @definition.variable)
(comment) @doc
