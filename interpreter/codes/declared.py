"""E380 to E383: variables that cannot be one for each, entries that are not there, attributes that are needed."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.examples import flow

DECLARED: list[Code] = [
    Code(
        "E380",
        "`{name}` is {what}, and cannot be `{type}`",
        "declare one for each, such as `{name}_1` and `{name}_2`, or a list; what is one for each player can be "
        "declared "
        "under state: player, as in `int per cell`",
        "Only variables of the game and of players are one for each resource, kind, track, player or space. What each "
        "piece or space has for itself is a number, a name or a list.",
        flow(
            "end game",
            "spaces: {cell: {grid: {columns: 2, rows: 1}, state: {  # --\n  count: int per player}}}  # <--\n",
        ),
        flow(
            "for c in cell { seen[c] = 1 }\nend game",
            "spaces: {cell: {grid: {columns: 2, rows: 1}}}\nstate: {game: {seen: int per cell}}\n",
        ),
    ),
    Code(
        "E381",
        "`{name}` cannot be `{type}`",
        "the only `per` is followed by one of: player, resource, a group, track, a class of spaces, `<class> "
        "kind`; what "
        "each piece has is declared under the `state` of its class",
        "A variable with `per` is as many variables as there are things of that name, one for each. Numbers and truths "
        "are not counted, and pieces have their own variables.",
        flow("end game", "state: {game: {seen: int per int}}  # <--\n"),
        flow("end game", "state: {game: {seen: int per player}}\n"),
    ),
    Code(
        "E382",
        "`{read}` reads number {index}, and there are only {has}",
        "give it this entry, or test before; a list counts from 1",
        "The number follows from the number of players, or is written there, so what is read is not there in any game. "
        "The game would stop, or what reads it never be offered.",
        flow(
            "repeat more[size(players) + 1] times { end game }  # <--",
            "tables: {more: [4, 3]}\n",
        ),
        flow(
            "repeat more[size(players)] times { end game }",
            "tables: {more: [4, 3]}\n",
        ),
    ),
    Code(
        "E383",
        "`{kind}` does not give `{name}`, which every `{cls}` needs",
        "write `{name}` at `{kind}`, 0 or none too where that is meant; or take it out of `needed`",
        "A class names under `needed` the attributes that each of its kinds has to give. What is not needed is 0, "
        "false, none or empty where a kind leaves it out.",
        flow(
            "end game",
            "pieces:\n  card:\n    start: deck\n    attributes: {cost: int}\n    needed: [cost]\n    kinds:\n"
            "      inn: {cost: 2}\n      mill: {}  # <--\nzones: {deck: {pieces: card}}\n",
        ),
        flow(
            "end game",
            "pieces:\n  card:\n    start: deck\n    attributes: {cost: int}\n    needed: [cost]\n    kinds:\n"
            "      inn: {cost: 2}\n      mill: {cost: 0}\nzones: {deck: {pieces: card}}\n",
        ),
    ),
]
