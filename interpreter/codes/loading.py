"""E0xx and E1xx: files, YAML, keys and values, modules, options."""

from __future__ import annotations

from interpreter.codes.code import Code

GAME = "game: {id: example, players: [2, 3]}\n"
"""The least a ruleset needs; examples go on from here."""

_FILE = "# file: ruleset.yaml\n" + GAME


def _module(text: str, base: str = "", module_id: str = "more") -> str:
    """An example with a base ruleset and one module."""
    return f"{_FILE}{base}# file: modules/{module_id}/module.yaml\n{text}"


LOADING: list[Code] = [
    # ---- files
    Code(
        "E001",
        "{path}: {reason}",
        "give the path of a ruleset's folder or file, or the id of a shipped game",
        "The folder or file cannot be read, or holds nothing to read.",
        "# file: notes/readme.txt\nno rules\n",
        GAME,
    ),
    Code(
        "E002",
        "{path} is larger than {most} bytes",
        "split it into several files of the same folder",
        "Rulesets come from strangers, so sizes are bounded. A file of rules written by a person stays far below.",
    ),
    Code(
        "E003",
        "{path} holds more than {most} files",
        "is this the folder of one ruleset?",
        "A ruleset has a handful of files. So many mean that the path points too high, such as to a home folder.",
    ),
    Code(
        "E004",
        "byte {byte} is not UTF-8 text",
        "save the file with the encoding UTF-8",
        "All files of a ruleset are UTF-8, with or without a byte order mark.",
    ),
    Code(
        "E005",
        "the character {character} is not allowed in YAML",
        "delete it",
        "Control characters cannot be seen and YAML forbids them.",
        GAME + 'setup: {do: "\x07"}\n',
        GAME + "setup: {do: ''}\n",
    ),
    Code(
        "E006",
        "{problem}",
        "{mend}",
        "The file is not YAML from here on, so nothing in it could be read.",
        GAME + "setup:\n  do: gain 1 coin: twice\n",
        GAME + "setup:\n  do: gain 1 coin\n",
    ),
    Code(
        "E007",
        "a line is indented with a tab",
        "indent with spaces",
        "YAML counts columns to see what belongs together, and a tab has no width.",
        "game:\n\tid: example\n",
        GAME,
    ),
    Code(
        "E008",
        "a second document starts here",
        "put it into a file of its own in the same folder",
        "All files of a ruleset's folder are read together, so each holds one document.",
        GAME + "---\nsetup: {do: ''}\n",
        GAME + "setup: {do: ''}\n",
    ),
    Code(
        "E009",
        "the file is empty",
        "write a section into it, or delete it",
        "A file of a ruleset holds at least one section.",
        _FILE + "# file: more.yaml\n",
        _FILE + "# file: more.yaml\nsetup: {do: ''}\n",
    ),
    Code(
        "E010",
        "the file must hold {expected}, and this is {found}",
        "write section: at the start of a line",
        "A file of rules is a map of sections; a file of scenarios is a list of them.",
        "- game\n",
        GAME,
    ),
    Code(
        "E011",
        "`{key}` is written twice",
        "keep one of the two, or give this one another name",
        "In YAML the later of two equal keys would silently win. The same holds for an id in two files of a ruleset.",
        GAME + "setup: {do: ''}\nsetup: {do: ''}\n",
        GAME + "setup: {do: ''}\n",
    ),
    Code(
        "E012",
        "anchors and aliases are not read ({name})",
        "write the value out, or put text that starts with & or * in quotes",
        "A few lines of aliases can expand to billions of values, and a reader has to hunt for what is meant.",
        GAME + "menus: {main: &m {}, other: *m}\n",
        GAME + "menus: {main: {}, other: {}}\n",
    ),
    Code(
        "E013",
        "tags are not read ({name})",
        "leave it out, or put text that starts with ! in quotes",
        "A YAML tag asks the reader to make something other than text, numbers, lists and maps.",
        GAME + "menus: !!map {main: {}}\n",
        GAME + "menus: {main: {}}\n",
    ),
    Code(
        "E014",
        "lists and maps are nested deeper than {most} levels",
        "",
        "No ruleset needs such depth; a hostile file could exhaust memory with it.",
        GAME + "show: " + "[" * 45 + "]" * 45 + "\n",
        GAME + "show: {}\n",
    ),
    Code(
        "E015",
        "the file holds more than {most} values",
        "split it, or is it a ruleset at all?",
        "Rulesets come from strangers, so sizes are bounded.",
    ),
    Code(
        "E016",
        "numbers go from -{most} to {most}",
        "",
        "Larger numbers never count anything in a game.",
        GAME + "resources: {coin: {supply: 12345678901}}\n",
        GAME + "resources: {coin: {supply: 1234}}\n",
    ),
    Code(
        "E017",
        "{number} is not a whole number",
        "count in a smaller unit; put it in quotes if it is text",
        "All numbers of a game are whole, so that nothing depends on rounding.",
        GAME + "resources: {coin: {supply: 1.5}}\n",
        GAME + "resources: {coin: {supply: 15}}\n",
    ),
    Code(
        "E018",
        "`{key}` has no value",
        "inside {{ }} a comma starts the next key: put effect text that has commas in quotes",
        "In a map in braces YAML cuts plain text at each comma, so {{is: min(a, b)}} has the keys `is` and `b)`.",
        GAME + "values: {floor: {is: min(1, 2)}}\n",
        GAME + "values: {floor: {is: 'min(1, 2)'}}\n",
    ),
    Code(
        "E019",
        "a key must be a word",
        "write key: value",
        "YAML allows lists and maps as keys; a ruleset has only names and numbers.",
        GAME + "menus: {[main]: {}}\n",
        GAME + "menus: {main: {}}\n",
    ),
    Code(
        "E020",
        "{name} is not read: files of a ruleset end in .yaml",
        "rename it",
        "One ending only, so that no file is overlooked by some tool.",
        _FILE + "# file: more.yml\nsetup: {do: ''}\n",
        _FILE + "# file: more.yaml\nsetup: {do: ''}\n",
    ),
    Code(
        "E024",
        "the folder `{name}` is called nearly as `{right}`, and nothing in it is read",
        "call it `{right}`",
        "Folders of other names hold rules. Scenarios, texts and modules each have a folder of just that name.",
        f"# file: ruleset.yaml\n{GAME}# file: text/en.yaml\nnames: {{example: Example}}\n",
        f"# file: ruleset.yaml\n{GAME}# file: texts/en.yaml\nnames: {{example: Example}}\n",
    ),
    Code(
        "E021",
        "effect text is not allowed in a folded block",
        "write | instead of >",
        "A > block joins lines, so the text in the file would not be the text that is meant.",
        GAME + "setup:\n  do: >\n    gain 1 coin\n",
        GAME + "setup:\n  do: |\n    gain 1 coin\n",
    ),
    Code(
        "E022",
        "effect text cannot hold the escape {escape}",
        "put the text in a | block, where nothing needs an escape",
        "Effect text is read from the file as it is written, so that messages can point into it.",
        GAME + "setup: {do: 'let x = ''a'''}\n",
        GAME + 'setup:\n  do: |\n    let x = "a"\n',
    ),
    Code(
        "E023",
        "`{key}` must be effect text, not {found}",
        "put text that starts with [ in quotes or in a | block; write '' for no text",
        "YAML reads a value that starts with [ as a list, and one that is left out as nothing.",
        GAME + "values: {both: {is: [1, 2]}}\n",
        GAME + "values: {both: {is: '[1, 2]'}}\n",
    ),
    Code(
        "E025",
        "a line such as `{line}` seems to be missing {where} this one",
        "{mend}",
        "From the place shown on, the file is not YAML. What comes before is indented as if it belonged "
        "to a key that is not there, or is text of several lines under a key without |.",
        GAME + "phases:\n  game:\n      gain 1 coin    # twice\n      gain 1 coin\n",
        GAME + "phases:\n  game:\n    do: |\n      gain 1 coin    # twice\n      gain 1 coin\n",
    ),
    Code(
        "E026",
        "the character {character} is not allowed in a ruleset: it cannot be seen, or changes how other text is shown",
        "delete it, or write what it means in words",
        "Texts of a ruleset are shown in terminals, editors and web pages. Control characters, marks that turn the "
        "direction of writing round, spaces without width and separators of lines can make them say something else "
        "than what is written, or do more than be read. They are refused as such and as escapes; a key is one line.",
        "# file: ruleset.yaml\n"
        + GAME
        + 'resources: {coin: {}}\n# file: texts/en.yaml\nnames: {coin: "Gold\\u202E"}\n',
        "# file: ruleset.yaml\n" + GAME + "resources: {coin: {}}\n# file: texts/en.yaml\nnames: {coin: Gold}\n",
    ),
    Code(
        "E027",
        "{path}: the character {character} is not allowed in the name of a file or folder",
        "give it another name",
        "Names of files are shown as places of mistakes. Control characters, line breaks, marks that turn the "
        "direction of writing round and bytes that are no text are refused in them.",
    ),
    Code(
        "E028",
        "{path}: the link leads out of the ruleset's folder",
        "put the file or folder itself there, or name a module that lies elsewhere with --with",
        "A ruleset may come from a stranger, so nothing outside of its folder is read. Links within it may be used.",
    ),
    # ---- keys and values
    Code(
        "E101",
        "`{key}` is not a key of {what}",
        "",
        "Each section and entry has a fixed set of keys, so that a misspelt one cannot be overlooked.",
        GAME + "resources: {coin: {suply: 3}}\n",
        GAME + "resources: {coin: {supply: 3}}\n",
    ),
    Code(
        "E157",
        "`{key}` is around `{place}`, and belongs inside it",
        "write `{place}` first, and below it `{key}`",
        "In a module each section has its operations (add, patch, replace, remove) below it.",
        "# file: modules/more/module.yaml\nmodule: {id: more}\npatch: {resources: {coin: {supply: 3}}}\n# file: "
        f"ruleset.yaml\n{GAME}resources: {{coin: {{}}}}\n",
        "# file: modules/more/module.yaml\nmodule: {id: more}\nresources: {patch: {coin: {supply: 3}}}\n# file: "
        f"ruleset.yaml\n{GAME}resources: {{coin: {{}}}}\n",
    ),
    Code(
        "E108",
        "`{key}` is beside `{place}` of {what}, and belongs below it",
        "write it under {place}, one step further in",
        "An entry has keys of its own, and maps of your own ids: kinds, abilities, attributes and the "
        "like. "
        "What is no key, and looks like an entry of such a map, was written a step too far out.",
        GAME + "pieces:\n  card:\n    start: deck\n    farm: {copies: 2}\nzones: {deck: {pieces: card}}\n",
        GAME + "pieces:\n  card:\n    start: deck\n    kinds: {farm: {copies: 2}}\nzones: {deck: {pieces: card}}\n",
    ),
    Code(
        "E102",
        "{what} needs the key `{key}`",
        "",
        "The entry means nothing without it.",
        GAME + "values: {price: {at_least: 0}}\n",
        GAME + "values: {price: {is: '1', at_least: 0}}\n",
    ),
    Code(
        "E103",
        "`{key}` must be {expected}, not {found}",
        "{mend}",
        "The value is of another kind than the key takes.",
        GAME + "zones: {hand: {deck: 3}}\n",
        GAME + "zones: {hand: {deck: true}}\n",
    ),
    Code(
        "E104",
        "`{key}` is {allowed}, not `{value}`",
        "",
        "The key takes one of a few words.",
        GAME + "zones: {hand: {per: player, seen_by: ownr}}\n",
        GAME + "zones: {hand: {per: player, seen_by: owner}}\n",
    ),
    Code(
        "E105",
        "`{key}` is not {expected}",
        "",
        "Names of things are used in effect text, so they are simple words.",
        GAME + "menus: {Main-menu: {}}\n",
        GAME + "menus: {main_menu: {}}\n",
    ),
    Code(
        "E106",
        "`{key}` must be {limits}, and is {value}",
        "",
        "A number outside these limits has no meaning here.",
        GAME + "resources: {coin: {supply: -1}}\n",
        GAME + "resources: {coin: {supply: 1}}\n",
    ),
    Code(
        "E107",
        "`{key}` {problem}",
        "",
        "The list must hold something, and each thing once.",
        "game: {id: example, players: [2, 2]}\n",
        "game: {id: example, players: [2]}\n",
    ),
    Code(
        "E110",
        "the ruleset has no section `game`",
        "write game: {{id: my_game, players: [2, 3, 4]}}",
        "The section `game` says what game it is and how many can play it.",
        "setup: {do: ''}\n",
        GAME + "setup: {do: ''}\n",
    ),
    Code(
        "E112",
        "`{name}` is {what} and {other} too",
        "rename one of them",
        "All that expressions can name shares one set of names, so that a name always means one thing.",
        GAME + "resources: {coin: {}}\nmenus: {coin: {}}\n",
        GAME + "resources: {coin: {}}\nmenus: {coins: {}}\n",
    ),
    Code(
        "E113",
        "`{name}` is a word of the language",
        "choose another name",
        "Effect text could not distinguish the thing from the word. And rules can hang on setup, reach and cross in "
        "every ruleset, so phases, procedures and actions have other names.",
        GAME + "resources: {pay: {}}\n",
        GAME + "resources: {wage: {}}\n",
    ),
    Code(
        "E114",
        "`{name}` means something else after a dot, or as a key of a kind",
        "choose another name",
        "Every piece has a kind, place, owner and face, and every player a seat; a kind has keys of its own.",
        GAME + "pieces: {card: {attributes: {owner: player}}}\n",
        GAME + "pieces: {card: {attributes: {holder: player}}}\n",
    ),
    Code(
        "E120",
        "`{name}` is not {what} of this ruleset",
        "",
        "The entry names something that is declared nowhere in the ruleset or its chosen modules.",
        GAME + "pieces: {card: {}}\nzones: {hand: {pieces: crad}}\n",
        GAME + "pieces: {card: {}}\nzones: {hand: {pieces: card}}\n",
    ),
    Code(
        "E121",
        "`{type}` is not a type",
        "types: int, bool, player, resource, phase, 0..60, a piece class, a group, kind of <class>, "
        "list of <type>, <type> per <group>",
        "A type is one of the built-in ones or is made from a piece class or group of the ruleset.",
        GAME + "state: {game: {day: itn}}\n",
        GAME + "state: {game: {day: int}}\n",
    ),
    Code(
        "E122",
        "`{name}` is not an attribute of `{piece}`",
        "declare it under `attributes` of the class",
        "Attributes are declared once for a class, with their type; kinds then give them values.",
        GAME + "pieces: {card: {attributes: {cost: int}, kinds: {farm: {csot: 1}}}}\n",
        GAME + "pieces: {card: {attributes: {cost: int}, kinds: {farm: {cost: 1}}}}\n",
    ),
    Code(
        "E123",
        "`{name}` is of type {type}, which `{value}` is not",
        "",
        "The value of an attribute must fit the type its class declares.",
        GAME + "pieces: {card: {attributes: {cost: int}, kinds: {farm: {cost: high}}}}\n",
        GAME + "pieces: {card: {attributes: {cost: int}, kinds: {farm: {cost: 3}}}}\n",
    ),
    Code(
        "E124",
        "the default `{value}` is not among the values: {values}",
        "",
        "An option starts with one of the values it allows.",
        "game: {id: example, players: [2], options: {length: {values: [short, long], default: medium}}}\n",
        "game: {id: example, players: [2], options: {length: {values: [short, long], default: long}}}\n",
    ),
    Code(
        "E125",
        "`{key}` has no value for this number of players: {counts}",
        "add it, or take the number out of `players` of the game",
        "Numbers by player count must cover every count the game allows.",
        GAME + "resources: {coin: {supply: {2: 20}}}\n",
        GAME + "resources: {coin: {supply: {2: 20, 3: 30}}}\n",
    ),
    Code(
        "E126",
        "`{zone}` cannot be both {first} and {second}",
        "keep one",
        "A zone is open, or one of deck, row, bag and stack.",
        GAME + "zones: {market: {deck: true, row: 3}}\n",
        GAME + "zones: {market: {row: 3}}\n",
    ),
    Code(
        "E127",
        "index {index} of `{table}` has two values",
        "let the ranges not overlap",
        "Each index of a table has one value.",
        GAME + 'tables: {income: {"1-3": 5, 3: 6}}\n',
        GAME + 'tables: {income: {"1-2": 5, 3: 6}}\n',
    ),
    Code(
        "E128",
        "the range {range} must rise and cover at most {most} indices",
        "",
        "A range of a table goes from its smaller to its larger end.",
        GAME + 'tables: {income: {"3-1": 5}}\n',
        GAME + 'tables: {income: {"1-3": 5}}\n',
    ),
    Code(
        "E129",
        "the range {range} is empty",
        "write the smaller number first",
        "A variable must be able to hold at least one number.",
        GAME + "state: {game: {day: 9..1}}\n",
        GAME + "state: {game: {day: 1..9}}\n",
    ),
    Code(
        "E139",
        "{seats} seats are named for up to {players} players",
        "name as many as can play",
        "Logs and scenarios call every player by the name of the seat.",
        "game: {id: example, players: [2, 3], seats: [ann, bob]}\n",
        "game: {id: example, players: [2, 3], seats: [ann, bob, cid]}\n",
    ),
    # ---- modules
    Code(
        "E146",
        "the pieces of `{zone}` have no back that could be seen",
        "say with `back` of their class which attributes show on it",
        "Where only backs are seen, what shows on a back must be known.",
        GAME
        + "pieces: {card: {attributes: {cost: int}}}\n"
        + "zones: {pile: {pieces: card, seen_by: nobody, back_seen_by: all}}\n",
        GAME
        + "pieces: {card: {attributes: {cost: int}, back: [cost]}}\n"
        + "zones: {pile: {pieces: card, seen_by: nobody, back_seen_by: all}}\n",
    ),
    Code(
        "E147",
        "there is no step {number} here: {why}",
        "",
        "Steps of a track count from 1 to `steps`; 0 is before the first, where only `start` may be. Markers "
        "begin on one of "
        "them, and what is printed on a step names a step that exists.",
        GAME + "tracks: {fame: {steps: 5, start: 6}}\n",
        GAME + "tracks: {fame: {steps: 6, start: 6}}\n",
    ),
    Code(
        "E145",
        "`{space}` has both {first} and {second}",
        "keep one of them",
        "A class of spaces is a list of kinds, a grid of squares, or a grid of hexes.",
        GAME + "spaces: {field: {grid: {columns: 2, rows: 2}, hexes: {rings: 1}}}\n",
        GAME + "spaces: {field: {hexes: {rings: 1}}}\n",
    ),
    Code(
        "E130",
        "there is no module `{module}`",
        "a module is a folder modules/<id> of the ruleset, or is given by its path",
        "Only modules that exist can be offered or chosen.",
        "game: {id: example, players: [2], modules: [more]}\n",
        "# file: ruleset.yaml\ngame: {id: example, players: [2], modules: [more]}\n"
        "# file: modules/more/module.yaml\nmodule: {}\n",
    ),
    Code(
        "E131",
        "the module is called `{module}`, its folder `{folder}`",
        "give both the same name",
        "A module is chosen by the name of its folder.",
        _module("module: {id: other}\n"),
        _module("module: {id: more}\n"),
    ),
    Code(
        "E132",
        "the module `{module}` has no section `module`",
        "write module: {{id: {module}}}",
        "The section `module` says what the module needs and excludes.",
        _module("setup: {patch: {do: ''}}\n"),
        _module("module: {id: more}\nsetup: {patch: {do: ''}}\n"),
    ),
    Code(
        "E133",
        "the module `{module}` needs `{need}`, which the ruleset does not have",
        "correct the name, or choose the folder of `{need}` too",
        "A module can build on another one; it means nothing without it. What the ruleset has is chosen with it.",
        _module("module: {id: more, needs: [first]}\n"),
        _module("module: {id: more}\n"),
    ),
    Code(
        "E134",
        "the module `{module}` cannot be combined with `{other}`",
        "choose one of them",
        "The module says that it excludes the other.",
        _module("module: {id: more, excludes: [less]}\n") + "# file: modules/less/module.yaml\nmodule: {id: less}\n",
        _module("module: {id: more}\n") + "# file: modules/less/module.yaml\nmodule: {id: less}\n",
    ),
    Code(
        "E135",
        "modules need each other in a circle: {modules}",
        "let only one of them need the other",
        "Needs decide the order of merging, so they cannot go in a circle.",
        _module("module: {id: more, needs: [less]}\n")
        + "# file: modules/less/module.yaml\nmodule: {id: less, needs: [more]}\n",
        _module("module: {id: more, needs: [less]}\n") + "# file: modules/less/module.yaml\nmodule: {id: less}\n",
    ),
    Code(
        "E152",
        "the module `{module}` names itself under `{key}`",
        "take it out, or write the other module that is meant",
        "`needs`, `excludes` and `with` speak of other modules.",
        _module("module: {id: more, needs: [more]}\n"),
        _module("module: {id: more}\n"),
    ),
    Code(
        "E136",
        "the modules `{first}` and `{second}` both change {what}",
        "let one need the other, so that it comes later, or settle it in {settled}",
        "Which change held would depend on the order in which the modules are named. The same goes for the words that "
        "two modules give to one id in one language. A `with` block settles it by saying the same field, or the whole "
        "entry, once more. Where one module takes an entry out and the other changes it, the block takes it out, or "
        "patches what it shall have when it stays.",
        _module("module: {id: more}\nsetup: {patch: {do: '1'}}\n")
        + "# file: modules/less/module.yaml\nmodule: {id: less}\nsetup: {patch: {do: '2'}}\n",
        _module("module: {id: more, needs: [less]}\nsetup: {patch: {do: '1'}}\n")
        + "# file: modules/less/module.yaml\nmodule: {id: less}\nsetup: {patch: {do: '2'}}\n",
    ),
    Code(
        "E137",
        "`{name}` exists already in `{section}`",
        "use patch or replace to change it, or give the new one another name",
        "add only makes new entries, so that nothing is overwritten by accident.",
        _module("module: {id: more}\nmenus: {add: {main: {}}}\n", "menus: {main: {}}\n"),
        _module("module: {id: more}\nmenus: {add: {other: {}}}\n", "menus: {main: {}}\n"),
    ),
    Code(
        "E138",
        "there is no `{name}` in `{section}` to {what}",
        "{mend}",
        "patch, replace and remove speak of entries that exist, in the ruleset or in a module this one needs.",
        _module("module: {id: more}\nmenus: {remove: [mian]}\n", "menus: {main: {}}\n"),
        _module("module: {id: more}\nmenus: {remove: [main]}\n", "menus: {main: {}}\n"),
    ),
    Code(
        "E153",
        "`{name}` of `{section}` is taken out by the module `{module}`, so nothing of it is left to change",
        "keep one of the two; to write an entry anew, use replace; in a module that needs the other one, add",
        "remove takes the whole entry out. What else a module says of it would have nothing to go by, or be lost.",
        _module("module: {id: more}\nmenus: {remove: [main], patch: {main: {}}}\n", "menus: {main: {}}\n"),
        _module("module: {id: more}\nmenus: {replace: {main: {}}}\n", "menus: {main: {}}\n"),
    ),
    Code(
        "E158",
        "the module expects {expected} at {what}, but it is {found} now",
        "see whether the change still holds, then write what is there now, or leave the line out",
        "`expects` says what a module goes by: parts of entries as they are in the ruleset, or in a module that it "
        "needs, before its own changes. Where the ruleset has become another one, that is noticed.",
        _module("module: {id: more}\ntables: {expects: {fee: {1: 4}}, patch: {fee: {1: 6}}}\n", "tables: {fee: [5]}\n"),
        _module("module: {id: more}\ntables: {expects: {fee: {1: 5}}, patch: {fee: {1: 6}}}\n", "tables: {fee: [5]}\n"),
    ),
    Code(
        "E140",
        "with the module `{module}` ({counts} players) no number of players is left",
        "",
        "A module can be played with some numbers of players only; all chosen ones must share one with the game.",
        _module("module: {id: more, players: [5]}\n"),
        _module("module: {id: more, players: [3]}\n"),
    ),
    Code(
        "E148",
        "the module `{module}` is for version {wanted} of the ruleset; this one is {found}",
        "take the module, or the ruleset, of the other version; if the module holds here too, widen its `for_version`",
        "A module speaks of ids of the ruleset, which may be others in another version.",
        "# file: ruleset.yaml\ngame: {id: example, version: '1', players: [2]}\n"
        "# file: modules/more/module.yaml\nmodule: {id: more, for_version: '>=2'}\n",
        "# file: ruleset.yaml\ngame: {id: example, version: '1', players: [2]}\n"
        "# file: modules/more/module.yaml\nmodule: {id: more, for_version: '>=1 <2'}\n",
    ),
    Code(
        "E150",
        "this is a module, and no game by itself",
        "name its game, and the module with --with: rulewright … GAME --with {path}",
        "A module changes a game that is elsewhere. Every command takes the game first; check also takes "
        "`rulewright check MODULE --for GAME`.",
        "module: {id: harbour}\nrules: {gift: after build(any b) { gain 1 coin }}\n",
        GAME,
    ),
    Code(
        "E151",
        "with `{name}` there are {total:,} {what}; at most {most:,} can be played",
        "write fewer copies, or keep a number of a resource instead of pieces",
        "Every piece and every space has its own place in each position, which is copied and looked through all the "
        "time.",
        GAME + "pieces: {card: {kinds: {sun: {copies: 1000000}}}}\n",
        GAME + "pieces: {card: {kinds: {sun: {copies: 100}}}}\n",
    ),
    Code(
        "E568",
        "with `{name}` ({count:,}) a position holds {total:,} numbers and things; at most {most:,} can be played",
        "keep fewer of them: `per` fewer keys, a variable of the game instead of one of each space, fewer pieces",
        "Counters, variables, pieces and places all lie in each position, which is copied whenever an option is tried.",
        GAME
        + "spaces:\n  cell:\n    grid: {columns: 100, rows: 100}\nstate:\n  player:\n"
        + "".join(f"    mark{n}: int per cell\n" for n in range(4)),
        GAME
        + "spaces:\n  cell:\n    grid: {columns: 10, rows: 10}\nstate:\n  player:\n"
        + "".join(f"    mark{n}: int per cell\n" for n in range(4)),
    ),
    Code(
        "E154",
        "each player has a `{name}`, and `{of}` is nobody's",
        "say per: player there too, or name a place that all share",
        "What belongs to a player is drawn from, poured back from and laid out in that player's own places; what is "
        "nobody's needs places that are nobody's.",
        GAME + "pieces: {card: {start: deck}}\nzones: {deck: {pieces: card, per: player}}\n",
        GAME + "pieces: {card: {start: deck}}\nzones: {deck: {pieces: card}}\n",
    ),
    Code(
        "E155",
        "`{key}` has no value for this value of the option `{option}`: {values}",
        "add it; what has no limit is `unlimited`",
        "Numbers by option must cover every value the option can have.",
        "game:\n  id: example\n  players: [2]\n  options: {purse: {values: [full, endless], default: full}}\n"
        "resources: {coin: {supply: {option: purse, full: 20}}}\n",
        "game:\n  id: example\n  players: [2]\n  options: {purse: {values: [full, endless], default: full}}\n"
        "resources: {coin: {supply: {option: purse, full: 20, endless: unlimited}}}\n",
    ),
    Code(
        "E156",
        "`{zone}` belongs to nobody, so there is no `{whom}` to see what lies there",
        "give everybody one of their own with `per: player`, or say all or nobody",
        "`owner` and `others` mean the player whose zone it is, and all but that player.",
        GAME + "pieces: {card: {kinds: {ace: {copies: 2}}}}\nzones: {hand: {pieces: card, seen_by: owner}}\n",
        GAME
        + "pieces: {card: {kinds: {ace: {copies: 2}}}}\nzones: {hand: {pieces: card, per: player, seen_by: owner}}\n",
    ),
    Code(
        "E149",
        "two modules are called `{module}`",
        "choose one of them, or give one folder another name",
        "A module is known by the name of its folder: in saves, in `needs` and in `with`.",
        "",
        "",
    ),
    # ---- not yet
    Code(
        "E190",
        "`{key}` is not supported yet",
        "",
        "The language has a place for it, and this version of the program cannot play it.",
        GAME + "wheels: {year: {teeth: 12}}\n",
        GAME + "state: {player: {fame: 0..12}}\n",
    ),
    Code(
        "E191",
        "the type `{type}` is not supported yet",
        "",
        "The language has such values, and this version of the program cannot hold them in variables or parameters.",
        GAME + "state: {game: {mark: cell}}\n",
        GAME + "state: {game: {mark: int}}\n",
    ),
]
