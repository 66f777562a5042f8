"""Settings: how the table looks, sounds and moves, and what it points out."""

from __future__ import annotations

from collections.abc import Sequence

from okey.ui.aside import kept_aside
from okey.ui.scenes.about import About
from okey.ui.scenes.aside import AsideSheet
from okey.ui.scenes.report import Report
from okey.ui.scenes.rows import Choice, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.settings import CHOICES, VOLUMES
from okey.ui.unlocks import KINDS, free


class SettingsSheet(Scrolled):
    """The player's choices; each takes effect at once."""

    name = "settings"
    size = (620.0, 560.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.settings")

    def rows(self) -> Sequence[Row]:
        """Makes a row for each setting."""
        t, settings = self.app.texts, self.app.settings
        painter, width = self.app.painter, self.body().width - self.app.px(14)
        found: list[Row] = []
        for name, words in CHOICES.items():
            if name == "rack":  # chosen by its picture, in the club
                continue
            label = t(f"settings.{name}")
            now = getattr(settings, name)
            choices = []
            for word in words:
                if name in KINDS and word != now and word not in free(name, self.app.level):
                    continue
                face = t(f"{name}.{word}")
                choices.append(Choice(f"{name}-{word}", f"{label}: {face}", face, word == now))
            found += choose(painter, width, label, choices)
            if name == "coach":
                found += paragraph(painter, t(f"coach.about.{now}"), width, size=13)
                found.append(Row(self.app.px(8)))
        label = t("settings.volume")
        volumes = [
            Choice(f"volume-{v}", f"{label}: {face}", face, v == settings.volume)
            for v in VOLUMES
            for face in [str(v) if v else t("volume.0")]
        ]
        found += choose(painter, width, label, volumes)
        label = t("settings.hand")
        hands = [
            Choice(f"hand-{word}", f"{label}: {t(f'hand.{word}')}", t(f"hand.{word}"), left == settings.left_handed)
            for word, left in (("right", False), ("left", True))
        ]
        found += choose(painter, width, label, hands)
        label = t("settings.saves")
        saves = [
            Choice(f"saves-{word}", f"{label}: {face}", face, chosen=False)
            for word in ("export", "import", *(["aside"] if kept_aside(self.app.bridge) else []))
            for face in [t(f"saves.{word}")]
        ]
        return found + choose(painter, width, label, saves)

    def foot(self) -> Sequence[tuple[str, str]]:
        """Adds the ways to what is said about the game, and to what is said of it."""
        t = self.app.texts
        return (("about", t("about.title")), ("report", t("menu.report")), *super().foot())

    def chosen(self, identifier: str) -> None:
        """Takes a choice."""
        app = self.app
        if identifier in ("about", "report"):
            app.open(About(app) if identifier == "about" else Report(app))
            return
        name, _, word = identifier.partition("-")
        if name == "language":
            app.set_language(word)
            return
        if name == "saves":
            if word == "aside":
                app.open(AsideSheet(app))
            else:
                (app.export_saves if word == "export" else app.import_saves)()
            return
        value: object = int(word) if name == "volume" else word == "left" if name == "hand" else word
        app.change_setting("left_handed" if name == "hand" else name, value)
        self.refresh()
        self.reveal(identifier)  # larger letters may have moved it out of sight
