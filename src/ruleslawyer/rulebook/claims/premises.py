"""Premises of a verdict: sizes of sorts, readings and rulings that are not the defaults, and what is taken as given.
The one wording of them, for the lines of every verb and for scripts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import options
from ruleslawyer.semantics.transition import TransitionSystem

MOST_NAMED = 3
"""So many settled answers are named with each verdict; of more it is said how many they are."""


@dataclass(frozen=True, slots=True)
class Premises:
    """sizes: of each sort, in how many members. reading: choices, where they are not the defaults (of a proof all that
    were made, since it is of every reading otherwise). rulings: the questions and clashes that are ruled, each with
    its option. settled: the answers that are the model's. given: what else is taken as given, each in words."""

    sizes: tuple[tuple[str, int], ...]
    reading: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    given: tuple[str, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()

    def parts(self) -> tuple[str, ...]:
        """Each thing that a line names."""
        sizes = ", ".join(f"{sort} {number}" for sort, number in self.sizes)
        chosen = ", ".join(f"{key}={option}" for key, option in self.reading)
        ruled = ", ".join(f"{key}={option}" for key, option in self.rulings)
        named = (
            f"read as {chosen}" if chosen else "",
            f"ruled {ruled}" if ruled else "",
            _answers(self.settled),
            f"with {sizes}" if sizes else "",
        )
        return (*filter(None, named), *self.given)

    def text(self) -> str:
        return "; ".join(self.parts())

    def beside(self, reason: str) -> str:
        """A reason with what it does not name already."""
        return "; ".join([*filter(None, [reason]), *(part for part in self.parts() if part not in reason)])

    def json(self) -> Json:
        return {
            "sizes": dict(self.sizes),
            "reading": dict(self.reading),
            "rulings": {**dict(self.settled), **dict(self.rulings)},
            "given": list(self.given),
        }

    def without(self, keys: Collection[str]) -> Premises:
        """The same without choices that are gone through."""
        return replace(self, reading=tuple((key, option) for key, option in self.reading if key not in keys))

    def under(self, reading: Iterable[tuple[str, str]]) -> Premises:
        """The same with other choices besides."""
        ruled = dict(self.rulings)
        chosen = {**dict(self.reading), **{k: v for k, v in reading if k not in ruled}}
        return replace(self, reading=tuple(sorted(chosen.items())))


def _answers(settled: tuple[tuple[str, str], ...]) -> str:
    """The answers that are settled, or how many they are."""
    if len(settled) > MOST_NAMED:
        return f"{len(settled)} answers settled"
    return f"settled {', '.join(f'{key}={option}' for key, option in settled)}" if settled else ""


def premises_of(
    system: System, scope: Scope, reading: Mapping[str, str], rulings: Collection[str] = (), *, proof: bool = False
) -> Premises:
    """The premises of what is said of a scope."""
    own = {key: option for key, option in reading.items() if key not in rulings}
    chosen = sorted((k, v) for k, v in own.items() if proof or v != default_of(system, k))
    ruled = sorted((key, reading[key]) for key in rulings if key in reading)
    counts, changes = tuple(_count(system, scope)), tuple(scope_changes(scope))
    return Premises(counts, tuple(chosen), tuple(ruled), changes, system.settled)


def sizes(system: System, scope: Scope) -> tuple[tuple[str, int], ...]:
    """How many members each sort has, the players last."""
    return tuple(sorted(_count(system, scope), key=lambda one: one[0] == system.players))


def _count(system: System, scope: Scope) -> Iterator[tuple[str, int]]:
    """Each sort with its number of members; of players nothing is said where nobody plays."""
    return ((sort, len(names)) for sort, names in scope.names.items() if names or sort != system.players)


def with_premises(reason: str, premises: Premises | None) -> str:
    """A reason, and what the verdict is said under where it is known."""
    return reason if premises is None else premises.beside(reason)


def under(premises: Premises | None) -> str:
    """The premises of a verdict, in words; empty where they are not known."""
    return "" if premises is None else premises.text()


def premises(system: TransitionSystem) -> Premises:
    """The premises of an exploration."""
    return premises_of(system.system, system.scope, system.reading, system.rulings)


def default_of(system: System, key: str) -> str:
    """The option of a question, or of a clash, that holds where nobody chooses."""
    if key in system.questions:
        return system.questions[key].default
    try:
        known = options(system, key)
    except UsageError:  # a key of a model from elsewhere: nothing is its default
        return ""
    return "forbid" if known == ("permit", "forbid") else known[0]


def scope_changes(scope: Scope) -> Iterable[str]:
    """The changes that a scope makes to the game, in words."""
    if scope.off:
        yield f"switched off: {', '.join(scope.off)}"
    shrunk = [name for name in scope.shrunk if scope.constants[name] != OPEN]
    if shrunk:
        yield f"shrunk: {', '.join(f'{n} = {scope.constants[n]}' for n in shrunk)}"
    if scope.initial:
        yield f"set at the beginning: {', '.join(dict.fromkeys(name for name, _, _ in scope.initial))}"
    if scope.bounds:
        yield f"choices within bounds: {', '.join(f'{n} {a} to {b}' for n, (a, b) in scope.bounds.items())}"
