; References in Ruby. Captures: see parse/references.py.
; A bare word that no assignment or parameter binds is a call, but Ruby writes it as a value.

[
  (identifier)
  (constant)
  (instance_variable)
  (class_variable)
  (global_variable)
] @reference.value

(call method: [(identifier) (constant)] @reference.call)
(call receiver: (constant) @reference.type)
(exceptions (constant) @reference.type)

(superclass [
  (constant) @reference.extends
  (scope_resolution name: (_) @reference.extends)])
; A mixin is to Ruby what an interface is elsewhere.
(class (body_statement (call !receiver
  method: (identifier) @_mixin (#any-of? @_mixin "include" "prepend" "extend")
  arguments: (argument_list [
    (constant) @reference.implements
    (scope_resolution name: (_) @reference.implements)]))))
(module (body_statement (call !receiver
  method: (identifier) @_mixin (#any-of? @_mixin "include" "prepend" "extend")
  arguments: (argument_list [
    (constant) @reference.implements
    (scope_resolution name: (_) @reference.implements)]))))

(call receiver: (_) @receiver)
(scope_resolution scope: (_) @receiver)

; Names that are introduced here.
(module name: [(constant) @name (scope_resolution name: (_) @name)])
(class name: [(constant) @name (scope_resolution name: (_) @name)])
(method name: (_) @name)
(singleton_method name: (_) @name)
(assignment left: (constant) @name)
(alias name: (_) @name)

; Bound in the method around them.
(assignment left: (identifier) @local)
(operator_assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(destructured_left_assignment (identifier) @local)
(method_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(block_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(exception_variable (identifier) @local)
(for pattern: (identifier) @local)

[(method) (singleton_method) (block) (do_block) (lambda)] @scope

(call !receiver method: (identifier) @_require (#any-of? @_require "require" "require_relative" "load")
  arguments: (argument_list . (string))) @import
(call arguments: (argument_list . (string) @import.module)) @import.wildcard
