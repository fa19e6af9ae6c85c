; Definitions in the interface files of OCaml. What is no function is a constant.

(module_binding (module_name) @name) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(type_binding name: (_) @name) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(class_binding (class_name) @name) @definition.class
(class_type_binding (class_type_name) @name) @definition.interface
(method_definition (method_name) @name) @definition.method
(value_specification (value_name) @name type: (function_type)) @definition.function
(value_specification (value_name) @name) @definition.constant
(external (value_name) @name) @definition.function
(type_definition) @wrapper
(module_definition) @wrapper
(class_definition) @wrapper
(comment) @doc
