"""The second opinion on what may be done and what follows by itself, in the direct run: nothing else uses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any, TypeAlias, TypeVar

from ruleslawyer.core.due import A_ROUND
from ruleslawyer.ir import types as t
from ruleslawyer.ir.clauses import clash_key
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import Action, Deed, Duty, Instead, Norm, Part, Settle
from ruleslawyer.semantics.evaluate import loser_of, stands, unbeaten
from ruleslawyer.semantics.events import ROUND, Event
from ruleslawyer.semantics.judgement import Judgement, Verdict, by_nature, worst
from ruleslawyer.semantics.look import Look, Reading
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, State, Store, differing, leaves, replace

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


def due(schema: Schema, look: Look, store: Store) -> int:
    """A round where a settle holds, or else the number of the first duty that is due; 0: nothing is."""
    system, scope = schema.system, schema.scope
    if any(holds(schema, look, settle, store) for settle in scope.on(system.settles)):
        return A_ROUND
    if look.call(system.ended, (store,)) or somebody_may_react(schema, store):
        return 0
    frame = innermost(schema, store)
    for number, duty in enumerate(system.duties.values(), 1):
        if duty.name not in scope.off and _stays(look, duty, store, frame):
            return number
    return 0


def somebody_may_react(schema: Schema, store: Store) -> bool:
    frame = innermost(schema, store)
    triggers = schema.scope.on(schema.system.triggers)
    return any(frame in trigger.at and _pending(schema, store, trigger) for trigger in triggers)


def holds(schema: Schema, look: Look, settle: Settle, store: Store) -> bool:
    return any(look.call(settle.when, (store, *args)) for args in _instances(schema, settle))


def stays(schema: Schema, look: Look, duty: Duty, store: Store) -> bool:
    """Whether a duty is due if nothing comes before it."""
    return _stays(look, duty, store, innermost(schema, store))


def _stays(look: Look, duty: Duty, store: Store, frame: str | None) -> bool:
    return frame == duty.at and bool(look.call(duty.when, (store,) * duty.when.leading))


def settle(schema: Schema, look: Look, store: Store) -> None:
    """A round: everything in it reads the state before, and whether a settle holds is asked aside."""
    store.begin_simultaneous()
    for one in schema.scope.on(schema.system.settles):
        for args in _instances(schema, one):
            if look.beside.call(one.when, (store, *args)):
                look.fired[one.name] = None
                store.rule = one.name
                look.call(one.function, (store, *args))
                store.rule = ROUND
    store.end_simultaneous()


def reacting(schema: Schema, look: Look, store: Store) -> frozenset[int]:
    """The players who may declare or miss a trigger that is pending: of each moment those whose turn has the lowest
    number."""
    found: set[int] = set()
    for trigger in schema.scope.on(schema.system.triggers):
        if innermost(schema, store) in trigger.at:
            turns: dict[tuple[int, ...], list[tuple[int, int]]] = {}
            for keys in _pending(schema, store, trigger):
                order = trigger.order
                turn = 0 if order is None else look.call(order, (store,) * order.leading + keys)
                turns.setdefault(_moment(trigger, keys), []).append((turn, keys[trigger.decider]))
            found.update(who for same in turns.values() for turn, who in same if turn == min(same)[0])
    return frozenset(found)


def over_with(schema: Schema, store: Store, trigger: Trigger, declared: tuple[int, ...]) -> None:
    """An instance is declared: it is pending no more, nor is any other of its moment where one reaction is all."""
    for keys in _pending(schema, store, trigger):
        if keys == declared or (trigger.first_only and _moment(trigger, keys) == _moment(trigger, declared)):
            store.write((-1, schema.index[trigger.field], keys), False, trigger.origin.cites)


def _pending(schema: Schema, store: Store, trigger: Trigger) -> list[tuple[int, ...]]:
    index = schema.index[trigger.field]
    return [keys for keys, waits in leaves(schema.slots[index].field.type, store.fields[index]) if waits]


def _moment(trigger: Trigger, keys: tuple[int, ...]) -> tuple[int, ...]:
    """The keys that a moment gave."""
    return tuple(key for i, key in enumerate(keys) if i not in trigger.free)


def expire(schema: Schema, field: Field, after: Store, before: Store) -> None:
    """A field returns to its default where its clock came to the moment that ends it."""
    assert field.until is not None
    clock, moment = schema.index[field.until.field], field.until.value
    if after.fields[clock] == moment != before.fields[clock]:
        after.fields[schema.index[field.name]] = schema.slots[schema.index[field.name]].default


def forget(schema: Schema, look: Look, after: Store, before: Store) -> None:
    """Returns values that mean nothing in the state before to their default."""
    for i, slot in schema.forgettable:
        matters = slot.field.matters
        assert matters is not None
        for keys, default in differing(slot.field.type, before.fields[i], slot.default):
            if not look.call(matters, (before, *keys)):
                after.fields[i] = replace(after.fields[i], keys, default)


def innermost(schema: Schema, store: Store) -> str | None:
    return schema.innermost(State((), tuple(None if f is None else () for f in store.frames)))


def _instances(schema: Schema, settle: Settle) -> Iterator[tuple[int, ...]]:
    sizes = (domain_size(p.type, schema.system, schema.scope) for p in settle.function.parameters[1:])
    return product(*(range(size) for size in sizes))


def is_legal(schema: Schema, look: Look, action: Action, args: tuple[Any, ...]) -> bool:
    """`args` as an action takes them, the store first. Rest states alone are asked; who may act is asked aside."""
    system, store = schema.system, args[0]
    chosen = zip(action.chosen_parameters, args[action.leading :], strict=True)
    if action.name in schema.scope.off or not all(_is_of(p.type, value) for p, value in chosen):
        return False
    aside = Look(look.machine, look.reading, look.rulings)
    if aside.call(system.ended, (store,)):
        return False
    reacts = somebody_may_react(schema, store)
    if reacts != (action.name in system.reactions) or innermost(schema, store) not in action.at:
        return False
    awaited = reacting(schema, aside, store) if reacts else _deciders(schema, aside, store)
    decides = awaited == t.CHANCE if action.actor is None else args[action.actor] in awaited
    return decides and belongs(aside, action, args) and judge_action(look, action, args).allowed


def _is_of(type_: t.Type, value: Any) -> bool:
    """Whether a number is in the range of its type."""
    if not isinstance(type_, t.Int):
        return True
    return (type_.low is None or value >= type_.low) and (type_.high is None or value <= type_.high)


def _deciders(schema: Schema, look: Look, store: Store) -> frozenset[int]:
    """The players whose decision it is where nobody reacts; or chance."""
    name = innermost(schema, store)
    if name is None:
        found: frozenset[int] = look.call(schema.system.awaits, (store,))
        return found
    frame = schema.frame_index[name]
    record: frozenset[int] = store.read(frame, schema.field_index[frame]["awaits"], ())
    return record


def demand(look: Look, name: str, args: tuple[object, ...]) -> None:
    """Judge a deed in the state as it is now (`args` begin with the store), and do it, or what replaces it."""
    deed = look.machine.system.deeds[name]
    look.fired[name] = None
    happens = outcome_of_deed(look, deed, [deed.permit, *holding(look, deed.clauses, args)])
    if happens == name:
        _act(look, deed, args)
    elif happens is not None:
        demand(look, happens, args)


def outcome_of_deed(look: Look, deed: Deed, held: Sequence[Norm | Instead]) -> str | None:
    """The outcome where these clauses hold (the demand is the first of them): the deed, another in its place, or
    nothing; and what is met by saying it."""
    judgement, live = weigh(look, deed.name, held), unbeaten({clause.name: clause.over for clause in held})
    insteads = [c for c in held if isinstance(c, Instead) and c.name in live]
    look.fired.update(dict.fromkeys(c.name for c in insteads))
    look.decisive.update(dict.fromkeys(name for name in judgement.decisive if name != deed.name))
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
    losers = {loser_of(look, deed.name, a, b) for a, b in combinations(insteads, 2) if a.by != b.by}
    return next((c.by for c in insteads if c.name not in losers), insteads[0].by)
