"""Shapes of questions, each looked for in one state and the steps from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Field
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep
from ruleslawyer.studies.hunt.listed import LEAVER, MARK, ORDER, SUPPLY, Held, Listed
from ruleslawyer.studies.hunt.noted import (
    asks_again,
    held_value,
    holds,
    is_empty,
    is_less,
    members_in,
    orders,
    said_after,
    state_after,
    tells,
)
from ruleslawyer.studies.hunt.question import Question
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import Words

SHAPES = {
    "order": "who may act first, where two may and the order matters",
    "gone": "what a choice is about is gone before its effect",
    "stays": "a mark stays while its bearer moves",
    "out": "somebody is out, and something still speaks of him",
    "mind": "changing one's mind after passing",
    "supply": "a supply runs out",
    "stuck": "somebody is asked who can do nothing",
    "tie": "the game ends without one winner",
    "idle": "a choice that does nothing",
    "own": "several things of one step that begin at once",
    "cut": "a number that is cut off",
    "even": "two numbers that are equal where they are compared",
    "loop": "a play that goes round until a player wills otherwise",
    "near": "a condition that nearly holds",
    "late": "named one step earlier or later",
    "retry": "a second try after a failed one",
    "again": "a resource returned and drawn again",
}
NOT_BUILT = "contradictions between sentences", "missing magnitudes", "slips of the pen"
"""Gaps that have no shape in states and steps."""
OFTEN = 12
"""How often a mark is asked whether it tells, for one rule that moves its bearer."""
ORDERS = 24
"""Pairs of choices of a state that are tried in both orders."""
TIMELY = ("order", "timing", "precedence")

Ask = Callable[[str, tuple[str, ...], Spot, Callable[[], Question]], None]
Meet = Callable[[tuple[str, str, str], Spot], None]


class Shapes:
    """Looks at spots. meet is told of a pair that is met, ask of a question, which is made only where it is wanted."""

    def __init__(self, listed: Listed, words: Words, meet: Meet, ask: Ask) -> None:
        self.system, self.listed, self.words, self.meet, self.ask = listed.system, listed, words, meet, ask
        self._asked: Counter[tuple[str, str]] = Counter()
        self._begun, self._full = set[str](), dict[str, set[str]]()

    def look(self, spot: Spot) -> None:
        if spot.depth == 0 and spot.rng is None:
            self._begun.add(spot.where)
            for supply in self.listed.supplies:
                if not is_empty(spot, spot.state, supply):
                    self._full.setdefault(supply, set()).add(spot.where)
        if spot.is_over:
            if not spot.drawn:
                self._tie(spot)
            return
        self._meet_leavers(spot, spot.state)
        if not spot.drawn:
            self._look_for_standstill(spot)
            self._look_for_supply(spot)
        for instance, outcome in spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                self._look_at_move(spot, instance, outcome, before, step)
                self._supply(spot, instance, outcome, before, step)
                self._own(spot, instance, before, step)
                before = step.state
            if outcome.state is not None:
                self._out(spot, instance, outcome.state)
                self._idle(spot, instance, outcome.state)
                self._mind(spot, instance, outcome.state)
        self._order(spot)

    def _awaiting(self, spot: Spot) -> tuple[str, ...]:
        """The clauses by which somebody is awaited in a state."""
        return (self.system.frames[spot.frame] if spot.frame else self.system.awaits).origin.cites

    # --- marks and references of what moves -------------------------------------------------------------------------

    def _look_at_move(self, spot: Spot, instance: Instance, outcome: Outcome, before: State, step: SubStep) -> None:
        schema = spot.system.schema
        for sort, field in self.listed.place.items():
            index = schema.index[field.name]
            then, now = before.fields[index], step.state.fields[index]
            if then == now:
                continue
            for member in (i for i, value in enumerate(then) if value is not None and now[i] != value):
                for held in self.listed.held_marks:
                    if held.sort == sort and holds(spot, held, before, member):
                        self.meet((MARK, held.name, step.name), spot)
                        if outcome.state is not None and holds(spot, held, spot.state, member):
                            self._still(spot, instance, outcome, step, held, member, (then[member], now[member]))

    def _still(
        self, spot: Spot, instance: Instance, outcome: Outcome, step: SubStep, held: Held, member: int, moved: Any
    ) -> None:
        assert outcome.state is not None
        was = held_value(spot, held, spot.state, member)
        if not holds(spot, held, outcome.state, member) or held_value(spot, held, outcome.state, member) != was:
            return
        shape = "gone" if held.names else "stays"
        leaf = t.unwrap(t.leaf_type(held.field.type))
        if not held.names and leaf == t.Sort(self.system.players):
            return  # whose it is does not hang on where it is
        if not held.names and step.name in self.listed.writers(held.record, held.field.name):
            return  # what moves it sees to it
        key = (held.name, step.name)
        if self._asked[key] >= OFTEN or (spot.drawn and self._asked[key]):
            return
        self._asked[key] += 1
        if not tells(spot, held, outcome.state, member):
            return

        def make() -> Question:
            words, field = self.words, held.field
            name, what = words.member(spot, held.sort, member), words.note_words(held)
            from_, to = (words.place(spot, held.sort, value) for value in moved)
            move = words.move(spot, instance)
            writers = self.listed.writers(held.record, field.name)
            of_mark = field.origin.cites or tuple(c for w in writers[:3] for c in self.listed.rule_cites(w))
            lifetime = tuple(c for said in (field.until, field.remembers) if said for c in said.origin.cites)
            mover = tuple(dict.fromkeys((*step.cites, *self.listed.rule_cites(step.name))))
            shared = tuple(c for c in of_mark if c in mover or c in self._both(held, step.name))
            if held.names:
                asks = (
                    f"{move}. Then {name} goes from {from_} to {to}, by {words.rule(step.name)}, while {what} still "
                    "names it. Does what was begun go on with it?"
                )
                model = f"it goes on with {name}, wherever that is now"
                otherwise = f"what was begun with {name} ends, or chooses again, as it is gone"
            else:
                asks = (
                    f"{move}. {name} goes from {from_} to {to}, by {words.rule(step.name)}. Does {what} still hold "
                    "of it there?"
                )
                model, otherwise = "it still holds", f"it ends as {name} leaves"
            sides = (tuple(dict.fromkeys(of_mark)), mover)
            still = partial(said_after, spot, instance, held, member)
            uses = [self.listed.own[writer].cites for writer in writers]
            around = (*self.listed.action_cites(instance.action), *sorted(frozenset[str]().union(*uses)))
            return Question(
                shape, (held.name,), asks, model, otherwise, sides, lifetime or shared, spot, instance, still,
                bool(lifetime), around,
            )  # fmt: skip

        self.ask(shape, (held.name,), spot, make)

    def _both(self, held: Held, mover: str) -> frozenset[str]:
        """The clauses behind both what writes the mark and what moves."""
        writers = self.listed.writers(held.record, held.field.name)
        uses = self.listed.own
        return frozenset().union(*(uses[w].cites for w in writers)) & (uses[mover].cites if mover in uses else set())

    # --- who is out -------------------------------------------------------------------------------------------------

    def _meet_leavers(self, spot: Spot, state: State) -> frozenset[int]:
        """Meets the procedures that are going on while somebody is out; gives who that is."""
        gone, out = spot.system.out(state), self.system.out
        for frame, record in zip(spot.system.schema.frame_names, state.frames, strict=True) if gone and out else ():
            if out is not None and record is not None:
                self.meet((LEAVER, frame, out.function.name), spot)
        return gone

    def _out(self, spot: Spot, instance: Instance, after: State) -> None:
        gone = frozenset[int]() if spot.system.is_over(after) else self._meet_leavers(spot, after)
        if not gone:
            return
        schema, players = spot.system.schema, t.Sort(self.system.players)
        for frame, slots, record in zip(schema.frame_names, schema.frame_slots, after.frames, strict=True):
            for slot, value in zip(slots, record or (), strict=False):
                named = gone & frozenset(members_in(slot.field.type, value, players))
                if named:
                    self._ask_out(spot, instance, frame, min(named), (frame, slot.field.name))
        for slot, value in zip(schema.slots, after.fields, strict=True):
            if isinstance(slot.field.type, t.Map):
                continue
            named = gone & frozenset(members_in(slot.field.type, value, players))
            if named:
                self._ask_out(spot, instance, None, min(named), ("", slot.field.name))

    def _ask_out(self, spot: Spot, instance: Instance, frame: str | None, who: int, key: tuple[str, ...]) -> None:
        def make() -> Question:
            out = self.system.out
            assert out is not None
            words, name = self.words, self.words.player(spot, who)
            of = self.system.frames[frame].origin.cites if frame else ()
            asks = (
                f"{words.move(spot, instance)}. {name} is out then, {words.frame(frame)}, and what goes on is still "
                "about him. Is it carried out?"
            )
            near = tuple(c for c in of if c in out.origin.cites)
            return Question(
                "out", key, asks, "it goes on as if he were there", "it ends with him", (of, out.origin.cites), near,
                spot, instance, lambda system: state_after(system, spot, instance).frames,
            )  # fmt: skip

        self.ask("out", key, spot, make)

    # --- who acts, and who cannot -----------------------------------------------------------------------------------

    def _order(self, spot: Spot) -> None:
        actions = self.system.actions
        acting = [(one, spot.actor(one)) for one in spot.steps if not actions[one.action].outside_play]
        if len({who for _, who in acting if who is not None}) < 2 and not spot.system.reacting(spot.state):
            return
        tried, left = set[tuple[str, str]](), ORDERS
        for (a, p), (b, q) in combinations(acting, 2):
            if p is None or q is None or actions[a.action].passes or actions[b.action].passes:
                continue
            if p == q and not {a.action, b.action} <= self.system.reactions:
                continue
            names = tuple(sorted((a.action, b.action)))
            if p != q:
                self.meet((ORDER, spot.frame or "", " and ".join(sorted({*names}))), spot)
            key = (spot.frame or "", *names)
            if (key[1], key[2]) in tried or left <= 0:
                continue
            left -= 1
            differ = orders(spot.system, spot.state, a, b)
            if differ:
                tried.add((key[1], key[2]))
                self._ask_order(spot, a, b, differ)

    def _ask_order(self, spot: Spot, a: Instance, b: Instance, differ: str) -> None:
        apart = spot.actor(a) != spot.actor(b)
        shape, model, otherwise = (
            ("order", "whoever is quicker", "turn order, or whose turn it is, says who; or both happen at once")
            if apart else ("own", "the player chooses", "they come in the order in which they were caused")
        )  # fmt: skip
        key = (spot.frame or "", differ, *sorted((a.action, b.action)))

        def make() -> Question:
            words = self.words
            one, other = words.move(spot, a), words.move(spot, b)
            frame = self._awaiting(spot)
            sides = tuple(tuple(dict.fromkeys(self.listed.action_cites(i.action))) for i in (a, b))
            near = self.words.of_kind((*frame, *sides[0], *sides[1]), *TIMELY)
            first = "Who goes first?" if apart else "Which comes first?"
            asks = f"Both may be done now, {words.frame(spot.frame)}: {one}; {other}. {differ}. {first}"
            return Question(
                shape, key, asks, model, otherwise, sides, near, spot, None,
                lambda system: (
                    orders(system, spot.state, a, b) if {a, b} <= {*system.allowed_instances(spot.state)} else None
                ),
            )  # fmt: skip

        self.ask(shape, key, spot, make)

    def _mind(self, spot: Spot, instance: Instance, after: State) -> None:
        action = self.system.actions[instance.action]
        who, frame = spot.actor(instance), spot.frame
        if not action.passes or frame is None or who is None or after.frames == spot.state.frames:
            return
        system = spot.system
        if system.is_over(after) or system.schema.innermost(after) != frame:
            return
        left = system.awaits(after)
        if who in left or left == t.CHANCE or asks_again(spot, after, who) is not False:
            return

        def make() -> Question:
            words = self.words
            other = ", ".join(words.player(spot, p) for p in sorted(left))
            of = self.system.frames[frame].origin.cites
            near = self.words.of_kind((*of, *self.listed.action_cites(action.name)), *TIMELY)
            asks = (
                f"{words.move(spot, instance)}, {words.frame(frame)}. {other} still decides. If that changes things, "
                f"may {words.player(spot, who)} change his mind?"
            )
            return Question(
                "mind", (frame, action.name), asks, "no: he is not asked again", "yes, as long as somebody decides",
                (self.listed.action_cites(action.name), of), near, spot, instance,
                lambda system: who in system.awaits(state_after(system, spot, instance)),
            )  # fmt: skip

        self.ask("mind", (frame, action.name), spot, make)

    def _look_for_standstill(self, spot: Spot) -> None:
        actions = self.system.actions
        chance = spot.awaited_players == t.CHANCE
        if not spot.awaited_players or any(actions[i.action].kind == "joint" for i in spot.choices):
            return
        if spot.frame is None and "awaits" in self.system.unsaid:
            return  # nobody has to decide: it is not said whose decision it is
        if spot.choices and (chance or spot.frame is None):
            return
        able = {spot.actor(one) for one in spot.choices if not actions[one.action].outside_play}
        idle = sorted(spot.awaited_players - able)
        if not idle:
            return

        def make() -> Question:
            words, of = self.words, self._awaiting(spot)
            if chance:
                asks = f"Something is left to chance, {words.frame(spot.frame)}, and nothing is there. What now?"
            else:
                who = words.player(spot, idle[0])
                asks = f"{who} has to decide, {words.frame(spot.frame)}, and nothing is allowed to him. What now?"
            otherwise = "he is passed over"
            model = "others decide, and he waits" if able else "the game stands still"
            return Question(
                "stuck", (spot.frame or "",), asks, model, otherwise, (of,), (), spot, None,
                lambda system: bool(system.allowed_instances(spot.state)) and idle[0] in system.awaits(spot.state),
            )  # fmt: skip

        self.ask("stuck", (spot.frame or "",), spot, make)

    # --- supplies, ends, and what does nothing ----------------------------------------------------------------------

    def _supply(self, spot: Spot, instance: Instance, outcome: Outcome, before: State, step: SubStep) -> None:
        for supply in self.listed.supplies_of.get(step.name, ()):
            if is_empty(spot, before, supply, spot.actor(instance)) and not is_less(spot, before, step.state, supply):
                self.meet((SUPPLY, supply, step.name), spot)
                model = "it goes on without" if outcome.state is not None else "it cannot say what comes of it"
                self._ask_supply(spot, instance, supply, step.name, model)

    def _look_for_supply(self, spot: Spot) -> None:
        """Where something is a choice but for that there is nothing to take."""
        for judged in spot.refused_instances:
            for supply in self.listed.supplies_of.get(judged.action, ()):
                pile = isinstance(t.leaf_type(self._field(supply).type), t.Pile)
                if pile and is_empty(spot, spot.state, supply, spot.actor(judged)):
                    self.meet((SUPPLY, supply, judged.action), spot)
                    self._ask_supply(spot, judged, supply, judged.action, "it may not be done")

    def _field(self, name: str) -> Field:
        return next(field for field in self.system.state.fields if field.name == name)

    def is_supply(self, field: str) -> bool:
        """Whether most games that were begun begin with something there: else it is a reckoning."""
        return 2 * len(self._full.get(field, ())) >= len(self._begun)

    def _ask_supply(self, spot: Spot, instance: Instance, supply: str, taker: str, model: str) -> None:
        if spot.drawn:
            return

        def make() -> Question:
            words = self.words
            field = self._field(supply)
            what = words.clause(field.origin.cites[0]) if field.origin.cites else words.rule(taker)
            asks = (
                f"{words.move(spot, instance)}. {words.rule(taker)} takes from what {what} speaks of, and nothing is "
                "left there. What happens?"
            )
            cites = self.listed.rule_cites(taker)
            near = tuple(c for c in field.origin.cites if c in cites)
            return Question(
                "supply", (supply, model), asks, model, "as much as there is; or it is made up anew; or the game ends",
                (field.origin.cites, cites), near, spot, instance,
                lambda system: system.take(spot.state, instance).state is None,
            )  # fmt: skip

        self.ask("supply", (supply, model), spot, make)

    def _tie(self, spot: Spot) -> None:
        winners = spot.system.winners(spot.state)
        if len(winners) == 1 or "winners" in self.system.unsaid:
            return  # of rules under which nobody ever wins it is not asked

        def make() -> Question:
            words = self.words
            names = ", ".join(words.player(spot, p) for p in sorted(winners))
            of = self.system.winners.origin.cites
            ends = self.words.of_kind(of, "ending")
            model = f"{names} have won, together" if winners else "nobody has won"
            asks = f"The game is over, and {'more than one has' if winners else 'nobody has'} won. Who has?"
            return Question(
                "tie", (str(min(len(winners), 2)),), asks, model, "something breaks the tie", (of,), ends, spot, None,
                lambda system: system.is_over(spot.state) and system.winners(spot.state),
            )  # fmt: skip

        self.ask("tie", (str(min(len(winners), 2)),), spot, make)

    def _idle(self, spot: Spot, instance: Instance, after: State) -> None:
        action = self.system.actions[instance.action]
        if after != spot.state or action.passes or action.outside_play or action.kind != "action" or spot.drawn:
            return
        if not self.listed.own[action.name].writes:
            return  # talk, of which nothing is said to come

        def make() -> Question:
            move = self.words.move(spot, instance)
            asks = f"{move}. It is allowed, and nothing comes of it. May it be done for nothing?"
            cites = self.listed.action_cites(action.name)
            return Question(
                "idle", (action.name,), asks, "yes, and all is as before", "no: it needs something to act on", (cites,),
                (), spot, instance, lambda system: system.take(spot.state, instance).state == spot.state,
            )  # fmt: skip

        self.ask("idle", (action.name,), spot, make)

    def _own(self, spot: Spot, instance: Instance, before: State, step: SubStep) -> None:
        names = spot.system.schema.frame_names
        opened = [n for n, a, b in zip(names, before.frames, step.state.frames, strict=True) if a is None and b]
        if len(opened) < 2:
            return

        def make() -> Question:
            words = self.words
            cites = tuple(dict.fromkeys((*step.cites, *self.listed.rule_cites(step.name))))
            frames = [self.system.frames[name].origin.cites for name in opened]
            both = " and ".join(words.frame(name).removeprefix("during ") for name in opened)
            asks = f"{words.move(spot, instance)}. By {words.rule(step.name)} {both} begin at once. Which comes first?"
            near = self.words.of_kind((*cites, *(c for f in frames for c in f)), *TIMELY)
            return Question(
                "own", (step.name, *opened), asks, f"{words.frame(opened[-1]).removeprefix('during ')} comes first",
                "the other one, or the player chooses", (cites, *frames), near, spot, instance,
                lambda system: state_after(system, spot, instance).frames,
            )  # fmt: skip

        self.ask("own", (step.name, *opened), spot, make)
