"""The nodes of the surface IR: frozen data, each with its origin; printing, walking and meaning live elsewhere.

Locals are numbered slots of the enclosing `Function`; parameters come first. Slot 0 of a rule is the store (the
state). A frame parameter's slot holds the same store. All expressions are pure.

Long: a table of all nodes, in one file, since expressions call functions, and functions are made of statements, which
are made of expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.types import FrameOf, Type

T = TypeVar("T")

# --- expressions: `origin` and `type` come first in every node -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A canonical value known at lowering (see `types`), SILENT included."""

    origin: Origin
    type: Type
    value: Any


@dataclass(frozen=True, slots=True)
class Number:
    """A cited number of the book, by its full name such as ``Numbers.hand``; a scope may shrink it."""

    origin: Origin
    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Var:
    origin: Origin
    type: Type
    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class Domain:
    """All members of a sort or enum, as a set; `type` is Set(item)."""

    origin: Origin
    type: Type


@dataclass(frozen=True, slots=True)
class Read:
    """A field of the state (`record` None) or of an open frame (its name), indexed by `keys`.

    `store` is the slot that holds the store (checks of steps have two). Fewer keys than the field's maps are
    deep give a whole map (only allowed where it is compared or copied). Check: a frame that is read is open.
    """

    origin: Origin
    type: Type
    store: int
    record: str | None
    field: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IsOpen:
    """Whether a frame is open."""

    origin: Origin
    type: Type
    store: int
    frame: str


