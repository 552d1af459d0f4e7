"""The place of the walk over a rule: the path, the variables that are bound, and the checks that were met."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, conjuncts, either, in_order, negate, substitute
from ruleslawyer.lifted.values import MapTerm, Value, merge
from ruleslawyer.lifted.world import Field, Law, World

Keys = tuple[Term, ...]


class Cell:
    """The values of a field, by its keys; each value is made once."""

    __slots__ = ("_known", "_made")

    def __init__(self, made: Callable[[Keys], Value]) -> None:
        self._made = made
        self._known: dict[Keys, Value] = {}

    def at(self, keys: Keys) -> Value:
        found = self._known.get(keys)
        if found is None:
            found = self._known[keys] = self._made(keys)
        return found


def constant_cell(value: Value) -> Cell:
    """A field that holds a whole value."""

    def at(keys: Keys) -> Value:
        found = value
        for key in keys:
            assert isinstance(found, MapTerm)
            found = found.at(key)
        return found

    return Cell(at)


def conditional_cell(where: Term, new: Cell, old: Cell) -> Cell:
    """A field that holds something else where a condition is so."""
    return Cell(lambda keys: merge(where, new.at(keys), old.at(keys)))


class Store:
    """A state. `root`: what reads are logged under; a copy is another view of the same state."""

    __slots__ = ("cells", "open", "root")

    def __init__(self, cells: dict[Field, Cell], open: dict[str, Term], root: object = None) -> None:
        self.cells, self.open, self.root = cells, open, root or object()

    def copy(self) -> Store:
        return Store(dict(self.cells), dict(self.open), self.root)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the model, which ends the branch where it fails: under `path`, `holds` is asked, for all values of the
    variables. write: the field of which it is the range. unless: where this is so it may not have been asked, so that
    nothing is known of it. since: of what a loop writes, how many checks there were before the loop; those inside it
    may come after the write. facts: how many of its rule's facts hold by then, None: all; place: where it stands."""

    variables: tuple[Term, ...]
    path: Term
    holds: Term
    reason: str
    write: str | None = None
    unless: Term = FALSE
    since: int | None = None
    facts: int | None = field(default=None, compare=False)
    place: Origin | None = field(default=None, compare=False)

    @property
    def law(self) -> Law:
        return self.variables, either(negate(self.path), self.holds, self.unless)

    def but(self, unless: Term) -> Check:
        """The same, where something more may have kept it from being asked."""
        more = either(self.unless, unless)
        return replace(self, variables=Context.free(self.path, self.holds, more), unless=more)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A place where two clauses are met, by their clash's key, which ends no branch; or a block of writes that are made
    at once, without a key. differ: makes the condition that two of them do, which is long and seldom asked for. upto:
    how many checks come before it, whatever comes up first; facts: how many of its rule's facts hold by then, None:
    all; place: where a block stands."""

    key: str
    differ: Callable[[], Term]
    upto: int
    facts: int | None
    place: Origin | None = None


class Context:
    """One walk. facts: what holds wherever it goes. laws: what defines the symbols that were made on the way,
    whatever the path. so_far: how many facts of the rule hold where nothing else is known of it yet; None: all."""

    def __init__(self, world: World) -> None:
        self.world, self.system = world, world.system
        self.path: list[Term] = []
        self.facts: set[Term] = set()
        self.bound: list[Term] = []
        self.laws: list[Law] = []
        self.checks: list[Check] = []
        self.contradictions: list[Contradiction] = []
        self.blocks: list[Contradiction] = []
        self.so_far: int | None = None
        self._quiet = self._aside = False
        self._since: int | None = None

    @property
    def here(self) -> Term:
        return both(*self.path)

    @property
    def nowhere(self) -> bool:
        return FALSE in self.path

    @contextmanager
    def assuming(self, *conditions: Term) -> Iterator[None]:
        size = len(self.path)
        for part in (part for condition in conditions for part in conjuncts(condition) if part is not TRUE):
            self.push(part)
        try:
            yield
        finally:
            self.back_to(size)

    def push(self, condition: Term) -> None:
        """The path goes on where this is so."""
        self.path.append(condition)

    def back_to(self, size: int) -> None:
        del self.path[size:]

    def holding(self, facts: list[Term]) -> None:
        """Adds facts that hold from now on, without being said in every condition."""
        self.facts |= {part for fact in facts for part in conjuncts(fact)}

    @contextmanager
    def over(self, *variables: Term) -> Iterator[None]:
        """Variables that are bound inside."""
        size = len(self.bound)
        self.bound.extend(in_order(variables))
        try:
            yield
        finally:
            del self.bound[size:]

    @contextmanager
    def later(self, path: list[Term]) -> Iterator[None]:
        """Something asked again that was asked on an earlier path, of everybody: its checks are known."""
        outer = self.path, self._quiet
        self.path, self._quiet = path, True
        try:
            yield
        finally:
            self.path, self._quiet = outer

    def decide(self, condition: Term) -> Term:
        """The condition, decided where the path has it as a conjunct."""
        if condition in self.facts or condition in self.path:
            return TRUE
        denied = negate(condition)
        return FALSE if denied in self.facts or denied in self.path else condition

    def check(self, holds: Term, why: str, at: Origin | None = None, write: str = "", since: int | None = None) -> None:
        if self._quiet or self.decide(holds) is TRUE or self.nowhere:
            return
        path = self.here
        self.checks.append(
            Check(self.free(path, holds), path, holds, why, write or None, since=since, facts=self.so_far, place=at)
        )

    def contradict(self, key: str, differ: Callable[[], Term], put: Mapping[Term, Term] | None = None) -> None:
        """Two clauses are met, and differ where that is so. put: what stands for variables of the condition."""
        if not (self._quiet or self._aside or self.nowhere):
            path, upto = tuple(self.path), len(self.checks) if self._since is None else self._since
            met = Contradiction(key, lambda: both(*path, substitute(differ(), put or {})), upto, self.so_far)
            self.contradictions.append(met)

    @contextmanager
    def in_any_order(self) -> Iterator[None]:
        """A part of the walk of which some may be done though a check fails in what is walked before it there."""
        outer = self._since
        self._since = len(self.checks) if outer is None else outer
        try:
            yield
        finally:
            self._since = outer

    @contextmanager
    def aside(self) -> Iterator[None]:
        """A part of the walk that is asked aside: that clauses differ is no event there."""
        outer, self._aside = self._aside, True
        try:
            yield
        finally:
            self._aside = outer

    def law(self, *parts: Term) -> None:
        matrix = both(*parts)
        self.laws.append((self.free(matrix), matrix))

    @staticmethod
    def free(*terms: Term) -> tuple[Term, ...]:
        """The variables of some terms, in the order in which they were made."""
        return tuple(in_order({v for term in terms for v in term.free}))

    def depends(self) -> tuple[Term, ...]:
        """The variables on which a symbol that is made here may depend."""
        return tuple(dict.fromkeys(self.bound))
