"""A game as numbers: which action stands for what, what a seat observes, and a table that is played by actions."""
