"""A position: the whole state of a match in one line of text.

``position_text`` writes it and ``parse_position`` reads it back; each undoes the other exactly, and a match that
was read goes on as the one that was written, taking steps back included.  The line is a list of fields with ``; ``
between them (here on several lines, with everything there can be)::

    okey position 1; rules classic+team; seed one; match played 0 dealer 3 starter 0; scores 20 20 20 20;
    charges 1:-1:indicator:0; hand 1 dealer 3 starter 0 last=2 twin=0 shown=0 reshuffles=1; indicator B9; stock R5;
    seat moved series=104 declared konkan early eliminated takes=1 cheap=B10 / R1 R2; pile R7;
    meld 0 run R5 R6 R7 / low; turn 2 discard took=R5 from=1 back opened laid=3 added=1 pairs=1;
    end finish R5 pairs; step open set R9 Y9 K9

``match`` tells who deals and starts next once a hand has ended, ``hand`` who did in the hand on the table.  A
charge is seat, points, reason and who caused it.  The last tile of the stock is the next to be drawn.  In a turn
with steps on the table everything is written as it was before the first of them, and the steps follow.  Words and
fields that do not apply are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from okey.game import Action, ActionError, Game, Refused
from okey.game.scoring import CHARGE_REASONS, Charge, add, best_seats, counts_as_played, forced_konkan, match_over
from okey.game.state import Hand, Player, TableMeld, Turn
from okey.melds import End, Meld, MeldError, make_meld
from okey.rules import RulesError, RuleSet
from okey.solver import complete
from okey.tiles import (
    FALSE_JOKER,
    TILE_NAMES,
    TILES,
    Faces,
    Tile,
    TileError,
    kind_of,
    parse_tile,
    parse_tiles,
    tiles_text,
)

MAGIC = "okey position 1"
"""How every position begins; the number is the version of the notation."""

MAX_LENGTH = 1_000_000
"""The longest position that is written or read."""


class PositionError(ValueError):
    """A text that is no position of a match, or a match too long to write."""


# ---- writing


def position_text(game: Game) -> str:
    """Writes the whole state of a match so that ``parse_position`` reads it back.

    >>> position_text(Game(RuleSet.parse("classic"), "one"))
    'okey position 1; rules classic; seed one; match played 0 dealer 2 starter 3; scores 20 20 20 20'

    Raises:
        PositionError: when the seed or the list of charges is of no sensible length.
    """
    fields = [
        MAGIC,
        f"rules {_rules_text(game.rules)}",
        f"seed {_escaped(game.seed)}",
        f"match played {game.hands_played} dealer {game.dealer} starter {game.starter}",
        f"scores {' '.join(map(str, game.scores))}",
    ]
    if game.charges:
        fields.append(f"charges {' '.join(f'{c.seat}:{c.points}:{c.reason}:{c.by}' for c in game.charges)}")
    hand = game.base or game.hand
    if hand is not None:
        fields += _hand_fields(hand)
    if game.result is not None:
        result = game.result
        thrown = [] if result.tile is None else [TILE_NAMES[result.tile], str(result.shape)]
        fields.append(" ".join(["end", result.ending, *thrown]))
    text = "; ".join([*fields, *(f"step {step}" for step in game.steps)])
    if len(text) > MAX_LENGTH:
        raise PositionError(f"longer than {MAX_LENGTH} characters")
    return text


@lru_cache(maxsize=16)
def _rules_text(rules: RuleSet) -> str:
    return str(rules)


@lru_cache(maxsize=16)
def _rules(text: str) -> RuleSet:
    return RuleSet.parse(text)


_faces = lru_cache(maxsize=256)(Faces)


def _hand_fields(hand: Hand) -> Iterator[str]:
    yield _words(
        f"hand {hand.number} dealer {hand.dealer} starter {hand.starter}",
        last=hand.last_discarder,
        twin=hand.twin_dealt_to,
        shown=hand.shown_by,
        reshuffles=hand.reshuffles or None,
    )
    yield f"indicator {TILE_NAMES[hand.indicator]}"
    yield _with_tiles("stock", hand.stock)
    for player in hand.players:
        words = _words(
            "seat",
            moved=player.moved,
            **{player.opened or "series": player.opened_with if player.opened else None},
            declared=player.declared,
            konkan=player.konkan,
            early=player.early,
            eliminated=player.eliminated,
            takes=player.konkan_takes or None,
            cheap=",".join(TILE_NAMES[tile] for tile in player.cheap) or None,
        )
        yield _with_tiles(f"{words} /", player.rack)
    for pile in hand.piles:
        yield _with_tiles("pile", pile)
    for meld in hand.melds:
        blocked = f" / {' '.join(meld.blocked)}" if meld.blocked else ""
        yield f"meld {meld.owner} {meld.meld.type} {tiles_text(meld.meld.tiles)}{blocked}"
    turn = hand.turn
    arrived = None if turn.arrived is None else TILE_NAMES[turn.arrived]
    yield _words(
        f"turn {hand.actor} {hand.phase}",
        **{"drew" if turn.taken is None else "took": arrived, "from": turn.taken_from},
        back=turn.given_back,
        opened=turn.opened,
        laid=turn.laid or None,
        added=turn.added or None,
        pairs=turn.pairs or None,
    )


def _words(head: str, **values: int | str | bool | None) -> str:
    """Writes a field: a flag by its name, a value behind its name, nothing for False and None."""
    said = {name: value for name, value in values.items() if value is not None and value is not False}
    return " ".join([head, *(name if value is True else f"{name}={value}" for name, value in said.items())])


def _with_tiles(head: str, tiles: Sequence[Tile]) -> str:
    return f"{head} {tiles_text(tiles)}" if tiles else head


def _escaped(seed: str) -> str:
    r"""Writes a seed in printable characters; others, ``;`` and the backslash as their code points: ``\3b.``.

    >>> _escaped("a; b\n")
    'a\\3b. b\\a.'
    """
    return "".join(c if c.isprintable() and c not in ";\\" else f"\\{ord(c):x}." for c in seed)


# ---- reading


def parse_position(text: str) -> Game:
    """Reads a position.

    Raises:
        PositionError: when the text is none, or names a state that the rules or the text itself exclude.
    """
    if not text.startswith("okey position "):
        raise PositionError("not a position of a match")
    if len(text) > MAX_LENGTH:
        raise PositionError(f"longer than {MAX_LENGTH} characters")
    fields = text.split("; ")
    if fields[0] != MAGIC:
        raise PositionError(f"{fields[0][:40]!r} is a version this game does not know (it writes {MAGIC!r})")
    try:
        game = _Reader(fields[1:]).game()
    except (RulesError, TileError, MeldError, ActionError, Refused) as error:
        raise PositionError(str(error)) from None
    if (written := position_text(game)) != text:
        at = next((i for i, pair in enumerate(zip(written, text, strict=False)) if pair[0] != pair[1]), len(written))
        raise PositionError(f"character {at + 1}: {text[at : at + 20]!r} is not how a position is written")
    return game


class _Reader:
    """Reads the fields of a position one after the other."""

    def __init__(self, fields: list[str]) -> None:
        self._fields = fields[::-1]

    def _has(self, word: str) -> bool:
        return bool(self._fields) and self._fields[-1].startswith(word) and self._fields[-1].split(" ", 1)[0] == word

    def _next(self, word: str) -> str:
        """Gets what the next field says; it has to begin with a word."""
        if not self._has(word):
            found = repr(self._fields[-1][:40]) if self._fields else "the end"
            raise PositionError(f"expected {word}, not {found}")
        return self._fields.pop().partition(" ")[2]

    def game(self) -> Game:
        rules = _rules(self._next("rules"))
        game = _new_game(rules, self._next("seed"))
        match = re.fullmatch(r"played (\d{1,9}) dealer (\d) starter (\d)", self._next("match"), re.ASCII)
        if match is None:
            raise PositionError("match: expected the hands played, the dealer and the starter")
        game.hands_played = int(match[1])
        game.dealer, game.starter = _seat(rules, match[2]), _seat(rules, match[3])
        game.scores = tuple(_number(word, -(10**9)) for word in self._next("scores").split())
        if len(game.scores) != rules.players:
            raise PositionError(f"{len(game.scores)} scores for {rules.players} players")
        if self._has("charges"):
            game.charges = [_charge(rules, word) for word in self._next("charges").split()]
        spent = [Charge(c.seat, -c.points, c.reason, c.by) for c in game.charges]
        game.before = add(game.scores, spent)
        if self._has("hand"):
            self._read_hand(game)
        else:
            _check_running(game, game.hands_played)
        if self._fields:
            raise PositionError(f"{self._fields[-1][:40]!r} is too much")
        return game

    def _read_hand(self, game: Game) -> None:
        rules, hand = game.rules, self._hand(game.rules)
        game.hand, game.hand_number = hand, hand.number
        if game.hands_played > hand.number:
            raise PositionError(f"{game.hands_played} hands played, {hand.number} dealt")
        ending, *rest = self._next("end").split() if self._has("end") else ["", ""]
        thrown = [parse_tile(rest[0])] if ending == "finish" and rest else []
        _check_tiles(rules, hand, thrown)
        _check_turn(hand, thrown)
        _check_standings(rules, hand)
        if not ending:
            _check_running(game, game.hands_played)
            while self._has("step"):
                _take_step(game, Action.parse(self._next("step")))
            return
        if thrown and hand.phase == "discard":
            _finish(game, hand, thrown[0], rest[-1])
        elif ending == "stock_out" and hand.phase == "draw" and not hand.stock:
            game.conclude("stock_out")
        elif ending == "all_pairs" and hand.phase == "draw" and _all_on_pairs(rules, hand):
            game.conclude("all_pairs")
        else:
            raise PositionError(f"{ending[:20]!r}: a hand that goes on does not end so")
        assert game.result is not None
        _check_running(game, game.hands_played - counts_as_played(rules, game.result.ending))
        if match_over(rules, game.scores, game.hands_played):
            game.winners = best_seats(rules, game.scores)

    def _hand(self, rules: RuleSet) -> Hand:
        words = self._next("hand").split()
        if len(words) < 5 or words[1] != "dealer" or words[3] != "starter":
            raise PositionError("hand: expected its number, the dealer and the starter")
        head = _Words("hand", words[5:])
        indicator = parse_tile(self._next("indicator"))
        if kind_of(indicator) == FALSE_JOKER:
            raise PositionError("a false joker is no indicator")
        faces = _faces(kind_of(indicator), rules.okey_offset, rules.false_joker)
        hand = Hand(
            number=_number(words[0], 1),
            dealer=_seat(rules, words[2]),
            starter=_seat(rules, words[4]),
            indicator=indicator,
            faces=faces,
            last_discarder=head.seat(rules, "last"),
            twin_dealt_to=head.seat(rules, "twin"),
            shown_by=head.seat(rules, "shown"),
            reshuffles=head.number("reshuffles"),
            stock=parse_tiles(self._next("stock")),
            players=self._players(rules, faces),
            piles=[parse_tiles(pile) for pile in self._all("pile")],
            melds=[],
            actor=0,
        )
        head.done()
        piles = 1 if rules.discard_piles == "shared" else rules.players
        if len(hand.piles) != piles:
            raise PositionError(f"{len(hand.piles)} piles instead of {piles}")
        hand.melds = [_table_meld(rules, hand, meld) for meld in self._all("meld")]
        actor, phase, *words = [*self._next("turn").split(), "", ""]
        hand.actor = _seat(rules, actor)
        hand.phase = "draw" if phase == "draw" else "discard"
        hand.turn = _turn(rules, words[:-2])
        return hand

    def _players(self, rules: RuleSet, faces: Faces) -> list[Player]:
        players = [_player(faces, seat) for seat in self._all("seat")]
        if len(players) != rules.players:
            raise PositionError(f"{len(players)} seats for {rules.players} players")
        return players

    def _all(self, word: str) -> Iterator[str]:
        while self._has(word):
            yield self._next(word)


class _Words:
    """The words of a field behind its head: flags, and values behind their names."""

    def __init__(self, field: str, words: Sequence[str]) -> None:
        self._field = field
        self._values = dict(word.partition("=")[::2] for word in words)

    def flag(self, name: str) -> bool:
        return self._values.pop(name, None) is not None

    def text(self, name: str) -> str | None:
        return self._values.pop(name, None)

    def number(self, name: str) -> int:
        text = self.text(name)
        return 0 if text is None else _number(text, 0)

    def seat(self, rules: RuleSet, name: str) -> int | None:
        text = self.text(name)
        return None if text is None else _seat(rules, text)

    def tile(self, name: str) -> Tile | None:
        text = self.text(name)
        return None if text is None else parse_tile(text)

    def done(self) -> None:
        if self._values:
            raise PositionError(f"{self._field}: {next(iter(self._values))[:20]!r} is no word of it")


def _new_game(rules: RuleSet, seed: str) -> Game:
    try:
        return Game(rules, re.sub(r"\\([0-9a-f]{1,6})\.", lambda match: chr(int(match[1], 16)), seed))
    except (ValueError, OverflowError):
        raise PositionError("the seed is no text") from None


_ENDS: tuple[End, ...] = ("low", "high")


_NUMBER = re.compile(r"-?\d{1,10}", re.ASCII)


def _number(text: str, least: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= 10**9:
        raise PositionError(f"{text[:20]!r} is no number from {least} to {10**9}")
    return int(text)


def _seat(rules: RuleSet, text: str) -> int:
    if text not in map(str, range(rules.players)):
        raise PositionError(f"{text[:20]!r} is no seat of {rules.players}")
    return int(text)


def _charge(rules: RuleSet, text: str) -> Charge:
    seat, points, reason, by = [*text.split(":"), "", "", ""][:4]
    if reason not in CHARGE_REASONS:
        raise PositionError(f"{text[:40]!r} is no charge")
    return Charge(_seat(rules, seat), _number(points, -(10**9)), reason, _seat(rules, by))


def _player(faces: Faces, text: str) -> Player:
    state, _, rack = f"{text} ".partition("/ ")
    known = _standing(state)
    if len(set(known.cheap)) < len(known.cheap) or not all(map(faces.is_okey, known.cheap)):
        raise PositionError("cheap: expected okeys, each once")
    player = known.copy()
    player.rack = parse_tiles(rack)
    return player


@lru_cache(maxsize=256)
def _standing(state: str) -> Player:
    """Reads all of a seat but its rack: most are alike from one position to the next."""
    words = _Words("seat", state.split())
    series, pairs = words.text("series"), words.text("pairs")
    player = Player(
        moved=words.flag("moved"),
        opened="series" if series is not None else "pairs" if pairs is not None else None,
        opened_with=_number(series or pairs or "0", 0),
        declared=words.flag("declared"),
        konkan=words.flag("konkan"),
        early=words.flag("early"),
        eliminated=words.flag("eliminated"),
        konkan_takes=words.number("takes"),
        cheap=parse_tiles((words.text("cheap") or "").replace(",", " ")),
    )
    words.done()
    return player


def _table_meld(rules: RuleSet, hand: Hand, text: str) -> TableMeld:
    laid, _, ends = text.partition(" / ")
    owner, _, named = laid.partition(" ")
    seat = _seat(rules, owner)
    if not rules.table_melds or hand.players[seat].opened is None:
        raise PositionError(f"meld: seat {seat} has not opened")
    blocked: list[End] = [end for end in _ENDS if end in ends.split()]
    ends_in_order = tuple(blocked[::-1] if ends == "high low" else blocked)
    return TableMeld(seat, _meld(rules, hand.faces, named), ends_in_order)


@lru_cache(maxsize=1024)
def _meld(rules: RuleSet, faces: Faces, text: str) -> Meld:
    ((type_, tiles),) = Action.parse(f"lay {text}").melds
    return make_meld(type_, tiles, faces, rules)


def _turn(rules: RuleSet, texts: Sequence[str]) -> Turn:
    words = _Words("turn", texts)
    drew, took = words.tile("drew"), words.tile("took")
    turn = Turn(
        arrived=drew if took is None else took,
        taken=took,
        taken_from=words.seat(rules, "from"),
        given_back=words.flag("back"),
        opened=words.flag("opened"),
        laid=words.number("laid"),
        added=words.number("added"),
        pairs=words.number("pairs"),
    )
    words.done()
    if (turn.taken is None) is not (turn.taken_from is None):
        raise PositionError("turn: a tile is taken from a seat")
    return turn


def _check_tiles(rules: RuleSet, hand: Hand, thrown: list[Tile]) -> None:
    """Checks that every tile is there once, and that the racks have sizes that they can have."""
    racks = [player.rack for player in hand.players]
    laid = [tile for meld in hand.melds for tile in meld.meld.tiles]
    tiles = [hand.indicator, *thrown, *hand.stock, *laid]
    tiles += [tile for part in (*racks, *hand.piles) for tile in part]
    if len(set(tiles)) < len(tiles):
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        raise PositionError(f"{TILE_NAMES[twice]} is there twice")
    if len(tiles) < TILES:
        raise PositionError(f"{TILE_NAMES[min(set(range(TILES)).difference(tiles))]} is missing")
    holds = hand.phase == "discard" and not thrown
    sizes = [rules.hand_size + (holds and seat == hand.actor) for seat in range(rules.players)]
    least = [0 if thrown and seat == hand.actor else 1 for seat in range(rules.players)]
    if sum(map(len, racks)) + len(laid) != sum(sizes) or not all(
        few <= len(rack) <= size for few, rack, size in zip(least, racks, sizes, strict=True)
    ):
        raise PositionError("a rack has too many tiles or too few")


def _check_turn(hand: Hand, thrown: list[Tile]) -> None:
    """Checks that the actor may be where its turn says."""
    turn = hand.turn
    if turn != Turn(turn.arrived, turn.taken, turn.taken_from, turn.given_back) and not thrown:
        raise PositionError("turn: what was laid is written as steps while the turn lasts")
    if hand.phase == "draw" and (turn.arrived is not None or turn.laid):
        raise PositionError("turn: a tile has arrived and is still to be drawn")
    if hand.phase == "discard" and turn.arrived is None and (hand.actor != hand.starter or turn.given_back):
        raise PositionError("turn: no tile has arrived")
    if turn.arrived is not None and not turn.laid and turn.arrived not in [*hand.acting.rack, *thrown]:
        raise PositionError("turn: the tile that arrived is not in the rack")
    if hand.acting.eliminated and not all(player.eliminated for player in hand.players):
        raise PositionError("turn: an eliminated seat does not act")


def _check_running(game: Game, hands: int) -> None:
    """Checks that the match was not over before its hand, when so many hands had been played, and who began as what."""
    if match_over(game.rules, game.before, hands):
        scores = " ".join(map(str, game.before))
        raise PositionError(f"match: with scores {scores} and {hands} hands played it was over before this hand")
    forced = forced_konkan(game.rules, game.before, hands)
    for seat, player in enumerate(game.hand.players if game.hand else ()):
        if seat in forced and not player.konkan:
            raise PositionError(f"seat {seat}: its side is Konkan in the Determine round")
        if player.konkan and not (player.moved or seat in forced):
            raise PositionError(f"seat {seat}: konkan without a turn")


_KNOWN_WHERE: tuple[tuple[str, str, Callable[[RuleSet], bool]], ...] = (
    ("opened", "table_melds", lambda r: r.table_melds),
    ("declared", "cifte_declare", lambda r: r.cifte_declare != "off"),
    ("konkan", "konkan", lambda r: r.konkan),
    ("early", "layoff_before_open", lambda r: r.layoff_before_open != "no"),
    ("eliminated", "konkan", lambda r: r.konkan),
    ("konkan_takes", "konkan", lambda r: r.konkan),
)
"""What a seat may be, by its attribute, the option that knows it, and whether rules do."""


def _check_standings(rules: RuleSet, hand: Hand) -> None:
    """Checks that the rules know what is said of the hand, and that every seat may have come to what it is."""
    if hand.shown_by is not None and rules.indicator_show == "off":
        raise PositionError("hand: shown, but by the option indicator_show nothing is")
    if hand.reshuffles > (rules.max_reshuffles if rules.stock_out == "reshuffle" else 0):
        raise PositionError(f"hand: {hand.reshuffles} reshuffles are more than the rules allow")
    if hand.turn.given_back and rules.take_back == "as_discard":
        raise PositionError("turn: back, but by the option take_back nothing is given back")
    for seat, player in enumerate(hand.players):
        for name, option, known in _KNOWN_WHERE:
            if getattr(player, name) and not known(rules):
                raise PositionError(
                    f"seat {seat}: {name.removeprefix('konkan_')}, but by the option {option} nobody can be"
                )
        if player.early and not player.konkan:
            raise PositionError(f"seat {seat}: who laid off early is Konkan")
        if player.eliminated is not (player.konkan_takes > rules.konkan_discard_free_takes):
            raise PositionError(f"seat {seat}: {player.konkan_takes} takes and eliminated do not agree")
        if player.opened:
            _check_opening(rules, hand, seat)


def _check_opening(rules: RuleSet, hand: Hand, seat: int) -> None:
    """Checks that what a seat opened with reaches the least bar there is, and that it lies on the table."""
    player = hand.players[seat]
    pairs = player.opened == "pairs"
    laid = [meld.meld for meld in hand.melds if meld.owner == seat and (meld.meld.type == "pair") is pairs]
    if pairs:
        most, least = len(laid), rules.open_min_pairs
    else:
        most = sum(meld.value for meld in laid)
        bars = (rules.open_min_points, rules.open_partner_min)
        least = min(bar for bar in bars if bar is not None)
    if not player.rack:  # who lays the whole hand at once may need no points
        least = 0
    if not laid or not least <= player.opened_with <= most:
        raise PositionError(
            f"seat {seat}: {player.opened}={player.opened_with}, but its melds count {most} and the bar is {least}"
        )
    if player.konkan and player.rack:
        raise PositionError(f"seat {seat}: a Konkan player opens with the whole hand")


def _all_on_pairs(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether a hand is void because everybody has opened with pairs."""
    return rules.all_pairs_void and all(player.opened == "pairs" for player in hand.players)


def _finish(game: Game, hand: Hand, tile: Tile, shape: str) -> None:
    """Concludes a hand that the actor finished by throwing a tile."""
    player = hand.acting
    if game.rules.table_melds:
        if player.rack or player.opened is None:
            raise PositionError("end: a seat finishes on an open table with an empty rack")
        game.conclude("finish", tile, "pairs" if player.opened == "pairs" else "melds")
        return
    for known, melds in complete(player.rack, hand.faces, game.rules).items():
        if known == shape:
            game.conclude("finish", tile, known, melds)
            return
    raise PositionError(f"end: the rack of seat {hand.actor} is not complete in {shape[:20]!r}")


def _take_step(game: Game, step: Action) -> None:
    """Takes one step on the table again."""
    known = len(game.steps)
    if step.verb in ("open", "lay", "add", "swap"):
        game.apply(step)
    if len(game.steps) == known:
        raise PositionError(f"{str(step)[:40]!r} is no step on the table")
