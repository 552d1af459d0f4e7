"""Conditions on a state for readers who do not read code: ``0 <= money[Ann]`` is "money of Ann is at least 0"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.lifted.scoped.nodes import Node, postorder

_MOST = 40
"""Parts of a condition beyond which plain words would be no easier to read."""
_PLACE = re.compile(
    r"(?:(?P<frame>\w+)\.)?(?P<field>\w+)(?P<keys>(?:\[\w+\])*)(?:\{(?P<member>\w+)\})?(?:#(?P<nth>\d+))?"
)


class _UnsaidError(Exception):
    """There are no plain words for this."""


class Plain:
    """Says conditions of one scope; `words` knows the names of members."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, condition: Node) -> str:
        """A condition in plain words; empty where there are none, or too many."""
        if sum(1 for _ in postorder([condition])) > _MOST:
            return ""
        try:
            return self._holds(condition)
        except _UnsaidError:
            return ""

    def _holds(self, node: Node) -> str:
        match node.op:
            case "and":
                return self._all(node.args)
            case "or":
                return self._either(node.args)
            case "not":
                return self._denial(node.args[0])
            case "equal" | "less_equal":
                a, b = node.args
                if a.sort == "bool":
                    return f"{self._inner(a)} exactly when {self._inner(b)}"
                return self._comparison(a, b, "is at most" if node.op == "less_equal" else "is")
            case "leaf" | "rigid" | "parameter":
                return _true(node.value)
            case _:
                raise _UnsaidError

    def _inner(self, node: Node) -> str:
        """A part of a larger condition, in brackets where it has parts of its own."""
        said, of = self._holds(node), node.args[0] if node.op == "not" else node
        return f"({said})" if of.op in ("and", "or") or _is_of_conditions(of) else said

    def _all(self, parts: Sequence[Node]) -> str:
        return " and ".join(map(self._inner, parts))

    def _either(self, parts: Sequence[Node]) -> str:
        """An alternative in words; a denied part is a condition of the rest: ``not a or b`` is "if a, then b"."""
        denied = [part.args[0] for part in parts if part.op == "not"]
        rest = " or ".join(self._inner(part) for part in parts if part.op != "not")
        if denied and rest:
            return f"if {self._all(denied)}, then {rest}"
        return f"never at once: {self._all(denied)}" if denied else rest

    def _denial(self, node: Node) -> str:
        if node.op == "and":
            return f"never at once: {self._all(node.args)}"
        if node.op in ("equal", "less_equal") and node.args[0].sort != "bool":
            a, b = node.args
            return self._comparison(a, b, "is not" if node.op == "equal" else "is more than")
        return f"not {self._inner(node)}"

    def _comparison(self, a: Node, b: Node, sign: str) -> str:
        if a.op == "constant" and b.op != "constant":
            a, b, sign = b, a, {"is at most": "is at least", "is more than": "is less than"}.get(sign, sign)
        ones = _ones(a)
        if ones:
            how_many = "exactly" if sign == "is" else sign.removeprefix("is ")
            return f"{how_many} {self._thing(b)} of these: {'; '.join(map(self._holds, ones))}"
        member = self.words.member(a, b.value) if b.op == "constant" and b.sort == "int" else ""
        return f"{self._thing(a)} {sign} {'nothing' if member == 'none' else member or self._thing(b)}"

    def _thing(self, node: Node) -> str:
        if node.op == "constant":
            return str(node.value)
        if node.op in ("leaf", "rigid", "parameter"):
            return _place(node.value)
        raise _UnsaidError


def _is_of_conditions(node: Node) -> bool:
    """Whether a comparison is of conditions, or of how many of them hold."""
    return node.op in ("equal", "less_equal") and (node.args[0].sort == "bool" or any(map(_ones, node.args)))


def _ones(node: Node) -> list[Node]:
    """The conditions of a sum of ones, each counted where it holds; none where it is another sum."""
    parts = node.args if node.op == "add" else (node,)
    counts = all(p.op == "ite" and [a.value for a in p.args[1:]] == [1, 0] for p in parts)
    return [part.args[0] for part in parts] if counts else []


def _true(name: str) -> str:
    """A place that is yes or no, which is yes."""
    found = _PLACE.fullmatch(name)
    if found is None:
        raise _UnsaidError
    if found["frame"] and found["field"] == "open":
        return f"{_spoken(found['frame'])} is open"
    if found["member"]:
        return f"{found['member']} is in {_place(name.partition('{')[0])}"
    return f"“{_place(name)}” holds"


def _place(name: str) -> str:
    """``pool[Ann][IQ]`` is "pool of Ann, IQ", ``Bid.lot`` "lot of Bid", ``ammo[Ann]#0`` "number 1 of ammo of Ann"."""
    found = _PLACE.fullmatch(name)
    if found is None or found["member"]:
        raise _UnsaidError
    keys = re.findall(r"\w+", found["keys"]) or ([found["frame"]] if found["frame"] else [])
    said = _spoken(found["field"]) + (f" of {', '.join(keys)}" if keys else "")
    return f"number {int(found['nth']) + 1} of {said}" if found["nth"] else said


def _spoken(name: str) -> str:
    return name.replace("_", " ")
