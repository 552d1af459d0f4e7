"""A ruleset as data: every rule with the functions that it is made of, and all of them together.

Everything is in declaration order (module order of the project, then line). Names are unique in a ruleset.

Long: a table of all the rules that there may be.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from typing import Any, ClassVar, Literal, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.counted import Paths
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.nodes import Const, Function, Parameter, Return
from ruleslawyer.ir.rules import Check, MomentDef, Precedence, Role, Rule, Trigger
from ruleslawyer.ir.schema import Constant, EnumDef, RecordDef, SortDef

CLAUSE_IN_TEXT = re.compile(r"(?:\w+:)?\d+(?:\.\w+)+")
"""A clause that a text such as `because=` names."""


def host_clause(host: str, clause: str) -> str:
    """How a clause of the host is called in a guest: `ccg:2.1`."""
    return f"{host}:{clause}"


@dataclass(frozen=True, slots=True)
class Lift:
    """An exception that lifts a clause (or another exception) while its condition holds; returns Bool."""

    role: ClassVar[Role] = "exception"
    over: ClassVar[tuple[str, ...]] = ()
    because: ClassVar[str | None] = None
    itself: ClassVar[bool] = False
    origin: Origin
    name: str
    function: Function
    exceptions: tuple[Lift, ...] = ()


@dataclass(frozen=True, slots=True)
class Norm:
    """A permit or a forbid of one base. `over` holds names of clauses of the same base, actions already expanded.

    itself: its own sentence puts it over them.
    """

    origin: Origin
    name: str
    kind: Literal["permit", "forbid"]
    function: Function
    over: tuple[str, ...] = ()
    because: str | None = None
    exceptions: tuple[Lift, ...] = ()
    itself: bool = False

    @property
    def role(self) -> Role:
        return self.kind


@dataclass(frozen=True, slots=True)
class Layer:
    """An exception of a term: returns its value, or SILENT; lifted by live `exceptions` of its own."""

    role: ClassVar[Role] = "layer"
    over: ClassVar[tuple[str, ...]] = ()
    because: ClassVar[str | None] = None
    itself: ClassVar[bool] = False
    origin: Origin
    name: str
    function: Function
    exceptions: tuple[Lift, ...] = ()


Modifier: TypeAlias = Literal["times", "adjust", "at_least", "at_most"]
MODIFIERS: Mapping[Modifier, Role] = {
    "times": "adjustment",
    "adjust": "adjustment",
    "at_least": "bound",
    "at_most": "bound",
}
"""What changes a number, and what a citation of it counts as."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change to the number that a term's exceptions leave, or SILENT: `times` multiplies it, `adjust` is added, then
    the bounds apply."""

    over: ClassVar[tuple[str, ...]] = ()
    because: ClassVar[str | None] = None
    itself: ClassVar[bool] = False
    origin: Origin
    name: str
    kind: Modifier
    function: Function
    exceptions: tuple[Lift, ...] = ()

    @property
    def role(self) -> Role:
        return MODIFIERS[self.kind]


@dataclass(frozen=True, slots=True)
class Term:
    origin: Origin
    name: str
    function: Function
    exceptions: tuple[Layer, ...] = ()
    numeric: tuple[Adjustment, ...] = ()

    @property
    def layers(self) -> tuple[Layer | Adjustment, ...]:
        """Everything that may change the base value: exceptions, then what changes a number."""
        return (*self.exceptions, *self.numeric)

    @property
    def crossings(self) -> tuple[tuple[str, str], ...]:
        """The pairs of bounds that may leave no number between them, each in declaration order."""
        bounds = [a for a in self.numeric if a.role == "bound"]
        return tuple((a.name, b.name) for a, b in combinations(bounds, 2) if a.kind != b.kind)

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "term", self.name, self.origin, (self.function,), self)
        yield from _rows(self.name, self.layers)


@dataclass(frozen=True, slots=True)
class Option:
    """An answer (with clauses) or a reading (without) of a question; returns its value, or SILENT."""

    exceptions: ClassVar[tuple[Lift, ...]] = ()
    itself: ClassVar[bool] = False
    origin: Origin
    name: str
    kind: Literal["answer", "reading"]
    function: Function
    label: str
    default: bool = False
    over: tuple[str, ...] = ()
    because: str | None = None

    @property
    def role(self) -> Role:
        return self.kind


@dataclass(frozen=True, slots=True)
class Question:
    """`function` has the parameters and the result type; its body asks. Exactly one option is the default.

    at_gap: the option that speaks where no answer does, so that nothing is left open there; a ruling names it.
    about: names of fields, terms and deeds; rules that touch one of them have to ask, or `aside` says of them why not.
    """

    origin: Origin
    name: str
    text: str
    function: Function
    options: tuple[Option, ...]
    at_gap: str | None = None
    about: tuple[str, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()

    @property
    def default(self) -> str:
        return next(o.name for o in self.options if o.default)

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "question", self.name, self.origin, (), self)
        yield from _rows(self.name, self.options)


@dataclass(frozen=True, slots=True)
class Part:
    """A seat of a joint action (`of` is its Map parameter) or a member of a set parameter, with clauses of its own.

    A seat's function is `(s[, f], who, amount)`; a member's is `(s[, f], …the action's other parameters…, member)`.
    """

    origin: Origin
    name: str
    kind: Literal["seat", "member"]
    of: str
    function: Function
    domain: Function | None
    norms: tuple[Norm, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """`at` lists where it may be taken: None outside all frames, or a frame's name.

    `framed`: clauses take the frame as their second parameter (declared with a single frame `at=F`).
    `actor` is the index of the first parameter of the players' sort; None for a chance or joint action.
    `uniform`: of a chance action the clause by which all of its outcomes are equally likely; empty where none says so.
    `openly`: whether a clause says that everybody hears or sees what is chosen.
    """

    origin: Origin
    name: str
    kind: Literal["action", "joint", "chance"]
    function: Function
    at: tuple[str | None, ...]
    framed: bool
    actor: int | None
    passes: bool
    outside_play: bool
    domain: Function | None
    norms: tuple[Norm, ...]
    parts: tuple[Part, ...]
    uniform: str = ""
    openly: bool = False

    @property
    def leading(self) -> int:
        """How many parameters come before what is chosen: the state, and the frame."""
        return 2 if self.framed else 1

    @property
    def chosen_parameters(self) -> tuple[Parameter, ...]:
        """The parameters that are chosen: an instance has an argument for each."""
        return self.function.parameters[self.leading :]

    def actor_of(self, args: Sequence[object]) -> Any:
        """The player who takes an instance; None of a chance or joint action."""
        return None if self.actor is None else args[self.actor - self.leading]

    @property
    def judged_itself(self) -> bool:
        """Whether its own clauses count beside those of its seats or members; of chance and of a joint action they do
        where there are some, of any other action always."""
        return bool(self.norms) or self.kind == "action"

    @property
    def every_norm(self) -> tuple[Norm, ...]:
        """The norms of an action, then those of its seats and members."""
        return (*self.norms, *(norm for part in self.parts for norm in part.norms))

    def rules(self) -> Iterator[Rule]:
        role: Role = "chance" if self.kind == "chance" else "action"
        functions = (self.function,) if self.domain is None else (self.function, self.domain)
        yield Rule(self.name, role, self.name, self.origin, functions, self, self.domain)
        yield from _rows(self.name, self.norms)
        for part in self.parts:
            domain = () if part.domain is None else (part.domain,)
            yield Rule(part.name, part.kind, self.name, part.origin, domain, part, part.domain)
            yield from _rows(part.name, part.norms)


@dataclass(frozen=True, slots=True)
class Instead:
    """While it is live, the deed `by` is demanded in place of the one that it belongs to. `over` as for a norm."""

    itself: ClassVar[bool] = False
    origin: Origin
    name: str
    function: Function
    by: str
    over: tuple[str, ...] = ()
    because: str | None = None
    exceptions: tuple[Lift, ...] = ()
    kind: Literal["instead"] = "instead"

    @property
    def role(self) -> Role:
        return self.kind


Clause: TypeAlias = Norm | Instead | Layer | Adjustment | Lift | Option
"""What hangs on something; `role` is how a register's citation calls it."""


