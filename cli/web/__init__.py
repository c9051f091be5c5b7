"""`rulewright serve`: tables in a browser. Nothing here knows a game, and nothing but `desk` touches a position."""
