"""E4xx: what may fail, circles, hidden things."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.examples import COIN, TILES, flow, player

LEGALITY: list[Code] = [
    # ---- legality, termination, look-ahead
    Code(
        "E401",
        "this can fail, and nothing says what happens then: {why}",
        "{how}",
        "Phase text is carried out step by step and nothing is taken back. Whatever might not be possible must "
        "say what happens "
        "instead, unless the text around it shows that it is always possible.",
        player("pay 1 coin  # <--", COIN),
        player("if my coin > 0 { pay 1 coin }", COIN),
    ),
    Code(
        "E402",
        "this can fail after {stop}, which cannot be foreseen",
        "move it before that, require beforehand what it needs, or put it in may or if possible; where a rule calls a "
        "procedure that does this, write its text in the rule",
        "An option is offered only if it can be carried out to its end. Nobody can look beyond a random event, "
        "another player's "
        "decision or a phase, so what comes after them must not fail.",
        player(
            "may dig {\n  draw 1 from bag as t\n  pay 1 coin  # <--\n}",
            COIN + TILES,
        ),
        player(
            "may dig {\n  pay 1 coin\n  draw 1 from bag as t\n}",
            COIN + TILES,
        ),
    ),
    Code(
        "E403",
        "these call each other without end: {cycle}",
        "give one of them max_nesting, or take one of the calls out",
        "A circle of calls, triggers included, must be bounded so that every game ends. The bound says how "
        "deep the calls may "
        "nest; a deeper one fails.",
        flow("do dig", "procedures:\n  dig: {do: do climb}  # <--\n  climb: {do: do dig}\n"),
        flow("do dig", "procedures:\n  dig: {do: do climb}\n  climb: {do: end game}\n"),
    ),
    Code(
        "E404",
        "a whenever cannot ask or call for more than changes of the state",
        "set a variable here, and act on it in the flow",
        "A whenever fires in the middle of whatever made its condition true.",
        flow(
            "n += 1",
            "state: {game: {n: int}}\nrules:\n  win: whenever n > 0 { players[1] does { choose k in 1..2 } }  # <--\n",
        ),
        flow("n += 1", "state: {game: {n: int}}\nrules:\n  win: whenever n > 0 { end game }\n"),
    ),
    Code(
        "E405",
        "this choice depends on information hidden from the chooser: {what}",
        "first move it to a place that the chooser sees, or draw at random",
        "The options of a decision would give away what is hidden. That goes for the list and the number of what is "
        "chosen, for conditions, for names that refer to something hidden (`let`, parameters), and for whatever could "
        "fail in an option (`take 1 favor from p`): the option would be missing. What was shown before, by being moved "
        "to a place that is seen or written into a variable of who chooses, may decide; but not within the same option "
        "where nothing might be left to choose, as that is foreseen before it is shown. Effects may depend on "
        "anything. A question may not name what is hidden either, nor may a value of a player read it that is told "
        "with the table (`show: values`).",
        player("choose t in bag  # <--", TILES.replace("bag: {pieces: tile}", "bag: {pieces: tile, seen_by: nobody}")),
        player("draw 1 from bag as t", TILES.replace("bag: {pieces: tile}", "bag: {pieces: tile, seen_by: nobody}")),
    ),
    Code(
        "E406",
        "`{name}` can be taken again and again without end",
        "give it a limit, such as limit: once per <phase>, or let it pay something",
        "Free actions are offered with every decision in their window. One that uses nothing up would never let "
        "the game "
        "go on.",
        player(
            "choose k in 1..2",
            "resources: {coin: {}}\nfree:\n  beg: {window: my decisions, do: gain 1 coin}  # <--\n",
        ),
        player(
            "choose k in 1..2",
            "resources: {coin: {}, joy: {}}\nfree:\n  beg: {window: my decisions, do: 'pay 1 joy; gain 1 coin'}\n",
        ),
    ),
    Code(
        "E407",
        "`{name}` nests {most} deep at most, and nothing says what happens at the next call: {circle}",
        "put the calls of it in may or if possible, the first one and the one that leads back",
        "A call deeper than `max_nesting` fails. In phase text nothing is taken back, so the call that leads to it "
        "stands where it may fail, in a may or an if possible.",
        player("do dig", COIN + "procedures:\n  dig: {do: gain 1 coin; do dig, max_nesting: 3}  # <--\n"),
        player(
            "may begin { do dig }",
            COIN + "procedures:\n  dig: {do: 'gain 1 coin; may again { do dig }', max_nesting: 3}\n",
        ),
    ),
    Code(
        "E408",
        "what is divided by 0 has no result",
        "divide by a number that is not 0",
        "The same holds for `mod`. What is known only in play, such as a count, must be looked at before it divides.",
        player("gain 6 / 0 coin  # <--", COIN),
        player("gain 6 / 2 coin", COIN),
    ),
    Code(
        "E409",
        "which lines the score sheet has is settled before the game, and this is known only in play",
        "write the condition into `worth`: if … then … else 0",
        "Options and the number of players are settled before the game, so a line can hang on them.",
        flow(
            "year += 1",
            "state: {game: {year: int}}\nscoring:\n  categories:\n    age: {worth: year, only_if: year > 3}  # <--\n",
        ),
        flow(
            "year += 1",
            "state: {game: {year: int}}\nscoring:\n  categories:\n    age: {worth: if year > 3 then year else 0}\n",
        ),
    ),
    Code(
        "E410",
        "these free actions feed one another: {names} can be taken in turn without end",
        "give one of them a limit, such as limit: once per <phase>, or let it cost more than the others give back",
        "Each of them uses something up, but together they use up nothing. Amounts that only play can determine "
        "are read in "
        "favour of the ruleset.",
        player(
            "choose k in 1..2",
            "resources: {coin: {}, wood: {}}\nfree:\n"
            "  sell: {window: my decisions, do: 'pay 1 wood; gain 1 coin'}  # <--\n"
            "  buy: {window: my decisions, do: 'pay 1 coin; gain 2 wood'}\n",
        ),
        player(
            "choose k in 1..2",
            "resources: {coin: {}, wood: {}}\nfree:\n"
            "  sell: {window: my decisions, do: 'pay 1 wood; gain 1 coin'}\n"
            "  buy: {window: my decisions, do: 'pay 3 coin; gain 2 wood'}\n",
        ),
    ),
]