def with_lifts(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Clauses, each followed by the exceptions that lift it, and these by those that lift them."""
    for clause in clauses:
        yield clause
        yield from with_lifts(clause.exceptions)


def _rows(base: str, clauses: Iterable[Clause]) -> Iterator[Rule]:
    """The clauses of one base, and what lifts them."""
    for c in with_lifts(clauses):
        precedence, exceptions = Precedence(c.over, c.because, c.itself), tuple(lift.name for lift in c.exceptions)
        yield Rule(c.name, c.role, base, c.origin, (c.function,), c, None, precedence, exceptions)


@dataclass(frozen=True, slots=True)
class Deed:
    """A named effect that clauses may forbid or replace: its forbids and insteads, in declaration order.

    `over` holds the forbids that the demand prevails over, which a ruling alone can say.
    """

    origin: Origin
    name: str
    function: Function
    clauses: tuple[Norm | Instead, ...] = ()
    over: tuple[str, ...] = ()

    @property
    def permit(self) -> Norm:
        """The demand itself, under the deed's own name: what a forbid is `over=`, or clashes with."""
        return Norm(self.origin, self.name, "permit", self.function, self.over)

    @property
    def norms(self) -> tuple[Norm, ...]:
        return tuple(c for c in self.clauses if isinstance(c, Norm))

    @property
    def insteads(self) -> tuple[Instead, ...]:
        return tuple(c for c in self.clauses if isinstance(c, Instead))

    @property
    def rivals(self) -> tuple[tuple[str, str], ...]:
        """The pairs of insteads that name different deeds."""
        return tuple((a.name, b.name) for a, b in combinations(self.insteads, 2) if a.by != b.by)

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "deed", self.name, self.origin, (self.function,), self)
        yield from _rows(self.name, self.clauses)


