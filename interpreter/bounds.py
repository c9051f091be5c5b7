"""How much a ruleset may cost, in one place: what is beyond is refused or stops the game, with a diagnostic.

The numbers stand in `docs/language.md` under "Bounds".
"""

MOST_STEPS = 150_000_000
"""Steps of one decision, from the answer before it until its options are listed, what is tried out included. A step is
one operation of a formula or statement; Python takes some 30 ns for it."""

UNCOUNTED = 10_000
"""Steps of a loop, or of a call, up to which they are not counted where they are taken but where what holds them is."""

TRIAL_STEPS = 500
"""Steps that trying one option stands for, besides what its text costs."""

MOST_OPTIONS = 10_000
"""Options of one decision."""

MOST_ELEMENTS = 100_000
"""Elements of a list."""

MOST_KEPT = 10**15
"""The largest number, and below 0 the smallest, that a rule keeps, adds or hands on."""

MOST_DECISIONS = 10_000
"""Decisions of one game, those of chance among them."""
