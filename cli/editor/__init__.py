"""The language server: `interpreter.editor` spoken over the Language Server Protocol. Needs the extra `editor`."""
