"""The app: the loop, what is on the screen, and how input reaches it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

from okey import daily
from okey.archive import Brought
from okey.bridge import Bridge
from okey.challenges import ladder
from okey.challenges.judge import Verdict
from okey.game import Event, Refused, View
from okey.game.actions import Action
from okey.leagues import league_of, rival_of
from okey.link import LinkError, unpack
from okey.record import Record
from okey.rules import RuleSet
from okey.statistics import MatchSummary
from okey.tiles import Tile
from okey.ui import aside, backup, dailies, shapes, theme, widgets
from okey.ui.animation import Animator
from okey.ui.canvas import Canvas
from okey.ui.challenge.panels import Challenges, GoalPanel, VerdictPanel
from okey.ui.challenge.session import ChallengeSession
from okey.ui.draft import NAMES, SEAT, Draft, Sitter
from okey.ui.fonts import Fonts
from okey.ui.host import Host
from okey.ui.input import Input
from okey.ui.layout import unit
from okey.ui.mirror import describe
from okey.ui.narration import explain
from okey.ui.outline import outline
from okey.ui.painter import Painter
from okey.ui.room.leaving import leaving
from okey.ui.room.link import come_in
from okey.ui.room.panels import LobbyPanel
from okey.ui.room.room import Room
from okey.ui.scenes.base import Scene
from okey.ui.scenes.home import Home
from okey.ui.scenes.question import Question, Statement
from okey.ui.scenes.replay import Replay
from okey.ui.scenes.result import Result
from okey.ui.scenes.scores import Scores
from okey.ui.scenes.tables import Leagues, Series
from okey.ui.session import Session
from okey.ui.settings import Settings
from okey.ui.sound import Sounds
from okey.ui.standing import Gain, Standing
from okey.ui.storage import CHALLENGES, load_challenges
from okey.ui.table.layout import rack_shape
from okey.ui.table.scene import TableScene
from okey.ui.table.seating import Seating
from okey.ui.texts import Texts
from okey.ui.tileset import TileSet
from okey.ui.widgets import Widget

RECORD = "record="
"""What stands before a packed match behind the ``#`` of the address."""


@dataclass(frozen=True, slots=True)
class Toast:
    """A short message above the rack."""

    text: str
    tiles: tuple[Tile, ...]
    """The tiles it is about, which are marked."""
    alarm: bool
    """Whether something was refused."""
    brief: bool
    """Whether it only tells what can be seen as well."""
    began: float
    until: float


