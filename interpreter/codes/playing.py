"""E5xx: player counts, options and games asked for; scenarios, logs and saves."""

from __future__ import annotations

from interpreter.codes.code import Code

SETTING_CODES: list[Code] = [
    Code(
        "E500",
        "{players} players are not allowed",
        "it is for {allowed}",
        "The ruleset lists the player counts it was written for under game: players. Tables and supplies have "
        "no numbers "
        "for any other count.",
    ),
    Code(
        "E501",
        "`{name}` is not an option of this ruleset",
        "its options are: {known}",
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
    Code(
        "E504",
        "the seat {seat} was played by the bot `{name}`, which no file may start",
        "if you know it: --bots {name}; or give the seat another bot, such as --bots greedy",
        "A save or log may come from a stranger. A bot from a module is code that runs when it is loaded, and a search "
        "may think for hours, so a file starts only bots that come with rulewright and decide soon.",
    ),
    Code(
        "E505",
        "the log names `{path}`, which lies neither in the folder of the log nor in this one",
        "if you know what is there: `rulewright replay LOG --trust {path}`, or `rulewright play … --with {path}`",
        "A log may come from a stranger, and what it names is read. So it may name rulesets and modules by their path "
        "only where it lies itself, where the command is run, or where the command line says.",
    ),
]
"""What a caller asks for that the ruleset does not have."""

_RULES = """# file: ruleset.yaml
game: {id: example, players: [2], seats: [a, b]}
resources:
  coin: {}
  wood: {group: good, supply: 9, held_by: [player, cart]}
  stone: {group: good}
pieces: {cart: {holds: [wood], limit: 2, start: yard, kinds: {red: {copies: 2}, blue: {}}}}
zones: {yard: {pieces: cart}, garage: {pieces: cart, per: player, limit: 1}}
state: {game: {starter: player, host: {type: player, start: 'players[1].next'}}}
phases:
  game: {do: 'each of players does { do one of work }; end game'}
  pay_day: {given: {first: player}, do: 'first does { may coins { gain 2 coin } }'}
  turn: {do: 'may coins { gain 2 coin }'}
  week: {do: 'repeat 5 times { each of players does { may coins { gain 2 coin } } }'}
  fair: {do: 'each of players.from(host) does { may coins { gain 2 coin } }'}
procedures:
  tidying: {do: 'starter = players[1]'}
  dealing: {do: 'for p in players { p does { may coins { gain 2 coin } } }'}
menus: {work: {}}
actions:
  chop: {menu: work, do: gain 2 wood}
  rest: {menu: work, do: gain 1 coin}
# file: scenarios/example.yaml
"""
"""The ruleset of the examples below; a scenario follows."""


_BOOK = _RULES.replace("# file: scen", "# file: rulebook/rules.yaml\nWork:\n  EX-1: You may chop wood.\n# file: scen")
"""The same with a rulebook."""


def _scenario(text: str, expect: str = "  expect: {over: false}\n") -> str:
    return f"{_RULES}- id: example\n  {text}\n{expect}"


SCENARIO_CODES: list[Code] = [
    Code(
        "E510",
        "`{name}` is no {what}",
        "use a name of the ruleset, or of a seat of this scenario",
        "given, do and expect speak of seats, resources, groups, variables, places and kinds by the names the ruleset "
        "gives them. A misspelt one would test nothing.",
        _scenario("given: {a: {coins: 2}}"),
        _scenario("given: {a: {coin: 2}}"),
    ),
    Code(
        "E511",
        "`{name}` is no {what}, which `{path}` holds",
        "write the name of one",
        "A variable of a type such as player or resource holds one of the things of that type, or none.",
        _scenario("given: {starter: x}"),
        _scenario("given: {starter: b}"),
    ),
    Code(
        "E512",
        "`{path}` must be {wanted}, not {found}",
        "see the page on scenarios for the form of each key",
        "Counters and numbers are whole numbers, switches true or false, groups of facts are maps.",
        _scenario("given: {a: {coin: two}}"),
        _scenario("given: {a: {coin: 2}}"),
    ),
    Code(
        "E513",
        "`{path}` asks for {name}, but {there}",
        "leave one out, or play with a module or player count that has more",
        "Pieces are never made: each that given names is taken from where it lies.",
        _scenario("given: {a: {garage: [blue]}, b: {garage: [blue]}}"),
        _scenario("given: {a: {garage: [blue]}, b: {garage: [red]}}"),
    ),
    Code(
        "E514",
        "`given` lays out {wanted} {name}; there are {there}",
        "lay out fewer, or name the supply as well: it is then taken as written",
        "The supply of a limited resource gives what given lays out, so that nothing is made or lost. Where a scenario "
        "does not care about the number of pieces in the box, it names the supply itself.",
        _scenario("given: {a: {wood: 10}}"),
        _scenario("given: {a: {wood: 10}, supply: {wood: 0}}"),
    ),
    Code(
        "E515",
        "`{path}` has no room for that",
        "lay out fewer pieces or counters there",
        "A place or piece with a limit, or a board with cells, cannot hold more than the rules let it hold.",
        _scenario("given: {a: {garage: [blue, red]}}"),
        _scenario("given: {a: {garage: [blue]}}"),
    ),
    Code(
        "E516",
        "`{name}` needs its parameter `{parameter}`",
        "write it as {name}: {{{parameter}: …}}",
        "A phase or procedure is started as if the game had just called it, so each of its parameters needs a value. "
        "Only one of type player may be left out, where actor says who is meant.",
        _scenario("given: {phase: pay_day}"),
        _scenario("given: {phase: {pay_day: {first: a}}}"),
    ),
    Code(
        "E517",
        "`{name}` cannot be given the first turn: a decision, or the end, comes before any turns are taken",
        "leave actor out, and answer the earlier decisions under do",
        "actor starts the first loop over players with that seat. Here the phase asks or ends before such a loop.",
        _scenario("given: {phase: {pay_day: {first: a}}, actor: b}"),
        _scenario("given: {phase: {pay_day: {first: b}}}"),
    ),
    Code(
        "E518",
        "the scenario expects nothing",
        "add expect, or moves under do",
        "A scenario that can never fail shows nothing.",
        _scenario("given: {a: {coin: 2}}", ""),
        _scenario("given: {a: {coin: 2}}", "  expect: {a: {coin: 2}}\n"),
    ),
    Code(
        "E519",
        "the key `{key}` has the word `{word}`, which {why}",
        "copy a key from what the game offers",
        "A misspelt key is never offered, so that a scenario which expects a refusal would always hold.",
        _scenario("expect: {not_offered: [chopp]}", ""),
        _scenario("given: {phase: {pay_day: {first: a}}}", "  expect: {not_offered: [chop]}\n"),
    ),
    Code(
        "E520",
        "a seat cannot be called `{name}`: something else of this ruleset is",
        "give the seat another name",
        "The keys of given and expect are names of seats and of things on the table, so no two may be alike.",
        _scenario("players: [a, yard]"),
        _scenario("players: [a, bo]"),
    ),
    Code(
        "E521",
        "`{path}` is a group: given cannot know which of its kinds are meant",
        "name the kinds one by one; only 0 may be given for a whole group",
        "A group is the sum of its resources.",
        _scenario("given: {a: {good: 2}}"),
        _scenario("given: {a: {wood: 1, stone: 1}}"),
    ),
    Code(
        "E522",
        "`{path}` can be expected, not given",
        "say which pieces lie there",
        "The number of pieces alone does not say which they are.",
        _scenario("given: {yard: {size: 2}}"),
        _scenario("given: {yard: [red, blue]}"),
    ),
    Code(
        "E523",
        "there are {copies} pieces of the kind `{kind}`, so it is unclear which is meant",
        "name the place in which it lies",
        "pieces, and formulas under values, speak of a piece wherever it lies, which is clear only if it is the only "
        "one of its kind.",
        _scenario("given: {pieces: {red: {wood: 1}}}"),
        _scenario("given: {pieces: {blue: {wood: 1}}}"),
    ),
    Code(
        "E524",
        "`{name}` speaks of the one who acts, and nobody is named",
        "add actor with the seat that acts",
        "The text of the phase or procedure, or what it calls, has `me` or `my`, or asks the one who acts. It cannot "
        "be carried out for nobody: actor under given says for whom, for what is derived as well.",
        _scenario("given: {phase: turn}"),
        _scenario("given: {phase: turn, actor: a}"),
    ),
    Code(
        "E525",
        "`{name}` asks somebody, or chance, so nothing can be derived by it",
        "name a procedure that only computes",
        "What is derived from a given table is worked out before anybody plays.",
        _scenario("given: {derived: dealing}"),
        _scenario("given: {derived: tidying}"),
    ),
    Code(
        "E526",
        "the setup is skipped, and `{name}`, {how}, is nobody and nothing where `{entered}` reads it",
        "say under given what `{name}` is, or leave `setup: skipped` out",
        "A ruleset trusts that its setup has run: what it sets is not asked for again, and reading none there would "
        "silently mean something else, such as the last seat. Where `actor` has the turn, a variable of the game "
        "that says "
        "who begins may be left out.",
        _scenario("given: {phase: fair, setup: skipped}"),
        _scenario("given: {phase: fair, setup: skipped, host: a}"),
    ),
    Code(
        "E527",
        "no counted loop is entered that has a pass {number}",
        "name a phase that repeats something so often before it is over",
        "pass says with which pass `repeat … times`, or `for` over a list or range, begins: one number for each loop "
        "that is entered, the outer one first. Only loops in which somebody may be asked count.",
        _scenario("given: {pass: 3}"),
        _scenario("given: {phase: week, pass: 3}", "  expect: {player: a}\n"),
    ),
    Code(
        "E528",
        "the module `{path}` lies neither around the ruleset nor where the command is run",
        "put it beside the ruleset, run the command in a folder around both, or name it there: --with",
        "A file of scenarios may come from a stranger, and what it names is read. So a path in it leads no further "
        "than the folder around its ruleset or module.",
        _scenario("with: [../../../../../../../../elsewhere/extra]"),
        _scenario("given: {a: {coin: 2}}"),
    ),
    Code(
        "L696",
        "`{key}` is refused to {seat} only in that it is not asked for here: {found}",
        "let the scenario go on to the decision that is meant, or say that this is: {{refused: {{{seat}: "
        "{{{key}: {reason}}}}}}}",
        "A refusal shows a rule where the option is declared at the decision of this seat and something forbids it. "
        "Where somebody else decides, the phase is over, or something else is asked, it may hold in spite of the rule.",
        _scenario("do: [{refused: {b: chop}}]", ""),
        _scenario("do: [{refused: {b: {chop: turn}}}]", ""),
    ),
    Code(
        "L697",
        "the rulebook has no rule `{id}`",
        "name a rule as `rulebook/` of the ruleset does, or add it there",
        "`rules` says which rules of the rulebook a scenario shows. Where the ruleset keeps its rulebook, an id that "
        "is not there is misspelt, or the rule is missing.",
        f"{_BOOK}- id: example\n  rules: [EX-11]\n  do: [{{a: chop}}]\n",
        f"{_BOOK}- id: example\n  rules: [EX-1]\n  do: [{{a: chop}}]\n",
    ),
    Code(
        "L640",
        "all that this scenario expects was given, and it ends before somebody's decision",
        "let it go on until something has changed, or say what is decided then (player, prompt, offers), or that it is "
        "over (phase_over)",
        "What is given still lies there as long as nothing happens, so such a scenario may hold because what it speaks "
        "of has not come yet. A scenario that shows a rule says what the rule makes of the table.",
        _scenario("given: {a: {coin: 2}}", "  expect: {a: {coin: 2}}\n"),
        _scenario("given: {a: {coin: 2}}", "  do: [{a: rest}]\n  expect: {a: {coin: 3}}\n"),
    ),
    Code(
        "E530",
        "the ruleset has no scenario `{name}`",
        "name the scenarios of the ruleset that no longer hold with the module, as `rulewright test` names them",
        "`breaks` of a module lists scenarios of the ruleset that are no longer true with it.",
    ),
]
"""E51x to E54x: scenarios, logs and saves."""

FAULT_CODES: list[Code] = [
    Code(
        "E412",
        "`{name}` makes it more than {most} free actions in a row at one decision",
        "give the free actions that feed one another a limit, or let them cost more than they give back",
        "Free actions are offered with each decision in their window. What only play can determine, such as a "
        "price in a table, "
        "may let them feed one another without end, and then a player who takes all that is offered never goes on.",
    ),
    Code(
        "E560",
        "this cannot be worked out: {what}",
        "{how}; or put it in may or if possible",
        "Phase text, scoring and hints must be carried out whatever the position is, and nobody can say what a "
        "variable of no piece, an entry beyond a list or a share of nothing should be. In a block it fails, so that "
        "the option is not offered; elsewhere the game stops.",
    ),
    Code(
        "E561",
        "{what} failed, where nothing may fail",
        "please report this with the ruleset and the seed: the checker should have seen it, so rulewright is at fault",
        "The checker proves of all phase text, and of each option it offers, that it cannot fail. Here it was wrong.",
    ),
    Code(
        "E562",
        "looking ahead from here needs more than {most} trials",
        "choose step by step so that what there is after each step is allowed: a region grows by one neighbour at a "
        "time (Bounds in docs/language.md shows how); or require beforehand what the options need",
        "An option is offered only if it can be carried out to the end of its block. Where the rules before it do not "
        "say so, all ways to go on are tried, up to a budget. A pick of many things with a require behind it has a way "
        "for each set of them: of 24 things 16 million.",
    ),
    Code(
        "E563",
        "what happens between two decisions takes more than {most} steps",
        "let loops run over what can really occur: a shorter range, a list of fewer things, fewer loops inside one "
        "another; a condition that rules much out belongs to the outer loop",
        "Everything that is carried out, tried out and listed from one answer to the next question is counted, so that "
        "no ruleset can make the program hang. The five games of this project stay far below.",
    ),
    Code(
        "E564",
        "this decision has more than {most} options",
        "bound the number by what can really be chosen, as in `choose n in 0..min(20, my coin)`, or ask for one thing "
        "after the other",
        "Nobody could choose among so many, and each would be named, shown and tried.",
    ),
    Code(
        "E565",
        "this makes a list of more than {most} elements",
        "keep a number or a count instead of a long list, and let a range end at what can really occur",
        "A list that grows each time it is added to itself would fill the memory.",
    ),
    Code(
        "E566",
        "this makes a number beyond {most}",
        "bound it with `min(…, …)`, or give its variable a range such as `0..100`",
        "Numbers that are kept, added to others or handed on stay between minus and plus this bound.",
    ),
    Code(
        "E567",
        "the game has gone on for {most} decisions without an end (now in {phases})",
        "let its rounds end: bound them with `repeat n times`, or `end game` when nothing more can happen",
        "A game that never ends, such as one in which all may always pass, would be played for ever by bots and in "
        "simulations. Decisions of players and of chance are counted.",
    ),
]
"""E56x: rulesets that are at fault while a game is played, and E561, where rulewright is."""

PLAYING: list[Code] = [*SETTING_CODES, *SCENARIO_CODES, *FAULT_CODES]
