"""What is drawn of a table, whatever draws it: figures made from what a seat sees, and what an option points at."""
