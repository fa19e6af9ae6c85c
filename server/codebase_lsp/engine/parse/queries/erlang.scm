; Definitions in Erlang. Clauses of one function are joined.

(module_attribute name: (atom) @name) @package
(fun_decl (function_clause name: (atom) @name)) @definition.function
(record_decl name: (atom) @name) @definition.struct
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @definition.function
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.constant
(spec) @attribute
(comment) @doc
