"""Laws that no project declares: those of every rulebook, those of choices, and the promises of answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import TypeAlias

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.snapshots import Move, Play, undeclared_fields
from ruleslawyer.exploration.variants.choices import TrackedReading
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.compare import (
    MOST_LOOKED_AT,
    STEPS,
    LawTrialResult,
    LawViolation,
    game_matches,
    law_applies,
    law_still_applies,
    members_in,
    some_by_action,
)
from ruleslawyer.studies.laws.drawn import SampledState, Where, ends_the_game, words_to_write
from ruleslawyer.studies.laws.law import COMMUTE, NEVER, ONLY, STAYS, Law, is_among, is_keyed, said_of_members, value_of
from ruleslawyer.studies.laws.leaves import Aim, Wish

SHORTEST, ONE_IN = 3, 4
"""Plays that are looked at for what they remember: of so many steps, one in so many."""
ENDS = 12
"""Choices of a state that are taken to see who has won, each of another action as far as there are."""
AT_LAST = (0, 1)
"""Numbers of a player that are little."""
NO_FRAME = "outside of all frames"


@dataclass(frozen=True, slots=True)
class BuiltInLaw:
    """A law that no file declares. reason: in a sentence. nothing: why there is nothing to try; empty where there is.
    wishes: what to draw for. clauses: of a promise, those that it cites."""

    name: str
    reason: str
    attempt: Callable[[SampledState], LawTrialResult]
    nothing: str = ""
    wishes: tuple[Wish, ...] = ()
    clauses: tuple[str, ...] = ()


def built_in(system: System) -> tuple[BuiltInLaw, ...]:
    """The laws of every rulebook, for one."""
    nobody = "" if system.out else "no rule says who is out (`@….out(…)`)"
    remembered = undeclared_fields(system)
    someone, last = tuple(_wishes_of_who_is_out(system)), tuple(_wishes_of_the_last(system))
    out: tuple[str, tuple[Wish, ...]] = nobody, someone
    return (
        BuiltInLaw("nobody_out_is_awaited", "who is out decides nothing, unless a clause says so", _out_acts, *out),
        BuiltInLaw("nobody_out_is_chosen", "who is out is no target, unless a clause says so", _try_targets, *out),
        BuiltInLaw("nobody_out_wins", "who is out has not won, unless a clause says so", _out_wins, nobody, last),
        BuiltInLaw("whoever_is_awaited_has_a_choice", "nobody is waited for who can do nothing", _no_choice),
        BuiltInLaw(
            "what_is_remembered_is_said", "a field that stands for a term says which moment counts",
            partial(_try_memories, remembered), "" if remembered else "no field remembers a term and does not say so",
        ),
    )  # fmt: skip


def _out_acts(drawn: SampledState) -> LawTrialResult:
    """A frame whose clause lets somebody act who is out is no break: he is dropped from all others before they rest."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return LawTrialResult()
    frame = system.schema.innermost(state)
    if frame is None and system.awaits(state) & gone:
        return LawTrialResult(1, (LawViolation(NO_FRAME, "somebody who is out is awaited"),))
    acting = (one for one in drawn.allowed_instances if frame is None and _actors(system, one) & gone)
    found = next(acting, None)
    return LawTrialResult(
        1, () if found is None else (LawViolation(found.action, "somebody who is out acts", steps=(found,)),)
    )


