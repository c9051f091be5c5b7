"""The hand-written yardstick plays Puerto Rico right: conservation, termination, worked examples.

Examples are named by their ids in the rules' list of worked scenarios.
"""

from collections.abc import Sequence
from random import Random

import handwritten as hw
import pytest

COUNTS = (3, 4, 5)
NAMES = {row[0]: hw.STAFF + x for x, row in enumerate(hw.BUILDINGS)}


# --- random games ---------------------------------------------------------------------------------
def blocks(s: hw.State) -> range:
    return range(hw.HEAD, len(s), hw.STRIDE)


def check_goods(s: hw.State) -> None:
    for kind in hw.KINDS:
        held = sum(s[b + hw.GOOD + kind] for b in blocks(s))
        ship = s[hw.ABOARD + kind]
        aboard = s[hw.CARGO + ship] if ship >= 0 else 0
        assert held + aboard + s[hw.SUPPLY + kind] + s[hw.HOUSE + kind] == hw.GOODS_IN_BOX[kind]
    assert s[hw.HOUSED] == sum(s[hw.HOUSE : hw.HOUSE + 5]) <= 4
    ships = [ship for ship in s[hw.ABOARD : hw.ABOARD + 5] if ship >= 0]
    assert len(ships) == len(set(ships)) == sum(load > 0 for load in s[hw.CARGO : hw.CARGO + 3])
    assert all(0 <= s[hw.CARGO + ship] <= len(blocks(s)) + 1 + ship for ship in range(3))


def check_colonists(s: hw.State) -> None:
    players = len(blocks(s))
    owned = sum(s[b + hw.MEN] for b in blocks(s))
    assert owned + s[hw.COLONISTS] + s[hw.BOAT] == hw.START_COLONISTS[players] + players
    for b in blocks(s):
        staff = [s[b + hw.STAFF + x] for x in s[b + hw.CITY]]
        assert sum(s[b + hw.MANNED : b + hw.MANNED + 6]) + sum(staff) <= s[b + hw.MEN]
        assert all(0 <= n <= hw.CIRCLES_OF[x] for n, x in zip(staff, s[b + hw.CITY], strict=True))
        assert all(0 <= s[b + hw.MANNED + kind] <= s[b + hw.TILE + kind] for kind in range(6))


def check_tiles(s: hw.State) -> None:
    for kind in hw.KINDS:
        laid = sum(s[b + hw.TILE + kind] for b in blocks(s))
        assert laid + s[hw.ROW + kind] + s[hw.DECK + kind] + s[hw.DISCARD + kind] == hw.TILES_IN_BOX[kind]
    assert s[hw.QUARRIES] + sum(s[b + hw.TILE + hw.QUARRY] for b in blocks(s)) == 8
    assert s[hw.DECK_SIZE] == sum(s[hw.DECK : hw.DECK + 5])
    assert all(s[b + hw.TILES] == sum(s[b + hw.TILE : b + hw.TILE + 6]) <= 12 for b in blocks(s))


def check_buildings(s: hw.State) -> None:
    for x, row in enumerate(hw.BUILDINGS):
        assert s[hw.STOCK + x] + sum(x in s[b + hw.CITY] for b in blocks(s)) == row[4]
    for b in blocks(s):
        city = s[b + hw.CITY]
        assert len(set(city)) == len(city)
        assert [x for x in range(23) if s[b + hw.STAFF + x] >= 0] == sorted(city)
        assert s[b + hw.CELLS] == sum(2 if x >= hw.FIRST_LARGE else 1 for x in city) <= 12
        assert s[b + hw.LARGE] == sum(x >= hw.FIRST_LARGE for x in city) <= 4
        assert s[b + hw.CIRCLES] == s[b + hw.TILES] + sum(hw.CIRCLES_OF[x] for x in city)


def check(s: hw.State) -> None:
    check_goods(s)
    check_colonists(s)
    check_tiles(s)
    check_buildings(s)
    points = sum(s[b + hw.POINTS] for b in blocks(s))
    assert s[hw.CHIPS] + points == hw.START_POINTS[len(blocks(s))]
    assert all(s[b + hw.COIN] >= 0 and min(s[b + hw.GOOD : b + hw.GOOD + 5]) >= 0 for b in blocks(s))


