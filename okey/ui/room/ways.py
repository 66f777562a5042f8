"""The ways into a room: to make one, to come in by a code, to sit down at a public table."""

from __future__ import annotations

from collections.abc import Sequence

from okey.rules import RuleSet
from okey.ui.room.code import CodePanel
from okey.ui.room.game import GamePanel
from okey.ui.room.panels import begin, enter, join
from okey.ui.room.public import PublicPanel
from okey.ui.room.terms import chosen, words
from okey.ui.scenes.naming import Naming
from okey.ui.scenes.rows import Choice, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled


class FriendsPanel(Scrolled):
    """The ways into a room."""

    name = "friends"
    size = (480.0, 400.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.title")

    def rows(self) -> Sequence[Row]:
        """Makes the rows: name, game, ways."""
        t, painter, settings = self.app.texts, self.app.painter, self.app.settings
        width, rules = self.body().width - self.app.px(14), chosen(settings)
        shown = settings.draft.sitters[0].name or t("room.guest")
        game = Choice("game", t("room.choose_game", game=words(t, rules)), t.game(rules), chosen=False)
        return [
            *choose(painter, width, "", [self._way(way) for way in ("create", "code", "public")]),
            Row(self.app.px(6)),
            *choose(painter, width, t("room.name"), [Choice("name", t("setup.rename", name=shown), shown, False)]),
            *choose(painter, width, t("room.game"), [game]),
            *paragraph(painter, words(t, rules), width, size=13),
            Row(self.app.px(6)),
            *paragraph(painter, t("room.about"), width, size=14),
        ]

    def _way(self, way: str) -> Choice:
        label = self.app.texts(f"room.{way}")
        return Choice(way, label, label, chosen=False)

    def chosen(self, identifier: str) -> None:
        """Goes one of the ways."""
        app = self.app
        rules = chosen(app.settings)
        if identifier == "name":
            app.open(Naming(app, app.settings.draft.sitters[0].name, self._named))
        elif identifier == "game":
            app.open(GamePanel(app, rules, self._game_chosen))
        elif identifier == "code":
            app.open(CodePanel(app, "", lambda code: join(app, code)))
        elif identifier == "public":
            app.open(PublicPanel(app))
        else:
            begin(app).create(str(rules))
            enter(app)

    def _named(self, name: str) -> None:
        self.app.settings.draft.name_seat(0, name)
        self.app.settings.save(self.app.bridge)
        self.refresh()

    def _game_chosen(self, rules: RuleSet) -> None:
        self.app.settings.room = str(rules)
        self.app.settings.save(self.app.bridge)
        self.refresh()
