"""What the relay writes down: events and counts as lines of JSON; no address, no room, nothing that a member sent."""

from __future__ import annotations

import json
import logging
import sys

quiet = logging.getLogger("okey.relay.websockets")
"""For the library's own words, which hold addresses."""
quiet.propagate = False
quiet.addHandler(logging.NullHandler())


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes time, level, event and the counts that belong to it."""
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "counts", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def begin() -> None:
    """Begins to write to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
