"""How wide the sets of a scope are: a bit for each member of the largest sort, and three that are no members where a
set may be chance, silence or None."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System

WIDTHS = (64, 128, 256, 512, 1024, 2048)
"""Of a set."""
NO_MEMBERS = 3
"""Bits of a set that are no members (`storage.py`)."""


def width_of(system: System, members: int, scope: str = "") -> int:
    """The bits of a set, where a sort has so many members, and each set may be something else."""
    most = max([members, *(len(enum.members) for enum in system.enums.values())])
    width = next((w for w in WIDTHS if w > most + NO_MEMBERS), None)
    if width is None:
        fewer = f"fewer members, {WIDTHS[-1] - NO_MEMBERS - 1} at most"
        raise UsageError(f"a sort has {most} members, for which no set is wide enough", f"scope {scope}", fewer)
    return width


def width_in(system: System, scope: Scope) -> int:
    """The bits of a set in a scope: where no set of the largest sort may be something else, as many as it needs."""
    sizes: dict[t.Type, int] = {t.Sort(name): len(names) for name, names in scope.names.items()}
    sizes |= {t.Enum(name): len(enum.members) for name, enum in system.enums.items()}
    most = max(sizes.values(), default=0)
    width = width_of(system, most, scope.name)
    narrow = next((w for w in WIDTHS if w > most), width)
    if narrow < width and all(sizes.get(sort, 0) + NO_MEMBERS < narrow for sort in sorts_of_marked_sets(system)):
        return narrow
    return width


def sorts_of_marked_sets(system: System) -> frozenset[t.Type]:
    """The sorts, and enumerations, of which a set may be something else: players, who are awaited or win, and those of
    which a term or an answer may say nothing. No other set may be None."""
    asked = [each.function for each in system.terms.values()] + [each.function for each in system.questions.values()]
    said = (t.bare(function.returns) for function in asked)
    return frozenset({t.Sort(system.players), *(set_.item for set_ in said if isinstance(set_, t.Set))})
