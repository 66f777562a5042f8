"""What decided a hand: the chance, or the points to be expected, from the deal to the end; luck and decisions apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from okey.analysis import Analysis, AnalysisError, Turn, analyse
from okey.record import Record, RecordError
from okey.tiles import Tile
from okey.ui import theme
from okey.ui.scenes.charts import GAIN, LOSS, Curve, Scale, Span, aligned
from okey.ui.scenes.rows import Bar, Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App

SLICE = 0.004
"""How many seconds are spent before everything else may run once; a step may end as much later."""

SHOWN = 0.1
"""How often the progress is shown, in seconds."""

HEIGHTS = (0.25, 0.5, 1.0)
"""The chances that a chart reaches up to: the least of them that is above all it shows."""

LEAST = {False: 0.005, True: 2.0}
"""Less of a chance, or fewer points, is nothing: by whether it is points."""


class HandAnalysis(Working, Scrolled):
    """What decided a hand for a seat; worked out bit by bit.

    Args:
        app: the app it belongs to.
        record: the match.
        seat: whose hand it is.
        hand: its number.
        watch: shows the match again from a turn of the seat's in this hand, by its number.
        name: who sits there; empty for the person.
    """

    name = "analysis"
    size = (640.0, 640.0)

    def __init__(
        self, app: App, record: Record, seat: int, hand: int, *, watch: Callable[[int], object], name: str = ""
    ) -> None:
        self._hand = hand
        self._watch = watch
        self._name = name
        self.found = Analysis()
        self.share: float | None = 0.0
        """How much is done; None when all is."""
        super().__init__(app)
        copied = replace(record, actions=record.actions[:])
        self.work(self._work(copied, seat))

    async def _work(self, record: Record, seat: int) -> None:
        shown_at = pause_at = time.monotonic() + SLICE
        try:
            for share in analyse(record, seat, self._hand, self.found):
                if time.monotonic() > pause_at:
                    self.share = share
                    if time.monotonic() > shown_at:  # a frame of a large screen takes longer than a slice
                        self.refresh()
                        shown_at = time.monotonic() + SHOWN
                    self.app.bridge.wake()
                    await self.app.bridge.pause()
                    pause_at = time.monotonic() + SLICE
        except (RecordError, AnalysisError) as error:
            self.app.close(self)
            key = "replay.failed" if isinstance(error, RecordError) else "analysis.unfinished"
            self.app.notice(self.app.texts(key), alarm=True)
            self.app.bridge.wake()
            return
        self.share = None
        self.app.bridge.announce(self.verdict())
        self.refresh()
        self.app.bridge.wake()

    def heading(self) -> str:
        """Names the hand, and whose it is."""
        title = self.app.texts("analysis.title", hand=self._hand)
        return f"{title} · {self._name}" if self._name else title

    def verdict(self) -> str:
        """Says in a sentence what decided."""
        t, found = self.app.texts, self.found
        luck = found.deal + found.draws
        how = "lucky" if luck > self._least else "unlucky"
        if found.in_points:
            rounded = round(found.outcome)
            way = "ahead" if rounded > 0 else "behind"
            end = t.counted(f"analysis.{way}", abs(rounded)) if rounded else t("analysis.level")
            return f"{end} {t(f'analysis.points_{how}', luck=round(abs(luck)), cost=round(found.cost))}"
        end = t("analysis.won" if found.won else "analysis.lost")
        if max(abs(luck), found.cost) > 1:
            told = t(f"analysis.{how}_whole", luck=t.decimal(abs(luck)), cost=t.decimal(found.cost))
        else:
            told = t(f"analysis.{how}", luck=t.percent(abs(luck)), cost=t.percent(found.cost))
        return " ".join([end, told, t("analysis.points", points=t.decimal(found.cost * found.points))])

    def rows(self) -> Sequence[Row]:
        """Makes the rows: the sentence, the parts, the way, the moments, every turn."""
        app, t, width = self.app, self.app.texts, self.body().width - self.app.px(14)
        if self.share is not None:
            told = t("analysis.working", percent=t.percent(self.share))
            return [*paragraph(app.painter, told, width, size=15), Bar(app.line(30), self.share)]
        rows = [*paragraph(app.painter, self.verdict(), width, size=15), Row(app.px(6)), *self._steps(width)]
        found, turns = self.found, self.found.turns
        values = (found.base + found.deal, *(turn.value for turn in turns), found.outcome)
        scale = self._scale(values)
        told = t("analysis.way_told", chances=", ".join(map(self._figure, values)))
        marks = (scale.high, scale.low, 0.0 if found.in_points else scale.high / 2)
        level = () if found.in_points else ((scale(found.base), self._figure(found.base)),)
        marked = tuple((turn.number, turn.luck > turn.cost) for turn in found.moments())
        title = self._title("analysis.way_points" if found.in_points else "analysis.way")
        written = tuple((scale(mark), self._figure(mark)) for mark in marks)
        rows += [
            title,
            Curve(
                self.at_most(app.line(130)), tuple(map(scale, values)), written, marked=marked, level=level, told=told
            ),
        ]
        rows.append(self._title("analysis.moments"))
        for turn in found.moments():
            rows += paragraph(app.painter, self.told(turn, brief=True), width, size=14)
        rows += choose(app.painter, width, "", [self._choice(turn) for turn in found.moments()])
        rows.append(self._title("analysis.turns"))
        for turn in turns:
            rows += paragraph(app.painter, self.told(turn), width, size=14)
        about = t("analysis.about_points" if found.in_points else "analysis.about")
        return [*rows, Row(app.px(8)), *paragraph(app.painter, about, width, size=12)]

    def _choice(self, turn: Turn) -> Choice:
        """Makes the button that shows a turn again."""
        face = self.app.texts("analysis.watch", turn=turn.number)
        return Choice(f"turn-{turn.number}", face, face, chosen=False)

    def chosen(self, identifier: str) -> None:
        """Shows a turn again."""
        self._watch(int(identifier.removeprefix("turn-")))

    @property
    def _least(self) -> float:
        return LEAST[self.found.in_points]

    def _figure(self, value: float, *, plus: bool = False) -> str:
        """Writes a chance, or points; what several turns came to may be more than one whole chance."""
        t = self.app.texts
        if self.found.in_points:
            return signed(round(value), plus=plus)
        return (
            t.percent(value, plus=plus) if abs(value) <= 1 else t("analysis.whole", count=t.decimal(value, plus=plus))
        )

    def _scale(self, values: Sequence[float]) -> Scale:
        """Makes the scale of a chart: as high as its values need."""
        ends: tuple[float, ...] = (0.0,)
        if not self.found.in_points:
            ends += (next(height for height in HEIGHTS if height >= min(1.0, max(values))),)
        return Scale((*ends, *values), least=self._least)

    def _cost(self, value: float) -> str:
        """Writes what a decision cost, in points too."""
        if self.found.in_points:
            return self._figure(-value)
        t, points = self.app.texts, -value * self.found.points
        places = 1 if round(points, 1) else 2
        told = t("analysis.cost", chance=self._figure(-value), points=t.decimal(points, places=places))
        return told if round(points, 2) else self._figure(-value)

    def _title(self, key: str) -> Line:
        return Line(self.app.line(30), self.app.texts(key), 16, bold=True)

    def _steps(self, width: int) -> list[Row]:
        """Makes the bars from everybody's chance, or from nothing, to the end."""
        t, found, rows = self.app.texts, self.found, list[Span]()
        height = Span.height_at(self.app.painter, width)
        changes = {"deal": found.deal, "draws": found.draws, "decisions": -found.cost}
        ways = [*accumulate(changes.values(), initial=found.base)]
        scale = self._scale(ways)
        if not found.in_points:
            base = self._figure(found.base)
            rows.append(Span(height, t("analysis.base"), base, scale(0.0), scale(found.base), theme.SHEET_STRONG))
        for (key, change), (before, after) in zip(changes.items(), pairwise(ways), strict=True):
            colour, value = GAIN if change >= 0 else LOSS, self._figure(change, plus=True)
            rows.append(Span(height, t(f"analysis.{key}"), value, scale(before), scale(after), colour, scale(0.0)))
        if found.in_points:
            colour, value = GAIN if found.outcome >= 0 else LOSS, self._figure(found.outcome, plus=True)
            rows.append(Span(height, t("analysis.hand"), value, scale(0.0), scale(found.outcome), colour, scale(0.0)))
        return aligned(self.app.painter, rows)

    def _tile(self, tile: Tile) -> str:
        return self.app.texts.tile(tile, self.found.faces)

    def told(self, turn: Turn, *, brief: bool = False) -> str:
        """Tells a turn: what came, what was done, what had been better; of one that mattered only what made it so."""
        t, parts = self.app.texts, list[str]()
        if not brief or abs(turn.luck) >= turn.cost:
            word = "good" if turn.luck > self._least else "bad" if turn.luck < -self._least else "even"
            luck = t(f"analysis.luck_{word}", luck=self._figure(turn.luck, plus=True))
            if turn.came is not None:
                how = "got" if turn.took else "drew"
                luck = f"{t(f'analysis.{how}', tile=self._tile(turn.came))}: {luck}"
            else:
                luck = f"{t('analysis.dealt')}: {luck}"
            parts.append(luck)
        if turn.source_cost > self._least and turn.offered is not None and (not brief or turn.cost >= abs(turn.luck)):
            key = "took" if turn.took else "left"
            parts.append(t(f"analysis.{key}", tile=self._tile(turn.offered), cost=self._cost(turn.source_cost)))
        if turn.throw_cost > self._least and (not brief or turn.cost >= abs(turn.luck)):
            thrown, best = self._tile(turn.thrown), self._tile(turn.best)
            key = f"missed_{turn.missed}" if turn.missed else "threw"
            parts.append(t(f"analysis.{key}", thrown=thrown, best=best, cost=self._cost(turn.throw_cost)))
        elif not brief:
            parts.append(t("analysis.threw_best", thrown=self._tile(turn.thrown)))
        return t("analysis.turn", turn=turn.number, told="; ".join(parts))
