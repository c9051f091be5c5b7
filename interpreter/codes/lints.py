"""L6xx: hints about a sound ruleset."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.examples import COIN, GAME, flow, player

_HUTS = (
    "effects:\n  hut:\n    attributes: {cost: int, points: int, size: int}\n    kinds:\n"
    "      inn: {cost: 1, points: 2, size: 3}\n"
)
_ALL_HUTS = "repeat sum(h.cost + h.points + h.size for h in hut) times { end game }"
_BAG = "zones: {bag: {pieces: tile}}\n"
_WORTH = "scoring: {categories: {money: {worth: p.coin}}}\n"
_DIG = "menus: {works: {}}\nactions:\n"


_CARDS = (
    "pieces:\n  card:  # <--\n    start: hand\n    per: playerWHILE\n    kinds:\n      duke:\n        abilities:\n"
    "          fee: after rest by owner { do pass }\n"
)
_PLAYED = (
    "zones:\n  hand: {pieces: card, per: player, seen_by: owner}\n  played: {pieces: card, per: player}\n"
    "procedures: {rest: {do: do pass}, pass: {do: ''}}\n"
)
_WALL = (
    "pieces:\n  card:\n    start: hand\n    per: player\n    kinds:\n      duke:\n        abilities:\n"
    "          fee: after rest WHO{ gain 1 coin }MARK\n"
)
_DECK = (
    "pieces:\n  card:\n    start: deck\n    attributes: {{two: int, cost: int}}\n    kinds:\n"
    + "".join(f"      c{n}: {{{{two: 1, cost: {n}}}}}\n" for n in range(1, 10))
    + "      c10: {{{last}}}  # <--\nzones: {{deck: {{pieces: card}}}}\n"
)
_RESTED = f"zones: {{hand: {{pieces: card, per: player}}}}\nprocedures: {{rest: {{do: ''}}}}\n{COIN}{_WORTH}"
_DUG = (
    "procedures:\n  round: {do: 'each of players does { my dug += 1 }'}\n"
    "state: {player: {dug: {type: int, resets: round}}}\n"
)
_REST = player("choose {\n  REST\n  toil { gain 1 coin }\n  sing { gain 2 coin }\n}", COIN + _WORTH)


def _visited(text: str, more: str = "") -> str:
    return player(
        text,
        f"{COIN}{_WORTH}"
        "pieces:\n  tile: {attributes: {cost: int}, start: deck, kinds: {hill: {copies: 9, cost: 2}}}\n"
        "zones:\n  deck: {pieces: tile, deck: true, seen_by: nobody}\n  town: {pieces: tile, row: 3, from: deck}\n"
        + more,
    )


def _patched(group: str) -> str:
    return (
        f"# file: modules/more/module.yaml\nmodule: {{id: more}}\nresources: {{patch: {{wood: {{{group}}}}}}}  # <--\n"
        "# file: ruleset.yaml\n"
        + player(
            "gain 1 wood, 1 clay, 1 silk, 1 lace\nlose 1 good",
            "resources: {wood: {group: good}, clay: {group: good}, silk: {group: gift}, lace: {group: gift}}\n"
            "scoring: {categories: {all: {worth: p.good + p.gift}}}\n",
        )
    )


_SHEDS = (
    "pieces:\n  shed:\n    start: town\n    per: player\n    attributes: {room: int}\n    kinds:\n"
    "      barn: {room: 4, abilities: {bread: 'after rest by owner { gain 1 coin }'}}\n"
    "      silo: {room: 6}\n      loft: {room: 2}\n"
)


_REPLACING = "# file: modules/more/module.yaml\nmodule: {{id: more}}\nrules:\n  rich: {rule}\n"
_PAID = "# file: ruleset.yaml\n" + player(
    "do rest", COIN + _WORTH + "tables: {fee: [3]}\nprocedures: {rest: {do: 'gain fee[1] coin'}}\n"
)
_GROWN = (
    "# file: modules/more/module.yaml\nmodule: {{id: more}}\nresources:\n  add:\n    tin: {{group: ware}}  # <--\n"
    "{more}"
)
_COUNTED = "# file: ruleset.yaml\n" + player(
    "for w in ware { gain 1 w }\ngain fee[count(w in ware if me[w] > 0) + 1] vp",
    "resources: {wood: {group: ware}, clay: {group: ware}, vp: {}}\ntables: {fee: [1, 2, 3]}\n"
    "scoring: {categories: {points: {worth: p.vp}}}\n",
)


def _taxed(settled: str = "") -> str:
    """An example with two modules that change what players have after a procedure."""
    return (
        "# file: modules/tax/module.yaml\nmodule: {id: tax}\nrules:\n"
        f"  take: 'after rest {{ gain my coin coin }}'  # <--\n{settled}"
        "# file: modules/gift/module.yaml\nmodule: {id: gift}\nrules: {give: 'after rest { gain 1 coin }'}\n"
        "# file: modules/zeal/module.yaml\nmodule: {id: zeal, needs: [gift, tax]}\n# file: ruleset.yaml\n"
        + player("do rest", COIN + _WORTH + "procedures: {rest: {do: gain 1 coin}}\n")
    )


def _changed(kind: str, names: str = "", *more: str) -> str:
    """A ruleset in which a module changes the kind `barn`. names: the line of its name. more: further files."""
    module = (
        "# file: modules/more/module.yaml\nmodule: {id: more}\npieces:\n  patch:\n    shed:\n      kinds:\n"
        f"        barn: {kind}\n"
    )
    texts = f"# file: texts/en.yaml\nnames:\n{names}  silo: Silo for 6\n  loft: Loft for 2\n" if names else ""
    rules = flow(
        "each of players does { do rest }\nend game",
        _RESTED.replace("hand: {pieces: card,", "town: {pieces: shed,")
        + _SHEDS
        + "hints: {rooms: 'sum(x.room for x in p.town)'}\n",
    )
    return "".join([module, texts, *more, "# file: ruleset.yaml\n", rules])


def _module(text: str) -> str:
    return (
        f"# file: modules/more/module.yaml\n{text}# file: modules/less/module.yaml\nmodule: {{id: less}}\n"
        f"# file: ruleset.yaml\n{flow('end game')}"
    )


_TAKE = player("choose n in 1..2\ngain n coin", COIN + _WORTH)

LINTS: list[Code] = [
    Code(
        "L601",
        "{what} `{name}` is declared and never used",
        "take it out, or name it where it belongs",
        "No text that can come to be carried out names it. Often the name was changed in one place and not in "
        "the other. "
        "A group counts as unused where one member alone names it and no text does.",
        flow("end game", "procedures:\n  harvest: {do: end game}  # <--\n"),
        flow("do harvest", "procedures:\n  harvest: {do: end game}\n"),
    ),
    Code(
        "L602",
        "the {group} in {language} lack `{name}`",
        "add the text, or take it out of the other languages",
        "Another language has a text for this id. Where one is missing, the bare id is shown. A module is asked for "
        "the languages of the ruleset and for its own; the ruleset is not asked for a language that only a module has, "
        "unless most of the ruleset's texts are there.",
        "# file: texts/en.yaml\nnames: {example: Example}  # <--\n# file: texts/ru.yaml\nnames: {}\n"
        f"# file: ruleset.yaml\n{flow('end game')}",
        "# file: texts/en.yaml\nnames: {example: Example}\n# file: texts/ru.yaml\nnames: {example: Пример}\n"
        f"# file: ruleset.yaml\n{flow('end game')}",
    ),
    Code(
        "L603",
        "`{name}` has a text and is nothing in this ruleset",
        "take the text out, or write the id as the rules do",
        "No id, label, face or name in the rules is written so. The text is never shown, and what it was meant for "
        "is shown by its bare id.",
        "# file: texts/en.yaml\nnames:\n  example: Example\n  exampel: Example  # <--\n"
        f"# file: ruleset.yaml\n{flow('end game')}",
        f"# file: texts/en.yaml\nnames:\n  example: Example\n# file: ruleset.yaml\n{flow('end game')}",
    ),
    Code(
        "L604",
        "`{name}` has no name in {language}",
        "add it under names",
        "Most of its like have one. Where one is missing, the bare id is shown; so in other languages than English "
        "phases, resources, tracks and lines of the score are always reported.",
        f"# file: ruleset.yaml\n{GAME}{_BAG}pieces:\n  tile:\n    kinds:\n"
        "      hill: {}\n      moor: {}\n      dune: {}\n      fell: {}  # <--\n"
        "phases: {game: {do: 'if bag is empty { end game }'}}\n"
        "# file: texts/en.yaml\nnames: {hill: hill, moor: moor, dune: dune}\n",
        f"# file: ruleset.yaml\n{GAME}{_BAG}"
        "pieces: {tile: {kinds: {hill: {}, moor: {}, dune: {}, fell: {}}}}\n"
        "phases: {game: {do: 'if bag is empty { end game }'}}\n"
        "# file: texts/en.yaml\nnames: {hill: hill, moor: moor, dune: dune, "
        "fell: fell}\n",
    ),
    Code(
        "L605",
        "`{name}` is paid or counted, and never gained",
        "gain it somewhere, or take it out",
        "No text gives it to anybody, and it is in no list, bag or attribute that could be gained.",
        player("may dig { pay 1 coin }", "resources: {coin: {}}  # <--\n"),
        player("gain 1 coin\nmay dig { pay 1 coin }", COIN),
    ),
    Code(
        "L606",
        "`{name}` is gained, and never paid, counted or looked at",
        "let it be worth something, or take it out",
        "Nothing in the game changes by having it: it scores nothing, pays for nothing and is asked for nowhere.",
        player("gain 1 coin", "resources: {coin: {}}  # <--\n"),
        player("gain 1 coin", COIN + "scoring: {categories: {money: {worth: p.coin}}}\n"),
    ),
    Code(
        "L607",
        "`{zone}` runs dry: {why}",
        "let a class of pieces start there, lay something there, or draw fewer",
        "A draw from an empty zone draws nothing. Reported are zones that nothing ever comes to, and those from "
        "which setup "
        "alone draws more than begins there.",
        player(
            "draw 1 from pile to my hand  # <--",
            "pieces: {card: {}}\nzones:\n  pile: {pieces: card, deck: true}\n  hand: {pieces: card, per: player}\n",
        ),
        player(
            "draw 1 from pile to my hand",
            "pieces: {card: {start: pile}}\nzones:\n"
            "  pile: {pieces: card, deck: true}\n  hand: {pieces: card, per: player}\n",
        ),
    ),
    Code(
        "L608",
        "nothing ever comes to the phase `{name}`",
        "run it with do where it belongs, or take it out",
        "The game begins with setup and the phase `game`; every other phase runs where some text says `do`.",
        "game: {id: example, players: [2]}\nphases:\n  game: {do: end game}\n  night: {do: end night}  # <--\n",
        "game: {id: example, players: [2]}\nphases:\n  game: {do: do night; end game}\n  night: {do: end night}\n",
    ),
    Code(
        "L609",
        "`{rule}` waits for `{event}`, which never happens",
        "let something do `{event}`, or hang the rule on another event",
        "The rule runs before, after or instead of something that no text ever comes to.",
        flow("end game", "procedures: {dig: {do: ''}}\nrules:\n  tired: after dig { end game }  # <--\n"),
        flow("do dig", "procedures:\n  dig: {do: ''}\nrules:\n  tired: after dig { end game }\n"),
    ),
    Code(
        "L610",
        "`{name}` hides another `{name}` of this text",
        "give one of them another name",
        "Inside, the name means the new thing; outside, the old one. That is legal, and seldom what was meant.",
        flow("let n = 1\nfor n in 1..2 { end loop }  # <--"),
        flow("let n = 1\nfor k in 1..2 { end loop }"),
    ),
    Code(
        "L611",
        "nothing in this loop changes `{measure}`",
        "change in the loop what ends it, or say how many times it runs",
        "A loop `while … falls` goes on as long as its measure falls, and `until` as long as its condition is false. "
        "Here the body names nothing of what they look at, so the loop runs once, or to its bound.",
        player(
            "repeat while size(players) falls { gain 1 coin }  # <--".replace("size(players)", "my joy"),
            "resources: {coin: {}, joy: {}}\nscoring: {categories: {all: {worth: p.coin}}}\n"
            "setup: {do: 'for p in players { p does { gain 2 joy } }'}\n",
        ),
        player(
            "repeat while my joy falls { pay 1 joy; gain 1 coin }".replace("pay", "lose"),
            "resources: {coin: {}, joy: {}}\nscoring: {categories: {all: {worth: p.coin}}}\n"
            "setup: {do: 'for p in players { p does { gain 2 joy } }'}\n",
        ),
    ),
    Code(
        "L612",
        "`{name}` is never offered: {why}",
        "make it possible, or take it out",
        "An option is offered only where it can be carried out to its end. This one never can, whatever happens.",
        player(
            "do one of works",
            _DIG + "  dig: {menu: works, do: pay 5 coin}  # <--\n  rest: {menu: works, do: gain 1 coin}\n"
            "resources: {coin: {limit: 3}}\n",
        ),
        player(
            "do one of works",
            _DIG + "  dig: {menu: works, do: pay 2 coin}\n  rest: {menu: works, do: gain 1 coin}\n"
            "resources: {coin: {limit: 3}}\n",
        ),
    ),
    Code(
        "L614",
        "`{word}` does not say how sure this is",
        "write rulebook, public, reconstructed or own; or parts, each followed by one of these words",
        "The provenance of a kind says where its facts come from, so that an owner of the real game can see "
        "what to check.",
        flow(
            "if bag is empty { end game }",
            _BAG + "pieces:\n  tile:\n    kinds:\n      hill: {provenance: rulebok}  # <--\n",
        ),
        flow(
            "if bag is empty { end game }",
            _BAG + "pieces:\n  tile:\n    kinds:\n      hill: {provenance: rulebook}\n",
        ),
    ),
    Code(
        "L615",
        "the table `{table}` has no entry for {missing} of `{group}`",
        "add it, in a module with tables: patch; where it never counts, write 0",
        "A formula that reads the table with every member of the group stops the game at the one that is missing. Told "
        "are tables that lack a few, and those that lack any since a module wrote them anew or added members.",
        flow(
            "end game",
            "resources: {tea: {group: crop}, oats: {group: crop}, rye: {group: crop}}\n"
            "tables: {price: {tea: 3, oats: 1}}  # <--\n"
            "scoring: {categories: {crops: {worth: 'sum(p[g] * price[g] for g in crop if p[g] > 0)'}}}\n",
        ),
        flow(
            "end game",
            "resources: {tea: {group: crop}, oats: {group: crop}, rye: {group: crop}}\n"
            "tables: {price: {tea: 3, oats: 1, rye: 2}}\n"
            "scoring: {categories: {crops: {worth: 'sum(p[g] * price[g] for g in crop if p[g] > 0)'}}}\n",
        ),
    ),
    Code(
        "L616",
        "`{name}` is a new kind of `{cls}`, of which little is said",
        "to change the kind that is there, write its name; for a new one give all its attributes",
        "A patch that names a kind which is not there makes a new one.",
        flow(_ALL_HUTS, _HUTS + "      innn: {cost: 3}  # <--\n"),
        flow(_ALL_HUTS, _HUTS),
    ),
    Code(
        "L617",
        "the pieces of `{name}` can lie nowhere",
        "give the class a start, and a zone, board or space with pieces: {name}",
        "Pieces lie in zones, on boards or on spaces. Without one that takes them they are not in the game.",
        flow("end game", "pieces:\n  tile:  # <--\n    kinds: {hill: {copies: 2}}\n"),
        flow(
            "end game",
            "pieces:\n  tile:\n    start: bag\n    kinds: {hill: {copies: 2}}\nzones: {bag: {pieces: tile}}\n",
        ),
    ),
    Code(
        "L618",
        "no {lint} speaks of `{name}`, so nothing is to be allowed",
        "take it out of `allow`, or write the name as the message of the lint does",
        "The section `allow` names lints that are meant to be left. This one is no longer reported, or the code or the "
        "name is another one. With modules chosen, only what those modules allow is looked at.",
        flow("do harvest", "procedures:\n  harvest: {do: end game}\n")
        + "allow:\n  later: {lint: L601, names: harvest, reason: a module uses it}  # <--\n",
        flow("end game", "procedures:\n  harvest: {do: end game}\n")
        + "allow:\n  later: {lint: L601, names: harvest, reason: a module uses it}\n",
    ),
    Code(
        "L619",
        "`{name}` is one of {count} numbers",
        "bound it by what there is, or choose a digit at a time",
        "Every option is listed and, by bots, tried: a decision among so many takes long, and nobody reads its list.",
        player("choose n in 1..5000  # <--\ngain n coin", COIN + _WORTH),
        player("choose n in 1..50\ngain n coin", COIN + _WORTH),
    ),
    Code(
        "L620",
        "`{rule}` has no effect: `{other}` always overrides it",
        "give `{other}` an `if`, let it `do original`, change their `order`, or take one out",
        "Of several `modify … to` the last whose condition holds counts; of several `instead of` the first, which the "
        "others come into only where it does the original. One that holds wherever the other does hides it.",
        player(
            "gain price coin",
            COIN + _WORTH + "values: {price: {is: 1}}\n"
            "rules:\n  cheap: modify price to 2  # <--\n  dear: modify price to 3\n",
        ),
        player(
            "gain price coin",
            COIN + _WORTH + "values: {price: {is: 1}}\n"
            "rules:\n  cheap: modify price to 2\n  dear: modify price to 3 if size(players) > 2\n",
        ),
    ),
    Code(
        "L621",
        "nothing looks for a text of `{name}` under {group}",
        "write the id that the table of texts in the language reference gives for this group, or take the text out",
        "The id is a word of the ruleset, but no question (prompts), option (actions), refusal (refusals), event (log) "
        "or part of the rulebook (rulebook) is found by it, so the text is never shown. A question is found by the "
        "label, menu or action that asks, or by the list that a pick makes; the name in `choose x in` is none of them. "
        "An option may also be named by its whole key, such as `taken wood`.",
        f"# file: texts/en.yaml\nprompts:\n  n: How many?  # <--\n# file: ruleset.yaml\n{_TAKE}",
        f"# file: texts/en.yaml\nprompts:\n  game: How many?\n# file: ruleset.yaml\n{_TAKE}",
    ),
    Code(
        "L622",
        "the text of `{name}` has a place {place} for nothing that is there",
        "what can be used there: {known}",
        "The text of an option can use the names of what is chosen in that very decision: `{n}` for `choose n in`, "
        "`{x}` for each thing of a pick, and after a dot its attributes and the values of it that read nothing hidden "
        "and ask for nothing possible; in the log also `{me}` and parameters; in a question parameters and what is "
        "named before it; in a refusal `{need}` and `{have}`; in all other texts nothing. A text with another place is "
        "passed over, or shown with its braces.",
        f"# file: texts/en.yaml\nactions:\n  game: Take {{k}}  # <--\n# file: ruleset.yaml\n{_TAKE}",
        f"# file: texts/en.yaml\nactions:\n  game: Take {{n}}\n# file: ruleset.yaml\n{_TAKE}",
    ),
    Code(
        "L623",
        "there is no module `{name}`, of which `{module}` speaks",
        "write the name of its folder",
        "A module may exclude another one, or have sections `with` it, that lies elsewhere. It is looked for among the "
        "modules of the ruleset, beside the module that names it, and among those chosen; a misspelt name is never "
        "met.",
        _module("module: {id: more, excludes: [lses]}  # <--\n"),
        _module("module: {id: more, excludes: [less]}\n"),
    ),
    Code(
        "L624",
        "`{comparison}` {how} holds",
        "correct the number, the name or the sign; a test that is meant to be open for a module can be allowed",
        "A count is never below 0, a variable never beyond the ends of its type, and no kind has a value that none of "
        "them gives. What options or the number of players decide is not reported.",
        player("if my coin >= 0 { gain 1 coin }  # <--", COIN + _WORTH),
        player("if my coin > 0 { gain 1 coin }", COIN + _WORTH),
    ),
    Code(
        "L641",
        "`{read}` may read number {index}, and there are only {has}{when}",
        "give it what is missing, or test the number before; a list counts from 1",
        "The type of a variable, or the range of a loop, lets the number go so far. In phase text the game would stop "
        "there, and an option that reads it is not offered. A number that an earlier test has looked at is not "
        "reported.",
        flow(
            "repeat 3 times { each of players does { gain more[step] coin }; step += 1 }  # <--\nend game",
            "tables: {more: [4, 3]}\nstate: {game: {step: {type: 1..3, start: '1'}}}\n" + COIN + _WORTH,
        ),
        flow(
            "repeat 3 times { each of players does { gain more[step] coin }; step += 1 }\nend game",
            "tables: {more: [4, 3, 3]}\nstate: {game: {step: {type: 1..3, start: '1'}}}\n" + COIN + _WORTH,
        ),
    ),
    Code(
        "L642",
        "`{kind}` does not give `{name}`, as all {others} others of the class `{cls}` do",
        "write it, 0 or none too where that is meant; with `needed: [{name}]` at the class it cannot be forgotten",
        "A number that a kind leaves out is 0, a bag is empty, and a cost of 0 is free.",
        flow("repeat sum(c.two + c.cost for c in deck) times { end game }", _DECK.format(last="two: 2")),
        flow(
            "repeat sum(c.two + c.cost for c in deck) times { end game }",
            _DECK.format(last="two: 2, cost: 0").replace("  # <--", ""),
        ),
    ),
    Code(
        "L643",
        "`{name}` is set, and never read",
        "read it where it matters, show it (show: values, texts), or take it out",
        "What is only written changes nothing in the game. Often another name is read by mistake.",
        flow(
            "each of players does { gain 1 coin; my done = true }\nend game",
            "state:\n  player:\n    done: bool  # <--\n" + COIN + _WORTH,
        ),
        flow(
            "each of players does { gain 1 coin; if not my done { my done = true } }\nend game",
            "state:\n  player:\n    done: bool\n" + COIN + _WORTH,
        ),
    ),
    Code(
        "L625",
        "abilities of `{cls}` work in `{zone}` too, where not all see them",
        "write active_while, such as `active_while: self.place is owner.{other}`; or `self.place is owner.{zone}`, or "
        "both, where that is meant",
        "Without active_while, the abilities, actions and free actions of a piece work in every place that belongs "
        "to a "
        "player, in a hand as well as on the table. An ability that itself looks at `self.place` is not reported.",
        flow(
            "each of players does { if my played is empty { do rest } }; end game",
            _CARDS.replace("WHILE", "") + _PLAYED,
        ),
        flow(
            "each of players does { if my played is empty { do rest } }; end game",
            _CARDS.replace("WHILE", "\n    active_while: self.place is owner.played") + _PLAYED,
        ),
    ),
    Code(
        "L626",
        "`{rule}` works for everybody who comes to `{event}`, whoever has the piece",
        "write `by owner`, or `owner` as a pattern; for a rule for all, move it under `rules`",
        "An ability runs for each piece that somebody has. One that names neither owner nor self gives the same to "
        "everybody, as often as there are such pieces with players.",
        flow(
            "each of players does { do rest }; end game", _WALL.replace("WHO", "").replace("MARK", "  # <--") + _RESTED
        ),
        flow(
            "each of players does { do rest }; end game",
            _WALL.replace("WHO", "by owner ").replace("MARK", "") + _RESTED,
        ),
    ),
    Code(
        "L627",
        "`{score}` counts `{name}`, which the end of `{period}` has always set back by then",
        "leave `resets` out, or add up in another variable what is to be scored",
        "The game ends after the last of these periods, and nothing sets the variable after it: it has its first "
        "value "
        "whenever the score is counted.",
        flow(
            "do round; end game",
            _DUG + "scoring:\n  categories:\n    holes: {worth: p.dug}  # <--\n",
        ),
        flow(
            "do round; end game",
            _DUG.replace("{type: int, resets: round}", "int") + "scoring:\n  categories:\n    holes: {worth: p.dug}\n",
        ),
    ),
    Code(
        "L628",
        "the label `{name}` is the id of an action too, which this block does not carry out",
        "give the label another name",
        "Texts of options are found by the label or the id of the action: both would read alike, and a player would "
        "take "
        "one for the other.",
        player(
            "do one of works\nmay dig { gain 2 coin }  # <--",
            _DIG + "  dig: {menu: works, do: gain 1 coin}\n" + COIN + _WORTH,
        ),
        player(
            "do one of works\nmay find { gain 2 coin }",
            _DIG + "  dig: {menu: works, do: gain 1 coin}\n" + COIN + _WORTH,
        ),
    ),
    Code(
        "L629",
        "the label `{name}` has no text under actions in {language}, and all others of this choice have one",
        "add it, or write the label as the texts do",
        "An option without a text is shown by its bare label.",
        f"# file: ruleset.yaml\n{_REST.replace('REST', 'rest {}  # <--')}# file: texts/en.yaml\n"
        "actions: {toil: Earn a coin, sing: Sing}\n",
        f"# file: ruleset.yaml\n{_REST.replace('REST', 'rest {}')}# file: texts/en.yaml\n"
        "actions: {rest: Rest, toil: Earn a coin, sing: Sing}\n",
    ),
    Code(
        "L630",
        "`{name}` is no `{group}` any more since `{module}`",
        "name its old groups too, as in group: [{group}, …]; or allow it where that is meant",
        "`group` is one field: what a patch writes replaces what was there, and all that speaks of the old "
        "group passes the thing over.",
        _patched("group: gift"),
        _patched("group: [good, gift]"),
    ),
    Code(
        "L631",
        "`{name}` is a second ability of `{of}` beside `{other}`, and both count",
        "to change `{other}`, write its name; where both are meant, allow it",
        "A patch that names an ability which is not there adds one, and the old one stays. Told are those that are "
        "called nearly as the old one and hang on the same, and those that have the same head: whatever happens, both "
        "count.",
        _changed("{abilities: {breat: 'after rest by owner { gain 2 coin }'}}  # <--"),
        _changed("{abilities: {bread: 'after rest by owner { gain 2 coin }'}}"),
    ),
    Code(
        "L632",
        "the text of `{name}` still says {number}, which was its `{attribute}`",
        "give it a new text in the module",
        "A module has changed the number, and the words of the ruleset stay. Told where the texts of all kinds of a "
        "class, three at least, state this number of theirs: else a text may hold it by chance.",
        _changed("{room: 5}  # <--", "  barn: Barn for 4\n"),
        _changed(
            "{room: 5}", "  barn: Barn for 4\n", "# file: modules/more/texts/en.yaml\nnames: {barn: Barn for 5}\n"
        ),
    ),
    Code(
        "L633",
        "this is left out, too, where there is no `{name}` to choose",
        "write the choice with all that belongs to it as a procedure of its own, or put this before it",
        "A `choose` in phase text that has nothing to offer ends its innermost braces, or the text of its procedure, "
        "and what comes after it does not happen. Reported are refills and what is written for all players, if they do "
        "not use what is chosen.",
        _visited("gain 1 coin\nchoose t in town if t.cost <= my coin\nmove t to box\nrefill town  # <--"),
        _visited(
            "gain 1 coin\ndo visit\nrefill town",
            "procedures:\n  visit:\n    do: |\n      choose t in town if t.cost <= my coin\n      move t to box\n",
        ),
    ),
    Code(
        "L634",
        "`{rule}` does this for who acts in `{event}`, who may be another than the owner of the piece",
        "write `owner does {{ … }}` around it, or `by owner` in the head; where who acts is meant, `me does {{ … }}`",
        "In a rule `me`, and whoever pays, gains or chooses, is who acts in the event, also in an ability of somebody "
        "else's piece. An ability is reported if it says neither `by owner` nor `owner does`.",
        flow(
            "each of players does { do rest }; end game",
            _WALL.replace("WHO", "by any p if p is not owner ").replace("MARK", "  # <--") + _RESTED,
        ),
        flow(
            "each of players does { do rest }; end game",
            _WALL.replace("WHO{ gain 1 coin }MARK", "by any p if p is not owner { owner does { gain 1 coin } }")
            + _RESTED,
        ),
    ),
    Code(
        "L636",
        "`{first}` and `{second}` of two modules do not commute on `{event}`; nothing says which runs first",
        "give them an `order`, let one module need the other, or say it in {settled}",
        "One of the two changes what the other reads, pays or sets, so it matters which comes first; or both set or "
        "replace the same, each under a condition, and it cannot be proved that the conditions never hold "
        "together. The "
        "order is the same whatever the modules are called, but nobody has chosen it.",
        _taxed(),
        _taxed("with: {gift: {rules: {patch: {give: {order: 1}}}}}\n"),
    ),
    Code(
        "L637",
        "`{rule}` takes the place of all that has read {names}, in `{event}`",
        "read it in the rule too, let the rule `do original`, or take out what nobody reads; if it is meant, allow it",
        "A module that replaces a procedure or sets a value leaves the tables and attributes that only the old text "
        "has read. Who changes their numbers later changes nothing.",
        _REPLACING.format(rule="'instead of rest { gain 2 coin }'  # <--") + _PAID,
        _REPLACING.format(rule="'instead of rest { gain fee[1] + 1 coin }'") + _PAID,
    ),
    Code(
        "L638",
        "with {names} of the module `{module}` the index of `{table}` can be {most}, and it ends at {end}",
        "patch the table too: an entry for each number up to {most}",
        "The index is a count of things to which the module has added some. A rule that looks the table up beyond its "
        "end stops the game, often only in scoring.",
        _GROWN.format(more="") + _COUNTED,
        _GROWN.format(more="tables: {replace: {fee: [1, 2, 3, 4]}}\n") + _COUNTED,
    ),
]
