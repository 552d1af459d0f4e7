"""Types against each other: which fits where, what two have in common, and how each is called in a message."""

from __future__ import annotations

from ruleslawyer.ir.types import (
    Awaits,
    Bool,
    Enum,
    FrameOf,
    Int,
    Map,
    NoneType,
    Optional,
    Pile,
    Set,
    Silent,
    Sort,
    State,
    Type,
)

SCALARS = (Bool, Int, Sort, Enum)


def plain(type_: Type) -> Type:
    """The type without the bounds of its integers and piles, which matter only where something is written."""
    match type_:
        case Int():
            return Int()
        case Optional(item):
            return Optional(plain(item))
        case Map(key, value):
            return Map(key, plain(value))
        case Silent(item):
            return Silent(plain(item))
        case Pile(item):
            return Pile(item)
        case _:
            return type_


def join(left: Type, right: Type) -> Type | None:
    """The smallest type that holds the values of both; None where there is none."""
    left, right = plain(left), plain(right)
    if left == right:
        return left
    for one, other in ((left, right), (right, left)):
        match one:
            case Silent(NoneType()):
                return other if isinstance(other, Silent) else Silent(other)
            case Silent(item):
                inner = join(item, other.item if isinstance(other, Silent) else other)
                return Silent(inner) if inner is not None else None
    for one, other in ((left, right), (right, left)):
        match one:
            case NoneType():
                return other if isinstance(other, Optional) else Optional(other) if isinstance(other, SCALARS) else None
            case Optional(item):
                inner = join(item, other.item if isinstance(other, Optional) else other)
                return Optional(inner) if inner is not None and not isinstance(inner, Optional) else inner
            case Awaits(item) if other == Set(item):
                return one
    return None


def fits(type_: Type, expected: Type) -> bool:
    """Whether a value of the type may stand where `expected` is, as it is."""
    return join(type_, expected) == plain(expected)


def describe(type_: Type) -> str:
    """The type in the words of a message, with its article."""
    match type_:
        case Bool():
            return "True or False"
        case Int():
            return "an integer"
        case Sort(name) | Enum(name):
            return f"a {name}" if name[:1] not in "AEIOU" else f"an {name}"
        case Optional(item):
            return f"{describe(item)} or None"
        case Set(item):
            return f"a set of {_noun(item)}"
        case Pile(item):
            return f"a pile of {_noun(item)}"
        case Map(key, value):
            return f"a map from {_noun(key)} to {describe(value)}"
        case Awaits(item):
            return f"a set of {_noun(item)} or CHANCE"
        case Silent(NoneType()):
            return "SILENT"
        case Silent(item):
            return f"{describe(item)} or SILENT"
        case NoneType():
            return "None"
        case State():
            return "the state"
        case FrameOf(name):
            return f"the frame {name}"


def _noun(type_: Type) -> str:
    match type_:
        case Sort(name) | Enum(name):
            return name
        case _:
            return describe(type_)


def written(type_: Type) -> str:
    """The type as an author writes it."""
    match type_:
        case Bool():
            return "bool"
        case Int():
            return "int"
        case Sort(name) | Enum(name) | FrameOf(name):
            return name
        case Optional(item):
            return f"{written(item)} | None"
        case Set(item):
            return f"frozenset[{written(item)}]"
        case Pile(item):
            return f"Pile[{written(item)}]"
        case Map(key, value):
            return f"Map[{written(key)}, {written(value)}]"
        case Awaits(item):
            return f"frozenset[{written(item)}] | Chance"
        case Silent(item):
            return f"{written(item)} | Silent"
        case NoneType():
            return "None"
        case State():
            return "State"