@dataclass(frozen=True, slots=True)
class Duty:
    """A forced step; `at` is the frame that may be innermost while it is due (None: no frame open).

    after: the duties that a clause puts before it where both are due, and those that come before them; because: why.
    """

    origin: Origin
    name: str
    function: Function
    when: Function
    at: str | None
    turn_end: bool
    after: tuple[str, ...] = ()
    because: str | None = None

    def rules(self) -> Iterator[Rule]:
        yield Rule(
            self.name, "duty", self.name, self.origin, (self.function, self.when), self, self.when,
            Precedence(because=self.because, after=self.after),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settle:
    """A rule that fires by itself, for all members of its parameters' sorts and enums for which `when` holds."""

    origin: Origin
    name: str
    function: Function
    when: Function

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "settle", self.name, self.origin, (self.function, self.when), self, self.when)


@dataclass(frozen=True, slots=True)
class ClosedWorld:
    """The rule that an act which no clause permits is not allowed: by a clause of the book, or assumed (and then in the
    ledger)."""

    origin: Origin
    assumed: str | None

    def rules(self) -> Iterator[Rule]:
        yield Rule("closed_world", "closed_world", "closed_world", self.origin, (), self)


@dataclass(frozen=True, slots=True)
class Initial:
    origin: Origin
    function: Function
    domain: Function | None

    def rules(self) -> Iterator[Rule]:
        functions = (self.function,) if self.domain is None else (self.function, self.domain)
        yield Rule("initial", "initial", "initial", self.origin, functions, self, self.domain)


@dataclass(frozen=True, slots=True)
class Assumption:
    """A condition that every scope meets for each choice of members: `function` is of these alone, and reads what is
    printed on them. It runs in no play."""

    origin: Origin
    name: str
    function: Function

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "assumption", self.name, self.origin, (self.function,), self)


