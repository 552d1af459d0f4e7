"""The search over bit-vectors: it finds what integers allow, and nothing that only wrapping round allows."""

from __future__ import annotations

from pathlib import Path

import pytest
import z3

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.checking.witness import witness_problem
from ruleslawyer.engines.smt.bits import WIDTH, Bits
from ruleslawyer.engines.smt.goals import goals_of
from ruleslawyer.engines.smt.record import Record
from ruleslawyer.engines.smt.relation import Relation
from ruleslawyer.engines.smt.search import search, search_bits
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import quotient, symbol
from ruleslawyer.semantics.interpret import Interpreter
from tests.unit.test_smt_least import MODEL, PROJECT, SCOPE

CLASSICS = Path(__file__).parents[1] / "classics"


def record_of(ruleset: Ruleset, scope: str, folder: Path) -> Record:
    return Record(Relation(Ground(ruleset.system, ruleset.scope(scope))), 60.0, folder)


def shop(root: Path, most: int) -> Ruleset:
    """Whoever likes buys for as much as that."""
    (root / "scopes").mkdir()
    model, scope = MODEL.replace("price <= 3", f"price <= {most}"), SCOPE.replace("[0, 9]", f"[0, {most}]")
    for name, text in (("pyproject.toml", PROJECT), ("model.py", model), ("scopes/tiny.toml", scope)):
        (root / name).write_text(text, encoding="utf-8")
    return Project.load(root).ruleset("shop")


@pytest.mark.parametrize(("a", "b"), [(a, b) for a in (-7, -6, -1, 0, 1, 6, 7) for b in (-3, -2, -1, 1, 2, 3)])
def test_division_is_that_of_the_rules(a: int, b: int) -> None:
    encoder, x, y = Bits(), symbol("leaf", "int", "x"), symbol("leaf", "int", "y")
    put = [(encoder.symbol(x, 0), encoder.number(a)), (encoder.symbol(y, 0), encoder.number(b))]
    found = z3.simplify(z3.substitute(encoder.encode(quotient(x, y), 0), *put))
    assert found.as_signed_long() == a // b


def test_the_same_play_as_over_integers(tmp_path: Path) -> None:
    ruleset = shop(tmp_path, 3)
    plays = []
    for method in (search, search_bits):
        record = record_of(ruleset, "tiny", tmp_path / "obligations")
        goals = [g for g in goals_of(record.relation.ground) if g.name == "below_eight"]
        method(record, goals, 5)
        plays.append([s.label for s in record.results["below_eight"].steps])
    assert plays[0] == plays[1] and len(plays[0]) == 1 + 3


def test_published_lengths(tmp_path: Path) -> None:
    """Ten pourings; a play of the same length replays in the reference semantics."""
    ruleset = Project.load(CLASSICS / "buckets").ruleset("buckets")
    record = record_of(ruleset, "six_fifteen_for_nine", tmp_path)
    goals = [g for g in goals_of(record.relation.ground) if g.name == "can_be_measured"]
    search_bits(record, goals, 12)
    found = record.results["can_be_measured"]
    assert found.k == 10 and found.witness is not None
    assert witness_problem(Interpreter(ruleset.system, found.witness.scope), found) == ""


def test_what_only_wraps_round_is_no_violation(tmp_path: Path) -> None:
    """Three times 900 is more than so many bits hold, and negative there."""
    assert 2 * 900 < 2 ** (WIDTH - 1) <= 3 * 900
    ruleset = shop(tmp_path, 900)
    record = record_of(ruleset, "tiny", tmp_path / "obligations")
    goals = [g for g in goals_of(record.relation.ground) if g.name == "writes:paid"]
    search_bits(record, goals, 4)
    assert record.results == {} and record.depth == {}
    assert record.tried["writes:paid"] == {
        f"bounded search over {WIDTH} bits": "at depth 2: the numbers do not suffice"
    }
