"""E55x and E56x: logs and saves of games."""

from __future__ import annotations

from interpreter.codes.code import Code

LOG_CODES: list[Code] = [
    Code(
        "E550",
        "{path}: {reason}",
        "give the path of a log that `rulewright play` or `save` wrote",
        "The log cannot be read.",
    ),
    Code(
        "E551",
        "this line of the log is not JSON: {problem}",
        "a log is a header and then one `[seat, key]` a line; cut the damaged lines off the end to keep the rest",
        "Each line of a log is one JSON value. A line that is none was cut short or edited by hand.",
    ),
    Code(
        "E552",
        "the header of the log gives no good `{key}`: {wanted} is needed",
        "the first line of a log says which game was played and how; copy it from an intact log of the same game",
        "A log is replayed from its header: the game, its modules and options, the number of players and the seed.",
    ),
    Code(
        "E553",
        "the log has format {found}; this program reads format {known}",
        "replay it with the version of rulewright that wrote it",
        "The number changes when the form of logs does.",
    ),
    Code(
        "E554",
        "the ruleset is not the one this log was played with: {changes}",
        "put the old files back; or, at your own risk, replay it with `rulewright replay LOG --force`, and go "
        "on with it "
        "with `rulewright play GAME --file LOG --force`",
        "The same keys mean something else under other rules, so a log names the contents of every file it was played "
        "with and is refused where they differ.",
    ),
    Code(
        "E555",
        "`{key}` is not offered to {seat} here",
        "offered are: {offered}",
        "An entry of the log is no option of the decision that is due. The log was edited, or the rules have changed.",
    ),
    Code(
        "E556",
        "{wanted} is to decide here, not {seat}",
        "the first part of an entry is the seat that decides, null for chance",
        "The log names another seat than the one whose decision is due.",
    ),
    Code(
        "E557",
        "the game is over, but the log goes on",
        "delete the lines from here on",
        "After the last decision nothing can be chosen.",
    ),
    Code(
        "E580",
        "`{name}`, which this log was played with, is found neither beside it nor by that name{where}",
        "say where it lies now: {how}",
        "A log knows its ruleset and modules by their ids and contents. Where they lay is written down too, but they "
        "may have been moved since.",
    ),
    Code(
        "E581",
        "this is a log of `{wanted}`, not of `{found}`",
        "name the ruleset that it was played with, or leave it out",
        "A log is replayed with the ruleset that has the id in its header.",
    ),
    Code(
        "E558",
        "an entry of a log is `[seat, key]`, with null as the seat of chance",
        'such as `["{seat}", "pass"]`',
        "Every line after the header is one decision.",
    ),
]
