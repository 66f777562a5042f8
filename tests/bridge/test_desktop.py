"""The desktop's half of the bridge, without a screen."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from okey.bridge import Viewport, detect
from okey.bridge.desktop import DesktopBridge, Folder, data_folder, system_language

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> Iterator[DesktopBridge]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield DesktopBridge(size=(640, 480), ratio=2, language="tr", storage={}, pace=0.01)
    pygame.quit()


def test_detects_the_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OKEY_HOME", str(tmp_path))
    bridge = detect()
    assert bridge.save("key", "text")
    assert [file.name for file in tmp_path.iterdir()] == ["key.txt"]


def test_measures_its_window(bridge: DesktopBridge) -> None:
    assert bridge.viewport() == Viewport(640, 480, 2)
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    assert not bridge.resized()
    pygame.display.set_mode((300, 500))
    assert bridge.resized()
    assert not bridge.resized()
    assert bridge.viewport() == Viewport(300, 500, 2)
    assert not bridge.hidden


def elapsed(coroutine: Coroutine[None, None, None]) -> float:
    start = time.perf_counter()
    asyncio.run(coroutine)
    return time.perf_counter() - start


def test_wait_ends_after_its_time(bridge: DesktopBridge) -> None:
    assert 0.05 <= elapsed(bridge.wait(0.05)) < 1
    assert elapsed(bridge.wait(0)) < 0.5


def test_wait_ends_when_woken_before_or_meanwhile(bridge: DesktopBridge) -> None:
    bridge.wake()
    assert elapsed(bridge.wait(None)) < 1

    async def woken() -> None:
        asyncio.get_running_loop().call_later(0.03, bridge.wake)
        await bridge.wait(None)

    assert 0.03 <= elapsed(woken()) < 1


def test_wait_ends_on_input(bridge: DesktopBridge) -> None:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    pygame.event.clear()
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a))
    assert elapsed(bridge.wait(None)) < 1
    assert pygame.event.get(pygame.KEYDOWN), "the event is still there for the game"


def test_frames_keep_their_pace(bridge: DesktopBridge) -> None:
    async def film() -> None:
        for _ in range(10):
            await bridge.frame()

    assert 0.09 <= elapsed(film()) < 1


def test_pause_lets_another_task_run(bridge: DesktopBridge) -> None:
    async def think() -> list[str]:
        log = ["before"]
        asyncio.get_running_loop().call_soon(log.append, "other")
        await bridge.pause()
        return [*log, "after"]

    assert asyncio.run(think()) == ["before", "other", "after"]


def test_keeps_texts_in_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "place"
    bridge = DesktopBridge(storage=Folder(folder))
    assert bridge.load("match") is None
    assert bridge.save("match", "Şişli ★\r\n")
    assert bridge.save("../odd/key", "kept inside")
    again = DesktopBridge(storage=Folder(folder))
    assert again.load("match") == "Şişli ★\r\n"
    assert again.load("../odd/key") == "kept inside"
    assert sorted(Folder(folder)) == ["../odd/key", "match"]
    assert again.save("match", None)
    assert again.save("match", None), "removing nothing is no error"
    assert again.load("match") is None
    assert len(list(folder.iterdir())) == 1, "no draft is left behind"


def test_falls_back_to_memory_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    bridge = DesktopBridge(storage=Folder(blocked))
    assert not bridge.save("key", "text")
    assert bridge.load("key") == "text"
    bridge.save("key", None)
    assert bridge.load("key") is None


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/okey")),
        ("linux", {}, Path("/home/x/.local/share/okey")),
        ("win32", {"APPDATA": "/roaming"}, Path("/roaming/Okey")),
        ("darwin", {}, Path("/home/x/Library/Application Support/Okey")),
        ("linux", {"OKEY_HOME": "/chosen"}, Path("/chosen")),
    ],
)
def test_finds_the_systems_data_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: dict[str, str], expected: Path
) -> None:
    for name in ("OKEY_HOME", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "/home/x"} | variable).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert data_folder() == expected


@pytest.mark.parametrize(("name", "language"), [("tr_TR.UTF-8", "tr"), ("en_US.UTF-8", "en"), ("C.UTF-8", "en")])
def test_speaks_the_systems_language(monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", name)
    assert system_language() == language


def test_plays_sounds_with_or_without_device(bridge: DesktopBridge, monkeypatch: pytest.MonkeyPatch) -> None:
    bridge.play("click", bytes(2000), 22050, 0.5)
    bridge.play("click", bytes(2000), 22050, 0.5)
    assert pygame.mixer.get_init() == (22050, -16, 1)
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    DesktopBridge(storage={}).play("click", bytes(2000), 22050, 0.5)


def test_does_what_a_headless_screen_allows(bridge: DesktopBridge) -> None:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    assert not bridge.can_fullscreen()
    bridge.toggle_fullscreen()
    for name in ("default", "pointer", "grab", "grabbing"):
        bridge.cursor(name)
    assert len({bridge.entropy(16) for _ in range(9)}) == 9


def test_reports_to_the_terminal(bridge: DesktopBridge, capsys: pytest.CaptureFixture[str]) -> None:
    bridge.report(ValueError("lost tile"))
    assert "ValueError: lost tile" in capsys.readouterr().err
