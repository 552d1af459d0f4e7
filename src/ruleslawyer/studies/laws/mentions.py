"""The rules that say something of fields and attributes: which questions they ask, and what ends a game by them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.studies.laws.deal import Where


def questions_about(system: System, names: Collection[str]) -> tuple[str, ...]:
    """The questions that are asked in a rule that reads or writes one of some fields or attributes itself."""
    found = dict[str, None]()
    for function in system.functions() if names else ():
        nodes = list(walk(function.body))
        if any(_name(node) in names for node in nodes):
            found |= {node.name: None for node in nodes if isinstance(node, n.Call) and node.kind == "question"}
    return tuple(found)


def ends_the_game(system: System) -> frozenset[str]:
    """The fields by which a game is over, or won, and those by which a settle writes these."""
    functions = Functions(system)
    found = {name for frame, name in functions.uses([system.ended, system.winners]).reads if frame is None}
    for settle in system.settles.values():
        if any(frame is None and name in found for frame, name in functions.uses([settle.function]).writes):
            found |= {name for frame, name in functions.uses([settle.when]).reads if frame is None}
    return frozenset(found)


def words_to_write(system: System, fields: Collection[str]) -> tuple[tuple[str, Where], ...]:
    """The words that are printed on a member where a rule writes one of some fields: the sort, and the attribute's
    value."""
    found = dict[tuple[str, str, object], None]()
    for function in system.functions() if fields else ():
        for node in walk(function.body):
            if isinstance(node, n.If) and any(_writes(one, fields) for one in walk(node.then)):
                found |= dict.fromkeys(_words(node.condition))
    return tuple((sort, {name: (value,)}) for sort, name, value in found)


def words_compared(system: System, question: str) -> dict[str, tuple[object, ...]]:
    """The words that rules compare which ask a question, by the attribute that they read and that may say one."""
    found: dict[str, dict[object, None]] = {}
    for function in system.functions():
        nodes = list(walk(function.body))
        if any(isinstance(node, n.Call) and node.kind == "question" and node.name == question for node in nodes):
            read = {node.name: t.unwrap(node.type) for node in nodes if isinstance(node, n.Attr)}
            for name, type_ in read.items():
                words = (node.right for node in nodes if isinstance(node, n.Compare) and node.op == "==")
                same = [one.value for one in words if isinstance(one, n.Const) and one.type == type_]
                if same and isinstance(type_, t.Enum):
                    found.setdefault(name, {}).update(dict.fromkeys(same))
    return {name: tuple(values) for name, values in found.items()}


def _writes(node: object, fields: Collection[str]) -> bool:
    return isinstance(node, n.Place) and node.record is None and node.field in fields


def _name(node: object) -> str:
    match node:
        case n.Read(record=None, field=name) | n.Place(record=None, field=name) | n.Attr(name=name):
            return name
    return ""


def _words(condition: n.Expr) -> Iterator[tuple[str, str, object]]:
    """The words that a condition wants to be printed."""
    for node in walk(condition):
        match node:
            case n.Compare(op="==", left=n.Attr(sort=sort, name=name, keys=()), right=n.Const(value=value)):
                yield sort, name, value
