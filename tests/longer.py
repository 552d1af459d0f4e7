"""Tests that `make test` leaves to `make campaign`, since they take long: longer.toml names each of them.

What goes is named with what stays: a test that sees the same faults in less time, or the cases of the same test that
are left. Nothing else about these tests changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Longer:
    """A test function, and which of its cases are for the campaign: those in `of`, and where `keep_one_in` is not 0 all
    but one in so many; where it names neither, all. `instead` says what stays for `make test`."""

    test: str
    instead: str
    of: tuple[str, ...] = ()
    keep_one_in: int = 0

    def is_left_out(self, case: str) -> bool:
        """Whether a case is for the campaign alone."""
        if not self.of and not self.keep_one_in:
            return True
        # By its name, and not by its place: so it is the same where some are asked for, and other ones in each matrix.
        sampled = not self.keep_one_in or crc32(f"{self.test}[{case}]".encode()) % self.keep_one_in == 0
        return case in self.of or not sampled


@cache
def longer() -> tuple[Longer, ...]:
    """The entries of longer.toml."""
    with (HERE / "longer.toml").open("rb") as file:
        entries = tomllib.load(file)["longer"]
    return tuple(Longer(**{**entry, "of": tuple(entry.get("of", ()))}) for entry in entries)


def leave_to_the_campaign(items: Iterable[pytest.Item]) -> None:
    """Mark what longer.toml names."""
    entries = {entry.test: entry for entry in longer()}
    for item in items:
        function, _, case = item.nodeid.removeprefix("tests/").partition("[")
        entry = entries.get(function)
        if entry and entry.is_left_out(case.removesuffix("]")):
            item.add_marker(pytest.mark.campaign)
