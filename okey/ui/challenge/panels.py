"""The panels of challenges: all of them in a list, what one asks for, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pygame import Rect

from okey.challenges import Challenge, ladder
from okey.challenges.tries import STARS
from okey.coach import look
from okey.tiles import Tile, kind_of
from okey.ui import theme
from okey.ui.breath import Breath
from okey.ui.challenge.line import BestLine
from okey.ui.challenge.session import ChallengeSession
from okey.ui.challenge.words import goal_brief, goal_text, is_konkan, rules_of
from okey.ui.layout import tile_height
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working
from okey.ui.storage import load_challenges

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter

MOST_STARS, LAST_STARS = STARS[0][1], STARS[-1][1]
"""What a challenge is worth that is solved at once, and one that took many tries or whose line was seen before."""


class Challenges(Scrolled):
    """The ladder: every challenge that may be played, and those still locked."""

    name = "challenges"
    size = (680.0, 600.0)

    def __init__(self, app: App) -> None:
        self._done = load_challenges(app.bridge)
        super().__init__(app)
        fresh = next((at for at, challenge in enumerate(ladder()) if not self._done.of(challenge).stars), 0)
        self.reveal(f"challenge-{fresh}")

    def heading(self) -> str:
        """Gets the title with all stars there are."""
        t, challenges = self.app.texts, ladder()
        return t("challenges.title", stars=self._done.stars(challenges), most=MOST_STARS * len(challenges))

    def rows(self) -> Sequence[Row]:
        """Makes a button for each challenge, under what their difficulty is called."""
        app, t, painter = self.app, self.app.texts, self.app.painter
        width, free = self.body().width - app.px(14), self._done.open(ladder())
        found: list[Row] = []
        for hard, group in groupby(enumerate(ladder()), key=lambda item: item[1].level):
            found.append(Line(app.line(30), t(f"challenges.level.{hard}"), 16, bold=True))
            choices = [self._choice(at, challenge, enabled=at < free) for at, challenge in group]
            found += choose(painter, width, "", choices, most=2 if width > app.line(560) else 1)
        return found

    def _choice(self, at: int, challenge: Challenge, *, enabled: bool) -> Choice:
        t, rules = self.app.texts, rules_of(challenge)
        preset = t(f"preset.{rules.name.split('+')[0]}")
        brief, turns = goal_brief(t, challenge.goal, table=rules.table_melds), challenge.goal.turns
        within = t("challenges.turns" if turns > 1 else "challenges.turn", turns=turns)
        face = f"{at + 1} · {preset} · {brief} · {within}"
        stars = self._done.of(challenge).stars
        state = t("challenges.locked") if not enabled else t("challenges.stars", stars=stars) if stars else ""
        label = f"{at + 1} · {preset} · {goal_text(t, challenge.goal, table=rules.table_melds)}"
        return Choice(f"challenge-{at}", ", ".join(filter(None, [label, state])), face, chosen=False, enabled=enabled)

    def draw(self) -> None:
        """Draws the list, and the stars on it."""
        super().draw()
        painter = self.app.painter
        for widget in self.widgets():
            name, _, number = widget.id.partition("-")
            if name == "challenge":
                stars = self._done.of(ladder()[int(number)]).stars
                size = painter.px(13)
                for star in range(stars):
                    at = (widget.rect.right - painter.px(14) - star * size, widget.rect.y + painter.px(10))
                    painter.mark("star", at, 13, theme.GOLD_DARK)

    def foot(self) -> Sequence[tuple[str, str]]:
        """Adds the way back to one's own match, where a challenge is on the table; once it is decided, the only one."""
        challenge = self.app.challenge
        if challenge is None:
            return super().foot()
        leave = ("leave", self.app.texts("challenge.leave"))
        return (leave,) if challenge.ended else (leave, *super().foot())

    def cancel(self) -> None:
        """Closes the list; where a challenge is decided, goes back to one's own match."""
        challenge = self.app.challenge
        if challenge is not None and challenge.ended:
            self.app.leave_room()
        else:
            super().cancel()

    def chosen(self, identifier: str) -> None:
        """Plays a challenge."""
        if identifier == "leave":
            self.app.leave_room()
            return
        number = int(identifier.removeprefix("challenge-"))
        if number < self._done.open(ladder()):
            self.app.ask_challenge(number)
        else:
            self.app.notice(self.app.texts("challenges.locked"), alarm=True)


@dataclass(frozen=True, slots=True)
class Tiles(Row):
    """A row of tiles."""

    app: App
    tiles: tuple[Tile, ...]
    width: int
    """Of a tile, in pixels."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws them from the left."""
        faces = self.app.session.view.faces
        assert faces is not None
        for at, tile in enumerate(self.tiles):
            place = Rect(rect.x + at * (self.width + 3), rect.y, self.width, tile_height(self.width))
            okey = faces.is_okey(tile)
            self.app.tiles.draw(painter.target, place, kind_of(tile), okey=okey, plays=faces.false_joker)


