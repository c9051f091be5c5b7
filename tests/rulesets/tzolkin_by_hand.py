"""Tzolk'in written by hand in plain Python, from the rulebook and the numbers of the tiles: a second opinion.

A game is a generator: it yields `(seat, keys)` for each question with two or more answers and is sent the key that was
taken. Keys are those of the ruleset, in any order. The setup and the choice of starting wealth are not played: a game
starts from a table that is given to it (`Game.read`). Which building comes next is told by `Game.drawn`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from typing import Any

Questions = Generator[tuple[int, list[str]], str, None]
Answer = Generator[tuple[int, list[str]], str, str]

BLOCKS = ("wood", "stone", "gold")
RATE = {"wood": 2, "stone": 3, "gold": 4}
TECHNOLOGIES = ("agriculture", "extraction", "architecture", "theology")
TEMPLES = ("chaac", "quetzalcoatl", "kukulcan")
STEP_POINTS = {
    "chaac": (-1, 0, 2, 4, 6, 7, 8),
    "quetzalcoatl": (-2, 0, 1, 2, 4, 6, 9, 12, 13),
    "kukulcan": (-3, 0, 1, 3, 5, 7, 9, 10),
}
ON_STEPS = {  # temple → what lies on which step, counted from 0
    "chaac": {2: "stone", 4: "stone"},
    "quetzalcoatl": {3: "gold", 5: "gold"},
    "kukulcan": {2: "wood", 4: "wood", 5: "skull"},
}
HIGHEST = {2: {"chaac": 6, "quetzalcoatl": 2, "kukulcan": 4}, 4: {"chaac": 2, "quetzalcoatl": 6, "kukulcan": 4}}
SMALL = ("palenque", "yaxchilan", "tikal", "uxmal")
WHEELS = (*SMALL, "chichen_itza")
TEETH = {**dict.fromkeys(SMALL, 10), "chichen_itza": 13}
LAST = {**dict.fromkeys(SMALL, 7), "chichen_itza": 10}
FOOD_DAYS = (7, 13, 20, 26)
CORN_OF = {2: 4, 3: 5, 4: 7, 5: 9}
WOOD_OF = {3: 2, 4: 3, 5: 4}
OFFERINGS = {  # number → points, temple, blocks
    1: (4, "chaac", 0), 2: (5, "chaac", 0), 3: (6, "chaac", 0), 4: (7, "kukulcan", 0), 5: (8, "kukulcan", 0),
    6: (8, "kukulcan", 1), 7: (10, "quetzalcoatl", 0), 8: (11, "quetzalcoatl", 1), 9: (13, "quetzalcoatl", 1),
}  # fmt: skip

# Age, copies, sort, cost, and what it gives, in this order: goods and points, technologies, steps, an inner action.
BUILDINGS: dict[str, tuple[int, int, str, dict[str, int], dict[str, Any]]] = {
    "farm_one": (1, 3, "farm", {"wood": 1}, {"feeds": 1}),
    "farm_all": (1, 2, "farm", {"wood": 4}, {"corn_less": 1}),
    "tomb_brown_yellow": (1, 1, "tomb", {"wood": 2, "stone": 1}, {"up": ("chaac", "quetzalcoatl")}),
    "tomb_brown_green": (1, 1, "tomb", {"wood": 1, "stone": 2}, {"up": ("chaac", "kukulcan")}),
    "tomb_builder": (1, 1, "tomb", {"wood": 1, "gold": 1}, {"up": ("any",), "then": "build"}),
    "residence_farmer": (1, 1, "residence", {"wood": 2}, {"learn": ("agriculture",)}),
    "residence_farmer_stone": (1, 1, "residence", {"wood": 3}, {"stone": 1, "learn": ("agriculture",)}),
    "residence_miner_corn": (1, 1, "residence", {"wood": 1, "stone": 1}, {"corn": 1, "learn": ("extraction",)}),
    "residence_miner_gold": (1, 1, "residence", {"wood": 2, "stone": 1}, {"gold": 1, "learn": ("extraction",)}),
    "shrine_architect": (1, 1, "shrine", {"gold": 1}, {"learn": ("architecture",)}),
    "shrine_priest": (1, 1, "shrine", {"stone": 1, "gold": 1}, {"learn": ("theology",), "up": ("kukulcan",)}),
    "farm_three": (2, 3, "farm", {"wood": 2}, {"feeds": 3}),
    "tomb_merchant": (2, 1, "tomb", {"stone": 3}, {"vp": 6, "then": "market"}),
    "tomb_worker": (2, 1, "tomb", {"wood": 1, "stone": 1, "gold": 1}, {"vp": 6, "then": "worker"}),
    "tomb_lord": (2, 1, "tomb", {"wood": 1, "gold": 2}, {"vp": 8}),
    "tomb_envoy": (2, 1, "tomb", {"wood": 2, "stone": 1, "gold": 1}, {"vp": 2, "then": "act"}),
    "tomb_three_gods": (2, 1, "tomb", {"wood": 1, "stone": 2, "gold": 1}, {"vp": 3, "up": TEMPLES}),
    "residence_stone": (2, 1, "residence", {"wood": 3}, {"stone": 1, "learn": ("any",)}),
    "residence_gold": (2, 1, "residence", {"wood": 2, "stone": 1}, {"gold": 1, "learn": ("any",)}),
    "residence_corn": (2, 1, "residence", {"wood": 3, "stone": 1}, {"corn": 6, "learn": ("any",)}),
    "residence_skull": (2, 1, "residence", {"wood": 2, "stone": 2}, {"skull": 1, "learn": ("any",)}),
    "shrine_brown": (2, 1, "shrine", {"stone": 2}, {"vp": 2, "up": ("chaac",) * 2}),
    "shrine_green": (2, 1, "shrine", {"gold": 2}, {"vp": 3, "up": ("kukulcan",) * 2}),
    "shrine_yellow": (2, 1, "shrine", {"gold": 3}, {"vp": 4, "up": ("quetzalcoatl",) * 2}),
    "shrine_master_builder": (2, 1, "shrine", {"stone": 1, "gold": 1}, {"vp": 3, "learn": ("architecture",)}),
    "shrine_high_priest": (
        2, 1, "shrine", {"stone": 2, "gold": 1}, {"learn": ("theology",), "up": ("chaac", "kukulcan")}
    ),
    "shrine_wisdom": (2, 1, "shrine", {"stone": 1, "gold": 2}, {"learn": ("any", "any")}),
}  # fmt: skip
MONUMENTS: dict[str, tuple[str, dict[str, int]]] = {
    "monument_tombs": ("tomb", {"wood": 3, "stone": 2, "gold": 1}),
    "monument_constructions": ("tomb", {"wood": 1, "stone": 3, "gold": 2}),
    "monument_all_monuments": ("tomb", {"wood": 2, "stone": 2, "gold": 2}),
    "monument_corn_tiles": ("tomb", {"wood": 1, "stone": 1, "gold": 4}),
    "monument_forest_tiles": ("tomb", {"wood": 1, "gold": 4}),
    "monument_residences": ("residence", {"wood": 2, "stone": 3, "gold": 1}),
    "monument_workers": ("residence", {"wood": 3, "gold": 3}),
    "monument_levels": ("residence", {"wood": 2, "stone": 1, "gold": 3}),
    "monument_full_tracks": ("residence", {"wood": 1, "stone": 1, "gold": 3}),
    "monument_shrines": ("shrine", {"stone": 2, "gold": 3}),
    "monument_one_temple": ("shrine", {"stone": 3, "gold": 3}),
    "monument_all_temples": ("shrine", {"stone": 4, "gold": 3}),
    "monument_skulls": ("shrine", {"gold": 4, "skull": 1}),
}


def cost_of(building: str) -> dict[str, int]:
    return BUILDINGS[building][3]


def gift_of(building: str) -> dict[str, Any]:
    return BUILDINGS[building][4]


class Player:
    """What a player has. has: corn, blocks, skulls, points and harvest tiles. temples count from 0, the lowest step."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.has: Counter[str] = Counter()
        self.temples = dict.fromkeys(TEMPLES, 1)
        self.levels = dict.fromkeys(TECHNOLOGIES, 0)
        self.light = True
        self.hand, self.bank = 3, 3
        self.buildings: list[str] = []
        self.monuments: list[str] = []
        self.wealth: list[str] = []

    def blocks(self) -> int:
        return sum(self.has[b] for b in BLOCKS)

    def can_pay(self, cost: Mapping[str, int]) -> bool:
        return all(self.has[r] >= n for r, n in cost.items())

    def pay(self, cost: Mapping[str, int]) -> None:
        assert self.can_pay(cost), (self.seat, cost)
        self.has.subtract(cost)

    def of_sort(self, sort: str) -> int:
        """Buildings and monuments with a frame."""
        return sum(BUILDINGS[b][2] == sort for b in self.buildings) + sum(
            MONUMENTS[m][0] == sort for m in self.monuments
        )


