"""The command `rulewright`: `app.py` lists the commands, `commands/` holds them, `screen/` writes on the terminal."""
