"""The open table: opening, laying, laying off, swapping okeys (rules 3.1, 3.2 and 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from okey.game.actions import Action, add_to, lay, swap
from okey.game.refusal import Refused
from okey.game.state import Hand, Player, TableMeld
from okey.melds import (
    MELD_TYPES,
    End,
    Meld,
    MeldError,
    MeldType,
    accepted,
    extend,
    make_meld,
    okey_places,
    swap_okey,
)
from okey.rules import RuleSet
from okey.solver import Laid
from okey.solver.layouts import single_melds
from okey.solver.work import NODES, Add, Lay, Licence, Spot, Step, Work, best_work
from okey.tiles import TILES, WILD, Face, Faces, Tile


def points_needed(rules: RuleSet, hand: Hand) -> int:
    """Gets the points that the actor has to open with; the whole hand in one turn may need less."""
    if rules.open_partner_min is not None and any(
        player.opened and seat != hand.actor and rules.side_of(seat) == rules.side_of(hand.actor)
        for seat, player in enumerate(hand.players)
    ):
        return rules.open_partner_min
    return _raised(rules, hand, "series", rules.open_min_points)


def elden_possible(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the actor's whole hand in one turn needs no points: nobody else has opened (rules 7.1)."""
    return rules.elden_ignores_bar and not any(p.opened for s, p in enumerate(hand.players) if s != hand.actor)


def pairs_needed(rules: RuleSet, hand: Hand) -> int:
    """Gets the number of pairs that the actor has to open with; 0 where nobody opens with pairs."""
    return _raised(rules, hand, "pairs", rules.open_min_pairs) if rules.open_min_pairs else 0


def _raised(rules: RuleSet, hand: Hand, opening: str, bar: int) -> int:
    """Raises a bar by the openings of this hand (rules 3.1 and 7.3)."""
    if rules.open_escalation == "none":
        return bar
    everybody = rules.open_escalation == "beat_highest"
    mine = rules.side_of(hand.actor)
    best = [
        player.opened_with + (rules.open_escalation != "match_opponents")
        for seat, player in enumerate(hand.players)
        if player.opened == opening and (everybody or rules.side_of(seat) != mine)
    ]
    return max([bar, *best])


@dataclass(frozen=True, slots=True)
class OpeningOffer:
    """Melds offered as a first lay-down, and how they stand against the bar."""

    melds: tuple[Meld, ...]
    value: int
    """The points of runs and sets, or the number of pairs."""
    needed: int
    """The bar they have to reach."""


def check_open(rules: RuleSet, hand: Hand, action: Action) -> tuple[Meld, ...]:
    """Checks a first lay-down as a whole; gives its melds.

    Raises:
        Refused: when it is none.
    """
    offer = judge_opening(rules, hand, action)
    if offer.value < offer.needed:
        reason = "open_pairs" if offer.melds[0].type == "pair" else "open_points"
        raise Refused(reason, _named(action), (offer.value, offer.needed))
    return offer.melds


def judge_opening(rules: RuleSet, hand: Hand, action: Action) -> OpeningOffer:
    """Checks everything of a first lay-down but its worth.

    Raises:
        Refused: when the melds may not be laid as an opening, whatever they are worth.
    """
    player = _check_laying(rules, hand, action)
    if player.opened:
        raise Refused("opened_already", _named(action))
    _check_held(player, _named(action))
    if player.konkan:
        return OpeningOffer(_check_konkan(rules, hand, action), 0, 0)
    _check_pairs_known(rules, action)
    melds = tuple(_make(rules, hand, type_, tiles, from_hand=True) for type_, tiles in action.melds)
    pairs = [meld for meld in melds if meld.type == "pair"]
    if pairs and len(pairs) != len(melds):
        raise Refused("open_mixed", [tile for pair in pairs for tile in pair.tiles])
    if pairs:
        needed = pairs_needed(rules, hand)
    else:
        if player.declared and rules.cifte_locks:
            raise Refused("open_pairs_only", _named(action))
        elden = leaves_one(player, melds) and elden_possible(rules, hand)
        needed = 0 if elden else points_needed(rules, hand)
    return OpeningOffer(melds, opening_value(melds), needed)