def _try_targets(drawn: SampledState) -> LawTrialResult:
    """Tries the law that nobody who is out is chosen. Chance is not asked, nor who has a seat of a joint action: that
    is whoever is awaited."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return LawTrialResult()
    broken = dict[str, LawViolation]()
    of = system.system.out.of if system.system.out else {}
    for instance in drawn.allowed_instances:
        action = system.system.actions[instance.action]
        said = action.kind == "action" and action.name not in system.system.reactions
        if said and (action.domain is None or action.domain.name not in of):
            continue  # it chooses nobody, or a clause lets it
        chosen = members_in(system, instance, t.Sort(system.system.players)) - {action.actor_of(instance.args)}
        if chosen & gone and action.kind == "action":
            says = "somebody who is out is chosen"
            broken.setdefault(action.name, LawViolation(action.name, says, steps=(instance,)))
    return LawTrialResult(1, tuple(broken.values()))


def _out_wins(drawn: SampledState) -> LawTrialResult:
    """Tries the law that nobody wins who is out: where a choice ends the game, and he was out before it."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return LawTrialResult()
    met, broken = 0, dict[str, LawViolation]()
    for instance in some_by_action(drawn.allowed_instances, ENDS, Random(0)):
        after = drawn.after(instance)
        if after is None or not system.is_over(after):
            continue
        met += 1
        if system.winners(after) & gone & system.out(after):
            broken.setdefault(
                instance.action, LawViolation(instance.action, "somebody who is out wins", steps=(instance,))
            )
    return LawTrialResult(met, tuple(broken.values()))


def _actors(system: TransitionSystem, instance: Instance) -> frozenset[int]:
    """The players who take a choice: of a joint one all who have a seat."""
    action = system.system.actions[instance.action]
    if action.kind == "joint":
        return members_in(system, instance, t.Sort(system.system.players))
    actor = action.actor_of(instance.args)
    return frozenset() if actor is None else frozenset((actor,))


def _no_choice(drawn: SampledState) -> LawTrialResult:
    """Players whom a frame names, or a rule that names some, and who have no choice. Where it is everybody, anybody may
    act and nobody has to; where nobody has a choice that is a deadlock, which explorations tell. In a scope that leaves
    rules out somebody may be waited for to do what there is not."""
    system, state = drawn.system, drawn.state
    if system.scope.off:
        return LawTrialResult()
    frame = system.schema.innermost(state)
    everybody = frame is None and _is_everybody(system.system.awaits.body)
    awaited = frozenset() if everybody or system.is_over(state) else system.awaits(state)
    if not awaited or awaited == t.CHANCE:
        return LawTrialResult()
    actions = system.system.actions
    able = [_actors(system, one) for one in drawn.allowed_instances if not actions[one.action].outside_play]
    if not able:
        return LawTrialResult()
    idle = sorted(awaited.difference(*able))
    names = ", ".join(system.scope.names[system.system.players][who] for who in idle)
    return LawTrialResult(
        1, (LawViolation(frame or NO_FRAME, f"awaited is {names}, who can do nothing, as others can"),) if idle else ()
    )


def _is_everybody(body: tuple[n.Stmt, ...]) -> bool:
    """Whether a rule awaits all who are in the game, or chance, and never some of them."""

    def whole(value: n.Expr) -> bool:
        match value:
            case n.Const() | n.Domain():
                return True
            case n.IfExpr(then=then, otherwise=otherwise):
                return whole(then) and whole(otherwise)
            case n.Fold(
                condition=n.Logic(items=(n.Member(collection=these), n.Not()))
            ):  # those of them who are not out
                return whole(these)
        return False

    returned = (node.value for node in walk(body) if isinstance(node, n.Return) and node.value is not None)
    return all(whole(value) for value in returned)


def out_of_the_game(system: System) -> tuple[str, Where] | None:
    """The fields that say that a player is out, as far as fields of yes and no say it."""
    if system.out is None:
        return None
    read = {name for frame, name in Functions(system).uses([system.out.function]).reads if frame is None}
    truths = [
        f.name for f in system.state.fields
        if f.name in read and f.type == t.Map(t.Sort(system.players), t.Bool())
    ]  # fmt: skip
    return (system.players, dict.fromkeys(truths, (True,))) if truths else None


def _wishes_of_who_is_out(system: System, *besides: Aim) -> Iterator[Wish]:
    """Somebody is out, and two others are not."""
    if (found := out_of_the_game(system)) is not None:
        sort, where = found
        yield Wish((Aim(sort, where), *besides), about=frozenset(where), seats=3)


