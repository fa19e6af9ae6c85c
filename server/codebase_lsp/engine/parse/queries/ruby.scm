; Definitions in Ruby.

(class name: (_) @name) @definition.class
(module name: (_) @name) @definition.module
(singleton_class) @scope
[(method name: (_) @name) (singleton_method name: (_) @name)] @definition.function
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)

(call
  method: (identifier) @_keyword
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_keyword "attr_reader" "attr_writer" "attr_accessor")) @definition.property

(call
  method: (identifier) @_keyword
  arguments: (argument_list . (simple_symbol) @name)
  (#eq? @_keyword "define_method")) @definition.method

(comment) @doc

; `private` for what follows; `private :a, :b`; `private def a`
(body_statement (identifier) @access (#any-of? @access "private" "protected" "public"))
(call
  method: (identifier) @_keyword
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_keyword "private" "protected" "public" "private_class_method")) @access
(call
  method: (identifier) @_keyword
  arguments: (argument_list [(method) (singleton_method) (call)])
  (#any-of? @_keyword "private" "protected" "public" "private_class_method")) @wrapper