@dataclass(frozen=True, slots=True)
class Out:
    """The rule that says who is out of the game: `function` of the state and a player, which is a helper too, and `of`
    the functions that were made to ask it, by name: of which parameters, or of what they give (none)."""

    origin: Origin
    function: Function
    of: Mapping[str, tuple[int, ...]]


Definition: TypeAlias = Term | Question | Action | Deed | Duty | Settle | MomentDef | Trigger | Check | Assumption
"""What a ruleset has under names."""


_PROMISING: dict[tuple[object, ...], tuple[System, System]] = {}
_MOST = 16
"""Rules with some promises among their checks that are kept."""


@dataclass(frozen=True, slots=True)
class System:
    """A whole ruleset; `helpers` are pure functions without clauses (the ledger lists them)."""

    name: str
    digest: str
    players: str
    sorts: Mapping[str, SortDef]
    enums: Mapping[str, EnumDef]
    state: RecordDef
    frames: Mapping[str, RecordDef]
    constants: Mapping[str, Constant]
    terms: Mapping[str, Term]
    questions: Mapping[str, Question]
    actions: Mapping[str, Action]
    duties: Mapping[str, Duty]
    helpers: Mapping[str, Function]
    checks: Mapping[str, Check]
    initial: Initial
    awaits: Function
    ended: Function
    winners: Function
    closed_world: ClosedWorld | None
    modules: tuple[str, ...] = field(default=())
    deeds: Mapping[str, Deed] = field(default_factory=dict)
    settles: Mapping[str, Settle] = field(default_factory=dict)
    moments: Mapping[str, MomentDef] = field(default_factory=dict)
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    seen: Mapping[str, Function] = field(default_factory=dict)
    """Sort: whether a player knows which member this is, `(s, member, player)`. Engines ask it where a rule does."""
    counted: Mapping[str, Paths] = field(default_factory=dict)
    """Sort: by what everybody counts the members that he does not know; none where a clause lets nobody count."""
    covered: Mapping[tuple[str | None, str], Function] = field(default_factory=dict)
    """Record (None: the state) and field: whether a player sees what it holds, `(s, player)`; of a map each entry, by
    its key, `(s, key, player)`."""
    out: Out | None = None
    assumptions: Mapping[str, Assumption] = field(default_factory=dict)
    """Conditions that every scope has to meet."""
    payoff: Function | None = None
    """The amount that a player gets where a game has ended, `(s, player)`; a helper too."""
    knowing: Mapping[str, Check] = field(default_factory=dict)
    """The checks that ask what players know: of plays, so no engine of states asks them."""
    promises: Mapping[str, Check] = field(default_factory=dict)
    """Properties that belong to one answer to a question, `always` or of each step: asked under it and the others."""
    unsaid: tuple[str, ...] = ()
    """Of `awaits`, `ended` and `winners` those that the ruleset leaves to their defaults."""
    host: str | None = None
    settled: tuple[tuple[str, str], ...] = ()
    """The answers that were given and are the rules' now, by the keys of rulings."""
    rules_digest: str = ""
    """The digest without checks: of what is played."""
    hosted: tuple[str, ...] = ()
    """The modules of the host, of whose clauses each is assumed: its id begins with the host's name."""

    def is_assumed(self, clause: str) -> bool:
        """Whether the clause is one of the host."""
        return self.host is not None and clause.startswith(host_clause(self.host, ""))

    @property
    def properties(self) -> Mapping[str, Check]:
        """Every check by name, those that ask what players know behind the others."""
        return {**self.checks, **self.knowing}

    def promising(self, chosen: Mapping[str, str] | None = None) -> System:
        """The same with the promises of some answers among the checks: of those that are chosen, by question, or of
        all. It is made once, as code is kept by the very rules that it was made of."""
        asked = {
            name: check for name, check in self.promises.items()
            if chosen is None or chosen.get(check.question) == check.option
        }  # fmt: skip
        if not asked:
            return self
        key = id(self), *asked
        return latest(_PROMISING, key, _MOST, lambda: (self, replace(self, checks={**self.checks, **asked})))[1]

    @property
    def nobody_plays(self) -> bool:
        """Whether the ruleset names no players, so that all that happens is by chance."""
        last = self.awaits.body[-1]
        return "awaits" in self.unsaid and isinstance(last, Return) and isinstance(last.value, Const)

    @property
    def outside_play(self) -> frozenset[str]:
        """The actions that are outside play: no step of them saves from a deadlock, or fulfils a promise."""
        return frozenset(action.name for action in self.actions.values() if action.outside_play)

    @property
    def reactions(self) -> frozenset[str]:
        """The actions that declare or miss a trigger."""
        return frozenset(name for t in self.triggers.values() for name in (t.name, t.miss))

    @property
    def acting(self) -> Mapping[str, Action | Duty | Settle]:
        """The rules that may change the state, by name."""
        return {**self.actions, **self.duties, **self.settles}

    @property
    def switchable(self) -> tuple[str, ...]:
        """The rules that a scope may switch off, by name; missing a trigger goes with declaring it."""
        missing = {trigger.miss for trigger in self.triggers.values()}
        return tuple(name for name in self.acting if name not in missing)

    def switched_rules(self, names: Collection[str]) -> tuple[str, ...]:
        """The rules that do not exist where these are switched off, in the ruleset's order."""
        missing = {trigger.miss for trigger in self.triggers.values() if trigger.name in names}
        return tuple(name for name in self.acting if name in names or name in missing)

    def unheard(self, off: Collection[str]) -> frozenset[str]:
        """The helpers by which triggers become pending, of those that are switched off: nothing is pending for them."""
        return frozenset(trigger.when.name for trigger in self.triggers.values() if trigger.name in off)

    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in order of declaration: one row for each thing that a clause hangs on."""
        order = {f"{module.replace('.', '/')}.py": number for number, module in enumerate(self.modules)}

        def place(rule: Rule) -> tuple[int, int, int]:
            span = rule.origin.span
            return order.get(span.path, len(order)), span.line, span.column

        return tuple(sorted(self._rules(), key=place))

    @property
    def sights(self) -> tuple[Function, ...]:
        """The rules of sight, those about sorts first; where there are none, everybody sees all."""
        return *self.seen.values(), *self.covered.values()

    def _rules(self) -> Iterator[Rule]:
        yield from self.initial.rules()
        whole: dict[Role, Function | None] = {
            "awaits": self.awaits, "ended": self.ended, "winners": self.winners, "payoff": self.payoff,
        }  # fmt: skip
        for role, function in whole.items():
            if function:
                yield Rule(function.name, role, function.name, function.origin, (function,), function)
        if self.closed_world:
            yield from self.closed_world.rules()
        for function in self.sights:
            yield Rule(function.name, "seen", function.name, function.origin, (function,), function)
        for function in {id(f.matters): f.matters for f in self.state.fields if f.matters}.values():
            yield Rule(function.name, "matters", function.name, function.origin, (function,), function)
        kinds: Iterable[Mapping[str, Definition]] = (
            self.terms, self.questions, self.moments, self.triggers, self.actions, self.deeds, self.duties,
            self.settles, {**self.promises, **self.checks}, self.knowing, self.assumptions,
        )  # fmt: skip
        for kind in kinds:
            for definition in kind.values():
                yield from definition.rules()

    @property
    def norms(self) -> Mapping[str, tuple[Norm, ...]]:
        """The norms of each action, then of each seat and member, by its name."""
        actions = self.actions.values()
        return {a.name: a.norms for a in actions} | {p.name: p.norms for a in actions for p in a.parts}

    def functions(self) -> Iterator[Function]:
        """Every function of the ruleset once, the helpers last."""
        seen: set[int] = set()
        for function in (*(f for rule in self._rules() for f in rule.functions), *self.helpers.values()):
            if id(function) not in seen:  # a clause may hang on several actions
                seen.add(id(function))
                yield function