def _wishes_of_the_last(system: System) -> Iterator[Wish]:
    """Somebody is out, and what ends the game is printed on something, or somebody else is at his last."""
    ends, players = ends_the_game(system), t.Sort(system.players)
    numbers = [
        f.name for f in system.state.fields
        if f.name in ends and isinstance(f.type, t.Map) and f.type.key == players and isinstance(f.type.value, t.Int)
    ]  # fmt: skip
    last: list[tuple[str, Where]] = [(system.players, {name: AT_LAST}) for name in numbers]
    yield from _wishes_of_who_is_out(system)
    for one in (*words_to_write(system, ends), *last):
        yield from _wishes_of_who_is_out(system, Aim(*one))


def _try_memories(wanted: frozenset[tuple[str, str]], drawn: SampledState) -> LawTrialResult:
    """Along the play to a state in which nothing is drawn."""
    walk = drawn.deal.walk
    if drawn.deal.leaves or len(walk) < SHORTEST or len(walk) % ONE_IN or not wanted:
        return LawTrialResult()
    broken = dict[str, LawViolation]()
    moves = list(_moves(drawn))
    for one in Play(drawn.system, "", wanted).snapshots(moves):
        at = f"{one.field} by {one.writer}"
        says = f"would {one.writer} write `{one.field}` again, {one.consequence}"
        broken.setdefault(at, LawViolation(at, says))
    return LawTrialResult(len(moves), tuple(broken.values()))


def _moves(drawn: SampledState) -> Iterator[Move]:
    state = drawn.deal.beginning(drawn.system)
    for instance in drawn.deal.walk:
        if state is None:
            return
        outcome = drawn.system.take(state, instance)
        yield instance, state, outcome
        state = outcome.state


UNLIKE = "the plays are of unlike length: one choice leaves no other, opens something, or ends the game"
PAIRS, MOST_PAIRS = 6, 60
"""Pairs of choices of one state that are looked at; and of how many."""

Try: TypeAlias = Callable[[Law, SampledState, Random, LawViolation | None], LawTrialResult]


def _waiting(law: Law, drawn: SampledState, rng: Random, only: LawViolation | None) -> LawTrialResult:
    """Whether, as long as a member is so, some actions alone may be chosen, or none of some."""
    system, state = drawn.system, drawn.state
    every = range(system.scope.size(law.of))
    if not game_matches(law.during, law.leading, system, state) or not any(
        law_applies(law, system, state, who) for who in every
    ):
        return LawTrialResult()
    actions, broken = system.system.actions, dict[str, LawViolation]()
    allowed = [one for one in drawn.allowed_instances if not actions[one.action].outside_play]
    for one in allowed:
        if (one.action in law.to) == (law.differs == NEVER) and one.action not in broken:
            says = f"{Codec(system.system, system.scope).call(one)} is allowed meanwhile"
            broken[one.action] = LawViolation(one.action, says, steps=(one,))
    return LawTrialResult(int(bool(allowed)), tuple(broken.values()))


