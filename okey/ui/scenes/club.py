"""The club: all that there is between the hands, reached from one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from okey.ui.scenes.matches import Matches
from okey.ui.scenes.profile import Profile
from okey.ui.scenes.progress import ProgressSheet
from okey.ui.scenes.rows import Choice, Row, choose
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.statistics import Statistics
from okey.ui.scenes.tables import Leagues, Series

if TYPE_CHECKING:
    from okey.ui.app import App


class Entry(NamedTuple):
    """Something that the club leads to."""

    name: str
    """Its id; ``menu.`` and this is the key of what is written on it."""
    enter: Callable[[App], None]
    levels: bool | None = None
    """Whether it is there only where levels are shown, or only where they are switched off; None for both."""


ENTRIES = (
    Entry("daily", lambda app: app.ask_daily()),
    Entry("progress", lambda app: app.open(ProgressSheet(app)), levels=True),
    Entry("looks", lambda app: app.open(ProgressSheet(app)), levels=False),
    Entry("leagues", lambda app: app.open(Leagues(app)), levels=True),
    Entry("series", lambda app: app.open(Series(app))),
    Entry("challenges", lambda app: app.open_challenges()),
    Entry("matches", lambda app: app.open(Matches(app))),
    Entry("statistics", lambda app: app.open(Statistics(app))),
    Entry("profile", lambda app: app.open(Profile(app))),
)
"""All of it, in the order of the screen."""


class Club(Scrolled):
    """A button for each entry."""

    name = "club"
    size = (520.0, 560.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.club")

    def rows(self) -> Sequence[Row]:
        """Lays the buttons out, one or two beside each other."""
        width = self.body().width - self.app.px(14)
        shown = self.app.level is not None
        names = [entry.name for entry in ENTRIES if entry.levels in (None, shown)]
        faces = {name: self.app.texts(f"menu.{name}") for name in names}
        choices = [Choice(name, face, face, chosen=False) for name, face in faces.items()]
        return choose(self.app.painter, width, "", choices, most=1 if width < self.app.px(460) else 2)

    def chosen(self, identifier: str) -> None:
        """Goes there."""
        next(entry for entry in ENTRIES if entry.name == identifier).enter(self.app)
