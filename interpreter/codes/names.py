"""E3xx: names and types."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.examples import COIN, GOODS, PACE, TILES, TWO, flow, player

NAMES: list[Code] = [
    # ---- names and types
    Code(
        "E301",
        "nothing is called `{name}` here",
        "declare it, or give it a name with let, choose or given",
        "A name is looked up among the names made in the text so far, then among everything the ruleset "
        "declares. A name made "
        "inside braces is known only there.",
        player("gain 1 coi  # <--", COIN),
        player("gain 1 coin", COIN),
    ),
    Code(
        "E302",
        "{type} has no `{name}`",
        "",
        "What can follow a dot: counts of resources, attributes, variables, a player's own zones, values with one "
        "parameter, and "
        "a few words such as next, owner, kind or free, each where it makes sense.",
        flow("let n = players[1].hat  # <--", COIN),
        flow("let n = players[1].coin", COIN),
    ),
    Code(
        "E303",
        "{wanted} is needed here, and this is {found}",
        "",
        "Numbers, truths, players, resources, pieces, places and lists never substitute for one another.",
        player("gain players coin  # <--", COIN),
        player("gain size(players) coin", COIN),
    ),
    Code(
        "E304",
        "arguments needed: {wanted}; given: {found}",
        "give one for each parameter, by place or by name, and none twice",
        "Parameters have no default values, so a call gives each of them exactly once.",
        flow("do pass_on(players[1], 2)  # <--", "procedures: {pass_on: {given: {p: player}, do: ''}}\n"),
        flow("do pass_on(players[1])", "procedures: {pass_on: {given: {p: player}, do: ''}}\n"),
    ),
    Code(
        "E305",
        "nobody acts here",
        "{hint}",
        "me, my, others, gains and choices belong to a player who acts. In the setup, in the phase `game` and "
        "in whenever "
        "nobody acts until the text says who.",
        flow("gain 1 coin  # <--", COIN),
        flow("each of players does { gain 1 coin }", COIN),
    ),
    Code(
        "E306",
        "this cannot be changed by an assignment",
        "counts change by gain, lose, pay, take and move; pieces by move; what is computed, by what it is "
        "computed from",
        "Only variables, faces and local names are assigned. Counters never appear or vanish but go from one "
        "holder to another.",
        player("my coin = 3  # <--", COIN),
        player("gain 3 coin", COIN),
    ),
    Code(
        "E307",
        "{type} has no entries to read with [ ]",
        "{hint}",
        "Lists, tables, zones and variables with `per` have entries; holders have one count for each resource.",
        flow("let n = size(players)\nlet first = n[1]  # <--"),
        flow("let first = players[1]"),
    ),
    Code(
        "E308",
        "only a name can be called",
        "",
        "Values and the functions of the language are called by their names; nothing else takes arguments in "
        "parentheses.",
        flow("let n = players[1](2)  # <--"),
        flow("let n = players[1]"),
    ),
    Code(
        "E309",
        "`{name}` already means something in the whole ruleset",
        "give this local name another one",
        "Everything an expression can name shares one set of names, so that no text changes its meaning with "
        "its place.",
        flow("let coin = 2  # <--", COIN),
        flow("let coins = 2", COIN),
    ),
    Code(
        "E310",
        "{holder} holds no `{name}`",
        "add the holder under held_by of the resource, or under holds of the piece class",
        "Each resource says who can hold it. Players do unless held_by leaves them out.",
        player("may put { move 1 coin from me to chest }  # <--", "resources: {coin: {}}\nzones: {chest: {}}\n"),
        player(
            "may put { move 1 coin from me to chest }",
            "resources: {coin: {held_by: [player, chest]}}\nzones: {chest: {}}\n",
        ),
    ),
    Code(
        "E311",
        "the supply of `{name}` is unlimited, so it has no count",
        "give the resource a supply, or write the number that is meant",
        "Where a supply never runs out, nothing counts what is left of it.",
        player("gain all coin  # <--", "resources: {coin: {}}\n"),
        player("gain all coin", "resources: {coin: {supply: 5}}\n"),
    ),
    Code(
        "E312",
        "a resource is needed here, and this is {found}",
        "",
        "An amount is a number and a resource or group, such as 2 coin or n x.good.",
        player("gain 2 me  # <--", COIN),
        player("gain 2 coin", COIN),
    ),
    Code(
        "E313",
        "nothing called `{name}` happens in this ruleset",
        "name a procedure, phase or action",
        "Rules hang on procedures, phases and actions by name; so whatever has a name can be changed by a "
        "module, and nothing "
        "else.",
        flow("do harvest", "procedures: {harvest: {do: ''}}\nrules:\n  bonus: after harvst { end game }  # <--\n"),
        flow("do harvest", "procedures: {harvest: {do: ''}}\nrules:\n  bonus: after harvest { end game }\n"),
    ),
    Code(
        "E314",
        "each player has a `{name}`, so say whose",
        "write my {name} or p.{name}",
        "A zone or board with per: player is one place for each player.",
        flow("let n = size(hand)  # <--", "pieces: {card: {}}\nzones: {hand: {pieces: card, per: player}}\n"),
        flow("let n = size(players[1].hand)", "pieces: {card: {}}\nzones: {hand: {pieces: card, per: player}}\n"),
    ),
    Code(
        "E315",
        "`{name}` is no period",
        "name a phase, procedure or action",
        "Limits and resets last until a phase, procedure or action ends.",
        flow("do round", "state: {game: {n: {type: int, resets: rond}}}  # <--\nprocedures: {round: {do: n += 1}}\n"),
        flow("do round", "state: {game: {n: {type: int, resets: round}}}\nprocedures: {round: {do: n += 1}}\n"),
    ),
    Code(
        "E317",
        "{type} is no list",
        "{hint}",
        "Binders run over lists: players, a group, the pieces of a class, a zone, an interval such as 1..n, or [a, b].",
        flow("for n in 3 { end loop }  # <--"),
        flow("for n in 1..3 { end loop }"),
    ),
    Code(
        "E319",
        "`{name}` is no {type}",
        "",
        "Faces and values of options have meaning only where they are compared, so they are looked up there.",
        flow("if option.pace is quik { end game }  # <--").replace("[2]", PACE),
        flow("if option.pace is quick { end game }").replace("[2]", PACE),
    ),
    Code(
        "E320",
        "values are computed from each other in a circle: {cycle}",
        "keep one of them in a variable that a loop works out (`repeat n times {{ … }}`), walk from place to place "
        "with `reachable(…)`, or state it without the others",
        "A value is a formula, not a procedure; a circle of formulas has no result.",
        flow("end game", "values:\n  a: {is: b + 1}\n  b: {is: a + 1}  # <--\n"),
        flow("end game", "values:\n  a: {is: b + 1}\n  b: {is: '1'}\n"),
    ),
    Code(
        "E321",
        "there is no loop here to end",
        "",
        "end loop leaves the innermost for, repeat or each of around it in the same text. A procedure cannot "
        "end a loop of its "
        "caller.",
        flow("if size(players) > 1 { end loop }  # <--"),
        flow("for p in players { if p.seat > 1 { end loop } }"),
    ),
    Code(
        "E322",
        "`{name}` is no ending",
        "declare it under endings",
        "end game alone is the ending `normal`, where the highest score wins.",
        flow("end game as doom  # <--"),
        flow("end game as doom", "endings: {doom: {winners: '[players[1]]'}}\n"),
    ),
    Code(
        "E323",
        "`{name}` is no phase",
        "write end loop, end game, or end and the name of a phase",
        "Only a phase that is running can be ended by its name. A procedure ends where its text ends.",
        flow("do tidy", "procedures: {tidy: {do: 'end tidy'}}  # <--\n"),
        flow("do tidy", "procedures: {tidy: {do: 'end game'}}\n"),
    ),
    Code(
        "E324",
        "this version cannot play {what}",
        "state the rule with other means",
        "The language has it, and rulesets that need it are read, but nothing carries it out yet.",
        player("reveal bag.top  # <--", TILES),
        player("draw 1 from bag as t", TILES),
    ),
    Code(
        "E325",
        "there is no `{name}` here",
        "self and here are known in abilities, actions and the do of pieces; owner also in the limit of a resource",
        "These words name the piece whose text this is and the player it belongs to.",
        flow("let p = owner  # <--"),
        flow("let p = players[1]"),
    ),
    Code(
        "E326",
        "`{name}` has one entry for each of several things, so say which",
        "write {name}[…]",
        "A variable of a type with `per` is a row of entries and has no value as a whole.",
        flow("let n = price  # <--", GOODS + "state: {game: {price: int per good}}\n"),
        flow("let n = price[wood]", GOODS + "state: {game: {price: int per good}}\n"),
    ),
    Code(
        "E327",
        "there is one `{name}` for all, not one for each player",
        "write {name} alone, or add per: player to it",
        "Only what is declared per player can follow a player and a dot.",
        flow("let n = size(players[1].bag)  # <--", TILES),
        flow("let n = size(bag)", TILES),
    ),
    Code(
        "E328",
        "`{name}` is carried out with do and has no value",
        "make it a value, or write do {name} as a statement",
        "Expressions only look. What changes the table is a statement, so that reading a formula twice is harmless.",
        flow("let n = harvest()  # <--", "procedures: {harvest: {do: ''}}\n"),
        flow("let n = harvest()", "values: {harvest: {is: '2'}}\n"),
    ),
    Code(
        "E329",
        "possible(…) takes the name of an action",
        "",
        "possible(a) says whether the player who acts could carry out the action a now. It is not defined for "
        "anything else.",
        player(
            "if possible(round) { end game }  # <--",
            "actions: {cheer: {do: end game}}\nprocedures: {round: {do: ''}}\n",
        ),
        player("if possible(cheer) { end game }", "actions: {cheer: {do: end game}}\n"),
    ),
    Code(
        "E330",
        "`{name}` is not written so",
        "count, any and those take x in s if c; sum, min, max and all take e for x in s if c; only those takes "
        "with most",
        "The functions that run over a list differ in what they need of each element: a test only, or a number "
        "or truth.",
        flow("let n = sum(p in players)  # <--"),
        flow("let n = sum(p.seat for p in players)"),
    ),
    Code(
        "E331",
        "an amount is nothing that can be compared",
        "leave out the number",
        "is in compares one thing with each element of a list.",
        flow("for g in good { if g is in [2 wood] { end game } }  # <--", GOODS),
        flow("for g in good { if g is in [wood] { end game } }", GOODS),
    ),
    Code(
        "E332",
        "this is {found}, which cannot be moved or paid",
        "{hint}",
        "Counters go by amounts, pieces one by one or as a list.",
        player("gain 3  # <--", COIN),
        player("gain 3 coin", COIN),
    ),
    Code(
        "E333",
        "nobody acts here, so say where the counters come from",
        "write from supply, from a place, or from p",
        "Without from, counters come from the one who acts.",
        flow("move 1 coin to chest  # <--", "resources: {coin: {held_by: [player, chest]}}\nzones: {chest: {}}\n"),
        flow("move 1 coin from supply to chest", "resources: {coin: {held_by: [player, chest]}}\nzones: {chest: {}}\n"),
    ),
    Code(
        "E334",
        "counters cannot lie at {found}",
        "name a player, the supply, a zone or a piece",
        "Counters lie at players, in the supply, in zones and on pieces.",
        player("may put { move 1 coin from me to 3 }  # <--", "resources: {coin: {}}\n"),
        player("may put { move 1 coin from me to supply }", "resources: {coin: {}}\n"),
    ),
    Code(
        "E335",
        "say which `{group}` moves",
        "move all {group}, move one named resource, or let the player pick with pay, lose, take or gain",
        "A move takes exactly what it names, so nobody is asked.",
        player("may put { move 2 good from me to supply }  # <--", GOODS),
        player("may put { pay 2 good }", GOODS),
    ),
    Code(
        "E336",
        "{piece} does not go where `{place}` pieces lie",
        "",
        "A zone or board holds the pieces of one class.",
        flow(
            "for t in bag { move t to hand }  # <--",
            "pieces: {tile: {}, card: {}}\nzones: {bag: {pieces: tile}, hand: {pieces: card}}\n",
        ),
        flow(
            "for t in bag { move t to hand }",
            "pieces: {tile: {}, card: {}}\nzones: {bag: {pieces: tile}, hand: {pieces: tile}}\n",
        ),
    ),
    Code(
        "E337",
        "only a row that says where its pieces come from is refilled",
        "give the zone row and from",
        "refill draws until the row has its number of pieces again, so both must be declared.",
        flow("refill bag  # <--", TILES),
        flow("refill shop", TILES + "  shop: {pieces: tile, row: 2, from: bag}\n"),
    ),
    Code(
        "E338",
        "with most and with least need a single binder",
        "make two choices of it",
        "With several binders it would not be clear which of them are compared.",
        player("choose p in players with most p.coin, g in good  # <--", GOODS.replace("}}", "}, coin: {}}")),
        player("choose p in players with most p.coin\nchoose g in good", GOODS.replace("}}", "}, coin: {}}")),
    ),
    Code(
        "E339",
        "two branches are called `{label}`",
        "give each branch a label of its own",
        "The label is the key of the branch in logs.",
        player("choose {\n  stay {}\n  stay { end game }  # <--\n}"),
        player("choose {\n  stay {}\n  leave { end game }\n}"),
    ),
    Code(
        "E340",
        "the menu must be named here",
        "write do one of and the name of a menu",
        "Which actions are offered is settled when the ruleset is read; a menu in a variable is not.",
        player(
            "do one of open  # <--",
            "state: {game: {open: menu}}\nmenus: {main: {}}\nactions: {cheer: {menu: main, do: end game}}\n",
        ),
        player("do one of main", "menus: {main: {}}\nactions: {cheer: {menu: main, do: end game}}\n"),
    ),
    Code(
        "E341",
        "distribute lays counters of one resource",
        "write distribute n coin among … or distribute all coin among …",
        "Pieces are moved one by one; of a group, distribute each resource in turn.",
        player("distribute all good among t in bag  # <--", GOODS.replace("9}", "9, held_by: [player, tile]}") + TILES),
        player("distribute all wood among t in bag", GOODS.replace("9}", "9, held_by: [player, tile]}") + TILES),
    ),
    Code(
        "E342",
        "split takes a number or up to a number",
        "",
        "A split without a highest number would have no end.",
        player("split at least 2 among p in players as share  # <--"),
        player("split 2 among p in players as share"),
    ),
    Code(
        "E343",
        "this cannot happen simultaneously",
        "only let, choose x in, choose N of and require are allowed here: note what is chosen, as in choose what in "
        "[fight, flee], and carry it out after the block",
        "A simultaneous block holds only let, choose x in, choose N of and require, as nothing may happen before all "
        "have chosen.",
        flow("simultaneously each of players does {\n  gain 1 coin  # <--\n}", COIN),
        flow(
            "simultaneously each of players does {\n  choose n in 0..2\n}\nfor p in players { p does { gain "
            "n[p] coin } }",
            COIN,
        ),
    ),
    Code(
        "E344",
        "{found} cannot be carried out",
        "do takes a procedure, phase or action, or a piece or kind that has a do",
        "do carries out a text that is declared under a name; a piece or kind has one only where its class or"
        " kind declares "
        "do.",
        flow("do players[1]  # <--"),
        flow("do round", "procedures: {round: {do: ''}}\n"),
    ),
    Code(
        "E345",
        "there is no original here for do original to carry out",
        "",
        "do original is allowed only in the body of an instead of rule, for what that rule replaces.",
        flow("do original  # <--"),
        flow(
            "do round",
            "procedures: {round: {do: ''}}\nrules:\n  twice: instead of round { do original; do original }\n",
        ),
    ),
    Code(
        "E346",
        "`{name}` needs somebody who acts, and nobody does here",
        "write p does {{ do {name} }} or each of players does {{ do {name} }}",
        "The text of what is called has me, my, a gain or a choice in it.",
        flow("do harvest  # <--", COIN + "procedures: {harvest: {do: gain 1 coin}}\n"),
        flow("each of players does { do harvest }", COIN + "procedures: {harvest: {do: gain 1 coin}}\n"),
    ),
    Code(
        "E368",
        "this needs somebody who acts, and nobody does at `{event}`",
        "say who: p does {{ … }}, each of players does {{ … }}, or owner does {{ … }} in an ability",
        "A rule that hangs on a phase or procedure acts for whoever acts there. In the text of a phase that is nobody, "
        "even though the phase asks players one after another. `once per …` counts for each player, so it needs one, "
        "too.",
        flow("do round", COIN + "procedures: {round: {do: ''}}\nrules:\n  gift: after round { gain 1 coin }  # <--\n"),
        flow(
            "do round",
            COIN + "procedures: {round: {do: ''}}\n"
            "rules:\n  gift: 'after round { each of players does { gain 1 coin } }'\n",
        ),
    ),
    Code(
        "E369",
        "nobody acts at `{event}`, so no rule on it can say by whom",
        "take `by` out and say who: owner does {{ … }} in an ability, p does {{ … }} elsewhere; or hang the rule on "
        "what "
        "players do",
        "`by` asks who acts in the event. In the text of a phase that is nobody, even though the phase asks players "
        "one "
        "after another.",
        flow(
            "do round",
            COIN + "procedures: {round: {do: ''}}\n"
            "rules:\n  gift: 'after round by players[1] { gain 1 coin }'  # <--\n",
        ),
        flow(
            "do round",
            COIN + "procedures: {round: {do: ''}}\nrules:\n  gift: 'after round { players[1] does { gain 1 coin } }'\n",
        ),
    ),
    Code(
        "E347",
        "`{text}` cannot be a type here",
        "",
        "Variables and parameters hold numbers, truths, players, resources, pieces, kinds, places, phases, "
        "menus and lists.",
        flow("end game", "state: {game: {outline: shape}}  # <--\n"),
        flow("end game", "state: {game: {outline: int}}\n"),
    ),
    Code(
        "E348",
        "`{name}` is a table, so say which entry",
        "write {name}[…], or give the table by: players",
        "Only a table by the number of players is read by its bare name.",
        player("gain price coin  # <--", COIN + "tables: {price: [2, 3]}\n"),
        player("gain price[1] coin", COIN + "tables: {price: [2, 3]}\n"),
    ),
    Code(
        "E350",
        "`{name}` is no fixed value",
        "write a number, true or false, or the name of a kind, resource, class, zone or phase",
        "Tables and attributes are written into the program, so they hold nothing that changes during a game.",
        player(
            "gain price[1] coin", COIN + "values: {base: {is: my coin + 1}}\ntables: {price: [base]}  # <--\n"
        ).replace("my coin + 1", "size(players) + 1"),
        player("gain price[1] coin", COIN + "tables: {price: [3]}\n"),
    ),
    Code(
        "E351",
        "`x in …` is no argument of a call",
        "write those(x in …) for a list",
        "Only count, any, those, sum, min, max and all run over a list.",
        flow("let n = twice(p in players)  # <--", "values: {twice: {given: {n: int}, is: n * 2}}\n"),
        flow("let n = twice(size(players))", "values: {twice: {given: {n: int}, is: n * 2}}\n"),
    ),
    Code(
        "E352",
        "`{name}` has parameters, which nobody gives it here",
        "choose them with choose, or call the action with do {name}(…)",
        "An action offered by a menu or as a free action is carried out as the player picks it; given is for "
        "calls by name.",
        player(
            "do one of main",
            "menus: {main: {}}\nactions:\n  cheer: {menu: main, given: {n: int}, do: end game}  # <--\n",
        ),
        player(
            "do one of main", "menus: {main: {}}\nactions:\n  cheer: {menu: main, choose: n in 1..2, do: end game}\n"
        ),
    ),
    Code(
        "E353",
        "there is no phase `game`",
        "write phases: {{game: {{do: …}}}}",
        "The flow of a game starts with the phase `game`, after the setup.",
        "game: {id: example, players: [2]}  # <--\n",
        flow("end game"),
    ),
    Code(
        "E354",
        "there is no value `{name}` to modify",
        "declare it under values, and read it where it counts",
        "Only values have modifiers. A number that rules may change is therefore a value, not a bare number in a text.",
        flow("end game", "values: {price: {is: '3'}}\nrules:\n  cheap: modify prize by -1  # <--\n"),
        flow("end game", "values: {price: {is: '3'}}\nrules:\n  cheap: modify price by -1\n"),
    ),
    Code(
        "E355",
        "there is no parameter `{name}`",
        "{known}",
        "Arguments and patterns can be given by place or by the names listed under given.",
        flow("do pass_on(q = players[1])  # <--", "procedures: {pass_on: {given: {p: player}, do: ''}}\n"),
        flow("do pass_on(p = players[1])", "procedures: {pass_on: {given: {p: player}, do: ''}}\n"),
    ),
    Code(
        "E356",
        "the key of `{name}` cannot be filled in: {problem}",
        'write names that the action chooses in braces, such as "ship {{g}} on {{s}}"',
        "A key is a text with the names of what was chosen, and nothing is computed in it.",
        player(
            "do one of main",
            "menus: {main: {}}\nactions:\n  cheer: {menu: main, choose: n in 1..2, key: 'cheer {m}', do: ''}  # <--\n",
        ),
        player(
            "do one of main",
            "menus: {main: {}}\nactions:\n  cheer: {menu: main, choose: n in 1..2, key: 'cheer {n}', do: ''}\n",
        ),
    ),
    Code(
        "E357",
        "the key of `{name}` does not show `{binder}`",
        "name every chosen thing in the key",
        "Two options would have the same key, and a log would not say which was taken.",
        player(
            "do one of main",
            "menus: {main: {}}\nactions:\n  cheer: {menu: main, choose: n in 1..2, key: cheer, do: ''}  # <--\n",
        ),
        player(
            "do one of main",
            "menus: {main: {}}\nactions:\n  cheer: {menu: main, choose: n in 1..2, key: 'cheer {n}', do: ''}\n",
        ),
    ),
    Code(
        "E359",
        "the phase `{name}` is never running here",
        "end a phase that calls this text, or write end loop",
        "Only a phase that is going on can be ended. Nothing that the phase does, triggers included, comes "
        "to this text.",
        flow("end round  # <--", "phases: {round: {do: ''}}\n").replace("phases: {round: {do: ''}}\nphases:", TWO),
        flow("do round", "phases: {round: {do: ''}}\n").replace("phases: {round: {do: ''}}\nphases:", TWO),
    ),
    Code(
        "E360",
        "roll throws pieces with more than one face, and this is {found}",
        "give the class faces, by name or as a number (faces: 6), and roll a piece of it or a list of them",
        "A roll lets chance choose which side shows. What has only one side cannot be rolled.",
        player("roll my coin  # <--", COIN),
        player(
            "for d in dice { roll d }",
            "zones: {dice: {pieces: die}}\npieces: {die: {faces: 6, start: dice, kinds: {white: {copies: 2}}}}\n",
        ),
    ),
    Code(
        "E361",
        "{verb} moves a marker on a track, and this is {found}",
        "write my marker[<track>], or p.marker[<track>] for another player",
        "Every player has one marker on each track. Counters and pieces are moved with move, gain and lose.",
        player("advance my coin  # <--", COIN),
        player("advance my marker[road] by 2", "tracks: {road: {steps: 5}}\n"),
    ),
    Code(
        "E362",
        "this wants cells of a grid, and this is {found}",
        "declare a class of spaces with grid and give cells of it",
        "Neighbours and placements are known for the cells of a grid only.",
        player("let z = around(me)  # <--"),
        player(
            "let z = around(field[1])",
            "spaces: {field: {grid: {columns: 3, rows: 2}}}\n",
        ),
    ),
    Code(
        "E363",
        "placements lays the shape of a piece or kind, and this is {found}",
        "give its class an attribute `shape: shape`, and give a piece or kind of it",
        "A shape is drawn as a list of texts in which # is a cell.",
        player(
            "let z = placements(me, field)  # <--",
            "spaces: {field: {grid: {columns: 3, rows: 2}}}\n",
        ),
        player(
            "let z = placements(long, field)",
            "spaces: {field: {grid: {columns: 3, rows: 2}}}\n"
            "pieces: {plank: {attributes: {shape: shape}, kinds: {long: {shape: ['##']}}}}\n",
        ),
    ),
    Code(
        "E364",
        "this wants a hex of a hex grid, and this is {found}",
        "declare a class of spaces with hexes and give one of its cells",
        "Directions are known for the cells of a hex grid: 1 is the north-east, then clockwise.",
        player("let z = neighbour(me, 1)  # <--"),
        player("let z = neighbour(field[1], 1)", "spaces: {field: {hexes: {rings: 1}}}\n"),
    ),
    Code(
        "E365",
        "reachable is not written so",
        "write reachable(list for x in start), with `if …` and a most number of steps after a comma, as you like",
        "It begins with the elements of start and goes on from each element x to those of the list.",
        player("let z = reachable(players)  # <--"),
        player("let z = reachable([p.next] for p in [me], 1)"),
    ),
    Code(
        "E366",
        "{name} is not written so",
        "write {form}, with `if …` after S or T as you like",
        "It takes a list, or a number, for each element of another list.",
        player("let z = union(players)  # <--"),
        player("let z = union([p.next, p] for p in others)"),
    ),
    Code(
        "E367",
        "nobody can hold {number} or fewer",
        "a limit is 0 or more; leave it out where there is none",
        "The limit is the most of a resource that a player may hold.",
        flow("end game", "resources: {coin: {limit: -1}}  # <--\n"),
        flow("end game", "resources: {coin: {limit: 1}}\n"),
    ),
    Code(
        "E370",
        "`{name}` runs over a list, and this is nothing but the list",
        "write `{form}`",
        "What runs over a list gives each element a name, and says what is counted, added or compared of it. With "
        "several numbers and no list, min and max give the least and the most of them.",
        flow("let n = max([1, 2])  # <--\nrepeat n times { end game }"),
        flow("let n = max(w for w in [1, 2])\nrepeat n times { end game }"),
    ),
    Code(
        "E371",
        "whether what is drawn fits on `{board}` shows only when it has been drawn",
        "draw it without `to`, then say what happens: `draw 1 from bag as t`, "
        "`if t is not none {{ if possible {{ move t to {board} }} }}`",
        "Pieces with shapes fit on a board or not, and a draw cannot choose among them. What becomes of one that does "
        "not fit is for the rules to say.",
        flow(
            "draw 1 from bag to raft  # <--",
            'pieces: {plank: {start: bag, attributes: {shape: shape}, kinds: {long: {shape: ["##"], copies: 3}}}}\n'
            "zones: {bag: {pieces: plank}}\n"
            "boards: {raft: {pieces: plank, arrange: free, grid: {columns: 3, rows: 1}}}\n",
        ),
        flow(
            "draw 1 from bag as t\nif t is not none { if possible { move t to raft } }",
            'pieces: {plank: {start: bag, attributes: {shape: shape}, kinds: {long: {shape: ["##"], copies: 3}}}}\n'
            "zones: {bag: {pieces: plank}}\n"
            "boards: {raft: {pieces: plank, arrange: free, grid: {columns: 3, rows: 1}}}\n",
        ),
    ),
]
