"""The public part of a choice: what somebody who looks on saw change, by its name, and to which number; whose hidden
cards are more or fewer afterwards, and where; and all of it where it changes nothing but what he sees, or where a
clause says that it is made openly.

Else a choice that shows in nothing that he sees is not told. One that shows by chance alone, as a secret number that
another one came to at the same move, would be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.table.hidden import veil
from ruleslawyer.semantics.sight import UNSEEN, hidden_names
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


def public(rules: Rules, instance: Instance, before: State, after: State, seer: int) -> Json:
    """The choices of an action that somebody else took, or chance, as far as the one who looks on saw them."""
    args: Json = rules.codec.instance(instance)["args"]
    was, now = rules.sees(before, seer), rules.sees(after, seer)
    if _hides_nothing(rules.codec.state(before), rules.codec.state(after), was, now):
        return args
    if rules.actions[instance.action].openly:
        open_: Json = veil(args, hidden_names(rules.system, after, seer))
        return open_
    doer = rules.actions[instance.action].actor_of(instance.args)
    seen = frozenset(_differing(was, now)) | ({rules.seats[doer]} if doer is not None else set())
    return {name: visible_choices(one, seen, rules.seats) for name, one in args.items()}


def _hides_nothing(before: object, after: object, was: object, now: object) -> bool:
    """Whether somebody sees all that differs between two states, by what he sees of them."""
    if before == after:
        return True
    if isinstance(before, dict) and isinstance(after, dict) and isinstance(was, dict) and isinstance(now, dict):
        return all(
            (key in was) == (key in before)
            and (key in now) == (key in after)
            and _hides_nothing(before.get(key), after.get(key), was.get(key), now.get(key))
            for key in {**before, **after}
            if before.get(key) != after.get(key)
        )
    return was == before and now == after


def _differing(was: object, now: object) -> Iterator[str | int]:
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            if was.get(key) != now.get(key):
                yield key
                kinds = key == UNSEEN
                yield from (_other_kinds if kinds else _differing)(was.get(key), now.get(key))
        return
    held: set[str | int] = {one for one in _names(was) if isinstance(one, str)}
    holds = set(_names(now))
    yield from held ^ holds if isinstance(was, list) and isinstance(now, list) else held | holds


def _other_kinds(was: Json | None, now: Json | None) -> Iterator[str]:
    """The kinds of hidden members of which there are now more or fewer, without the numbers."""
    for sort in {**(was or {}), **(now or {})}:
        old, new = ([*(seen or {}).get(sort, ())] for seen in (was, now))
        for kind in (*(one for one in old if one not in new), *(one for one in new if one not in old)):
            yield from (value for value in kind.values() if isinstance(value, str))


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


def visible_choices(choices: object, seen: Collection[str | int], players: Collection[str]) -> Any:
    """Choices with what is seen of them: neither a number nor how many there are is said of what is not."""
    match choices:
        case str() | int() if choices in seen:
            return choices
        case list() if choices:
            known = [one for one in choices if isinstance(one, str | int) and one in seen]
            return known + [UNSEEN] * (len(known) < len(choices)) if known else UNSEEN
        case dict():
            return {
                key: visible_choices(one, seen, players)
                for key, one in choices.items()
                if key in seen or key in players
            }
    return UNSEEN