class Game:
    def __init__(self, players: int) -> None:
        self.players = [Player(seat) for seat in range(players)]
        self.spaces: dict[str, list[int | str | None]] = {w: [None] * n for w, n in TEETH.items()}
        """who stands at a wheel: a seat, `dummy`, or nobody"""
        self.first_player_space: int | None = None
        self.offered: set[int] = set()
        """spaces of Chichen Itza with a skull"""
        self.skulls, self.teeth, self.first, self.day, self.fed = 13, 0, 0, 0, 0
        self.corn_tiles: dict[int, int] = {}
        self.forest_tiles: dict[int, int] = {}
        self.row: list[str] = []
        self.monuments: list[str] = []
        self.decks = {
            age: Counter({b: x[1] for b, x in BUILDINGS.items() if x[0] == age}) for age in (1, 2)
        }  # fmt: skip
        self.drawn: list[str] = []

    # ---- the table

    def read(self, view: dict[str, Any]) -> None:
        """Begin with a table as an observer of the ruleset's game sees it before the first round."""
        names = list(view["players"])
        for p, seen in zip(self.players, view["players"].values(), strict=True):
            p.has = Counter({r: seen[r] for r in ("corn", *BLOCKS, "skull", "vp")})
            p.temples = {t: seen["marker"][t] - 1 for t in TEMPLES}
            p.levels = {t: seen["marker"][t] for t in TECHNOLOGIES}
            p.hand, p.bank = len(seen["available"]["pieces"]), len(seen["bank"]["pieces"])
            p.wealth = _kinds(seen["tiles"])
        places = view["places"]
        self.skulls, self.first = view["supply"]["skull"], view["game"]["first_player"]
        for wheel, spaces in self.spaces.items():
            spaces[:] = [_standing(places[f"{wheel}_{i}"], names) for i in range(len(spaces))]
        self.corn_tiles = {j: places[f"jungle_{j}"]["corn_tile"] for j in CORN_OF}
        self.forest_tiles = {j: places[f"jungle_{j}"]["forest_tile"] for j in CORN_OF}
        self.row, self.monuments = _kinds(places["building_row"]), _kinds(places["monument_row"])
        self.decks[1].subtract(self.row)

    def differences(self, view: dict[str, Any]) -> list[str]:
        """Where the table of the ruleset's game is another one: what, here and there."""
        names = list(view["players"])
        places = view["places"]
        pairs: list[tuple[str, object, object]] = []
        for p, (name, seen) in zip(self.players, view["players"].items(), strict=True):
            pairs += [(f"{name}.{r}", p.has[r], seen[r]) for r in ("corn", *BLOCKS, "skull", "vp")]
            pairs += [(f"{name}.{r}", p.has[r], seen[r]) for r in ("corn_tile", "forest_tile")]
            pairs += [(f"{name}.{t}", p.temples[t] + 1, seen["marker"][t]) for t in TEMPLES]
            pairs += [(f"{name}.{t}", p.levels[t], seen["marker"][t]) for t in TECHNOLOGIES]
            pairs += [
                (f"{name}.light", p.light, seen["board_light"]),
                (f"{name}.hand", p.hand, len(seen["available"]["pieces"])),
                (f"{name}.bank", p.bank, len(seen["bank"]["pieces"])),
                (f"{name}.buildings", sorted(p.buildings), sorted(_kinds(seen["buildings"]))),
                (f"{name}.monuments", sorted(p.monuments), sorted(_kinds(seen["monuments"]))),
            ]
        for wheel, spaces in self.spaces.items():
            pairs += [(f"{wheel}_{i}", x, _standing(places[f"{wheel}_{i}"], names)) for i, x in enumerate(spaces)]
        pairs += [(f"offering {i}", int(i in self.offered), places[f"chichen_itza_{i}"]["skull"]) for i in OFFERINGS]
        pairs += [(f"corn {j}", self.corn_tiles[j], places[f"jungle_{j}"]["corn_tile"]) for j in CORN_OF]
        pairs += [(f"forest {j}", self.forest_tiles[j], places[f"jungle_{j}"]["forest_tile"]) for j in CORN_OF]
        pairs += [
            ("first player space", self.first_player_space, _standing(places["first_player_space"], names)),
            ("first player", self.first, view["game"]["first_player"]),
            ("day", self.day, view["game"]["day"]),
            ("food days", self.fed, view["game"]["food_days_done"]),
            ("teeth", self.teeth, places["calendar_teeth"]["corn"]),
            ("skulls", self.skulls, view["supply"]["skull"]),
            ("row", sorted(self.row), sorted(_kinds(places["building_row"]))),
            ("monument row", sorted(self.monuments), sorted(_kinds(places["monument_row"]))),
        ]
        return [f"{what}: {here} by hand, {there} in the ruleset" for what, here, there in pairs if here != there]

    # ---- the game

    def play(self) -> Questions:
        while self.fed < 4:
            for turn in range(len(self.players)):
                yield from self._turn(self.players[(self.first + turn) % len(self.players)])
            if self.day >= FOOD_DAYS[self.fed]:
                self._food_day()
            yield from self._calendar()

    def scores(self) -> list[int]:
        return [self._score(p) for p in self.players]

    def _ask(self, p: Player, keys: Iterable[str]) -> Answer:
        options = list(keys)
        if len(options) == 1:
            return options[0]
        return (yield p.seat, options)

    # ---- turns

    def _turn(self, p: Player) -> Questions:
        may_beg = p.has["corn"] <= 2 and any(p.temples.values())
        stuck = not self._standing(p) and not self._affordable(p, 0)
        if stuck and not may_beg:
            cheapest = min(price for _, price in self._entrances())
            key = yield from self._ask(p, [space for space, price in self._entrances() if price == cheapest])
            p.has["corn"] = 0
            self._put(p, key)
        else:
            if may_beg:
                temples = [f"beg {t}" for t in TEMPLES if p.temples[t]]
                key = yield from self._ask(p, temples if stuck else [*temples, "skip beg"])
                if key != "skip beg":
                    p.temples[key.split()[1]] -= 1
                    p.has["corn"] = 3
            places = [f"place {space}" for space in self._affordable(p, 0)]
            key = yield from self._ask(p, places + [f"pick_up {w}_{i}" for w, i in self._standing(p)])
            yield from self._place(p, key) if key.startswith("place") else self._pick_up(p, key)
        if self.first_player_space == p.seat:
            p.has["corn"] += self.teeth
            self.teeth = 0
        self._refill()

    def _entrances(self) -> list[tuple[str, int]]:
        out = []
        for wheel, spaces in self.spaces.items():
            free = [i for i in range(LAST[wheel] + 1) if spaces[i] is None]
            out += [(f"{wheel}_{free[0]}", free[0])] if free else []
        return out + ([("first_player_space", 0)] if self.first_player_space is None else [])

    def _affordable(self, p: Player, placed: int) -> list[str]:
        """Where one more worker can be paid for after some in this turn: the n-th costs n - 1 more."""
        return [space for space, price in self._entrances() if p.hand and price + placed <= p.has["corn"]]

    def _standing(self, p: Player) -> list[tuple[str, int]]:
        return [(w, i) for w, spaces in self.spaces.items() for i, x in enumerate(spaces) if x == p.seat]

    def _put(self, p: Player, space: str) -> None:
        p.hand -= 1
        if space == "first_player_space":
            self.first_player_space = p.seat
        else:
            wheel, number = space.rsplit("_", 1)
            self.spaces[wheel][int(number)] = p.seat

    def _place(self, p: Player, key: str) -> Questions:
        placed = 0
        while key != "skip place":
            space = key.split()[1]
            p.pay({"corn": dict(self._entrances())[space] + placed})
            self._put(p, space)
            placed += 1
            more = [f"place {space}" for space in self._affordable(p, placed)]
            if not more:
                return
            key = yield from self._ask(p, [*more, "skip place"])

    def _pick_up(self, p: Player, key: str) -> Questions:
        while key != "skip pick_up":
            wheel, number = key.split()[1].rsplit("_", 1)
            self.spaces[wheel][int(number)] = None
            p.hand += 1
            usable = self._usable(p, wheel, int(number))
            if usable:
                key = yield from self._ask(p, [*(f"act {name}" for name in usable), "skip act"])
                if key != "skip act":
                    price, action = usable[key.split()[1]]
                    p.pay({"corn": price})
                    yield from self._act(p, wheel, action)
            more = [f"pick_up {w}_{i}" for w, i in self._standing(p)]
            if not more:
                return
            key = yield from self._ask(p, [*more, "skip pick_up"])

    def _usable(self, p: Player, wheel: str, number: int) -> dict[str, tuple[int, int]]:
        """Names of the actions that a worker of a space can do → corn for stepping back, number."""
        out = {}
        for action in OFFERINGS if wheel == "chichen_itza" else range(1, 6):
            price = max(0, number - action)
            free = number >= LAST[wheel] - (wheel in SMALL)
            ahead = wheel == "chichen_itza" and p.levels["theology"] >= 1 and (number == 9 or action == number + 1)
            if free or ahead:
                price = 0
            elif action > number:
                continue
            if price <= p.has["corn"] and self._can(p, wheel, action, p.has["corn"] - price):
                out[f"{wheel.removesuffix('_itza')}_action_{action}"] = (price, action)
        return out

    # ---- actions

    def _can(self, p: Player, wheel: str, action: int, corn: int) -> bool:
        """Whether a player with that much corn can do an action."""
        match wheel, action:
            case "palenque", _:
                return action == 1 or bool(self._harvests(p, action))
            case "tikal", 2:
                return bool(self._buildable(p, True))
            case "tikal", 4:
                return bool(self._buildable(p, p.levels["architecture"] > 0) or self._monuments_for(p))
            case "tikal", 5:
                return p.blocks() > 0
            case "tikal", _:
                return bool(self._learnable(p))
            case "uxmal", 1:
                return corn >= 3
            case "uxmal", 4:
                return any(self._price_in_corn(p, b) <= corn for b in self.row)
            case "uxmal", 5:
                return corn >= 1
            case "chichen_itza", _:
                return p.has["skull"] > 0 and action not in self.offered
        return True

    def _act(self, p: Player, wheel: str, action: int) -> Questions:
        match wheel:
            case "palenque":
                yield from self._palenque(p, action)
            case "yaxchilan":
                self._yaxchilan(p, action)
            case "tikal":
                yield from self._tikal(p, action)
            case "uxmal":
                yield from self._uxmal(p, action)
            case _:
                yield from self._offer(p, action)

    def _any_action(self, p: Player) -> Questions:
        p.pay({"corn": 1})
        key = yield from self._ask(
            p, [f"{w}_action_{a}" for w in SMALL for a in range(1, 6) if self._can(p, w, a, p.has["corn"])]
        )
        wheel, action = key.split("_action_")
        yield from self._act(p, wheel, int(action))

    def _harvests(self, p: Player, jungle: int) -> list[str]:
        out = []
        uncovered, forest = self.corn_tiles[jungle] - self.forest_tiles[jungle], self.forest_tiles[jungle]
        if uncovered:
            out.append("corn_tile")
        if forest:
            out += ["forest_tile", "burn"] if any(p.temples.values()) else ["forest_tile"]
        if not uncovered and p.levels["agriculture"] >= 2:
            out.append("without_tile")
        return out

    def _palenque(self, p: Player, action: int) -> Questions:
        level = p.levels["agriculture"]
        if action == 1:
            p.has["corn"] += 3 + (level >= 2)
            return
        how = yield from self._ask(p, self._harvests(p, action))
        if how == "forest_tile":
            self.forest_tiles[action] -= 1
            p.has.update(forest_tile=1, wood=WOOD_OF[action] + (p.levels["extraction"] >= 1))
            return
        p.has["corn"] += CORN_OF[action] + (level >= 1) + 2 * (level >= 3)
        if how != "without_tile":
            self.corn_tiles[action] -= 1
            p.has["corn_tile"] += 1
        if how == "burn":
            self.forest_tiles[action] -= 1
            temple = yield from self._ask(p, [t for t in TEMPLES if p.temples[t]])
            p.temples[temple] -= 1

    def _yaxchilan(self, p: Player, action: int) -> None:
        level = p.levels["extraction"]
        if action == 1:
            p.has["wood"] += 1 + (level >= 1)
        if action in (2, 5):
            p.has["stone"] += 1 + (level >= 2)
        if action in (3, 5):
            p.has["gold"] += 1 + (level >= 3)
        if action == 4:
            self._take_skulls(p, 1 + (p.levels["theology"] >= 3))
        p.has["corn"] += {2: 1, 3: 2, 5: 2}.get(action, 0)

    def _tikal(self, p: Player, action: int) -> Questions:
        match action:
            case 1 | 3:
                track = yield from self._ask(p, self._learnable(p))
                yield from self._learn(p, track)
                again = [f"second {t}" for t in self._learnable(p)] if action == 3 else []
                if again:
                    key = yield from self._ask(p, [*again, "skip second"])
                    if key != "skip second":
                        yield from self._learn(p, key.split()[1])
            case 2:
                building = yield from self._ask(p, self._buildable(p, True))
                yield from self._build(p, building, True)
            case 4:
                yield from self._build_two(p)
            case _:
                yield from self._pay_blocks(p, 1)
                one = yield from self._ask(p, [f"raised {t}" for t in TEMPLES[:-1]])
                later = TEMPLES[TEMPLES.index(one.split()[1]) + 1 :]
                other = yield from self._ask(p, [f"raised {t}" for t in later])
                for key in (one, other):
                    self._up(p, key.split()[1])

    def _build_two(self, p: Player) -> Questions:
        ways = ["monument"] if self._monuments_for(p) else []
        ways += ["full_price"] if self._buildable(p, False) else []
        ways += ["with_architecture"] if p.levels["architecture"] and self._buildable(p, True) else []
        way = yield from self._ask(p, ways)
        if way == "monument":
            monument = yield from self._ask(p, self._monuments_for(p))
            p.pay(MONUMENTS[monument][1])
            self.skulls += MONUMENTS[monument][1].get("skull", 0)
            self.monuments.remove(monument)
            p.monuments.append(monument)
            return
        helped = way == "with_architecture"
        building = yield from self._ask(p, self._buildable(p, helped))
        yield from self._build(p, building, helped)
        second = [f"second_building {b}" for b in self._buildable(p, not helped)]
        if second:
            key = yield from self._ask(p, [*second, "skip second_building"])
            if key != "skip second_building":
                yield from self._build(p, key.split()[1], not helped)

    def _uxmal(self, p: Player, action: int) -> Questions:
        match action:
            case 1:
                p.pay({"corn": 3})
                yield from self._rise(p)
            case 2:
                yield from self._market(p)
            case 3:
                self._new_worker(p)
            case 4:
                payable = [b for b in self._offer_of_row() if self._price_in_corn(p, b) <= p.has["corn"]]
                building = yield from self._ask(p, payable)
                p.pay({"corn": self._price_in_corn(p, building)})
                yield from self._built(p, building, True)
            case _:
                yield from self._any_action(p)

    def _offer(self, p: Player, number: int) -> Questions:
        points, temple, blocks = OFFERINGS[number]
        p.pay({"skull": 1})
        self.offered.add(number)
        p.has["vp"] += points
        self._up(p, temple)
        yield from self._gain_blocks(p, blocks)
        if p.levels["theology"] >= 2 and p.blocks():
            key = yield from self._ask(p, ["donate", "skip donate"])
            if key == "donate":
                yield from self._pay_blocks(p, 1)
                yield from self._rise(p)

    # ---- what actions are made of

    def _up(self, p: Player, temple: str) -> None:
        """One step up; the top step has room for one player."""
        top = len(STEP_POINTS[temple]) - 1
        step = p.temples[temple] + 1
        if step > top or (step == top and any(q.temples[temple] == top for q in self.players)):
            return
        p.temples[temple] = step
        p.light = p.light or step == top

    def _rise(self, p: Player) -> Questions:
        temple = yield from self._ask(p, TEMPLES)
        self._up(p, temple)

    def _take_skulls(self, p: Player, number: int) -> None:
        number = min(number, self.skulls)
        self.skulls -= number
        p.has["skull"] += number

    def _new_worker(self, p: Player) -> None:
        if p.bank:
            p.bank -= 1
            p.hand += 1

    def _gain_blocks(self, p: Player, number: int) -> Questions:
        """Blocks of any kinds; they are named in the order of BLOCKS."""
        first = 0
        for _ in range(number):
            key = yield from self._ask(p, [f"gain {b}" for b in BLOCKS[first:]])
            first = BLOCKS.index(key.split()[1])
            p.has[BLOCKS[first]] += 1

    def _pay_blocks(self, p: Player, number: int) -> Questions:
        """Blocks of any kinds; they are named in the order of BLOCKS."""
        first = 0
        for left in range(number, 0, -1):
            possible = [
                f"pay {b}" for i, b in enumerate(BLOCKS)
                if i >= first and p.has[b] and sum(p.has[c] for c in BLOCKS[i:]) >= left
            ]  # fmt: skip
            key = yield from self._ask(p, possible)
            first = BLOCKS.index(key.split()[1])
            p.has[BLOCKS[first]] -= 1

    def _learnable(self, p: Player) -> list[str]:
        return [t for t in TECHNOLOGIES if p.blocks() >= (p.levels[t] % 3) + 1]

    def _learn(self, p: Player, track: str) -> Questions:
        """One level for one block more than the level before; at level 3 the bonus, for one block."""
        yield from self._pay_blocks(p, (p.levels[track] % 3) + 1)
        yield from self._advance(p, track)

    def _advance(self, p: Player, track: str) -> Questions:
        if p.levels[track] < 3:
            p.levels[track] += 1
        elif track == "agriculture":
            yield from self._rise(p)
        elif track == "extraction":
            yield from self._gain_blocks(p, 2)
        elif track == "architecture":
            p.has["vp"] += 3
        else:
            self._take_skulls(p, 1)

    def _market(self, p: Player) -> Questions:
        """Sales, then purchases of what was not sold."""
        sold = set()
        for block in BLOCKS:
            number = yield from self._up_to(p, f"sell_{block}", p.has[block])
            if number:
                sold.add(block)
                p.pay({block: number})
                p.has["corn"] += number * RATE[block]
        for block in BLOCKS:
            if block not in sold:
                number = yield from self._up_to(p, f"buy_{block}", p.has["corn"] // RATE[block])
                p.pay({"corn": number * RATE[block]})
                p.has[block] += number

    def _up_to(self, p: Player, what: str, most: int) -> Generator[tuple[int, list[str]], str, int]:
        if not most:
            return 0
        key = yield from self._ask(p, [*(f"{what} {n}" for n in range(1, most + 1)), f"skip {what}"])
        return 0 if key.startswith("skip") else int(key.split()[1])

    def _offer_of_row(self) -> list[str]:
        return list(dict.fromkeys(self.row))

    def _buildable(self, p: Player, helped: bool) -> list[str]:
        spare = int(helped and p.levels["architecture"] >= 3)
        return [
            b for b in self._offer_of_row()
            if sum(max(0, n - p.has[r]) for r, n in cost_of(b).items()) <= spare
        ]  # fmt: skip

    def _price_in_corn(self, p: Player, building: str) -> int:
        return 2 * sum(cost_of(building).values()) - 2 * (p.levels["architecture"] >= 3)

    def _monuments_for(self, p: Player) -> list[str]:
        return [m for m in self.monuments if p.can_pay(MONUMENTS[m][1])]

    def _build(self, p: Player, building: str, helped: bool) -> Questions:
        """Build for blocks. helped: with the technology of architecture."""
        cost = Counter(cost_of(building))
        if helped and p.levels["architecture"] >= 3:
            spared = [r for r in BLOCKS if cost[r] and p.can_pay(cost - Counter([r]))]
            key = yield from self._ask(p, [f"discount {r}" for r in spared])
            cost -= Counter([key.split()[1]])
        p.pay(cost)
        yield from self._built(p, building, helped)

    def _built(self, p: Player, building: str, helped: bool) -> Questions:
        if helped:
            p.has["corn"] += p.levels["architecture"] >= 1
            p.has["vp"] += 2 * (p.levels["architecture"] >= 2)
        self.row.remove(building)
        p.buildings.append(building)
        gift = gift_of(building)
        p.has.update({r: n for r, n in gift.items() if r in ("corn", *BLOCKS, "vp")})
        self._take_skulls(p, gift.get("skull", 0))
        for track in gift.get("learn", ()):
            if track == "any":
                track = yield from self._ask(p, TECHNOLOGIES)
            yield from self._advance(p, track)
        for temple in gift.get("up", ()):
            if temple == "any":
                yield from self._rise(p)
            else:
                self._up(p, temple)
        yield from self._then(p, gift.get("then", ""))

    def _then(self, p: Player, what: str) -> Questions:
        match what:
            case "build":
                more = [f"build_one_more {b}" for b in self._buildable(p, True)]
                if more:
                    key = yield from self._ask(p, [*more, "skip build_one_more"])
                    if key != "skip build_one_more":
                        yield from self._build(p, key.split()[1], True)
            case "market":
                yield from self._market(p)
            case "worker":
                self._new_worker(p)
            case "act" if p.has["corn"]:
                key = yield from self._ask(p, ["one_more_action", "skip one_more_action"])
                if key == "one_more_action":
                    yield from self._any_action(p)

    def _refill(self) -> None:
        deck = self.decks[2 if self.fed >= 2 else 1]
        while len(self.row) < 6 and (left := [b for b in deck if deck[b]]):
            building = left[0] if len(left) == 1 else self.drawn.pop(0)
            deck[building] -= 1
            self.row.append(building)

    # ---- Food Days and the calendar

    def _food_day(self) -> None:
        for p in self.players:
            self._feed(p)
        self.fed += 1
        if self.fed == 2:
            self.row, self.decks[1] = [], Counter()
            self._refill()
        if self.fed in (1, 3):
            due = [sum(x == "skull" for x in self._lying_below(p)) for p in self.players]
            for p in self.players:
                p.has.update(x for x in self._lying_below(p) if x != "skull")
                self._take_skulls(p, due[p.seat] if sum(due) <= self.skulls + sum(due[: p.seat]) else 0)
            return
        for temple in TEMPLES:
            highest = max(p.temples[temple] for p in self.players)
            there = [p for p in self.players if p.temples[temple] == highest]
            bonus = HIGHEST[self.fed][temple]
            for p in self.players:
                p.has["vp"] += STEP_POINTS[temple][p.temples[temple]]
            for p in there:
                p.has["vp"] += bonus if len(there) == 1 else bonus // 2

    def _feed(self, p: Player) -> None:
        each = max(0, 2 - sum(gift_of(b).get("corn_less", 0) for b in p.buildings))
        fed = sum(gift_of(b).get("feeds", 0) for b in p.buildings) + ("wealth_uxmal_3" in p.wealth)
        if each:
            mouths = max(0, 6 - p.bank - fed)
            full = min(mouths, p.has["corn"] // each)
            p.has["corn"] -= full * each
            p.has["vp"] -= 3 * (mouths - full)

    def _lying_below(self, p: Player) -> list[str]:
        return [x for t in TEMPLES for step, x in ON_STEPS[t].items() if step <= p.temples[t]]

    def _calendar(self) -> Questions:
        days = 1
        if self.first_player_space is None:
            self.teeth += 1
        else:
            p = self.players[self.first_player_space]
            p.hand += 1
            self.first_player_space = None
            self.first = (p.seat + 1) % len(self.players) if self.first == p.seat else p.seat
            pushes = any(isinstance(spaces[LAST[w] - 1], int) for w, spaces in self.spaces.items())
            if p.light and not pushes and self.fed < 4:
                key = yield from self._ask(p, ["two_days", "skip two_days"])
                if key == "two_days":
                    p.light, days = False, 2
        for _ in range(days):
            self._turn_wheels()

    def _turn_wheels(self) -> None:
        for wheel, spaces in self.spaces.items():
            pushed = spaces[LAST[wheel]]
            if isinstance(pushed, int):
                self.players[pushed].hand += 1
                spaces[LAST[wheel]] = None
            spaces.insert(0, spaces.pop())
        self.day += 1

    # ---- the end

    def _score(self, p: Player) -> int:
        corn = p.has["corn"] + sum(RATE[b] * p.has[b] for b in BLOCKS)
        return p.has["vp"] + corn // 4 + 3 * p.has["skull"] + sum(self._worth(p, m) for m in p.monuments)

    def _worth(self, p: Player, monument: str) -> int:
        match monument.removeprefix("monument_"):
            case "tombs":
                return 4 * p.of_sort("tomb")
            case "residences":
                return 4 * p.of_sort("residence")
            case "shrines":
                return 4 * p.of_sort("shrine")
            case "constructions":
                return 2 * (len(p.buildings) + len(p.monuments))
            case "all_monuments":
                return {2: 6, 3: 5, 4: 4}[len(self.players)] * sum(len(q.monuments) for q in self.players)
            case "corn_tiles":
                return 4 * p.has["corn_tile"]
            case "forest_tiles":
                return 4 * p.has["forest_tile"]
            case "workers":
                return (0, 6, 12, 18)[3 - p.bank]
            case "levels":
                return 3 * sum(p.levels.values())
            case "full_tracks":
                return (0, 9, 20, 33, 33)[sum(n == 3 for n in p.levels.values())]
            case "one_temple":
                return 3 * max(0, *(step - 1 for step in p.temples.values()))
            case "all_temples":
                return sum(STEP_POINTS[t][p.temples[t]] for t in TEMPLES)
        return 3 * len(self.offered)


def _kinds(place: dict[str, Any]) -> list[str]:
    return [piece["kind"] for piece in place["pieces"]]


def _standing(space: dict[str, Any], names: list[str]) -> int | str | None:
    if not space["pieces"]:
        return None
    piece = space["pieces"][0]
    return "dummy" if piece["kind"] == "dummy" else names.index(piece["owner"])
