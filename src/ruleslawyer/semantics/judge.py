"""Legality in the direct run, once for every base with permits and forbids: an action, a seat, a member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from ruleslawyer.ir.system import Instead, Norm
from ruleslawyer.semantics.evaluate import stands, unbeaten
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judgement import Judgement, Verdict
from ruleslawyer.semantics.look import Look, Reading

C = TypeVar("C", Norm, Norm | Instead)


def verdict_of(permits: object, forbids: object) -> Verdict:
    """The four answers."""
    if permits:
        return "contradiction" if forbids else "legal"
    return "illegal" if forbids else "unspoken"


def clash_key(base: str, permit: str, forbid: str) -> str:
    """The name under which a reading decides a clash of norms."""
    return f"{base}:{permit}/{forbid}"


def judge(look: Look, base: str, norms: tuple[Norm, ...], args: tuple[Any, ...]) -> Judgement:
    """Judge one instance: every clause is evaluated, in declaration order, beaten or not."""
    return weigh(look, base, holding(look, norms, args))


def holding(look: Look, clauses: Sequence[C], args: tuple[Any, ...]) -> list[C]:
    """The clauses whose condition holds, and that no live exception lifts. Where a check fails in one, the others are
    asked all the same: what is met is what each of them meets alone."""
    held = look.each([partial(stands, look, c, args) for c in clauses])
    return [c for c, holds in zip(clauses, held, strict=True) if holds]


def weigh(look: Look, base: str, holding: Sequence[Norm | Instead]) -> Judgement:
    """The judgement of the clauses that hold; an `instead` among them beats and is beaten like a norm."""
    permits, forbids, decisive = _answer(tuple((n.name, n.kind, n.over) for n in holding))
    cites = {n.name: n.origin.cites for n in holding}
    for permit in permits:
        for forbid in forbids:
            clash, both = clash_key(base, permit, forbid), cites[permit] + cites[forbid]
            look.note(Event("contradiction", base, (permit, forbid), clash, ("permit", "forbid"), both))
    look.fired.update(dict.fromkeys((*permits, *forbids)))
    return Judgement(
        base,
        verdict_of(permits, forbids),
        _allowed(base, permits, forbids, look.reading),
        tuple(cites),
        permits,
        forbids,
        decisive,
        tuple(dict.fromkeys(c for n in (*permits, *forbids) for c in cites[n])),
    )


@lru_cache(maxsize=4096)  # the same few clauses hold again and again, in one system after the other
def _answer(
    holding: tuple[tuple[str, str, tuple[str, ...]], ...],
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The live permits and forbids of clauses that hold (each with its kind and what it beats); which are decisive."""
    kinds = {name: kind for name, kind, _ in holding}
    over = {name: beaten for name, _, beaten in holding}
    live = unbeaten(over)
    permits = tuple(n for n, kind in kinds.items() if kind == "permit" and n in live)
    forbids = tuple(n for n, kind in kinds.items() if kind == "forbid" and n in live)
    verdict = verdict_of(permits, forbids)
    return permits, forbids, tuple(n for n in kinds if _verdict_without(n, over, kinds) != verdict)


def _allowed(base: str, permits: tuple[str, ...], forbids: tuple[str, ...], reading: Reading) -> bool:
    """Some live permit prevails over every live forbid (forbids prevail unless the reading says otherwise)."""
    return any(all(reading.get(clash_key(base, p, f)) == "permit" for f in forbids) for p in permits)


def _verdict_without(name: str, over: Mapping[str, tuple[str, ...]], kinds: Mapping[str, str]) -> Verdict:
    """The verdict if that clause were not in the book: what it beat lives again."""
    live = unbeaten({n: o for n, o in over.items() if n != name})
    return verdict_of([n for n in live if kinds[n] == "permit"], [n for n in live if kinds[n] == "forbid"])
