"""What induction keeps of the ferry, with lamps: of settled states, under one reading, and where time runs out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted import houdini
from ruleslawyer.engines.smt.lifted.asking import InductionProver
from ruleslawyer.engines.smt.lifted.conditions import check_candidate
from ruleslawyer.engines.smt.lifted.houdini import Houdini
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import default_reading

FERRY = Path(__file__).parents[4] / "projects" / "ferry"
LAMPS = '''

@ferry.settle("2.6")
def put_out(s: State, cart: Cart) -> None:
    """Over there no lamp is needed."""
    with effect("2.6"):
        s.lit[cart] = False


@put_out.when
def lit_over_there(s: State, cart: Cart) -> bool:
    return s.across[cart] and s.lit[cart]
'''
CHECKS = '''

@checks.always("2.6")
def lamps_are_out_over_there(s: State) -> bool:
    """False between a crossing and what settles it."""
    return not any(s.across[c] and s.lit[c] for c in Cart)


@checks.always("1.1")
def coins_are_conserved(s: State) -> bool:
    """Every toll is somebody's."""
    return sum(s.coins[p] for p in Player) == 4


@checks.always("1.1")
def somebody_can_pay(s: State) -> bool:
    """That nobody has less than nothing is promised, and the sum is needed."""
    return any(s.coins[p] > 1 for p in Player)


@checks.step("2.3b", of=cross)
def own_carts_cost_nothing(before: State, after: State, who: Player, cart: Cart) -> bool:
    """So it is where the owner is paid, and not where the one who waits is."""
    return cart.owner != who or after.coins[who] == before.coins[who]


@checks.step("2.3a", of=cross)
def nobody_who_pays_has_five(before: State, after: State, who: Player, cart: Cart) -> bool:
    """From the rule alone it would be wrong: how many coins there are has to be known."""
    return before.coins[who] < 5
'''


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    project = tmp_path_factory.mktemp("lamps") / "ferry"
    shutil.copytree(FERRY, project)
    model, checks = project / "model" / "ferry" / "river.py", project / "checks" / "ferry" / "river.py"
    text = model.read_text()
    model.write_text(text.replace("    turn: Player\n", "    turn: Player\n    lit: Map[Cart, bool]\n", 1) + LAMPS)
    said = checks.read_text().replace("import Cart, Player, State, ferry", "import Cart, Player, State, cross, ferry")
    checks.write_text(said + CHECKS)
    return Project.load(project).ruleset("ferry").system


def verdicts(system: System, *properties: str, **reading: str) -> dict[str, ProofVerdict]:
    found = prove_for_any(system, 2, properties or None, reading=reading, total=30.0)
    return {one.property: one for one in found}


@pytest.fixture(scope="module")
def found(system: System) -> dict[str, ProofVerdict]:
    """Of all properties, whatever the reading."""
    return verdicts(system)


def test_what_holds_where_all_is_settled(found: dict[str, ProofVerdict]) -> None:
    """A lamp over there is lit until the settle, so that the property is no invariant of all states."""
    assert found["lamps_are_out_over_there"].level == "settled"


def test_what_needs_another(found: dict[str, ProofVerdict]) -> None:
    assert found["coins_are_conserved"].verdict == "PROVED"
    assert found["somebody_can_pay"].verdict == "PROVED"
    assert found["somebody_can_pay"].lemmas == ("coins_are_conserved",)
    step = found["nobody_who_pays_has_five"]
    assert step.verdict == "PROVED" and "coins_are_conserved" in step.lemmas
    assert found["two_coins_at_least"].verdict == "UNKNOWN"


def test_a_reading_is_needed(system: System, found: dict[str, ProofVerdict]) -> None:
    """By 2.3b the toll for an own cart comes back; by 2.4 it does not."""
    name = "own_carts_cost_nothing"
    assert found[name].verdict == "UNKNOWN"
    assert verdicts(system, name, payee="other_is_paid")[name].verdict == "UNKNOWN"
    assert verdicts(system, name, **default_reading(system))[name].verdict == "PROVED"


def test_what_is_left_when_time_is_out_is_inductive(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after any number of questions, no more is left than a whole run keeps, and it is inductive alone."""
    relation, solver = relation_of(system, 2)
    about = InductionProver(relation, solver, 5.0)
    every = [check_candidate(relation, check) for check in system.checks.values() if check.kind == "always"]

    def kept(candidates: list[Candidate], ticks: Iterator[int], end: float) -> list[Candidate]:
        with monkeypatch.context() as patched:
            patched.setattr(houdini, "thread_time", lambda: next(ticks))
            found = Houdini(about, candidates, [], end).run()
        return found.candidates

    whole = {c.key for c in kept(every, count(), 10_000)}
    assert whole == {"settled: lamps_are_out_over_there", "coins_are_conserved", "somebody_can_pay"}
    for end in range(1, 40, 10):
        left = kept(every, count(), end)
        assert {c.key for c in left} <= whole
        assert {c.key for c in kept(left, count(), 10_000)} == {c.key for c in left}