class App:
    """The game in its surroundings.

    Args:
        bridge: what the surroundings offer.
        pace: seconds that a computer player waits before each action.
    """

    def __init__(self, bridge: Bridge, *, pace: float = theme.BOT_SECONDS) -> None:
        self.bridge = bridge
        self.settings, self._settings_read = Settings.load(bridge)
        self.texts = Texts(self.settings.language)
        self.sounds = Sounds(bridge, self.settings.volume)
        self.animator = Animator(still=bridge.reduced_motion)
        self.animator.share = self.settings.pace
        self._pace = pace
        self.session = Session(
            bridge,
            self.happened,
            self._unkept,
            self.rack_shape,
            self._wait_of_bots(),
            busy=self._dealing,
            ended=self._ended,
        )
        self._own: Session | None = None
        """The match of one's own, while one of a room or a challenge is shown."""
        self.room: Room | None = None
        """The room that the person is in."""
        self.toast: Toast | None = None
        self.now = 0.0
        """The time of this turn of the loop, in seconds of the monotonic clock."""
        self.frames = 0
        """How many frames were drawn."""
        self.focus: str | None = None
        """The widget that the keyboard acts on."""
        self.focus_shown = False
        """Whether the focus is drawn: only for those who use the keyboard."""
        self._focused: Widget | None = None
        """What had the focus when it was drawn last."""
        self.running = True
        self.first_visit = False
        """Whether nothing was kept from an earlier visit."""
        self._dirty = True
        self._replaced = False
        self._before: View | None = None
        self._result_at: float | None = None
        self._cursor = "default"
        self._outline: dict[str, Any] | None = None
        self.input = Input(self)
        self.host = Host(self)
        self._scenes: list[Scene] = []
        self.fonts: Fonts
        self.painter: Painter
        self.tiles: TileSet
        self.table: TableScene
        self.standing: Standing

    # ---- the loop

    async def run(self) -> None:
        """Plays until the window is closed; what goes wrong ends up on the error page."""
        try:
            await self.start()
            while self.running:
                await self.turn()
        except Exception as error:
            self.bridge.report(error)
            raise
        finally:
            if self.room is not None:
                self.room.stop()
            self.table.hints.stop()
            self.table.coach.stop()
            self.session.stop()

    async def start(self) -> None:
        """Opens the window, takes the kept match up or begins one, and shows it."""
        pygame.display.init()
        pygame.font.init()
        draft = self.host.prepare()
        self.texts = Texts(self.settings.language)
        pygame.display.set_caption(self.texts("app.name"))
        self.now = time.monotonic()
        self.fonts = Fonts()
        self.painter = Painter(self.fonts)
        self.tiles = TileSet(self.fonts, theme.LOOKS[self.settings.tiles])
        self._open_window()
        self.bridge.set_language(self.texts.language)
        begun = await self.session.start(draft)
        if begun != "resumed":
            self.settings.draft = draft
        self.standing = Standing(self.bridge, self.session)
        self.first_visit = begun == "new"
        if self.first_visit or self.session.view.winners:
            self.bridge.renew()
        self.table = TableScene(self)
        self._scenes = [self.table]
        self._before = self.session.view
        self.bridge.on_hide(self.session.save)
        self.now = time.monotonic()  # what is said now may be read for its whole time
        if begun == "damaged":
            self.notice(self.texts("notice.damaged"), alarm=True)
        elif not self._settings_read:
            self.notice(self.texts("notice.settings"), alarm=True)
        self._expect_result(delay=0)
        if self.bridge.fragment.startswith(RECORD):
            self.watch(self.bridge.fragment.removeprefix(RECORD))
        self.session.run()
        self.table.hints.follow()
        self.table.coach.follow()
        await self.bridge.pause()
        self._draw()
        self.bridge.publish(self)
        self.host.greet(begun=begun != "resumed")
        come_in(self)
        self._reflect()
        self.bridge.announce(self.table.prompt())

    async def turn(self) -> None:
        """Runs one turn of the loop: input, time, a frame if something changed, then sleep."""
        self.now = time.monotonic()
        if self._replaced:
            await self._start_again()
        if self.bridge.resized():
            self.resize()
        for event in pygame.event.get():
            self.input.handle(event)
        if self.bridge.reduced_motion != self.animator.still:
            self._calm()
        self._pass_time()
        drawn = self._dirty
        if drawn:
            self._draw()
            self._reflect()
        if self.moving() or (drawn and self.table.pointer.busy):
            await self.bridge.frame()
        else:
            await self.bridge.wait(self._sleep())

    def _open_window(self) -> None:
        self.viewport = self.bridge.viewport()
        self._unit = unit(self.viewport)
        self.letters = min(theme.LARGEST_LETTERS, max(self.viewport.letters, self.settings.letters))
        size = self.viewport.width, self.viewport.height
        self._canvas = Canvas(size, self.bridge.open_window(size))
        self._begin_frame()

    def _begin_frame(self) -> None:
        self._canvas.begin()
        self.painter.begin(self._canvas, self._unit, self.viewport.ratio, self.letters)

    def resize(self) -> None:
        """Lays everything out for the drawing area's new size."""
        self._open_window()
        self.tiles.clear()
        shapes.forget()
        self.animator.stop()
        for scene in self._scenes:
            scene.rearranged()
        self.redraw()

    def _calm(self) -> None:
        """Lets things move no more, or again, as the player's system now asks for."""
        self.animator.still = self.bridge.reduced_motion
        self.animator.stop()
        self.table.end_ceremony()
        self.redraw()

    @property
    def cloth(self) -> theme.Cloth:
        """The colours of the table."""
        return theme.CLOTHS[self.settings.cloth]

    @property
    def wood(self) -> theme.Wood:
        """The colours of the rack."""
        return theme.WOODS[self.settings.rack]

    @property
    def level(self) -> int | None:
        """The player's level; None where levels are switched off."""
        return self.standing.progress.level if self.settings.progress == "on" else None

    def gain(self) -> Gain | None:
        """Gets what the hand that ended last has brought; None where that is not told."""
        return Gain(self.session, self.standing) if self.level is not None and self.is_own else None

    def rack_shape(self, rules: RuleSet) -> tuple[int, int]:
        """Gets the columns and rows of the rack for a game."""
        return rack_shape(self.viewport, Seating.of(rules, wide=self.settings.wide))

    def _pass_time(self) -> None:
        """Lets time have its effects: tiles arrive, messages go, the result appears."""
        self.session.halt(halted=self.host.paused or self.bridge.away)
        self.table.tick()
        if self.scene is not self.table:
            self.scene.tick()
        if self.animator.tick(self.now) or self._shaking() or self._dealing():
            self.redraw()
        if self.toast is not None and self.now >= self.toast.until:
            self.toast = None
            self.redraw()
        if self._result_at is not None and self.now >= self._result_at and len(self._scenes) == 1:
            self._result_at = None
            self.open(Result(self) if self.challenge is None else VerdictPanel(self))

    def _sleep(self) -> float | None:
        """Gets how long nothing will happen by itself; None for ever."""
        dates = [self.toast.until] if self.toast is not None else []
        if self._result_at is not None and len(self._scenes) == 1:
            dates.append(self._result_at)
        if (date := self.scene.wakes_at()) is not None:
            dates.append(date)
        return max(0.0, min(dates) - time.monotonic()) if dates else None

    def moving(self) -> bool:
        """Tells whether the picture changes by itself just now."""
        return bool(self.animator.flights) or self._shaking() or self._dealing() or self._dirty

    def _dealing(self) -> bool:
        """Tells whether it is still shown how the hand is dealt."""
        return self.table.ceremony is not None

    def _shaking(self) -> bool:
        toast = self.toast
        return (
            toast is not None
            and bool(toast.tiles)
            and not self.animator.still
            and self.now - toast.began < theme.SHAKE_SECONDS
        )

    def shake(self) -> int:
        """Gets how far marked tiles are off their place, in pixels."""
        if not self._shaking() or self.toast is None:
            return 0
        share = (self.now - self.toast.began) / theme.SHAKE_SECONDS
        return round(self.px(4) * (1 - share) * math.sin(share * 6 * math.pi))

    def redraw(self) -> None:
        """Asks for a new frame."""
        self._dirty = True

    def _draw(self) -> None:
        self._dirty = False
        self.frames += 1
        self._begin_frame()
        self.painter.cloth = self.cloth
        for scene in self._scenes:
            scene.draw()
        self._draw_focus()
        self.bridge.present(self._canvas, self._canvas.changes())

    def _reflect(self) -> None:
        """Tells the screen in words once it has come to rest."""
        if self.animator.flights or self.table.pointer.busy or self._dealing():
            return
        words = outline(self)
        if words != self._outline:
            self._outline = words
            self.bridge.mirror(words)

    def _draw_focus(self) -> None:
        """Frames the focused widget for those who use the keyboard, whose Tab leaves the game at its ends."""
        found = self.scene.widgets() if self.focus is not None else ()
        at = next((i for i, widget in enumerate(found) if widget.id == self.focus), None)
        if at is None and found and self._focused is not None and self._focused.id == self.focus:
            # what had the focus is gone: it goes on beside that place
            at = widgets.nearest(found, self._focused.rect.center)
            self.focus = found[at].id
        self._focused = None if at is None else found[at]
        self.bridge.tab_stops(backward=at != 0, forward=at is None or at + 1 < len(found))
        if at is not None and self.focus_shown:
            rect = found[at].rect.inflate(self.px(6), self.px(6))
            # light against the felt, dark against the paper of panels
            self.painter.outline(rect.inflate(self.px(4), self.px(4)), theme.INK, 13, 2)
            self.painter.outline(rect, theme.FOCUS, 11, 3)

    def px(self, units: float) -> int:
        """Converts design units to device pixels."""
        return round(units * self._unit)

    def line(self, units: float) -> int:
        """Converts the height of something that grows with its letters to device pixels."""
        return round(units * self._unit * self.letters)

    # ---- scenes

    @property
    def scene(self) -> Scene:
        """The scene that takes input."""
        return self._scenes[-1]

    def open(self, scene: Scene) -> None:
        """Puts a scene on top, or under a question that stays."""
        top = len(self._scenes)
        self._scenes.insert(top - 1 if self.scene.stays else top, scene)
        self.table.pointer.drop_all()
        self.focus = self._first_focus(self.scene)
        self.redraw()

    @staticmethod
    def _first_focus(scene: Scene) -> str | None:
        return next((w.id for w in scene.widgets() if w.style == "main"), None)

    def close(self, scene: Scene) -> None:
        """Takes a scene away."""
        if scene in self._scenes:
            self._scenes.remove(scene)
            scene.closed()
        self.focus = self._first_focus(self.scene) if len(self._scenes) > 1 else None
        self.redraw()

    def open_menu(self) -> None:
        """Opens the menu."""
        self.open(Home(self))

    def open_scores(self) -> None:
        """Opens the score sheet."""
        self.open(Scores(self))

    def ask_new_match(self, draft: Draft) -> None:
        """Begins a new match; asks first when that gives something up."""
        self._unless_kept(lambda: self.new_match(draft))

    def _unless_kept(self, begin: Callable[[], None]) -> None:
        """Begins something; asks first when the person is in a room, or gives a match up."""
        if (self.room is not None and self.room.state != "ended") or not self.own.at_stake:
            leaving(self, begin)
        else:
            record = self.own.table.record
            series = "confirm.series" if rival_of(record) else "confirm.new"
            self.open(Question(self, "confirm.league" if league_of(record) else series, begin))

    @property
    def own(self) -> Session:
        """The match of one's own, shown or not."""
        return self._own or self.session

    def go_on(self) -> None:
        """Goes on with the match of one's own; asks first when that leaves a room."""
        leaving(self, self._go_on)

    def _go_on(self) -> None:
        self.leave_room()
        self.show_table()

    def new_match(self, draft: Draft) -> None:
        """Begins a new match, and remembers what was chosen."""
        self.settings.draft = draft
        self._begin(draft, guide="done")

    def ask_daily(self) -> None:
        """Plays today's deal, which everybody gets; goes on with it if it is being played, asks if it was."""
        day = daily.today()
        if self.own.day == day and not self.own.view.winners:
            self.go_on()
            return
        seated = [Sitter(NAMES[SEAT], None)]
        seated += [Sitter(name, level) for name, level in zip(NAMES[1:], daily.LEVELS, strict=True)]

        def begin() -> None:
            self.ask_given(daily.rules(), seated, daily.seed(day))

        tried = dailies.tries(self.bridge, day)
        if tried:
            came = dailies.end(self.texts, tried[0])
            self.open(Question(self, "confirm.daily", begin, came=came, number=len(tried) + 1))
        else:
            begin()

    def daily_name(self) -> str:
        """Names the daily deal on the table, and which try it is after the first; empty for any other match."""
        day = self.session.day
        if day is None:
            return ""
        name = self.texts("daily.title", number=daily.number(day))
        number = dailies.number(dailies.tries(self.bridge, day), self.session.table.record)
        return name if number == 1 else f"{name} · {self.texts('daily.try', number=number)}"

    def ask_given(self, rules: RuleSet, seated: list[Sitter], seed: str) -> None:
        """Begins a match that is not as the player has drafted it; asks first when that gives something up.

        Args:
            rules: the options to play by.
            seated: who sits where.
            seed: what the deals follow from.
        """
        self._unless_kept(lambda: self._begin_given(rules, seated, seed))

    def _begin_given(self, rules: RuleSet, seated: list[Sitter], seed: str) -> None:
        self.leave_room()
        self.keep_guide("done")
        self.session.begin(rules, seated, seed)
        self._sit_down()

    def share_daily(self) -> None:
        """Gives away what came of the first try at the daily deal, and of the one on the table, without a tile."""
        t, day, record = self.texts, self.session.day, self.session.table.record
        assert day is not None
        tried = dailies.tries(self.bridge, day)
        number = dailies.number(tried, record)
        lines = [f"{t('app.name')} · {t('daily.title', number=daily.number(day))} · {day}"]
        lines += dailies.told(t, record if number == 1 else tried[0])
        if number > 1:
            lines += [t("daily.try", number=number), *dailies.told(t, record)]
        self.share("\n".join([*lines, *([f"{self.bridge.address}?daily"] if self.bridge.address else [])]))

    def share(self, text: str) -> None:
        """Gives a text to others."""
        self.bridge.share(text, self._shared)

    def _shared(self, how: str) -> None:
        if how in ("copied", "failed"):  # the system says itself what it has shared
            self.notice(self.texts(f"share.{how}"), alarm=how == "failed")
        self.bridge.wake()

    def watch(self, link: str) -> None:
        """Shows the match of a link again."""
        try:
            self.open(Replay(self, unpack(link), linked=True))
        except LinkError as error:
            self.bridge.forget_link()
            self.open(Statement(self, f"link.{error.reason}"))

    def begin_guide(self, draft: Draft) -> None:
        """Begins the match that a beginner is guided through; what was chosen for others stays."""
        self._begin(draft, guide="on")

    def _begin(self, draft: Draft, guide: str) -> None:
        self.leave_room()
        self.keep_guide(guide)
        self.session.begin(draft.rules, draft.seated())
        self._sit_down()

    def again(self) -> None:
        """Begins a new match with the same rules and players; in a room, and in the club, that is chosen anew."""
        record = None if self._own is not None else self.session.table.record
        if record is None:
            self.open(LobbyPanel(self))
            return
        if league_of(record) or rival_of(record):
            self.open(Leagues(self) if league_of(record) else Series(self))
            return
        self.session.again()
        self._sit_down()

    def keep_guide(self, state: str) -> None:
        """Remembers how far the guide has come, one of ``settings.GUIDE``."""
        self.settings.guide = state
        self.settings.save(self.bridge)
        self.redraw()

    def _sit_down(self) -> None:
        """Shows the table of a match that has just begun."""
        self.show_table()
        self.toast = None
        self.animator.stop()
        self.table.select()
        self.table.rearranged()
        self._before = self.session.view
        self.session.run()
        self.table.hints.follow()
        self.table.coach.follow()
        self.redraw()
        self.session.save()
        self._count()
        if self.challenge is None:  # it would be gone
            self.bridge.renew()

    # ---- challenges

    @property
    def challenge(self) -> ChallengeSession | None:
        """The challenge on the table."""
        return self.session if isinstance(self.session, ChallengeSession) else None

    def open_challenges(self) -> None:
        """Shows the list of the challenges."""
        self.open(Challenges(self))

    def ask_challenge(self, number: int) -> None:
        """Puts a challenge on the table; asks first when that leaves a room."""
        leaving(self, lambda: self._begin_challenge(number))

    def _begin_challenge(self, number: int) -> None:
        """Puts a challenge on the table, and tells what it asks for where it was never tried."""
        new = not load_challenges(self.bridge).of(ladder()[number]).tries
        self.begin_challenge(number)
        if new:
            self.open(GoalPanel(self))

    def begin_challenge(self, number: int) -> None:
        """Puts a challenge on the table, numbered from 0; the match of one's own waits until it is left."""
        if self.room is not None:
            self.leave_room()
        self.keep_guide("done")
        challenge, done = ladder()[number], load_challenges(self.bridge)
        done.began(challenge)
        self.bridge.save(CHALLENGES, done.write())
        self.enter(
            ChallengeSession(
                self.bridge,
                self.happened,
                self.rack_shape,
                self._wait_of_bots(),
                challenge=challenge,
                judged=self._judged,
            )
        )
        self.bridge.announce(self.table.prompt())

    def _judged(self, verdict: Verdict) -> None:
        """Keeps that a challenge is solved, and plans to show what came of it."""
        assert self.challenge is not None
        if verdict == "met":
            done = load_challenges(self.bridge)
            done.solved(self.challenge.challenge)
            self.bridge.save(CHALLENGES, done.write())
        self._expect_result(delay=theme.RESULT_SECONDS)
        self.bridge.wake()

    def challenge_shown(self) -> None:
        """Keeps that the best line of the challenge on the table was looked at."""
        assert self.challenge is not None
        done = load_challenges(self.bridge)
        done.saw_line(self.challenge.challenge)
        self.bridge.save(CHALLENGES, done.write())

    # ---- rooms

    def enter(self, session: Session) -> None:
        """Shows the match of a room or a challenge; the match of one's own waits until that is left."""
        self.session.stop()
        self._own = self._own or self.session
        self.session = session
        self._sit_down()

    @property
    def is_own(self) -> bool:
        """Whether the match on the table is one's own, and not that of a room or a challenge."""
        return self._own is None

    def show_table(self) -> None:
        """Takes all panels away, but for a question that stays."""
        panels = self._scenes[1:]
        self._scenes = [self.table, *(panel for panel in panels if panel.stays)]
        for panel in panels:
            if not panel.stays:
                panel.closed()
        self._result_at = None
        self.focus = self._first_focus(self.scene) if len(self._scenes) > 1 else None
        self.redraw()

    def leave_room(self) -> None:
        """Leaves the room or the challenge for good and goes on with the match of one's own."""
        if self.room is not None:
            self.room.leave()
            self.room = None
        if self._own is not None:
            self.session.stop()
            self.session, self._own = self._own, None
            self._sit_down()
            self._expect_result(delay=0)

    # ---- the match

    def act(self, action: Action) -> bool:
        """Asks for an action; when it is refused, says why."""
        try:
            self.session.act(action)
        except Refused as refused:
            self.refused(refused)
            return False
        if self.toast is not None and self.toast.alarm:
            self.toast = None
        return True

    def happened(self, events: list[Event]) -> None:
        """Shows what has happened in the match."""
        self.now = time.monotonic()
        self.table.update(self._before, events)
        self._before = self.session.view
        if self.challenge is None:  # the page around the game hears of matches
            self.host.happened(events, self.session.view)
        if self.session.view.result is not None:
            self._count()
        self._expect_result(delay=theme.RESULT_SECONDS)
        self.redraw()
        self.bridge.wake()

    def _count(self) -> None:
        """Counts what is new of a match of one's own."""
        if self.is_own:
            self.standing.follow(self.session)

    def _ended(self, record: Record, summary: MatchSummary) -> Brought:
        """Counts a match of one's own that is over or given up."""
        return self.standing.count(record, summary, left=not summary.winners)

    def _unkept(self) -> None:
        """Tells that the match will be lost with the page."""
        self.notice(self.texts("notice.memory"))

    def _expect_result(self, delay: float) -> None:
        """Plans to show how the hand ended."""
        shown = {Result.name, VerdictPanel.name}
        if self.session.ended and not any(scene.name in shown for scene in self._scenes):
            self._result_at = self.now + delay

    def refused(self, refused: Refused) -> None:
        """Says why an action was refused and marks the tiles at fault."""
        self.sounds.play("refuse")
        self.notice(explain(self.texts, refused, self.session.view.faces), refused.tiles, alarm=True)

    def notice(self, text: str, tiles: tuple[Tile, ...] = (), *, alarm: bool = False, brief: bool = False) -> None:
        """Shows and announces a short message; a ``brief`` one for less long, and never in the place of another."""
        self.bridge.announce(text)
        if brief and self.toast is not None and not self.toast.brief and self.now < self.toast.until:
            return
        seconds = theme.NOTE_SECONDS if brief else theme.TOAST_SECONDS
        self.toast = Toast(text, tiles, alarm, brief, self.now, self.now + seconds)
        self.redraw()

    def seat_name(self, seat: int) -> str:
        """Gets a player's name."""
        return self.session.sitters[seat].name or self.texts("you")

    def tile_name(self, tile: Tile) -> str:
        """Gets a tile's name in this hand."""
        return self.texts.tile(tile, self.session.view.faces)

    # ---- settings

    def set_language(self, language: str) -> None:
        """Speaks another language from now on."""
        self.texts = Texts(language)
        self.settings.language = self.texts.language
        self.bridge.set_language(self.texts.language)
        self.settings.save(self.bridge)
        self.toast = None
        for scene in self._scenes[1:]:
            scene.rearranged()
        self.redraw()

    def change_setting(self, name: str, value: object) -> None:
        """Changes a setting; it takes effect at once and is kept."""
        setattr(self.settings, name, value)
        self.settings.save(self.bridge)
        if name == "volume":
            self.sounds.muted = False  # the player's word counts for more than that of the page around the game
        self.sounds.level = self.settings.volume
        self.animator.share = self.settings.pace
        self.session.set_pace(self._wait_of_bots())
        self.tiles.wear(theme.LOOKS[self.settings.tiles])
        if name == "text":
            self.resize()
        self.table.rearranged()
        self.table.hints.follow()
        self.table.coach.follow()
        self.sounds.play("place")
        self.redraw()

    def export_saves(self) -> None:
        """Hands the player all that is kept, as a file."""
        self.session.save()
        self.settings.save(self.bridge)
        self.give_file(backup.file_name(self.settings.draft.sitters[SEAT].name), backup.write(self.bridge))

    def give_file(self, name: str, text: str) -> None:
        """Hands the player a file, and says that it was written."""
        self.bridge.give_file(name, text)
        self.notice(self.texts("file.written", name=name))

    def import_saves(self) -> None:
        """Lets the player choose such a file, and takes it over once the player has confirmed."""
        self.bridge.ask_file(backup.FILE_NAME, self._imported)

    def _imported(self, text: str) -> None:
        try:
            kept = backup.read(text)
        except backup.Unreadable as error:
            self.notice(self.texts(f"import.{error.reason}"), alarm=True)
        else:
            self.open(Question(self, "confirm.import", lambda: self._replace_all(kept)))

    def _replace_all(self, kept: dict[str, str]) -> None:
        """Goes on with other saves."""
        self.leave_room()
        self.session.stop()
        backup.restore(self.bridge, kept)
        self.start_again()

    def bring_back(self, key: str) -> None:
        """Goes on with what was kept aside under a key; what there is now is kept aside instead."""
        self.leave_room()
        self.session.save()
        self.session.stop()
        aside.bring_back(self.bridge, key)
        self.start_again()

    def start_again(self) -> None:
        """Goes on with what is kept now: at the next turn of the loop, which can wait for the match to be read."""
        self.session.forget()
        self._replaced = True
        self.bridge.wake()

    async def _start_again(self) -> None:
        self._replaced = False
        self.settings, _ = Settings.load(self.bridge)
        self.set_language(self.settings.language)
        self.sounds.level = self.settings.volume
        self.animator.share = self.settings.pace
        self.session.set_pace(self._wait_of_bots())
        self.tiles.wear(theme.LOOKS[self.settings.tiles])
        begun = await self.session.start(self.settings.draft)
        self.first_visit = begun == "new"
        self.standing = Standing(self.bridge, self.session)
        self._sit_down()
        self.resize()
        self._expect_result(delay=0)
        if begun == "damaged":
            self.notice(self.texts("notice.damaged"), alarm=True)

    def _wait_of_bots(self) -> float:
        return self._pace * self.settings.pace

    # ---- what the pointer looks like

    def point(self, widget: Widget | None) -> None:
        """Lets the pointer show that it is over something."""
        self.cursor("pointer" if widget is not None and widget.enabled else "default")

    def cursor(self, name: str) -> None:
        """Gives the pointer a look that the bridge knows."""
        if name != self._cursor:
            self._cursor = name
            self.bridge.cursor(name)

    # ---- what tests, host pages and assistive technology see

    def state(self) -> dict[str, Any]:
        """Describes the screen as JSON-ready data."""
        return describe(self, self.bridge.version)

    def press(self, identifier: str) -> bool:
        """Does what a tap on an enabled widget does; False when there is none."""
        widget = next((w for w in self.scene.widgets() if w.id == identifier), None)
        if widget is None or not widget.enabled:
            return False
        self._activate(identifier)
        return True

    def tap(self, identifier: str) -> bool:
        """Does what a tap on something that ``parts`` lists does; what is not enabled says why."""
        if not self._listed(identifier):
            return False
        self.scene.reveal(identifier)
        self._activate(identifier)
        return True

    def look(self, identifier: str) -> bool:
        """Moves the focus to something that ``parts`` lists, and shows it."""
        if not self._listed(identifier):
            return False
        self.scene.reveal(identifier)
        self.focus, self.focus_shown = identifier, True
        self.redraw()
        self.bridge.wake()
        return True

    def finger_areas(self) -> list[list[float]] | None:
        """Lists where a finger is for the game, in CSS pixels; None means everywhere."""
        areas = self.scene.finger_areas()
        ratio = self.viewport.ratio
        return None if areas is None else [[value / ratio for value in area] for area in areas]

    def takes_wheel(self) -> bool:
        """Tells whether the wheel is for the game."""
        return self.scene.takes_wheel()

    def _listed(self, identifier: str) -> bool:
        items = (item for part in self.scene.parts() for item in part.items)
        return any(not isinstance(item, str) and item.id == identifier for item in items)

    def _activate(self, identifier: str) -> None:
        self.now = time.monotonic()
        self.scene.activate(identifier)
        self.redraw()
        self.bridge.wake()
