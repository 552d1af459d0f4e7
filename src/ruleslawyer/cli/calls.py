"""A game in letters: an action as a person writes it, ``buy(buyer=Ann, ship=Argo)``, and the table at a play's end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.output import out, say
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.happened import frames
from ruleslawyer.rulebook.table.letters import letters
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.rulebook.table.words import HAS_TURN
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

_TOKEN = re.compile(r"\s*([{}(),=:]|-?\w+)")


def parse_call(text: str, codec: Codec) -> Instance:
    """The instance; a mistake in it is a `UsageError`."""
    words = _Words(text)
    action = words.next()
    if action not in codec.system.actions:
        raise UsageError(f"there is no action `{action}`", None, nearest(action, codec.system.actions))
    parameters = dict(codec.parameters(action))
    given: Json = {}
    if words.take("("):
        while not words.take(")"):
            name = words.next()
            if not name:
                raise UsageError(f"`{text}` ends too early", None, f"write {_example(codec, action)}")
            if name not in parameters:
                raise UsageError(f"{action} has no parameter `{name}`", None, nearest(name, parameters))
            if name in given:
                raise UsageError(f"`{name}` is given twice", None, f"write {_example(codec, action)}")
            words.expect("=")
            given[name] = _value(words, parameters[name], codec)
            words.take(",")
    if words.next():
        raise UsageError(f"`{text}` goes on after the action", None, f"write {_example(codec, action)}")
    missing = [name for name in parameters if name not in given]
    if missing:
        raise UsageError(f"`{missing[0]}` is missing", None, f"write {_example(codec, action)}")
    return codec.parse_instance({"action": action, "args": given}, action)


def _example(codec: Codec, action: str) -> str:
    return f"{action}({', '.join(f'{name}=…' for name, _ in codec.parameters(action))})"


class _Words:
    """The words and marks of a text, one after the other; "" at its end."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if found is None and self.text[self.at :].strip():
            raise UsageError(f"`{self.text[self.at :].strip()}` cannot be read here", None, "write names and numbers")
        return found[1] if found else ""

    def next(self) -> str:
        word = self.peek()
        found = _TOKEN.match(self.text, self.at)
        self.at = found.end() if found else len(self.text)
        return word

    def more(self) -> None:
        """There must be something yet."""
        if not self.peek():
            raise UsageError(f"`{self.text}` ends too early", None, "close each bracket")

    def name(self, known: Iterable[str]) -> str:
        """The longest known name that stands here, spaces and all, with or without quotes; else the next word."""
        at = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        for quote in ('"', "'", ""):
            for found in sorted(known, key=len, reverse=True):
                end = at + len(found) + 2 * len(quote)
                if self.text[at:end] == f"{quote}{found}{quote}" and not re.match(r"\w", self.text[end : end + 1]):
                    self.at = end
                    return found
        return self.next()

    def take(self, mark: str) -> bool:
        if self.peek() != mark:
            return False
        self.next()
        return True

    def expect(self, mark: str) -> None:
        found = self.next()
        if found != mark:
            raise UsageError(f"expected `{mark}`, found `{found or 'the end'}`", None, f"the text was `{self.text}`")


def _value(words: _Words, type_: t.Type, codec: Codec) -> Any:
    """The JSON value of a parameter."""
    match type_:
        case t.Optional(item):
            return None if words.take("none") else _value(words, item, codec)
        case t.Set(item):
            words.expect("{")
            found = []
            while not words.take("}"):
                words.more()
                found.append(_value(words, item, codec))
                words.take(",")
            return found
        case t.Map(key, item):
            words.expect("{")
            chosen: Json = dict.fromkeys(codec.members(key))
            while not words.take("}"):
                name = words.name(chosen)
                words.expect(":")
                if name not in chosen:
                    raise UsageError(f"there is no `{name}` here", None, nearest(name, chosen))
                chosen[name] = _value(words, t.Optional(item), codec)
                words.take(",")
            return chosen
        case t.Bool():
            return {"yes": True, "true": True, "no": False, "false": False}.get(words.peek(), words.next())
        case t.Int():
            word = words.next()
            return int(word) if re.fullmatch(r"-?\d{1,9}", word) else word
        case t.Sort() | t.Enum():
            return words.name(codec.members(type_))
    return words.next()


MARGIN = 7
"""Letters before each line, as before what a step changes."""
WIDEST = 120


def after(ruleset: LoadedRuleset, scope: Scope, trace: Trace) -> None:
    """The table where a play ends; what changed last has a star, and what is only wanted is not done."""
    tables = Tables(view_of(ruleset), ruleset.system, scope)
    drawn, end = frames(tables, trace)[-1], trace.steps[-1].last_state if trace.steps else trace.start.last_state
    if drawn["table"] is not None:
        if end is not None:
            _name_who_waits(drawn["table"], TransitionSystem(tables.machine, dict(trace.reading)), end)
        _say("the table before that" if drawn["asked"] else "the table then (* changed last)", drawn["table"])


def beside(ruleset: LoadedRuleset, system: TransitionSystem, state: State, asked: Instance) -> None:
    """The table in a state in which an action is asked about."""
    tables = Tables(view_of(ruleset), ruleset.system, system.scope)
    drawing = tables.draw(state, asked=asked, reading=system.reading)
    _name_who_waits(drawing, system, state)
    _say("the table", drawing)


def _name_who_waits(drawing: Json, system: TransitionSystem, state: State) -> None:
    """Writes beside whoever has the turn in a drawing that he has it, where the decision is not his; nothing where a
    check fails as that is asked."""
    try:
        awaited = system.awaits(state)
    except BranchEnds:
        return
    for seat in drawing["seats"]:
        if seat["turn"] and seat["number"] not in awaited:
            seat["word"] = HAS_TURN


def _say(title: str, drawing: dict[str, object]) -> None:
    say(f"     {title}:")
    for line in letters(drawing, min(out().width, WIDEST) - MARGIN).splitlines():
        say(" " * MARGIN + line)
