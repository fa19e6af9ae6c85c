"""The wire: names, types and codec of the project's own methods; knows neither pygls nor the engine."""
