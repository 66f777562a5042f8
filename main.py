"""The one entry of the game, desktop and browser alike."""

import asyncio
import sys

from okey.bridge import detect
from okey.ui.app import App


async def main() -> None:
    """Builds the app in its surroundings and runs it to the end."""
    await App(detect()).run()


if __name__ == "__main__" and sys.platform != "emscripten":
    asyncio.run(main())
