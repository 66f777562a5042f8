"""Pictures and sounds that are made by code."""

from itertools import combinations

import pytest

from okey.tiles import FALSE_JOKER, KIND_NAMES, WILD
from okey.ui import shapes, sound, theme
from okey.ui.fonts import Fonts
from okey.ui.layout import tile_height
from okey.ui.tileset import TileSet
from tests.ui.person import pygame


@pytest.fixture
def window():
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((200, 200))
    pygame.display.quit()


def face(tiles, window, kind, width, **how):
    window.fill((30, 100, 80))
    rect = pygame.Rect(20, 20, width, tile_height(width))
    tiles.draw(window, rect, kind, **how)
    grey = pygame.transform.grayscale(window.subsurface(rect))
    return pygame.image.tobytes(grey, "RGB")[::3]


@pytest.mark.parametrize("look", theme.LOOKS)
@pytest.mark.parametrize("width", [24, 33, 72])
def test_no_two_faces_look_alike_without_colours(window, width, look):
    tiles = TileSet(Fonts(), theme.LOOKS[look])
    faces = {name: face(tiles, window, kind, width) for kind, name in enumerate(KIND_NAMES)}
    area = width * tile_height(width)
    for (a, one), (b, other) in combinations(faces.items(), 2):
        differing = sum(abs(x - y) > 40 for x, y in zip(one, other, strict=True))
        assert differing > area / 60, (a, b)


def test_okeys_and_wilds_are_marked(window):
    tiles = TileSet(Fonts(), theme.LOOKS["ivory"])
    plain, okey = face(tiles, window, 5, 60), face(tiles, window, 5, 60, okey=True)
    assert plain != okey
    alone = face(tiles, window, FALSE_JOKER, 60, plays=WILD)
    assert alone != face(tiles, window, FALSE_JOKER, 60, plays=7)


def test_the_shadow_under_a_tile_is_soft(window):
    tiles = TileSet(Fonts(), theme.LOOKS["ivory"])
    window.fill((200, 200, 200))
    rect = pygame.Rect(40, 40, 72, tile_height(72))
    tiles.draw(window, rect, 0)
    levels = [window.get_at((rect.centerx, y))[0] for y in range(rect.bottom, rect.bottom + 12)]
    assert levels == sorted(levels)
    assert 60 < levels[0] < 200
    assert len(set(levels)) >= 4
    assert levels[-1] == 200


@pytest.mark.parametrize("masks", [(0xFF0000, 0xFF00, 0xFF, 0xFF000000), (0xFF, 0xFF00, 0xFF0000, 0xFF000000)])
def test_pictures_for_the_window_look_the_same(window, masks):
    picture = pygame.Surface((9, 9), pygame.SRCALPHA, 32, masks)
    picture.fill((10, 120, 240, 90))
    picture.fill((10, 120, 240, 0), (0, 0, 3, 9))
    picture.fill((10, 120, 240, 255), (6, 0, 3, 9))
    shown = []
    for image in (picture, shapes.native(picture)):
        window.fill((200, 100, 0))
        window.blit(image, (0, 0))
        shown.append([window.get_at((x, 4)) for x in (1, 4, 7)])
    for ours, plain in zip(shown[1], shown[0], strict=True):
        assert all(abs(a - b) <= 2 for a, b in zip(ours, plain, strict=True))


def test_a_picture_is_drawn_without_a_window_too():
    picture = shapes.rounded(10, 10, 3, theme.GOLD)
    assert shapes.native(picture) is picture
    assert picture.get_at((0, 0))[3] == 0
    assert picture.get_at((5, 5)) == theme.GOLD


def test_an_outline_is_hollow():
    ring = shapes.ring(20, 20, 5, 2, theme.GOLD)
    assert ring.get_at((10, 10))[3] == 0
    assert ring.get_at((10, 0)) == theme.GOLD


@pytest.mark.parametrize("name", sound.SOUNDS)
def test_sounds_are_short_and_loud_enough(name):
    data = sound.samples(name)
    assert 0.02 < len(data) / 2 / sound.RATE < 1
    peak = max(abs(int.from_bytes(data[i : i + 2], "little", signed=True)) for i in range(0, len(data), 2))
    assert 3000 < peak <= 32000
    assert data == sound.samples(name)
