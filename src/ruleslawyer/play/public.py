"""The public part of a choice: what somebody who looks on saw change, by its name, and to which number.

A choice that shows in nothing that he sees is not told. One that shows by chance alone, as a secret number that another
one came to at the same move, would be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.play.rules import Rules
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


def public(rules: Rules, instance: Instance, before: State, after: State, seer: int) -> Json:
    """The choices of an action that somebody else took, or chance, as far as the one who looks on saw them."""
    doer = rules.actions[instance.action].actor_of(instance.args)
    seen = changed(rules, before, after, seer) | ({rules.seats[doer]} if doer is not None else set())
    return {name: told(one, seen, rules.seats) for name, one in rules.codec.instance(instance)["args"].items()}


def changed(rules: Rules, before: State, after: State, seer: int) -> frozenset[str | int]:
    """The names and numbers of which a player sees something that was otherwise before."""
    return frozenset(_differing(rules.sees(before, seer), rules.sees(after, seer)))


def _differing(was: object, now: object) -> Iterator[str | int]:
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            if was.get(key) != now.get(key):
                yield key
                yield from _differing(was.get(key), now.get(key))
        return
    held: set[str | int] = {one for one in _names(was) if isinstance(one, str)}
    holds = set(_names(now))
    yield from held ^ holds if isinstance(was, list) and isinstance(now, list) else held | holds


def _names(value: object) -> Iterator[str | int]:
    match value:
        case str() | int():
            yield value
        case list():
            for one in value:
                yield from _names(one)
        case dict():
            for key, one in value.items():
                yield from (key, *_names(one))


def told(choices: object, seen: Collection[str | int], players: Collection[str]) -> Any:
    """Choices with what is seen of them: neither a number nor how many there are is said of what is not."""
    match choices:
        case str() | int() if choices in seen:
            return choices
        case list() if choices:
            known = [one for one in choices if isinstance(one, str | int) and one in seen]
            return known + [UNSEEN] * (len(known) < len(choices))
        case dict():
            return {key: told(one, seen, players) for key, one in choices.items() if key in seen or key in players}
    return UNSEEN
