import json
import re

from bench.__main__ import SECTIONS
from bench.lighthouse import PACKAGE


def test_lighthouse_is_pinned_and_from_no_named_registry() -> None:
    lock = json.loads((PACKAGE / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages["node_modules/lighthouse"]["version"] == "12.2.3"
    assert all(re.match("sha512-", entry["integrity"]) for entry in packages.values())
    assert not any("resolved" in entry for entry in packages.values())
    assert "omit-lockfile-registry-resolved=true" in (PACKAGE / ".npmrc").read_text()
    assert "lighthouse" in SECTIONS
