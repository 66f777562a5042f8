"""Set-up of a match: which game, changed how, against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from okey.bots import LEVELS
from okey.presets import OVERLAYS, PRESETS
from okey.rules import OPTIONS, RulesError
from okey.ui.draft import FIRST, Draft
from okey.ui.scenes.naming import Naming
from okey.ui.scenes.rows import Choice, Line, Row, choose, paragraph, stepper
from okey.ui.scenes.rules import Rules
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App


class Setup(Scrolled):
    """Puts the next match together; nothing happens to the running one until it is dealt.

    Args:
        app: the app it belongs to.
        draft: what it begins with; the match chosen last if that is not given.
    """

    name = "setup"
    size = (640.0, 640.0)

    def __init__(self, app: App, draft: Draft | None = None) -> None:
        self.draft = draft or Draft.from_data(app.settings.draft.as_data())
        self._details = False
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("setup.title")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists back, rules and deal."""
        t = self.app.texts
        return (("close", t("setup.cancel")), ("read", t("menu.rules")), ("deal", t("setup.deal")))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: games, changes, players, options."""
        t = self.app.texts
        return [
            *self._games(),
            Row(self.app.px(4)),
            Line(self.app.line(26), t("setup.overlays"), 16, bold=True),
            *self._overlays(),
            Row(self.app.px(4)),
            Line(self.app.line(26), t("setup.players"), 16, bold=True),
            *self._players(),
            Row(self.app.px(4)),
            *self._options(),
        ]

    def _in_rows(self, choices: Sequence[Choice]) -> list[Row]:
        """Lays buttons out, as many beside each other as are easily read."""
        return choose(self.app.painter, self._width(), "", choices, most=2 if self._width() < self.app.px(460) else 4)

    def _width(self) -> int:
        """Gets the width of the rows, in pixels."""
        return self.body().width - self.app.px(14)

    def _games(self) -> list[Row]:
        t, now = self.app.texts, self.draft.preset
        choices = []
        for name in sorted(PRESETS, key=lambda name: name != FIRST):
            label = t(f"preset.{name}")
            choices.append(Choice(f"preset-{name}", label, label, name == now))
        about = paragraph(self.app.painter, t(f"preset.{now}.about"), self._width(), size=14)
        return [*self._in_rows(choices), *about]

    def _overlays(self) -> list[Row]:
        t = self.app.texts
        choices = [
            Choice(f"overlay-{name}", t(f"overlay.{name}.about"), t(f"overlay.{name}"), name in self.draft.overlays)
            for name in OVERLAYS
            if self.draft.offers(name)
        ]
        return self._in_rows(choices)

    def _players(self) -> list[Row]:
        """Makes a row for each chair: name and level."""
        t, rules = self.app.texts, self.draft.rules
        found: list[Row] = []
        for seat, sitter in enumerate(self.draft.seated()):
            shown = sitter.name or t("you")
            partner = rules.teams != "none" and seat == 2
            label = t("setup.partner") if partner else t("setup.seat", seat=seat + 1) if seat else t("setup.you")
            choices = [Choice(f"name-{seat}", t("setup.rename", name=shown), shown, chosen=False)]
            if sitter.level is not None:
                level = level_name(self.app, sitter.level)
                several = len(LEVELS) > 1
                choices.append(
                    Choice(f"level-{seat}", t("setup.level", name=shown, level=level), level, False, several)
                )
            found += choose(self.app.painter, self._width(), label, choices)
        return found

    def _options(self) -> list[Row]:
        """Makes a row for each option that has a choice, once they are asked for."""
        t, language = self.app.texts, self.app.texts.language
        painter = self.app.painter
        face = t("setup.options_hide" if self._details else "setup.options")
        button = Choice("options", face, face, self._details)
        found = choose(painter, self._width(), "", [button])
        if not self._details:
            return found
        group = ""
        rules = self.draft.rules
        for name in self.draft.options():
            option = OPTIONS[name]
            if option.group != group:
                group = option.group
                found.append(Line(self.app.line(28), t(f"group.{group}"), 16, bold=True))
            value = option.value_name(getattr(rules, name), language)
            label = option.label[language].replace("'", "’")
            found.append(
                stepper(
                    painter,
                    self._width(),
                    f"option-{name}",
                    (label, value.replace("'", "’")),
                    (t("setup.previous", option=label, value=value), t("setup.next", option=label, value=value)),
                    changed=name in self.draft.changes,
                )
            )
        return found

    def chosen(self, identifier: str) -> None:
        """Takes a choice, or begins the match."""
        app, draft = self.app, self.draft
        verb, _, value = identifier.partition("-")
        if verb == "preset":
            draft.choose_preset(value)
        elif verb == "overlay":
            draft.toggle(value)
        elif verb == "name":
            self._rename(int(value))
        elif verb == "level":
            draft.next_level(int(value))
        elif verb == "options":
            self._details = not self._details
        elif verb == "option":
            name, _, way = value.rpartition("-")
            self._step(name, 1 if way == "next" else -1)
        elif verb == "read":
            app.open(Rules(app, draft.rules))
        elif verb == "deal":
            app.ask_new_match(draft)
            return
        self.refresh()

    def _rename(self, seat: int) -> None:
        """Asks for the person's name; computer players get the next one of a list."""
        if self.draft.sitters[seat].level is not None:
            self.draft.next_name(seat)
            return

        def take(name: str) -> None:
            self.draft.name_seat(seat, name)
            self.refresh()

        self.app.open(Naming(self.app, self.draft.sitters[seat].name, take))

    def _step(self, name: str, step: int) -> None:
        """Goes on to an option's next value that the others allow."""
        draft, t = self.draft, self.app.texts
        values = draft.choices(name)
        at = values.index(getattr(draft.rules, name))
        for turn in range(1, len(values)):
            try:
                draft.set_option(name, values[(at + turn * step) % len(values)])
            except RulesError as error:
                clash = [OPTIONS[o].label[t.language].replace("'", "’") for o in error.options if o != name]
            else:
                return
        self.app.notice(t("setup.clash", options=", ".join(clash)), alarm=True)


def level_name(app: App, level: str) -> str:
    """Names a kind of computer player."""
    key = f"level.{level}"
    return app.texts(key) if key in app.texts else level.capitalize()
