"""Effect text ↔ trees. `texts.parsed` gives the tree of a text, `printer.to_text` its text, `nodes.walk` all its
nodes."""
