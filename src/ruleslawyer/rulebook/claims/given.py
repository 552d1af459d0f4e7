"""The premises of a proof for any number about the model, less what is proved beside it."""

from __future__ import annotations

from collections.abc import Collection

from ruleslawyer.ir.checks import UNBROKEN, WRITES
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import leaf_type, promise

CHECKS, RANGES = "no check of the model fails", "every write stays in its range"
TAKEN_AS_GIVEN = f"{CHECKS}, and {RANGES}"
GIVEN = (TAKEN_AS_GIVEN, CHECKS, RANGES)
"""How what is taken as given is said, or what is left of it."""


def ranged_fields(system: System) -> list[str]:
    """The fields that hold numbers with a range, or piles with a number of places, those of a frame with its name."""
    records = [(None, system.state), *system.frames.items()]
    every = ((whole_name(record, one.name), leaf_type(one.type)) for record, of in records for one in of.fields)
    return [name for name, leaf in every if promise(leaf) is not None]


def premise_text(system: System, proved: Collection[str]) -> str:
    """The part that is left as given where these properties are proved, in words; empty where nothing is. Where all of
    them are, the first check or write to go wrong is excluded."""
    checks = () if UNBROKEN in proved else (CHECKS,)
    ranges = (RANGES,) if any(f"{WRITES}{field}" not in proved for field in ranged_fields(system)) else ()
    return ", and ".join((*checks, *ranges))
