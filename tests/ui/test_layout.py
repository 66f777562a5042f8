from itertools import pairwise

import pygame
import pytest
from pygame import Rect

from okey.bridge import Viewport
from okey.ui import layout
from okey.ui.layout import arrange, panel, safe_area, split
from okey.ui.scenes.result import _flow as flow

SIZES = [
    (360, 640), (640, 360), (390, 844), (844, 390), (412, 915), (600, 600), (768, 1024), (1024, 768),
    (1366, 768), (1280, 800), (1920, 1080), (1080, 1920), (2560, 1440), (3440, 1440),
]  # fmt: skip


def overlapping(rects):
    items = list(rects.items())
    return [(a, b) for i, (a, ra) in enumerate(items) for b, rb in items[i + 1 :] if ra.colliderect(rb)]


def pile_rects(pile):
    return pile.top.unionall([pile.top.move(pile.step[0] * i, pile.step[1] * i) for i in range(pile.shown)])


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("insets", [(0, 0, 0, 0), (24, 0, 20, 0)])
def test_everything_has_its_place(size, ratio, insets):
    viewport = Viewport(round(size[0] * ratio), round(size[1] * ratio), ratio, tuple(round(i * ratio) for i in insets))
    lay = arrange(viewport)
    rects = {
        "menu": lay.menu, "rack": lay.rack, "message": lay.message,
        "stock": lay.stock, "indicator": lay.indicator,
        "okey": lay.okey, "indicator caption": lay.captions[0], "okey caption": lay.captions[1],
        **{f"seat {i}": r for i, r in enumerate(lay.seats, 1)},
        **{f"pile {i}": pile_rects(p) for i, p in enumerate(lay.piles)},
        **lay.buttons,
    }  # fmt: skip
    assert overlapping(rects) == []
    area = safe_area(viewport)
    assert [name for name, rect in rects.items() if not area.contains(rect)] == []
    assert all(lay.rack.contains(slot) for slot in lay.slots)
    assert overlapping({str(i): slot for i, slot in enumerate(lay.slots)}) == []
    assert not any(slot.colliderect(lay.lip) for slot in lay.slots)
    for name in ("menu", *lay.buttons):
        assert min(rects[name].size) >= 40 * ratio, name
    for name in ("stock", "indicator"):
        assert min(rects[name].size) >= 40 * ratio - 1, name
    assert min(lay.slots[0].size) >= 31 * ratio
    assert len(lay.slots) >= 20


def test_discards_lie_at_the_throwers_right_hand():
    lay = arrange(Viewport(1366, 768, 1.0))
    right, opposite, left = lay.seats
    own, of_right, of_opposite, of_left = (pile.top for pile in lay.piles)
    assert own.centery > right.centery > of_right.centery
    assert own.centerx > opposite.centerx > of_left.centerx
    assert of_right.centerx > opposite.centerx > of_opposite.centerx
    assert of_left.centery > left.centery > of_opposite.centery


def test_slot_at_finds_the_nearest_slot_on_the_rack_only():
    lay = arrange(Viewport(1366, 768, 1.0))
    for index, slot in enumerate(lay.slots):
        assert lay.slot_at(*slot.center) == index
    assert lay.slot_at(lay.slots[3].right, lay.slots[3].centery) in (3, 4)
    assert lay.slot_at(*lay.stock.center) is None


def test_large_screens_get_larger_units():
    assert layout.unit(Viewport(360, 640, 1.0)) == 1
    assert layout.unit(Viewport(1080, 1920, 3.0)) == 3
    assert layout.unit(Viewport(2560, 1440, 1.0)) > 2
    assert layout.unit(Viewport(10_000, 10_000, 1.0)) == pytest.approx(2.2)


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
