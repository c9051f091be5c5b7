"""One command a file. Import what is heavy inside the function: `rulewright --help` must not load the interpreter."""
