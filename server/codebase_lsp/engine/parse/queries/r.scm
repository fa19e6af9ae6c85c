; Definitions in R: functions are values with a name. R6 and S4 say theirs in a call.

(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition)) @definition.function
(argument name: (identifier) @name value: (function_definition)) @definition.function
(binary_operator
  lhs: (identifier) @name
  rhs: (call function: (_) @_maker)
  (#match? @_maker "(R6Class|setRefClass|setClass|new_class)$")) @definition.class
(program
  (call
    function: (identifier) @_maker
    arguments: (arguments . (argument value: (string) @name))
    (#any-of? @_maker "setClass" "setRefClass")) @definition.class)
(program
  (call
    function: (identifier) @_maker
    arguments: (arguments . (argument value: (string) @name))
    (#any-of? @_maker "setMethod" "setGeneric")) @definition.function)
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.variable)
(comment) @doc
