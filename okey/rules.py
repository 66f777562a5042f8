"""The options of the game, typed, documented and validated together.

A rule set is one frozen record.  Behaviour follows its options only; presets and overlays are data in
``okey.presets``.
Source of every option and of its values: section 9 of the rules specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from okey import presets

Value: TypeAlias = bool | int | str | tuple[int, ...] | None


class RulesError(ValueError):
    """A rule set that cannot be: an unknown name, a value out of range, two options in contradiction.

    Attributes:
        options: the names of the options at fault.
    """

    def __init__(self, message: str, *options: str) -> None:
        super().__init__(message)
        self.options = options


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of one option."""

    name: str
    group: str
    values: tuple[Value, ...] | range
    """The allowed values; for a list option those of its members."""
    is_list: bool
    en: str
    tr: str

    @property
    def default(self) -> Value:
        """The value without effect: the first of its values (of a list option that alone)."""
        return (self.values[0],) if self.is_list else self.values[0]  # type: ignore[return-value]

    def parse(self, text: str) -> Value:
        """Reads a value as ``write`` writes it.

        Raises:
            RulesError: when the text is no value of this option.
        """
        if self.is_list:
            return tuple(self._parse_one(part) for part in text.split(","))  # type: ignore[misc]
        return self._parse_one(text)

    def _parse_one(self, text: str) -> Value:
        if re.fullmatch(r"[+-]?\d{1,6}", text):
            if (number := int(text)) in self.values and not isinstance(next(iter(self.values)), bool):
                return number
        else:
            for value in self.values:
                if (not isinstance(value, int) or isinstance(value, bool)) and text == _word(value):
                    return value
        raise RulesError(f"{self.name}={text[:40]}: expected {self.domain()}", self.name)

    def check(self, value: object) -> None:
        """Checks a value's type and range.

        Raises:
            RulesError: when it is not one of the allowed values.
        """
        members = value if self.is_list and isinstance(value, tuple) and value else (value,)
        if self.is_list is not isinstance(value, tuple) or not all(
            any(type(member) is type(allowed) and member == allowed for allowed in self.values)
            for member in members
        ):
            raise RulesError(f"{self.name}={value!r:.40}: expected {self.domain()}", self.name)

    def domain(self) -> str:
        """Describes the allowed values."""
        if isinstance(self.values, range):
            text = f"a number from {self.values[0]} to {self.values[-1]}"
        else:
            text = " or ".join(write(value) for value in self.values)
        return f"a comma-separated list of: {text}" if self.is_list else text


