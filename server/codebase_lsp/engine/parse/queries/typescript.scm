; inherits: ecmascript
; Definitions in TypeScript and TSX, beside those shared with JavaScript.

(function_signature name: (_) @name) @definition.function
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(type_alias_declaration name: (_) @name) @definition.type
[(internal_module name: (_) @name) (module name: (_) @name)] @definition.module

[
  (method_signature name: (_) @name)
  (abstract_method_signature name: (_) @name)] @definition.method
(public_field_definition
  name: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(public_field_definition name: (_) @name) @definition.field
(interface_body (property_signature name: (_) @name) @definition.property)
(type_alias_declaration
  value: (object_type (property_signature name: (_) @name) @definition.property))

(enum_body (enum_assignment name: (_) @name) @definition.constant)
(enum_body name: (_) @name @definition.constant)
(ambient_declaration) @wrapper

; the same inside namespaces
; `const Card = memo(function () {…})`, `const load = debounce(() => {…})`, not local
(internal_module body: (statement_block
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
         @definition.function))]))

; values that are not local
(internal_module body: (statement_block
  [(lexical_declaration kind: "const"
     (variable_declarator name: (identifier) @name) @definition.constant)
   (export_statement
     (lexical_declaration kind: "const"
       (variable_declarator name: (identifier) @name) @definition.constant))]))
(internal_module body: (statement_block
  [(lexical_declaration kind: "let"
     (variable_declarator name: (identifier) @name) @definition.variable)
   (variable_declaration
     (variable_declarator name: (identifier) @name) @definition.variable)
   (export_statement
     (lexical_declaration kind: "let"
       (variable_declarator name: (identifier) @name) @definition.variable))
   (export_statement
     (variable_declaration
       (variable_declarator name: (identifier) @name) @definition.variable))]))
