// Every call in the packages below a folder, with where its target is declared, and every pair of a
// type and an interface of the folder that it implements (kind "implements").
// One JSON object per line: {path, line, column, kind, inside: [{path, line, name}]}.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

type site struct {
	Path   string  `json:"path"`
	Line   int     `json:"line"`
	Column int     `json:"column"`
	Kind   string  `json:"kind"`
	Inside []place `json:"inside"`
}

var (
	root     string
	module   string
	files    = token.NewFileSet()
	packages = map[string]*types.Package{}
	syntax   = map[string][]*ast.File{}
	infos    = map[string]*types.Info{}
	texts    = map[string][]string{}
)

// folderImporter takes packages of the folder from the folder and all others from GOROOT.
type folderImporter struct{}

func (folderImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if known, ok := packages[path]; ok {
		if known == nil {
			return nil, fmt.Errorf("import cycle at %s", path)
		}
		return known, nil
	}
	directory := ""
	if module == "std" {
		directory = filepath.Join(root, path)
	} else if path == module || strings.HasPrefix(path, module+"/") {
		directory = filepath.Join(root, strings.TrimPrefix(strings.TrimPrefix(path, module), "/"))
	}
	if directory == "" || !hasGo(directory) {
		directory = filepath.Join(build.Default.GOROOT, "src", path)
		if !hasGo(directory) {
			directory = filepath.Join(build.Default.GOROOT, "src", "vendor", path)
		}
		if !hasGo(directory) {
			return nil, fmt.Errorf("no package %s", path)
		}
	}
	return check(path, directory)
}

func hasGo(directory string) bool {
	found, _ := filepath.Glob(filepath.Join(directory, "*.go"))
	return len(found) > 0
}

func check(path, directory string) (*types.Package, error) {
	packages[path] = nil
	listed, err := build.Default.ImportDir(directory, 0)
	if err != nil {
		return nil, err
	}
	var parsed []*ast.File
	for _, name := range listed.GoFiles {
		full := filepath.Join(directory, name)
		file, err := parser.ParseFile(files, full, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{
		Importer: folderImporter{}, Error: func(error) {}, FakeImportC: true,
		Sizes: types.SizesFor("gc", "amd64"),
	}
	checked, _ := config.Check(path, files, parsed, info)
	packages[path], syntax[path], infos[path] = checked, parsed, info
	return checked, nil
}

func inside(object types.Object) []place {
	position := files.Position(object.Pos())
	relative, err := filepath.Rel(root, position.Filename)
	if position.Filename == "" || err != nil || strings.HasPrefix(relative, "..") {
		return nil
	}
	return []place{{filepath.ToSlash(relative), position.Line - 1, object.Name()}}
}

func column(position token.Position) int {
	if texts[position.Filename] == nil {
		text, _ := os.ReadFile(position.Filename)
		texts[position.Filename] = strings.Split(string(text), "\n")
	}
	return utf8.RuneCountInString(texts[position.Filename][position.Line-1][:position.Column-1])
}

func report(out *json.Encoder, name *ast.Ident, kind string, found []place) {
	position := files.Position(name.Pos())
	relative, _ := filepath.Rel(root, position.Filename)
	out.Encode(site{filepath.ToSlash(relative), position.Line - 1, column(position), kind, found})
}

func calls(out *json.Encoder, path string) {
	for _, file := range syntax[path] {
		report(out, file.Name, "file", nil)
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			called := ast.Unparen(call.Fun)
			if generic, ok := called.(*ast.IndexExpr); ok {
				called = generic.X
			}
			var name *ast.Ident
			switch each := called.(type) {
			case *ast.Ident:
				name = each
			case *ast.SelectorExpr:
				name = each.Sel
			}
			if name == nil {
				return true
			}
			switch object := infos[path].Uses[name].(type) {
			case *types.Func:
				report(out, name, "call", inside(object.Origin()))
			case *types.TypeName:
				report(out, name, "call", inside(object))
			}
			return true
		})
	}
}

func named() []*types.TypeName {
	var found []*types.TypeName
	for path := range infos {
		scope := packages[path].Scope()
		for _, name := range scope.Names() {
			object, ok := scope.Lookup(name).(*types.TypeName)
			if ok && !object.IsAlias() && len(inside(object)) > 0 {
				found = append(found, object)
			}
		}
	}
	return found
}

// implementations lists each type at its own name, with the interfaces it satisfies.
func implementations(out *json.Encoder) {
	all := named()
	for _, object := range all {
		if types.IsInterface(object.Type()) {
			continue
		}
		var found []place
		for _, other := range all {
			contract, ok := other.Type().Underlying().(*types.Interface)
			if !ok || contract.NumMethods() == 0 {
				continue
			}
			if types.Implements(types.NewPointer(object.Type()), contract) {
				found = append(found, inside(other)...)
			}
		}
		position := inside(object)[0]
		out.Encode(site{position.Path, position.Line, 0, "implements:" + object.Name(), found})
	}
}

func main() {
	root, _ = filepath.EvalSymlinks(os.Args[1])
	manifest, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	for _, line := range strings.Split(string(manifest), "\n") {
		if rest, ok := strings.CutPrefix(line, "module "); ok {
			module = strings.Trim(strings.TrimSpace(rest), `"`)
		}
	}
	out := json.NewEncoder(os.Stdout)
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && hasGo(path) {
			relative, _ := filepath.Rel(root, path)
			name := filepath.ToSlash(relative)
			if module != "std" {
				name = strings.TrimSuffix(module+"/"+strings.TrimPrefix(name, "."), "/")
			}
			if _, known := packages[name]; !known {
				check(name, path)
			}
			if infos[name] != nil {
				calls(out, name)
			}
		}
		return nil
	})
	implementations(out)
}
