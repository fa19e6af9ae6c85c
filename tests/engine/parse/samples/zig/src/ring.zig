//! A ring buffer.
const std = @import("std");
const Allocator = std.mem.Allocator;

/// Largest size.
pub const max_size: usize = 1024;
var counter: u32 = 0;

pub const Error = error{ Full, Empty };

/// A ring of `T`.
pub fn Ring(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        head: usize = 0,

        pub fn push(self: *Self, item: T) Error!void {
            if (self.head >= self.items.len) return Error.Full;
            self.items[self.head] = item;
            self.head += 1;
        }
    };
}

pub const Point = struct {
    x: f32,
    y: f32 = 0,

    pub const zero = Point{ .x = 0, .y = 0 };

    /// Adds.
    pub fn add(a: Point, b: Point) Point {
        return .{ .x = a.x + b.x, .y = a.y + b.y };
    }

    const Inner = struct {
        fn deep() void {}
    };
};

const Color = enum(u8) {
    red,
    green = 2,

    pub fn hex(self: Color) u32 {
        return @intFromEnum(self);
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
};

extern "c" fn puts(s: [*:0]const u8) c_int;

pub inline fn clamp(v: u32) u32 {
    const local = 3;
    return @min(v, local);
}

test "push until full" {
    try std.testing.expect(true);
}

pub fn main() !void {
    counter += 1;
}
