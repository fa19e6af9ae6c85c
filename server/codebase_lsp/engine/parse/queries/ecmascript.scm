; What JavaScript and TypeScript share. Names may be members (`Router.prototype.use`):
; grammars/javascript.py takes them apart.

; names that imports introduce
(variable_declarator
  name: (identifier) @name
  value: (call_expression function: (identifier) @_keyword)
  (#eq? @_keyword "require")) @ignored
(variable_declarator
  name: (identifier) @name
  value: (call_expression function: (call_expression function: (identifier) @_keyword))
  (#eq? @_keyword "require")) @ignored
(variable_declarator
  name: (identifier) @name
  value: (member_expression object: (call_expression function: (identifier) @_keyword))
  (#eq? @_keyword "require")) @ignored

(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function

(variable_declarator name: (identifier) @name value: (class)) @definition.class

(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(assignment_expression
  left: (member_expression) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function

(assignment_expression left: (member_expression) @name right: (class)) @definition.class
[(export_statement) (lexical_declaration) (variable_declaration)] @wrapper
(expression_statement) @wrapper
(comment) @doc
(decorator) @attribute

; `const Card = memo(function () {…})`, `const load = debounce(() => {…})`, not local
(program
  [(lexical_declaration
      (variable_declarator
        name: (identifier) @name
        value: (call_expression
          arguments: (arguments . [(arrow_function) (function_expression) (generator_function)])))
        @definition.function)
   (variable_declaration
      (variable_declarator
        name: (identifier) @name
        value: (call_expression
          arguments: (arguments . [(arrow_function) (function_expression) (generator_function)])))
        @definition.function)
   (export_statement
     (_
       (variable_declarator
         name: (identifier) @name
         value: (call_expression
           arguments: (arguments . [(arrow_function) (function_expression) (generator_function)])))
         @definition.function))])

; values that are not local
(program
  [(lexical_declaration kind: "const"
     (variable_declarator name: (identifier) @name) @definition.constant)
   (export_statement
     (lexical_declaration kind: "const"
       (variable_declarator name: (identifier) @name) @definition.constant))])
(program
  [(lexical_declaration kind: "let"
     (variable_declarator name: (identifier) @name) @definition.variable)
   (variable_declaration
     (variable_declarator name: (identifier) @name) @definition.variable)
   (export_statement
     (lexical_declaration kind: "let"
       (variable_declarator name: (identifier) @name) @definition.variable))
   (export_statement
     (variable_declaration
       (variable_declarator name: (identifier) @name) @definition.variable))])

; `app.locals = …`, and objects anywhere
(program
  (expression_statement
    (assignment_expression left: (member_expression) @name) @definition.variable))
(assignment_expression
  left: (member_expression) @name
  right: (object)) @definition.variable
