module geo

pub struct Shape {
	width int
}

enum Kind {
	round
	flat
}

// area of a shape
pub fn (s Shape) area(height int) int {
	return s.width * height
}

fn helper() {}
