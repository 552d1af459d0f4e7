"""Numbers of the book that a scope leaves open, and what is said of those by which a play goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import thread_time
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.ir import types as t
from ruleslawyer.ir.left_open import leave_open
from ruleslawyer.ir.scope import OPEN
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import Lapsed, Lemmas
    from ruleslawyer.engines.smt.lifted.prove import Kept
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber


def open_numbers(ruleset: LoadedRuleset, scope: str | None = None) -> tuple[str, ...]:
    """The full names of the numbers that a scope leaves open; None: the one that leaves something open, if there is
    one."""
    name = scope or ruleset.open_scope
    given = {} if name is None else ruleset.scope(name).constants
    return tuple(number for number, value in given.items() if value == OPEN)


def name_numbers(system: System, numbers: Mapping[str, object]) -> Iterator[str]:
    """The numbers by which a play goes, in words; a number below zero that its type lets in is seldom meant, and the
    range is said that keeps it out."""
    yield f"with {', '.join(f'{name} = {value}' for name, value in numbers.items())}"
    for name, value in numbers.items():
        type_ = system.constants[name].type
        if isinstance(type_, t.Int) and type_.low is None and isinstance(value, int) and value < 0:
            yield f"if {name} is never below zero, its type has to say so: Annotated[int, Range(0)]"


def again_with_numbers(
    system: System, numbers: Sequence[str], players: int | None, lemmas: Lemmas, timeout: float, end: float,
    progress: Tell | None, kept: Kept | None, names: Sequence[str],
) -> tuple[list[AnyNumber], tuple[Lapsed, ...]]:  # fmt: skip
    """The kept proofs, made again for so many players (`names`: of these properties), until `end`: first with some
    numbers left open, for half of the time; what is not proved so, with those of the book."""
    from ruleslawyer.engines.smt.lifted import prove as solver

    opened: list[AnyNumber] = []
    if numbers:
        half = max(0.0, end - thread_time()) / 2
        rules = leave_open(system, numbers)
        found, lapsed = solver.prove_again(rules, players, lemmas, timeout, half, progress, kept, names)
        opened = [one for one in found if one.verdict == "PROVED"]
        names = [name for name in names if name not in {one.property for one in opened}]
        if not names and not lapsed:
            return opened, ()
    before = None if kept is None else dict(kept.accepted)
    left = max(0.0, end - thread_time())
    found, lapsed = solver.prove_again(system, players, lemmas, timeout, left, progress, kept, names)
    if kept is not None and opened:
        kept.accepted = {**kept.accepted, **(before or {})}
    return [*opened, *found], lapsed
