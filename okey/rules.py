"""The options of the game, typed, documented and validated together.

A rule set is one frozen record.  Behaviour follows its options only; presets and overlays are data in
``okey.presets``.
Source of every option and of its values: section 9 of the rules specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from okey import presets

Value: TypeAlias = bool | int | str | tuple[int, ...] | None
Words: TypeAlias = tuple[str, str]
"""The same in English and in Turkish."""


class RulesError(ValueError):
    """A rule set that cannot be: an unknown name, a value out of range, two options in contradiction.

    Attributes:
        options: the names of the options, or of the overlays, at fault.
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
    doc: Mapping[str, str]
    """One line of documentation by language, ``en`` and ``tr``."""
    label: Mapping[str, str]
    """A short name by language."""
    words: Mapping[str, Words]
    """What values are called, by their text, where that does not speak for itself."""

    def value_name(self, value: Value, language: str) -> str:
        """Names a value for people.

        >>> OPTIONS["false_joker"].value_name("okey", "en"), OPTIONS["set_sizes"].value_name((3, 4), "tr")
        ("plays as the okey's own tile", '3, 4')
        """
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        text = write(value)
        if isinstance(value, bool) and text not in self.words:
            return _YES_OR_NO[text][language == "tr"]
        return self.words[text][language == "tr"] if text in self.words else text.replace("-", "−")

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
        if re.fullmatch(r"0|[+-]?[1-9][0-9]{0,5}", text):
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
            any(type(member) is type(allowed) and member == allowed for allowed in self.values) for member in members
        ):
            raise RulesError(f"{self.name}={value!r:.40}: expected {self.domain()}", self.name)
        if self.name != "konkan_finish" and len(set(members)) < len(members):  # two melds may be as long
            raise RulesError(f"{self.name}={value!r:.40}: a value is named twice", self.name)

    def spans(self) -> list[str]:
        """Lists the allowed values as they are written, numbers that follow each other as one span.

        >>> OPTIONS["unopened_value"].spans(), OPTIONS["winner_value"].spans(), OPTIONS["players"].spans()
        (['rack', '0..1000'], ['-1000..0'], ['4', '3', '2'])
        """
        numbers = sorted(v for v in self.values if isinstance(v, int) and not isinstance(v, bool))
        if len(numbers) < 4 or numbers[-1] - numbers[0] != len(numbers) - 1:
            return [_word(value) for value in self.values]
        words = [_word(value) for value in self.values if value not in numbers]
        return [*words, f"{numbers[0]}..{numbers[-1]}"]

    def domain(self) -> str:
        """Describes the allowed values."""
        if isinstance(self.values, range):
            text = f"a number from {self.values[0]} to {self.values[-1]}"
        else:
            text = " or ".join(self.spans())
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


def _option(
    group: str,
    values: tuple[Value, ...] | range,
    label: Words,
    en: str,
    tr: str,
    *,
    many: bool = False,
    says: Mapping[Value, Words] | None = None,
) -> Any:
    """Makes the field of one option; its default is the first of its values (a list option: that alone).

    Args:
        group: the section of the specification.
        values: the allowed values.
        label: its short name in English and in Turkish.
        en: one line of documentation in English.
        tr: the same in Turkish.
        many: whether a value is a list of these values.
        says: what to call values that do not speak for themselves, in English and in Turkish.
    """
    words = {write(value): names for value, names in (says or {}).items()}
    doc = {"en": en, "tr": tr}
    default = values[0]
    return field(
        default=(default,) if many else default,
        metadata={"option": (group, values, many, doc, dict(zip(doc, label, strict=True)), words)},
    )


