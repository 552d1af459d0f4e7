"""A deed that an effect demands, in the direct run: judged with the demand as its one permit, then done, or another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from ruleslawyer.ir.system import Deed, Instead, Norm
from ruleslawyer.semantics.evaluate import unbeaten
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judge import holding, verdict_of, weigh
from ruleslawyer.semantics.judgement import Verdict
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Store

Answer: TypeAlias = tuple[Verdict, frozenset[str]]
"""What the clauses say: the verdict on the demand and, where it is not simply illegal, the deeds that replace it."""

Said: TypeAlias = tuple[tuple[str, str, tuple[str, ...], str], ...]
"""Clauses that hold, the demand first: of each its name, its kind, what it beats, the deed that an instead names."""


def demand(look: Look, name: str, args: tuple[Any, ...]) -> None:
    """Judge a deed in the state as it is now (`args` begin with the store), and do it, or what replaces it."""
    deed = look.machine.system.deeds[name]
    look.fired[name] = None
    happens = decided(look, deed, [deed.permit, *holding(look, deed.clauses, args)])
    if happens == name:
        _act(look, deed, args)
    elif happens is not None:
        demand(look, happens, args)


def decided(look: Look, deed: Deed, held: Sequence[Norm | Instead]) -> str | None:
    """The outcome where these clauses hold (the demand is the first of them): the deed, another in its place, or
    nothing; and what is met by saying it."""
    live, decisive = _said_together(
        tuple((c.name, c.kind, c.over, c.by if isinstance(c, Instead) else "") for c in held)
    )
    judgement = weigh(look, deed.name, held)
    insteads = [c for c in held if isinstance(c, Instead) and c.name in live]
    look.fired.update(dict.fromkeys(c.name for c in insteads))
    look.decisive.update(dict.fromkeys(decisive))
    if not judgement.allowed:
        return None
    return _replacement(look, deed, insteads) if insteads else deed.name


def _act(look: Look, deed: Deed, args: tuple[Any, ...]) -> None:
    store: Store = args[0]
    outer, store.rule = store.rule, deed.name
    look.call(deed.function, args)
    store.rule = outer


def _replacement(look: Look, deed: Deed, insteads: Sequence[Instead]) -> str:
    """The deed that live insteads name; where they name different ones, the reading decides each pair."""
    losers = set()
    for a, b in combinations(insteads, 2):
        if a.by != b.by:
            key, cites = f"{deed.name}:{a.name}/{b.name}", a.origin.cites + b.origin.cites
            look.note(Event("contradiction", deed.name, (a.name, b.name), key, (a.name, b.name), cites))
            losers.add(a.name if look.reading.get(key, a.name) == b.name else b.name)
    return next((c.by for c in insteads if c.name not in losers), insteads[0].by)


@lru_cache(maxsize=4096)  # the same few clauses hold again and again
def _said_together(said: Said) -> tuple[frozenset[str], tuple[str, ...]]:
    """The live clauses, and those without which the answer would be another; the demand itself is none."""
    live, answer = _answer(said)
    demanded, *others = said
    decisive = (one[0] for one in others if _answer((demanded, *(c for c in others if c is not one)))[1] != answer)
    return live, tuple(decisive)


def _answer(said: Said) -> tuple[frozenset[str], Answer]:
    live = unbeaten({name: over for name, _, over, _ in said})
    permits, forbids = ([c for c in said if c[1] == kind and c[0] in live] for kind in ("permit", "forbid"))
    by = frozenset(c[3] for c in said if c[1] == "instead" and c[0] in live) if permits else frozenset()
    return live, (verdict_of(permits, forbids), by)
