"""Small rulesets with a mistake in them: what the examples of the codes are made of."""

from __future__ import annotations

from textwrap import indent

GAME = "game: {id: example, players: [2]}\n"


def flow(text: str, more: str = "") -> str:
    """An example: `text` is the phase `game`, `more` are further sections. `# <--` marks the line of the mistake."""
    return f"{GAME}{more}phases:\n  game:\n    do: |\n{indent(text, '      ')}\n"


def player(text: str, more: str = "") -> str:
    """An example in which the first player acts."""
    return flow(f"players[1] does {{\n{indent(text, '  ')}\n}}", more)


COIN = "resources: {coin: {}}\n"
GOODS = "resources: {wood: {group: good, supply: 9}, clay: {group: good, supply: 9}}\n"
TWO = "phases:\n  round: {do: end round}"
PACE = "[2], options: {pace: {values: [slow, quick], default: slow}}"
TILES = "pieces:\n  tile: {start: bag, kinds: {hill: {copies: 3}}}\nzones:\n  bag: {pieces: tile}\n"
