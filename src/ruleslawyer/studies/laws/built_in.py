"""Laws of every rulebook, which none declares: of who is out, who has nothing to choose, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from ruleslawyer.check.snapshots import Move, Play, undeclared_fields
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.compare import Broken, Tried, members_in, some_by_action
from ruleslawyer.studies.laws.deal import Where
from ruleslawyer.studies.laws.drawn import Drawn
from ruleslawyer.studies.laws.mentions import ends_the_game, words_to_write
from ruleslawyer.studies.laws.wishes import Aim, Wish

SHORTEST, ONE_IN = 3, 4
"""Plays that are looked at for what they remember: of so many steps, one in so many."""
ENDS = 12
"""Choices of a state that are taken to see who has won, each of another action as far as there are."""
AT_LAST = (0, 1)
"""Numbers of a player that are little."""
NO_FRAME = "outside of all frames"


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A law that no file declares. reason: in a sentence. nothing: why there is nothing to try; empty where there is.
    wishes: what to draw for. clauses: of a promise, those that it cites."""

    name: str
    reason: str
    attempt: Callable[[Drawn], Tried]
    nothing: str = ""
    wishes: tuple[Wish, ...] = ()
    clauses: tuple[str, ...] = ()


def built_in(system: System) -> tuple[BuiltIn, ...]:
    """The laws of every rulebook, for one."""
    nobody = "" if system.out else "no rule says who is out (`@….out(…)`)"
    remembered = undeclared_fields(system)
    someone, last = tuple(_wishes_of_who_is_out(system)), tuple(_wishes_of_the_last(system))
    out: tuple[str, tuple[Wish, ...]] = nobody, someone
    return (
        BuiltIn("nobody_out_is_awaited", "who is out decides nothing, unless a clause says so", _out_acts, *out),
        BuiltIn("nobody_out_is_chosen", "who is out is no target, unless a clause says so", _try_targets, *out),
        BuiltIn("nobody_out_wins", "who is out has not won, unless a clause says so", _out_wins, nobody, last),
        BuiltIn("whoever_is_awaited_has_a_choice", "nobody is waited for who can do nothing", _no_choice),
        BuiltIn(
            "what_is_remembered_is_said", "a field that stands for a term says which moment counts",
            partial(_try_memories, remembered), "" if remembered else "no field remembers a term and does not say so",
        ),
    )  # fmt: skip


def _out_acts(drawn: Drawn) -> Tried:
    """A frame whose clause lets somebody act who is out is no break: he is dropped from all others before they rest."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return Tried()
    frame = system.schema.innermost(state)
    if frame is None and system.awaits(state) & gone:
        return Tried(1, (Broken(NO_FRAME, "somebody who is out is awaited"),))
    acting = (one for one in drawn.allowed_instances if frame is None and _actors(system, one) & gone)
    found = next(acting, None)
    return Tried(1, () if found is None else (Broken(found.action, "somebody who is out acts", steps=(found,)),))


def _try_targets(drawn: Drawn) -> Tried:
    """Tries the law that nobody who is out is chosen. Chance is not asked, nor who has a seat of a joint action: that
    is whoever is awaited."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return Tried()
    broken = dict[str, Broken]()
    of = system.system.out.of if system.system.out else {}
    for instance in drawn.allowed_instances:
        action = system.system.actions[instance.action]
        said = action.kind == "action" and action.name not in system.system.reactions
        if said and (action.domain is None or action.domain.name not in of):
            continue  # it chooses nobody, or a clause lets it
        chosen = members_in(system, instance, t.Sort(system.system.players)) - {action.actor_of(instance.args)}
        if chosen & gone and action.kind == "action":
            says = "somebody who is out is chosen"
            broken.setdefault(action.name, Broken(action.name, says, steps=(instance,)))
    return Tried(1, tuple(broken.values()))


def _out_wins(drawn: Drawn) -> Tried:
    """Tries the law that nobody wins who is out: where a choice ends the game, and he was out before it."""
    system, state = drawn.system, drawn.state
    gone = system.out(state)
    if not gone or system.is_over(state):
        return Tried()
    met, broken = 0, dict[str, Broken]()
    for instance in some_by_action(drawn.allowed_instances, ENDS, Random(0)):
        after = drawn.after(instance)
        if after is None or not system.is_over(after):
            continue
        met += 1
        if system.winners(after) & gone & system.out(after):
            broken.setdefault(instance.action, Broken(instance.action, "somebody who is out wins", steps=(instance,)))
    return Tried(met, tuple(broken.values()))


def _actors(system: TransitionSystem, instance: Instance) -> frozenset[int]:
    """The players who take a choice: of a joint one all who have a seat."""
    action = system.system.actions[instance.action]
    if action.kind == "joint":
        return members_in(system, instance, t.Sort(system.system.players))
    actor = action.actor_of(instance.args)
    return frozenset() if actor is None else frozenset((actor,))


def _no_choice(drawn: Drawn) -> Tried:
    """Players whom a frame names, or a rule that names some, and who have no choice. Where it is everybody, anybody may
    act and nobody has to; where nobody has a choice that is a deadlock, which explorations tell. In a scope that leaves
    rules out somebody may be waited for to do what there is not."""
    system, state = drawn.system, drawn.state
    if system.scope.off:
        return Tried()
    frame = system.schema.innermost(state)
    everybody = frame is None and _is_everybody(system.system.awaits.body)
    awaited = frozenset() if everybody or system.is_over(state) else system.awaits(state)
    if not awaited or awaited == t.CHANCE:
        return Tried()
    actions = system.system.actions
    able = [_actors(system, one) for one in drawn.allowed_instances if not actions[one.action].outside_play]
    if not able:
        return Tried()
    idle = sorted(awaited.difference(*able))
    names = ", ".join(system.scope.names[system.system.players][who] for who in idle)
    return Tried(
        1, (Broken(frame or NO_FRAME, f"awaited is {names}, who can do nothing, as others can"),) if idle else ()
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


def _try_memories(wanted: frozenset[tuple[str, str]], drawn: Drawn) -> Tried:
    """Along the play to a state in which nothing is drawn."""
    walk = drawn.deal.walk
    if drawn.deal.leaves or len(walk) < SHORTEST or len(walk) % ONE_IN or not wanted:
        return Tried()
    broken = dict[str, Broken]()
    moves = list(_moves(drawn))
    for one in Play(drawn.system, "", wanted).snapshots(moves):
        at = f"{one.field} by {one.writer}"
        says = f"would {one.writer} write `{one.field}` again, {one.consequence}"
        broken.setdefault(at, Broken(at, says))
    return Tried(len(moves), tuple(broken.values()))


def _moves(drawn: Drawn) -> Iterator[Move]:
    state = drawn.deal.beginning(drawn.system)
    for instance in drawn.deal.walk:
        if state is None:
            return
        outcome = drawn.system.take(state, instance)
        yield instance, state, outcome
        state = outcome.state
