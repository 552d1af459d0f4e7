"""A scope under a reading as it is played: what may be done in a state, why, where that leads, and who sees what.

Else a choice that shows in nothing that he sees is not told. One that shows by chance alone, as a secret number that
another one came to at the same move, would be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.types import Map
from ruleslawyer.play.explain import Explanation, deciders, explain, explain_judgement, sentence
from ruleslawyer.rulebook.claims.readings import choices, followed_reading, options_of_choice
from ruleslawyer.rulebook.table.areas import veil
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.codec import CHANCE, Codec
from ruleslawyer.semantics.sight import UNSEEN, hidden_names, observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.play.coded import CompiledScope


ALL = "all"
"""Whose an action is that several take together."""


class Rules:
    """The rules of a play; an act over which clauses clash is legal as the reading has it.

    `compiled`: what may be done, and where that leads, is told by compiled code, which is made when it is first asked;
    by the interpreter wherever that has no answer.
    """

    def __init__(self, system: TransitionSystem, *, compiled: bool = False) -> None:
        self.system, self.scope, self.actions = system, system.scope, system.system.actions
        self.codec = Codec(system.system, system.scope)
        self.seats = system.scope.names[system.system.players]
        self._compiled = compiled

    @cached_property
    def compiled_code(self) -> CompiledScope | None:
        """None where the scope cannot be compiled, or is not to be."""
        return _compile(self.system) if self._compiled else None

    def starts(self) -> Iterator[tuple[Instance, State]]:
        """The ways to begin, with the states that they lead to."""
        for instance, outcome in one_of_each(self.system.initial(), self.scope):
            if outcome.state is not None:
                yield instance, outcome.state

    # --- what may be done -------------------------------------------------------------------------------------------

    def every(self, state: State) -> Sequence[Instance]:
        """The instances that may be taken in a state, leaving the table included."""
        found = self.compiled_code.allowed_choices(state) if self.compiled_code else None
        if found is None:
            return self.system.allowed_instances(state)
        return found

    def legal(self, state: State) -> Iterator[Judged]:
        """The same, each judged."""
        found = self.compiled_code.allowed_choices(state) if self.compiled_code else None
        if found is None:
            return (judged for judged in self.system.candidates(state) if judged.is_allowed)
        return (self.system.judge(state, instance) for instance in found)

    def clashing(self, state: State) -> list[Judged]:
        """The instances over which two clauses contradict each other, and which the reading takes as forbidden."""
        found = self._permissive.allowed_choices(state) if self._permissive else None
        if found is None:
            judged = self.system.candidates(state)
        else:
            here = set(self.every(state))
            judged = (self.system.judge(state, one) for one in found if one not in here)
        return [one for one in judged if one.contradictory and not one.is_allowed]

    @cached_property
    def _permissive(self) -> CompiledScope | None:
        """The rules under a reading that permits whatever clauses clash over: what it allows besides is all that has to
        be judged."""
        if self.compiled_code is None:
            return None
        rules = self.system.system
        keys = [key for key in choices(rules) if options_of_choice(rules, key) == ("permit", "forbid")]
        permitting = {key: "permit" for key in keys if key not in rules.questions and key not in self.system.rulings}
        reading = {**self.system.reading, **permitting}
        return _compile(TransitionSystem(self.system.machine, reading, self.system.rulings))

    def explain(self, state: State, instance: Instance) -> Explanation:
        """Explain why an action may be taken, or may not."""
        return explain(self.system, self.codec, state, instance)

    def explain_judgement(self, judged: Judged) -> Explanation:
        return explain_judgement(self.system, self.codec, judged)

    # --- where it leads ---------------------------------------------------------------------------------------------

    def coded_after(self, state: State, instance: Instance) -> State | None:
        """The state after a step, by compiled code; None, too, where it has to be asked of the interpreter."""
        return self.compiled_code.after(state, instance) if self.compiled_code else None

    def step(self, state: State, instance: Instance, broken: str = "has no result") -> State:
        """The state after an allowed action; a UsageError says which clauses speak against another one."""
        after = self.coded_after(state, instance)
        if after is None:
            call, found = self.codec.call(instance), self.explain(state, instance)
            if not found.allowed:
                raise UsageError(f"{call} cannot be taken here: {sentence(found)}", "action")
            after = expect_state(self.system.take(state, instance), f"{call} {broken}")
        return after

    # --- who --------------------------------------------------------------------------------------------------------

    def seat(self, name: object, place: str = "player") -> int:
        """A player by name. An unknown one is a `UsageError`."""
        if name not in self.seats:
            raise UsageError(f"there is no player `{str(name)[:60]}`", place, nearest(str(name)[:60], self.seats))
        return self.seats.index(name)

    def sees(self, state: State, seat: int) -> Json:
        """A player's view of a state."""
        return observe(self.system, self.codec, state, seat)

    def whose(self, state: State) -> list[str]:
        """The players whose decision it is; nobody where the game is over."""
        return [] if self.system.is_over(state) else deciders(self.system, state)

    def winner_names(self, state: State) -> list[str]:
        """The names of the players who have won, if the game is over."""
        return [self.seats[p] for p in sorted(self.system.winners(state))]

    def payoffs(self, state: State) -> dict[str, int] | None:
        """The payoff of each player, if the game is over; None where no rule says it."""
        if self.system.system.payoff is None:
            return None
        return dict(zip(self.seats, self.system.payoffs(state), strict=True))

    def told_payoffs(self, state: State) -> str:
        """The payoffs as words that stand behind who has won; empty where no rule says them."""
        got = self.payoffs(state)
        return f"; payoffs: {', '.join(f'{name} {amount:+}' for name, amount in got.items())}" if got else ""

    def doer(self, state: State, instance: Instance) -> str:
        """The player who takes an action; or chance, or all who join in it."""
        action = self.actions[instance.action]
        if action.kind == "chance":
            return CHANCE
        actor: int | None = action.actor_of(instance.args)
        if actor is None:
            whose = deciders(self.system, state)
            return whose[0] if len(whose) == 1 else ALL
        return self.seats[actor]

    def json(self) -> Json:
        """A key that tells these rules from others."""
        return {
            "ruleset": self.system.system.name,
            "digest": self.system.system.digest,
            "scope": self.scope.name,
            "reading": followed_reading(self.system),
            "rulings": sorted(self.system.rulings),
        }


