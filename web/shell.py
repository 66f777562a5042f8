"""Runs the build's outside commands and turns their failures into one clear line."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from web.errors import FREE_SPACE, BuildError

if TYPE_CHECKING:
    from collections.abc import Mapping

NEED = Path(__file__).with_name("need.sh")

# What a failed command's output means for the person: pattern, what is wrong, remedy; the first match counts.
DIAGNOSES = [
    (
        re.compile(r"No space left|ENOSPC|EDQUOT|quota exceeded", re.IGNORECASE),
        "the disk is full",
        FREE_SPACE,
    ),
    (
        re.compile(
            r"ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|[Cc]ould not (resolve|connect)"
            r"|Temporary failure|Failed to fetch|Unable to connect|Connection refused|Network is unreachable"
            r"|ConnectError|ConnectTimeout|Name or service not known|Max retries exceeded"
        ),
        "no network",
        "check the connection and the settings of pip, npm and apt, then run it again",
    ),
]


def run(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, remedy: str) -> str:
    """Runs a command quietly and gets its standard output.

    Args:
        command: The program and its arguments.
        cwd: The folder to run it in.
        env: Its environment, when not this process's own.
        remedy: What to do when it fails for no reason that is known here.

    Raises:
        BuildError: It is missing or it failed.
    """
    words = [str(word) for word in command]
    name = Path(words[0]).name
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise BuildError(f"the command {name} is missing", remedy) from None
    if done.returncode:
        raise diagnose(name, done.stdout + done.stderr, remedy)
    return done.stdout


def diagnose(name: str, output: str, remedy: str) -> BuildError:
    """Gets the error that a failed command's output amounts to."""
    for pattern, meaning, known_remedy in DIAGNOSES:
        if pattern.search(output):
            return BuildError(f"{name}: {meaning}", known_remedy)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = (
        [line for line in lines if re.search(r"\berror\b|^E:", line, re.IGNORECASE)] or lines[-1:] or ["no output"]
    )
    return BuildError(f"{name} failed: {telling[0][:300]}", remedy)


def need(group: str) -> None:
    """Makes sure that a group of tools is installed, see need.sh.

    Raises:
        BuildError: They are missing and cannot be installed.
    """
    done = subprocess.run(["sh", NEED, group], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        told = re.search(r"^error: (.*) \((.*)\)$", done.stderr, re.MULTILINE)
        raise BuildError(*told.groups()) if told else diagnose("need.sh", done.stderr, "install it by hand")
