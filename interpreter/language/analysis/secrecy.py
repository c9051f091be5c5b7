"""What an expression reads that not everybody sees: by itself, and through the names in it. See `language.flows`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from interpreter.language.core import (
    SELECTING,
    Cond,
    Const,
    Fold,
    Get,
    ListX,
    Op,
    Prim,
    Slot,
    Tab,
    Value,
    Var,
    X,
    children,
    conjuncts,
    substituted,
    walk,
)
from interpreter.language.resolve import visibility
from interpreter.language.resolve.context import Context
from interpreter.program.layout import SlotInfo
from interpreter.program.types import PLAYER, Type
from interpreter.records import changed, mutable, record


@record
class Secret:
    """Something that not everybody sees.

    seen_by: owner, others, nobody, or where: the place of a piece, which is open where the piece is one that was found
    in sight. owners: who has it; of `where`, the piece. of: what it is read from, a slot's kind and name, or the name
    that stands for a piece.
    """

    seen_by: str
    owners: tuple[X, ...]
    of: str
    shows: frozenset[str] = frozenset()
    """the tables of what is seen of it all the same, on the backs of pieces"""


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()
Known = set[tuple[Secret, X | None]]
"""What has been shown, and to whom; None: to everybody."""
Read = tuple[str, str, X | None]
"""A name that is read, the table in which it is looked up, "" where it is read itself; and of the answers of a
simultaneous choice, whose is read."""

_SEEN_BY = {"owner": "only its owner sees", "others": "its owner does not see", "nobody": "nobody sees"}
MOST_NAMED = 2
"""Secrets that one mistake names."""

STRANGER = Var("?", PLAYER)
"""An owner of whom the text of a procedure does not say who it is."""


@mutable
class Reader:
    """What the expressions of one ruleset read, each being looked at once."""

    c: Context
    answering: dict[str, X] = field(default_factory=dict)
    """names of all answers in a simultaneous choice → the name in it of who answers"""
    others: dict[str, X] = field(default_factory=dict)
    """names that stand for a player or place which has another name"""
    anywhere: set[str] = field(default_factory=set)
    """names of pieces that were not found in sight: any of their class"""
    by_place: set[str] = field(default_factory=set)
    """names of pieces and lists of which it is no secret whether there are any"""
    shown: dict[X, tuple[Secrets, frozenset[Read]]] = field(default_factory=dict)
    of_values: dict[str, tuple[Secrets, frozenset[Read]]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """what the pieces of a name are read from"""
    hiding: dict[str, list[int]] = field(default_factory=dict)
    """class → zones with its pieces into which not everybody may look"""

    def of(self, x: X | None, env: Mapping[str, Secrets]) -> Secrets:
        """What an expression reads that not everybody sees, by itself or through the names in it."""
        if x is None or isinstance(x, Const):
            return NONE
        if isinstance(x, Var):
            return env.get(x.name, NONE)
        own, names = self._in(x)
        for name, table, whose in names:
            if found := env.get(name):
                own |= {self._of_one(name, whose, s) for s in found if table not in s.shows}
        return own - self.located(x) if own else own

    def located(self, test: X | None) -> Secrets:
        """What is no secret where a test holds, nor whether it holds: where a piece lies that it asks to lie where
        everybody may look."""
        out: Secrets = NONE
        for part in () if test is None else conjuncts(test):
            match part:
                case Op(operator="==" | "in", args=(Get() as where, place)) if _lies_at(where):
                    out |= NONE if self.looked_into(place) else self.read(where)
        return out

    def _of_one(self, name: str, whose: X | None, secret: Secret) -> Secret:
        """A secret of the answers of all, as far as it is one player's."""
        if whose is None:
            return secret
        return changed(secret, owners=tuple(whose if o == self.answering[name] else o for o in secret.owners))

    def _in(self, x: X) -> tuple[Secrets, frozenset[Read]]:
        """What an expression reads by itself, and the names by which it may read more."""
        known = self.shown.get(x)
        if known is None:
            secrets: set[Secret] = set()
            names: set[Read] = set()
            self._collect(x, secrets, names)
            known = self.shown[x] = frozenset(secrets), frozenset(names)
        return known

    def _collect(self, x: X, secrets: set[Secret], names: set[Read]) -> None:
        left = [x]
        while left:
            part = left.pop()
            if isinstance(part, Const):
                continue
            if isinstance(part, Var):
                names.add((part.name, "", None))
                continue
            if isinstance(part, Tab):
                if self._shows(part):
                    continue
                if isinstance(part.index, Var):
                    names.add((part.index.name, part.table, None))
                    continue
            elif isinstance(part, Op | Prim | Fold) and (visibility.is_size(part) or self._asks_by_place(part)):
                continue
            match part:
                case Prim(name="item", args=(Var(name=name), Op(operator="+", args=(whose, Const(value=1))))) if (
                    name in self.answering
                ):
                    names.add((name, "", whose))
                    left.append(whose)
                    continue
            if isinstance(part, Fold) and is_class(part.domain):
                self.anywhere.add(part.var)
            if isinstance(part, Op) and part.operator in ("==", "!=", "in") and _lies_at(part.args[0]):
                # Whether a piece lies in a place is plain to whoever may look into that place.
                where, place = part.args
                assert isinstance(where, Get)
                inner: set[Secret] = set()
                for x in (*children(where.slot), place):
                    self._collect(x, inner, names)
                secrets |= (inner - self.located(part)) | self.looked_into(place)
                continue
            if isinstance(part, Op) and part.operator == "and" and (found := self.located(part)):
                inner = set()
                for x in part.args:
                    self._collect(x, inner, names)
                secrets |= inner - found
                continue
            if isinstance(part, Get):
                secrets |= self.read(part)
            if isinstance(part, Value) and part.id in self.c.made_values:
                secrets |= self._of_value(part)
            left += children(part)

    def _shows(self, x: X) -> bool:
        """Whether an expression is plain to everybody though it speaks of what is hidden: what stands on a back that is
        seen, and what is the same for all places where the piece may lie hidden."""
        if not isinstance(x, Tab):
            return False
        if _lies_at(x.index):
            piece = next((p for p in walk(x.index) if p.type.name == "piece"), None)
            values = self.c.layout.tables[x.table]
            if piece is None or not isinstance(values, tuple):
                return False
            hidden = self._hidden_zones(piece.type.of)
            return len({values[place] for place in hidden}) < 2
        return visibility.shows_on_back(self.c, x)

    def _asks_by_place(self, x: X) -> bool:
        """Whether an expression asks only whether there is a piece at a position, or how many there are."""
        match x:
            case Op(operator="==" | "!=" | ">=" | "<", args=(thing, Const(value=-1 | 0))) if thing.type.name == "piece":
                return self.is_by_place(thing)
            case Op(operator="==" | "!=", args=(Var(name=name), Const(value=()))):
                return name in self.by_place
            case Prim(name="len", args=(Var(name=name),)):
                return name in self.by_place
            case Fold(
                kind="count" | "any",
                var=var,
                test=Op(operator="==", args=(Get(slot=Slot(kind="place", owner=Var(name=name))), _)),
            ):
                return name == var and is_class(x.domain)
            case _:
                return False

    def is_by_place(self, x: X) -> bool:
        """Whether it is no secret of a piece or list, taken from a place by its position, whether it is there."""
        match x:
            case Var(name=name):
                return name in self.by_place
            case Get(slot=slot):
                return slot.kind == "contents"
            case Prim(name="top" | "item" | "item0", args=(Get(), *_)):
                return True
            case Prim(name="there" | "same", args=(inner,)):
                return self.is_by_place(inner)
            case _:
                return False

    def of_value(self, id: str) -> Secrets:
        """What a value reads that not everybody sees, whatever it is asked of."""
        return frozenset(s for s in self.of(self.c.made_values[id].result, {}) if s.seen_by != "where")

    def _of_value(self, call: Value) -> Secrets:
        """What a value reads, with its arguments in their places."""
        made = self.c.made_values[call.id]
        if call.id not in self.of_values:
            self.of_values[call.id] = NONE, frozenset()  # while it is found out, for values that call themselves
            self.of_values[call.id] = self._in(made.result)
        secrets = self.of_values[call.id][0]
        env = made.bound(call.args)
        return frozenset(changed(s, owners=tuple(substituted(o, env) for o in s.owners)) for s in secrets)

    def read(self, get: Get) -> Secrets:
        """What a slot is that is read, where not everybody sees it."""
        owner = get.slot.owner
        if get.slot.kind == "contents":
            assert owner is not None
            return self.looked_into(owner)
        if _lies_at(get):
            assert owner is not None
            piece = next((p for p in walk(owner) if p.type.name == "piece"), None)
            is_somewhere_hidden = piece is not None and self._hidden_zones(piece.type.of)
            return frozenset({Secret("where", (piece,), "place")}) if piece and is_somewhere_hidden else NONE
        out = set()
        for info, whose in visibility.slots_in(self.c, get):
            if info.seen_by != "all":
                known: list[X] = [Const(info.owner, PLAYER)] if info.owner >= 0 else []
                name = info.name if info.kind == "space" else f"{info.kind} {info.name}"
                out.add(Secret(info.seen_by, tuple(whose or known), name))
        return frozenset(out)

    def _hidden_zones(self, cls: str) -> list[int]:
        """The zones with pieces of a class into which not everybody may look."""
        if not self.hiding:
            for info in self.c.layout.slots:
                if info.kind == "zone":
                    zones = self.hiding.setdefault(self.c.layout.places[info.index].pieces or "", [])
                    zones += [info.index] if info.seen_by != "all" else []
        return self.hiding.get(cls, [])

    def looked_into(self, place: X) -> Secrets:
        """Who may look into a place, or into each of some, where not everybody may. Of what only the position tells it
        is taken to be open."""
        c = self.c
        place = self.named(place)
        space = c.model.spaces.get(place.type.space)
        match place:
            case Prim(name="there" | "same", args=(inner,)):
                return self.looked_into(inner)
            case Const(value=tuple() as several):
                return NONE.union(*[self.looked_into(Const(number, Type("place"))) for number in several])
            case ListX(elements=elements):
                return NONE.union(*map(self.looked_into, elements))
            case Cond(then=then, other=other):
                return self.looked_into(then) | self.looked_into(other)
            case Value(id=id, args=args) if id in c.made_values:
                made = c.made_values[id]
                return self.looked_into(made.applied(args)) if made.result != place else NONE
            case Op(operator="+", args=(player, Const(value=int() as number))) if player.type.name == "player":
                owners: tuple[X, ...] = (
                    player.args[0] if isinstance(player, Prim) and player.name == "there" else player,
                )
            case Const(value=int() as number) if number >= 0:
                owner = c.layout.places[number].owner
                owners = () if owner < 0 else (Const(owner, PLAYER),)
            case _ if space is not None and space.seen_by != "all":
                owners = tuple(visibility.owners_in(walk(place)))
                return frozenset({Secret(space.seen_by, owners, space.id)})
            case _:
                return NONE
        info = c.layout.slots[c.layout.zone_base + number]
        if info.seen_by == "all":
            return NONE
        return frozenset({Secret(info.seen_by, owners, f"zone {info.name}", self._backs(info))})

    def _backs(self, info: SlotInfo) -> frozenset[str]:
        """The tables of what shows on the backs of the pieces in a zone, where everybody sees these."""
        if info.kind != "zone" or info.back_seen_by != "all":
            return frozenset()
        return visibility.tables_of_backs(self.c, self.c.layout.places[info.index].pieces or "")

    def viewer(self, secret: Secret) -> X | None:
        """The one player who sees something, where it is certain who that is."""
        is_certain = secret.seen_by == "owner" and len(secret.owners) == 1
        return self.named(secret.owners[0]) if is_certain else None

    def named(self, x: X) -> X:
        """What a name of a player or place stands for."""
        while True:
            if isinstance(x, Prim) and x.name in ("there", "same"):
                x = x.args[0]
            elif isinstance(x, Var) and x.name in self.others:
                x = self.others[x.name]
            else:
                return x

    def sees(self, who: X, secret: Secret) -> bool:
        """Whether a player certainly sees something that not everybody does."""
        owners = [self.named(o) for o in secret.owners]
        me = self.named(who)
        match secret.seen_by:
            case "where":
                return not any(
                    isinstance(o, Var) and o.name in self.anywhere and o not in walk(me) for o in owners
                )  # its owner knows it, too
            case "owner":
                return owners != [] and all(o == me for o in owners)
            case "others":
                apart = self.c.apart
                return owners != [] and all(
                    isinstance(o, Var) and o != me and apart.get(o.name) in (who, me) for o in owners
                )
        return False

    def hidden(self, secrets: Secrets, who: X, known: Known) -> Secrets:
        """What of some secrets is kept from a player and has not been shown."""
        me = self.named(who)
        return frozenset(s for s in secrets if not self.sees(who, s) and not is_known(s, me, known))

    def in_words(self, secrets: Secrets) -> str:
        """What some secrets are, and who sees them."""
        return " and ".join(sorted({self._in_words(s) for s in secrets})[:MOST_NAMED])

    def _in_words(self, secret: Secret) -> str:
        if secret.seen_by == "where":
            name = next((o.name.rpartition("_")[0] for o in secret.owners if isinstance(o, Var)), "")
            return f"where `{name}` lies" if name else "where a piece lies"
        of = secret.of
        while of in self.origins:
            of = self.origins[of]
        kind, _, name = of.rpartition(" ")
        what = f"the pieces in `{name}`" if kind == "zone" or not kind else f"`{name}`"
        return f"{what}, which {_SEEN_BY[secret.seen_by]}"

    def renamed(self, var: Var, secrets: Secrets) -> Secrets:
        """What is secret of something that has a name: of a piece, or pieces, that these are what is known by it."""
        item = var.type.item if var.type.name == "list" else var.type
        if item is None or item.name != "piece":
            return secrets
        of = f"piece {var.name}"
        for s in secrets:
            if s.seen_by != "where" and s.of != of:
                self.origins.setdefault(of, s.of)
        return frozenset(s if s.seen_by == "where" else changed(s, of=of) for s in secrets)


def is_known(secret: Secret, to: X | None, known: Known) -> bool:
    """Whether something has been shown to everybody or to a player. A piece without owner has been, whosever it is."""
    if (secret, None) in known or (secret, to) in known:
        return True
    return secret.of.startswith("piece ") and (changed(secret, owners=()), None) in known


def unknown(secrets: Secrets, known: Known) -> Secrets:
    """Those that have not been shown to everybody."""
    return frozenset(secret for secret in secrets if (secret, None) not in known)


def _lies_at(x: X) -> bool:
    """Whether an expression is the place in which a piece lies."""
    return isinstance(x, Get) and x.slot.kind == "place"


def is_class(x: X) -> bool:
    """Whether a list is that of all pieces of a class, wherever they lie."""
    while isinstance(x, Fold) and x.kind in SELECTING:
        x = x.domain
    item = x.type.item
    return isinstance(x, Const) and item is not None and item.name == "piece"


def bare(x: X) -> X:
    """What is asked to be there."""
    return x.args[0] if isinstance(x, Prim) and x.name == "there" else x
