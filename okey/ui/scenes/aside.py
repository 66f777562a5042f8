"""What is kept aside: to bring back, or to take away as a file."""

from __future__ import annotations

from collections.abc import Sequence

from okey.ui import aside
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import Choice, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled


class AsideSheet(Scrolled):
    """Lists what was set aside."""

    name = "aside"
    size = (560.0, 420.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("aside.title")

    def rows(self) -> Sequence[Row]:
        """Makes rows for every text: what it is, and what can be done with it."""
        t, painter, width = self.app.texts, self.app.painter, self.body().width - self.app.px(14)
        kept = aside.kept_aside(self.app.bridge)
        found = list(paragraph(painter, t("aside.about" if kept else "aside.none"), width, size=14))
        for key, text in kept.items():
            label, sound = t(f"aside.{key}"), aside.readable(key, text)
            if not sound:
                label = t("aside.unreadable", what=label)
            choices = [
                Choice(f"{word}-{key}", f"{label}: {t(f'aside.{word}')}", t(f"aside.{word}"), False, enabled)
                for word, enabled in (("back", sound), ("file", True))
            ]
            found += choose(painter, width, label, choices)
        return found

    def chosen(self, identifier: str) -> None:
        """Writes a file, or asks whether what is there now gives way."""
        word, _, key = identifier.partition("-")
        app = self.app
        if word == "file":
            app.give_file(f"okey-{key}.txt", aside.kept_aside(app.bridge)[key])
        else:
            app.open(Question(app, "confirm.aside", lambda: app.bring_back(key), what=app.texts(f"aside.{key}")))
