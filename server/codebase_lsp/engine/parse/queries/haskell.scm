; Definitions in Haskell. A signature and its equations are one function: see `joins_same_name`.

[
  (data_type name: (_) @name)
  (newtype name: (_) @name)
  (type_synomym name: (_) @name)] @definition.type
[(type_family name: (_) @name) (data_family name: (_) @name)] @definition.type
(class name: (_) @name) @definition.interface
(instance name: (_) @name) @scope

; bindings of modules, classes and instances, not of `let` and `where`
(declarations
  [(signature name: [(variable) (prefix_id)] @name)
   (function name: [(variable) (prefix_id)] @name)
   (function (infix operator: (_) @name))
   (bind name: (variable) @name)] @definition.function)
(class_declarations
  [(signature name: [(variable) (prefix_id)] @name)
   (function name: [(variable) (prefix_id)] @name)
   (function (infix operator: (_) @name))
   (bind name: (variable) @name)] @definition.function)
(instance_declarations
  [(signature name: [(variable) (prefix_id)] @name)
   (function name: [(variable) (prefix_id)] @name)
   (function (infix operator: (_) @name))
   (bind name: (variable) @name)] @definition.function)

(data_constructor (prefix name: (constructor) @name)) @definition.constructor
(data_constructor (record name: (constructor) @name)) @definition.constructor
(newtype_constructor name: (constructor) @name) @definition.constructor
(gadt_constructor name: (constructor) @name) @definition.constructor
(field name: (field_name (variable) @name)) @definition.field
(header module: (module) @name) @package
[(comment) (haddock)] @doc
(pragma) @attribute
