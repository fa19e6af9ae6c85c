; inherits: c
; Definitions in C++, beside those of C; also for CUDA and Arduino.

(declaration_list (declaration declarator: (_) @name) @definition.variable)
(class_specifier name: (_) @name body: (_)) @definition.class
(namespace_definition name: (_) @name) @definition.module

[
  (alias_declaration name: (_) @name)
  (concept_definition name: (_) @name)] @definition.type

(field_declaration_list (declaration declarator: (_) @name) @definition.method)
(template_declaration (declaration declarator: (_) @name) @definition.function)
(template_declaration) @wrapper
(access_specifier) @access
