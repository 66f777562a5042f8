"""Has Lighthouse look at the built site in Debian's Chromium, as at a desktop and as at a phone.

Lighthouse comes from npm, pinned by bench/npm/package-lock.json, and is kept in the build's cache.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.driver import CHROMIUM, serving
from web.cache import Cache, digest
from web.errors import BuildError
from web.pages import EDITIONS
from web.serve import SITE
from web.shell import need, run

PACKAGE = Path(__file__).with_name("npm")
SCRIPT = "node_modules/lighthouse/cli/index.js"
FORMS = {"desktop": ("--preset=desktop",), "phone": ()}
"""What is pretended, with Lighthouse's options: a phone has a slow network and a processor four times as slow."""
CHROMIUM_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
GOAL = 95
REMEDY = "see the message; it comes from Lighthouse or from npm"


def installed() -> Path:
    """Gets the folder with Lighthouse in its node_modules."""
    files = [PACKAGE / name for name in ("package.json", "package-lock.json", ".npmrc")]

    def make(folder: Path) -> None:
        need("npm")
        for file in files:
            shutil.copyfile(file, folder / file.name)
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder, remedy=REMEDY)

    return Cache().entry("lighthouse", digest(*(file.read_bytes() for file in files)), make).path


def look(url: str, form: str) -> dict[str, Any]:
    """Gets Lighthouse's report of a page."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ("--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={CHROMIUM_FLAGS}")
        environment = {**os.environ, "CHROME_PATH": CHROMIUM}
        run("node", installed() / SCRIPT, url, *FORMS[form], *options, env=environment, remedy=REMEDY)
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def measure() -> dict[str, object]:
    """Gets the four scores of each edition in each form.

    Raises:
        BuildError: When there is no site.
    """
    if not (SITE / "index.html").is_file():
        raise BuildError(f"there is no site in {SITE}", "run make build")
    figures: dict[str, object] = {}
    with serving(SITE) as url:
        for edition in EDITIONS:
            for form in FORMS:
                report = look(f"{url}{edition.file}", form)
                scores = {part["title"]: round(100 * part["score"]) for part in report["categories"].values()}
                for title, score in scores.items():
                    figures[f"Lighthouse, {edition.file}, {form}: {title} (goal {GOAL})"] = score
                blocked = report["audits"]["total-blocking-time"]["numericValue"]
                figures[f"Lighthouse, {edition.file}, {form}: total blocking time, ms"] = round(blocked)
    return figures