@pytest.mark.parametrize("players", COUNTS)
def test_nothing_is_lost_or_made(players: int) -> None:
    for seed in range(15):
        s = hw.new(players, seed)
        pick = Random(seed)
        while not hw.over(s):
            assert 2 <= len(hw.options(s)) == len(set(hw.options(s))) <= 24
            hw.apply(s, pick.choice(hw.options(s)))
            check(s)
        assert hw.options(s) == ()


@pytest.mark.parametrize("players", COUNTS)
def test_random_games_end(players: int) -> None:
    asked: set[int] = set()
    for seed in range(300):
        s = hw.new(players, seed)
        pick = Random(seed)
        for _ in range(5000):
            if hw.over(s):
                break
            asked.add(s[hw.PHASE])
            hw.apply(s, pick.choice(hw.options(s)))
        assert hw.over(s)
        assert s[hw.LAST_ROUND]
        assert hw.winners(s)
    assert asked == set(range(hw.GAME_OVER)), "some kind of question never came up"


def test_playout_repeats_and_counts() -> None:
    steps, decisions, scores = hw.playout(4, 7)
    assert hw.playout(4, 7) == (steps, decisions, scores)
    assert hw.playout(4, 8) != (steps, decisions, scores)
    assert steps > decisions > 0
    assert len(scores) == 4


def test_a_copy_is_independent_and_draws_alike() -> None:
    s = hw.new(4, 3)
    before = s.copy()
    twin = s.copy()
    for game in (s, twin):
        pick = Random(1)
        for _ in range(300):
            hw.apply(game, pick.choice(hw.options(game)))
    assert s == twin
    assert before == hw.new(4, 3)


def test_players_out_of_range() -> None:
    with pytest.raises(KeyError):
        hw.new(2, 1)


# --- worked examples ------------------------------------------------------------------------------
class Table:
    """A game with everybody's possessions empty; seat 0 is to choose a role."""

    def __init__(self, players: int) -> None:
        self.s = hw.new(players, 0)
        self.s[hw.ACTOR] = self.s[hw.GOVERNOR] = hw.HEAD
        self.players = players
        for b in blocks(self.s):
            self.s[b : b + hw.STRIDE] = [0] * hw.STRIDE
            self.s[b + hw.STAFF : b + hw.STAFF + 23] = [-1] * 23
            self.s[b + hw.CITY] = ()

    def give(self, seat: int, slot: int, *amounts: int) -> None:
        b = hw.HEAD + seat * hw.STRIDE + slot
        self.s[b : b + len(amounts)] = amounts

    def get(self, seat: int, slot: int) -> int:
        return int(self.s[hw.HEAD + seat * hw.STRIDE + slot])

    def goods(self, seat: int) -> list[int]:
        b = hw.HEAD + seat * hw.STRIDE + hw.GOOD
        return list(self.s[b : b + 5])

    def island(self, seat: int, **tiles: tuple[int, int]) -> None:
        """Lay tiles: kind=(occupied, empty)."""
        b = hw.HEAD + seat * hw.STRIDE
        for name, (occupied, empty) in tiles.items():
            kind = ("corn", "indigo", "sugar", "tobacco", "coffee", "quarry").index(name)
            self.s[b + hw.TILE + kind] = occupied + empty
            self.s[b + hw.MANNED + kind] = occupied
            self.s[b + hw.TILES] += occupied + empty
            self.s[b + hw.CIRCLES] += occupied + empty
            self.s[b + hw.MEN] += occupied

    def city(self, seat: int, **buildings: int) -> None:
        """Add buildings: name=colonists in it."""
        b = hw.HEAD + seat * hw.STRIDE
        for name, colonists in buildings.items():
            x = NAMES[name] - hw.STAFF
            self.s[b + hw.STAFF + x] = colonists
            self.s[b + hw.CITY] += (x,)
            self.s[b + hw.CELLS] += 1 + (x >= hw.FIRST_LARGE)
            self.s[b + hw.LARGE] += x >= hw.FIRST_LARGE
            self.s[b + hw.CIRCLES] += hw.CIRCLES_OF[x]
            self.s[b + hw.MEN] += colonists

    def cargo(self, *loads: tuple[int, int] | None) -> None:
        """Load the ships, smallest first, with (kind, amount) or nothing."""
        for ship, load in enumerate(loads):
            if load:
                self.s[hw.ABOARD + load[0]] = ship
                self.s[hw.CARGO + ship] = load[1]

    def do(self, *choices: int) -> None:
        """Make choices, each of which must be on offer."""
        for choice in choices:
            assert choice in hw.options(self.s)
            hw.apply(self.s, choice)

    def asked(self, phase: int, options: Sequence[int]) -> None:
        assert (self.s[hw.PHASE], sorted(hw.options(self.s))) == (phase, sorted(options))

    def price(self, seat: int, name: str) -> int:
        """The fewest coins with which the building is on offer to a seat after seat 0 has chosen the Builder."""
        for coins in range(12):
            trial = Table(self.players)
            trial.s = self.s.copy()
            trial.give(seat, hw.COIN, coins)
            trial.do(hw.BUILDER)
            while trial.s[hw.PHASE] == hw.ASK_BUILD and trial.s[hw.ACTOR] != hw.HEAD + seat * hw.STRIDE:
                trial.do(hw.SKIP)
            if trial.s[hw.PHASE] == hw.ASK_BUILD and NAMES[name] - hw.STAFF in hw.options(trial.s):
                return coins
        raise AssertionError(f"{name} is never on offer")


