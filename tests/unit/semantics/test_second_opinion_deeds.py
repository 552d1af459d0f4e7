"""What is said about the clauses of deeds, and the numbers of terms, beside the counts of the tiny rulesets."""

from __future__ import annotations

import pytest

from ruleslawyer.check.scenario.compare import writers
from ruleslawyer.check.scenario.names import Spot
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.variants.ablation import variants
from ruleslawyer.ir.types import Enum, Int
from ruleslawyer.rulebook.claims.expected import rules
from ruleslawyer.rulebook.claims.readings import choices, options
from ruleslawyer.rulebook.register.sites import sites
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.strategies import bundle
from tests.bank import TINY


def explored(name: str, engine: str) -> frozenset[str]:
    """The names that are decisive in a tiny ruleset."""
    found = bundle(TINY, name)
    system = TransitionSystem(Interpreter(found.system, found.scope("tiny")))
    return explore_scope(system, engine="native" if engine == "native" else "networkx").decisive


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize(
    ("name", "decisive"),
    [
        # With a forbid that is not over it, nothing would stop the step; only the demand would be left.
        ("t102_deed_clash", {"stuck", "may"}),
        ("t103_instead", {"boots", "may"}),
        # Each says what the other says: neither is missed.
        ("t104_insteads_agree", {"may"}),
        # The dark is beaten by the lamp wherever it holds: without it, the lamp leaps all the same.
        ("t106_deed_precedence", {"boots", "stuck", "lamp", "once", "may"}),
        ("t109_adjust", {"wind", "slope", "may"}),
        # At 0 three is the greatest lower bound; the other bounds only hold, and the wind blows at 3 and 7.
        ("t110_bounds", {"wind", "three", "may"}),
        ("t111_bounds_cross", {"slow", "may"}),
        # At 10 and 17 the number would be eight; the lull only lifts.
        ("t188_times", {"wind", "slope", "seven", "may"}),
    ],
)
def test_decisive(name: str, decisive: set[str], engine: str) -> None:
    assert explored(name, engine) == decisive


def test_choices() -> None:
    system = bundle(TINY, "t105_insteads_differ").system
    assert choices(system) == ["step:boots/asleep", "step:asleep/wings"]
    assert options(system, "step:asleep/wings") == ("asleep", "wings")
    system = bundle(TINY, "t102_deed_clash").system
    assert choices(system) == ["step:step/stuck"]
    assert options(system, "step:step/stuck") == ("permit", "forbid")
    system = bundle(TINY, "t111_bounds_cross").system
    assert options(system, "stride:slow/fast") == ("slow", "fast")


def test_citations_and_rules() -> None:
    system = bundle(TINY, "t106_deed_precedence").system
    cited = {(site.clause, site.role, site.rule) for site in sites(system)}
    assert cited >= {
        ("2", "deed", "step"),
        ("2", "effect", "step"),
        ("3", "instead", "boots"),
        ("4", "forbid", "stuck"),
        ("4", "exception", "freed"),
    }
    assert [name for name in rules(system, {}) if name not in ("may", "once")] == [
        "leap", "step", "boots", "stuck", "freed", "dark", "lamp",
    ]  # fmt: skip


def test_without_each_clause() -> None:
    system = bundle(TINY, "t106_deed_precedence").system
    found = [(v.kind, v.name) for v in variants(system) if v.of == "step"]
    assert found == [
        ("instead", "boots"),
        ("forbid", "stuck"),
        ("exception", "freed"),
        ("over", "stuck over boots"),
        ("forbid", "dark"),
        ("over", "dark over step"),
        ("instead", "lamp"),
        ("over", "lamp over dark"),
    ]


def test_what_fails_in_a_deed_cites_its_clause() -> None:
    """In both machines, though another rule demanded it."""
    found = bundle(TINY, "t108_deed_chain")
    scope = found.scope("tiny")
    machines = (Interpreter(found.system, scope), Direct(found.system, scope, found.root, modules=found.modules))
    for machine in machines:
        system = TransitionSystem(machine)
        state = next(outcome.state for _, outcome in system.initial())
        assert state is not None
        (event,) = system.take(state, Instance("jump", (0,))).events
        assert (event.kind, event.subject, event.cites) == ("broken", "count", ("3",))


def test_who_wrote_a_place() -> None:
    """The clauses of the deeds that an action may lead to, also in place of others, not those that demand them."""
    system = bundle(TINY, "t112_replaced_again").system
    evening, rise = (system.actions[name].function for name in ("evening", "rise"))
    assert writers(system, evening, Spot(None, "count", (), Int(), "count")) == ["3"]
    assert writers(system, rise, Spot("Pause", "since", (), Enum("Mood"), "since")) == ["3"]
