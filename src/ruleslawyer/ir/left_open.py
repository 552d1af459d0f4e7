"""Numbers of the book that are left open: a proof with them is one for every value of their types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleslawyer.ir.schema import OPEN
from ruleslawyer.ir.system import System


def numbers_without_value(system: System) -> tuple[str, ...]:
    """The full names of the numbers that are left open in these rules."""
    return tuple(name for name, one in system.constants.items() if one.value == OPEN)


def leave_open(system: System, names: Iterable[str]) -> System:
    """The same rules without the values of some numbers, by their full names."""
    constants = {name: replace(system.constants[name], value=OPEN) for name in names}
    return replace(system, constants={**system.constants, **constants})