def worth_of_opening(rules: RuleSet, hand: Hand, action: Action) -> tuple[int | None, int]:
    """Counts melds offered as an opening, even if they may not be laid, and gives the bar they have to reach.

    Returns:
        Their points or the number of pairs, None where that cannot be told; and the bar, 0 for a Konkan player.
    """
    types = [type_ for type_, _ in action.melds]
    pairs = all(type_ == "pair" for type_ in types)
    used = sum(len(tiles) for _, tiles in action.melds)
    whole = not pairs and len(hand.acting.rack) - used == 1 and elden_possible(rules, hand)
    free = whole or hand.acting.konkan
    needed = pairs_needed(rules, hand) if pairs else 0 if free else points_needed(rules, hand)
    if not pairs and "pair" in types:
        return None, needed
    try:
        melds = [_make(rules, hand, type_, tiles, from_hand=False) for type_, tiles in action.melds]
    except Refused:
        return None, needed
    return opening_value(melds), needed


def opening_value(melds: Sequence[Meld]) -> int:
    """Gets what an opening counts: its points, or the number of its pairs."""
    return len(melds) if melds[0].type == "pair" else sum(meld.value for meld in melds)


def leaves_one(player: Player, melds: Sequence[Meld]) -> bool:
    """Tells whether melds use up a rack but for the tile to throw."""
    return len(player.rack) - sum(len(meld.tiles) for meld in melds) == 1


def _check_konkan(rules: RuleSet, hand: Hand, action: Action) -> tuple[Meld, ...]:
    """Checks the finish of a Konkan player: the long run, one more meld, one tile to throw (rules 3.2)."""
    run, rest = konkan_sizes(rules, hand.acting)
    melds = tuple(_make(rules, hand, type_, tiles, from_hand=False) for type_, tiles in action.melds)
    sizes = sorted((len(meld.tiles) for meld in melds), reverse=True)
    longest = max((len(meld.tiles) for meld in melds if meld.type == "run"), default=0)
    right = sizes == [run, rest] and longest == run if rules.konkan_run_exact else longest >= run
    if not right or not leaves_one(hand.acting, melds) or any(meld.type == "pair" for meld in melds):
        raise Refused("open_konkan", _named(action), (run, rest))
    return melds


def konkan_sizes(rules: RuleSet, player: Player) -> tuple[int, int]:
    """Gets the tiles of the run and of the other meld that a Konkan player finishes with."""
    run, rest = rules.konkan_finish
    return run, rest - player.early


def do_open(hand: Hand, melds: Sequence[Meld]) -> None:
    """Lays a checked opening on the table."""
    player = hand.acting
    player.opened = "pairs" if melds[0].type == "pair" else "series"
    player.opened_with = opening_value(melds)
    hand.turn.opened = True
    for meld in melds:
        _place(hand, meld)


def licence(rules: RuleSet, hand: Hand) -> Licence:
    """Gets what the actor may still put on the table this turn, having opened."""
    turn, series = hand.turn, hand.acting.opened == "series"
    pairs = TILES if rules.open_min_pairs else 0
    if series and pairs:
        limit = rules.series_opener_pairs_limit
        pairs = max(0, limit - turn.pairs) if limit else TILES
        pairs *= any(player.opened == "pairs" for player in hand.players)
    adds = TILES
    if not series and rules.pair_opener_layoff_limit:
        adds = max(0, rules.pair_opener_layoff_limit - turn.added)
    works = not turn.opened or rules.work_same_turn_as_opening
    return Licence(melds=series, pairs=pairs, adds=adds if works else 0, swaps=rules.joker_swap and works)


def best_steps(
    rules: RuleSet, hand: Hand, value: Callable[[Tile], int], nodes: int = NODES
) -> tuple[list[Action], Work]:
    """Finds the best that an opened actor can do before throwing; see ``okey.solver.work``.

    Returns:
        The actions, and what remains behind them.
    """
    table = [Spot(meld.meld, meld.blocked) for meld in hand.melds]
    rack = hand.acting.rack
    may = licence(rules, hand)
    work = best_work(rack, table, hand.faces, rules, may=may, value=value, nodes=nodes)
    return [_action(step) for step in work.steps], work


def _action(step: Step) -> Action:
    if isinstance(step, Lay):
        return lay(*step.laid)
    return add_to(step.tile, step.meld, step.end) if isinstance(step, Add) else swap(step.tile, step.meld)


def check_lay(rules: RuleSet, hand: Hand, action: Action) -> Meld:
    """Checks a further meld; gives it.

    Raises:
        Refused: when it may not be laid.
    """
    player = _check_laying(rules, hand, action)
    type_, tiles = action.melds[0]
    if not player.opened:
        raise Refused("open_first", tiles)
    _check_pairs_known(rules, action)
    _check_held(player, tiles)
    if reason := _type_refusal(rules, hand, type_):
        raise Refused(reason, tiles)
    return _make(rules, hand, type_, tiles, from_hand=True)


