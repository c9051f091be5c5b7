"""What an editor asks of a ruleset: mistakes as one types, where a name is declared, what it means, what can stand
here, and how to rename it. Knows no editor and no protocol; `cli.editor` speaks to one."""
