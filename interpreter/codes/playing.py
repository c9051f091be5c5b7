"""E5xx: player counts, options and games asked for; scenarios, logs and saves."""

from __future__ import annotations

from interpreter.diagnostics import Code

SETTING_CODES: list[Code] = [
    Code(
        "E500",
        "{players} players are not allowed",
        "this game is for {allowed} players",
        "The ruleset lists the player counts it was written for under game: players. Tables and supplies have no numbers "
        "for any other count.",
    ),
    Code(
        "E501",
        "`{name}` is not an option of this ruleset",
        "the options stand under game: options",
        "Only an option that the ruleset or one of its chosen modules declares can be set.",
    ),
    Code(
        "E502",
        "the option `{name}` cannot be {value}",
        "it can be {allowed}",
        "Each option lists its values, and effect text compares with those only.",
    ),
    Code(
        "E503",
        "there is no game `{name}`",
        "give the id of a shipped game, or the path of a ruleset's folder or file",
        "A game is found by the path of its folder or file first, then among the games that come with the package.",
    ),
]
"""What a caller asks for that the ruleset does not have."""

SCENARIO_CODES: list[Code] = []
"""E51x to E54x: scenarios, logs and saves."""

PLAYING: list[Code] = [*SETTING_CODES, *SCENARIO_CODES]
