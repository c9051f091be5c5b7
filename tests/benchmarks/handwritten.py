"""Puerto Rico (base game, 3 to 5 players) written by hand in plain Python: the yardstick of the benchmarks.

The state is one flat list of ints and tuples, so a copy is `state.copy()`. Everything lives in it: the pending question
(`PHASE`, `OPTIONS`), whose turn it is, the random generator. Seats are named by the offset of their block in the list
(`HEAD + seat * STRIDE`), which saves a multiplication at every access. The three slots after `LEFT` are scratch space
whose meaning depends on the phase; each meaning has its own name.

Options are small ints. `SKIP` declines; yes and no are 1 and 0. A question with one option is answered at once. A step
is one listing of options plus one application; a draw of a tile is a step too. `STEPS` counts the steps nobody was
asked about: draws and one-option listings. In the Mayor phase a player who can fill every circle costs one step, else
each number of the distribution costs one until no colonist is left.
"""

from collections.abc import Callable
from random import Random
from typing import Any

State = list[Any]

# --- layout of the state --------------------------------------------------------------------------
PHASE, OPTIONS, STEPS, SEED, PLAYERS, GOVERNOR, CHOOSER, ACTOR, LEFT = range(9)
HOSPICED = NEW_BUILDING = MADE = HAND = LOADED = SLOTS = 9
NEW_TILE = ROOM = PRIVILEGE = FIRST = 10
DREW = AT = KEPT = 11
PICKS, LAST_ROUND, COLONISTS, BOAT, CHIPS, QUARRIES, HOUSED, DECK_SIZE = range(12, 20)
# One slot per good each; ABOARD is the ship that carries the good, or -1.
ROW, DECK, DISCARD, SUPPLY, HOUSE, ABOARD = range(20, 50, 5)
CARGO = 50  # barrels on each of the three ships
ROLES = 53  # coins on each card, or -1 while it is taken
STOCK = 61  # tiles left of each building
HEAD = 84
# A player's block. STAFF: colonists in each building, or -1 while it is not owned. CITY: tuple of the buildings owned.
COIN, POINTS = 0, 1
GOOD, MEN, TILE, MANNED, STAFF = 2, 7, 8, 14, 20
TILES, CELLS, LARGE, CIRCLES, WHARFED, CITY = range(43, 49)
STRIDE = 49

# --- facts ----------------------------------------------------------------------------------------
CORN, INDIGO, SUGAR, TOBACCO, COFFEE, QUARRY = range(6)
KINDS = (CORN, INDIGO, SUGAR, TOBACCO, COFFEE)
GOODS_IN_BOX = (10, 11, 11, 9, 9)
TILES_IN_BOX = (10, 12, 11, 9, 8)
SETTLER, MAYOR, BUILDER, CRAFTSMAN, TRADER, CAPTAIN, PROSPECTOR, PROSPECTOR_2 = range(8)
START_TILES = {3: (1, 1, 0), 4: (1, 1, 0, 0), 5: (1, 1, 1, 0, 0)}
START_POINTS = {3: 75, 4: 100, 5: 122}
START_COLONISTS = {3: 55, 4: 75, 5: 95}

