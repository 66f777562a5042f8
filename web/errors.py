"""The one error of the build, and the one way it reaches the person."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
FREE_SPACE = "free some disk space, or set OKEY_CACHE to a folder on a larger disk"


class BuildError(Exception):
    """Something outside the code stops the build.

    Attributes:
        message: What is wrong, in one line.
        remedy: What the person can do about it, in one line.
    """

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message} ({remedy})")
        self.message = message
        self.remedy = remedy


def from_os_error(error: OSError) -> BuildError:
    """Gets the build error that tells what an operating system error means for the person."""
    where = f": {error.filename}" if error.filename else ""
    # shutil gathers the errors of a whole tree into one without a number
    if error.errno in DISK_FULL or os.strerror(errno.ENOSPC) in str(error):
        return BuildError(f"the disk is full{where}", FREE_SPACE)
    return BuildError(f"{error.strerror or str(error)[:300]}{where}", "check the path and its permissions")


def run_main(main: Callable[[], None]) -> None:
    """Runs a command's main function; a failure becomes one line on stderr and exit status 1."""
    try:
        main()
    except BuildError as error:
        failure = error
    except OSError as error:
        failure = from_os_error(error)
    except KeyboardInterrupt:
        sys.exit(130)
    else:
        return
    sys.stdout.flush()
    sys.exit(f"error: {failure}")