class _Panel(Scrolled):
    """A panel about the challenge on the table."""

    size = (560.0, 480.0)

    @property
    def session(self) -> ChallengeSession:
        """The table."""
        session = self.app.challenge
        assert session is not None, "a challenge is on the table"
        return session

    def said_in_rows(self, words: str, size: float = 16) -> Sequence[Row]:
        """Makes rows of a paragraph, and some air below it."""
        width = self.body().width - self.app.px(14)
        return [*paragraph(self.app.painter, words, width, size=size), Row(self.app.px(8))]

    def goal(self) -> str:
        """Says what is asked for."""
        session = self.session
        return goal_text(self.app.texts, session.challenge.goal, table=session.view.rules.table_melds)

    def chosen(self, identifier: str) -> None:
        """Tries again, shows the line, or goes elsewhere."""
        app, challenge = self.app, self.session.challenge
        number = ladder().index(challenge)
        if identifier == "line":
            if load_challenges(app.bridge).left(challenge) > LAST_STARS:
                app.open(Question(app, "confirm.line", self._show_line, stars=LAST_STARS))
            else:
                self._show_line()
        elif identifier == "list":
            app.open(Challenges(app))
        elif identifier == "leave":
            app.leave_room()
        elif identifier == "following":
            app.ask_challenge(number + 1)
        else:
            app.begin_challenge(number)

    def _show_line(self) -> None:
        """Shows the best line, which leaves one star where it is not solved."""
        self.app.challenge_shown()
        self.app.open(BestLine(self.app, self.session.challenge))


class GoalPanel(Working, _Panel):
    """What a challenge asks for, and all that is known of what will come."""

    name = "goal"

    def __init__(self, app: App) -> None:
        self._waiting: list[tuple[int, tuple[Tile, ...]]] | None = None
        """Who lacks a single tile, and which; None until all racks were looked at."""
        super().__init__(app)
        self.work(self._look())

    async def _look(self) -> None:
        """Looks at the others' racks, while everything else runs."""
        found, breath = [], Breath(self.app.bridge)
        game = self.session.table.game.copy()
        if game.hand is not None and not game.rules.table_melds:
            of = game.hand.faces.of
            home = {of[tile]: tile for tile in range(len(of))}
            for seat in range(1, game.rules.players):
                for stands in look(game.view(seat)):
                    await breath()
                    if stands is not None and stands.missing == 1:
                        found.append((seat, tuple(home[face] for face, _ in stands.useful)))
        self._waiting = found
        self.refresh()
        self.app.bridge.wake()

    def heading(self) -> str:
        """Says which challenge it is."""
        return self.app.texts("challenge.title", number=ladder().index(self.session.challenge) + 1)

    def foot(self) -> Sequence[tuple[str, str]]:
        """Offers to begin anew, and all the others."""
        t = self.app.texts
        leave, others = ("leave", t("challenge.leave")), ("list", t("menu.challenges"))
        return leave, others, ("retry", t("challenge.retry")), *super().foot()

    def rows(self) -> Sequence[Row]:
        """Says the goal, how the others play, what the next player waits for, what the stock brings."""
        t, session = self.app.texts, self.session
        found = [*self.said_in_rows(self.goal(), 18)]
        if is_konkan(session.challenge):
            found += self.said_in_rows(t("challenge.konkan"))
        found += self.said_in_rows(t("challenge.others"))
        if self._waiting is None:
            found += self.said_in_rows(t("challenge.looking"), 14)
        for seat, waits in self._waiting or ():
            found += self._tiles(t("challenge.waits", name=self.app.seat_name(seat)), waits)
        if session.challenge.goal.kind not in ("ways", "left") and self._coming():
            found += self._tiles(t("challenge.stock"), self._coming())
        return found

    def _coming(self) -> tuple[Tile, ...]:
        """Gets the tiles of the stock that count, the next one first."""
        game, goal = self.session.table.game, self.session.challenge.goal
        assert game.hand is not None
        left = goal.turns - self.session.judge.turns
        drawn = (left - (game.hand.phase == "discard")) * game.rules.players
        return tuple(game.hand.stock[::-1][: max(0, drawn)])

    def _tiles(self, words: str, tiles: tuple[Tile, ...]) -> Sequence[Row]:
        app, room, width = self.app, self.body().width - self.app.px(14), self.app.px(34)
        across, faces = max(1, room // (width + 3)), self.session.view.faces
        told = f"{words}: {', '.join(app.texts.tile(tile, faces) for tile in tiles)}"
        title = Line(app.line(24), words, 15, bold=True)
        lines = [tiles[at : at + across] for at in range(0, len(tiles), across)]
        high = tile_height(width) + app.px(6)
        rows = [Tiles(high, app, line, width, told="" if at else told) for at, line in enumerate(lines)]
        return [title, *rows, Row(app.px(8))]


class VerdictPanel(_Panel):
    """Whether the goal was met; the ways on."""

    name = "verdict"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.bridge.announce(self.heading())

    def heading(self) -> str:
        """Says what came of it."""
        return self.app.texts("challenge.met" if self.session.verdict == "met" else "challenge.failed")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Goes on with the next one, or tries again."""
        t, number = self.app.texts, ladder().index(self.session.challenge)
        leave, others = ("leave", t("challenge.leave")), ("list", t("menu.challenges"))
        again, line = ("retry", t("challenge.retry")), ("line", t("challenge.line"))
        if self.session.verdict == "met" and number + 1 < len(ladder()):
            return leave, others, again, line, ("following", t("challenge.following"))
        return leave, others, line, again

    def rows(self) -> Sequence[Row]:
        """Says the goal, the stars, and how others fare."""
        t, challenge = self.app.texts, self.session.challenge
        tries = load_challenges(self.app.bridge)
        done, found = tries.of(challenge), [*self.said_in_rows(self.goal(), 18)]
        if done.stars:
            found += self.said_in_rows(t("challenge.stars", stars=done.stars, tries=done.tries))
        else:
            found += self.said_in_rows(t("challenge.tries", tries=done.tries))
            left = tries.left(challenge)
            key = "challenge.left" if left > LAST_STARS else "challenge.left_last"
            found += self.said_in_rows(t(key, stars=left, last=LAST_STARS))
        return [*found, *self.said_in_rows(t("challenge.bots", solved=challenge.solved, plays=challenge.plays))]

    def cancel(self) -> None:
        """Goes to the list: what is decided is left only by going on."""
        self.app.open(Challenges(self.app))
