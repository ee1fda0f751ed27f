"""The program `spanwise`: the command line in a process of Python."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

from . import _native


def main() -> NoReturn:
    """Runs the command line with the arguments of the process, and ends it."""
    # Ctrl+C ends the program as it ends others, not by an exception. Where it is ignored, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.command(sys.argv[1:]))
