"""The tables of the club: leagues with an entry and a pot, and series against its characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from okey import leagues
from okey.characters import CHARACTERS
from okey.leagues import GAMES, HANDS, LEAGUES, RIVALS
from okey.progress import FLOOR
from okey.record import Record
from okey.ui import theme
from okey.ui.draft import SEAT, Sitter
from okey.ui.scenes.gallery import Party, Picture, people, person
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import Choice, Line, Row, paragraph, stepper
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App


class Tables(Scrolled):
    """What both kinds of table share: which game is played there, who sits there, and sitting down."""

    size = (640.0, 620.0)

    def __init__(self, app: App) -> None:
        played = app.session.view.rules.name.split("+")[0]
        chosen = app.settings.draft.preset
        self._game = next((name for name in (played, chosen) if name in GAMES), GAMES[0])
        super().__init__(app)

    def _width(self) -> int:
        return self.body().width - self.app.px(14)

    def _choice_of_game(self) -> Row:
        """Makes the row that says which game is played."""
        t = self.app.texts
        label, value = t("club.game"), t(f"preset.{self._game}")
        told = {"option": label, "value": value}
        labels = t("setup.previous", **told), t("setup.next", **told)
        return stepper(self.app.painter, self._width(), "game", (label, value), labels, changed=False)

    def _told(self, text: str, *, size: float = 14) -> list[Row]:
        return paragraph(self.app.painter, text, self._width(), size=size)

    def _about(self, key: str, **values: object) -> list[Row]:
        """Tells how the matches here are played."""
        t, void = self.app.texts, not leagues.rules(self._game).cancelled_hand_counts
        return self._told(
            " ".join([t(key, hands=HANDS, **values), *([t("club.void")] if void else []), t("club.alone")])
        )

    def _pictures(self, keys: Sequence[str]) -> list[Picture]:
        """Gets what draws the characters."""
        return [person(CHARACTERS[key].name, theme.SEAT_COLOURS[1 + at % 3]) for at, key in enumerate(keys)]

    def _level(self, key: str) -> str:
        return self.app.texts(f"level.{CHARACTERS[key].level}")

    def chosen(self, identifier: str) -> None:
        """Steps through the games, or sits down."""
        verb, _, value = identifier.partition("-")
        if verb == "game":
            step = 1 if value == "next" else -1
            self._game = GAMES[(GAMES.index(self._game) + step) % len(GAMES)]
            self.refresh()
        elif value == self._running():
            self.app.go_on()
        else:
            self.sit(value)

    def sit(self, _name: str) -> None:
        """Sits down at a table."""

    table_of: Callable[[Record], str | None]
    """Tells at which of these tables a match is played."""

    def _running(self) -> str | None:
        """Gets the table at which the player sits already, in the middle of a match."""
        own = self.app.own
        return None if own.view.winners else type(self).table_of(own.table.record)

    def _choice(self, name: str, title: str, face: str, *, enabled: bool = True) -> Choice:
        """Makes the button of a table; where the player sits already, it goes on."""
        running = name == self._running()
        face = self.app.texts("club.go_on") if running else face
        return Choice(f"sit-{name}", f"{title}: {face}", face, chosen=False, enabled=enabled or running)

    def _play(self, overlay: str, chairs: Sequence[str], seed: str) -> None:
        """Begins a match; asks first when that gives another one up."""
        others = [CHARACTERS[key] for key in chairs]
        you = self.app.settings.draft.sitters[SEAT]
        seated = [you, *(Sitter(character.name, character.level) for character in others)]
        self.app.ask_given(leagues.rules(self._game, overlay), seated, seed)

    def _chance(self) -> str:
        return self.app.bridge.entropy(16).hex()


class Leagues(Tables):
    """The four tables with their entries."""

    name = "leagues"
    table_of = staticmethod(leagues.league_of)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.leagues")

    def rows(self) -> Sequence[Row]:
        """Makes the player's points, the game, and the tables."""
        t, points = self.app.texts, self.app.standing.progress.points
        found: list[Row] = [
            Line(self.app.line(26), t("progress.points", points=t.number(points)), 16),
            self._choice_of_game(),
        ]
        for name, league in LEAGUES.items():
            title = t("league.title", name=t(f"league.{name}"), entry=t.number(league.entry))
            choice = self._choice(name, title, t("league.sit"), enabled=points >= league.entry)
            names = ", ".join(CHARACTERS[key].name for key in league.cast)
            cast = self._told(t("league.cast", names=names, level=self._level(league.cast[0])))
            found += people(self.app.painter, self._width(), Party(title, self._pictures(league.cast), choice, cast))
        return [*found, *self._about("league.about", floor=FLOOR)]

    def sit(self, name: str) -> None:
        """Sits down at a league's table, if there are enough points for its entry; asks first."""
        t, league, progress = self.app.texts, LEAGUES[name], self.app.standing.progress
        entry, points = t.number(league.entry), progress.points
        if points < league.entry:
            self.app.notice(t("league.dear", entry=entry, points=t.number(points)), alarm=True)
            return
        paid = progress.entry(league.entry)
        key = "confirm.entry" if paid == league.entry else "confirm.entry_floor"

        def play() -> None:
            self._play("", league.cast, leagues.league_seed(name, self._chance()))

        figures = {"entry": entry, "points": t.number(points), "left": t.number(points - paid)}
        self.app.open(Question(self.app, key, play, **figures))


class Series(Tables):
    """Everybody of the club, alone and with a partner."""

    name = "series"
    table_of = staticmethod(leagues.rival_of)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.series")

    def rows(self) -> Sequence[Row]:
        """Makes the game and the rivals, each with what came of the series against them."""
        t, painter = self.app.texts, self.app.painter
        found: list[Row] = [*self._about("series.about"), self._choice_of_game()]
        for key, rival in RIVALS.items():
            names = t("series.and").join(CHARACTERS[other].name for other in rival.others)
            title = t("series.title", names=names, level=self._level(rival.others[0]))
            choice = self._choice(key, title, t("series.play"))
            partner = rival.partner
            about = t(f"character.{key}") if partner is None else t("series.partner", name=CHARACTERS[partner].name)
            tally = self.app.standing.progress.rivals.get(key)
            score = "" if tally is None else t("series.tally", won=tally.won, lost=tally.lost)
            party = Party(title, self._pictures(rival.others), choice, self._told(about + score))
            found += people(painter, self._width(), party)
        return found

    def sit(self, key: str) -> None:
        """Begins a series."""
        rival = RIVALS[key]
        self._play(rival.overlay, rival.chairs, leagues.series_seed(key, self._chance()))