def _staying(law: Law, drawn: SampledState, rng: Random, only: LawViolation | None) -> LawTrialResult:
    """Whether choices leave what some fields say of a member, or of the whole game, as long as it is so; or where it is
    behind them as the law says."""
    system, state = drawn.system, drawn.state
    if not game_matches(law.during, law.leading, system, state):
        return LawTrialResult()
    members = [who for who in range(system.scope.size(law.of)) if law_applies(law, system, state, who)]
    index, met, broken = system.schema.index, 0, dict[str, LawViolation]()
    of_member = {name: is_keyed(system.schema.slots[index[name]].field.type, t.Sort(law.of)) for name in law.to}
    still = replace(law, where={name: values for name, values in law.where.items() if name not in law.to})
    several = only.steps if only else some_by_action(drawn.allowed_instances, MOST_LOOKED_AT, rng) if members else ()
    spoken_of = 0
    for instance in several:
        after = drawn.after(instance) if instance in drawn.allowed_instances else None
        if after is None or spoken_of == STEPS:
            continue
        there = [
            w
            for w in members
            if (_is_then(law, system, after) if law.then else law_still_applies(still, system, after, w))
        ]
        spoken_of += bool(there)
        met += len(there)
        for who in there:
            for name, keyed in of_member.items():
                was, now = (one.fields[index[name]] for one in (state, after))
                if (was[who] != now[who]) if keyed else (was != now):
                    of = f" of {system.scope.names[law.of][who]}" if keyed else ""
                    says = f"{Codec(system.system, system.scope).call(instance)} changes {name}{of}"
                    broken.setdefault(instance.action, LawViolation(instance.action, says, steps=(instance,)))
    return LawTrialResult(met, tuple(broken.values()))


def _is_then(law: Law, system: TransitionSystem, state: State) -> bool:
    """Whether of somebody each field says what a law says behind a choice."""
    said = ((state.fields[system.schema.index[name]], values) for name, values in law.then.items())
    return all(any(is_among(one, values) for one in field) for field, values in said)


def _commuting(law: Law, drawn: SampledState, rng: Random, only: LawViolation | None) -> LawTrialResult:
    """Two choices of what is not the same, in both orders: where each leaves the other one, and neither closes or opens
    anything, they come to one state."""
    system, state = drawn.system, drawn.state
    if not game_matches(law.during, (), system, state):
        return LawTrialResult()
    actions = system.system.actions
    allowed = [
        one for one in drawn.allowed_instances if one.action not in law.without and actions[one.action].kind == "action"
        and not actions[one.action].passes and not actions[one.action].outside_play
    ]  # fmt: skip
    every = list(combinations(allowed, 2))
    several = rng.sample(every, min(len(every), MOST_PAIRS))
    pairs = [only.steps[:2]] if only else [pair for pair in several if _is_apart(system, *pair)][:PAIRS]
    met, broken, failed, codec = 0, dict[str, LawViolation](), list[str](), Codec(system.system, system.scope)
    for one, other in pairs:
        if law.pays and all(_touches(law.pays, drawn, instance) for instance in (one, other)):
            continue  # what one pays the other lacks
        ends = [_both(system, state, *order) for order in ((one, other), (other, one))]
        if ends[0] is None or ends[1] is None:
            failed.append(UNLIKE)
            continue
        met += 1
        names = [slot.field.name for slot in system.schema.slots]
        differing = [n for n, a, b in zip(names, ends[0].fields, ends[1].fields, strict=True) if a != b]
        differing = [name for name in differing if name not in law.ignoring]
        if differing:
            at = " and ".join(sorted((one.action, other.action)))
            says = f"{codec.call(one)} and {codec.call(other)}: the order decides {', '.join(differing)}"
            broken.setdefault(at, LawViolation(at, says, steps=(one, other)))
    return LawTrialResult(met, tuple(broken.values()), tuple(failed))


def _touches(fields: Collection[str], drawn: SampledState, instance: Instance) -> bool:
    """Whether a choice changes what is paid from."""
    after, index = drawn.after(instance), drawn.system.schema.index
    return after is None or any(after.fields[index[name]] != drawn.state.fields[index[name]] for name in fields)


def _is_apart(system: TransitionSystem, one: Instance, other: Instance) -> bool:
    """Whether two choices name nothing in common but players."""
    sorts = [t.Sort(name) for name in system.system.sorts if name != system.system.players]
    pairs = [(members_in(system, one, sort), members_in(system, other, sort)) for sort in sorts]
    return all(not a & b for a, b in pairs) and any(a and b for a, b in pairs)