def expect_state(outcome: Outcome, broken: str) -> State:
    """The state that something led to; a UsageError where it is `broken`, in words, by events."""
    if outcome.state is None:
        met = "; ".join(event.title for event in outcome.events)
        raise UsageError(f"{broken}: {met}", "action")
    return outcome.state


def _compile(system: TransitionSystem) -> CompiledScope | None:
    """The rules of a scope as compiled code; None where they cannot be compiled."""
    from ruleslawyer.play.coded import CompiledScope  # which loads the compiler

    return CompiledScope.of(system)


def visible_args(rules: Rules, instance: Instance, before: State, after: State, seer: int) -> Json:
    """The choices of an action that somebody else took, or chance, as far as the one who looks on saw them; of a joint
    action his own part is seen."""
    args: Json = rules.codec.instance(instance)["args"]
    was, now = rules.sees(before, seer), rules.sees(after, seer)
    if _hides_nothing(rules.codec.state(before), rules.codec.state(after), was, now):
        return args
    if rules.actions[instance.action].openly:
        open_: Json = veil(args, hidden_names(rules.system, after, seer))
        return with_own_part(rules, instance, seer, open_)
    doer = rules.actions[instance.action].actor_of(instance.args)
    seen = frozenset(_differing(was, now)) | ({rules.seats[doer]} if doer is not None else set())
    told = {name: visible_choices(one, seen, rules.seats) for name, one in args.items()}
    return with_own_part(rules, instance, seer, told)


def with_own_part(rules: Rules, instance: Instance, seat: int, told: Json) -> Json:
    """The choices of an action as they are told, with the part of a seat where all choose together."""
    if rules.actions[instance.action].kind != "joint":
        return told
    args, own, found = rules.codec.instance(instance)["args"], rules.seats[seat], dict(told)
    for name, type_ in rules.codec.parameters(instance.action):
        if isinstance(type_, Map) and args[name].get(own) is not None:
            found[name] = (told[name] if isinstance(told[name], dict) else {}) | {own: args[name][own]}
    return found


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
