import errno
import os
import shutil
import sys
from pathlib import Path

import pytest

from web.errors import BuildError, from_os_error, run_main
from web.shell import diagnose, need, run


def test_run_gets_the_output() -> None:
    assert run(sys.executable, "-c", "print(1)", remedy="") == "1\n"


def test_a_missing_command_is_told_with_the_remedy() -> None:
    with pytest.raises(BuildError, match=r"the command no-such-tool is missing \(get it\)"):
        run("no-such-tool", remedy="get it")


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("tar: write error: No space left on device", "disk is full"),
        ("npm error code ENOSPC", "disk is full"),
        ("npm error errno ECONNREFUSED", "no network"),
        ("E: Failed to fetch something  Temporary failure resolving 'mirror'", "no network"),
        (
            "a.c:1:2: error: unknown type name 'x'\n1 error generated.",
            "a.c:1:2: error: unknown type name 'x'",
        ),
        ("first\nlast\n\n", "tool failed: last"),
        ("", "tool failed: no output"),
    ],
)
def test_a_failure_is_one_line_with_a_remedy(output: str, told: str) -> None:
    error = diagnose("tool", output, "try again")
    assert told in str(error)
    assert error.remedy
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/x"), "error: the disk is full: /x (free some"),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "error: Permission denied: /x (check"),
        (BuildError("bad", "mend it"), "error: bad (mend it)"),
    ],
)
def test_run_main_ends_in_one_line(error: Exception, told: str) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(SystemExit) as caught:
        run_main(fail)
    assert str(caught.value.code).startswith(told)


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left"),
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        shutil.Error([("a", "b", "[Errno 28] No space left on device: 'b'")]),
    ],
)
def test_a_full_disk_is_known_in_every_guise(error: OSError) -> None:
    assert str(from_os_error(error)).startswith("the disk is full (")


@pytest.fixture
def bare_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PATH with a shell on it and nothing else."""
    (tmp_path / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("bare_path")
@pytest.mark.parametrize(
    ("group", "package"),
    [("venv", "python3-venv"), ("npm", "npm"), ("clang", "clang-19"), ("chromium", "chromium")],
)
def test_a_missing_tool_is_told_with_its_reason(group: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OKEY_NO_INSTALL", "1")
    with pytest.raises(BuildError, match=rf"missing: .*{package}.*, needed to ") as caught:
        need(group)
    assert caught.value.remedy == "install it, or unset OKEY_NO_INSTALL"
    monkeypatch.delenv("OKEY_NO_INSTALL")
    with pytest.raises(BuildError, match="this is no Debian system"):
        need(group)


def test_a_tool_that_is_there_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OKEY_NO_INSTALL", "1")
    assert os.environ["PATH"]
    need("venv")
