"""Shapes of questions, each looked for in one state and the steps from it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import Slot, State
from ruleslawyer.semantics.transition import Instance, SubStep
from ruleslawyer.studies.hunt.ends import EndingProbe
from ruleslawyer.studies.hunt.listed import LEAVER, ORDER, DeclarationIndex
from ruleslawyer.studies.hunt.marks import OFTEN, MarkProbe
from ruleslawyer.studies.hunt.question import TIMELY, Meet, Question, QuestionPhrases, QuestionSink
from ruleslawyer.studies.hunt.references import (
    asks_again,
    is_dead_end,
    members_in,
    names_for_something,
    order_effect,
    state_after,
)
from ruleslawyer.studies.hunt.spots import Spot

SHAPES = {
    "order": "who may act first, where two may and the order matters",
    "gone": "what a choice is about is gone before its effect",
    "stays": "a mark stays while its bearer moves",
    "passed": "what named one thing names another one as that moves",
    "out": "something still speaks of somebody who is out",
    "mind": "changing one's mind after passing",
    "supply": "a supply runs out",
    "stuck": "somebody is asked who can do nothing",
    "tie": "the game ends without one winner",
    "idle": "a choice that does nothing",
    "own": "several things of one step that begin at once",
    "cut": "a number that is cut off",
    "loop": "a play that goes round until a player wills otherwise",
    "again": "a resource returned and drawn again",
}
NOT_BUILT = "contradictions between sentences", "missing magnitudes", "slips of the pen"
"""Gaps that have no shape in states and steps."""
ORDERS = 24
"""Pairs of choices of a state that are tried in both orders."""


class ShapeProbe:
    """Looks at spots. meet is told of a pair that is met, ask of a question, which is made only where it is wanted."""

    def __init__(self, listed: DeclarationIndex, words: QuestionPhrases, meet: Meet, ask: QuestionSink) -> None:
        self.system, self.listed, self.words, self.meet, self.ask = listed.system, listed, words, meet, ask
        self.marks, self.ends = MarkProbe(listed, words, meet, ask), EndingProbe(listed, words, meet, ask)
        self._asked: Counter[tuple[str, ...]] = Counter()

    def look(self, spot: Spot) -> None:
        self.ends.look(spot)
        if spot.is_over:
            return
        self._meet_leavers(spot, spot.state)
        for instance, outcome in spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                self.marks.look_at(spot, instance, outcome, before, step)
                self.ends.supply(spot, instance, outcome, before, step)
                self._own(spot, instance, before, step)
                before = step.state
            if outcome.state is not None:
                self._out(spot, instance, outcome.state)
                self.ends.idle(spot, instance, outcome.state)
                self._mind(spot, instance, outcome.state)
        self._order(spot)

    def _is_left(self, *key: str) -> bool:
        """Counts a try. Is it one of the first ones?"""
        self._asked[key] += 1
        return self._asked[key] <= OFTEN

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
        if not gone or ((spot.drawn or not spot.dealt) and is_dead_end(spot.system, after)):
            return  # drawn so that whoever is out would decide, which rules see to; or it is asked who goes on
        schema, players = spot.system.schema, t.Sort(self.system.players)
        several: list[tuple[str | None, Slot, object]] = [
            (frame, slot, value)
            for frame, slots, record in zip(schema.frame_names, schema.frame_slots, after.frames, strict=True)
            for slot, value in zip(slots, record or (), strict=False)
        ]
        several += [(None, slot, value) for slot, value in zip(schema.slots, after.fields, strict=True)]
        for frame, slot, value in several:
            if frame is None and isinstance(slot.field.type, t.Map):
                continue
            named = gone & frozenset(members_in(slot.field.type, value, players))
            key = (frame or "", slot.field.name)
            if not named or not self._is_left("out", *key):
                continue
            # a procedure that is his goes on without him; what the state names is asked about where it is read
            if frame is not None or names_for_something(spot, after, slot.field, gone):
                self._ask_out(spot, instance, frame, min(named), key)

    def _ask_out(self, spot: Spot, instance: Instance, frame: str | None, who: int, key: tuple[str, ...]) -> None:
        def make() -> Question:
            out = self.system.out
            assert out is not None
            words, name = self.words, self.words.player(spot, who)
            of = self.system.frames[frame].origin.cites if frame else ()
            begun = f"what goes on is still about {name}. Is it carried out?"
            named = f"what comes still hangs on {name}. Does that count?"
            amid = f"{words.amid(frame)}, and {begun if frame else named}"
            asks = f"{words.move(spot, instance)}. {name} is out then{amid}"
            near = tuple(c for c in of if c in out.origin.cites)
            return Question(
                "out", key, asks, f"it goes on as if {name} were there", f"it ends with {name}",
                (of, out.origin.cites), near, spot, instance, lambda system: state_after(system, spot, instance).frames,
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
            differ = order_effect(spot.system, spot.state, a, b)
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
            frame = self.words.awaiting(spot)
            sides = tuple(tuple(dict.fromkeys(self.listed.action_cites(i.action))) for i in (a, b))
            near = self.words.of_kind((*frame, *sides[0], *sides[1]), *TIMELY)
            first = "Who goes first?" if apart else "Which comes first?"
            asks = f"Both may be done now{words.amid(spot.frame)}: {one}; {other}. {differ}. {first}"
            return Question(
                shape, key, asks, model, otherwise, sides, near, spot, None,
                lambda system: (
                    order_effect(system, spot.state, a, b)
                    if {a, b} <= {*system.allowed_instances(spot.state)}
                    else None
                ),
                around=frame,
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
        if self._passes_for_good(spot, frame, after):
            return

        def make() -> Question:
            words = self.words
            name, other = words.player(spot, who), ", ".join(words.player(spot, p) for p in sorted(left))
            of = self.system.frames[frame].origin.cites
            near = self.words.of_kind((*of, *self.listed.action_cites(action.name)), *TIMELY)
            asks = (
                f"{words.move(spot, instance)}{words.amid(frame)}. {other} still decides. If that changes things, "
                f"may {name} decide otherwise?"
            )
            return Question(
                "mind", (frame, action.name), asks, f"no: {name} is not asked again",
                "yes, as long as somebody decides", (self.listed.action_cites(action.name), of), near, spot, instance,
                lambda system: who in system.awaits(state_after(system, spot, instance)),
            )  # fmt: skip

        self.ask("mind", (frame, action.name), spot, make)

    def _passes_for_good(self, spot: Spot, frame: str, after: State) -> bool:
        """Whether passing gives something up, and does not only end who is asked: a clause says what that is."""
        if after.fields != spot.state.fields:
            return True
        at = spot.system.schema.frame_index[frame]
        was, now = spot.state.frames[at] or (), after.frames[at] or ()
        slots = spot.system.schema.frame_slots[at]
        return any(a != b for slot, a, b in zip(slots, was, now, strict=True) if slot.field.name != "awaits")

    def _own(self, spot: Spot, instance: Instance, before: State, step: SubStep) -> None:
        names = spot.system.schema.frame_names
        opened = [n for n, a, b in zip(names, before.frames, step.state.frames, strict=True) if a is None and b]
        if len(opened) < 2:
            return

        def make() -> Question:
            words = self.words
            cites = tuple(dict.fromkeys((*step.cites, *self.listed.rule_cites(step.name))))
            frames = [self.system.frames[name].origin.cites for name in opened]
            both = " and ".join(words.frame(name) for name in opened)
            asks = f"{words.move(spot, instance)}. By {words.rule(step.name)} {both} begin at once. Which comes first?"
            near = self.words.of_kind((*cites, *(c for f in frames for c in f)), *TIMELY)
            return Question(
                "own", (step.name, *opened), asks, f"{words.frame(opened[-1])} comes first",
                "the other one, or the player chooses", (cites, *frames), near, spot, instance,
                lambda system: state_after(system, spot, instance).frames,
            )  # fmt: skip

        self.ask("own", (step.name, *opened), spot, make)
