; References only Lua itself writes this way.

(goto_statement (identifier) @name)
(label_statement (identifier) @name)
(parameters name: (identifier) @local)
