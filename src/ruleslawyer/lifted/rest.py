"""Laws of states between the rules, for any number of cards: what is due, whose decision it is, what is settled or at
rest, and what is forgotten there.

What cannot be lifted of it is not assumed; `left_out` says why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ruleslawyer.core import forced
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.ir.system import Duty, System
from ruleslawyer.lifted.context import Cell, Check, Contradiction, Keys, Store, constant_cell
from ruleslawyer.lifted.premises import Excluded
from ruleslawyer.lifted.rules import SymbolicExecutor
from ruleslawyer.lifted.terms import BOOL, FALSE, Term, both, either, negate, symbol
from ruleslawyer.lifted.values import LiftingError, is_open, values_equal
from ruleslawyer.lifted.world import Field, Law, World

Kind = Literal["initial", "action", "duty", "settle"]


@dataclass(frozen=True, slots=True)
class PropertyStatement:
    """A property's statement: that it holds, the checks that asking meets, the laws of its symbols, and where clauses
    are met in it."""

    holds: Term
    checks: tuple[Check, ...]
    laws: tuple[Law, ...]
    contradictions: tuple[Contradiction, ...] = ()


class ArbitraryState:
    """A state of which nothing is known but what types promise (`base`), and what is said of it and of others."""

    def __init__(
        self, system: System, sizes: Mapping[str, int], numbers: Mapping[str, object], excluded: Excluded,
        world: World | None = None, mark: str = "",
    ) -> None:  # fmt: skip
        self.system, self.excluded, self.mark = system, excluded, mark
        self.world = world or World(system, sizes, numbers)
        self.world.summaries = self.world.summaries or {}
        self.unlifted: dict[str, str] = {}
        """The rules that cannot be lifted, and why."""
        self._steps: dict[tuple[Kind, str], Any] = {}
        """The rules that were asked for."""
        self.left_out: dict[str, str] = {}
        """Of what is known at rest, what cannot be lifted, and so is not assumed."""
        self.base = Store(
            {
                field: self._symbols_for(of.leaf, f"{whole_name(*field)}{mark}")
                for field, of in self.world.shapes.items()
            },
            {frame: symbol(BOOL, is_open(f"{frame}{mark}")) for frame in system.frames},
        )
        self.base_laws: tuple[Law, ...] = tuple(law for field in self.world.shapes for law in self._laws_by_type(field))
        self._at_rest: tuple[Law, ...] | None = None
        self._rest: tuple[tuple[Term, ...], dict[str, Term | None], tuple[Law, ...]] | None = None

    def laws_before(self, kind: Kind) -> tuple[Law, ...]:
        """The laws of a state before a rule of a kind, by types and, where somebody decides, by what is forgotten at
        rest."""
        if kind == "initial":
            return ()
        if kind != "action":
            return self.base_laws
        if self._at_rest is None:
            with self.world.folds.within(f"forgotten{self.mark}"):
                self._at_rest = self.meaningful(self.base)
        return self.base_laws + self._at_rest

    def _type(self, field: Field) -> t.Type:
        record = self.system.state if field[0] is None else self.system.frames[field[0]]
        return next(f.type for f in record.fields if f.name == field[1])

    def _laws_by_type(self, field: Field) -> list[Law]:
        with self.world.folds.within(f"{'.'.join(filter(None, field))}{self.mark}"):
            return self.world.laws_of(self._type(field), self.base.cells[field].at)

    def _symbols_for(self, leaf: t.Type, name: str) -> Cell:
        return Cell(lambda keys: self.world.symbolic(leaf, name, keys))

    def walk(self, rule: str) -> SymbolicExecutor:
        return SymbolicExecutor(self.world, self.excluded, rule)

    # --- what holds at rest -----------------------------------------------------------------------------------------

    def innermost(self, store: Store, frame: str | None) -> Term:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        return self.walk("innermost").holds(forced.is_innermost(self.system, frame), (store,))

    def assume(self, walk: SymbolicExecutor, function: Function, args: tuple[object, ...]) -> Term | None:
        """The answer of a rule, to be assumed: None where it cannot be lifted."""
        state = len(walk.laws), len(walk.checks), list(walk.path), list(walk.bound)
        try:
            return walk.holds(function, args)
        except LiftingError as error:
            self.left_out[function.name] = str(error)
            del walk.laws[state[0] :], walk.checks[state[1] :]
            walk.path, walk.bound, walk.calls = state[2], state[3], []
            return None

    def reacting(self, store: Store) -> Term:
        """Whether somebody may declare a trigger, or miss it."""
        return self.walk("reacting").holds(forced.reacts(self.system), (store,))

    def some_settle_holds(self, walk: SymbolicExecutor, store: Store) -> Term | None:
        """Whether some settle holds; None where that cannot be said."""
        found = FALSE
        for settle in self.system.settles.values():
            try:
                found = either(found, walk.holds(forced.holds(self.system, settle), (store,)))
            except LiftingError as error:
                self.left_out[settle.name] = str(error)
                walk.path, walk.bound, walk.calls = [], [], []
                return None
        return found

    def due(self, walk: SymbolicExecutor, store: Store, nothing: Term) -> dict[str, Term | None]:
        """For each duty, whether it is due where no earlier one is; None where that cannot be said. nothing: that comes
        before duties is the case: where something is, none is asked for."""
        found: dict[str, Term | None] = {}
        earlier = nothing
        for duty in self.system.duties.values():
            place = self.innermost(store, duty.at)
            with walk.assuming(earlier, place):
                said = None if walk.nowhere else self.assume(walk, duty.when, (store,) * duty.when.leading)
            found[duty.name] = None if said is None else both(place, said)
            earlier = both(earlier, negate(found[duty.name] or FALSE))
        return found

    def is_due(self, duty: Duty, store: Store) -> PropertyStatement:
        """Whether a duty would be due if nothing came before it."""
        walk = self.walk(f"{duty.name} is due")
        place = self.innermost(store, duty.at)
        with walk.assuming(place):
            holds = both(place, walk.holds(duty.when, (store,) * duty.when.leading))
        return PropertyStatement(holds, tuple(walk.checks), tuple(walk.laws))

    def resting(self) -> tuple[tuple[Term, ...], dict[str, Term | None], tuple[Law, ...]]:
        """Facts of a state in which somebody decides or a duty is due, when each duty is the one (None where that
        cannot be said), and their laws."""
        if self._rest is None:
            with self.world.folds.within(f"what comes next{self.mark}"):
                walk = self.walk("what comes next")
                settled, ended, dues = self.look_for_next(walk, self.base)
                facts = settled, negate(ended or FALSE)
                self._rest = facts, dues, (*walk.laws, *(check.law for check in walk.checks))
        return self._rest

    def look_for_next(self, walk: SymbolicExecutor, store: Store) -> tuple[Term, Term | None, dict[str, Term | None]]:
        """The conditions that nothing is to settle, that the game has ended (None where that cannot be said), and that
        each duty is due, as a walk comes to know them."""
        walk.so_far = 0  # of any state; the rest of those where nothing is to settle
        settled = negate(self.some_settle_holds(walk, store) or FALSE)
        walk.so_far = None
        with walk.assuming(settled):
            ended = self.assume(walk, self.system.ended, (store,))
        nothing = both(settled, negate(ended or FALSE), negate(self.reacting(store)))
        return settled, ended, self.due(walk, store, nothing)

    def no_settle_holds(self, store: Store) -> PropertyStatement | None:
        """The condition that no settle is due; None where that cannot be said."""
        walk = self.walk("settled")
        unsettled = self.some_settle_holds(walk, store)
        return None if unsettled is None else PropertyStatement(negate(unsettled), tuple(walk.checks), tuple(walk.laws))

    def at_rest(self, store: Store) -> PropertyStatement | None:
        """The condition that a state is at rest, as far as that can be said: nothing is due, or the game is over."""
        walk = self.walk("at rest")
        settled, ended, dues = self.look_for_next(walk, store)
        if ended is None:
            return None
        nothing = both(settled, negate(ended), negate(self.reacting(store)))
        due = either(*(said for said in dues.values() if said is not None))
        holds = both(settled, either(negate(nothing), negate(due)))
        return PropertyStatement(holds, tuple(walk.checks), tuple(walk.laws))

    def is_usual(self, store: Store, field: Field, keys: Keys) -> Term:
        """Whether an entry of a field has its default."""
        usual = constant_cell(self.world.usual(field)).at(keys)
        return values_equal(store.cells[field].at(keys), usual, self.world.some)

    def meaningful(self, store: Store) -> tuple[Law, ...]:
        """The laws that in a state at rest every leaf that does not matter has its default: it was forgotten until
        nothing was left to forget. Checks that asking makes are not assumed."""
        found: list[Law] = []
        for field in self.system.state.fields:
            if field.matters is None:
                continue
            place, walk = (None, field.name), self.walk(f"{field.name} matters")
            keys = self.world.any_keys(place)
            with walk.over(*keys):
                matters = self.assume(walk, field.matters, (store, *keys))
            if matters is not None:
                found += [(keys, either(matters, self.is_usual(store, place, keys))), *walk.laws]
        return tuple(found)
