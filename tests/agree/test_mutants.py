"""How much the comparison of the two machines sees: the direct run against the interpreter with one mistake in the IR.

A mutant is killed when some answer differs on random states that are the same in every run. One that survives has to
be listed below with the reason why no state can tell it apart; what is listed and dies fails as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import pytest

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.mutants import Mutant, mutants
from tests.agree.strategies import Bundle, bundle, everywhere, random_case, random_reading, random_scope
from tests.agree.test_direct_interpreter import instances_of, outcome, seen

SCOPES, STATES, BATCHES = 40, 3, 60
"""How many scopes are in a batch, how many states are looked at in each, and how many batches are tried at most."""


class Watched(Interpreter):
    """The interpreter, noting which of the author's functions run."""

    def __init__(self, system: System, scope: Scope, schema: Schema) -> None:
        super().__init__(system, scope, schema)
        self.entered: set[int] = set()

    def compiled(self, function: Function) -> Callable[..., Any]:
        made = super().compiled(function)

        def watched(*args: Any) -> Any:
            self.entered.add(id(function))
            return made(*args)

        return watched

    def forget(self) -> frozenset[int]:
        """The functions that ran since the last time."""
        entered = frozenset(self.entered)
        self.entered.clear()
        return entered


@dataclass(frozen=True)
class Look:
    """What the direct run answers about a state under a reading, and the functions that it takes to answer."""

    state: State
    reading: Reading
    instances: list[Instance]
    answers: Mapping[str, Any]
    entered: frozenset[int]


@dataclass(frozen=True)
class Example:
    """A random scope and reading: what begins there, and some states."""

    machine: Interpreter
    reading: Reading
    begun: list[Any]
    entered: frozenset[int]
    looks: tuple[Look, ...]

    def tells_apart(self, mutant: Mutant, built_in: bool) -> bool:
        """Whether some answer differs, or the interpreter falls over."""
        machine = self._machine(mutant, built_in)
        if machine is None:
            return False
        try:
            if _reaches(mutant, self.entered) and _begun(TransitionSystem(machine, self.reading)) != self.begun:
                return True
            return any(
                seen(TransitionSystem(machine, look.reading), look.state, look.instances) != look.answers
                for look in self.looks
                if _reaches(mutant, look.entered)
            )
        except Exception:
            return True

    def _machine(self, mutant: Mutant, built_in: bool) -> Interpreter | None:
        """An interpreter of the mutant; rules that are the same as in the ruleset itself are not compiled again.

        built_in: the change is in a helper, which is a part of its callers' code, or of the schema.
        """
        if not any(_reaches(mutant, entered) for entered in (self.entered, *(look.entered for look in self.looks))):
            return None
        if built_in or mutant.within is None:
            return Interpreter(mutant.system, self.machine.scope)
        self.machine.system = mutant.system
        return self.machine


def _reaches(mutant: Mutant, entered: frozenset[int]) -> bool:
    return mutant.within is None or id(mutant.within) in entered


def batch(found: Bundle, number: int) -> list[Example]:
    """Scopes with states, the same in every run; on all of them the machines agree about the ruleset itself."""
    return [_example(found, Random(f"{found.config.name} {number} {i}")) for i in range(SCOPES)]


def _example(found: Bundle, dice: Random) -> Example:
    scope, reading = random_scope(dice, found.system), random_reading(dice, found.system)
    schema = Schema(found.system, scope)
    direct = Direct(found.system, scope, found.root, schema, found.modules)
    watched = Watched(found.system, scope, schema)
    begun = _begun(TransitionSystem(direct, reading))
    assert begun == _begun(TransitionSystem(watched, reading))
    entered = watched.forget()
    looks = tuple(_look(direct, watched, *random_case(dice, schema)) for _ in range(STATES))
    return Example(Interpreter(found.system, scope, schema), reading, begun, entered, looks)