_YES_NO = (True, False)
_NO_YES = (False, True)
_PENALTY = range(1001)
_NO_POINTS: Words = ("nothing", "ceza yok")
_NO_LIMIT: Words = ("no limit", "sınırsız")
_YES_OR_NO: dict[str, Words] = {"yes": ("yes", "evet"), "no": ("no", "hayır")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every option of a game.  Defaults have no effect; ``parse`` builds the sets that people play."""

    name: str = ""
    """The preset and overlays this was made from, for people and records; nothing behaves by it."""

    # tiles
    okey_offset: int = _option(
        "tiles",
        (1, -1),
        ("Okey", "Okey"),
        "The okey has the indicator's colour and the next number (after 13 the 1), or the one before (before 1 the 13)",
        "Okey, göstergenin renginde bir büyük (13'ten sonra 1) ya da bir küçük (1'den önce 13) sayıdır",
        says={
            1: ("one above the indicator", "göstergenin bir büyüğü"),
            -1: ("one below the indicator", "göstergenin bir küçüğü"),
        },
    )
    false_joker: Literal["okey", "indicator", "wild"] = _option(
        "tiles",
        ("okey", "indicator", "wild"),
        ("False joker", "Sahte okey"),
        "What a false joker plays as; it is never an okey for a bonus or a penalty, not even where it is wild",
        "Sahte okeyin hangi taş yerine geçtiği; her taşın yerine geçse bile ödül ve cezada okey sayılmaz",
        says={
            "okey": ("plays as the okey's own tile", "okeyin kendi taşı"),
            "indicator": ("plays as the indicator's tile", "gösterge taşı"),
            "wild": ("is wild like an okey", "okey gibi her taş"),
        },
    )
    redraw_indicator_if_false_joker: bool = _option(
        "tiles",
        (True,),
        ("False joker turned up", "Gösterge sahte okey çıkarsa"),
        "A false joker turned up as indicator goes back and another tile is turned up",
        "Gösterge olarak sahte okey açılırsa taşların arasına konur, yerine başka taş açılır",
        says={True: ("another tile is turned up", "başka taş açılır")},
    )
    # deal
    players: int = _option(
        "deal",
        (4, 3, 2),
        ("Players", "Oyuncu sayısı"),
        "How many play; all 106 tiles are used whatever the number, so with fewer players more stay in the stock",
        "Kaç kişi oynar; sayı kaç olursa olsun 106 taş kullanılır, az kişiyle ortada daha çok taş kalır",
    )
    teams: Literal["none", "opposite"] = _option(
        "deal",
        ("none", "opposite"),
        ("Partners", "Eşler"),
        "Each for oneself, or partners sitting opposite; partners share a score and do not see each other's racks",
        "Herkes tek başına ya da karşılıklı oturanlar eş; eşler puanı paylaşır, birbirinin ıstakasını görmez",
        says={
            "none": ("each for oneself", "tek tek"),
            "opposite": ("partners sit opposite", "karşılıklı eşli"),
        },
    )
    hand_size: int = _option(
        "deal",
        (14, 21),
        ("Tiles dealt", "Dağıtılan taş"),
        "How many tiles each is dealt; who starts gets one more and throws without drawing",
        "Herkese dağıtılan taş sayısı; başlayan bir fazla alır ve çekmeden atar",
    )
    starter: Literal["dealer", "after_dealer"] = _option(
        "deal",
        ("after_dealer", "dealer"),
        ("Who starts", "İlk başlayan"),
        "Who holds the extra tile and plays first; the first dealer is drawn by lot",
        "Fazla taşı alıp oyuna başlayan; ilk dağıtan kurayla belirlenir",
        says={
            "after_dealer": ("the player after the dealer", "dağıtandan sonraki"),
            "dealer": ("the dealer", "dağıtan"),
        },
    )
    next_starter: Literal["rotate", "winner"] = _option(
        "deal",
        ("rotate", "winner"),
        ("Next hand", "Sonraki el"),
        "Who starts the next hand; where the winner starts and nobody won, the same player starts again",
        "Sonraki ele kim başlar; biten başlıyorsa ve kimse bitmediyse aynı oyuncu yeniden başlar",
        says={
            "rotate": ("the start moves one seat", "başlama sırası bir oyuncu kayar"),
            "winner": ("the winner starts", "biten başlar"),
        },
    )
    direction: Literal["ccw", "cw"] = _option(
        "deal",
        ("ccw", "cw"),
        ("Direction", "Oyunun yönü"),
        "Which way play goes round the table; where the text is silent counter-clockwise",
        "Oyunun masada hangi yöne döndüğü; kural söylemiyorsa saat yönünün tersine",
        says={
            "ccw": ("to the right, counter-clockwise", "sağa, saat yönünün tersine"),
            "cw": ("to the left, clockwise", "sola, saat yönünde"),
        },
    )
    # turn
    discard_piles: Literal["per_player", "shared"] = _option(
        "turn",
        ("per_player", "shared"),
        ("Discards", "Atılan taşlar"),
        "Own and left neighbour's piles may be looked through, of any other and of a shared one only the top",
        "Kendi ve soldaki oyuncunun attıklarına bakılabilir, ötekilerin ve ortak yığının yalnız üstteki taşına",
        says={
            "per_player": ("a pile for each player", "her oyuncunun önünde"),
            "shared": ("one pile for all", "tek yığında"),
        },
    )
    take_from: Literal["previous", "shared_top", "any_player"] = _option(
        "turn",
        ("previous", "shared_top", "any_player"),
        ("Taking a discard", "Atılan taşı alma"),
        "Whose last discard may be taken instead of drawing; only the top tile, never an eliminated player's",
        "Çekmek yerine kimin son attığı alınabilir; yalnız üstteki taş, elenmiş oyuncununki alınamaz",
        says={
            "previous": ("from the player before", "önceki oyuncudan"),
            "shared_top": ("the top of the pile", "yığının üstünden"),
            "any_player": ("from any player", "herhangi bir oyuncudan"),
        },
    )
    taken_tile_use: Literal["free", "if_melding", "must"] = _option(
        "turn",
        ("free", "if_melding", "must"),
        ("Taken tile", "Alınan taş"),
        "Whether a taken tile has to reach the table in the same turn: in a meld, laid off, or swapped for an okey",
        "Alınan taş aynı turda yere inmek zorunda mı: perde, işlenerek ya da okeyle değiştirilerek",
        says={
            "free": ("may be kept", "elde tutulabilir"),
            "if_melding": ("goes down if you lay anything", "yere taş inerse o da iner"),
            "must": ("has to go down this turn", "aynı turda inmek zorunda"),
        },
    )
    take_back: Literal["as_discard", "undo_then_stock"] = _option(
        "turn",
        ("as_discard", "undo_then_stock"),
        ("Throwing the taken tile", "Alınan taşı atmak"),
        "Throwing the very tile you took: a discard that ends the turn, or "
        "it goes back and you draw (before laying anything)",
        "Aldığın taşın kendisini atmak: sıranı bitiren atış ya da (yere inmeden önce) geri verip ortadan çekmek",
        says={
            "as_discard": ("is an ordinary discard", "olağan atıştır"),
            "undo_then_stock": ("gives it back, then you draw", "geri verir, ortadan çekilir"),
        },
    )
    take_back_penalty: int = _option(
        "turn",
        _PENALTY,
        ("Giving back costs", "Geri verme cezası"),
        "Points written for giving a taken tile back",
        "Alınan taşı geri verene yazılan ceza",
        says={0: _NO_POINTS},
    )
    starter_may_finish_first: bool = _option(
        "turn",
        _YES_NO,
        ("Finish on the first discard", "İlk atışta bitme"),
        "The starter may finish with the very first discard, without having drawn, on an open table too",
        "Başlayan, taş çekmeden ilk atışıyla bitebilir; açık oyunda da",
    )
    # melds
    one_after_thirteen: Literal["no", "high"] = _option(
        "melds",
        ("no", "high"),
        ("The 1 after the 13", "13'ten sonra 1"),
        "Whether 12-13-1 is a run; the 1 then counts 1 and ends the run, 13-1-2 never is one",
        "12-13-1 seri sayılır mı; sayılırsa 1 bir sayıdır ve seriyi kapatır, 13-1-2 hiç olmaz",
        says={"no": ("12-13-1 is no run", "12-13-1 olmaz"), "high": ("12-13-1 is a run", "12-13-1 olur")},
    )
    run_min: int = _option(
        "melds", (3,), ("Shortest run", "En kısa seri"), "Least tiles of a run", "Bir seride en az kaç taş olur"
    )
    run_max_from_hand: int = _option(
        "melds",
        range(13, 2, -1),
        ("Longest run from the hand", "Elden en uzun seri"),
        "Longest run laid in one piece; longer ones are laid in pieces, the Konkan run is exempt",
        "Tek parça inen en uzun seri; uzunu parça parça iner, Konkan serisi bu sınırın dışındadır",
    )
    run_max_table: int = _option(
        "melds",
        (13,),
        ("Longest run on the table", "Yerde en uzun seri"),
        "Longest run on the table after laying off",
        "İşlene işlene yerde en çok kaç taşlık seri olur",
    )
    set_sizes: tuple[int, ...] = _option(
        "melds",
        (3, 4),
        ("Tiles of a set", "Küt kaç taş"),
        "How many tiles a set may have; their colours always differ",
        "Bir küt kaç taş olabilir; renkleri hep ayrıdır",
        many=True,
    )
    min_real_tiles: int = _option(
        "melds",
        (1, 0, 2, 3),
        ("Real tiles in a meld", "Perde gerçek taş"),
        "Least tiles of a run or set that are not wild, checked again after every lay-off",
        "Seri ve kütte okey olmayan en az taş; her işlemeden sonra yeniden bakılır",
        says={0: ("none needed", "gerekmez")},
    )
    two_leading_wilds: bool = _option(
        "melds",
        _YES_NO,
        ("Two wilds first", "Başta iki okey"),
        "Whether the first two tiles of a run or set may both be wild",
        "Seri ya da kütün ilk iki taşı okey olabilir mi",
    )
    # pairs
    pairs_win: Literal["off", "seven", "mixed"] = _option(
        "pairs",
        ("off", "seven", "mixed"),
        ("Pairs", "Çift bitme"),
        "Whether seven pairs win a closed hand; mixed: pairs may also stand beside runs and sets",
        "Kapalı elde yedi çiftle bitilir mi; karışıkta çiftler seri ve kütlerin yanında da durur",
        says={
            "off": ("do not win", "yok"),
            "seven": ("seven pairs win", "yedi çiftle"),
            "mixed": ("also beside runs and sets", "perlerle karışık da"),
        },
    )
    pair_rule: Literal["identical", "same_number_diff_colour", "either"] = _option(
        "pairs",
        ("identical", "same_number_diff_colour", "either"),
        ("What a pair is", "Çift nedir"),
        "Which two tiles are a pair; two false jokers count as identical",
        "Hangi iki taş çifttir; iki sahte okey aynı taş sayılır",
        says={
            "identical": ("two identical tiles", "aynı iki taş"),
            "same_number_diff_colour": ("one number, two colours", "aynı sayı, ayrı renk"),
            "either": ("one number, any colours", "aynı sayı, renk serbest"),
        },
    )
    wild_in_pair: bool = _option(
        "pairs",
        _YES_NO,
        ("Okey in a pair", "Çiftte okey"),
        "Whether an okey pairs with any tile; two okeys are a pair then too",
        "Okey her taşla çift olur mu; olursa iki okey de çifttir",
    )
    cifte_declare: Literal["off", "reveals_discards"] = _option(
        "pairs",
        ("off", "reveals_discards"),
        ("Declaring pairs", "Çifte gitmek"),
        "Whether pairs may be declared; who does sees all discards of the table, and everybody is told",
        "Çifte gidilir mi; giden masada atılan bütün taşları görür ve bunu herkes öğrenir",
        says={
            "off": ("not in this game", "yok"),
            "reveals_discards": ("shows all discards", "bütün atılanları gösterir"),
        },
    )
    cifte_locks: bool = _option(
        "pairs",
        _NO_YES,
        ("Declaring binds", "Çifte giden bağlı"),
        "Who declared pairs may finish (on an open table: open) with pairs only, for the rest of the hand",
        "Çifte giden el boyunca yalnız çiftle bitebilir (açık oyunda: yalnız çift açabilir)",
    )
    indicator_twin_is_pair: bool = _option(
        "pairs",
        _NO_YES,
        ("Indicator's twin", "Göstergenin eşi"),
        "Whether the indicator's twin alone counts as a pair on the table; a closed hand still needs every tile",
        "Göstergenin eşi yerde tek başına çift sayılır mı; kapalı elde her taş gerekir",
        says={
            True: ("is a pair by itself", "tek başına çifttir"),
            False: ("is no pair by itself", "tek başına çift değil"),
        },
    )
    # table
    table_melds: bool = _option(
        "table",
        _NO_YES,
        ("Open table", "Açık oyun"),
        "Whether melds are laid on the table during the hand",
        "Perler el sürerken yere açılır mı",
    )
    open_min_points: int = _option(
        "table",
        (0, 51, 81, 101, 121),
        ("Opening", "El açma barajı"),
        "Least points of the first lay-down, all in one turn; tiles laid off do not count",
        "El açmak için bir turda inilecek en az sayı; işlenen taşlar sayılmaz",
        says={0: ("any meld opens", "baraj yok")},
    )
    open_min_pairs: int = _option(
        "table",
        (0, 4, 5),
        ("Opening with pairs", "Çift açma"),
        "Least pairs of a first lay-down with pairs, never mixed with runs and sets",
        "Çift açmak için en az çift; seri ve kütle karıştırılmaz",
        says={0: ("nobody opens with pairs", "çift açılmaz")},
    )
    open_escalation: Literal["none", "match_opponents", "beat_opponents", "beat_highest"] = _option(
        "table",
        ("none", "match_opponents", "beat_opponents", "beat_highest"),
        ("Raised bar", "Katlama"),
        "How earlier openings of the hand raise the bar; points and pairs are raised apart, each hand begins anew",
        "El içindeki açışlar barajı nasıl yükseltir; sayı ve çift ayrı ayrı yükselir, her el baştan başlar",
        says={
            "none": ("never", "katlamasız"),
            "match_opponents": ("to the opponents' best", "rakibin en yükseği kadar"),
            "beat_opponents": ("above the opponents' best", "rakibin en yükseğinden fazla"),
            "beat_highest": ("above everybody's best", "herkesten fazla (katlamalı)"),
        },
    )
    open_partner_min: int | None = _option(
        "table",
        (None, 0, 61),
        ("Bar after the partner", "Eş açınca baraj"),
        "The bar in points once your partner has opened; it goes before a raised bar",
        "Eşin açtıktan sonra senin sayı barajın; yükselmiş barajın da önüne geçer",
        says={None: ("unchanged", "değişmez"), 0: ("any meld opens", "baraj kalkar")},
    )
    elden_ignores_bar: bool = _option(
        "table",
        _NO_YES,
        ("Elden needs no bar", "Elden bitene baraj yok"),
        "Laying the whole hand in runs and sets in one turn needs no points while nobody else has opened",
        "Başka kimse açmamışken bütün elini bir turda seri ve kütlere açan için baraj aranmaz",
    )
    pair_opener_layoff_limit: int = _option(
        "table",
        (0, 2),
        ("Pairs openers lay off", "Çift açan işler"),
        "Tiles that who opened with pairs may lay off in one turn",
        "Çift açanın bir turda işleyebileceği taş",
        says={0: _NO_LIMIT},
    )
    series_opener_pairs_limit: int = _option(
        "table",
        (0, 3),
        ("Series openers lay pairs", "Seri açan çift indirir"),
        "Pairs that who opened with runs or sets may lay in one turn, once somebody has opened with pairs",
        "Seri açanın, biri çift açtıktan sonra bir turda indirebileceği çift",
        says={0: _NO_LIMIT},
    )
    left_open_charge: bool = _option(
        "table",
        _NO_YES,
        ("Charge on the thrower", "Atana ceza"),
        "A taken tile in the opening itself costs its thrower ten times "
        "its number, twenty with pairs; an okey counts its own",
        "Alınan taş açılan perlerdeyse atana on katı, çift açılırsa yirmi katı yazılır; okey kendi sayısını sayar",
        says={True: ("ten or twenty times the tile", "taşın on ya da yirmi katı"), False: _NO_POINTS},
    )
    all_pairs_void: bool = _option(
        "table",
        _NO_YES,
        ("All open with pairs", "Herkes çift açarsa"),
        "Void once the turn ends in which the last player opened with pairs too, unless it finishes; penalties stay",
        "Son oyuncu da çift açınca, sırası bitince (o atışla bitmediyse) el bozulur; yazılan cezalar kalır",
        says={True: ("the hand is void", "el bozulur"), False: ("the hand goes on", "el sürer")},
    )
    layoff: Literal["opened_any_meld"] = _option(
        "table",
        ("opened_any_meld",),
        ("Laying off", "İşleme"),
        "Where tiles may be laid off: at either end of anybody's run and on anybody's set, never on a pair",
        "Taş nereye işlenir: kimin olursa olsun serinin iki ucuna ve küte, hiçbir zaman çifte değil",
        says={"opened_any_meld": ("anybody's meld, once you opened", "el açan herkesin perine")},
    )
    work_same_turn_as_opening: bool = _option(
        "table",
        _YES_NO,
        ("Lay off when opening", "Açtığın turda işleme"),
        "Whether you may lay off and swap okeys in the very turn in which you opened",
        "El açtığın turda taş işleyip okey değiştirebilir misin",
    )
    joker_swap: bool = _option(
        "table",
        _NO_YES,
        ("Swapping okeys", "Okey alma"),
        "Who has opened puts the tile an okey stands for and takes the okey, "
        "not from pairs; in a set of three either colour",
        "El açan, okeyin yerine gerçek taşını koyup okeyi alır, çiftten "
        "alamaz; üçlü kütte eksik renklerin ikisi de olur",
    )
    layoff_before_open: Literal["no", "konkan_once"] = _option(
        "table",
        ("no", "konkan_once"),
        ("Lay-off before opening", "Açmadan işleme"),
        "Whether one tile, no okey, may be laid off before opening: it makes you Konkan and blocks that end of the run",
        "Açmadan bir taş (okey değil) işlenebilir mi: işleyen Konkan olur, serinin o ucu kapanır",
        says={
            "no": ("not allowed", "yok"),
            "konkan_once": ("once, and you are Konkan", "bir kez, Konkan yapar"),
        },
    )
    # konkan
    konkan: bool = _option(
        "konkan",
        _NO_YES,
        ("Konkan", "Konkan"),
        "Whether who takes a discard and does not open becomes Konkan: no opening, only the whole hand at once",
        "Atılan taşı alıp açmayan Konkan olur mu: artık açamaz, yalnız bütün elini birden indirip biter",
    )
    konkan_finish: tuple[int, ...] = _option(
        "konkan",
        range(10, 2, -1),
        ("Konkan finish", "Konkan bitişi"),
        "The tiles of the run and of the other meld a Konkan player "
        "finishes with; one fewer after a lay-off before opening",
        "Konkanın bitişteki seri ve per taş sayısı; açmadan işlediyse per bir eksilir",
        many=True,
    )
    konkan_run_exact: bool = _option(
        "konkan",
        _YES_NO,
        ("Exact Konkan run", "Tam Konkan serisi"),
        "Whether the Konkan run has exactly that size and one meld beside "
        "it; else it may be longer, with melds beside it",
        "Konkan serisi tam o boyda ve yanında tek per mi olur; yoksa uzunu da olur, yanına perler dizilir",
    )
    konkan_free_take_is_safe: bool = _option(
        "konkan",
        _NO_YES,
        ("Free take is safe", "Serbest alış güvenli"),
        "Whether a free take of a Konkan player's discard does not make the taker Konkan",
        "Konkanın attığını serbest hakla almak alanı Konkan yapmaz mı",
    )
    konkan_win_multiplier: int = _option(
        "konkan",
        (2, 3, 1),
        ("Konkan win", "Konkan katı"),
        "What a Konkan win multiplies the points of the hand by",
        "Konkan bitişinde elin puanları kaça katlanır",
        says={1: ("not multiplied", "katlanmaz")},
    )
    konkan_discard_free_takes: int = _option(
        "konkan",
        (1, 0, *range(2, 10)),
        ("Free takes", "Serbest alış"),
        "Konkan players' discards one may take and keep in a hand; who "
        "takes another finishes in that turn or is eliminated",
        "Bir elde Konkanın attığından kaç kez serbestçe alınır; fazlasını alan o turda bitmezse elenir",
    )
    # finish
    finish_action: Literal["declare", "auto_on_discard", "empty_hand"] = _option(
        "finish",
        ("declare", "auto_on_discard", "empty_hand"),
        ("Finishing", "Bitme"),
        "How a hand ends: declared with the last tile, by any discard that leaves a complete hand, or by the last tile",
        'El nasıl biter: son taşla "bitti" diyerek, elini tamamlayan her atışla ya da eldeki son taşı atarak',
        says={
            "declare": ("declared with the last tile", "bitti diyerek"),
            "auto_on_discard": ("any winning discard", "uygun her atışla"),
            "empty_hand": ("throwing the last tile", "son taşı atarak"),
        },
    )
    throw_finishes: bool = _option(
        "finish",
        _NO_YES,
        ("Throwing finishes too", "Atarak da bitilir"),
        "Where a finish is declared, a winning tile simply thrown ends the hand too; our reading",
        "Bitti denen oyunda elini tamamlayan sıradan atış da eli bitirir; bizim okuyuşumuz",
    )
    invalid_declare_penalty: int = _option(
        "finish",
        _PENALTY,
        ("Wrong finish or opening", "Yanlış bitiş ya da açış"),
        "Points for a wrong finish, on an open table for an opening too low or "
        "with wrong melds; the tiles go back, play goes on",
        'Yanlış "bitti"nin, açık oyunda az sayıyla ya da yanlış perle açışın cezası; taşlar geri döner, el sürer',
        says={0: _NO_POINTS},
    )
    okey_discard_penalty: int = _option(
        "finish",
        _PENALTY,
        ("Throwing an okey", "Okey atma"),
        "Points for throwing an okey, except to finish",
        "Bitmek dışında okey atmanın cezası",
        says={0: _NO_POINTS},
    )
    playable_discard_penalty: int = _option(
        "finish",
        _PENALTY,
        ("Throwing a playable tile", "İşlek taş atma"),
        "Points for throwing a tile that fits any meld on the table, except to finish and never on top of the okey's",
        "Yerdeki bir pere işlenebilen taşı atmanın cezası; bitişte ve okey cezasının üstüne yazılmaz",
        says={0: _NO_POINTS},
    )
    # indicator
    indicator_show: Literal["off", "before_first_move"] = _option(
        "indicator",
        ("off", "before_first_move"),
        ("Showing the indicator", "Gösterge gösterme"),
        "Whether holding the indicator's twin is shown and paid, once, "
        "before one's first draw or the starter's first discard",
        "Göstergenin eşi elindeyse gösterilip puan alınır mı; bir kez, "
        "ilk çekişten ya da başlayanın ilk atışından önce",
        says={
            "off": ("not in this game", "yok"),
            "before_first_move": ("before the first move", "ilk hamleden önce"),
        },
    )
    indicator_points: int = _option(
        "indicator",
        range(1, 11),
        ("Worth of the indicator", "Gösterge puanı"),
        "Points that a shown indicator costs each opponent",
        "Gösterilen göstergenin her rakibe kaç puana mal olduğu",
    )
    indicator_must_be_dealt: bool = _option(
        "indicator",
        _YES_NO,
        ("Only a dealt twin", "Yalnız dağıtılan eş"),
        "Whether only a dealt twin counts; else also one that came with the first draw, until the first discard",
        "Yalnız dağıtılan eş mi sayılır; yoksa ilk çekişte gelen de ilk atışa kadar gösterilir",
    )
    indicator_settled: Literal["at_once", "hand_end"] = _option(
        "indicator",
        ("at_once", "hand_end"),
        ("Indicator paid", "Gösterge ne zaman düşülür"),
        "When a shown indicator is paid; at the hand's end also when the stock runs out and nobody finishes",
        "Gösterilen gösterge ne zaman düşülür; el sonundaysa ortada taş bitip kimse bitmese de düşülür",
        says={"at_once": ("at once", "hemen"), "hand_end": ("when the hand ends", "el sonunda")},
    )
    # score
    score_model: Literal["leftover", "konkan", "countdown", "yuzbir"] = _option(
        "score",
        ("leftover", "konkan", "countdown", "yuzbir"),
        ("Scoring", "Puanlama"),
        "How hands are scored: counting down from a start the highest score wins, else the lowest",
        "Ellerin puanlanışı: düşmeli oyunda en yüksek, ötekilerde en düşük puan kazanır",
        says={
            "leftover": ("tiles left in the rack", "elde kalan taşlar"),
            "konkan": ("Konkan", "Konkan usulü"),
            "countdown": ("counting down", "düşmeli"),
            "yuzbir": ("as in Okey 101", "101 usulü"),
        },
    )
    start_points: tuple[int, ...] = _option(
        "score",
        range(1001),
        ("Starting points", "Başlangıç puanı"),
        "Points each starts with; further numbers are choices a table offers",
        "Herkesin başladığı puan; sonraki sayılar masanın sunduğu seçeneklerdir",
        many=True,
    )
    loss_normal: int = _option(
        "score",
        range(2, 101),
        ("Ordinary finish", "Düz bitiş"),
        "What an ordinary finish takes off each opponent",
        "Düz bitişin her rakipten düştüğü puan",
    )
    loss_okey: int = _option(
        "score",
        range(4, 101),
        ("Okey finish", "Okeyle bitiş"),
        "What a finish by throwing an okey takes off each opponent",
        "Okey atarak bitişin her rakipten düştüğü puan",
    )
    loss_pairs: int = _option(
        "score",
        range(4, 101),
        ("Pairs finish", "Çift bitiş"),
        "What a finish with pairs takes off each opponent",
        "Çiftle bitişin her rakipten düştüğü puan",
    )
    loss_pairs_okey: int = _option(
        "score",
        range(4, 101),
        ("Pairs and okey finish", "Çift ve okeyle bitiş"),
        "What a finish with pairs by throwing an okey takes off each opponent",
        "Çift gidip okey atarak bitişin her rakipten düştüğü puan",
    )
    leftover_scope: Literal["rack", "deadwood"] = _option(
        "score",
        ("rack", "deadwood"),
        ("What is counted", "Sayılan taşlar"),
        "Whether all tiles left in the rack count, or only those that "
        "fit into no run or set, split as cheaply as can be",
        "Elde kalanın hepsi mi sayılır, yoksa en ucuz dizilişte hiçbir seri ve küte girmeyenler mi",
        says={
            "rack": ("the whole rack", "bütün ıstaka"),
            "deadwood": ("only ungrouped tiles", "yalnız boştaki taşlar"),
        },
    )
    okey_left_value: int | Literal["face"] = _option(
        "score",
        ("face", *range(102)),
        ("Okey left", "Elde kalan okey"),
        "What an okey left in the rack counts; a false joker counts the number of the tile it plays as",
        "Elde kalan okey kaç sayılır; sahte okey, yerine geçtiği taşın sayısını sayar",
        says={"face": ("its printed number", "üstündeki sayı")},
    )
    okey_left_taken_value: int | None = _option(
        "score",
        (None, *range(102)),
        ("Taken okey left", "Alınmış okey kalırsa"),
        "What an okey left in the rack counts that was taken from the discards or out of a meld",
        "Atılanlardan ya da perden alınmış okey elde kalırsa kaç sayılır",
        says={None: ("as any okey", "her okey gibi")},
    )
    okey_left_extra: int = _option(
        "score",
        _PENALTY,
        ("Extra for an okey left", "Kalan okey cezası"),
        "Extra for each okey left with a player who has opened; never multiplied",
        "El açanın elinde kalan her okey için ek ceza; katlanmaz",
        says={0: _NO_POINTS},
    )
    unopened_value: int | Literal["rack"] = _option(
        "score",
        ("rack", *range(1001)),
        ("Never opened", "Açmayan"),
        "What a loser writes who never opened, or was eliminated",
        "Hiç açmayanın ya da elenenin yazdığı puan",
        says={"rack": ("what is left in the rack", "elinde kalanlar")},
    )
    declared_pairs_unopened: int = _option(
        "score",
        _PENALTY,
        ("Declared, never opened", "Çifte gidip açmayan"),
        "What a loser writes who declared pairs and never opened",
        "Çifte gidip açamayanın yazdığı puan",
        says={0: ("as who never opened", "açmayan gibi")},
    )
    partner_finish_wipes: bool = _option(
        "score",
        _YES_NO,
        ("Finisher's partner", "Bitenin eşi"),
        "Whether the finisher's partner writes nothing but penalties, even if eliminated",
        "Bitenin eşi, elenmiş bile olsa, yalnız cezalarını mı yazar",
        says={
            True: ("writes only penalties", "yalnız cezasını yazar"),
            False: ("writes like the others", "ötekiler gibi yazar"),
        },
    )
    winner_value: int = _option(
        "score",
        range(0, -1001, -1),
        ("The finisher writes", "Biten yazar"),
        "What the finisher writes, multiplied like the rest of the hand",
        "Bitenin yazdığı puan; elin katıyla o da katlanır",
    )
    pairs_opener_factor: int = _option(
        "score",
        (1, 2),
        ("Pairs opener's rest", "Çift açanın katı"),
        "What the rest of who opened with pairs is multiplied by",
        "Çift açanın elinde kalan kaçla çarpılır",
        says={1: ("not multiplied", "katlanmaz")},
    )
    finish_multiplier: Literal["none", "single", "stack"] = _option(
        "score",
        ("none", "single", "stack"),
        ("Doubled finishes", "Bitişin katı"),
        "Whether a finish by okey, with pairs or elden doubles the hand, once at most or each on top of the other",
        "Okeyle, çiftle ve elden bitiş eli ikiye katlar mı; en çok bir kez mi, üst üste mi",
        says={
            "none": ("no doubling", "katlanmaz"),
            "single": ("doubled once at most", "en çok iki kat"),
            "stack": ("each doubles again", "üst üste katlanır"),
        },
    )
    colour_rule: Literal["off", "red_black_x2", "table"] = _option(
        "score",
        ("off", "red_black_x2", "table"),
        ("Colour of the indicator", "Renkli okey"),
        "Whether the indicator's colour multiplies the hand, a shown "
        "indicator included; penalties only when counting down",
        "Göstergenin rengi eli ve gösterge puanını katlar mı; cezaları yalnız düşmeli oyunda katlar",
        says={
            "off": ("does not matter", "yok"),
            "red_black_x2": ("red and black double", "kırmızı ve siyah iki kat"),
            "table": ("a factor for each colour", "her rengin katı ayrı"),
        },
    )
    colour_table: str = _option(
        "score",
        ("Y2 B3 R4 K5", "Y3 K4 R5 B6"),
        ("Colour factors", "Renk katları"),
        "The factor of each colour of the indicator",
        "Göstergenin her rengi için kat",
        says={
            "Y2 B3 R4 K5": ("yellow 2, blue 3, red 4, black 5", "sarı 2, mavi 3, kırmızı 4, siyah 5"),
            "Y3 K4 R5 B6": ("yellow 3, black 4, red 5, blue 6", "sarı 3, siyah 4, kırmızı 5, mavi 6"),
        },
    )
    # stock
    stock_out: Literal["void", "indicator_only", "reshuffle", "score_all"] = _option(
        "stock",
        ("void", "indicator_only", "reshuffle", "score_all"),
        ("Empty stock", "Ortada taş bitince"),
        "What happens when the stock is empty; where it is silent the hand is void and dealt again",
        "Ortada taş kalmayınca ne olur; kural söylemiyorsa el bozulur ve yeniden dağıtılır",
        says={
            "void": ("the hand is void", "el bozulur"),
            "indicator_only": ("only the indicator is paid", "yalnız gösterge düşülür"),
            "reshuffle": ("discards are shuffled again", "atılanlar yeniden karılır"),
            "score_all": ("everybody writes", "herkes yazar"),
        },
    )
    stock_out_when: Literal["turn_start", "on_draw", "after_last_discard"] = _option(
        "stock",
        ("turn_start", "on_draw", "after_last_discard"),
        ("Empty stock noticed", "Bittiği ne zaman anlaşılır"),
        "When the empty stock is noticed; on_draw leaves the next player a chance to take the discard",
        "Ortada taş kalmadığı ne zaman anlaşılır; çekerken anlaşılıyorsa sıradaki atılan taşı alabilir",
        says={
            "turn_start": ("when the next turn begins", "sıra geçince"),
            "on_draw": ("when somebody has to draw", "çekmek gerekince"),
            "after_last_discard": ("after the last drawer's discard", "son taşı çeken atınca"),
        },
    )
    max_reshuffles: int = _option(
        "stock",
        range(10),
        ("Reshuffles", "Yeniden karma"),
        "How often a hand's discards are shuffled again, all but the top one; the next empty stock cancels the hand",
        "Bir elde atılanlar (üstteki dışında) kaç kez yeniden karılır; sonraki tükenişte el iptal olur",
    )
    cancelled_hand_counts: bool = _option(
        "stock",
        _NO_YES,
        ("Void hands count", "Bozulan el sayılır"),
        "Whether a void hand uses up one of the match's hands",
        "Bozulan el, oyunun el sayısından düşer mi",
    )
    # match
    match_end: Literal["single", "n_hands", "score_zero", "five_plus_determine"] = _option(
        "match",
        ("single", "n_hands", "score_zero", "five_plus_determine"),
        ("End of the match", "Oyunun sonu"),
        "When a match ends; before the Determine round the worse side, or both if level, is put into Konkan",
        "Oyun ne zaman biter; Belirleme elinde (Determine) kötü taraf, eşitlikte ikisi de Konkan başlar",
        says={
            "single": ("after one hand", "tek el"),
            "n_hands": ("after a number of hands", "el sayısı dolunca"),
            "score_zero": ("when a score reaches 0", "bir puan sıfıra inince"),
            "five_plus_determine": ("hands and a Determine round", "eller ve Belirleme eli (Determine)"),
        },
    )
    n_hands: tuple[int, ...] = _option(
        "match",
        range(1, 100),
        ("Hands", "El sayısı"),
        "Hands of a match, the Determine round not counted; further numbers are choices a table offers",
        "Bir oyundaki el sayısı (Belirleme eli hariç); sonraki sayılar masanın sunduğu seçeneklerdir",
        many=True,
    )
    ties: Literal["shared"] = _option(
        "match",
        ("shared",),
        ("Level at the top", "Eşitlik"),
        "Who is level at the top shares the win",
        "En önde eşit olanlar galibiyeti paylaşır",
        says={"shared": ("the win is shared", "galibiyet paylaşılır")},
    )
    # clock
    turn_seconds: int = _option(
        "clock",
        range(601),
        ("Time for a turn", "Tur süresi"),
        "Seconds for a turn, draw and discard together, against people "
        "only; at zero the drawn tile is thrown, no penalty",
        "Çekiş ve atış birlikte bir turun saniyesi, yalnız insanlara karşı; süre dolunca çekilen taş cezasız atılır",
        says={0: ("no clock", "süre yok")},
    )
    reserve_seconds: int = _option(
        "clock",
        range(3601),
        ("Reserve", "Yedek süre"),
        "Extra seconds for the whole match, used when a turn's time has run out",
        "Bütün oyun için ek saniye; tur süresi dolunca kullanılır",
        says={0: ("none", "yok")},
    )
    # ui
    confirm_okey_discard: bool = _option(
        "ui",
        _YES_NO,
        ("Ask before an okey is thrown", "Okey atarken sor"),
        "Whether the game asks before an okey is thrown, except to finish",
        "Bitiş dışında okey atılırken sorulur mu",
    )
    finish_two_press: bool = _option(
        "ui",
        _NO_YES,
        ("Finish in two presses", "İki basışta bitir"),
        "First press of Finish names the tile (an okey if that still finishes), the second ends the hand",
        "Bitir'e ilk basış atılacak taşı (olursa okeyi) gösterir, ikincisi eli bitirir",
    )

    def __post_init__(self) -> None:
        """Checks every option and that none contradict each other; raises RulesError."""
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        for first, second, why, clash in _CONFLICTS:
            if clash(self):
                raise _clash(self, first, second, why)

    @classmethod
    def parse(cls, text: str, settings: Mapping[str, Value] | None = None) -> RuleSet:
        """Builds a rule set from a preset, overlays and single options, as a host chooses them.

        What a preset carries without effect is harmless: switching a part of the game off leaves the options of
        that part idle.  But who chooses an overlay or an option, against the preset, means something by it: a
        choice that another option leaves without effect is refused like a contradiction, and so is an overlay of
        which single options leave nothing.

        >>> RuleSet.parse("classic+team start_points=30").teams
        'opposite'

        Args:
            text: ``preset+overlay+... option=value ...``, as ``str`` of a rule set writes it.
            settings: further options by name, applied last.

        Raises:
            RulesError: when a name is unknown, a value out of range, two options contradict each other, or
                a choice has no effect.
        """
        made = cls.of(text, settings)
        _check_choices(made, {*_named(text)[1], *(settings or {})})
        return made

    @classmethod
    def of(cls, text: str, settings: Mapping[str, Value] | None = None) -> RuleSet:
        """Builds a rule set as ``parse`` does, but lets choices be that have no effect.

        A question about one option (``okey.vectors``) does not have to name the others that bring it about.

        Raises:
            RulesError: when a name is unknown, a value out of range, or two options contradict each other.
        """
        name, chosen = _named(text)
        for key in settings or {}:
            if key not in OPTIONS:
                raise RulesError(f"{key[:60]!r} is no option{_near(key)}")
        return cls(name=name, **{**named_options(name), **chosen, **(settings or {})})  # type: ignore[arg-type]

    def __hash__(self) -> int:
        # tables are kept by rule set: hashing some seventy options each time would cost more than the look-up
        return hash(self.name)

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        base = named_options(self.name)
        changed = [
            f"{name}={_word(getattr(self, name))}"
            for name in OPTIONS
            if getattr(self, name) != _preset_value(base, name)
        ]
        return " ".join([self.name, *changed])

    def side_of(self, seat: int) -> int:
        """Gets the side that shares a score with ``seat``: its team, or itself."""
        return seat % 2 if self.teams == "opposite" else seat


OPTIONS: dict[str, Option] = {f.name: Option(f.name, *f.metadata["option"]) for f in fields(RuleSet) if f.metadata}
"""Every option by name, in the order of the specification."""


# ---- what options mean to each other


def _closed(rules: RuleSet) -> bool:
    return not rules.table_melds


def _open(rules: RuleSet) -> bool:
    return rules.table_melds


def _konkan(rules: RuleSet) -> bool:
    return rules.konkan


def _low_wins(rules: RuleSet) -> bool:
    return rules.score_model != "countdown"


def _voidable(rules: RuleSet) -> bool:
    """Tells whether a hand can end without being scored."""
    return rules.stock_out != "score_all" or (rules.table_melds and rules.open_min_pairs > 0 and rules.all_pairs_void)


_Effect: TypeAlias = Callable[[RuleSet], bool]

_ON_TABLE = """
    taken_tile_use run_max_table indicator_twin_is_pair open_min_points open_min_pairs open_escalation open_partner_min
    elden_ignores_bar pair_opener_layoff_limit series_opener_pairs_limit left_open_charge all_pairs_void layoff
    work_same_turn_as_opening joker_swap konkan playable_discard_penalty unopened_value declared_pairs_unopened
    pairs_opener_factor"""
_OF_KONKAN = """
    layoff_before_open konkan_finish konkan_run_exact konkan_free_take_is_safe konkan_win_multiplier
    konkan_discard_free_takes"""
_OF_PAIRS = "pair_rule wild_in_pair cifte_declare loss_pairs loss_pairs_okey"
_OF_LOW_SCORES = "leftover_scope okey_left_value okey_left_taken_value winner_value partner_finish_wipes"

_NEEDS: tuple[tuple[str, str, _Effect], ...] = (
    (_ON_TABLE, "table_melds", _open),
    ("pairs_win", "table_melds", lambda r: not r.table_melds or r.cifte_declare != "off"),
    ("finish_two_press", "table_melds", _closed),
    ("throw_finishes", "finish_action", lambda r: r.finish_action == "declare"),
    ("direction", "players", lambda r: r.players > 2),
    ("open_partner_min partner_finish_wipes", "teams", lambda r: r.teams != "none"),
    ("take_back_penalty", "take_back", lambda r: r.take_back == "undo_then_stock"),
    (_OF_PAIRS, "pairs_win", lambda r: r.table_melds or r.pairs_win != "off"),
    (_OF_PAIRS, "open_min_pairs", lambda r: not r.table_melds or r.open_min_pairs > 0),
    ("cifte_locks declared_pairs_unopened", "cifte_declare", lambda r: r.cifte_declare != "off"),
    (
        "indicator_twin_is_pair pair_opener_layoff_limit series_opener_pairs_limit all_pairs_void pairs_opener_factor",
        "open_min_pairs",
        lambda r: r.open_min_pairs > 0,
    ),
    ("elden_ignores_bar", "open_min_points", lambda r: r.open_min_points > 0 or r.open_escalation != "none"),
    (_OF_KONKAN, "konkan", _konkan),
    ("konkan_free_take_is_safe", "konkan_discard_free_takes", lambda r: r.konkan_discard_free_takes > 0),
    ("konkan_win_multiplier", "score_model", lambda r: r.score_model == "konkan"),
    (
        "indicator_points indicator_must_be_dealt indicator_settled",
        "indicator_show",
        lambda r: r.indicator_show != "off",
    ),
    ("loss_normal loss_okey loss_pairs loss_pairs_okey", "score_model", lambda r: r.score_model == "countdown"),
    (_OF_LOW_SCORES, "score_model", _low_wins),
    ("okey_left_taken_value", "leftover_scope", lambda r: r.leftover_scope == "rack"),
    ("okey_left_extra declared_pairs_unopened pairs_opener_factor", "score_model", lambda r: r.score_model == "yuzbir"),
    ("unopened_value", "score_model", lambda r: r.score_model in ("konkan", "yuzbir")),
    ("finish_multiplier", "score_model", lambda r: r.score_model in ("leftover", "yuzbir")),
    ("colour_table", "colour_rule", lambda r: r.colour_rule == "table"),
    ("max_reshuffles", "stock_out", lambda r: r.stock_out == "reshuffle"),
    ("cancelled_hand_counts", "stock_out", _voidable),
    ("cancelled_hand_counts", "match_end", lambda r: r.match_end != "score_zero"),
    (
        "next_starter",
        "match_end",
        lambda r: r.match_end != "single" or (_voidable(r) and not r.cancelled_hand_counts),
    ),
    # a single hand may offer a series
    ("n_hands", "match_end", lambda r: r.match_end != "score_zero" and (r.match_end != "single" or max(r.n_hands) > 1)),
    ("reserve_seconds", "turn_seconds", lambda r: r.turn_seconds > 0),
)
"""Options, another option, and when that lets them have an effect."""

EFFECT: dict[str, tuple[tuple[str, _Effect], ...]] = {
    name: tuple((other, effect) for names, other, effect in _NEEDS if name in names.split()) for name in OPTIONS
}
"""What each option needs to have an effect, with the option that decides it; empty where it always has one."""


def idle_by(rules: RuleSet, name: str) -> str | None:
    """Gets the option that leaves an option without effect; None where it has one.

    >>> idle_by(RuleSet.parse("classic"), "open_min_points")
    'table_melds'
    """
    return next((other for other, effect in EFFECT[name] if not effect(rules)), None)


_VAIN: tuple[tuple[str, str, str, _Effect], ...] = (
    (
        "n_hands",
        "match_end",
        "one hand is no series",  # presets list the lengths that a table may choose, so only a choice is in vain
        lambda r: r.match_end == "single" and r.n_hands[0] > 1,
    ),
    (
        "stock_out",
        "max_reshuffles",
        "the discards would never be shuffled again",
        lambda r: r.stock_out == "reshuffle" and r.max_reshuffles == 0,
    ),
    (
        "max_reshuffles",
        "stock_out",
        "the discards would never be shuffled again",
        lambda r: r.stock_out == "reshuffle" and r.max_reshuffles == 0,
    ),
    (
        "score_model",
        "table_melds",
        "nobody opens or becomes Konkan",
        lambda r: r.score_model == "konkan" and not r.table_melds,
    ),
)
"""Values that come to nothing though their option has an effect: the option chosen, the other, and why."""


def _check_choices(rules: RuleSet, chosen: Collection[str]) -> None:
    """Checks that what a host chose has an effect.

    Args:
        rules: what came of the choices.
        chosen: the single options that were named.

    Raises:
        RulesError: when a choice has none; it names the option chosen and the one that decides that.
    """
    preset, *overlays = rules.name.split("+")
    base = named_options(rules.name)
    changed = [name for name in OPTIONS if name in chosen and getattr(rules, name) != _preset_value(base, name)]
    for overlay in overlays:
        if set(sets := presets.OVERLAYS[overlay]) <= set(changed):
            name = next(iter(sets))
            raise RulesError(f"{overlay} and {name}={write(getattr(rules, name))} undo each other", overlay, name)
    for name in changed:
        if (other := idle_by(rules, name)) is not None:
            raise _clash(rules, name, other, "the first has no effect")
    for first, second, why, vain in _VAIN:
        if first in changed and vain(rules):
            raise _clash(rules, first, second, why)
    for overlay in overlays:
        idle = [(name, idle_by(rules, name)) for name in presets.OVERLAYS[overlay]]
        for name, other in idle[:1]:
            if other is not None and all(by is not None for _, by in idle):
                raise _clash(rules, name, other, f"{overlay} has no effect on {preset}")


def _preset_value(base: Mapping[str, Value], name: str) -> Value:
    return base.get(name, OPTIONS[name].default)


def _clash(rules: RuleSet, first: str, second: str, why: str) -> RulesError:
    one, other = write(getattr(rules, first)), write(getattr(rules, second))
    return RulesError(f"{first}={one} and {second}={other}: {why}", first, second)


_CONFLICTS: tuple[tuple[str, str, str, _Effect], ...] = (
    (
        "cifte_declare",
        "pairs_win",
        "pairs can only be declared where pairs win",
        lambda r: r.cifte_declare != "off" and r.pairs_win == "off",
    ),
    ("konkan", "table_melds", "Konkan needs an open table", lambda r: r.konkan and not r.table_melds),
    ("teams", "players", "partners need four players", lambda r: r.teams != "none" and r.players != 4),
    (
        "false_joker",
        "min_real_tiles",
        "a meld of wilds alone has no value to open with",
        lambda r: r.false_joker == "wild" and r.min_real_tiles == 0 and r.table_melds,
    ),
    (
        "finish_action",
        "table_melds",
        "the last tile ends a hand only on an open table",
        lambda r: (r.finish_action == "empty_hand") is not r.table_melds,
    ),
    (
        "pairs_win",
        "hand_size",
        "seven pairs are fourteen tiles",
        lambda r: r.pairs_win == "seven" and r.hand_size != 14 and not r.table_melds,
    ),
    (
        "set_sizes",
        "run_max_from_hand",
        "melds of three alone never use up fourteen tiles",
        lambda r: (
            not r.table_melds
            and r.pairs_win == "off"
            and r.hand_size % 3 != 0
            and r.set_sizes == (3,)
            and r.run_max_from_hand == 3
        ),
    ),
    (
        "cifte_locks",
        "open_min_pairs",
        "who declared pairs could never open",
        lambda r: r.cifte_declare != "off" and r.cifte_locks and r.table_melds and not r.open_min_pairs,
    ),
    (
        "take_from",
        "discard_piles",
        "one shared pile has one top, and piles of their own have none in common",
        lambda r: r.take_from == {"shared": "any_player", "per_player": "shared_top"}[r.discard_piles],
    ),
    (
        "taken_tile_use",
        "table_melds",
        "a taken tile can be laid only on an open table",
        lambda r: r.taken_tile_use == "must" and not r.table_melds,
    ),
    (
        "taken_tile_use",
        "take_back",
        "a taken tile that fits nowhere could neither be laid nor given back",
        lambda r: r.taken_tile_use == "must" and r.take_back == "as_discard",
    ),
    (
        "layoff_before_open",
        "konkan",
        "a lay-off before opening makes a Konkan player",
        lambda r: r.layoff_before_open == "konkan_once" and not r.konkan,
    ),
    (
        "konkan_finish",
        "konkan",
        "a Konkan finish is a long run and one other meld",
        lambda r: r.konkan and (len(r.konkan_finish) != 2 or r.konkan_finish[0] < r.konkan_finish[-1]),
    ),
    (
        "konkan_finish",
        "hand_size",
        "a Konkan finish is the whole hand",
        lambda r: r.konkan and sum(r.konkan_finish) != r.hand_size,
    ),
    (
        "match_end",
        "konkan",
        "the Determine round is played in Konkan",
        lambda r: r.match_end == "five_plus_determine" and not r.konkan,
    ),
    (
        "match_end",
        "n_hands",
        "five rounds come before the Determine round",
        lambda r: r.match_end == "five_plus_determine" and r.n_hands[0] != 5,
    ),
    (
        "match_end",
        "score_model",
        "only points that count down reach zero",
        lambda r: r.match_end == "score_zero" and r.score_model != "countdown",
    ),
    (
        "match_end",
        "start_points",
        "nobody can start at zero where zero ends the match",
        lambda r: r.match_end == "score_zero" and 0 in r.start_points,
    ),
)
"""Options that contradict each other in every rule set, however it came about: two names, why, and when."""


def _named(text: str) -> tuple[str, dict[str, Value]]:
    """Reads the name and the single options of a rule set's text."""
    name, *words = text.split() or [""]
    named_options(name)  # a name that is none comes first
    chosen: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in OPTIONS:
            raise RulesError(f"{word[:60]!r} sets no option: expected option=value with a known option{_near(key)}")
        if key in chosen:
            raise RulesError(f"{key} is set twice", key)
        chosen[key] = OPTIONS[key].parse(value)
    return name, chosen


def _near(key: str) -> str:
    """Names the options that may have been meant."""
    import difflib  # of no use to who makes no mistake

    near = difflib.get_close_matches(key[:60], OPTIONS)
    return f", such as {' or '.join(near)}" if near else ""


def named_options(name: str) -> dict[str, Value]:
    """Gets the options that a preset with its overlays sets.

    Raises:
        RulesError: when a name is unknown, an overlay is named twice, or two overlays set one option.
    """
    preset, *overlays = name.split("+")
    if preset not in presets.PRESETS:
        raise RulesError(f"{preset[:60]!r} is no preset: expected one of {', '.join(presets.PRESETS)}")
    values = dict(presets.PRESETS[preset])
    for index, overlay in enumerate(overlays):
        if overlay not in presets.OVERLAYS:
            raise RulesError(f"{overlay[:60]!r} is no overlay: expected one of {', '.join(presets.OVERLAYS)}")
        for other in overlays[:index]:
            if both := presets.OVERLAYS[other].keys() & presets.OVERLAYS[overlay].keys():
                raise RulesError(f"{other} and {overlay} both set {', '.join(sorted(both))}", other, overlay)
        values.update(presets.OVERLAYS[overlay])
    return values
