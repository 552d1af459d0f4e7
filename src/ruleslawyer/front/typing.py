"""Types against each other: which fits where, what two have in common, and how each is called in a message."""

from __future__ import annotations

from ruleslawyer.ir import types as t

SCALARS = (t.Bool, t.Int, t.Sort, t.Enum)


def plain(type_: t.Type) -> t.Type:
    """The type without the bounds of its integers and piles, which matter only where something is written."""
    match type_:
        case t.Int():
            return t.Int()
        case t.Optional(item):
            return t.Optional(plain(item))
        case t.Map(key, value):
            return t.Map(key, plain(value))
        case t.Silent(item):
            return t.Silent(plain(item))
        case t.Pile(item):
            return t.Pile(item)
        case _:
            return type_


def join(left: t.Type, right: t.Type) -> t.Type | None:
    """The smallest type that holds the values of both; None where there is none."""
    left, right = plain(left), plain(right)
    if left == right:
        return left
    for one, other in ((left, right), (right, left)):
        match one:
            case t.Silent(t.NoneType()):
                return other if isinstance(other, t.Silent) else t.Silent(other)
            case t.Silent(item):
                inner = join(item, other.item if isinstance(other, t.Silent) else other)
                return t.Silent(inner) if inner is not None else None
    for one, other in ((left, right), (right, left)):
        match one:
            case t.NoneType():
                return (
                    other
                    if isinstance(other, t.Optional)
                    else t.Optional(other)
                    if isinstance(other, SCALARS)
                    else None
                )
            case t.Optional(item):
                inner = join(item, other.item if isinstance(other, t.Optional) else other)
                return t.Optional(inner) if inner is not None and not isinstance(inner, t.Optional) else inner
            case t.Awaits(item) if other == t.Set(item):
                return one
    return None


def fits(type_: t.Type, expected: t.Type) -> bool:
    """Whether a value of the type may stand where `expected` is, as it is."""
    return join(type_, expected) == plain(expected)


def describe(type_: t.Type) -> str:
    """The type in the words of a message, with its article."""
    match type_:
        case t.Bool():
            return "True or False"
        case t.Int():
            return "an integer"
        case t.Sort(name) | t.Enum(name):
            return f"a {name}" if name[:1] not in "AEIOU" else f"an {name}"
        case t.Optional(item):
            return f"{describe(item)} or None"
        case t.Set(item):
            return f"a set of {_noun(item)}"
        case t.Pile(item):
            return f"a pile of {_noun(item)}"
        case t.Map(key, value):
            return f"a map from {_noun(key)} to {describe(value)}"
        case t.Awaits(item):
            return f"a set of {_noun(item)} or CHANCE"
        case t.Silent(t.NoneType()):
            return "SILENT"
        case t.Silent(item):
            return f"{describe(item)} or SILENT"
        case t.NoneType():
            return "None"
        case t.State():
            return "the state"
        case t.FrameOf(name):
            return f"the frame {name}"


def _noun(type_: t.Type) -> str:
    match type_:
        case t.Sort(name) | t.Enum(name):
            return name
        case _:
            return describe(type_)


def type_text(type_: t.Type) -> str:
    """The type as an author writes it."""
    match type_:
        case t.Bool():
            return "bool"
        case t.Int():
            return "int"
        case t.Sort(name) | t.Enum(name) | t.FrameOf(name):
            return name
        case t.Optional(item):
            return f"{type_text(item)} | None"
        case t.Set(item):
            return f"frozenset[{type_text(item)}]"
        case t.Pile(item):
            return f"Pile[{type_text(item)}]"
        case t.Map(key, value):
            return f"Map[{type_text(key)}, {type_text(value)}]"
        case t.Awaits(item):
            return f"frozenset[{type_text(item)}] | Chance"
        case t.Silent(item):
            return f"{type_text(item)} | Silent"
        case t.NoneType():
            return "None"
        case t.State():
            return "State"
