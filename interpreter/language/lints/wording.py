"""Texts that no decision or event ever shows, and places in texts for what is not there.

L621:
  message: nothing looks for a text of `{name}` under {group}
  hint: write the id that the table of texts in the language reference gives for this group, or take the text out
  page: >-
    The id is a word of the ruleset, but no question (prompts), option (actions), refusal (refusals), event (log) or
    part of the rulebook (rulebook) is found by it, so the text is never shown. A question is found by the label, menu
    or action that asks, or by the list that a pick makes; the name in `choose x in` is none of them. An option may
    also be named by its whole key, such as `taken wood`.
  failing: |
    # file: texts/en.yaml
    prompts:
      n: How many?  # <--
  mended: |
    # file: texts/en.yaml
    prompts:
      game: How many?
  rest: |
    # file: ruleset.yaml
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    turn: |
      choose n in 1..2
      gain n coin
L622:
  message: the text of `{name}` has a place {place} for nothing that is there
  hint: 'what can be used there: {known}'
  page: >-
    The text of an option can use the names of what is chosen in that very decision: `{n}` for `choose n in`, `{x}`
    for each thing of a pick, and after a dot its attributes and the values of it that read nothing hidden and ask for
    nothing possible; in the log also `{me}` and parameters; in a question parameters and what is named before it; in
    a refusal `{need}` and `{have}`; in all other texts nothing. A text with another place is passed over, or shown
    with its braces.
  failing: |
    # file: texts/en.yaml
    actions:
      game: Take {k}  # <--
  mended: |
    # file: texts/en.yaml
    actions:
      game: Take {n}
  rest: |
    # file: ruleset.yaml
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    turn: |
      choose n in 1..2
      gain n coin
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.language.analysis.merging import merged
from interpreter.language.core import Alt, Body, ChooseSome, Decide, Spread, statements
from interpreter.language.core.checked import Checked
from interpreter.language.lints.reading import all_nodes
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import BOOK_PARTS, Model, Texts
from interpreter.program import text_ids
from interpreter.program.types import Type, is_of
from interpreter.records import record

_BRACES = re.compile(r"\{([^{}]*)\}")
_APART = r"(?: of \w+)?(?: at [\w. -]+)?(?: #\d+)?"
"""What is added to keys of options that differ in nothing else."""


@record
class Spoken:
    """What texts may speak of. options: id → for each decision the names of what is chosen there. prompts: ids of
    questions → the names that are bound where they are asked. keys: what the keys of options look like → the names of
    what is chosen. logged: id → for each event the names of what the log may tell of it."""

    options: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    prompts: dict[str, set[str]] = field(default_factory=dict)
    keys: dict[str, frozenset[str]] = field(default_factory=dict)
    logged: dict[str, set[frozenset[str]]] = field(default_factory=dict)


@lint
def wording(model: Model, checked: Variants, diagnostics: Diagnostics) -> None:
    """Report texts under an id that its group never looks for (L621), and places in braces for what cannot stand there
    (L622). checked: the ruleset in all its variants, as a decision may be asked in one of them only. With modules only
    their texts are looked at; not for L621, where a module has more in the company of others."""
    if not checked or not model.texts:
        return
    spoken = Spoken()
    for one in checked:
        _gather(one, spoken)
    refusals = {n.words for n in all_nodes(model) if isinstance(n, nodes.Require) and n.words} | {*model.values}
    facts: dict[str, frozenset[str]] = {}
    for cls in model.classes:
        for name in cls.attributes:
            facts[name] = facts.get(name, frozenset()).union(cls.attributes)
    known: dict[str, Iterable[str]] = {
        "prompts": spoken.prompts, "actions": {*spoken.options, "skip", "done"},
        "log": {*spoken.options, *spoken.logged}, "refusals": refusals,
        "facts": facts,
        "rulebook": {*BOOK_PARTS, *model.procedures, *model.actions, *model.free, *(cls.id for cls in model.classes)},
    }  # fmt: skip
    keys = [re.compile(key) for key in spoken.keys]
    for texts in model.texts.values():
        for group, entries in texts.groups.items():
            for id, text in entries.items():
                span = texts.spans[group][id]
                module = model.module_of(span)
                if model.modules and module is None:
                    continue  # a text of the ruleset itself was looked at without modules, which may take anything away
                is_key = group == "actions" and any(key.fullmatch(id) for key in keys)
                if module is not None and module.beside and id not in known.get(group, (id,)):
                    continue
                if group in known and id not in known[group] and not is_key:
                    near = _classes(id, known[group], model) or near_names(id, [x for x in known[group] if x])
                    diagnostics.add("L621", span, group=group, name=id, near=near)
                    continue
                if group == "rulebook":
                    continue  # braces mean nothing there
                used = dict.fromkeys(word for place in _BRACES.findall(text) for word in _words_of(place, group))
                found = {facts[id]} if group == "facts" else _names(group, id, spoken)
                names = max(sorted(map(sorted, found)), key=lambda x: len(used.keys() & set(x)))
                for name in used:
                    if name not in names:
                        told = ", ".join(f"{{{x}}}" for x in names if "." not in x or "." in name) or _NOTHING.get(
                            group, "nothing"
                        )
                        near = near_names(name, names)
                        related = _meant(group, id, name, spoken, texts, model)
                        place = f"{{{name}}}"
                        diagnostics.add("L622", span, place=place, name=id, known=told, near=near, related=related)


_NOTHING = {
    "prompts": "parameters of what is asked in, and names made before with let, choose or for; to tell a variable, "
    "keep it in one: `let now = high`, or pass it on as a parameter",
}
"""What may stand in the texts of a group where nothing is there yet."""


def _classes(id: str, known: Iterable[str], model: Model) -> tuple[str, ...]:
    """The class of the kind that a text begins with: what is asked in the text of a kind goes by the class."""
    of = [cls.id for cls in model.classes if id.split(" ")[0] in cls.kinds]
    return tuple(cls for cls in of if cls in set(known))


def _meant(group: str, id: str, place: str, spoken: Spoken, texts: Texts, model: Model) -> list[tuple[Span, str]]:
    """The action that a text was written for and that is called nearly as the text is: it has no text of its own, and
    what the place names is chosen with it."""
    if group != "actions":
        return []
    fitting = [name for name, known in spoken.options.items() if any(place in names for names in known)]
    near = near_names(id, [name for name in fitting if name and name not in texts.groups[group]])[:1]
    places = {decl.id: decl.span for decl in model.offered}
    return [(places[name], f"`{name}` chooses {place} and has no text") for name in near if name in places]


def _words_of(place: str, group: str) -> list[str]:
    """What stands in braces: one name; in texts of what is chosen also a number, or 1, and what it counts."""
    is_said = group in ("actions", "log")
    parts = (place.removeprefix("1 ") if is_said else place).split(" ")
    return parts if is_said and len(parts) < 3 else [place]


def _names(group: str, id: str, spoken: Spoken) -> set[frozenset[str]]:
    """What a text may have places for: the sets of names that may stand in it together."""
    found: set[frozenset[str]] = {frozenset()}
    match group:
        case "actions":
            found |= {names for key, names in spoken.keys.items() if re.fullmatch(key, id)}
            found |= spoken.options.get(id, set())
        case "log":
            said = spoken.options.get(id, set()) | spoken.logged.get(id, set())
            found = {names | {"me"} for names in said | found}
        case "prompts":
            found.add(frozenset(spoken.prompts.get(id, ())))
        case "refusals":
            found = {frozenset({"need", "have"})}
    return found


# ---- what there is


def _gather(checked: Checked, spoken: Spoken) -> None:
    """Add what one variant of a ruleset asks and tells."""
    for phase in (p.id for p in checked.procedures.values() if p.is_phase):
        spoken.prompts.setdefault(phase, set())
    for one in (checked, merged(checked)):
        for procedure, body in _bodies(one):
            for s in statements(body):
                _asked(s, procedure, one, spoken)
    for who, alts in checked.free_alts.values():
        del who
        for alt in alts:
            _option(alt, (), checked, spoken)
    for told in checked.told:
        kinds = checked.model.pieces[told.id].kinds if told.id in checked.model.pieces else ()
        for id in (told.id, *kinds):
            spoken.logged.setdefault(id, set()).add(frozenset(name for name, _ in told.parameters))


def _bodies(checked: Checked) -> Iterator[tuple[str, Body]]:
    for name, procedure in checked.procedures.items():
        yield name, procedure.body
    for rule in checked.state_rules:
        yield rule.id, rule.body
    for _, body in checked.pauses.values():
        yield "", body
    for id, (_, alts) in checked.free_alts.items():
        for alt in alts:
            yield id, alt.body


def _asked(s: object, procedure: str, checked: Checked, spoken: Spoken) -> None:
    """Add what a statement asks, if it does."""
    match s:
        case Decide():
            around = text_ids(s.prompt, s.menu, procedure)
            given = checked.model.procedures[procedure].given if procedure in checked.model.procedures else ()
            bound = {*given, *(name for name, _ in s.told)}
            for id in around:
                spoken.prompts.setdefault(id, set()).update(bound)
            for alt in s.alts:
                is_whole = alt.label in ("", s.prompt)
                called = dict(alt.names)
                first = next((called.get(bind.var, "self") for bind in alt.binds if bind.shown), "")
                narrow = [f"{id} {first}" for id in around] if is_whole and first else []
                for id in narrow:
                    spoken.prompts.setdefault(id, set()).update(bound)
                _option(alt, [*narrow, *around] if is_whole else (), checked, spoken)
            if s.skip is not None:
                spoken.options.setdefault(f"skip {s.skip[0]}", set()).add(frozenset())
        case ChooseSome() | Spread():
            around = text_ids(s.prompt, "", procedure)
            for id in around:
                spoken.prompts.setdefault(id, set())
            is_pick = isinstance(s, ChooseSome)
            item = s.item or Type("int")
            names = frozenset(_places("x", item, checked)) | (set() if is_pick else {"n"})
            for id in around:
                spoken.options.setdefault(id, set()).add(names)
            thing = _thing(s.item, checked)
            spoken.keys[rf"{re.escape(s.prompt)} {thing}{_APART}" if is_pick else rf"\d+ on {thing}"] = names


def _option(alt: Alt, around: Iterable[str], checked: Checked, spoken: Spoken) -> None:
    """Add an alternative of a decision. around: what else a text for it may stand under."""
    names = dict(alt.names)
    kinds = {names.get(bind.var, "self"): bind.type for bind in alt.binds if bind.shown}
    shown = {name: _thing(kind, checked) for name, kind in kinds.items()}
    places = frozenset(place for name, kind in kinds.items() for place in _places(name, kind, checked))
    for id in ((alt.label,) if alt.label else ()) + (tuple(around) if shown else ()):
        spoken.options.setdefault(id, set()).add(places)
    key = " ".join(map(re.escape, filter(None, [alt.label]))) + "".join(f" {thing}" for thing in shown.values())
    if alt.key is not None:
        key = "".join(shown.get(part[1:-1], re.escape(part)) for part in re.split(r"(\{\w+\})", alt.key))
    spoken.keys[key.strip() + _APART] = places


def _places(name: str, kind: Type, checked: Checked) -> Iterator[str]:
    """What may stand in braces of a thing that is chosen: its name, what its attributes say, and values of it."""
    yield name
    yield from (f"{name}.{id}" for id, (wanted, _) in checked.spoken.items() if is_of(kind, wanted))
    of = {kind.space} if kind.space else set(kind.of.split("|")) if kind.name in ("piece", "kind") else set()
    for cls in checked.model.classes:
        if cls.id in of:
            yield from (f"{name}.{attribute}" for attribute in cls.attributes)


def _thing(kind: Type, checked: Checked) -> str:
    """What a value of a type looks like in a key."""
    model = checked.model
    classes: Mapping[str, Iterable[str]] = {cls.id: cls.kinds for cls in model.classes}
    match kind.name:
        case "int":
            return r"-?\d+"
        case "resource":
            layout = checked.layout
            members = layout.groups.get(kind.of, range(len(layout.resources)))
            return _one_of(layout.resources[r] for r in members)
        case "piece" | "kind" if kind.of:
            face = r"(?: \w+)?" if kind.name == "piece" else ""
            return _one_of([k for cls in kind.of.split("|") for k in classes.get(cls, ())]) + face
        case "list":
            item = _thing(kind.item, checked) if kind.item is not None else r"\w+"
            return rf"{item}(?:\+{item})*"
    return r"[\w.]+"


def _one_of(ids: Iterable[object]) -> str:
    names = [re.escape(str(id)) for id in ids]
    return f"(?:{'|'.join([*names, 'none'])})"