def _look(direct: Direct, watched: Watched, state: State, reading: Reading) -> Look:
    expected, interpreted = TransitionSystem(direct, reading), TransitionSystem(watched, reading)
    instances = instances_of(interpreted, state)
    answers = seen(expected, state, instances)
    watched.forget()
    assert seen(TransitionSystem(watched, reading), state, instances) == answers  # anew: domains are asked once
    return Look(state, reading, instances, answers, watched.forget())


def _begun(system: TransitionSystem) -> list[Any]:
    return [(instance, outcome(found)) for instance, found in system.initial()]


def survivors(found: Bundle, chosen: Iterable[Mutant], least: int) -> list[Mutant]:
    """The mutants that no state tells apart: new batches are tried as long as one survives that is not explained."""
    system, known = found.system, explained(found.config.name)
    built_in = {id(f) for f in (*system.helpers.values(), *(f.matters for f in system.state.fields))}
    alive = list(chosen)
    for number in range(BATCHES):
        if number >= least and all(mutant.name in known for mutant in alive):
            break
        examples = batch(found, number)
        alive = [m for m in alive if not any(e.tells_apart(m, id(m.within) in built_in) for e in examples)]
    return alive


# --- the tests ----------------------------------------------------------------------------------------------------

EVERYWHERE = {name: root for root, name in everywhere()}
TINY = [
    "t04_over",
    "t05_permit_over",
    "t07_over_action",
    "t10_exception_of_exception",
    "t13_domain",
    "t15_term_clash",
    "t17_term_lifted",
    "t20_answers_differ",
    "t22_gap",
    "t25_answer_over",
    "t28_nested",
    "t29_joint",
    "t32_rebid",
    "t35_duties",
    "t37_gain_lose",
    "t40_until",
    "t42_matters_map",
    "t43_the",
    "t44_promised",
    "t47_pile",
    "t49_member",
    "t50_optional",
    "t51_ranged",
    "t59_attributes",
    "t61_initial",
    "t65_duty_in_frame",
    "t70_nested_map",
    "t72_member_clash",
    "t73_chance_in_frame",
    "t75_arithmetic",
]
"""Whose mutants are all tried in every run of the tests; of the bundled ruleset one in `SAMPLE`, in a campaign."""
QUICK, SAMPLE = tuple(TINY), 12
SHARE = 0.05
"""The greatest part of the mutants that may survive."""


def enumerated(name: str) -> list[Mutant]:
    found = bundle(EVERYWHERE[name], name)
    return list(mutants(found.system, found.root))


def sampled(name: str) -> list[Mutant]:
    """The same ones in every run, and after a change elsewhere in the ruleset."""
    one_in = SAMPLE if name == "megacorp" else 1
    return [mutant for mutant in enumerated(name) if crc32(mutant.name.encode()) % one_in == 0]


def explained(name: str) -> Mapping[str, str]:
    """Why a mutant cannot be told apart, by its name."""
    return {mutant: reason for reason, group in EQUIVALENT.get(name, {}).items() for mutant in group}


def check(name: str, chosen: list[Mutant], least: int = 1) -> None:
    """All that survives is explained, and all that is explained survives."""
    alive, known = survivors(bundle(EVERYWHERE[name], name), chosen, least), explained(name)
    assert [f"{m.name} ({m.span})" for m in alive if m.name not in known] == [], "survivors to be killed or explained"
    names = {mutant.name for mutant in alive}
    assert [m.name for m in chosen if m.name in known and m.name not in names] == [], "not equivalent after all"


def share(selected: Mapping[str, list[Mutant]]) -> float:
    """The part of some mutants that is explained, so survives."""
    total = sum(len(chosen) for chosen in selected.values())
    return sum(mutant.name in explained(name) for name, chosen in selected.items() for mutant in chosen) / total


@pytest.mark.parametrize("name", QUICK)
def test_mutants_are_killed(name: str) -> None:
    check(name, sampled(name))


def test_few_are_equivalent() -> None:
    assert share({name: sampled(name) for name in QUICK}) <= SHARE


@pytest.mark.campaign
@pytest.mark.parametrize("name", EVERYWHERE)
def test_all_mutants_are_killed(name: str) -> None:
    check(name, enumerated(name), least=6)


