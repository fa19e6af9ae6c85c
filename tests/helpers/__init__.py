"""Shared by all tests: workspaces from strings, a raw JSON-RPC driver, a pytest-lsp client."""
