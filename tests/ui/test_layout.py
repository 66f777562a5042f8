from dataclasses import replace
from itertools import pairwise, product

import pygame
import pytest
from pygame import Rect

from okey.bridge import Viewport
from okey.ui.layout import grid, panel, safe_area, split, unit
from okey.ui.scenes.result import _flow as flow
from okey.ui.table import layout
from okey.ui.table.layout import arrange
from okey.ui.table.seating import Seating

SIZES = [
    (360, 640), (640, 360), (390, 844), (844, 390), (412, 915), (600, 600), (768, 1024), (1024, 768),
    (1366, 768), (1280, 800), (1920, 1080), (1080, 1920), (2560, 1440), (3440, 1440),
]  # fmt: skip
NOTCHED = [(size, (0, 44, 21, 44)) for size in SIZES if size[0] >= 800]
"""Lying phones, and larger screens, with notches at the sides and a bar below."""


def overlapping(rects):
    items = list(rects.items())
    return [(a, b) for i, (a, ra) in enumerate(items) for b, rb in items[i + 1 :] if ra.colliderect(rb)]


def pile_rects(pile):
    return pile.top.unionall([pile.top.move(pile.step[0] * i, pile.step[1] * i) for i in range(pile.shown)])


GAMES = {
    "closed": Seating(),
    "closed, left-handed": Seating(left_handed=True),
    "closed duel": Seating(players=2),
    "closed, three, to the left": Seating(players=3, clockwise=True),
    "closed, one pile": Seating(shared=True),
    "open, 21 tiles": Seating(board=True, tiles=21),
    "open, 21 tiles, left-handed": Seating(board=True, tiles=21, left_handed=True),
    "open duel": Seating(board=True, players=2),
    "open, three": Seating(board=True, players=3, tiles=21),
    "open, one pile, to the left": Seating(board=True, shared=True, clockwise=True),
    "open, to the left": Seating(board=True, clockwise=True),
    "closed, wide slots": Seating(wide=True),
    "open, wide slots": Seating(board=True, wide=True),
    "open, 21 tiles, wide slots": Seating(board=True, tiles=21, wide=True),
}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize(("size", "insets"), [*product(SIZES, [(0, 0, 0, 0), (24, 0, 20, 0)]), *NOTCHED], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_everything_has_its_place(size, ratio, insets, game):
    viewport = Viewport(round(size[0] * ratio), round(size[1] * ratio), ratio, tuple(round(i * ratio) for i in insets))
    seating = GAMES[game]
    lay = arrange(viewport, seating)
    rects = {
        "menu": lay.menu, "rack": lay.rack, "stock": lay.stock, "indicator": lay.indicator, "okey": lay.okey,
        **{f"seat {i}": r for i, r in lay.seats.items()},
        **{f"pile {i}": pile_rects(p) for i, p in enumerate(lay.piles)},
        **lay.tools,
        "actions": lay.actions, "hint": lay.hint,
    }  # fmt: skip
    if lay.captions is not None:
        rects |= {"indicator caption": lay.captions[0], "okey caption": lay.captions[1]}
    if lay.board is not None:
        rects["board"] = lay.board
        assert min(lay.board.size) > (90 if seating.wide else 100) * ratio
    if not lay.lip.colliderect(lay.message):
        rects["message"] = lay.message
    if lay.pager is not None:
        rects |= {"up": lay.pager[0], "down": lay.pager[1]}
    assert overlapping(rects) == []
    area = safe_area(viewport)
    rects["toast"] = lay.toast
    assert [name for name, rect in rects.items() if not area.contains(rect)] == []
    assert sorted(lay.seats) == list(range(1, seating.players))
    assert len(lay.piles) == (1 if seating.shared else seating.players)
    assert all(lay.rack.contains(slot) for slot in lay.slots)
    assert overlapping({str(i): slot for i, slot in enumerate(lay.slots)}) == []
    assert not any(slot.colliderect(lay.lip) for slot in lay.slots)
    assert (lay.columns, lay.rows) == layout.rack_shape(viewport, seating)
    for name in ("menu", "hint", *lay.tools):
        assert min(rects[name].size) >= 44 * ratio - 1, name
    for count in range(1, 5):
        buttons = lay.buttons(count)
        assert len(buttons) == count
        assert all(lay.actions.contains(button) for button in buttons)
        assert overlapping({str(i): button for i, button in enumerate(buttons)}) == []
        if count < 4:
            assert min(min(button.size) for button in buttons) >= 40 * ratio - 1
    for name in ("stock", "indicator"):
        assert min(rects[name].size) >= 40 * ratio - 1, name
    reach = [lay.reach(slot) for slot in range(len(lay.slots))]
    least = 44 if seating.wide else {20: 35, 24: 34, 30: 27, 33: 32}[len(reach)]
    if seating.wide and seating.tiles > 14 and size == (640, 360):
        least = 34  # two rows for all of them have no more room
    assert min(rect.width for rect in reach) >= least * ratio - 2
    assert min(rect.height for rect in reach) >= 44 * ratio - 1
    assert overlapping({str(slot): rect for slot, rect in enumerate(reach)}) == []
    assert not any(rects[name].collidelist(reach) >= 0 for name in ("actions", *lay.tools))
    assert len(lay.slots) >= seating.tiles + (2 if seating.wide else 6)


def test_there_is_no_lamp_for_those_who_want_no_hints():
    for game in GAMES.values():
        for size in ((360, 640), (1366, 768)):
            lay = arrange(Viewport(*size, 1.0), replace(game, hints=False))
            assert lay.hint is None


def test_the_better_hand_has_the_buttons_that_act():
    for size in ((360, 640), (1366, 768)):
        right = arrange(Viewport(*size, 1.0), Seating())
        left = arrange(Viewport(*size, 1.0), Seating(left_handed=True))
        assert right.actions.centerx > size[0] / 2 > left.actions.centerx
        assert right.tools["sort-runs"].centerx < right.actions.x
        assert left.tools["sort-runs"].centerx > left.actions.right


@pytest.mark.parametrize("clockwise", [False, True])
def test_discards_lie_at_the_hand_towards_the_next_player(clockwise):
    lay = arrange(Viewport(1366, 768, 1.0), Seating(clockwise=clockwise))
    way = -1 if clockwise else 1
    after, opposite, before = lay.seats[1], lay.seats[2], lay.seats[3]
    own, of_after, of_opposite, of_before = (pile.top for pile in lay.piles)
    assert own.centery > after.centery > of_after.centery
    assert own.centerx * way > opposite.centerx * way > of_before.centerx * way
    assert of_after.centerx * way > opposite.centerx * way > of_opposite.centerx * way
    assert of_before.centery > before.centery > of_opposite.centery


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_piles_that_the_player_uses_are_next_to_the_rack(size, game):
    lay = arrange(Viewport(*size, 1.0), GAMES[game])
    for pile in (lay.piles[0], lay.piles[-1]):
        assert lay.rack.top - pile.top.bottom < 20 * lay.unit


def test_slot_at_finds_the_nearest_slot_on_the_rack_only():
    lay = arrange(Viewport(1366, 768, 1.0), Seating())
    for index, slot in enumerate(lay.slots):
        assert lay.slot_at(*slot.center) == index
    assert lay.slot_at(lay.slots[3].right, lay.slots[3].centery) in (3, 4)
    assert lay.slot_at(*lay.stock.center) is None


@pytest.mark.parametrize("game", ["closed", "open, 21 tiles"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1366, 768)], ids=str)
def test_every_point_of_the_rack_belongs_to_the_nearest_slot(size, game):
    lay = arrange(Viewport(*size, 1.0), GAMES[game])
    reach = [lay.reach(slot) for slot in range(len(lay.slots))]
    for x in range(lay.rack.left, lay.rack.right, 5):
        for y in range(lay.rack.top, lay.rack.bottom, 5):
            (here,) = (slot for slot, rect in enumerate(reach) if rect.collidepoint(x, y))

            def away(slot, x=x, y=y):
                rect = lay.slots[slot]
                return max(rect.left - x, x - rect.right, 0) + max(rect.top - y, y - rect.bottom, 0)

            assert away(here) <= min(map(away, range(len(reach)))) + 2, (x, y)


