"""A simple oracle for the solver: tries every way to split a rack into melds; shares no code with it.

A tile is ``(colour, number)`` or ``W`` for a wild.  What a run, a set and a pair are is told of single groups of tiles.
Everything else is the same short walk: the first tile of a rack is left over, or it is in one of the melds that hold
it, and so on with the rest.  So that a hundred thousand hands take minutes, a rack is walked as a number with a
hexadecimal digit for each piece (how many of it there are), and what runs there are is listed once for a rule set.
``test_oracle.py`` checks all this against trying every subset of small racks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from okey.rules import RuleSet

Piece: TypeAlias = tuple[str, int]
Hand: TypeAlias = tuple[Piece, ...]

W: Piece = ("W", 0)


def pieces(text: str, indicator: str, rules: RuleSet) -> list[Piece]:
    """Tells what the tiles of a text play as."""

    def printed(name: str) -> Piece:
        return name[0], int(name[1:])

    colour, number = printed(indicator)
    okey = (colour, (number - 1 + rules.okey_offset) % 13 + 1)
    star = {"okey": okey, "indicator": (colour, number), "wild": W}[rules.false_joker]
    return [star if name == "*" else W if printed(name) == okey else printed(name) for name in text.split()]


# ---- what a meld is


def run_value(group: Hand, rules: RuleSet, most: int = 0) -> int:
    """Gets the most points that tiles count as a run; -1 when they are none.

    Args:
        group: the tiles.
        rules: the options of melds.
        most: how many tiles a run may have; 0 for the longest from the hand.
    """
    real = [p for p in group if p != W]
    size = len(group)
    if not rules.run_min <= size <= (most or rules.run_max_from_hand) or len(real) < rules.min_real_tiles:
        return -1
    if len({colour for colour, _ in real}) > 1:
        return -1
    numbers = [n for _, n in real]
    values = [
        sum(window) if real else 0
        for window in _windows(rules, size)
        if all(numbers.count(n) <= window.count(n) for n in numbers)
        and (rules.two_leading_wilds or window[0] in numbers or window[1] in numbers)
    ]
    return max(values, default=-1)


def _windows(rules: RuleSet, size: int) -> Iterator[tuple[int, ...]]:
    """Yields every row of so many numbers that follow each other."""
    track = (*range(1, 14), 1) if rules.one_after_thirteen == "high" else (*range(1, 14),)
    for start in range(len(track) - size + 1):
        yield track[start : start + size]


def is_run(group: Hand, rules: RuleSet) -> bool:
    return run_value(group, rules) >= 0


def is_set(group: Hand, rules: RuleSet) -> bool:
    real = [p for p in group if p != W]
    if len(group) not in rules.set_sizes or len(real) < rules.min_real_tiles:
        return False
    if not rules.two_leading_wilds and not real:
        return False
    return len({number for _, number in real}) <= 1 and len({colour for colour, _ in real}) == len(real)


def is_pair(group: Hand, rules: RuleSet) -> bool:
    if len(group) != 2:
        return False
    first, second = group
    if W in group:
        return rules.wild_in_pair
    identical = first == second
    alike = first[1] == second[1] and first[0] != second[0]
    return {
        "identical": identical,
        "same_number_diff_colour": alike,
        "either": identical or alike,
    }[rules.pair_rule]


IS_MELD = {"run": is_run, "set": is_set, "pair": is_pair}


def meld_value(group: Hand, shape: str, rules: RuleSet) -> int:
    """Gets what a meld counts: a run as high as its wilds can make it."""
    if shape == "run":
        return run_value(group, rules)
    number = max((n for _, n in group), default=0)
    return number * len(group) if shape == "set" else 0


# ---- racks as numbers

COLOURS = "RYBK"
PIECES = (*((colour, number) for number in range(1, 14) for colour in COLOURS), W)
PLACE = {piece: place for place, piece in enumerate(PIECES)}
UNIT = {piece: 1 << 4 * place for piece, place in PLACE.items()}
"""What one tile adds to a rack."""
FULL = 8 * sum(UNIT.values())
"""A bit for each piece that a subtraction takes away where there are too few of it."""


def packed(tiles: Iterable[Piece]) -> int:
    """Writes tiles as a rack."""
    return sum(UNIT[piece] for piece in tiles)


def _first(rack: int) -> int:
    """Gets the place of the first piece of a rack."""
    return ((rack & -rack).bit_length() - 1) >> 2


class Group(NamedTuple):
    """Tiles of a rack that are a meld."""

    tiles: int
    shape: str
    size: int
    value: int


class Melds:
    """Lists the melds that racks hold under one rule set.

    Args:
        rules: the options of melds.
        longest: how many tiles a run may have; 0 for the longest from the hand.
    """

    def __init__(self, rules: RuleSet, longest: int = 0) -> None:
        self.rules = rules
        self.longest = longest or rules.run_max_from_hand
        self._runs = self._every_run(4 if rules.false_joker == "wild" else 2)
        self.runs_of = lru_cache(10_000)(self._runs_of)
        self.sets_of = cache(self._sets_of)
        self.drawn_for_run = cache(self._drawn_for_run)

    def _every_run(self, most_wilds: int) -> list[tuple[int, int, int]]:
        """Lists the runs of one colour: a bit for each real number, how many wilds, what they count at most."""
        found: dict[tuple[int, int], int] = {}
        for size in range(self.rules.run_min, self.longest + 1):
            for window in _windows(self.rules, size):
                for wilds in range(min(most_wilds, size - self.rules.min_real_tiles) + 1):
                    for wild in combinations(range(size), wilds):
                        if not self.rules.two_leading_wilds and wild[:2] == (0, 1):
                            continue
                        real = [n for place, n in enumerate(window) if place not in wild]
                        key = sum(1 << n for n in real), wilds
                        found[key] = max(found.get(key, 0), sum(window) if real else 0)
        return [(*key, value) for key, value in found.items()]

    def _runs_of(self, held: int, wilds: int) -> list[tuple[int, Group]]:
        """Lists the runs that numbers of one colour hold, as if it were the first colour, and their first piece."""
        return [
            (_first(tiles), Group(tiles, "run", real.bit_count() + used, value))
            for real, used, value in self._runs
            if real and not real & ~held and used <= wilds
            for tiles in [packed((COLOURS[0], n) for n in range(1, 14) if real >> n & 1)]
            for tiles in [tiles + used * UNIT[W]]
        ]

    def _drawn_for_run(self, kept: int, wilds: int) -> set[int]:
        """Tells how many more real tiles make a run of some numbers of one colour and wilds."""
        return {
            real.bit_count() - kept.bit_count() for real, used, _ in self._runs if used == wilds and not kept & ~real
        }

    def _sets_of(self, colours: str, number: int, wilds: int) -> list[Group]:
        """Lists the sets of a number in some colours."""
        groups = [
            (*((colour, number) for colour in chosen), *(W,) * used)
            for size in range(1, len(colours) + 1)
            for chosen in combinations(colours, size)
            for used in range(wilds + 1)
        ]
        return [
            Group(packed(group), "set", len(group), number * len(group))
            for group in groups
            if is_set(group, self.rules)
        ]

    def held(self, tiles: Sequence[Piece], shapes: str) -> list[list[Group]]:
        """Lists the melds of some shapes that a rack holds, by their first piece."""
        present, wilds = set(tiles), tiles.count(W)
        groups: list[list[Group]] = [[] for _ in PIECES]
        for index, colour in enumerate(COLOURS if "run" in shapes else ""):
            held = sum(1 << number for number in range(1, 14) if (colour, number) in present)
            for first, (run, shape, size, value) in self.runs_of(held, wilds) if held else ():
                used = run // UNIT[W] * UNIT[W]
                groups[first + index].append(Group((run - used << 4 * index) + used, shape, size, value))
        for number in {n for _, n in present - {W}} if "set" in shapes else ():
            colours = "".join(colour for colour in COLOURS if (colour, number) in present)
            for group in self.sets_of(colours, number, wilds):
                groups[_first(group.tiles)].append(group)
        if "pair" in shapes:
            for pair in set(combinations(sorted(tiles, key=PLACE.__getitem__), 2)):
                if is_pair(pair, self.rules):
                    groups[PLACE[pair[0]]].append(Group(packed(pair), "pair", 2, 0))
        groups[-1] += [
            Group(size * UNIT[W], shape, size, 0)
            for shape in ("run", "set")
            for size in range(1, wilds + 1)
            if shape in shapes and IS_MELD[shape]((W,) * size, self.rules)
        ]
        return groups


@lru_cache(4)
def melds_of(rules: RuleSet, longest: int = 0) -> Melds:
    return Melds(rules, longest)


class Rack:
    """A rack, and what becomes of it when its first tile is laid.

    Args:
        tiles: the tiles.
        rules: the options of melds.
        shapes: the names of the shapes that may be laid.
        longest: how many tiles a run may have; 0 for the longest from the hand.
    """

    def __init__(self, tiles: Sequence[Piece], rules: RuleSet, shapes: str, longest: int = 0) -> None:
        self.all = packed(tiles)
        self.groups = melds_of(rules, longest).held(tiles, shapes)

    def laid(self, left: int) -> list[tuple[int, Group]]:
        """Lists the melds that the first tile of what is left can be in, each behind what is left then."""
        room = left | FULL
        return [(left - g.tiles, g) for g in self.groups[_first(left)] if (room - g.tiles) & FULL == FULL]


def without_first(left: int) -> int:
    """Takes the first tile away."""
    return left - UNIT[PIECES[_first(left)]]


# ---- closed hands


def covers(tiles: Sequence[Piece], rules: RuleSet, shapes: str, need: str = "") -> bool:
    """Tells whether groups of these shapes use up all tiles, one being of a needed shape if any is."""
    rack = Rack(tiles, rules, shapes)

    @cache
    def used_up(left: int, need: str) -> bool:
        if not left:
            return not need
        return any(used_up(rest, _still(need, group)) for rest, group in rack.laid(left))

    return used_up(rack.all, need)


def _still(need: str, group: "Group | Block") -> str:
    """Tells which of the needed shapes is still needed beside a group."""
    return "" if group.shape in need else need


def spares(tiles: Sequence[Piece], rules: RuleSet, shapes: str, need: str = "") -> set[Piece]:
    """Tells which tiles can be thrown so that groups of these shapes use up all others."""
    rack = Rack(tiles, rules, shapes)

    @cache
    def left_over(left: int, thrown: bool, need: str) -> frozenset[int]:
        """Gets the places of what can be thrown; of nothing (-1) if something was thrown and the rest is used up."""
        if not left:
            return frozenset([-1] if thrown and not need else [])
        found: set[int] = set()
        for rest, group in rack.laid(left):
            found |= left_over(rest, thrown, _still(need, group))
        if not thrown and left_over(without_first(left), True, need):
            found.add(_first(left))
        return frozenset(found)

    return {PIECES[place] for place in left_over(rack.all, False, need)}


def ways(rules: RuleSet) -> dict[str, tuple[str, str]]:
    """Tells in which shapes a hand can be complete: what may be laid, and what is needed."""
    melds = ("run set pair", "run set") if rules.pairs_win == "mixed" else ("run set", "")
    return {"melds": melds} if rules.pairs_win == "off" else {"melds": melds, "pairs": ("pair", "")}


def shapes_of(tiles: Sequence[Piece], rules: RuleSet) -> set[str]:
    """Tells in which shapes all tiles are used up."""
    return {name for name, (shapes, need) in ways(rules).items() if covers(tiles, rules, shapes, need)}


def finishing(tiles: Sequence[Piece], rules: RuleSet) -> dict[Piece, set[str]]:
    """Tells which tiles can be thrown to finish, and in which shapes."""
    found: dict[Piece, set[str]] = {}
    for name, (shapes, need) in ways(rules).items():
        for piece in spares(tiles, rules, shapes, need):
            found.setdefault(piece, set()).add(name)
    return found


def fewest_points(tiles: Sequence[Piece], rules: RuleSet, wild_value: int) -> int:
    """Tells how few points runs and sets can leave over."""
    rack = Rack(tiles, rules, "run set")

    @cache
    def fewest(left: int) -> int:
        if not left:
            return 0
        piece = PIECES[_first(left)]
        loose = (wild_value if piece == W else piece[1]) + fewest(without_first(left))
        return min([loose, *(fewest(rest) for rest, _ in rack.laid(left))])

    return fewest(rack.all)


# ---- the open table

NONE = -(10**6)


def most_points(tiles: Sequence[Piece], rules: RuleSet, keep: int = 1) -> int:
    """Tells the most points that runs and sets count with one tile, or none, at least left to throw."""
    return _most(tiles, rules, "run set", points=True, keep=keep)


def most_pairs(tiles: Sequence[Piece], rules: RuleSet) -> int:
    """Tells how many pairs there are with one tile at least left to throw."""
    return _most(tiles, rules, "pair", points=False, keep=1)


def _most(tiles: Sequence[Piece], rules: RuleSet, shapes: str, *, points: bool, keep: int) -> int:
    rack = Rack(tiles, rules, shapes)

    @cache
    def most(left: int, keep: int) -> int:
        if not left:
            return NONE if keep else 0
        best = most(without_first(left), 0)
        for rest, group in rack.laid(left):
            best = max(best, most(rest, keep) + (group.value if points else 1))
        return best

    return most(rack.all, keep)


def shapes_held(tiles: Sequence[Piece], rules: RuleSet) -> set[str]:
    """Tells which shapes a rack holds melds of."""
    return {group.shape for groups in Rack(tiles, rules, "run set pair").groups for group in groups}


def laid_whole(tiles: Sequence[Piece], rules: RuleSet) -> bool:
    """Tells whether runs and sets use up all tiles but one to throw."""
    return bool(spares(tiles, rules, "run set"))


def konkan_spares(tiles: Sequence[Piece], rules: RuleSet, run: int, rest: int) -> set[Piece]:
    """Tells which tiles a Konkan player can throw and lay all others.

    That is a run of so many tiles and one other meld, or, where that need not be exact, a run of so many tiles or more
    and melds.
    """
    groups = [group for groups in Rack(tiles, rules, "run set", 13).groups for group in groups]
    others = [group for group in groups if group.size == rest]
    found: set[Piece] = set()
    for long in groups:
        if long.shape != "run" or long.size < run:
            continue
        left = packed(tiles) - long.tiles
        if not rules.konkan_run_exact:
            found |= spares(unpacked(left), rules, "run set")
        elif long.size == run:
            fitting = [other for other in others if (left | FULL) - other.tiles & FULL == FULL]
            found |= {PIECES[_first(left - other.tiles)] for other in fitting}
    return found


def unpacked(rack: int) -> list[Piece]:
    """Lists the tiles of a rack."""
    return [piece for place, piece in enumerate(PIECES) for _ in range(rack >> 4 * place & 15)]


# ---- the distance to a finish


def outside(tiles: Sequence[Piece], indicator: str, rules: RuleSet) -> list[Piece]:
    """Lists what of the 106 tiles is neither in a rack nor turned up."""
    names = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)]
    all_tiles = pieces(" ".join([*names, "*"] * 2), indicator, rules)
    return list((Counter(all_tiles) - Counter([*tiles, *pieces(indicator, indicator, rules)])).elements())


class Block(NamedTuple):
    """What a meld of a finished hand keeps of a rack, and how many more tiles have to be drawn for it."""

    kept: Hand
    shape: str
    drawn: int


def distance(tiles: Sequence[Piece], out: Sequence[Piece], size: int, rules: RuleSet, name: str) -> int | None:
    """Tells how many tiles have to be exchanged at least until so many are complete in a shape.

    First it is asked how many would do if any piece could be drawn as often as one likes.  Of all ways to get by with
    so few, one has to be there that the tiles outside allow; else more are tried.

    Args:
        tiles: the rack: as many tiles as a complete hand has, or more, of which some are thrown.
        out: what may be drawn.
        size: how many tiles a complete hand has.
        rules: the options of melds and pairs.
        name: ``melds`` or ``pairs``.

    Returns:
        The number; None when there is no complete hand.
    """
    shapes, need = ways(rules)[name]
    blocks = _Blocks(tiles, rules, shapes)
    for drawn in range(size + 1):
        for found in blocks.ways(size, drawn, need):
            if can_be_drawn(found, out, rules):
                return drawn
    return None


class _Blocks:
    """Lists the ways to complete a rack, as if every piece were there to be drawn.

    Args:
        tiles: the rack.
        rules: the options of melds and pairs.
        shapes: the shapes that may be laid.
    """

    def __init__(self, tiles: Sequence[Piece], rules: RuleSet, shapes: str) -> None:
        self.all = packed(tiles)
        self.count = len(tiles)
        self.new = [Block((), shape, size) for shape in shapes.split() for size in sorted(drawable((), shape, rules))]
        self.by_first: list[list[tuple[int, Block]]] = [[] for _ in PIECES]
        self.hopeless: set[tuple[int, int, int, str]] = set()
        for kept, shape in _parts(tiles, rules, shapes):
            for drawn in drawable(kept, shape, rules):
                self.by_first[_first(packed(kept))].append((packed(kept), Block(kept, shape, drawn)))

    def ways(self, size: int, drawn: int, need: str) -> Iterator[tuple[Block, ...]]:
        """Yields every choice of blocks of so many tiles, so many of them drawn."""
        return self._ways(self.all, self.count - size + drawn, drawn, need)

    def _ways(self, left: int, thrown: int, drawn: int, need: str) -> Iterator[tuple[Block, ...]]:
        """Yields what can become of the tiles left when so many are still to be thrown and drawn."""
        state = (left, thrown, drawn, need)
        if state in self.hopeless:
            return
        found = not (left or thrown or drawn or need)
        if found:
            yield ()
        for rest, block in self._next(left):
            if block.drawn <= drawn:
                for more in self._ways(rest, thrown, drawn - block.drawn, _still(need, block)):
                    found = True
                    yield (block, *more)
        if left and thrown:
            for more in self._ways(without_first(left), thrown - 1, drawn, need):
                found = True
                yield more
        if not found:
            self.hopeless.add(state)

    def _next(self, left: int) -> list[tuple[int, Block]]:
        """Lists the blocks with the first tile left, and those of nothing but drawn tiles when none is left."""
        if not left:
            return [(0, block) for block in self.new]
        room = left | FULL
        return [(left - kept, b) for kept, b in self.by_first[_first(left)] if (room - kept) & FULL == FULL]


def _parts(tiles: Sequence[Piece], rules: RuleSet, shapes: str) -> list[tuple[Hand, str]]:
    """Lists what a meld of a shape may hold of a rack: tiles of one colour, of one number, or one or two; and wilds."""
    real, wilds = sorted(set(tiles) - {W}), tiles.count(W)
    found: set[tuple[Hand, str]] = set()
    for used in range(wilds + 1):
        for shape, rows in (
            ("run", [[p for p in real if p[0] == colour] for colour in COLOURS]),
            ("set", [[p for p in real if p[1] == number] for number in range(1, 14)]),
            ("pair", [[p for p in sorted(tiles) if p[1] == number and p != W] for number in range(1, 14)]),
        ):
            if shape in shapes:
                for row in rows:
                    for size in range(min(len(row), {"run": 13, "set": 4, "pair": 2}[shape]) + 1):
                        found |= {((*chosen, *(W,) * used), shape) for chosen in combinations(row, size)}
    return sorted((kept, shape) for kept, shape in found if kept)


def drawable(kept: Hand, shape: str, rules: RuleSet) -> set[int]:
    """Tells how many drawn tiles make a meld of some kept ones, as if every piece were there."""
    if shape == "run":
        numbers = sum(1 << number for piece, number in kept if (piece, number) != W)
        return melds_of(rules).drawn_for_run(numbers, kept.count(W))
    most = max(rules.set_sizes) if shape == "set" else 2
    return {
        drawn
        for drawn in range(most - len(kept) + 1)
        if next(_drawings(kept, shape, drawn, PIECES * 2, rules), None) is not None
    }


def _drawings(kept: Hand, shape: str, drawn: int, out: Sequence[Piece], rules: RuleSet) -> Iterator[Hand]:
    """Yields the tiles that can be drawn to make a meld of the kept ones."""
    at = 0 if shape == "run" else 1
    rows = {p[at] for p in kept if p != W} or {p[at] for p in (W, *out)}
    seen = set()
    for row in sorted(rows):
        for chosen in combinations(sorted(p for p in out if p == W or p[at] == row), drawn):
            if chosen not in seen and IS_MELD[shape](tuple(sorted((*kept, *chosen))), rules):
                yield chosen
            seen.add(chosen)


def can_be_drawn(blocks: tuple[Block, ...], out: Sequence[Piece], rules: RuleSet) -> bool:
    """Tells whether the tiles outside make all blocks melds at once."""
    if not blocks:
        return True
    (kept, shape, drawn), *rest = blocks
    return any(
        can_be_drawn(tuple(rest), list((Counter(out) - Counter(chosen)).elements()), rules)
        for chosen in _drawings(kept, shape, drawn, out, rules)
    )