BUILDINGS = (  # name, cost, column (= points), circles, copies
    ("small_indigo_plant", 1, 1, 1, 4), ("small_sugar_mill", 2, 1, 1, 4), ("indigo_plant", 3, 2, 3, 3),
    ("sugar_mill", 4, 2, 3, 3), ("tobacco_storage", 5, 3, 3, 3), ("coffee_roaster", 6, 3, 2, 3),
    ("small_market", 1, 1, 1, 2), ("hacienda", 2, 1, 1, 2), ("construction_hut", 2, 1, 1, 2),
    ("small_warehouse", 3, 1, 1, 2), ("hospice", 4, 2, 1, 2), ("office", 5, 2, 1, 2),
    ("large_market", 5, 2, 1, 2), ("large_warehouse", 6, 2, 1, 2), ("factory", 7, 3, 1, 2),
    ("university", 8, 3, 1, 2), ("harbor", 8, 3, 1, 2), ("wharf", 9, 3, 1, 2),
    ("guild_hall", 10, 4, 1, 1), ("residence", 10, 4, 1, 1), ("fortress", 10, 4, 1, 1),
    ("customs_house", 10, 4, 1, 1), ("city_hall", 10, 4, 1, 1),
)  # fmt: skip
CIRCLES_OF = tuple(row[3] for row in BUILDINGS)
POINTS_OF = tuple(row[2] for row in BUILDINGS)
FIRST_VIOLET, FIRST_LARGE = 6, 18
(SMALL_INDIGO, SMALL_SUGAR, BIG_INDIGO, BIG_SUGAR, TOBACCO_STORAGE, ROASTER, SMALL_MARKET, HACIENDA, HUT,
 SMALL_WAREHOUSE, HOSPICE, OFFICE, LARGE_MARKET, LARGE_WAREHOUSE, FACTORY, UNIVERSITY, HARBOR, WHARF,
 GUILD_HALL, RESIDENCE, FORTRESS, CUSTOMS_HOUSE, CITY_HALL) = range(STAFF, STAFF + 23)  # fmt: skip
FACTORY_INCOME = (0, 0, 1, 2, 3, 5)
RESIDENCE_POINTS = (4,) * 10 + (5, 6, 7)

# --- what a pending question is about -------------------------------------------------------------
(ASK_ROLE, ASK_DRAW, ASK_TILE, ASK_HOSPICE, ASK_COLONIST, ASK_PLACE, ASK_BUILD, ASK_UNIVERSITY, ASK_PRODUCE, ASK_EXTRA,
 ASK_SELL, ASK_LOAD, ASK_KIND, ASK_BARREL, GAME_OVER) = range(15)  # fmt: skip
SKIP = -1
YES_NO = (1, 0)
BY_WHARF = 3  # a load is `good * 4 + ship`, the ship 3 being the wharf
NUMBERS = tuple(tuple(tuple(range(low, high + 1)) for high in range(13)) for low in range(13))


def price(building: int, quarries: int, is_builder: bool) -> int:
    """The price of a building with that many staffed quarries, with or without the Builder's privilege."""
    cost, column = BUILDINGS[building][1], BUILDINGS[building][2]
    return max(0, cost - min(quarries, column) - is_builder)


# PRICES[is_builder][quarries][building], AFFORDABLE[is_builder][quarries][coins][room for a large one]: more than 4
# quarries or 10 coins make no difference.
PRICES = tuple(tuple(tuple(price(x, q, who) for x in range(23)) for q in range(5)) for who in (False, True))
AFFORDABLE = tuple(
    tuple(
        tuple(
            tuple(tuple(x for x in range(limit) if prices[x] <= coins) for limit in (FIRST_LARGE, 23))
            for coins in range(11)
        )
        for prices in row
    )
    for row in PRICES
)


# --- setup and interface --------------------------------------------------------------------------
def new(players: int, seed: int) -> State:
    """A new game for 3, 4 or 5 players, at its first question. The seed settles the first player and all draws.

    Raises:
        KeyError: for another number of players.
    """
    s: State = [0] * (HEAD + players * STRIDE)
    s[SEED] = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
    s[PLAYERS], s[PICKS] = players, players
    s[COLONISTS], s[BOAT], s[CHIPS], s[QUARRIES] = START_COLONISTS[players], players, START_POINTS[players], 8
    s[DECK : DECK + 5] = TILES_IN_BOX
    s[SUPPLY : SUPPLY + 5] = GOODS_IN_BOX
    s[ABOARD : ABOARD + 5] = (-1,) * 5
    s[ROLES : ROLES + 8] = [0 if card < players + 3 else -1 for card in range(8)]
    s[STOCK : STOCK + 23] = [row[4] for row in BUILDINGS]
    b = s[GOVERNOR] = s[ACTOR] = HEAD + _below(s, players) * STRIDE
    for kind in START_TILES[players]:
        s[b + COIN] = players - 1
        s[b + STAFF : b + STAFF + 23] = (-1,) * 23
        s[b + CITY] = ()
        s[DECK + kind] -= 1
        _lay(s, b, kind)
        b = _after(s, b)
    s[DECK_SIZE] = 50 - players
    _fill_row(s)
    _ask_role(s)
    return s


