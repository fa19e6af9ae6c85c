; References in JavaScript, and what TypeScript shares with it. Captures: see parse/references.py.

[
  (identifier)
  (property_identifier)
  (private_property_identifier)
  (shorthand_property_identifier)
] @reference.value

(call_expression function: [
  (identifier) @reference.call
  (member_expression property: (_) @reference.call)])
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (_) @reference.call)])

(member_expression object: (_) @receiver)

; Names that are introduced here.
(function_declaration name: (identifier) @name)
(generator_function_declaration name: (identifier) @name)
(function_expression name: (identifier) @name)
(method_definition name: (_) @name)
(pair key: [(property_identifier) (private_property_identifier)] @name)
(pair_pattern key: (property_identifier) @name)

; Bound in the function around them.
(variable_declarator name: (identifier) @global value: [(arrow_function) (function_expression)])
(variable_declarator name: (identifier) @local)
(arrow_function parameter: (identifier) @local)
(assignment_pattern left: (identifier) @local)
(rest_pattern (identifier) @local)
(array_pattern (identifier) @local)
(pair_pattern value: (identifier) @local)
(shorthand_property_identifier_pattern) @local
(for_in_statement left: (identifier) @local)
(catch_clause parameter: (identifier) @local)

[
  (function_declaration)
  (generator_function_declaration)
  (function_expression)
  (generator_function)
  (arrow_function)
  (method_definition)
  (for_statement)
  (for_in_statement)
  (catch_clause)
] @scope

(import_statement) @import
(variable_declarator value: (await_expression
  (call_expression function: (import) arguments: (arguments . (string))))) @import
(export_statement source: (_)) @import
(variable_declarator value: (call_expression
  function: (identifier) @_require (#eq? @_require "require"))) @import
(variable_declarator value: (member_expression object: (call_expression
  function: (identifier) @_require (#eq? @_require "require")))) @import

(import_statement
  (import_clause (identifier) @import.alias @import.default) source: (_) @import.module)
(import_statement
  (import_clause (namespace_import (identifier) @import.alias)) source: (_) @import.module)
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name !alias)))
  source: (_) @import.module)
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias)))
  source: (_) @import.module)
(import_statement . source: (_) @import.module @import.nothing)
(export_statement
  (export_clause (export_specifier name: (_) @import.name !alias)) source: (_) @import.module)
(export_statement
  (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias))
  source: (_) @import.module)
(export_statement "*" @import.wildcard source: (_) @import.module)
(export_statement (namespace_export (_) @import.alias) source: (_) @import.module)
(variable_declarator name: (identifier) @import.alias
  value: (call_expression arguments: (arguments . (string) @import.module)))
(variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  value: (call_expression arguments: (arguments . (string) @import.module)))
(variable_declarator name: (identifier) @import.alias
  value: (await_expression (call_expression arguments: (arguments . (string) @import.module))))
(variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  value: (await_expression (call_expression arguments: (arguments . (string) @import.module))))
(variable_declarator name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression arguments: (arguments . (string) @import.module))
    property: (property_identifier) @import.name))
