"""Conditions that nearly hold: what is refused, and would not be, were one number that is asked for greater by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import Action, Norm, System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.listed import Listed
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.varied import replace_nodes
from ruleslawyer.studies.hunt.words import Words

NEAR = "near"
REFUSED = 60
"""Choices of one state, of those that are refused, that are looked at."""


@dataclass(frozen=True)
class Limit:
    """A comparison of numbers in what permits an action; other: the same, where one is missing. of_others: whether it
    is about what players have who do not choose."""

    action: str
    permit: Norm
    function: n.Function
    node: n.Expr
    other: n.Expr
    of_others: bool


def limits(listed: Listed) -> Iterator[Limit]:
    functions = Functions(listed.system)
    for action in listed.system.actions.values():
        for norm in action.every_norm if action.kind == "action" else ():
            for function in functions.behind([norm.function]) if norm.kind == "permit" else ():
                for node in walk(function.body):
                    if isinstance(node, n.Compare) and node.op != "==" and not _asks_for_any(node):
                        of_others = function is norm.function and _is_of_others(listed.system, action, function, node)
                        yield Limit(action.name, norm, function, node, _wider(node), of_others)


def _is_of_others(system: System, action: Action, function: n.Function, node: n.Compare) -> bool:
    """Whether a comparison reads what others have than the player who chooses."""
    actor = None if action.actor is None else function.parameters[action.actor].name
    keys = [key for one in walk(node) if isinstance(one, n.Read) for key in one.keys]
    return any(isinstance(key, n.Var) and key.type == t.Sort(system.players) and key.name != actor for key in keys)


def _asks_for_any(node: n.Compare) -> bool:
    """A condition that something is there at all: no number is missing where nothing is."""
    none = isinstance(node.left, n.Const) and node.left.value == 0
    return node.op == "<" and none and isinstance(node.right, n.Size)


def _wider(node: n.Compare) -> n.Expr:
    """The comparison that one less, or more, is enough for."""
    if node.op == "<":
        return replace(node, op="<=")
    one = n.Const(node.origin, t.Int(), 1)
    return replace(node, right=n.Arith(node.origin, t.Int(), "+", node.right, one))


class Nearly:
    """Looks at what is refused: by rules in which all limits are wider first, then by those with one that is."""

    def __init__(self, listed: Listed, words: Words, ask: Ask) -> None:
        self.system, self.words, self.ask, self.listed = listed.system, words, ask, listed
        self._of: dict[str, list[Limit]] = {}
        for limit in limits(listed):
            self._of.setdefault(limit.action, []).append(limit)
        self._machines: dict[tuple[int, int], tuple[Scope, Interpreter]] = {}
        self._shown = set[str]()

    def look(self, spot: Spot) -> None:
        refused = (one for one in spot.refused_instances if one.action in self._of and one.action not in self._shown)
        for instance, _ in zip(refused, range(REFUSED), strict=False):
            several = self._of[instance.action]
            if instance.action in self._shown or not self._would(spot, instance, None):
                continue
            found = next((limit for limit in several if self._would(spot, instance, limit)), None)
            if found is not None:
                self._shown.add(instance.action)
                self._ask(spot, instance, found)

    def _would(self, spot: Spot, instance: Instance, limit: Limit | None) -> bool:
        """Whether a choice would be allowed, were one limit wider, or all."""
        key = id(limit), id(spot.system.scope)
        if key not in self._machines:
            wider = [limit] if limit else [one for several in self._of.values() for one in several]
            system = replace_nodes(self.system, [(one.node, one.other) for one in wider])
            self._machines[key] = spot.system.scope, Interpreter(system, spot.system.scope, brief=True)
        return TransitionSystem(self._machines[key][1], spot.system.reading).judge(spot.state, instance).is_allowed

    def _ask(self, spot: Spot, instance: Instance, limit: Limit) -> None:
        def make() -> Question:
            words, function = self.words, limit.function
            doc = (function.doc.splitlines() or [""])[0].strip().rstrip(".")
            what = f"“{function.name.replace('_', ' ')}”{f' (“{doc}”)' if doc else ''}"
            move = words.move(spot, instance)
            lacks = "Somebody has one too few" if limit.of_others else "One is missing"
            asks = f"{move}. {lacks}, where {what} is asked, and nothing else. May it be done?"
            cites = tuple(dict.fromkeys((*limit.permit.origin.cites, *function.origin.cites)))
            numbers = [self.system.constants[one.name] for one in walk(limit.node) if isinstance(one, n.Number)]
            said = tuple(cite for number in numbers for cite in number.origin.cites)  # the book says how many
            said = said or words.comparing(cites)
            # whoever wrote the comparison under a clause read it there, but for what others have to have
            answered = bool(said or (cites and not limit.of_others))
            return Question(
                NEAR, (instance.action,), asks, "no: it is refused", "yes, as far as it goes", (cites,), said or cites,
                spot, None, lambda system: instance in system.allowed_instances(spot.state), answered,
            )  # fmt: skip

        self.ask(NEAR, (instance.action,), spot, make)