@pytest.mark.campaign
def test_few_of_all_are_equivalent() -> None:
    every = {name: enumerated(name) for name in EVERYWHERE}
    assert share(every) <= SHARE
    assert {name: explained(name).keys() - {m.name for m in every[name]} for name in EQUIVALENT} == {
        name: set() for name in EQUIVALENT
    }, "explained, but no longer a mutant"


# --- what survives ------------------------------------------------------------------------------------------------

ENDED = "the game is over where it would make a difference: nothing is asked of such a state"
TYPED = "no value of the type makes a difference"
HOLDS = "the property holds after every step, in this form too"
AWAITED = "nobody else is awaited there, so that the others are no candidates"
ONE = "there is exactly one, as the condition around it says"
PRESENT = "it is not None, as the condition around it says"
CITED = "another effect of every such step cites the same clause"
SAME_TIME = "reads see the state before the block, and nothing else is written there: the order is nothing"
STEPS = "the two are never due in one state"

EQUIVALENT: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "buckets": {
        "what is poured is no more than the source holds": ("water: one more below",),
        "the two buckets are never the same": ("pour: run later `s.water[source] -= poured`",),
    },
    "megacorp": {
        STEPS: (
            "duties: settle_the_claim comes later",
            "duties: account comes later",
            "duties: disengage_the_network comes later",
            "duties: go_on_after_disengaging comes later",
            "duties: reveal_what_is_known comes later",
            "duties: nothing_on_offer comes later",
            "duties: unable_to_draw comes later",
            "duties: count_losses comes later",
        ),
        "min(2, …) is never more": ("turns: one more above",),
        "the step begins only when no upkeep is due any more": ("upkeep_due: drop the until",),
        PRESENT: (
            "last_buyer_controls: drop the check of `who`",
            "let_another_go_first: drop the check of `first`",
            "score: drop the check of `printed`",
        ),
        ONE: (
            "the_other_of_two: drop the check of `the(p for p in Player if p != who)`",
            "reveal_card_bids: drop the check of `the(p for p in leaders)`",
            "settle_the_claim: drop the check of `the(p for p in f.bidders)`",
        ),
        "the permit that it beats holds only where it does not": ("below_the_valuation: drop an over",),
        AWAITED: (
            "picked_goes_first: drop a part of and in `s.step == Step.PICKED and s.picked == who` (2)",
            "picked_declines: drop a part of and in `s.step == Step.PICKED and s.picked == who` (2)",
            "to_pay_a_cost: drop a part of and in `on_turn(s, who) and s.step in (Step.OFFER, …`",
            "not_a_card_to_choose: drop a part of and in `(is_open(s, CardBid) or on_turn(s, who)) …`",
            "purchase_from_hand: drop a part of and in `on_turn(s, who) and s.step == Step.BUY`",
            "buy_it_now: drop a part of and in `on_turn(s, who) and s.step == Step.OFFER`",
            "deploy_it_until_the_buy_phase_ends: drop a part of and in `on_turn(s, who) …`",
            "need_not_buy: drop a part of and in `on_turn(s, who) and s.step == Step.OFFER`",
            "purchase_from_market: drop a part of and in `on_turn(s, who) and s.step == Step.BUY`",
            "engaged_cards_of_opponents: drop a part of and in `on_turn(s, who) and s.step == Step.BUY and …`",
            "turn_player_sells: drop a part of and in `on_turn(s, who) and s.step == Step.DIVEST`",
            "not_from_hand: drop a part of and in `on_turn(s, who) …`",
            "phases_are_options: drop a part of and in `on_turn(s, who) and s.step in (Step.BUY, St…`",
            "may_concede: drop a part of and in `s.step == Step.BUY and on_turn(s, who)` (2)",
            "upkeep_is_paid: drop a part of and in `on_turn(s, who) and s.step == Step.UPKEEP`",
            "may_choose_not_to_pay: drop a part of and in `on_turn(s, who) and s.step == Step.UPKEEP`",
        ),
        "nobody ties alone": ("reveal_start_bids: one more than `0`",),
        "only two players who both have no place can be sent back, and then the order is empty": (
            "take_a_place: drop the write `s.order = Pile()`",
        ),
        CITED: (
            'deploy: drop a citation of `effect("6.3.2c")`',
            'buy_engaged: drop a citation of `effect("3.2.2c")`',
            'arrive: drop a citation of `effect("6.3.2c", "6.3.2e", "6.8.1a")`',
            'arrive: drop a citation of `effect("6.3.2c")`',
        ),
        SAME_TIME: (
            "buy_engaged: run later `lose(s.money, who, engaged_price(s, card))`",
            "count_losses: one after the other in `simultaneous()`",
        ),
        TYPED: (
            "money_is_never_negative: swap all in `all(s.money[p] >= 0 for p in Player)`",
            "money_is_never_negative: first member as key of `s.money[p]`",
        ),
        HOLDS: (
            "deploying_is_paid_for: swap and in `before.money[who] >= card.cost and all(afte…`",
            "deploying_is_paid_for: drop a part of and in `before.money[who] >= card.cost and all(afte…`",
            "deploying_is_paid_for: drop a part of and in `before.money[who] >= card.cost and all(afte…` (2)",
            "deploying_is_paid_for: swap all in `all(after.money[p] == before.money[p] for p…`",
            "deploying_is_paid_for: another variable for `p`",
            "deploying_is_paid_for: another variable for `who`",
            "a_sale_pays_the_money_component: swap and in `after.money[who] == before.money[who] + car…`",
            "a_sale_pays_the_money_component: drop a part of and in `after.money[who] == before.money[who] + car…`",
            "a_sale_pays_the_money_component: drop a part of and in `after.money[who] == before.money[who] + car…` (2)",
            "a_sale_pays_the_money_component: swap all in `all( …`",
            "a_sale_pays_the_money_component: swap all in `all( …` (2)",
        ),
        "the part before it says that the two fields are equal": (
            "bought_cards_are_in_the_buyers_network: another field for `s.buyer[c]` (3)",
        ),
    },
    "sliding": {
        HOLDS: (
            "frees_its_cell: swap and in `after.free == before.place[tile] …`",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …`",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …` (2)",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …` (3)",
            "frees_its_cell: another variable for `t`",
            "frees_its_cell: another variable for `tile`",
        ),
    },
    "t01_permit": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 3`", "below: one more than `3`"),
        TYPED: ("within: one more than `3`",),
    },
    "t02_forbid": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "t03_clash": {
        ENDED: ("count: one more above",),
    },
    "t04_over": {
        ENDED: ("count: one more above",),
    },
    "t08_two_pairs": {
        "`third` always beats it, and without `third` the clash with `stays` is there all the same": (
            "beaten: swap forbid",
        ),
    },
    "t09_exception": {
        ENDED: ("count: one more above",),
    },
    "t10_exception_of_exception": {
        ENDED: (
            "count: one more above",
            "revoked: drop an exception",
            "pardon: bound included in `s.count > 2`",
            "pardon: one more than `2`",
        ),
    },
    "t11_closed_world": {
        ENDED: (
            "count: one more above",
            "below: bound included in `s.count < 2`",
            "below: one more than `2`",
            "restart: drop a norm",
            "late: swap permit",
            "late: bound included in `s.count > 2`",
            "late: one more than `2`",
        ),
    },
    "t12_open_world": {
        ENDED: (
            "count: one more above",
            "below: bound included in `s.count < 2`",
            "below: one more than `2`",
            "restart: drop a norm",
            "late: swap permit",
            "late: bound included in `s.count > 2`",
            "late: one more than `2`",
        ),
    },
    "t16_term_agree": {
        "the exceptions always speak instead": ("stride: one more than `1`",),
    },
    "t18_answer": {
        ENDED: ("count: one more above",),
    },
    "t19_answers_agree": {
        ENDED: (
            "count: one more above",
            "silent: swap answer",
            "silent: bound included in `s.count > 2`",
            "silent: one more than `2`",
            "silent: one more than `5`",
        ),
        "the answers always agree on one value": ("stride: another default",),
    },
    "t20_answers_differ": {
        ENDED: ("count: one more above",),
    },
    "t21_answers_immaterial": {
        "each answer is more than 0, which is all that is asked of it": (
            "stride: another default",
            "two: one more than `2`",
            "move: bound included in `stride(s) > 0`",
            "move: one more than `2`",
        ),
    },
    "t23_partial_gap": {
        ENDED: ("count: one more above",),
    },
    "t24_unresolved": {
        ENDED: ("count: one more above", "small: bound included in `s.count < 3`", "small: one more than `3`"),
    },
    "t25_answer_over": {
        "one answer always stays, so that no reading decides": ("stride: another default",),
    },
    "t26_not_reached": {
        ENDED: ("count: one more above",),
        "`s.count < 2` holds until the game is over, so that the rest is never asked": (
            "one: swap reading",
            "one: one more than `1`",
            "may: drop a part of or in `s.count < 2 or stride(s) == 1` (2)",
            "may: bound included in `s.count < 2`",
            "may: one more than `2`",
            "may: negate `stride(s) == 1`",
            "may: one more than `1`",
        ),
    },
    "t27_frame": {
        ENDED: ("deals: one more above",),
    },
    "t32_rebid": {
        ONE: ("reveal: drop the check of `the(p for p in leaders)`",),
    },
    "t33_chance": {
        AWAITED: ("again: anybody as the actor",),
    },
    "t34_duty": {
        ENDED: ("count: one more above",),
    },
    "t37_gain_lose": {
        SAME_TIME: ("storm: run later `lose(s.stock, p.store, 1)`",),
    },
    "t38_swap": {
        SAME_TIME: ("swap: run later `s.left = s.right`",),
    },
    "t39_place": {
        SAME_TIME: ('clash: run later `effect("3")`', 'agree: run later `effect("3")`'),
        "the two writes clash all the same": ("clash: one more than `2`",),
        "the other write, or the last, has the same result": (
            "agree: one after the other in `simultaneous()`",
            "agree: drop the write `s.count = 2`",
            "agree: drop the write `s.count = 2` (2)",
        ),
    },
    "t46_cap": {
        TYPED: (
            "not_negative: swap all in `all(s.coins[p] >= 0 for p in Player)`",
            "not_negative: first member as key of `s.coins[p]`",
        ),
    },
    "t47_pile": {
        "an empty pile has no ends": ("begin: other end of the pile in `s.deck.with_top(a)`",),
    },
    "t52_always": {
        ENDED: ("may_one: one more than `2`",),
        TYPED: (
            "below_four: bound included in `s.count < 4`",
            "below_four: one more than `4`",
            "at_four: one more than `4`",
        ),
    },
    "t53_vacuous": {
        ENDED: ("may_one: one more than `1`",),
        TYPED: ("odd_at_three: one more than `3`",),
        "3 // 2 is 3 % 2, and no other number is asked about": ("odd_at_three: // for % in `s.count % 2`",),
    },
    "t54_step": {
        HOLDS: ("grows: bound included in `after.count > before.count`",),
    },
    "t58_turns": {
        HOLDS: (
            "ones_own_turn: swap and in `before.active == who and after.over_now`",
            "ones_own_turn: drop a part of and in `before.active == who and after.over_now`",
            "ones_own_turn: drop a part of and in `before.active == who and after.over_now` (2)",
        ),
    },
    "t60_constants": {
        ENDED: ("below: bound included in `s.count < Numbers.limit`", "below: one more than `Numbers.limit`"),
    },
    "t61_initial": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "t62_override": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 3`", "below: one more than `3`"),
    },
    "t65_duty_in_frame": {
        ENDED: ("rounds: one more above",),
    },
    "t66_awaits": {
        ENDED: ("count: one more above",),
    },
    "t69_leads_to": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
        TYPED: ("from_five: one more than `5`",),
    },
    "t71_gap_at_setup": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "tictactoe": {
        HOLDS: ("one_more: swap all in `all(after.mark[c] == (who if c == cell else…`",),
    },
}