def test_large_screens_get_larger_units():
    assert unit(Viewport(360, 640, 1.0)) == 1
    assert unit(Viewport(1080, 1920, 3.0)) == 3
    assert unit(Viewport(2560, 1440, 1.0)) > 2
    assert unit(Viewport(10_000, 10_000, 1.0)) == pytest.approx(2.4)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_panels_stay_inside(size):
    viewport = Viewport(*size, 1.0, (30, 10, 20, 0))
    assert safe_area(viewport).contains(panel(viewport, 860, 600))


def test_split_makes_equal_columns():
    columns = split(Rect(10, 5, 100, 20), 3, 5)
    assert columns[0].left == 10
    assert columns[-1].right == 110
    assert {c.width for c in columns} <= {30, 31}
    assert not any(a.colliderect(b) for a, b in pairwise(columns))


def test_a_grid_keeps_buttons_high_enough():
    area = Rect(0, 0, 90, 110)
    assert [r.size for r in grid(area, 1, 40, 6, 52)] == [(90, 52)]
    assert [r.size for r in grid(area, 2, 40, 6, 52)] == [(90, 52), (90, 52)]
    assert [r.width for r in grid(area, 3, 40, 6, 52)] == [90, 42, 42]
    assert grid(area, 0, 40, 6, 52) == []


def test_layout_needs_no_window():
    assert not pygame.display.get_init()


@pytest.mark.parametrize("sizes", [[3, 4, 3, 4, 1], [4, 4, 6], [3, 5, 6], [3, 11]])
def test_open_racks_use_the_room_of_a_phone(sizes):
    lines, width = flow(sizes, 320, 68, 42)
    assert len(lines) == 2
    assert width >= 22


def test_lines_of_an_open_rack_are_of_like_length():
    assert flow([3, 3, 3, 4, 1], 320, 68, 42)[0] == [slice(0, 2), slice(2, 5)]
    assert flow([3, 3, 3, 4, 1], 600, 68, 42)[0] == [slice(0, 5)]
