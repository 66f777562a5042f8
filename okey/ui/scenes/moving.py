"""A profile on its way to another machine, through a room made for it; the relay can read nothing and keeps nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from okey.bridge import network
from okey.bridge.network import Network, Unreachable
from okey.rooms import client, parcel, secret
from okey.rooms.client import Connection
from okey.rooms.parcel import ParcelError
from okey.ui.room.code import CodePanel
from okey.ui.scenes.rows import Bar, Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working

if TYPE_CHECKING:
    from okey.ui.app import App


class Moving(Working, Scrolled):
    """Shows how far it has come; closing it ends it."""

    size = (480.0, 400.0)
    first_state = "connecting"

    def __init__(self, app: App) -> None:
        self.state = self.first_state
        """A key of the texts ``moving.*``."""
        self.share = 0.0
        self.code = ""
        self._connection: Connection | None = None
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts(f"profile.{self.name}_own")

    def rows(self) -> Sequence[Row]:
        """Says how it stands."""
        app, t, width = self.app, self.app.texts, self.body().width - self.app.px(14)
        found: list[Row] = []
        if self.code and self.state == "waiting":
            found.append(Line(app.line(40), self.code, 26, bold=True))
            found += choose(app.painter, width, "", [Choice("copy", t("moving.copy"), t("moving.copy"), chosen=False)])
        found += paragraph(app.painter, t(f"moving.{self.state}"), width, size=15)
        if self.state == "moving":
            found.append(Bar(app.line(30), self.share, told=t.percent(self.share)))
        return found

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the way back."""
        return (("close", self.app.texts("setup.cancel" if self.works else "close")),)

    async def _work(self) -> None:
        try:
            await self._move(network.detect())
        except Unreachable:
            self._tell("unreachable")
        except secret.CodeError:
            self._tell("no_code")
        except client.Refused as refused:
            self._tell("no_room" if refused.code == "no_room" else "refused")
        except ParcelError as error:
            self._tell(error.reason)
        finally:
            if self._connection is not None:
                self._connection.leave()

    async def _move(self, outside: Network) -> None:
        """Does what is to be done."""

    def _tell(self, state: str) -> None:
        self.state = state
        self.app.bridge.announce(self.app.texts(f"moving.{state}"))
        self._show()

    def _progress(self, share: float) -> None:
        if self.state != "moving":
            self._tell("moving")
        self.share = share
        self._show()

    def _show(self) -> None:
        self.refresh()
        self.app.bridge.wake()

    def chosen(self, identifier: str) -> None:
        """Gives the code away."""
        if identifier == "copy":
            self.app.share(self.code)


class Sending(Moving):
    """Gives saves to another machine.

    Args:
        app: the app it belongs to.
        text: the saves.
    """

    name = "send"

    def __init__(self, app: App, text: str) -> None:
        self._text = text
        super().__init__(app)
        self.work(self._work())

    async def _move(self, outside: Network) -> None:
        self._connection = await client.create(outside, places=1)
        self.code = self._connection.code or ""
        self._tell("waiting")
        await parcel.send(self._connection, self._text, self._progress)
        self._tell("sent")


class Bringing(Moving):
    """Asks for a code and takes the saves of another machine.

    Args:
        app: the app it belongs to.
        take: called with the saves.
    """

    name = "bring"
    first_state = "asking"

    def __init__(self, app: App, take: Callable[[str], None]) -> None:
        self._take = take
        super().__init__(app)

    def rows(self) -> Sequence[Row]:
        """Adds the button to type the code with."""
        t, width = self.app.texts, self.body().width - self.app.px(14)
        found = list(super().rows())
        if self._task is None:
            ask = Choice("code", t("moving.code"), t("moving.code"), chosen=False)
            found += [Row(self.app.px(8)), *choose(self.app.painter, width, "", [ask])]
        return found

    def chosen(self, identifier: str) -> None:
        """Asks for the code."""
        if identifier == "code":
            self.app.open(CodePanel(self.app, "", self._begin))

    def _begin(self, code: str) -> None:
        self.code = code
        self._tell("connecting")
        self.work(self._work())
        self.refresh()

    async def _move(self, outside: Network) -> None:
        self._connection = await client.join(outside, self.code)
        text = await parcel.receive(self._connection, outside, self._progress)
        self.app.close(self)
        self._take(text)
