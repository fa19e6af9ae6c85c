#include <string>
#include <vector>

#define SHAPE_MAX 10

namespace geo {

class Canvas;
struct Point { double x = 0, y = 0; };

/// Anything with an area.
template <typename T = double>
class Shape : public Base<T> {
public:
    static constexpr int kSides = 4;

    Shape() = default;
    explicit Shape(std::string name);
    virtual ~Shape();

    virtual T area() const = 0;
    const std::string& name() const { return name_; }
    Shape& operator+=(const Shape& other);
    operator bool() const { return true; }

    enum class Kind { Round, Square };

    template <class F>
    void each(F&& f) {
        auto inner = [&](int i) { f(i); };
        inner(1);
    }

    struct Options {
        bool filled;
    };

private:
    std::string name_;
    std::vector<T> points_;
};

template <typename T>
Shape<T>::Shape(std::string name) : name_(std::move(name)) {}

template <typename T>
Shape<T>::~Shape() {
}

namespace detail {
int clamp(int v) { return v; }
}  // namespace detail

namespace {
const int hidden = 1;
}

enum Side : int { Left, Right };
using Points = std::vector<Point>;
typedef std::vector<int> Ints;

template <typename T>
concept Drawable = requires(T t) { t.draw(); };

bool operator==(const Point& a, const Point& b) { return a.x == b.x; }

}  // namespace geo

// Defined outside of its namespace.
double geo::detail::Circle::area() const {
    return 3.14;
}

namespace geo::io {
std::string& write(const Point& p);

auto read() -> Point { return {}; }
}

extern "C" {
int geo_version(void) { return 1; }
}

TEST(ShapeTest, HasArea) {
    EXPECT_EQ(1, 1);
}

int* find_first(int* from) { return from; }
