"""The game in a window: ``python -m okey.ui``, or ``okey-desktop`` where the package is installed."""

import asyncio

from okey.bridge import detect
from okey.ui.app import App


def main() -> None:
    """Plays until the window is closed."""
    asyncio.run(App(detect()).run())


if __name__ == "__main__":
    main()
