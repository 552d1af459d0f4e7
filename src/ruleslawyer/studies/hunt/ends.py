"""Shapes of questions about ends: nobody can move, a supply runs out, nobody has won alone, a choice does nothing."""

from __future__ import annotations

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep
from ruleslawyer.studies.hunt.listed import SUPPLY, Listed
from ruleslawyer.studies.hunt.question import Ask, Meet, Question
from ruleslawyer.studies.hunt.references import is_empty, is_less, is_side, without_any, would_take
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import TIMELY, Words

REFUSED = 24
"""Choices that are not allowed of which it is said by which clauses."""


class Ends:
    """Looks at spots, and at what ends in them."""

    def __init__(self, listed: Listed, words: Words, meet: Meet, ask: Ask) -> None:
        self.system, self.listed, self.words, self.meet, self.ask = listed.system, listed, words, meet, ask
        self._begun, self._full = set[str](), dict[str, set[str]]()

    def look(self, spot: Spot) -> None:
        if spot.depth == 0 and spot.rng is None:
            self._begun.add(spot.where)
            for supply in self.listed.supplies:
                if not is_empty(spot, spot.state, supply):
                    self._full.setdefault(supply, set()).add(spot.where)
        if spot.drawn or spot.dealt:
            return
        if spot.is_over:
            if spot.depth > 0:
                self.tie(spot)
            return
        if spot.depth > 0:  # where nobody can begin, the scope lacks something
            self.look_for_standstill(spot)
        self.look_for_supply(spot)

    def look_for_standstill(self, spot: Spot, after: str = "") -> None:
        """after: the action behind which a state comes about that somebody built."""
        actions = self.system.actions
        chance = spot.awaited_players == t.CHANCE
        if not spot.is_judged or any(actions[i.action].kind == "joint" for i in spot.choices):
            return
        if spot.frame is None and "awaits" in self.system.unsaid:
            return  # nobody has to decide: it is not said whose decision it is
        if spot.choices and (chance or spot.frame is None):
            return
        if not spot.awaited_players:
            self._nobody_decides(spot)
            return
        able = {spot.actor(one) for one in spot.choices if not actions[one.action].outside_play}
        idle = sorted(spot.awaited_players - able)
        if not idle or spot.then not in (None, *map(spot.codec.call, (*spot.choices, *spot.refused_instances))):
            return

        def make() -> Question:
            words, of = self.words, self.words.awaiting(spot)
            if chance:
                asks = f"Something is left to chance{words.amid(spot.frame)}, and nothing is there. What now?"
                model, otherwise = "the game stands still", "it goes on without"
            else:
                who = words.player(spot, idle[0])
                asks = f"{who} has to decide{words.amid(spot.frame)}, and nothing is allowed. What now?"
                model = f"others decide, and {who} waits" if able else "the game stands still"
                otherwise = f"{who} is passed over"
            return Question(
                "stuck", (spot.frame or "",), asks, model, otherwise, (of,), (), spot, None,
                lambda system: bool(system.allowed_instances(spot.state)) and idle[0] in system.awaits(spot.state),
                around=tuple(dict.fromkeys(c for one in spot.refused_instances[:REFUSED] for c in spot.clauses(one))),
            )  # fmt: skip

        self.ask("stuck", (spot.frame or "",), spot, make, [(spot.frame or "", after)] if after else ())

    def _nobody_decides(self, spot: Spot) -> None:
        """Asks who goes on where the game is not over, and it is nobody's decision."""

        def make() -> Question:
            words, of = self.words, self.words.awaiting(spot)
            near = words.of_kind(self.listed.cites_of_whose_turn(), *TIMELY)
            out = " and ".join(words.player(spot, who) for who in sorted(spot.system.out(spot.state)))
            gone = f"{out} {'are' if ' and ' in out else 'is'} out, and " if out else ""
            asks = f"{gone}nobody has to decide{words.amid(spot.frame)}; the game is not over. Who goes on?"
            return Question(
                "stuck", ("nobody", spot.frame or ""), f"{asks[0].upper()}{asks[1:]}", "the game stands still",
                "whoever is next goes on", (of,), near, spot, None, lambda system: system.awaits(spot.state),
            )  # fmt: skip

        self.ask("stuck", ("nobody", spot.frame or ""), spot, make)

    # --- supplies, ends, and what does nothing ----------------------------------------------------------------------

    def supply(self, spot: Spot, instance: Instance, outcome: Outcome, before: State, step: SubStep) -> None:
        for supply in self.listed.supplies_of.get(step.name, ()):
            if is_empty(spot, before, supply, spot.actor(instance)) and not is_less(spot, before, step.state, supply):
                self.meet((SUPPLY, supply, step.name), spot)
                if not would_take(spot, instance, supply, step.name):
                    continue
                model = "it goes on without" if outcome.state is not None else "it cannot say what comes of it"
                self._ask_supply(spot, instance, supply, step.name, model)

    def look_for_supply(self, spot: Spot) -> None:
        """Look for choices that are missing only because there is nothing to take."""
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
        if spot.drawn or spot.dealt:
            return

        def make() -> Question:
            words = self.words
            field = self._field(supply)
            what = words.clause(field.origin.cites[0]) if field.origin.cites else words.rule(taker)
            without = [words.player(spot, who) for who in without_any(spot, spot.state, supply)]
            whose, none = "from", "nothing is left there"
            if len(without) == 1:
                whose, none = f"from {without[0]}", f"{without[0]} has none"
            takes = f"{words.rule(taker)} takes {whose} what {what} speaks of"
            asks = f"{words.move(spot, instance)}. {takes}, and {none}. What happens?"
            cites = self.listed.rule_cites(taker)
            near = tuple(c for c in field.origin.cites if c in cites)
            return Question(
                "supply", (supply, model), asks, model, "as much as there is; or it is made up anew; or the game ends",
                (field.origin.cites, cites), near, spot, instance,
                lambda system: system.take(spot.state, instance).state is None,
            )  # fmt: skip

        self.ask("supply", (supply, model), spot, make)

    def tie(self, spot: Spot) -> None:
        winners = spot.system.winners(spot.state)
        if len(winners) == 1 or "winners" in self.system.unsaid or is_side(spot, winners):
            return  # of rules under which nobody ever wins it is not asked, nor of partners

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

    def idle(self, spot: Spot, instance: Instance, after: State) -> None:
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
