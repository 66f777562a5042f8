"""The page around the game: its wishes are granted, and it is told what happens (see docs/embedding.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from okey.game import Event, View
from okey.ui import wishes
from okey.ui.draft import Draft
from okey.ui.scenes.paused import Paused
from okey.ui.scenes.setup import Setup
from okey.ui.wishes import LASTING, Wish

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.scenes.base import Scene

COMMANDS: dict[str, dict[str, str]] = {
    "start": {},
    "pause": {"paused": "true"},
    "resume": {"paused": "false"},
    "mute": {"muted": "true"},
    "locale": {},
    "theme": {},
}
"""The commands, with what each wishes for where it does not say."""


def news(event: Event, view: View) -> dict[str, Any] | None:
    """Translates what happened on the table for the page around the game; None where that is not its concern."""
    if event.kind == "dealt":
        return {
            "type": "hand-started",
            "hand": view.hand_number,
            "starter": event.seat,
            "rules": str(view.rules),
            "scores": list(view.scores),
        }
    if event.kind == "hand_ended" and view.result is not None:
        return {
            "type": "hand-ended",
            "hand": view.hand_number,
            "ending": view.result.ending,
            "winner": view.result.winner,
            "before": list(view.result.before),
            "scores": list(view.result.after),
        }
    if event.kind == "match_ended":
        return {"type": "match-ended", "winners": list(event.numbers), "scores": list(view.scores)}
    return None


class Host:
    """Stands between the app and whoever has put it where it is.

    Args:
        app: the app.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._panel: Paused | None = None
        self._question: Scene | None = None
        """What was opened last in the way of a match that was asked for."""
        self._wishes: dict[str, Wish] = {}
        """What the address asks for and has not been granted yet."""
        self._untold: list[dict[str, Any]] | None = []
        """What happened before the game was ready; None from then on."""

    @property
    def paused(self) -> bool:
        """Whether the game waits until somebody lets it go on."""
        return self._panel is not None

    def prepare(self) -> Draft:
        """Reads what the address asks for, and grants what shows in the first picture.

        Returns:
            The match to begin if none is kept.
        """
        app, asked = self._app, self._app.bridge.parameters
        granted = self._read("address", asked)
        old = app.settings.wished
        app.settings.wished = {name: asked[name] for name in LASTING if name in granted}
        self._wishes = {
            name: wish for name, wish in granted.items() if name not in LASTING or asked[name] != old.get(name)
        }
        if isinstance(language := self._wishes.pop("lang", None), str):
            app.settings.language = language
        if isinstance(theme := self._wishes.pop("theme", None), dict):
            for name, word in theme.items():
                setattr(app.settings, name, word)
        app.sounds.muted = self._wishes.pop("muted", None) is True
        if app.settings.wished != old:
            app.settings.save(app.bridge)
        return wishes.drafted(self._wishes, app.settings.draft)

    def greet(self, *, begun: bool) -> None:
        """Says that the game is ready, and grants what else the address asks for.

        Args:
            begun: whether the match is the one that ``prepare`` gave.
        """
        app, view = self._app, self._app.session.view
        self._send(
            {
                "type": "ready",
                "build": app.bridge.version,
                "lang": app.texts.language,
                "rules": str(view.rules),
                "hand": view.hand_number,
                "scores": list(view.scores),
            }
        )
        untold, self._untold = self._untold or [], None
        for message in untold:
            self._send(message)
        if begun:
            for name in ("rules", "seats"):
                self._wishes.pop(name, None)
        self._grant(self._wishes)
        app.bridge.on_command(self.obey)

    def obey(self, command: str, values: Mapping[str, str]) -> None:
        """Does what the page around the game asks for."""
        if command not in COMMANDS:
            return
        granted = self._read(command, {**COMMANDS[command], **values})
        if command == "start":
            self.resume()
            self._ask_new_match(granted)
        else:
            self._grant(granted)

    def happened(self, events: Sequence[Event], view: View) -> None:
        """Tells what is news."""
        for event in events:
            if (message := news(event, view)) is not None:
                self._tell(message)

    def resume(self) -> None:
        """Lets the game go on."""
        if self._panel is not None:
            panel, self._panel = self._panel, None
            self._app.close(panel)
            self._tell({"type": "resumed"})

    def _ask_new_match(self, granted: Mapping[str, Wish]) -> None:
        """Begins the match that is wished for; a question in its way takes the place of the one before it."""
        app = self._app
        if self._question is not None:
            app.close(self._question)
        before = app.scene
        app.ask_new_match(wishes.drafted(granted, app.settings.draft))
        self._question = app.scene if app.scene is not before else None

    def _pause(self) -> None:
        if self._panel is None:
            self._panel = Paused(self._app)
            self._app.open(self._panel)
            self._tell({"type": "paused"})

    def _read(self, whose: str, wished: Mapping[str, str]) -> dict[str, Wish]:
        granted, notes = wishes.read(wished)
        for note in notes:
            self._app.bridge.note(f"{whose}: {note}")
        return granted

    def _grant(self, granted: Mapping[str, Wish]) -> None:
        """Does what the wishes say."""
        app = self._app
        if isinstance(language := granted.get("lang"), str):
            app.set_language(language)
        if isinstance(theme := granted.get("theme"), dict):
            for name, word in theme.items():
                app.change_setting(name, word)
        if "muted" in granted:
            app.sounds.muted = granted["muted"] is True
        if granted.keys() & {"rules", "seats"}:
            self._ask_new_match(granted)
        elif granted.get("daily") is True:
            app.ask_daily()
        elif granted.get("new") is True:
            app.open(Setup(app))
        if granted.get("paused") is True:
            self._pause()
        elif "paused" in granted:
            self.resume()

    def _tell(self, message: dict[str, Any]) -> None:
        if self._untold is None:
            self._send(message)
        else:
            self._untold.append(message)

    def _send(self, message: dict[str, Any]) -> None:
        self._app.bridge.tell_host(message)