def load(kind: int, capacity: int, players: int) -> int:
    return kind * 4 + capacity - players - 1


@pytest.mark.parametrize(("name", "price"), [("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)])
def test_quarry_prices(name: str, price: int) -> None:
    """pr_ex_quarry_prices: three occupied quarries, not the chooser."""
    t = Table(3)
    t.island(1, quarry=(3, 0))
    assert t.price(1, name) == price


@pytest.mark.parametrize(
    ("name", "price"),
    [("small_warehouse", 1), ("hospice", 1), ("tobacco_storage", 1), ("wharf", 5), ("residence", 5)],
)
def test_prices_with_cap_and_privilege(name: str, price: int) -> None:
    """pr_build_cap_and_privilege: four occupied quarries, the chooser."""
    t = Table(3)
    t.island(0, quarry=(4, 0))
    assert t.price(0, name) == price


def test_price_is_never_negative() -> None:
    """pr_build_floor_zero"""
    t = Table(3)
    t.give(0, hw.COIN, 2)
    t.island(0, quarry=(2, 0))
    t.do(hw.BUILDER, NAMES["small_market"] - hw.STAFF)
    assert t.get(0, hw.COIN) == 2


def test_large_building_after_moving() -> None:
    """pr_build_large_after_moving, pr_build_large_one_cell: a large one fits beside ten small ones, not eleven."""
    small = [row[0] for row in hw.BUILDINGS[: hw.FIRST_LARGE]]
    for owned, fits in ((10, True), (11, False)):
        t = Table(3)
        t.city(0, **dict.fromkeys(small[:owned], 0))
        t.give(0, hw.COIN, 10)
        t.do(hw.BUILDER)
        fortress = NAMES["fortress"] - hw.STAFF
        assert (fortress in hw.options(t.s)) is fits
    t = Table(3)
    t.city(0, **dict.fromkeys(small[:10], 0))
    t.give(0, hw.COIN, 10)
    t.do(hw.BUILDER, fortress)
    assert t.s[hw.LAST_ROUND]
    assert not hw.over(t.s)


def test_university_from_ship_and_not_itself() -> None:
    """pr_university_not_itself_and_from_ship"""
    t = Table(3)
    t.s[hw.COLONISTS], t.s[hw.BOAT] = 0, 1
    t.give(0, hw.COIN, 7)
    t.give(1, hw.COIN, 1)
    t.city(1, university=1)
    t.do(hw.BUILDER, NAMES["university"] - hw.STAFF, NAMES["small_indigo_plant"] - hw.STAFF)
    t.asked(hw.ASK_UNIVERSITY, hw.YES_NO)
    t.do(1)
    assert (t.get(0, NAMES["university"]), t.get(1, NAMES["small_indigo_plant"]), t.s[hw.BOAT]) == (0, 1, 0)


def test_mayor_deals_six() -> None:
    """pr_ex_mayor_deal_six"""
    t = Table(4)
    t.s[hw.BOAT], t.s[hw.COLONISTS] = 6, 40
    t.do(hw.MAYOR, 1)
    assert [t.get(seat, hw.MEN) for seat in range(4)] == [3, 2, 1, 1]
    assert (t.s[hw.COLONISTS], t.s[hw.BOAT]) == (35, 4)


def test_mayor_rearranges_and_must_fill() -> None:
    """pr_mayor_rearrange, pr_mayor_must_fill: two colonists for three places, asked place by place."""
    t = Table(3)
    t.s[hw.BOAT] = 2
    t.island(1, corn=(1, 0), indigo=(0, 1))
    t.city(1, small_indigo_plant=0)
    t.do(hw.MAYOR, 0)
    t.asked(hw.ASK_PLACE, (0, 1))
    t.do(0)  # none on corn, so the other two places are forced
    assert [t.get(1, hw.MANNED + kind) for kind in (hw.CORN, hw.INDIGO)] == [0, 1]
    assert t.get(1, NAMES["small_indigo_plant"]) == 1
    assert t.s[hw.PHASE] == hw.ASK_ROLE


def test_mayor_reload() -> None:
    """pr_mayor_reload_count, pr_mayor_reload_short: circles of buildings count, those of the island do not."""
    for supply, loaded, last in ((30, 5, 0), (4, 4, 1)):
        t = Table(3)
        t.s[hw.BOAT], t.s[hw.COLONISTS] = 0, supply
        t.city(0, coffee_roaster=0)
        t.city(1, sugar_mill=0)
        t.island(2, corn=(0, 4))
        t.do(hw.MAYOR, 0)
        assert (t.s[hw.BOAT], t.s[hw.COLONISTS], t.s[hw.LAST_ROUND]) == (loaded, supply - loaded, last)


def test_production() -> None:
    """pr_ex_production"""
    t = Table(3)
    t.island(1, corn=(2, 1), tobacco=(2, 0), sugar=(3, 1))
    t.city(1, tobacco_storage=1, sugar_mill=3, small_sugar_mill=1)
    t.do(hw.CRAFTSMAN, 1)
    assert t.goods(1) == [2, 0, 3, 1, 0]


def test_factory_counts_kinds_really_taken() -> None:
    """pr_ex_factory_shortage"""
    t = Table(4)
    t.s[hw.SUPPLY : hw.SUPPLY + 5] = [0, 11, 2, 9, 9]
    t.island(3, corn=(3, 0), sugar=(3, 0), tobacco=(1, 0))
    t.city(3, factory=1, sugar_mill=3, tobacco_storage=1)
    t.do(hw.CRAFTSMAN, 1)
    assert (t.get(3, hw.COIN), t.goods(3)) == (1, [0, 0, 2, 1, 0])


def test_craftsman_privilege_comes_last() -> None:
    """pr_craft_privilege_last: the last indigo has gone to the next player."""
    t = Table(3)
    t.s[hw.SUPPLY : hw.SUPPLY + 2] = [4, 2]
    for seat in (0, 1):
        t.island(seat, indigo=(1, 0))
        t.city(seat, small_indigo_plant=1)
    t.island(0, corn=(1, 0))
    t.do(hw.CRAFTSMAN, 1, 1)
    t.asked(hw.ASK_EXTRA, (hw.CORN, hw.SKIP))


def test_trader_bonuses_and_full_house() -> None:
    """pr_trade_all_bonuses, pr_trade_full_ends, pr_ex_office_twice"""
    t = Table(3)
    t.s[hw.HOUSE : hw.HOUSE + 5], t.s[hw.HOUSED] = [1, 1, 1, 0, 0], 3
    t.give(0, hw.GOOD + hw.COFFEE, 1)
    t.city(0, small_market=1, large_market=1)
    t.give(1, hw.GOOD + hw.TOBACCO, 1)
    t.city(1, office=1)
    t.do(hw.TRADER, hw.COFFEE)
    assert (t.get(0, hw.COIN), t.s[hw.HOUSED], t.s[hw.PHASE]) == (8, 0, hw.ASK_ROLE)
    t = Table(3)
    t.s[hw.HOUSE + hw.TOBACCO], t.s[hw.HOUSED] = 1, 1
    t.give(1, hw.GOOD + hw.TOBACCO, 1)
    t.give(2, hw.GOOD + hw.TOBACCO, 1)
    t.city(2, office=1)
    t.do(hw.TRADER)  # seat 1 can sell nothing
    t.asked(hw.ASK_SELL, (hw.TOBACCO, hw.SKIP))
    t.do(hw.TOBACCO)
    assert (t.get(2, hw.COIN), t.s[hw.HOUSE + hw.TOBACCO]) == (3, 2)


def test_captain_phase() -> None:
    """pr_ex_captain_phase, with pr_ex_captain_wrong_ship and pr_ex_captain_forced_corn on the way."""
    t = Table(4)
    t.cargo(None, (hw.CORN, 3), None)
    t.s[hw.SUPPLY : hw.SUPPLY + 4] = [2, 6, 3, 5]
    t.give(0, hw.GOOD, 2, 0, 6)
    t.give(1, hw.GOOD, 0, 0, 2, 3)
    t.give(2, hw.GOOD, 2, 0, 0, 1)
    t.give(3, hw.GOOD, 1, 5)
    t.do(hw.CAPTAIN)
    t.asked(hw.ASK_LOAD, (load(hw.CORN, 6, 4), load(hw.SUGAR, 7, 4)))
    t.do(load(hw.SUGAR, 7, 4), load(hw.SUGAR, 7, 4), load(hw.TOBACCO, 5, 4))
    # The corn of seat 3, then of seat 0, and the tobacco of seat 1 are forced; storing: seats 1, 2 and 3 keep one.
    t.do(hw.SUGAR, hw.CORN, hw.INDIGO)
    assert [t.get(seat, hw.POINTS) for seat in range(4)] == [9, 4, 1, 1]
    assert [t.goods(seat) for seat in range(4)] == [[0] * 5, [0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
    assert t.s[hw.CARGO : hw.CARGO + 3] == [4, 0, 0]
    assert t.s[hw.SUPPLY : hw.SUPPLY + 4] == [9, 10, 10, 5]


def test_captain_may_choose_among_ships_that_take_all() -> None:
    """pr_captain_tie_ships"""
    t = Table(3)
    t.give(0, hw.GOOD, 5)
    t.do(hw.CAPTAIN)
    t.asked(hw.ASK_LOAD, (load(hw.CORN, 5, 3), load(hw.CORN, 6, 3)))


def test_wharf_and_harbor() -> None:
    """pr_ex_wharf_instead: the tobacco ship stays unfilled; a harbor point for each load."""
    t = Table(4)
    t.cargo((hw.CORN, 2), (hw.TOBACCO, 3), (hw.SUGAR, 1))
    t.s[hw.SUPPLY + hw.TOBACCO] = 1
    t.give(2, hw.GOOD, 0, 0, 2, 5)
    t.city(2, harbor=1, wharf=1)
    t.do(hw.CAPTAIN, hw.TOBACCO * 4 + hw.BY_WHARF)
    assert t.get(2, hw.POINTS) == 9  # 5 + 1, then the sugar, 2 + 1, is forced
    assert (t.s[hw.SUPPLY + hw.TOBACCO], t.s[hw.CARGO : hw.CARGO + 3]) == (6, [2, 3, 3])


def test_wharf_waits_only_when_no_ship_takes_anything() -> None:
    """pr_wharf_pass_then_use, pr_wharf_no_pass"""
    t = Table(3)
    t.cargo((hw.CORN, 1), (hw.INDIGO, 2), (hw.SUGAR, 1))
    t.give(0, hw.GOOD + hw.INDIGO, 1)
    t.give(1, hw.GOOD + hw.COFFEE, 2)
    t.city(1, wharf=1)
    t.give(2, hw.GOOD + hw.INDIGO, 1)
    t.do(hw.CAPTAIN)
    t.asked(hw.ASK_LOAD, (hw.COFFEE * 4 + hw.BY_WHARF, hw.SKIP))
    t.do(hw.SKIP, hw.COFFEE * 4 + hw.BY_WHARF)
    assert [t.get(seat, hw.POINTS) for seat in range(3)] == [2, 2, 1]
    t = Table(3)
    t.cargo(None, (hw.CORN, 2), (hw.SUGAR, 6))
    t.give(1, hw.GOOD, 1, 0, 3)
    t.city(1, wharf=1, large_warehouse=1)
    t.do(hw.CAPTAIN)
    t.asked(hw.ASK_LOAD, (load(hw.CORN, 5, 3), hw.CORN * 4 + hw.BY_WHARF, hw.SUGAR * 4 + hw.BY_WHARF))


def test_storage_with_both_warehouses() -> None:
    """pr_captain_storage_both"""
    t = Table(3)
    t.cargo((hw.CORN, 4), (hw.INDIGO, 5), (hw.SUGAR, 6))
    t.give(0, hw.GOOD, 3, 2, 2, 2, 1)
    t.city(0, small_warehouse=1, large_warehouse=1)
    t.do(hw.CAPTAIN, hw.CORN, hw.INDIGO, hw.SUGAR)
    t.asked(hw.ASK_BARREL, (hw.TOBACCO, hw.COFFEE, hw.SKIP))
    t.do(hw.TOBACCO)
    assert t.goods(0) == [3, 2, 2, 1, 0]


def test_hacienda_then_quarry_by_hut() -> None:
    """pr_hacienda_quarry; pr_hospice_only_one: one colonist a turn, on the drawn tile here."""
    t = Table(3)
    t.s[hw.DECK : hw.DECK + 5], t.s[hw.DECK_SIZE] = [0, 0, 0, 1, 0], 1
    t.city(0, hacienda=1, construction_hut=1, hospice=1)
    t.do(hw.SETTLER, 1)
    t.asked(hw.ASK_HOSPICE, hw.YES_NO)
    t.do(1, hw.QUARRY)
    assert t.s[hw.ACTOR] == hw.HEAD + hw.STRIDE
    assert [t.get(0, hw.TILE + kind) for kind in (hw.TOBACCO, hw.QUARRY)] == [1, 1]
    assert [t.get(0, hw.MANNED + kind) for kind in (hw.TOBACCO, hw.QUARRY)] == [1, 0]


def test_round_end_coins_and_prospector() -> None:
    """pr_ex_prospector_two_coins, pr_round_end_coins"""
    t = Table(4)
    t.s[hw.ROLES + hw.PROSPECTOR], t.s[hw.ROLES + hw.TRADER] = 2, 1
    t.give(0, hw.COIN, 1)
    t.do(hw.PROSPECTOR)
    assert (t.get(0, hw.COIN), t.s[hw.ACTOR]) == (4, hw.HEAD + hw.STRIDE)
    t.do(hw.CRAFTSMAN, hw.CAPTAIN, hw.BUILDER, hw.SKIP, hw.SKIP)
    assert t.s[hw.ROLES : hw.ROLES + 8] == [1, 1, 0, 0, 2, 0, 0, -1]
    assert t.s[hw.ACTOR] == t.s[hw.GOVERNOR] == hw.HEAD + hw.STRIDE


def test_chips_on_paper_end_the_game() -> None:
    """pr_end_chips_on_paper: the round is still played to its end."""
    t = Table(3)
    t.s[hw.CHIPS] = 3
    t.give(0, hw.POINTS, 10)
    t.give(0, hw.GOOD, 5)
    t.give(1, hw.GOOD, 0, 0, 2)
    t.do(hw.CAPTAIN, load(hw.CORN, 5, 3), load(hw.SUGAR, 4, 3))
    assert [t.get(seat, hw.POINTS) for seat in range(3)] == [16, 2, 0]
    assert t.s[hw.LAST_ROUND]
    t.do(hw.TRADER, hw.BUILDER, hw.SKIP)
    assert hw.over(t.s)


def test_score_total() -> None:
    """pr_score_total: customs house staffed, guild hall not."""
    t = Table(3)
    t.give(0, hw.POINTS, 23)
    t.city(0, small_indigo_plant=1, sugar_mill=2, coffee_roaster=0, small_market=0)
    t.city(0, harbor=1, customs_house=1, guild_hall=0)
    assert hw.scores(t.s)[0] == 46


def test_extra_points() -> None:
    """pr_ex_guild_hall, pr_ex_residence, pr_ex_fortress, pr_ex_city_hall"""
    t = Table(3)
    t.city(0, guild_hall=1, small_sugar_mill=0, sugar_mill=0, small_indigo_plant=0, coffee_roaster=0)
    t.island(1, corn=(0, 3), indigo=(4, 1), quarry=(0, 2))
    t.city(1, residence=1)
    t.island(2, corn=(6, 0), quarry=(4, 0))
    t.city(2, fortress=1, indigo_plant=3, tobacco_storage=3)
    t.give(2, hw.MEN, t.get(2, hw.MEN) + 3)
    assert [hw.extras(t.s, b) for b in blocks(t.s)] == [(6, 0, 0, 0, 0), (0, 5, 0, 0, 0), (0, 0, 6, 0, 0)]
    t = Table(3)
    t.city(0, city_hall=1, hacienda=0, harbor=0, office=0, construction_hut=0, large_warehouse=0, residence=0)
    assert hw.extras(t.s, hw.HEAD) == (0, 0, 0, 0, 7)


def test_ties() -> None:
    """pr_score_tie, pr_score_shared"""
    t = Table(3)
    t.give(0, hw.COIN, 3, 46)
    t.give(0, hw.GOOD, 2)
    t.give(1, hw.COIN, 4, 46)
    t.give(2, hw.COIN, 20, 40)
    assert hw.winners(t.s) == [0]
    t.give(1, hw.GOOD, 1)
    assert hw.winners(t.s) == [0, 1]
