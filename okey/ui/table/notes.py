"""What stands on the rack's edge: the goal of a challenge, or what the coach says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from okey.ui.challenge.words import goal_brief, goal_text

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def note(scene: TableScene) -> tuple[str, ...]:
    """Gets the wordings, the longest first; none where nothing is to be said."""
    session = scene.app.challenge
    if session is None:
        return scene.coach.note()
    t, goal, table = scene.app.texts, session.challenge.goal, session.view.rules.table_melds
    whole, brief = goal_text(t, goal, table=table), goal_brief(t, goal, table=table)
    if goal.turns == 1:
        return whole, brief
    turns = {"turn": session.turn, "turns": goal.turns}
    return t("goal.turn", goal=whole, **turns), t("goal.turn.brief", goal=brief, **turns)