def write(value: Value) -> str:
    """Writes an option's value.

    >>> write(True), write((20, 30)), write(None)
    ('yes', '20,30', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)


def _word(value: Value) -> str:
    """Writes a value without white space."""
    return write(value).replace(" ", "_")


def _option(group: str, values: tuple[Value, ...] | range, en: str, tr: str, *, many: bool = False) -> Any:
    """Makes the field of one option; its default is the first of its values (a list option: that alone)."""
    default = values[0]
    return field(
        default=(default,) if many else default,
        metadata={"group": group, "values": values, "many": many, "en": en, "tr": tr},
    )


_YES_NO = (True, False)
_NO_YES = (False, True)
_PENALTY = range(1001)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every option of a game.  Defaults have no effect; ``parse`` builds the sets that people play."""

    name: str = ""
    """The preset and overlays this was made from, for people and records; nothing behaves by it."""

    # tiles
    okey_offset: int = _option("tiles", (1, -1),
        "The okey is the next tile (1) or the one before (-1) the indicator, in its colour",
        "Okey, göstergenin renginde bir sonraki (1) ya da bir önceki (-1) taştır")
    false_joker: Literal["okey", "indicator", "wild"] = _option("tiles", ("okey", "indicator", "wild"),
        "A false joker plays as the okey's own tile, as the indicator's tile, or as a wild",
        "Sahte okey, okeyin kendi taşı, gösterge taşı ya da joker yerine geçer")
    redraw_indicator_if_false_joker: bool = _option("tiles", (True,),
        "A false joker turned up as indicator goes back and another tile is turned",
        "Gösterge olarak sahte okey açılırsa geri konur, başka taş açılır")
    # deal
    players: int = _option("deal", (4, 3, 2), "How many play", "Oyuncu sayısı")
    teams: Literal["none", "opposite"] = _option("deal", ("none", "opposite"),
        "Each for oneself, or partners sitting opposite", "Tek tek ya da karşılıklı eşli")
    hand_size: int = _option("deal", (14, 21),
        "Tiles dealt to each; the starter gets one more", "Dağıtılan taş; başlayan bir fazla alır")
    starter: Literal["dealer", "after_dealer"] = _option("deal", ("after_dealer", "dealer"),
        "Who holds the extra tile and plays first", "Fazla taşı alıp ilk oynayan")
    next_starter: Literal["rotate", "winner"] = _option("deal", ("rotate", "winner"),
        "The start moves one seat each hand, or the winner starts",
        "Başlama sırası döner ya da kazanan başlar")
    direction: Literal["ccw", "cw"] = _option("deal", ("ccw", "cw"),
        "Play goes to the right (ccw) or to the left (cw)", "Oyun sağa (ccw) ya da sola (cw) döner")
    # turn
    discard_piles: Literal["per_player", "shared"] = _option("turn", ("per_player", "shared"),
        "Discards lie before each player, or on one pile", "Atılanlar oyuncu önünde ya da tek yığında durur")
    take_from: Literal["previous", "shared_top", "any_player"] = _option(
        "turn", ("previous", "shared_top", "any_player"),
        "Whose last discard may be taken", "Kimin son attığı taş alınabilir")
    taken_tile_use: Literal["free", "if_melding", "must"] = _option("turn", ("free", "if_melding", "must"),
        "Whether a taken tile has to be laid on the table in the same turn",
        "Alınan taş aynı elde yere inmek zorunda mı")
    take_back: Literal["as_discard", "undo_then_stock"] = _option("turn", ("as_discard", "undo_then_stock"),
        "Throwing the taken tile is a discard, or undoes the take and you draw",
        "Alınan taşı atmak: atış ya da geri verip çekmek")
    take_back_penalty: int = _option("turn", _PENALTY,
        "Points for giving a taken tile back", "Alınan taşı geri vermenin cezası")
    starter_may_finish_first: bool = _option("turn", _YES_NO,
        "The starter may win with the very first discard", "Başlayan ilk atışta bitirebilir")
    # melds
    one_after_thirteen: Literal["no", "high"] = _option("melds", ("no", "high"),
        "Whether 12-13-1 is a run", "12-13-1 per sayılır mı")
    run_min: int = _option("melds", (3,), "Least tiles of a run", "Seri için en az taş")
    run_max_from_hand: int = _option("melds", range(13, 2, -1),
        "Longest run that may be laid in one piece", "Elden tek parça açılan en uzun seri")
    run_max_table: int = _option("melds", (13,), "Longest run on the table", "Yerdeki en uzun seri")
    set_sizes: tuple[int, ...] = _option("melds", (3, 4),
        "How many tiles a set may have", "Kütte kaç taş olabilir", many=True)
    min_real_tiles: int = _option("melds", (1, 0, 2, 3),
        "Least tiles of a meld that are not wild", "Perde okey olmayan en az taş")
    two_leading_wilds: bool = _option("melds", _YES_NO,
        "The first two tiles of a meld may both be wild", "Perin ilk iki taşı okey olabilir")
    # pairs
    pairs_win: Literal["off", "seven", "mixed"] = _option("pairs", ("off", "seven", "mixed"),
        "Whether seven pairs win; mixed: pairs beside runs and sets too",
        "Yedi çift biter mi; mixed: perlerle karışık da")
    pair_rule: Literal["identical", "same_number_diff_colour", "either"] = _option(
        "pairs", ("identical", "same_number_diff_colour", "either"),
        "What makes two tiles a pair", "Hangi iki taş çifttir")
    wild_in_pair: bool = _option("pairs", _YES_NO,
        "An okey pairs with any tile, and two okeys are a pair",
        "Okey her taşla çift olur; iki okey de çifttir")
    cifte_declare: Literal["off", "reveals_discards"] = _option("pairs", ("off", "reveals_discards"),
        "Declaring pairs shows all discards", "Çifte giden bütün atılanları görür")
    cifte_locks: bool = _option("pairs", _NO_YES,
        "Who declared pairs may finish with pairs only", "Çifte giden yalnız çiftle biter")
    indicator_twin_is_pair: bool = _option("pairs", _NO_YES,
        "The indicator's twin alone counts as a pair on the table; a closed hand still needs every tile",
        "Göstergenin eşi yerde tek başına çift sayılır; kapalı elde her taş gerekir")
    # table
    table_melds: bool = _option("table", _NO_YES, "Melds are laid on the table", "Perler yere açılır")
    open_min_points: int = _option("table", (0, 51, 81, 101, 121),
        "Least points of the first lay-down", "El açmak için en az sayı")
    open_min_pairs: int = _option("table", (0, 4, 5),
        "Least pairs of a lay-down with pairs; 0: none", "Çift açmak için en az çift; 0: yok")
    open_escalation: Literal["none", "match_opponents", "beat_opponents", "beat_highest"] = _option(
        "table", ("none", "match_opponents", "beat_opponents", "beat_highest"),
        "How earlier lay-downs raise the bar", "Önceki açışlar barajı nasıl yükseltir")
    open_partner_min: int | None = _option("table", (None, 0, 61),
        "The bar once your partner has opened", "Eşin açtıktan sonraki baraj")
    elden_ignores_bar: bool = _option("table", _NO_YES,
        "The whole hand laid in one turn needs no bar", "Elden bitene baraj aranmaz")
    pair_opener_layoff_limit: int = _option("table", (0, 2),
        "Lay-offs a turn of who opened with pairs; 0: no limit",
        "Çift açanın bir turda işleyebileceği taş; 0: sınırsız")
    series_opener_pairs_limit: int = _option("table", (0, 3),
        "Pairs a turn of who opened with runs; 0: no limit",
        "Seri açanın bir turda açabileceği çift; 0: sınırsız")
    left_open_charge: bool = _option("table", _NO_YES,
        "Opening with a taken tile charges its thrower", "Atılan taşla açılırsa atana ceza yazılır")
    all_pairs_void: bool = _option("table", _NO_YES,
        "If all opened with pairs the hand is void", "Herkes çift açarsa el bozulur")
    layoff: Literal["opened_any_meld"] = _option("table", ("opened_any_meld",),
        "Where tiles may be added: any meld, once you opened", "İşlek: el açan herkesin perine taş ekler")
    work_same_turn_as_opening: bool = _option("table", _YES_NO,
        "Lay off and swap in the turn you opened", "Açtığın turda taş işlenebilir")
    joker_swap: bool = _option("table", _NO_YES,
        "Put the real tile and take the okey from a meld", "Perdeki okey, yerine gerçek taş konup alınır")
    layoff_before_open: Literal["no", "konkan_once"] = _option("table", ("no", "konkan_once"),
        "One lay-off before opening makes you Konkan", "Açmadan bir taş işlemek Konkan yapar")
    # konkan
    konkan: bool = _option("konkan", _NO_YES, "The locked Konkan state exists", "Konkan durumu vardır")
    konkan_finish: tuple[int, ...] = _option("konkan", range(10, 2, -1),
        "Konkan finishes with a run and a meld of these sizes",
        "Konkan bitişi: seri ve per taş sayıları", many=True)
    konkan_run_exact: bool = _option("konkan", _YES_NO,
        "The Konkan run has exactly that size", "Konkan serisi tam o boydadır")
    konkan_free_take_is_safe: bool = _option("konkan", _NO_YES,
        "The free take of a Konkan discard makes nobody Konkan",
        "Konkanın taşını serbest almak Konkan yapmaz")
    konkan_win_multiplier: int = _option("konkan", (2, 3, 1),
        "A Konkan win multiplies the others' points", "Konkan bitişinde ötekilerin puan katsayısı")
    konkan_discard_free_takes: int = _option("konkan", range(1, 10),
        "Takes of Konkan discards before you must finish", "Konkan taşını serbest alma hakkı")
    # finish
    finish_action: Literal["declare", "auto_on_discard", "empty_hand"] = _option(
        "finish", ("declare", "auto_on_discard", "empty_hand"),
        "How a hand is finished: declared, by any winning discard, or by the last tile",
        "El nasıl biter: bildirerek, uygun atışla ya da son taşla")
    invalid_declare_penalty: int = _option("finish", _PENALTY, "Points for a wrong finish",
        "Yanlış bitişin cezası")
    okey_discard_penalty: int = _option("finish", _PENALTY, "Points for throwing an okey", "Okey atma cezası")
    playable_discard_penalty: int = _option("finish", _PENALTY,
        "Points for throwing a tile that could be laid off", "İşlek taş atma cezası")
    # indicator
    indicator_show: Literal["off", "before_first_move"] = _option("indicator", ("off", "before_first_move"),
        "Showing the indicator's twin is paid", "Gösterge göstermek")
    indicator_points: int = _option("indicator", range(1, 11), "Points each other player loses",
        "Ötekilerin kaybı")
    indicator_must_be_dealt: bool = _option("indicator", _YES_NO,
        "Only a dealt twin counts, not a drawn one", "Yalnız dağıtılan gösterge sayılır, çekilen değil")
    indicator_settled: Literal["at_once", "hand_end"] = _option("indicator", ("at_once", "hand_end"),
        "When a shown indicator is paid", "Gösterge ne zaman düşülür")
    # score
    score_model: Literal["leftover", "konkan", "countdown", "yuzbir"] = _option(
        "score", ("leftover", "konkan", "countdown", "yuzbir"), "How hands are scored", "Puan yöntemi")
    start_points: tuple[int, ...] = _option("score", range(1001),
        "Points each starts with (further numbers: choices offered)",
        "Başlangıç puanı (ötekiler: seçenekler)", many=True)
    loss_normal: int = _option("score", range(2, 101), "An ordinary finish costs the others",
        "Düz bitiş düşer")
    loss_okey: int = _option("score", range(4, 101), "Finishing with the okey costs the others",
        "Okeyle bitiş düşer")
    loss_pairs: int = _option("score", range(4, 101), "Seven pairs cost the others", "Çift bitiş düşer")
    loss_pairs_okey: int = _option("score", range(4, 101),
        "Seven pairs with the okey thrown last cost the others", "Çift ve okeyle bitiş düşer")
    leftover_scope: Literal["rack", "deadwood"] = _option("score", ("rack", "deadwood"),
        "The whole rack counts, or only ungrouped tiles", "Bütün ıstaka ya da yalnız boştaki taşlar sayılır")
    okey_left_value: int | Literal["face"] = _option("score", ("face", *range(102)),
        "What an okey left in the rack counts", "Elde kalan okeyin değeri")
    okey_left_taken_value: int | None = _option("score", (None, *range(102)),
        "What a taken okey left in the rack counts", "Alınmış okeyin elde kalma değeri")
    okey_left_extra: int = _option("score", _PENALTY,
        "Extra for each okey left with an opened player", "El açanın elinde kalan okey cezası")
    unopened_value: int | Literal["rack"] = _option("score", ("rack", *range(1001)),
        "What a loser who never opened writes", "Açmayanın yazdığı")
    declared_pairs_unopened: int = _option("score", _PENALTY,
        "What one who declared pairs and never opened writes; 0: as others",
        "Çifte gidip açmayanın yazdığı; 0: ötekiler gibi")
    partner_finish_wipes: bool = _option("score", _NO_YES,
        "A finisher's partner writes only penalties", "Bitenin eşi yalnız cezalarını yazar")
    winner_value: int = _option("score", range(0, -1001, -1), "What the finisher writes", "Bitenin yazdığı")
    pairs_opener_factor: int = _option("score", (1, 2), "Factor on a pairs opener's leftover",
        "Çift açanın katsayısı")
    finish_multiplier: Literal["none", "single", "stack"] = _option("score", ("none", "single", "stack"),
        "How okey, pairs and elden finishes multiply", "Okey, çift ve elden bitişin katlanması")
    colour_rule: Literal["off", "red_black_x2", "table"] = _option("score", ("off", "red_black_x2", "table"),
        "Whether the indicator's colour multiplies a hand", "Gösterge rengi puanı katlar mı")
    colour_table: str = _option("score", ("Y2 B3 R4 K5", "Y3 K4 R5 B6"),
        "The factor of each indicator colour", "Gösterge renklerinin katsayıları")
    # stock
    stock_out: Literal["void", "indicator_only", "reshuffle", "score_all"] = _option(
        "stock", ("void", "indicator_only", "reshuffle", "score_all"), "What an empty stock does",
        "Ortada taş bitince")
    stock_out_when: Literal["turn_start", "on_draw", "after_last_discard"] = _option(
        "stock", ("turn_start", "on_draw", "after_last_discard"),
        "When an empty stock is noticed", "Taşın bittiği ne zaman anlaşılır")
    max_reshuffles: int = _option("stock", range(10), "How often discards are reshuffled",
        "Atılanlar kaç kez karılır")
    cancelled_hand_counts: bool = _option("stock", _NO_YES,
        "A void hand uses up one of the match's hands", "Bozulan el, el sayısından düşer")
    # match
    match_end: Literal["single", "n_hands", "score_zero", "five_plus_determine"] = _option(
        "match", ("single", "n_hands", "score_zero", "five_plus_determine"), "When a match ends",
        "Oyun ne zaman biter")
    n_hands: tuple[int, ...] = _option("match", range(1, 100),
        "Hands of a match (further numbers: choices offered)", "El sayısı (ötekiler: seçenekler)", many=True)
    ties: Literal["shared"] = _option("match", ("shared",), "Level at the top share the win",
        "Eşitlikte galibiyet paylaşılır")
    # clock
    turn_seconds: int = _option("clock", range(601), "Seconds for a turn online; 0: none",
        "Tur süresi (sn); 0: yok")
    reserve_seconds: int = _option("clock", range(3601), "Extra seconds for a match",
        "Maç boyu ek süre (sn)")
    # ui
    confirm_okey_discard: bool = _option("ui", _YES_NO, "Ask before an okey is thrown",
        "Okey atmadan önce sor")
    finish_two_press: bool = _option("ui", _NO_YES,
        "Finish: the first press names the tile, the second ends the hand",
        "Bitir: ilk basış taşı gösterir, ikincisi bitirir")

    def __post_init__(self) -> None:
        """Checks every option and their combinations; raises RulesError."""
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        for first, second, why, clash in _CONFLICTS:
            if clash(self):
                one, other = write(getattr(self, first)), write(getattr(self, second))
                raise RulesError(f"{first}={one} and {second}={other}: {why}", first, second)

    @classmethod
    def parse(cls, text: str, settings: Mapping[str, Value] | None = None) -> RuleSet:
        """Builds a rule set from a preset, overlays and single options.

        >>> RuleSet.parse("classic+team start_points=30").teams
        'opposite'

        Args:
            text: ``preset+overlay+... option=value ...``, as ``str`` of a rule set writes it.
            settings: further options by name, applied last.

        Raises:
            RulesError: when a name is unknown, a value out of range, or two options contradict each other.
        """
        name, *words = text.split() or [""]
        values = named_options(name)
        for word in words:
            key, equals, value = word.partition("=")
            if not equals or key not in OPTIONS:
                raise RulesError(f"{word[:60]!r} sets no option: expected option=value with a known option")
            values[key] = OPTIONS[key].parse(value)
        for key, given in (settings or {}).items():
            if key not in OPTIONS:
                raise RulesError(f"{key[:60]!r} is no option")
            values[key] = given
        return cls(name=name, **values)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        # tables are kept by rule set: hashing some seventy options each time would cost more than what is looked up
        return hash(self.name)

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        base = named_options(self.name)
        changed = [
            f"{name}={_word(getattr(self, name))}"
            for name, option in OPTIONS.items()
            if getattr(self, name) != base.get(name, option.default)
        ]
        return " ".join([self.name, *changed])

    def side_of(self, seat: int) -> int:
        """Gets the side that shares a score with ``seat``: its team, or itself."""
        return seat % 2 if self.teams == "opposite" else seat


