"""The places in the rules that ask a question, each with a question of its own; and pieces of the rules with others in
their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.origin import Span
from ruleslawyer.ir.nodes import Call, Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk


def with_functions(node: Any, made: Callable[[Function], Function]) -> Any:
    """The same with another function in the place of each, wherever that is; into a function it does not look."""
    if isinstance(node, Function):
        return made(node)
    if isinstance(node, Mapping):
        found = {key: with_functions(item, made) for key, item in node.items()}
        return node if all(found[key] is item for key, item in node.items()) else found
    return with_parts(node, lambda part: with_functions(part, made))


def with_parts(node: Any, made: Callable[[Any], Any]) -> Any:
    """A node, or a tuple of some, with something else in the place of what stands directly in it; anything else as it
    is."""
    if isinstance(node, tuple):
        items = tuple(map(made, node))
        return node if all(a is b for a, b in zip(items, node, strict=True)) else items
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {f.name: made(getattr(node, f.name)) for f in fields(node) if f.init}
    changed = {name: value for name, value in changed.items() if value is not getattr(node, name)}
    return replace(node, **changed) if changed else node


_ASIDE = frozenset({"checks", "promises", "knowing"})
"""What is asked about plays, and decides nothing in them; helpers of these alone do not, either."""


@dataclass(frozen=True, slots=True)
class AskingSite:
    """A function that asks a question. key: the question that it asks in the rules of `apart`, an option of which is
    the answer at this place alone; function: by name."""

    key: str
    question: str
    function: str
    span: Span

    @property
    def place(self) -> str:
        """Its file and line."""
        return f"{self.span.path}:{self.span.line}"

    def __str__(self) -> str:
        return f"{self.function} ({self.place})"

    def json(self) -> Json:
        return {"rule": self.function, "file": self.span.path, "line": self.span.line}


@dataclass(frozen=True, slots=True)
class Apart:
    """Rules of which each place asks for itself; the questions that stand there under their old names are asked by
    properties alone."""

    system: System
    sites: Mapping[str, tuple[AskingSite, ...]]

    def everywhere(self, reading: Mapping[str, str]) -> dict[str, str]:
        """A reading with each of its answers at every place that asks."""
        return {
            **reading,
            **{site.key: option for name, option in reading.items() for site in self.sites.get(name, ())},
        }


def apart(system: System) -> Apart:
    """The rules with their askings told apart; a function that several rules share is one place."""
    return _Apart(system).rules()


class _Apart:
    def __init__(self, system: System) -> None:
        self.system = system
        self.sites: dict[str, list[AskingSite]] = {name: [] for name in system.questions}
        self._functions: dict[int, tuple[Function, Function]] = {}
        self._called: dict[str, None] = {}

    def rules(self) -> Apart:
        aside = _ASIDE | {"helpers"}
        own = {f.name: getattr(self.system, f.name) for f in fields(self.system) if f.name not in aside}
        own = {name: with_functions(value, self._function) for name, value in own.items()}
        helpers = dict(self.system.helpers)
        while self._called:
            name = next(iter(self._called))
            del self._called[name]
            helpers[name] = self._function(self.system.helpers[name])
        rules = replace(self.system, helpers=helpers, **own)
        copies = {site.key: replace(rules.questions[q], name=site.key) for q, of in self.sites.items() for site in of}
        sites = {question: tuple(of) for question, of in self.sites.items()}
        return Apart(replace(rules, questions={**rules.questions, **copies}), sites)

    def _function(self, function: Function) -> Function:
        if id(function) not in self._functions:
            calls = [node for node in walk(function.body) if isinstance(node, Call)]
            asked = {call.name for call in calls if call.kind == "question"}
            self._called |= dict.fromkeys(call.name for call in calls if call.kind == "helper")
            keys = {name: self._site(name, function) for name in sorted(asked)}
            made = replace(function, body=self._asking(function.body, keys)) if keys else function
            self._functions[id(function)] = function, made
        return self._functions[id(function)][1]

    def _site(self, question: str, function: Function) -> str:
        known = {site.key for site in self.sites[question]}
        names = (f"{question}__{function.name}{'_' * n}" for n in count())  # the same whatever else asks
        key = next(name for name in names if name not in known)
        self.sites[question].append(AskingSite(key, question, function.name, function.origin.span))
        return key

    def _asking(self, node: Any, keys: Mapping[str, str]) -> Any:
        if isinstance(node, Call) and node.kind == "question":
            node = replace(node, name=keys[node.name])
        return with_parts(node, lambda part: self._asking(part, keys))
