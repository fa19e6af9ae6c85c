; Definitions in Scala 2 and 3.

[(class_definition name: (_) @name) (object_definition name: (_) @name)] @definition.class
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
[(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)] @definition.constant

[
  (function_definition name: (_) @name)
  (function_declaration name: (_) @name)] @definition.function

(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.variable
(extension_definition) @scope
(package_object name: (_) @name) @definition.module
(package_clause name: (_) @name body: (_)) @scope
(package_clause name: (_) @name !body) @package

; values of files and templates, not of bodies
(compilation_unit
  [(val_definition pattern: (identifier) @name) (val_declaration name: (identifier) @name)]
  @definition.constant)
(compilation_unit
  [(var_definition pattern: (identifier) @name) (var_declaration name: (identifier) @name)]
  @definition.variable)
(template_body
  [(val_definition pattern: (identifier) @name) (val_declaration name: (identifier) @name)]
  @definition.constant)
(template_body
  [(var_definition pattern: (identifier) @name) (var_declaration name: (identifier) @name)]
  @definition.variable)
(enum_body
  [(val_definition pattern: (identifier) @name) (val_declaration name: (identifier) @name)]
  @definition.constant)
(enum_body
  [(var_definition pattern: (identifier) @name) (var_declaration name: (identifier) @name)]
  @definition.variable)
(with_template_body
  [(val_definition pattern: (identifier) @name) (val_declaration name: (identifier) @name)]
  @definition.constant)
(with_template_body
  [(var_definition pattern: (identifier) @name) (var_declaration name: (identifier) @name)]
  @definition.variable)

(enum_case_definitions) @wrapper
[(comment) (block_comment)] @doc
