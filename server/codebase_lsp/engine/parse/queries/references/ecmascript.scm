; References only JavaScript writes this way.

(class_declaration name: (identifier) @name)
(class name: (identifier) @name)
(field_definition property: (_) @name)
(class_heritage [
  (identifier) @reference.extends
  (member_expression property: (_) @reference.extends)])

(formal_parameters (identifier) @local)
