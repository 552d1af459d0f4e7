"""The scopes in which faults are looked for: those that `check` explores, and those that a sweep makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.adequacy.place import By, Spot
from ruleslawyer.studies.sweep.covering import Covering, Parts, Row
from ruleslawyer.studies.sweep.factors import Deck
from ruleslawyer.studies.sweep.plan import Nothing, Plan, load_plan
from ruleslawyer.studies.sweep.position import position

STRENGTH, CARDS = 2, 2
"""Of the sweep whose scopes are looked at: every pair of values, in decks of one and two cards."""


def by_hand(ruleset: LoadedRuleset) -> Iterator[Spot]:
    """The scopes that `check` explores, and those of evidence under other readings."""
    wanted = [name for name in ruleset.scopes() if not (ruleset.scope(name).is_open or ruleset.scope(name).campaign)]
    for name in wanted:
        yield Spot(name, "hand", ruleset.transition_system(name))
    told: dict[tuple[str, tuple[tuple[str, str], ...]], None] = {}
    for finding in findings_of(ruleset):
        for query in finding.queries:
            if query.scope and query.reading and query.ask != "terminates":
                told[query.scope, tuple(sorted(query.reading.items()))] = None
    for scope, reading in told:
        said = ", ".join(f"{key}={option}" for key, option in reading)
        yield Spot(f"{scope} ({said})", "reading", ruleset.transition_system(scope, dict(reading)))


def plan_of(ruleset: LoadedRuleset) -> Plan | str:
    """The plan of a sweep; why there is none, where nobody says it and nothing follows from types."""
    try:
        return load_plan(ruleset)
    except Nothing as nothing:
        return nothing.message


def by_sweep(ruleset: LoadedRuleset, most: int | None) -> Iterator[Spot]:
    """The scopes that `sweep` deals by default, if there are any. `most`: of each number of cards."""
    plan = plan_of(ruleset)
    if isinstance(plan, str):
        return
    for cards in range(1, min(CARDS, len(plan.dealt)) + 1):
        deck = plan.deck(plan.dealt[:cards])
        rows = Covering(deck.sizes, STRENGTH, deck.never, _fits(ruleset, plan, deck)).rows()
        for number, row in enumerate(islice(rows, most)):
            yield _spot(ruleset, plan, deck, row, number, "sweep")


def more(ruleset: LoadedRuleset, wanted: int, cards: int, seed: int) -> Iterator[Spot]:
    """Scopes with up to so many cards that nobody explores, drawn at random."""
    plan, random = plan_of(ruleset), Random(seed)
    if isinstance(plan, str):
        return
    numbers = range(1, min(cards, len(plan.dealt)) + 1)
    for number in range(wanted):
        deck = plan.deck(plan.dealt[: random.choice(numbers)])
        parts = Parts(deck.sizes, deck.never)
        rows = (parts.draw_row(random) for _ in range(20))
        for row in islice(filter(_fits(ruleset, plan, deck), rows), 1):
            yield _spot(ruleset, plan, deck, row, number, "more")


def _fits(ruleset: LoadedRuleset, plan: Plan, deck: Deck) -> Callable[[Row], bool]:
    return lambda row: not isinstance(position(ruleset, plan, deck.members, deck.values(row)), str)


def _spot(ruleset: LoadedRuleset, plan: Plan, deck: Deck, row: Row, number: int, by: By) -> Spot:
    _, scope = plan.scope(deck.members, deck.values(row))
    return Spot(f"{by}, {len(deck.members)} cards, {number + 1}", by, ruleset.in_scope(scope))