def options(s: State) -> tuple[int, ...]:
    """The legal options of the pending question, two or more; empty when the game is over."""
    pending: tuple[int, ...] = s[OPTIONS]
    return pending


def apply(s: State, option: int) -> None:
    """Carry out one of `options(s)`, in place, and go on to the next question or to the end of the game."""
    APPLY[s[PHASE]](s, option)


def over(s: State) -> bool:
    """Whether the game has ended."""
    return bool(s[PHASE] == GAME_OVER)


def scores(s: State) -> list[int]:
    """The total of each seat: chips, printed points of the buildings, extra points of staffed large buildings."""
    blocks = range(HEAD, len(s), STRIDE)
    return [s[b + POINTS] + sum([POINTS_OF[x] for x in s[b + CITY]]) + sum(extras(s, b)) for b in blocks]


def extras(s: State, b: int) -> tuple[int, int, int, int, int]:
    """Extra points of the player at `b`, in this order: guild hall, residence, fortress, customs house, city hall."""
    city = s[b + CITY]
    return (
        sum([1 if x < 2 else 2 for x in city if x < FIRST_VIOLET]) if s[b + GUILD_HALL] > 0 else 0,
        RESIDENCE_POINTS[s[b + TILES]] if s[b + RESIDENCE] > 0 else 0,
        s[b + MEN] // 3 if s[b + FORTRESS] > 0 else 0,
        s[b + POINTS] // 4 if s[b + CUSTOMS_HOUSE] > 0 else 0,
        sum([x >= FIRST_VIOLET for x in city]) if s[b + CITY_HALL] > 0 else 0,
    )


def winners(s: State) -> list[int]:
    """The seats that win: highest total, then most doubloons and goods together; who is still equal shares."""
    blocks = range(HEAD, len(s), STRIDE)
    wealth = [s[b + COIN] + sum(s[b + GOOD : b + GOOD + 5]) for b in blocks]
    ranks = list(zip(scores(s), wealth, strict=True))
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def playout(players: int, seed: int) -> tuple[int, int, list[int]]:
    """Play a whole game at random; the same seed gives the same game.

    Returns:
        steps, decisions (questions with two or more options) and the scores by seat.
    """
    s = new(players, seed)
    draw = Random(seed).random
    decisions = 0
    while s[PHASE] != GAME_OVER:
        choices = s[OPTIONS]
        APPLY[s[PHASE]](s, choices[int(draw() * len(choices))])
        decisions += 1
    return s[STEPS] + decisions, decisions, scores(s)


