"""Legality in the direct run, once for every base with permits and forbids: an action, a seat, a member."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

from ruleslawyer.ir.clauses import clash_key
from ruleslawyer.ir.system import Action, Instead, Norm, Part
from ruleslawyer.semantics.evaluate import stands, unbeaten
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judgement import Judgement, Verdict, by_nature, worst
from ruleslawyer.semantics.look import Look, Reading

C = TypeVar("C", Norm, Norm | Instead)


def verdict_of(permits: object, forbids: object) -> Verdict:
    """The four answers."""
    if permits:
        return "contradiction" if forbids else "legal"
    return "illegal" if forbids else "unspoken"


def judge_action(look: Look, action: Action, args: tuple[object, ...]) -> Judgement:
    """The judgement of an instance by the norms of an action and of all its parts."""
    places = [(part, key) for part in action.parts for key in _keys(action, part, args)]
    own = [partial(judge, look, action.name, action.norms, args)] if action.judged_itself else []
    asked = [
        partial(judge, look, part.name, part.norms, _part_arguments(action, part, args, key)) for part, key in places
    ]
    if not places:
        if not own and action.kind == "chance":
            return by_nature(action.name, action.origin.cites)
        return judge(look, action.name, action.norms, args)
    found = look.judgements([*own, *asked])
    parts = zip((key for _, key in places), found[len(own) :], strict=True)
    return worst(action.name, found[0] if own else None, tuple(parts))


def belongs(look: Look, action: Action, args: tuple[object, ...]) -> bool:
    """Whether the domain holds, that of each seat or member included."""
    if action.domain and not look.call(action.domain, args):
        return False
    return all(
        look.call(part.domain, _part_arguments(action, part, args, key))
        for part in action.parts
        if part.domain is not None
        for key in _keys(action, part, args)
    )


def _keys(action: Action, part: Part, args: tuple[Any, ...]) -> list[int]:
    value = args[_place(action, part)]
    return sorted(value) if part.kind == "member" else [p for p, v in enumerate(value) if v is not None]


def _part_arguments(action: Action, part: Part, args: tuple[Any, ...], key: int) -> tuple[Any, ...]:
    place, leading = _place(action, part), args[: action.leading]
    if part.kind == "seat":
        return (*leading, key, args[place][key])
    return (*leading, *args[len(leading) : place], *args[place + 1 :], key)


def _place(action: Action, part: Part) -> int:
    return next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)


def judge(look: Look, base: str, norms: tuple[Norm, ...], args: tuple[object, ...]) -> Judgement:
    """Judge one instance: every clause is evaluated, in declaration order, beaten or not."""
    return weigh(look, base, holding(look, norms, args))


def holding(look: Look, clauses: Sequence[C], args: tuple[object, ...]) -> list[C]:
    """The clauses whose condition holds, and that no live exception lifts. Where a check fails in one, the others are
    asked all the same: what is met is what each of them meets alone."""
    held = look.each([partial(stands, look, c, args) for c in clauses])
    return [c for c, holds in zip(clauses, held, strict=True) if holds]


Held: TypeAlias = tuple[tuple[str, str, tuple[str, ...], str], ...]
"""Clauses that hold: of each its name, its kind, what it beats, the deed that an instead names."""


def weigh(look: Look, base: str, holding: Sequence[Norm | Instead]) -> Judgement:
    """The judgement of the clauses that hold; an `instead` among them beats and is beaten like a norm."""
    held = tuple((c.name, c.kind, c.over, c.by if isinstance(c, Instead) else "") for c in holding)
    permits, forbids, decisive = _weigh(held)
    cites = {n.name: n.origin.cites for n in holding}
    for permit in permits:
        for forbid in forbids:
            clash, both = clash_key(base, permit, forbid), cites[permit] + cites[forbid]
            look.note(Event("contradiction", base, (permit, forbid), clash, ("permit", "forbid"), both))
    look.fired.update(dict.fromkeys((*permits, *forbids)))
    return Judgement(
        base,
        verdict_of(permits, forbids),
        _allows(base, permits, forbids, look.reading),
        tuple(cites),
        permits,
        forbids,
        decisive,
        tuple(dict.fromkeys(c for n in (*permits, *forbids) for c in cites[n])),
    )


@lru_cache(maxsize=4096)  # the same few clauses hold again and again, in one system after the other
def _weigh(held: Held) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The live permits and forbids of clauses that hold, and which are decisive: if one were not in the book, and what
    it beat lived again, the answer would be another."""
    permits, forbids, _ = _live(held)
    answer = _answer(held)
    return permits, forbids, tuple(one[0] for one in held if _answer(tuple(c for c in held if c is not one)) != answer)


def _answer(held: Held) -> tuple[Verdict, frozenset[str]]:
    """The verdict and, where it is permitted, the deeds that replace the one that is demanded."""
    permits, forbids, replacing = _live(held)
    return verdict_of(permits, forbids), frozenset(replacing if permits else ())


def _live(held: Held) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The live permits and forbids, and the deeds that live insteads name."""
    live = unbeaten({name: over for name, _, over, _ in held})
    permits, forbids = (tuple(c[0] for c in held if c[1] == kind and c[0] in live) for kind in ("permit", "forbid"))
    return permits, forbids, tuple(by for name, kind, _, by in held if kind == "instead" and name in live)


def _allows(base: str, permits: tuple[str, ...], forbids: tuple[str, ...], reading: Reading) -> bool:
    """Some live permit prevails over every live forbid (forbids prevail unless the reading says otherwise)."""
    return any(all(reading.get(clash_key(base, p, f)) == "permit" for f in forbids) for p in permits)
