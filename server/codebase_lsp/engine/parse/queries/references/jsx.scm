; Components in JSX are called; `<div>` names nothing of the project.

(jsx_opening_element name: [
  (identifier) @reference.call
  (member_expression property: (_) @reference.call)] (#match? @reference.call "^[^a-z]"))
(jsx_self_closing_element name: [
  (identifier) @reference.call
  (member_expression property: (_) @reference.call)] (#match? @reference.call "^[^a-z]"))
(jsx_opening_element name: (identifier) @name (#match? @name "^[a-z]"))
(jsx_self_closing_element name: (identifier) @name (#match? @name "^[a-z]"))
(jsx_closing_element (identifier) @name)
(jsx_closing_element (member_expression property: (_) @name))
(jsx_attribute . (property_identifier) @name)
