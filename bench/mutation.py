"""Measures the tests: how many small changes to melds, game and scoring do they notice?

mutmut makes the changes (see ``tool.mutmut`` in pyproject.toml) in a copy of the repository, so that nothing of
them stays here.  Some twenty minutes on two cores.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("okey", "tests", "assets", "main.py", "pyproject.toml")
CAUGHT = ("killed", "timeout", "suspicious", "segfault")


def caught(children: int) -> tuple[int, int]:
    """Runs all mutants.

    Args:
        children: how many run at once.

    Returns:
        How many of them the tests caught, and how many there were.
    """
    with tempfile.TemporaryDirectory(prefix="okey-mutation-") as folder:
        for name in COPIED:
            source, target = ROOT / name, Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        mutmut = Path(sys.executable).with_name("mutmut")
        log = Path(folder) / "log.txt"
        with log.open("w") as output:
            done = subprocess.run(
                [mutmut, "run", "--max-children", str(children)], cwd=folder, stdout=output, stderr=output, check=False
            )
        stats = Path(folder) / "mutants" / "mutmut-cicd-stats.json"
        subprocess.run([mutmut, "export-cicd-stats"], cwd=folder, capture_output=True, check=False)
        if not stats.is_file():
            raise RuntimeError(f"mutmut ended with {done.returncode}: {log.read_text()[-500:]}")
        counts = json.loads(stats.read_text())
        return sum(counts[how] for how in CAUGHT), counts["total"]
