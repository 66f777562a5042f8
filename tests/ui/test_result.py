"""The end of a hand: the winner's melds are laid out, wilds as what they stand for."""

import pytest

from okey.tiles import WILD
from okey.ui.storage import MATCH
from tests.ui.person import QuietBridge, pygame
from tests.ui.saves import played


def won_with_a_wild(game, _action):
    """Whether a hand has just been won with an okey in a meld."""
    view = game.view(0)
    result = view.result
    return result is not None and any(view.faces.of[tile] == WILD for meld in result.melds for tile in meld.tiles)


@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81"])
def test_the_winners_wilds_are_shown_as_what_they_stand_for(play, rules):
    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(3)
        app, view = person.app, person.app.session.view
        wilds = [
            (tile, face)
            for meld in view.result.melds
            for tile, face in zip(meld.tiles, meld.faces, strict=True)
            if view.faces.of[tile] == WILD
        ]
        part = next(part for part in app.scene.parts() if part.key == f"seat-{view.result.winner}")
        told = part.items[-1]
        for _, face in wilds:
            assert app.texts("meld.stands", tile=app.texts.kind(face)) in told
        shown = pygame.image.tobytes(app._canvas, "RGB")
        draw = app.tiles.draw
        marked = []

        def unmarked(target, rect, kind, *, stands=False, okey=False, **how):
            if stands:
                marked.append(kind)
            draw(target, rect, kind, okey=okey and not stands, **how)

        app.tiles.draw = unmarked
        app.redraw()
        await person.settle(1)
        assert sorted(marked) == sorted(face for _, face in wilds)
        assert pygame.image.tobytes(app._canvas, "RGB") != shown, "the mark is seen"

    play(script, QuietBridge({MATCH: played(rules, "wild", won_with_a_wild)}))
