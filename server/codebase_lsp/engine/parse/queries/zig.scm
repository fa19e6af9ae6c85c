; Definitions in Zig.

(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @_keyword)))
  (#eq? @_keyword "@import")) @ignored

(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function

(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr
      (SuffixExpr (ContainerDecl (ContainerDeclType ["struct" "union" "opaque"])))))) @definition.struct

(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")))))) @definition.enum
(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum

(ContainerField field_member: (IDENTIFIER) @name) @definition.field

(ContainerField
  .
  (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @definition.constant
(source_file
  (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant)

(source_file
  (Decl (VarDecl "var" variable_type_function: (IDENTIFIER) @name)) @definition.variable)

(ContainerDecl
  (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant)

(ContainerDecl
  (Decl (VarDecl "var" variable_type_function: (IDENTIFIER) @name)) @definition.variable)

(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name) @definition.function
[(doc_comment) (line_comment)] @doc
