"""The club's tables: who sits there, what they cost, and that a record says what it was."""

import pytest

from okey.bots import LEVELS
from okey.characters import BY_LEVEL, CHARACTERS
from okey.game import Game
from okey.leagues import GAMES, HANDS, LEAGUES, RIVALS, league_of, league_seed, rival_of, rules, seated, series_seed
from okey.progress import FLOOR, difficulty
from okey.record import Record
from okey.statistics import MatchSummary


def record(found, seed, chairs):
    return Record(found, seed, ["you Ali", *(CHARACTERS[key].seat for key in chairs)])


def test_everybody_has_a_name_and_a_level_of_their_own():
    names = [character.name for character in CHARACTERS.values()]
    assert len(set(names)) == len(names) == 12
    assert [CHARACTERS[key].level for keys in BY_LEVEL.values() for key in keys] == [
        level for level in LEVELS for _ in range(3)
    ]


def test_the_tables_are_as_dear_as_they_are_hard():
    assert [league.entry for league in LEAGUES.values()] == [100, 500, 2_000, 10_000]
    assert next(iter(LEAGUES.values())).entry == FLOOR
    for game in GAMES:
        hard = [
            difficulty(MatchSummary(str(rules(game)), tuple(record(rules(game), "1", t.cast).seats), 0, (), ()))
            for t in LEAGUES.values()
        ]
        assert hard == sorted(set(hard)), game


def test_who_is_named_is_seated_from_the_right_on():
    keys = tuple(CHARACTERS)[2:5]
    assert seated(keys) == [CHARACTERS[key] for key in keys]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_at_every_table(game):
    for overlay, players in (("", 4), ("duel", 2), ("team", 4)):
        found = rules(game, overlay)
        assert (found.players, found.match_end, found.n_hands) == (players, "n_hands", (HANDS,))
        assert (found.teams == "none") is (overlay != "team")
        Game(found, "1")


@pytest.mark.parametrize("name", LEAGUES)
def test_a_record_says_at_which_table_it_was_played(name):
    cast = LEAGUES[name].cast
    for game in GAMES:
        assert league_of(record(rules(game), league_seed(name, "c0ffee"), cast)) == name
    found = rules("classic")
    assert rival_of(record(found, league_seed(name, "c0ffee"), cast)) is None
    other = next(table.cast for table in LEAGUES.values() if table.cast != cast)
    for made in (
        record(found, league_seed(name, "1"), other),
        record(found, f"okey league 2 {name} 1", cast),
        record(found, league_seed("royal", "1"), cast),
        record(found, "1", cast),
        record(rules("classic", "team"), league_seed(name, "1"), cast),
    ):
        assert league_of(made) is None


@pytest.mark.parametrize("key", RIVALS)
def test_a_record_says_whose_series_it_was(key):
    rival = RIVALS[key]
    found = rules("okey101", rival.overlay)
    assert rival_of(record(found, series_seed(key, "c0ffee"), rival.chairs)) == key
    assert league_of(record(found, series_seed(key, "c0ffee"), rival.chairs)) is None
    assert rival_of(record(rules("okey101"), series_seed(key, "c0ffee"), rival.chairs)) is None
    assert rival_of(record(found, series_seed("nobody", "1"), rival.chairs)) is None
    assert len(rival.chairs) == found.players - 1
    assert "+".join(rival.others) == key
    assert (rival.partner is None) is (rival.overlay == "duel")
    assert rival.partner not in rival.others
