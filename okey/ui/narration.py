"""Events and refusals in the words of a language."""

from __future__ import annotations

from collections.abc import Sequence

from okey.bots.advice import Advice
from okey.coach import Standing
from okey.game import Event, Refused
from okey.tiles import WILD, Faces
from okey.ui.texts import Texts

MOST_NAMED = 5
"""So many of the tiles that help are named, those first of which most are unseen."""

NEAR = 2
"""Where no more tiles are missing, some are named though there are more of them."""


def explain(texts: Texts, refused: Refused, faces: Faces | None) -> str:
    """Says why an action was refused, with its figures and the tiles at fault."""
    first, second, *_ = (*refused.numbers, "", "")
    return texts(
        f"refused.{refused.reason}",
        first=first,
        second=second,
        tiles=", ".join(texts.tile(tile, faces) for tile in refused.tiles),
    )


def advise(texts: Texts, advice: Advice, faces: Faces | None) -> str:
    """Says what would be good to do, and why."""
    tile = advice.tile if advice.tile is not None else next(iter(advice.action.tiles), None)
    return texts.sentence(
        f"advice.{advice.reason}",
        tile="" if tile is None else texts.tile(tile, faces),
        missing=advice.missing,
        before=advice.before,
        useful=advice.useful,
        value=advice.value,
        needed=advice.needed,
    )


def stand(texts: Texts, standing: Standing, *, tiles: bool) -> str:
    """Says how a rack stands.

    Args:
        texts: the language.
        standing: how it stands.
        tiles: whether the tiles that help are named, each with how many of it are unseen; not where they are many.
    """
    key = f"stand.{standing.aim}"
    state = "" if standing.aim == "opened" else "_ready" if not standing.missing else "" if standing.useful else "_far"
    said = texts(
        f"{key}{state}",
        missing=standing.missing,
        useful=standing.ways,
        needed=standing.needed,
        fitting=len(standing.fitting),
    )
    more = len(standing.useful) - MOST_NAMED
    if not tiles or not standing.useful or (more > 0 and standing.missing > NEAR):
        return said
    named = [
        texts("stand.tile", tile=texts("stand.okey") if face == WILD else texts.kind(face), number=number)
        for face, number in sorted(standing.useful, key=lambda item: (-item[1], item[0]))
    ]
    key = "stand.tiles_more" if more > 0 else "stand.tiles"
    return texts(key, said=said, tiles=", ".join(named[:MOST_NAMED]), more=more)


def stand_brief(texts: Texts, standing: Standing) -> str:
    """Says how a rack stands in two or three words."""
    key = "opened" if standing.aim == "opened" else "missing" if standing.missing else "ready"
    return texts(f"stand.brief.{key}", missing=standing.missing, useful=standing.ways, fitting=len(standing.fitting))


def tell(
    texts: Texts, event: Event, names: Sequence[str], faces: Faces | None, hand: int, *, me: int | None = None
) -> str:
    """Says what happened.

    Args:
        texts: the language.
        event: what happened, as the hearer may see it.
        names: who sits on each seat.
        faces: what tiles play as in this hand.
        hand: the number of the hand.
        me: the hearer's seat, who is addressed then.
    """
    closer = f"event.{event.kind}_{event.word}"
    key = closer if closer in texts else f"event.{event.kind}"
    own = f"{key}_you"
    tiles = [texts.tile(tile, faces) for tile in event.tiles]
    points = str(event.numbers[0]) if event.kind == "penalty" else ""
    return texts(
        own if me is not None and event.seat == me and own in texts else key,
        name="" if event.seat is None else names[event.seat],
        names=", ".join(names[seat] for seat in event.numbers) if event.kind == "match_ended" else "",
        hand=hand,
        tile=tiles[0] if tiles else "",
        tiles=", ".join(tiles),
        number=event.numbers[0] if event.numbers else "",
        scores=", ".join(str(number).replace("-", "−") for number in event.numbers),
        why=explain(texts, Refused(event.word, event.tiles, event.numbers), faces) if event.kind == "failed" else "",
        charge=texts(f"charge.{event.word}", points=points) if event.kind == "penalty" else "",
    )
