"""What random rules are made of: types, values, names and clauses, and what the rule that is being made may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, RecordDef

PLAYER, THING, COLOUR, PHASE = t.Sort("Player"), t.Sort("Thing"), t.Enum("Colour"), t.Enum("Phase")
BOOL, INT = t.Bool(), t.Int()
DOMAINS: tuple[t.Type, ...] = (PLAYER, THING, COLOUR, PHASE)
SIZES = {"Player": (1, 2, 2, 2, 3), "Thing": (1, 2, 2, 3), "Colour": (2, 3), "Phase": (2, 3)}
LEAST = -2
"""Where writes to a number without a lower bound stop."""


@dataclass
class Here:
    """The function that is being made.

    frame: the frame whose parameter it has, in `frame_slot`. checks: whether it may fail, in what it calls at least;
    risky: whether what it says itself may. asks: whether it may ask questions. sees: whether it reads the state.
    calls: whether it may call terms and helpers, of those made so far.
    """

    slots: list[t.Type] = field(default_factory=list)
    bound: dict[int, t.Type] = field(default_factory=dict)
    frame: str | None = None
    frame_slot: int = 0
    checks: bool = True
    risky: bool = False
    asks: bool = True
    sees: bool = True
    calls: bool = True
    simultaneous: bool = False
    cites: tuple[str, ...] = ()

    def fresh(self, type_: t.Type) -> int:
        self.slots.append(type_)
        return len(self.slots) - 1

    @contextmanager
    def binding(self, slot: int, type_: t.Type) -> Iterator[None]:
        self.bound[slot] = type_
        try:
            yield
        finally:
            del self.bound[slot]


class Drawing:
    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.size = {name: dice.choice(sizes) for name, sizes in SIZES.items()}
        self.line = 0
        self.fields: list[Field] = []
        self.frames: dict[str, RecordDef] = {}
        self.terms: dict[str, y.Term] = {}
        self.questions: dict[str, y.Question] = {}
        self.helpers: dict[str, n.Function] = {}
        self.deeds: dict[str, y.Deed] = {}
        self.here = Here()
        self.numbers = {"Numbers.few": dice.randint(0, 2), "Numbers.many": dice.randint(1, 3)}
        self.attributes = (
            ("Player", "rich", BOOL),
            ("Thing", "weight", INT),
            ("Thing", "colour", COLOUR),
            ("Thing", "owner", t.Optional(PLAYER)),
            ("Thing", "beside", t.Set(THING)),
            ("Player", "price", t.Map(THING, INT)),
        )

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def origin(self) -> Origin:
        """A line of its own for each node, so that events differ; the clauses of the rule that is being made."""
        self.line += 1
        return Origin(Span("random.py", self.line, 1, self.line, 2), self.here.cites)

    def clause(self) -> tuple[str, ...]:
        self.line += 1
        return (f"1.{self.line}",)

    def members(self, type_: t.Type) -> int:
        assert isinstance(type_, t.Sort | t.Enum)
        return self.size[type_.name]

    def name(self, prefix: str) -> str:
        self.line += 1
        return f"{prefix}_{self.line}"

    def const(self, type_: t.Type, value: Any) -> n.Expr:
        return n.Const(self.origin(), type_, value)

    def any(self, type_: t.Type) -> Any:
        """A canonical value."""
        match type_:
            case t.Bool():
                return self.chance(0.5)
            case t.Int(low, high):
                low = LEAST if low is None else low
                return self.dice.randint(low, low + 2 if high is None else high)
            case t.Sort() | t.Enum():
                return self.dice.randrange(self.members(type_))
            case t.Optional(item):
                return None if self.chance(0.4) else self.any(item)
            case t.Set(item):
                return frozenset(k for k in range(self.members(item)) if self.chance(0.5))
            case t.Pile(item):
                members, held = range(self.members(item)), self.dice.randint(0, self.members(item))
                return tuple(self.dice.choices(members, k=held) if type_.repeats else self.dice.sample(members, held))
            case t.Map(key, item):
                return tuple(self.any(item) for _ in range(self.members(key)))
        raise TypeError(type_)

    def integer(self) -> t.Int:
        low = self.dice.choice((0, 0, 0, 1, -1))
        cite = "9.9" if self.chance(0.3) else None
        return self.dice.choice(
            (
                t.Int(low, low + self.dice.choice((1, 2, 2, 3)), cite),
                t.Int(low, low + 2, cite),
                t.Int(0, None, cite),
                t.Int(None, 2, cite),
                t.Int(),
            )
        )

    def scalar(self) -> t.Type:
        return self.dice.choice((BOOL, self.integer(), PLAYER, THING, COLOUR, PHASE))

    def leaf(self) -> t.Type:
        kinds: Sequence[Callable[[], t.Type]] = (
            lambda: BOOL,
            self.integer,
            lambda: self.dice.choice(DOMAINS),
            lambda: t.Optional(self.scalar()),
            lambda: t.Set(self.dice.choice(DOMAINS)),
            lambda: self.dice.choice((t.Pile(THING), t.Pile(THING, 1), t.Pile(PLAYER), t.Pile(COLOUR, 3))),
        )
        return self.dice.choice(kinds)()

    def field_type(self) -> t.Type:
        if self.chance(0.7):
            return self.leaf()
        key = self.dice.choice((PLAYER, THING, COLOUR))
        inner = t.Map(self.dice.choice((PLAYER, COLOUR)), self.leaf()) if self.chance(0.15) else self.leaf()
        return t.Map(key, inner)

    def default(self, type_: t.Type) -> Any:
        """Mostly what a field of that type has when the author says nothing: a sort has no default then."""
        while isinstance(type_, t.Map):
            type_ = type_.value
        match type_:
            case t.Bool():
                return self.chance(0.2)
            case t.Int(low, high):
                return 0 if self.chance(0.7) else self.any(t.Int(low or 0, high if high is not None else (low or 0)))
            case t.Enum() if self.chance(0.4):
                return self.any(type_)
            case t.Set():
                return frozenset()
            case t.Pile():
                return ()
        return None
