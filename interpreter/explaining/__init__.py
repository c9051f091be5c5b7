"""Rules in plain sentences: what effect text does, read from its tree and from what the checker made of it."""
