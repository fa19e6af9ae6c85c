; Definitions in Julia. A method of a function of another module (`Base.length(p)`) keeps its last name.

(module_definition name: (identifier) @name) @definition.module
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)])) @definition.type
(function_definition (signature [
  (identifier) @name
  (call_expression . (_) @name)
  (typed_expression . (call_expression . (_) @name))
  (where_expression . (call_expression . (_) @name))
  (where_expression . (typed_expression . (call_expression . (_) @name)))])) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.function
(assignment . [
  (call_expression . (_) @name)
  (typed_expression . (call_expression . (_) @name))
  (where_expression . (call_expression . (_) @name))]) @definition.function
(const_statement (assignment . (identifier) @name)) @definition.constant
[(line_comment) (block_comment)] @doc
