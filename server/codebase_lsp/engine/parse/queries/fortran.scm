; Definitions in Fortran.

(module (module_statement (name) @name)) @definition.module
(submodule (submodule_statement (name) @name)) @definition.module
(program (program_statement (name) @name)) @definition.module
(subroutine (subroutine_statement name: (_) @name)) @definition.function
(function (function_statement name: (_) @name)) @definition.function
(module_procedure (module_procedure_statement name: (_) @name)) @definition.function
(derived_type_definition (derived_type_statement (type_name) @name)) @definition.struct
(interface (interface_statement (name) @name)) @definition.interface
(module
  (variable_declaration
    attribute: (type_qualifier) @_parameter
    declarator: (init_declarator left: (identifier) @name)
    (#match? @_parameter "^[pP]")) @definition.constant)
(comment) @doc
