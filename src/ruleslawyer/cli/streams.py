"""Standard output and standard error as a command finds them: closed from the start, or closed by who reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:  # who is told what is kept does not wait for what draws it
    from rich.console import Console

CLOSED = 141
"""What a shell gives a command that SIGPIPE ended, as it does `cat` where `head` has read enough."""
NOWHERE = "standard output is closed: there is nowhere to print to\n  = help: send it to a file, or to /dev/null"


@contextmanager
def streams() -> Iterator[None]:
    """End quietly where nobody reads any more, with what was printed by then."""
    from rich.console import Console

    from ruleslawyer.cli.output import MISTAKE

    if sys.stderr is None:  # `2>&-`: messages go nowhere
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # `>&-`: nothing could be said
        sys.stderr.write(f"error: {NOWHERE}\n")
        sys.exit(MISTAKE)
    Console.on_broken_pipe = _break_pipe  # type: ignore[method-assign]  # it would end with 1, which means something else
    before = sys.stdout
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        leave()
    except SystemExit:
        if sys.stdout is not before:  # click has seen it, and put another stream in its place
            leave()
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            leave()
        raise


def _break_pipe(self: Console) -> None:
    raise BrokenPipeError


def leave() -> NoReturn:
    """Nothing more is written there, as Python ends either."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    sys.exit(CLOSED)
