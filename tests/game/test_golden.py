"""The first hand of the seed "golden", played by four honest bots, as text: any change shows as a diff.

After a change on purpose: ``python -m tests.game.test_golden`` in the repository, and read the diff.
"""

from pathlib import Path

import pytest

from tests.support import HERE, bot_match

GOLDENS = {
    "classic": HERE / "golden" / "classic.txt",
}


def played() -> str:
    record, events = bot_match("golden", hands=1)
    return record.write() + "\n" + "".join(f"{event}\n" for event in events)


@pytest.mark.parametrize("path", GOLDENS.values(), ids=GOLDENS)
def test_a_hand_is_played_as_before(path: Path) -> None:
    assert played() == path.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDENS["classic"].write_text(played(), encoding="utf-8")
