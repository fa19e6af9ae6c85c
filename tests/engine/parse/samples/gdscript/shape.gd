class_name Shape
extends Node

enum Kind { ROUND, FLAT }

# Gives the area.
func area(width: float, height := 2.0) -> float:
	return width * height

class Inner:
	func _init(x):
		pass