OPTIONS: dict[str, Option] = {
    f.name: Option(f.name, *(f.metadata[key] for key in ("group", "values", "many", "en", "tr")))
    for f in fields(RuleSet)
    if f.metadata
}
"""Every option by name, in the order of the specification."""

_CONFLICTS: tuple[tuple[str, str, str, Callable[[RuleSet], bool]], ...] = (
    ("cifte_declare", "pairs_win", "pairs can only be declared where pairs win",
     lambda r: r.cifte_declare != "off" and r.pairs_win == "off"),
    ("konkan", "table_melds", "Konkan needs an open table", lambda r: r.konkan and not r.table_melds),
    ("teams", "players", "partners need four players", lambda r: r.teams != "none" and r.players != 4),
    ("false_joker", "min_real_tiles", "a meld of wilds alone has no value to open with",
     lambda r: r.false_joker == "wild" and r.min_real_tiles == 0 and r.table_melds),
    ("finish_action", "table_melds", "the last tile ends a hand only on an open table",
     lambda r: (r.finish_action == "empty_hand") is not r.table_melds),
    ("pairs_win", "hand_size", "seven pairs are fourteen tiles",
     lambda r: r.pairs_win == "seven" and r.hand_size != 14 and not r.table_melds),
    ("cifte_locks", "open_min_pairs", "who declared pairs could never open",
     lambda r: r.cifte_declare != "off" and r.cifte_locks and r.table_melds and not r.open_min_pairs),
    ("take_from", "discard_piles", "one shared pile has one top, and piles of their own have none in common",
     lambda r: r.take_from == {"shared": "any_player", "per_player": "shared_top"}[r.discard_piles]),
    ("taken_tile_use", "table_melds", "a taken tile can be laid only on an open table",
     lambda r: r.taken_tile_use == "must" and not r.table_melds),
    ("taken_tile_use", "take_back", "a taken tile that fits nowhere could neither be laid nor given back",
     lambda r: r.taken_tile_use == "must" and r.take_back == "as_discard"),
    ("layoff_before_open", "konkan", "a lay-off before opening makes a Konkan player",
     lambda r: r.layoff_before_open == "konkan_once" and not r.konkan),
    ("konkan_finish", "konkan", "a Konkan finish is a long run and one other meld",
     lambda r: r.konkan and (len(r.konkan_finish) != 2 or r.konkan_finish[0] < r.konkan_finish[-1])),
    ("konkan_finish", "hand_size", "a Konkan finish is the whole hand",
     lambda r: r.konkan and sum(r.konkan_finish) != r.hand_size),
    ("match_end", "konkan", "the Determine round is played in Konkan",
     lambda r: r.match_end == "five_plus_determine" and not r.konkan),
    ("match_end", "n_hands", "five rounds come before the Determine round",
     lambda r: r.match_end == "five_plus_determine" and r.n_hands[0] != 5),
    ("match_end", "score_model", "only points that count down reach zero",
     lambda r: r.match_end == "score_zero" and r.score_model != "countdown"),
    ("match_end", "start_points", "nobody can start at zero where zero ends the match",
     lambda r: r.match_end == "score_zero" and 0 in r.start_points),
)


def named_options(name: str) -> dict[str, Value]:
    """Gets the options that a preset with its overlays sets.

    Raises:
        RulesError: when a name is unknown.
    """
    preset, *overlays = name.split("+")
    if preset not in presets.PRESETS:
        raise RulesError(f"{preset[:60]!r} is no preset: expected one of {', '.join(presets.PRESETS)}")
    values = dict(presets.PRESETS[preset])
    for overlay in overlays:
        if overlay not in presets.OVERLAYS:
            raise RulesError(f"{overlay[:60]!r} is no overlay: expected one of {', '.join(presets.OVERLAYS)}")
        values.update(presets.OVERLAYS[overlay])
    return values