def _type_refusal(rules: RuleSet, hand: Hand, type_: MeldType) -> str | None:
    """Tells why the actor, who has opened, may lay no meld of a type now; None when it may."""
    opened = hand.acting.opened
    if type_ != "pair":
        return "pairs_only" if opened == "pairs" else None
    if opened == "pairs":
        return None
    if not any(p.opened == "pairs" for p in hand.players):
        return "pairs_not_opened"
    limit = rules.series_opener_pairs_limit
    return "pairs_limit" if limit and hand.turn.pairs >= limit else None


def further_melds(rules: RuleSet, hand: Hand) -> Iterator[Laid]:
    """Yields the melds that the actor, who has opened, may lay."""
    rack = hand.acting.rack
    types = [type_ for type_ in MELD_TYPES if _type_refusal(rules, hand, type_) is None]
    for type_, tiles in single_melds(rack, hand.faces, rules):
        if type_ in types and len(tiles) < len(rack):
            yield type_, tiles


def do_lay(hand: Hand, meld: Meld) -> None:
    """Lays a checked meld on the table."""
    hand.turn.pairs += meld.type == "pair" and hand.acting.opened == "series"
    _place(hand, meld)


def check_add(rules: RuleSet, hand: Hand, action: Action) -> TableMeld:
    """Checks a lay-off; gives the meld as it will be.

    Raises:
        Refused: when the tile may not be laid off there.
    """
    player = _check_laying(rules, hand, action)
    tile, old = action.tiles[0], _target(hand, action)
    _check_held(player, action.tiles)
    early = not player.opened
    _check_adding(rules, hand, action.tiles)
    if early and hand.faces.of[tile] == WILD:
        raise Refused("add_wild", action.tiles)
    assert action.end is not None
    new = extended(rules, hand, old, tile, action.end)
    if early and new.meld.type == "run":
        return TableMeld(new.owner, new.meld, (*new.blocked, action.end))
    return new


def _check_adding(rules: RuleSet, hand: Hand, tiles: Sequence[Tile] = ()) -> None:
    """Checks whether the actor may lay off at all now; before opening once, which makes it Konkan (rules 3.2)."""
    player = hand.acting
    if player.opened or rules.layoff_before_open == "no":
        _check_work(rules, hand, tiles)
    elif player.early:
        raise Refused("add_once", tiles)
    limit = rules.pair_opener_layoff_limit
    if player.opened == "pairs" and limit and hand.turn.added >= limit:
        raise Refused("add_limit", tiles)


def extended(rules: RuleSet, hand: Hand, old: TableMeld, tile: Tile, end: End) -> TableMeld:
    """Gets a meld with one more tile at an end.

    Raises:
        Refused: when that is no meld, or the end is blocked.
    """
    if old.meld.type == "pair":
        raise Refused("add_to_pair", (tile,))
    if old.meld.type == "set" and end == "low":
        raise Refused("add_set_high", (tile,))
    if end in old.blocked:
        raise Refused("add_blocked", (tile,))
    try:
        return TableMeld(old.owner, extend(old.meld, tile, end, hand.faces, rules), old.blocked)
    except MeldError as error:
        raise Refused(error.reason, error.tiles) from None


def do_add(hand: Hand, action: Action, new: TableMeld) -> None:
    """Lays a checked tile off."""
    player = hand.acting
    assert action.meld is not None
    hand.melds[action.meld] = new
    player.rack.remove(action.tiles[0])
    player.cheap = [okey for okey in player.cheap if okey in player.rack]
    hand.turn.laid += 1
    hand.turn.added += 1
    if not player.opened:
        player.early = player.konkan = True


def additions(rules: RuleSet, hand: Hand) -> Iterator[tuple[Tile, int, End]]:
    """Yields the tiles that the actor may lay off, each with a meld of the table and the end it goes to."""
    player, of = hand.acting, hand.faces.of
    try:
        _check_adding(rules, hand)
    except Refused:
        return
    if len(player.rack) == 1:
        return
    ends = [
        (faces, index, end)
        for index, meld in enumerate(hand.melds)
        for end, faces in open_ends(rules, hand.faces, meld).items()
    ]
    for tile in player.rack:
        face = of[tile]
        if player.opened or face != WILD:
            for faces, index, end in ends:
                if face in faces:
                    yield tile, index, end


