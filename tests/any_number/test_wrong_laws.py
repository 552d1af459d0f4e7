"""Wrong laws of sums, believed by the search alone: what it shows with them is found, and not accepted at the door.
What the right one shows of two counts against a third is certified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.lifted import shares
from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from ruleslawyer.lifted.folds import Sum, lemma
from ruleslawyer.lifted.terms import ONE, ZERO, Term, add, either, less_equal
from tests.any_number.seats import ruleset

Side = tuple[Sum, ...]


def total(side: Side) -> Term:
    return add(ZERO, *(app for _, app in side))


def off_by_one(more: Side, fewer: Side, others: tuple[Term, ...]) -> Term:
    """A sum is at most one less than what it is at most."""
    first, second = lemma(more, fewer, others).args
    return either(first, less_equal(add(second.args[0], ONE), second.args[1]))


def disjoint(more: Side, fewer: Side, others: tuple[Term, ...]) -> Term:
    """Two counts are together no more than a third, whoever is in both."""
    return less_equal(total(more), total(fewer)) if len(more) == 2 else lemma(more, fewer, others)


WRONG: dict[Callable[..., Term], tuple[str, str]] = {
    off_by_one: ("coins", "wrong_somebody_has_two"),
    disjoint: ("colours", "wrong_one_and_all_are_no_more_than_all"),
}


@pytest.mark.parametrize("law", WRONG, ids=lambda law: law.__name__)
def test_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, law: Callable[..., Term]) -> None:
    name, wrong = WRONG[law]
    monkeypatch.setattr(shares, "lemma", lambda more, fewer, others=(): law(more, fewer, others))
    given = ruleset(tmp_path, name)
    (found,) = prove_for_any(given.system, None, [wrong], timeout=0.5, total=2.0)
    assert found.verdict in ("UNKNOWN", "UNCHECKED")
    assert found.reason.startswith("found, and not accepted"), found.reason


def test_two_counts_against_a_third_are_certified(tmp_path: Path) -> None:
    """A line of the certificate says so, from which cvc5's question is made again; with other parts it is refused."""
    given = ruleset(tmp_path, "colours")
    folder = tmp_path / "certificates"
    given.prove_for_any(["right_both_are_no_more_than_all"], players=None, total=6.0, timeout=1.0, certificates=folder)
    (script,) = folder.glob("*/right_both_are_no_more_than_all.smt2")
    text = script.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(';@ ["sums", 2, 1'))
    project = Project.load(tmp_path)
    assert all(one.accepted for one in project.certify(folder))
    script.write_text(text.replace(line, line.replace("2, 1", "1, 2")), encoding="utf-8")
    with pytest.raises(UsageError):
        project.certify(folder)
