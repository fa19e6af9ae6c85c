class Shape extends Base {
  x = 0;
  constructor(x) { this.x = x; }
  function area(s) { return s * x; }
}
function helper(a) { return a; }
enum Kind { A, B }
const MAX = 3;
