<?hh
namespace Foo;
/** doc */
final class Shape extends Base implements I {
  const int MAX = 3;
  private int $x = 0;
  public function __construct(int $x) { $this->x = $x; }
  public async function areaAsync(): Awaitable<int> { return 1; }
}
interface I { public function run(): void; }
trait T {}
enum Kind: int { A = 1; B = 2; }
function helper(int $a): int { return $a; }
type Id = int;
