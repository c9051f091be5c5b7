"""The rules of a rulebook on the screen: which are shown, and what is known of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from cli.screen.entries import place
from interpreter.coverage.rules import Rule, Rulebook

MOST_PLACES = 12
"""Scenarios, and lines of the ruleset, that are named of one rule."""


def rule_lines(book: Rulebook, phrases: Mapping[str, str], whole: bool) -> Iterator[Text]:
    """How many rules are shown by a scenario, and those that are not, by heading. whole: every rule."""
    yield Text(phrases["rules_counted"].format(**book.counts()), style="bold")
    missing = {rule.id for rule in book.missing}
    heading = ""
    for rule in book.rules.values():
        if not whole and rule.id not in missing:
            continue
        if rule.heading != heading:
            heading = rule.heading
            yield Text(f"\n{heading}", style="bold")
        mark = f"{len(book.shown[rule.id]):>4}" if rule.id in book.shown else "   –"
        is_left_out = rule.id in book.not_built and rule.id not in book.shown
        text = f"{phrases['rule_left_out']}: {book.not_built[rule.id]}" if is_left_out else rule.text
        yield Text(f"{mark}  {rule.id}  {text}", style="yellow" if rule.id in missing else "")
    if book.unknown:
        yield Text(f"\n{phrases['rules_unknown']}: {', '.join(book.unknown)}", style="yellow")


def rule_page(book: Rulebook, rule: Rule, phrases: Mapping[str, str]) -> Iterator[Text]:
    """One rule: its words, the scenarios that show it, and where the ruleset speaks of it."""
    scope = f" ({rule.scope})" if rule.scope else ""
    yield Text(f"{rule.id}  {rule.heading}{scope}", style="bold")
    yield Text(rule.text)
    said = [f"{phrases['rule_source']}: {rule.source}" if rule.source else "", rule.note]
    if any(said):
        yield Text(". ".join(filter(None, said)), style="bright_black")
    if rule.id in book.not_built:
        yield Text(f"{phrases['rule_left_out']}: {book.not_built[rule.id]}")
    shown = [f"  {place(span)}  {name}" for name, span in book.shown.get(rule.id, ())]
    built = [f"  {place(span)}  {span.text.strip()}" for span in book.places(rule.id)]
    for key, lines in (("rule_shown", shown), ("rule_built", built)):
        yield Text(phrases[key if lines else f"{key}_nowhere"], style="bold")
        yield from map(Text, lines[:MOST_PLACES])
        if len(lines) > MOST_PLACES:
            yield Text(f"  … {len(lines) - MOST_PLACES}")
