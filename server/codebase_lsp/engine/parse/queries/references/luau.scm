; References only Luau writes this way.

(parameter . (identifier) @local)
