// Every call, construction and base in a folder of TypeScript, with where its target is declared.
// One JSON object per line: {path, line, column, kind, inside: [{path, line, name}]}.
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

const root = process.argv[2];
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|cts)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .filter((path) => !path.includes("node_modules"));
const configPath = ts.findConfigFile(root, ts.sys.fileExists);
const config = configPath ? ts.readConfigFile(configPath, ts.sys.readFile).config : {};
const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root).options;
const program = ts.createProgram(files, {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  allowImportingTsExtensions: true,
  baseUrl: parsed.baseUrl,
  paths: parsed.paths,
  strict: true,
  noEmit: true,
});
const checker = program.getTypeChecker();
const wanted = new Set(files);

function inside(symbol) {
  return (symbol.declarations ?? [])
    .filter((each) => wanted.has(each.getSourceFile().fileName))
    .map((each) => {
      const file = each.getSourceFile();
      const name = ts.getNameOfDeclaration(each) ?? each;
      const { line } = file.getLineAndCharacterOfPosition(name.getStart(file));
      return { path: relative(root, file.fileName).split(sep).join("/"), line, name: symbol.name };
    });
}

function report(file, expression, kind) {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return;
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  if (!symbol?.declarations?.length) return;
  // Local variables and parameters are no definitions that one looks for.
  const local = (each) =>
    ts.isParameter(each) || ts.isBindingElement(each) ||
    (ts.isVariableDeclaration(each) && ts.findAncestor(each, ts.isFunctionLike));
  if (symbol.declarations.every(local)) return;
  const position = file.getLineAndCharacterOfPosition(name.getStart(file));
  const lineStart = file.getPositionOfLineAndCharacter(position.line, 0);
  const column = [...file.text.slice(lineStart, name.getStart(file))].length;
  const path = relative(root, file.fileName).split(sep).join("/");
  const found = inside(symbol).map((each) => ({ ...each, name: each.name === "default" ? "" : each.name }));
  console.log(JSON.stringify({ path, line: position.line, column, kind, inside: found }));
}

function visit(file, node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) report(file, node.expression, "call");
  if (ts.isHeritageClause(node)) for (const each of node.types) report(file, each.expression, "base");
  ts.forEachChild(node, (child) => visit(file, child));
}

for (const path of files) {
  const file = program.getSourceFile(path);
  if (file) visit(file, file);
}