def _both(system: TransitionSystem, state: State, first: Instance, then: Instance) -> State | None:
    """The state that two choices lead to, one after the other, if nothing opens, closes or ends on the way."""
    frames = [frame is None for frame in state.frames]
    for instance in (first, then):
        if not system.may(state, instance):
            return None
        after = system.after(state, instance)
        if after is None or [frame is None for frame in after.frames] != frames or system.is_over(after):
            return None
        state = after
    return state


OF_CHOICES: Mapping[str, Try] = {COMMUTE: _commuting, ONLY: _waiting, NEVER: _waiting, STAYS: _staying}


CHOICES_TAKEN = 8
"""Choices of a state that are taken, each of another action as far as there are."""


def promise_laws(system: System) -> tuple[BuiltInLaw, ...]:
    """The promises of a ruleset, in the order of their options."""
    return tuple(_promise(system, check) for check in system.promises.values())


def _promise(system: System, check: Check) -> BuiltInLaw:
    default = check.option == system.questions[check.question].default
    questions = () if default else (check.question,)
    aims = list(_aims_by(system, check)) or _aims(check)
    wishes = tuple(Wish((aim,), questions) for aim in aims) or (Wish((), questions),)
    says = check.function.in_words
    return BuiltInLaw(check.name, says, partial(_try, check), wishes=wishes, clauses=check.origin.cites)


def _aims_by(system: System, check: Check) -> Iterator[Aim]:
    """The members that a promise names by `where`."""
    if not check.where:
        return
    place, about = str(check.origin.span), f"`where` of `{check.name}`"
    for name, sort in system.sorts.items():
        there = {**{a.name: a.type for a in sort.attributes}, **said_of_members(system, name)}
        if all(one in there for one, _ in check.where):
            try:
                said = {one: tuple(value_of(there[one], v, system) for v in values) for one, values in check.where}
            except ValueError as error:
                raise UsageError(f"{about}: no value `{error}`", place, "write one that its type has") from error
            yield Aim(name, said)
            return
    names = ", ".join(field for field, _ in check.where)
    raise UsageError(f"{about}: no sort has {names}", place, "name fields and attributes of one sort")


def _aims(check: Check) -> list[Aim]:
    """The members that a promise speaks of by itself: those of which it compares a field with a word."""
    found: dict[tuple[str, str], dict[object, None]] = {}
    for node in walk(check.function.body):
        match node:
            case n.Compare(left=n.Read(record=None, field=field, keys=(key,)), right=n.Const(value=value)):
                if isinstance(sort := t.unwrap(key.type), t.Sort):
                    found.setdefault((sort.name, field), {})[value] = None
    return [Aim(sort, {field: tuple(values)}) for (sort, field), values in found.items()]


def _try(check: Check, drawn: SampledState) -> LawTrialResult:
    """A promise of the steps from a state: met are those that ask its question."""
    system, question = drawn.system, check.question
    if option_of(system, question) != check.option or question in system.rulings:
        return LawTrialResult()
    noted = TrackedReading(system.reading)
    asking = TransitionSystem(system.machine, noted, system.rulings)
    of_states = check.kind == "always"
    if of_states and asking.holds(check, drawn.state)[0] is not True:
        return LawTrialResult()  # what is drawn need not be so in any play
    met, broken = 0, dict[str, LawViolation]()
    for instance in some_by_action(drawn.allowed_instances, CHOICES_TAKEN, Random(0)):
        noted.asked.clear()
        outcome = asking.take(drawn.state, instance)
        met += question in noted.asked  # a step that does not ask may still break it: a route that forgets
        if of_states:
            holds = outcome.state is None or asking.holds(check, outcome.state)[0] is not False
        else:
            holds = False not in asking.step_answers(check, drawn.state, instance, outcome)[0]
        if not holds:
            broken.setdefault(
                instance.action, LawViolation(instance.action, "the promise is broken", steps=(instance,))
            )
    return LawTrialResult(met, tuple(broken.values()))