@dataclass(frozen=True, slots=True)
class Attr:
    """A rigid attribute of a sort's member, indexed by `keys` when it is a map."""

    origin: Origin
    type: Type
    sort: str
    name: str
    subject: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a local map, such as the bids of a joint action: `subject[key]`."""

    origin: Origin
    type: Type
    subject: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Unwrap:
    """The value of an Optional, where a plain value is needed. Check: it is not None."""

    origin: Origin
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Not:
    origin: Origin
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` / `or`, short-circuiting from the left."""

    origin: Origin
    type: Type
    op: Literal["and", "or"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith:
    """Integer arithmetic; `//` and `%` round towards minus infinity as in Python. Check: no division by 0."""

    origin: Origin
    type: Type
    op: Literal["+", "-", "*", "//", "%"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """`==` on any two values of one type (an Optional may meet a plain value or None); `<`, `<=` on integers.

    turned: it is written with `>` or `>=`, so that its right side is asked first.
    """

    origin: Origin
    type: Type
    op: Literal["==", "<", "<="]
    left: Expr
    right: Expr
    turned: bool = False

    def sides(self, ask: Callable[[Expr], T]) -> tuple[T, T]:
        """`ask` of the left and of the right side, called in the order in which the author wrote them."""
        if self.turned:
            right = ask(self.right)
            return ask(self.left), right
        return ask(self.left), ask(self.right)


@dataclass(frozen=True, slots=True)
class Member:
    """`item in collection`: a Set, a Pile or an Awaits. A None item is in nothing."""

    origin: Origin
    type: Type
    item: Expr
    collection: Expr


@dataclass(frozen=True, slots=True)
class IfExpr:
    origin: Origin
    type: Type
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set written out: `frozenset({a, b})`."""

    origin: Origin
    type: Type
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetOp:
    origin: Origin
    type: Type
    op: Literal["|", "&", "-"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Size:
    """`len` of a Set or a Pile."""

    origin: Origin
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """A comprehension over a Set, a Pile or a whole domain, by kind.

    any, all: `body` is Bool. sum, min, max: `body` is Int. the: `body` is the element, check: exactly one passes.
    set: `body` is the element. `condition` filters (True when there is none). min and max take `default`
    (check without one: not empty).
    """

    origin: Origin
    type: Type
    kind: Literal["any", "all", "sum", "min", "max", "the", "set"]
    slot: int
    name: str
    domain: Expr
    condition: Expr
    body: Expr
    default: Expr | None


@dataclass(frozen=True, slots=True)
class Least:
    """`min(a, b, …)` or `max(a, b, …)` of integers."""

    origin: Origin
    type: Type
    kind: Literal["min", "max"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The top or the bottom of a pile. Check: it is not empty."""

    origin: Origin
    type: Type
    end: Literal["top", "bottom"]
    pile: Expr


@dataclass(frozen=True, slots=True)
class PileOp:
    """A pile with one thing more or less: put on top, put at the bottom, taken out (of equal things the uppermost).

    Checks: a member of a sort that is put is not there yet; what is taken out is there.
    """

    origin: Origin
    type: Type
    op: Literal["top", "bottom", "without"]
    pile: Expr
    item: Expr


@dataclass(frozen=True, slots=True)
class PileTurn:
    """A pile without its top or its bottom, or turned over. Check: that of which an end is taken is not empty."""

    origin: Origin
    type: Type
    op: Literal["without_top", "without_bottom", "reversed"]
    pile: Expr


@dataclass(frozen=True, slots=True)
class PileJoin:
    """A pile put on or under another one, both in their order. Check: no member of a sort is in both."""

    origin: Origin
    type: Type
    op: Literal["on", "under"]
    pile: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a term, a question or a helper, by name; `args` begin with the store's Var where it takes one. Of an
    action, in a check alone, it asks whether the instance with these arguments may be done (see `core.legality`)."""

    origin: Origin
    type: Type
    kind: Literal["term", "question", "helper", "action"]
    name: str
    args: tuple[Expr, ...]


# --- what the core adds: no author writes these ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleCall:
    """A call of a rule's function: a check that fails in it is said of that rule. In the core it is what a `Let` binds,
    or the body of a `Fold`. quiet: what is met on the way is asked aside, and not part of what is logged."""

    origin: Origin
    type: Type
    function: Function
    args: tuple[Expr, ...]
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Speaks:
    """Whether a value is not SILENT."""

    origin: Origin
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    """The reading's answer to a choice, as a number (see `core.clauses`). Where many readings are searched at once it
    is asked where it is evaluated, and nowhere else."""

    origin: Origin
    type: Type
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict of a base's norms on an instance (`function` is made of them, and gives it)."""

    base: str
    function: Function
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """The same of each seat or member: where a condition holds, for each item of a domain in its slot."""

    slot: int
    name: str
    domain: Expr
    condition: Expr
    verdict: Judged


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst of several verdicts (see `core.norms`), each asked whatever fails in the others; allowed where all are.
    own: of the instance itself, where `counts` holds. otherwise: the verdict where there is none."""

    origin: Origin
    type: Type
    base: str
    own: Judged | None
    counts: Expr
    parts: tuple[Each, ...]
    otherwise: int


@dataclass(frozen=True, slots=True)
class IsDefault:
    """Whether a field of the state, or an entry of it, is as in the state of all defaults."""

    origin: Origin
    type: Type
    store: int
    field: str
    keys: tuple[Expr, ...]


Expr: TypeAlias = (
    RuleCall
    | Speaks
    | Choice
    | IsDefault
    | Worst
    | Const
    | Number
    | Var
    | Domain
    | Read
    | IsOpen
    | Attr
    | Item
    | Unwrap
    | Not
    | Logic
    | Arith
    | Compare
    | Member
    | IfExpr
    | SetOf
    | SetOp
    | Size
    | Fold
    | Least
    | End
    | PileOp
    | PileTurn
    | PileJoin
    | Call
)

# --- statements ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """The target of a write: a field of the state (`record` None) or of a frame, with as many keys as its maps are
    deep.

    `type` is the type of the leaf. `origin.cites` names the enclosing effect's clauses.
    """

    origin: Origin
    type: Type
    record: str | None
    field: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A local, bound once on each path."""

    origin: Origin
    slot: int
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    origin: Origin
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class For:
    """A loop over a Set or a whole domain, whose body must not depend on the order, or over a Pile, from the top."""

    origin: Origin
    slot: int
    name: str
    domain: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """A plain write; range checks apply (obligation of this very write)."""

    origin: Origin
    place: Place
    value: Expr


@dataclass(frozen=True, slots=True)
class Delta:
    """`gain` (sign 1) or `lose` (sign -1): adds up inside `simultaneous`."""

    origin: Origin
    place: Place
    sign: Literal[1, -1]
    amount: Expr


@dataclass(frozen=True, slots=True)
class Effect:
    """`with effect("5.4.2"):` what a clause does."""

    origin: Origin
    cites: tuple[str, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Simultaneous:
    origin: Origin
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a frame with one value for each of its fields, in the schema's order."""

    origin: Origin
    frame: str
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """Closes an open frame and resets its fields. Check: it is open."""

    origin: Origin
    frame: str


@dataclass(frozen=True, slots=True)
class Demand:
    """A deed is demanded: its clauses say whether it happens, or which other one; `args` begin with the store's Var."""

    origin: Origin
    deed: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Return:
    origin: Origin
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts that only read, each run whatever fails in the others; then the branch ends where a check of one failed."""

    origin: Origin
    parts: tuple[tuple[Stmt, ...], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A rule is live."""

    origin: Origin
    name: str


Telling: TypeAlias = Literal["norms", "layers", "numbers", "question", "deed", "consulted"]


@dataclass(frozen=True, slots=True)
class Tell:
    """A report of what the clauses of a base say together, bit by bit (`core.told` says what the bits mean). event:
    whether that may be an event. "consulted" has no bits: answers that agree are a question all the same."""

    origin: Origin
    kind: Telling
    base: str
    bits: tuple[Expr, ...]
    event: Expr


@dataclass(frozen=True, slots=True)
class Fail:
    """The branch ends: an option of a question is silent. `ruled`: another reading would not help."""

    origin: Origin
    question: str
    option: str
    ruled: bool


@dataclass(frozen=True, slots=True)
class Run:
    """The effect of a rule, here."""

    origin: Origin
    function: Function
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reset:
    """A field of the state, or an entry of it, returns to its default: of no rule a write, and so without a check."""

    origin: Origin
    field: str
    keys: tuple[Expr, ...]


Stmt: TypeAlias = (
    Reset
    | Beside
    | Mark
    | Tell
    | Fail
    | Run
    | Let
    | If
    | For
    | Write
    | Delta
    | Effect
    | Simultaneous
    | Open
    | Close
    | Demand
    | Return
)


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the author wrote, or one of the core (it has no module): parameters are slots 0, 1, …; `slots` is
    how many there are in all.

    (`module`, `name`) finds the Python function for the direct run; it takes the parameters of these numbers, in this
    order, where a clause that several rules share names not all that this one has (None: all).
    """

    origin: Origin
    module: str
    name: str
    doc: str
    parameters: tuple[Parameter, ...]
    returns: Type
    slots: int
    body: tuple[Stmt, ...]
    takes: tuple[int, ...] | None = None

    @property
    def in_words(self) -> str:
        """Its docstring in one line, or its name as words."""
        return " ".join(self.doc.split()) or self.name.replace("_", " ")

    @property
    def leading(self) -> int:
        """The number of leading arguments: the state, and its frame where the function takes one."""
        return 1 + (len(self.parameters) > 1 and isinstance(self.parameters[1].type, FrameOf))
