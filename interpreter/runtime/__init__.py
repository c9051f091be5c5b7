"""Play: runs a compiled program and knows neither YAML nor the effect language. `machine.py` runs a state to its next
decision, `decisions.py` names the options, `views.py` says what a seat sees, `scoring.py` makes the score sheet."""