# --- chance and turns -----------------------------------------------------------------------------
def _below(s: State, bound: int) -> int:
    """The next random number from 0 to bound - 1. The generator is part of the state, so copies draw alike."""
    x = s[SEED] = (s[SEED] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    s[STEPS] += 1
    return int((x >> 33) * bound >> 31)


def _draw(s: State) -> int:
    """Draw a face-down plantation, the discards shuffled in when there is none; -1 when there are none either."""
    if not s[DECK_SIZE]:
        s[DECK : DECK + 5] = s[DISCARD : DISCARD + 5]
        s[DISCARD : DISCARD + 5] = (0,) * 5
        s[DECK_SIZE] = sum(s[DECK : DECK + 5])
        if not s[DECK_SIZE]:
            return -1
    at = _below(s, s[DECK_SIZE])
    slot = DECK
    while at >= s[slot]:
        at -= s[slot]
        slot += 1
    s[slot] -= 1
    s[DECK_SIZE] -= 1
    return slot - DECK


def _after(s: State, b: int) -> int:
    b += STRIDE
    return b if b < len(s) else HEAD


def _end_turn(s: State) -> None:
    b = s[ACTOR] + STRIDE
    s[ACTOR] = b if b < len(s) else HEAD
    s[LEFT] -= 1


def _take_colonist(s: State, b: int) -> None:
    """Hospice and university: one colonist from the supply, else from the ship."""
    s[COLONISTS if s[COLONISTS] else BOAT] -= 1
    s[b + MEN] += 1


# --- rounds and roles -----------------------------------------------------------------------------
def _ask_role(s: State) -> None:
    s[PHASE] = ASK_ROLE
    cards = [card for card in range(8) if s[ROLES + card] >= 0]
    if s[ROLES + PROSPECTOR] >= 0 and s[ROLES + PROSPECTOR] == s[ROLES + PROSPECTOR_2]:
        cards.pop()  # the two prospectors are alike: one option
    s[OPTIONS] = tuple(cards)


def _next_role(s: State) -> None:
    """After a phase: the next player chooses a role, or the round ends."""
    s[PICKS] -= 1
    if s[PICKS]:
        s[ACTOR] = _after(s, s[CHOOSER])
        _ask_role(s)
        return
    s[PICKS] = s[PLAYERS]
    for slot in range(ROLES, ROLES + s[PLAYERS] + 3):
        s[slot] += 1  # a card that was taken goes from -1 to 0, any other gets a doubloon
    s[ACTOR] = s[GOVERNOR] = _after(s, s[GOVERNOR])
    if s[LAST_ROUND]:
        s[PHASE], s[OPTIONS] = GAME_OVER, ()
    else:
        _ask_role(s)


def _apply_role(s: State, card: int) -> None:
    b = s[CHOOSER] = s[ACTOR]
    s[b + COIN] += s[ROLES + card]
    s[ROLES + card] = -1
    s[LEFT] = s[PLAYERS]
    START[card](s)


def _prospector(s: State) -> None:
    s[s[CHOOSER] + COIN] += 1
    _next_role(s)


# --- settler --------------------------------------------------------------------------------------
def _settler_turns(s: State) -> None:
    """Settler turns from the actor's on, up to the next question or the end of the phase."""
    while s[LEFT]:
        b = s[ACTOR]
        if s[b + TILES] < 12:
            s[HOSPICED] = 0
            if s[b + HACIENDA] > 0 and (s[DECK_SIZE] or any(s[DISCARD : DISCARD + 5])):
                s[PHASE], s[OPTIONS] = ASK_DRAW, YES_NO
                return
            if _ask_tile(s, b):
                return
        _end_turn(s)
    for kind in KINDS:
        s[DISCARD + kind] += s[ROW + kind]
        s[ROW + kind] = 0
    _fill_row(s)
    _next_role(s)


def _fill_row(s: State) -> None:
    for _ in range(s[PLAYERS] + 1):
        kind = _draw(s)
        if kind < 0:
            return
        s[ROW + kind] += 1


def _ask_tile(s: State, b: int) -> bool:
    """Ask for a face-up tile; whether there was anything to ask."""
    if s[b + TILES] == 12:
        return False
    tiles = [kind for kind in KINDS if s[ROW + kind]]
    if s[QUARRIES] and (b == s[CHOOSER] or s[b + HUT] > 0):
        tiles.append(QUARRY)
    if not tiles:
        s[STEPS] += 1
        return False
    tiles.append(SKIP)
    s[PHASE], s[OPTIONS] = ASK_TILE, tuple(tiles)
    return True


def _lay(s: State, b: int, kind: int) -> None:
    s[b + TILE + kind] += 1
    s[b + TILES] += 1
    s[b + CIRCLES] += 1


def _ask_hospice(s: State, b: int, kind: int, drew: int) -> bool:
    if s[b + HOSPICE] <= 0 or s[HOSPICED] or not (s[COLONISTS] or s[BOAT]):
        return False
    s[PHASE], s[OPTIONS], s[NEW_TILE], s[DREW] = ASK_HOSPICE, YES_NO, kind, drew
    return True


def _apply_draw(s: State, yes: int) -> None:
    b = s[ACTOR]
    if yes:
        kind = _draw(s)
        _lay(s, b, kind)
        if _ask_hospice(s, b, kind, 1):
            return
    _settler_second_half(s, b)


def _settler_second_half(s: State, b: int) -> None:
    if not _ask_tile(s, b):
        _end_turn(s)
        _settler_turns(s)


def _apply_tile(s: State, kind: int) -> None:
    if kind >= 0:
        b = s[ACTOR]
        s[QUARRIES if kind == QUARRY else ROW + kind] -= 1
        _lay(s, b, kind)
        if _ask_hospice(s, b, kind, 0):
            return
    _end_turn(s)
    _settler_turns(s)


def _apply_hospice(s: State, yes: int) -> None:
    b = s[ACTOR]
    if yes:
        s[HOSPICED] = 1
        _take_colonist(s, b)
        s[b + MANNED + s[NEW_TILE]] += 1
    if s[DREW]:
        _settler_second_half(s, b)
        return
    _end_turn(s)
    _settler_turns(s)


# --- mayor ----------------------------------------------------------------------------------------
def _mayor(s: State) -> None:
    if s[COLONISTS]:
        s[PHASE], s[OPTIONS] = ASK_COLONIST, YES_NO
    else:
        _deal_boat(s)


def _apply_colonist(s: State, yes: int) -> None:
    if yes:
        s[COLONISTS] -= 1
        s[s[CHOOSER] + MEN] += 1
    _deal_boat(s)


def _deal_boat(s: State) -> None:
    share, rest = divmod(s[BOAT], s[PLAYERS])
    s[BOAT] = 0
    b = s[CHOOSER]
    for turn in range(s[PLAYERS]):
        s[b + MEN] += share + (turn < rest)
        b = _after(s, b)
    _mayor_turns(s)


def _mayor_turns(s: State) -> None:
    """Placements from the actor's on, up to the next question or the end of the phase."""
    while s[LEFT]:
        if _start_placing(s, s[ACTOR]):
            return
        _end_turn(s)
    empty = sum([CIRCLES_OF[x] - s[b + STAFF + x] for b in range(HEAD, len(s), STRIDE) for x in s[b + CITY]])
    wanted = max(empty, s[PLAYERS])
    if wanted > s[COLONISTS]:
        s[LAST_ROUND] = 1
        wanted = s[COLONISTS]
    s[BOAT] = wanted
    s[COLONISTS] -= wanted
    _next_role(s)


def _start_placing(s: State, b: int) -> bool:
    """Take all colonists off and ask for the first number; whether there is anything to ask."""
    men = s[b + MEN]
    if men >= s[b + CIRCLES]:
        s[STEPS] += 1
        s[b + MANNED : b + MANNED + 6] = s[b + TILE : b + TILE + 6]
        for x in s[b + CITY]:
            s[b + STAFF + x] = CIRCLES_OF[x]
        return False
    s[b + MANNED : b + MANNED + 6] = (0,) * 6
    for x in s[b + CITY]:
        s[b + STAFF + x] = 0
    return men > 0 and _ask_place(s, b, 0, men, s[b + CIRCLES])


def _ask_place(s: State, b: int, at: int, hand: int, room: int) -> bool:
    """Ask how many of `hand` go to the next place; forced numbers are set. Places: six kinds of tiles, then the city.

    `room` is the number of circles from place `at` on and never less than `hand`, so the loop ends before they do.
    """
    while hand:
        slot, circles = _place(s, b, at)
        room -= circles
        low = hand - room if hand > room else 0
        high = circles if circles < hand else hand
        if low < high:
            s[HAND], s[ROOM], s[AT] = hand, room, at
            s[PHASE], s[OPTIONS] = ASK_PLACE, NUMBERS[low][high]
            return True
        if circles:
            s[STEPS] += 1
            s[slot] = low
            hand -= low
        at += 1
    return False


def _place(s: State, b: int, at: int) -> tuple[int, int]:
    if at < 6:
        return b + MANNED + at, s[b + TILE + at]
    x = s[b + CITY][at - 6]
    return b + STAFF + x, CIRCLES_OF[x]


def _apply_place(s: State, number: int) -> None:
    b, at = s[ACTOR], s[AT]
    slot = b + MANNED + at if at < 6 else b + STAFF + s[b + CITY][at - 6]
    s[slot] = number
    if not _ask_place(s, b, at + 1, s[HAND] - number, s[ROOM]):
        _end_turn(s)
        _mayor_turns(s)


# --- builder --------------------------------------------------------------------------------------
def _builder_turns(s: State) -> None:
    """Builder turns from the actor's on, up to the next question or the end of the phase."""
    while s[LEFT]:
        b = s[ACTOR]
        quarries, coins, cells = s[b + MANNED + QUARRY], s[b + COIN], s[b + CELLS]
        if cells < 12:
            kinds = AFFORDABLE[b == s[CHOOSER]][quarries if quarries < 4 else 4][coins if coins < 10 else 10]
            fits_large = s[b + LARGE] < 4 and cells < 11
            owned = b + STAFF
            found = [x for x in kinds[fits_large] if s[owned + x] < 0 and s[STOCK + x]]
            if found:
                found.append(SKIP)
                s[PHASE], s[OPTIONS] = ASK_BUILD, tuple(found)
                return
        s[STEPS] += 1
        _end_turn(s)
    _next_role(s)


def _apply_build(s: State, x: int) -> None:
    b = s[ACTOR]
    if x >= 0:
        quarries = s[b + MANNED + QUARRY]
        s[b + COIN] -= PRICES[b == s[CHOOSER]][quarries if quarries < 4 else 4][x]
        s[STOCK + x] -= 1
        s[b + STAFF + x] = 0
        s[b + CITY] += (x,)
        s[b + CIRCLES] += CIRCLES_OF[x]
        large = x >= FIRST_LARGE
        s[b + LARGE] += large
        s[b + CELLS] += 1 + large
        if s[b + CELLS] == 12:
            s[LAST_ROUND] = 1
        if s[b + UNIVERSITY] > 0 and (s[COLONISTS] or s[BOAT]):
            s[PHASE], s[OPTIONS], s[NEW_BUILDING] = ASK_UNIVERSITY, YES_NO, x
            return
    _end_turn(s)
    _builder_turns(s)


def _apply_university(s: State, yes: int) -> None:
    if yes:
        b = s[ACTOR]
        _take_colonist(s, b)
        s[b + STAFF + s[NEW_BUILDING]] = 1
    _end_turn(s)
    _builder_turns(s)


# --- craftsman ------------------------------------------------------------------------------------
def _craftsman(s: State) -> None:
    s[MADE] = ()
    _craftsman_turns(s)


def _production(s: State, b: int) -> list[tuple[int, int]]:
    """What the player can produce now: (kind, amount), amounts above zero only, the supply allowing."""
    made = []
    for kind in KINDS:
        amount = s[b + MANNED + kind]
        if not amount or not s[SUPPLY + kind]:
            continue
        if kind:
            staff = _staff_for(s, b, kind)
            if staff < amount:
                amount = staff
        if amount > 0:
            made.append((kind, min(amount, s[SUPPLY + kind])))
    return made


def _staff_for(s: State, b: int, kind: int) -> int:
    """Colonists in the production buildings of a kind (a building not owned holds -1)."""
    if kind == TOBACCO:
        return int(s[b + TOBACCO_STORAGE])
    if kind == COFFEE:
        return int(s[b + ROASTER])
    if kind == INDIGO:
        small, big = s[b + SMALL_INDIGO], s[b + BIG_INDIGO]
    else:
        small, big = s[b + SMALL_SUGAR], s[b + BIG_SUGAR]
    return int((small if small > 0 else 0) + (big if big > 0 else 0))


def _craftsman_turns(s: State) -> None:
    """Craftsman turns from the actor's on, up to the next question or the end of the phase."""
    while s[LEFT]:
        if _production(s, s[ACTOR]):
            s[PHASE], s[OPTIONS] = ASK_PRODUCE, YES_NO
            return
        s[STEPS] += 1
        _end_turn(s)
    if s[MADE]:
        extra = [kind for kind in s[MADE] if s[SUPPLY + kind]]
        if extra:
            extra.append(SKIP)
            s[PHASE], s[OPTIONS] = ASK_EXTRA, tuple(extra)
            return
        s[STEPS] += 1
    _next_role(s)


def _apply_produce(s: State, yes: int) -> None:
    if yes:
        b = s[ACTOR]
        made = _production(s, b)
        for kind, amount in made:
            s[SUPPLY + kind] -= amount
            s[b + GOOD + kind] += amount
        if s[b + FACTORY] > 0:
            s[b + COIN] += FACTORY_INCOME[len(made)]
        if b == s[CHOOSER]:
            s[MADE] = tuple([kind for kind, _ in made])
    _end_turn(s)
    _craftsman_turns(s)


def _apply_extra(s: State, kind: int) -> None:
    if kind >= 0:
        s[SUPPLY + kind] -= 1
        s[s[CHOOSER] + GOOD + kind] += 1
    _next_role(s)


# --- trader ---------------------------------------------------------------------------------------
def _trader_turns(s: State) -> None:
    """Trader turns from the actor's on, up to the next question or the end of the phase."""
    while s[LEFT] and s[HOUSED] < 4:
        b = s[ACTOR]
        office = s[b + OFFICE] > 0
        kinds = [kind for kind in KINDS if s[b + GOOD + kind] and (office or not s[HOUSE + kind])]
        if kinds:
            kinds.append(SKIP)
            s[PHASE], s[OPTIONS] = ASK_SELL, tuple(kinds)
            return
        s[STEPS] += 1
        _end_turn(s)
    if s[HOUSED] == 4:
        for kind in KINDS:
            s[SUPPLY + kind] += s[HOUSE + kind]
            s[HOUSE + kind] = 0
        s[HOUSED] = 0
    _next_role(s)


def _apply_sell(s: State, kind: int) -> None:
    if kind >= 0:
        b = s[ACTOR]
        s[b + GOOD + kind] -= 1
        s[HOUSE + kind] += 1
        s[HOUSED] += 1
        bonus = (s[b + SMALL_MARKET] > 0) + 2 * (s[b + LARGE_MARKET] > 0) + (b == s[CHOOSER])
        s[b + COIN] += kind + bonus  # the price of a kind is its index
    _end_turn(s)
    _trader_turns(s)


# --- captain --------------------------------------------------------------------------------------
def _captain(s: State) -> None:
    s[LOADED], s[PRIVILEGE] = 0, 1
    for b in range(HEAD, len(s), STRIDE):
        s[b + WHARFED] = 0
    _captain_turns(s)


def _captain_turns(s: State) -> None:
    """Loading turns from the actor's on, up to the next question or, after a circle without a load, the storing."""
    while s[LEFT] or s[LOADED]:
        if not s[LEFT]:
            s[LEFT], s[LOADED] = s[PLAYERS], 0
        b = s[ACTOR]
        loads = _loads(s, b)
        if len(loads) > 1:
            s[PHASE], s[OPTIONS] = ASK_LOAD, tuple(loads)
            return
        s[STEPS] += 1
        if loads:
            _load(s, b, loads[0])
        _end_turn(s)
    s[LEFT] = s[PLAYERS]
    _storage_turns(s)


def _loads(s: State, b: int) -> list[int]:
    """The loads a player may choose from; SKIP among them when only the wharf could take something."""
    loads: list[int] = []
    owned = [kind for kind in KINDS if s[b + GOOD + kind]]
    smallest = s[PLAYERS] + 1  # the ships hold players + 1, + 2 and + 3
    for kind in owned:
        ship = s[ABOARD + kind]
        if ship < 0:
            loads += _empty_ships(s, kind, s[b + GOOD + kind], smallest)
        elif s[CARGO + ship] < smallest + ship:
            loads.append(kind * 4 + ship)
    if owned and s[b + WHARF] > 0 and not s[b + WHARFED]:
        may_skip = not loads
        loads += [kind * 4 + BY_WHARF for kind in owned]
        if may_skip:
            loads.append(SKIP)
    return loads


def _empty_ships(s: State, kind: int, have: int, smallest: int) -> list[int]:
    """Loads on empty ships that take the most of a kind: all that hold everything, else the largest."""
    loads: list[int] = []
    for ship in (2, 1, 0):
        if s[CARGO + ship]:
            continue
        if smallest + ship < have:
            if not loads:
                loads.append(kind * 4 + ship)
            break
        loads.append(kind * 4 + ship)
    return loads


def _load(s: State, b: int, load: int) -> None:
    kind, ship = load >> 2, load & 3
    amount = s[b + GOOD + kind]
    if ship == BY_WHARF:
        s[b + WHARFED] = 1
        s[SUPPLY + kind] += amount
    else:
        amount = min(amount, s[PLAYERS] + 1 + ship - s[CARGO + ship])
        s[CARGO + ship] += amount
        s[ABOARD + kind] = ship
    s[b + GOOD + kind] -= amount
    points = amount + (s[b + HARBOR] > 0)
    if b == s[CHOOSER]:
        points += s[PRIVILEGE]
        s[PRIVILEGE] = 0
    s[b + POINTS] += points
    s[CHIPS] -= points  # below zero: points on paper
    if s[CHIPS] <= 0:
        s[LAST_ROUND] = 1
    s[LOADED] = 1


def _apply_load(s: State, load: int) -> None:
    if load >= 0:
        _load(s, s[ACTOR], load)
    _end_turn(s)
    _captain_turns(s)


def _storage_turns(s: State) -> None:
    """Storing from the actor's turn on, up to the next question or the end of the phase."""
    while s[LEFT]:
        b = s[ACTOR]
        if any(s[b + GOOD : b + GOOD + 5]):
            s[SLOTS] = (s[b + SMALL_WAREHOUSE] > 0) + 2 * (s[b + LARGE_WAREHOUSE] > 0)
            s[FIRST] = s[KEPT] = 0
            if _ask_kind(s, b) or _ask_barrel(s, b):
                return
        _end_turn(s)
    for kind in KINDS:
        ship = s[ABOARD + kind]
        if ship >= 0 and s[CARGO + ship] == s[PLAYERS] + 1 + ship:
            s[SUPPLY + kind] += s[CARGO + ship]
            s[CARGO + ship], s[ABOARD + kind] = 0, -1
    _next_role(s)


def _ask_kind(s: State, b: int) -> bool:
    """Ask for the next kind a warehouse keeps, in the order of the kinds; whether there was anything to ask."""
    if not s[SLOTS]:
        return False
    kinds = [kind for kind in range(s[FIRST], 5) if s[b + GOOD + kind]]
    if not kinds:
        s[STEPS] += 1
        return False
    kinds.append(SKIP)
    s[PHASE], s[OPTIONS] = ASK_KIND, tuple(kinds)
    return True


def _ask_barrel(s: State, b: int) -> bool:
    """Ask for the free barrel among the kinds no warehouse keeps; whether there was anything to ask."""
    kinds = [kind for kind in KINDS if s[b + GOOD + kind] and not s[KEPT] >> kind & 1]
    if not kinds:
        s[STEPS] += 1
        return False
    kinds.append(SKIP)
    s[PHASE], s[OPTIONS] = ASK_BARREL, tuple(kinds)
    return True


def _apply_kind(s: State, kind: int) -> None:
    b = s[ACTOR]
    if kind >= 0:
        s[KEPT] |= 1 << kind
        s[FIRST] = kind + 1
        s[SLOTS] -= 1
        if _ask_kind(s, b):
            return
    if not _ask_barrel(s, b):
        _end_turn(s)
        _storage_turns(s)


def _apply_barrel(s: State, barrel: int) -> None:
    b = s[ACTOR]
    for kind in KINDS:
        if not s[KEPT] >> kind & 1:
            kept = int(kind == barrel)
            s[SUPPLY + kind] += s[b + GOOD + kind] - kept
            s[b + GOOD + kind] = kept
    _end_turn(s)
    _storage_turns(s)


START: tuple[Callable[[State], None], ...] = (
    _settler_turns, _mayor, _builder_turns, _craftsman, _trader_turns, _captain, _prospector, _prospector,
)  # fmt: skip
APPLY: tuple[Callable[[State, int], None], ...] = (
    _apply_role, _apply_draw, _apply_tile, _apply_hospice, _apply_colonist, _apply_place, _apply_build,
    _apply_university, _apply_produce, _apply_extra, _apply_sell, _apply_load, _apply_kind, _apply_barrel,
)  # fmt: skip
