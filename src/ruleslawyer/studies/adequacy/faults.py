"""Faults of a ruleset: its mutants, ready to be compiled beside it, the fate of each, and all fates in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from heapq import nsmallest
from math import sqrt
from pathlib import Path
from zlib import crc32

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.origin import Span
from ruleslawyer.engines.native.schemata import Form
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.sites import with_functions
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk
from ruleslawyer.play.vectors.mutants import Kind, Mutant, mutants
from ruleslawyer.play.vectors.score import rules_without_properties

NO_FAULTS = ("drop a citation of", "another default", "drop the matters")
"""Operators that make no fault: what is reported of an effect, which reading is the usual one, and which states
are told apart although nobody could tell."""


@dataclass(frozen=True)
class Fault:
    """A mistake in a rule. at: the rule. cites: the clauses that it is of, where it is the function of a rule."""

    name: str
    kind: Kind
    at: str
    span: Span
    cites: tuple[str, ...]
    form: Form

    @property
    def function(self) -> n.Function | None:
        """The one function that is otherwise, as it was."""
        return self.form.function[0] if self.form.function else None


def generate_faults(system: System, root: Path, most: int | None = None, seed: int = 0) -> tuple[list[Fault], int]:
    """All of them, in a fixed order, or `most` of them, the same ones for the same seed; and how many there are. What
    the front end put in, such as a check that there is a value, nobody wrote, and no author can leave out."""
    every = list(_writable_mutants(system, root))
    if most is None or most >= len(every):
        chosen = every
    else:
        keyed = ((crc32(f"{seed} {mutant.name}".encode()), place) for place, mutant in enumerate(every))
        chosen = [every[place] for place in sorted(place for _, place in nsmallest(most, keyed))]
    several = {f for f, times in Counter(map(id, _functions(system))).items() if times > 1}
    return [_fault(mutant, system, several) for mutant in chosen], len(every)


def _writable_mutants(system: System, root: Path) -> Iterator[Mutant]:
    """The mutants that an author could have written, each once: a function that several rules have, such as a clause of
    several actions, has each mistake in all of them."""
    seen = set[tuple[int, n.Function]]()
    for mutant in mutants(rules_without_properties(system), root):
        was, is_ = mutant.within, mutant.function
        if mutant.operator in NO_FAULTS:
            continue
        if was is not None and is_ is not None and _inside(mutant):
            if (id(was), is_) in seen or _unwraps(is_) < _unwraps(was):
                continue
            seen.add((id(was), is_))
        yield mutant


def _fault(mutant: Mutant, system: System, several: Container[int]) -> Fault:
    """The fault of a mutant, with the whole ruleset around it."""
    rules, was, is_ = mutant.system, mutant.within, mutant.function
    whole = replace(rules, checks=system.checks, helpers={**system.helpers, **rules.helpers})
    form = Form(whole)
    if was is not None and is_ is not None and _inside(mutant):
        if id(was) in several:
            whole = with_functions(system, lambda one: is_ if one is was else one)
        form = Form(whole, (was, is_))
    cites = was.origin.cites if was is not None else ()
    return Fault(mutant.name, mutant.kind, mutant.at, mutant.span, cites, form)


def _inside(mutant: Mutant) -> bool:
    """Whether the mutant changes the body of a function, and not how rules refer to each other."""
    return mutant.within is not None and not mutant.shared


def _functions(node: object) -> Iterator[n.Function]:
    """Every place of every function."""
    if isinstance(node, n.Function):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _functions(item)
    elif isinstance(node, Mapping):
        for item in node.values():
            yield from _functions(item)
    elif is_dataclass(node) and not isinstance(node, type):
        for part in fields(node):
            yield from _functions(getattr(node, part.name))


def _unwraps(function: n.Function) -> int:
    return sum(isinstance(node, n.Unwrap) for node in walk(function.body))


NORMAL = 1.959963984540054
"""Of a standard normal distribution 95 per cent lie within so much."""


@dataclass
class Fate:
    """differs: the first scope in which a fault makes a difference; hand, sweep, play: who notices it, and how; each
    empty where there is none."""

    fault: Fault
    differs: str = ""
    hand: str = ""
    sweep: str = ""
    play: str = ""

    @property
    def is_noticed(self) -> bool:
        return bool(self.hand or self.sweep)

    def json(self) -> Json:
        span = self.fault.span
        return {
            "fault": self.fault.name, "kind": self.fault.kind, "place": f"{span.path}:{span.line}",
            "differs": self.differs, "hand": self.hand, "sweep": self.sweep, "play": self.play,
        }  # fmt: skip


def count_detections(fates: Sequence[Fate]) -> Json:
    """How many of some faults make a difference, and how many of those are noticed by whom."""
    made = [fate for fate in fates if fate.differs]
    return {
        "faults": len(fates),
        "differ": len(made),
        "hand": sum(bool(f.hand) for f in made),
        "sweep": sum(bool(f.sweep) for f in made),
        "both": sum(f.is_noticed for f in made),
        "plays": sum(bool(f.play) for f in made),
        "all": sum(f.is_noticed or bool(f.play) for f in made),
        "plays_alone": sum(bool(f.play) and not f.differs for f in fates),
    }


def by_kind(fates: Iterable[Fate]) -> dict[str, Json]:
    every = list(fates)
    kinds = dict.fromkeys(fate.fault.kind for fate in every)
    return {kind: count_detections([f for f in every if f.fault.kind == kind]) for kind in sorted(kinds)}


def interval(part: int, whole: int) -> tuple[float, float]:
    """The interval in which the share of all lies with 95 per cent confidence, by the share of a sample (Wilson
    1927)."""
    if not whole:
        return 0.0, 1.0
    share, z = part / whole, NORMAL * NORMAL / whole
    middle, half = share + z / 2, NORMAL * sqrt(share * (1 - share) / whole + z / (4 * whole))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))
