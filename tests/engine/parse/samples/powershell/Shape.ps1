<# doc #>
function Get-Shape { param([int]$X) $X }
filter Foo { $_ }
class Shape : Base {
  [int]$X
  Shape([int]$x) { $this.X = $x }
  [int] Area() { return 1 }
}
enum Kind { A; B }
