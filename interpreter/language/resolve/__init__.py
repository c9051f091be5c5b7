"""Trees and the model → core form: names, types, statements, expressions, rules. `checker.py` does the whole; each
function is handed a `Context` (`context.py`) and reports mistakes to its `diagnostics`."""
