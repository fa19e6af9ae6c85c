"""codebase-lsp: a language server that searches a codebase by meaning and by name."""

__version__ = "0.1.0"
