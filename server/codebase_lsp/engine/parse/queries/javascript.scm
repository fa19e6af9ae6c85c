; inherits: ecmascript
; Definitions in JavaScript and JSX, beside those shared with TypeScript.

(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(field_definition property: (_) @name) @definition.field