def open_ends(rules: RuleSet, faces: Faces, table: TableMeld) -> dict[End, set[Face]]:
    """Gets the ends of a meld that a tile can be laid off at, each with the faces that it takes there."""
    return {end: taken for end, taken in accepted(table.meld, faces, rules).items() if end not in table.blocked}


def playable(rules: RuleSet, hand: Hand, tile: Tile) -> bool:
    """Tells whether a tile could be laid off on any meld of the table."""
    face = hand.faces.of[tile]
    return any(face in taken for meld in hand.melds for taken in open_ends(rules, hand.faces, meld).values())


def check_swap(rules: RuleSet, hand: Hand, action: Action) -> tuple[TableMeld, Tile]:
    """Checks the swap of an okey; gives the meld as it will be and the okey.

    Raises:
        Refused: when no okey of the meld stands for the tile.
    """
    player = _check_laying(rules, hand, action)
    if not rules.joker_swap:
        raise Refused("swap_off", action.tiles)
    old, tile = _target(hand, action), action.tiles[0]
    _check_held(player, action.tiles, keep=0)
    _check_work(rules, hand, action.tiles)
    swapped = swap_okey(old.meld, tile, hand.faces, rules)
    if swapped is None:
        raise Refused("swap_no_okey", action.tiles)
    meld, okey = swapped
    return TableMeld(old.owner, meld, old.blocked), okey


def swaps(rules: RuleSet, hand: Hand) -> Iterator[tuple[Tile, int]]:
    """Yields the tiles that the actor may put in the place of an okey, each with the meld that it lies in."""
    if not (rules.joker_swap and _may_work(rules, hand)):
        return
    for index, meld in enumerate(hand.melds):
        if places := okey_places(meld.meld, hand.faces):
            yield from ((tile, index) for tile in hand.acting.rack if hand.faces.of[tile] in places)


def do_swap(hand: Hand, action: Action, new: TableMeld, okey: Tile) -> None:
    """Swaps a checked tile for an okey."""
    player = hand.acting
    assert action.meld is not None
    hand.melds[action.meld] = new
    player.rack[player.rack.index(action.tiles[0])] = okey
    player.cheap.append(okey)
    hand.turn.laid += 1


def _check_laying(rules: RuleSet, hand: Hand, action: Action) -> Player:
    if not rules.table_melds:
        raise Refused("table_closed", _named(action))
    if hand.phase != "discard":
        raise Refused("draw_first")
    return hand.acting


def _may_work(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the actor has opened, and not too recently to lay off and swap."""
    return hand.acting.opened is not None and (rules.work_same_turn_as_opening or not hand.turn.opened)


def _check_pairs_known(rules: RuleSet, action: Action) -> None:
    """Checks that no pairs are laid where nobody opens with pairs: whatever two tiles are, they are no meld there."""
    if not rules.open_min_pairs and (pairs := [t for type_, tiles in action.melds if type_ == "pair" for t in tiles]):
        raise Refused("open_pairs_off", pairs)


def _check_work(rules: RuleSet, hand: Hand, tiles: Sequence[Tile]) -> None:
    if not _may_work(rules, hand):
        raise Refused("work_next_turn" if hand.acting.opened else "open_first", tiles)


def _check_held(player: Player, tiles: Sequence[Tile], keep: int = 1) -> None:
    missing = [tile for index, tile in enumerate(tiles) if tile not in player.rack or tile in tiles[:index]]
    if missing:
        raise Refused("not_held", missing)
    if len(player.rack) - len(tiles) < keep:
        raise Refused("keep_one", tiles)


def _named(action: Action) -> list[Tile]:
    """Gets the tiles that an action puts on the table."""
    return [*action.tiles, *(tile for _, tiles in action.melds for tile in tiles)]


def _target(hand: Hand, action: Action) -> TableMeld:
    assert action.meld is not None
    if action.meld >= len(hand.melds):
        raise Refused("no_such_meld", action.tiles)
    return hand.melds[action.meld]


def _make(rules: RuleSet, hand: Hand, type_: MeldType, tiles: Sequence[Tile], *, from_hand: bool) -> Meld:
    try:
        return make_meld(type_, tiles, hand.faces, rules, "hand" if from_hand else "table")
    except MeldError as error:
        raise Refused(error.reason, error.tiles) from None


def _place(hand: Hand, meld: Meld) -> None:
    player = hand.acting
    player.rack = [tile for tile in player.rack if tile not in meld.tiles]
    player.cheap = [okey for okey in player.cheap if okey in player.rack]
    hand.melds.append(TableMeld(hand.actor, meld))
    hand.turn.laid += 1
