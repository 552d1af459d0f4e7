"""The findings of the bundled rulesets about words and pointers: each is of the register as it is, and none is left."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.check.evidence.finding import Finding, load_findings
from ruleslawyer.check.evidence.settle import NO_RULING
from ruleslawyer.check.evidence.verify import verify
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.check.scenario.suite import Told, display_path, summarise
from ruleslawyer.rulebook.claims.readings import question_of
from ruleslawyer.rulebook.register.clause import Register
from tests.bundled import bundled
from tests.content.played import places, played

PROJECT = bundled()
MEGACORP = PROJECT.ruleset("megacorp")
RULESETS = [PROJECT.ruleset(name) for name in PROJECT.rulesets]
PLAYS = {"megacorp": 40}
"""How many plays the findings of a ruleset name at least."""


def textual(ruleset: Ruleset) -> list[Finding]:
    """The findings that ask the text something, with those queries alone."""
    asked = [
        replace(f, evidence=tuple(e for e in f.evidence if e.ask == "text"), proposals=(), claims=())
        for f in load_findings(ruleset.config.findings, ruleset.register)
    ]
    return [f for f in asked if f.evidence]


def failing(register: Register, ruleset: Ruleset = MEGACORP) -> dict[str, list[str]]:
    """What the textual findings of a ruleset meet instead in a register, by finding."""

    def explore(scope: str, reading: Mapping[str, str], rulings: Mapping[str, str] = NO_RULING, /) -> NoReturn:
        raise AssertionError("a text is not explored")

    results = verify(textual(ruleset), explore, register)
    return {r.finding.id: [e.instead for e in r.evidence if e.instead] for r in results if not r.reproduced}


def with_term(name: str, **changes: Any) -> Register:
    register = MEGACORP.register
    assert register is not None
    assert name in [t.name for t in register.terms]
    return replace(register, terms=tuple(replace(t, **changes) if t.name == name else t for t in register.terms))


@pytest.mark.parametrize("name", [n for n in PROJECT.rulesets if PROJECT.ruleset(n).register is not None])
def test_every_defect_of_a_register_has_a_finding(name: str) -> None:
    ruleset = PROJECT.ruleset(name)
    found = ruleset.lint_register()
    assert found.clean
    assert found.unused == ()
    assert [clause.id for clause in found.nowhere] == [], "a doubt leads to a question, a finding, or a reason"
    apart = {e.about["term"] for f in textual(ruleset) for e in f.evidence if "defined" in e.about}
    assert {term.name for term, _ in found.scattered} <= apart


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_register_bears_out_what_findings_say_of_it(ruleset: Ruleset) -> None:
    assert ruleset.register is not None
    assert failing(ruleset.register, ruleset) == {}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_no_prose_stops_a_designer(ruleset: Ruleset) -> None:
    """What `findings --lint` says of each bundled ruleset: nothing."""
    assert [f"{one.finding.id}: {one.slip}" for one in ruleset.lint_findings()] == []


def test_a_word_that_becomes_defined() -> None:
    assert failing(with_term("priority", defined=("8.8.1a",))) == {"028": ["it is defined in 8.8.1a"]}
    assert failing(with_term("slot", defined=("3.8.1a",))) == {"040": ["it is defined in 3.8.1a"]}


def test_a_word_that_is_no_longer_defined_twice() -> None:
    assert failing(with_term("orphaned", defined=("3.8.2b",))) == {"041": ["1.2.8c does not define it"]}


def test_a_pointer_that_becomes_right() -> None:
    register = MEGACORP.register
    assert register is not None
    mended = [replace(r, to="5.3.20") if r.to == "block phase" else r for r in register.references]
    said = "book.toml lists no reference from 5.3.19 to block phase"
    assert failing(replace(register, references=tuple(mended))) == {"044": [said]}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_event_that_a_ruling_decides_has_one_proposed(ruleset: Ruleset) -> None:
    """A finding whose evidence is an event of a question, or a clash of two clauses, says what would settle it."""
    for finding in ruleset.findings():
        ruled = {question_of(key) for proposal in finding.proposals for key in proposal.rulings}
        for evidence in finding.evidence:
            if evidence.ask == "event" and evidence.about["kind"] in ("contradiction", "gap"):
                subject, pair = evidence.about["subject"], evidence.about.get("pair", [])
                asked = f"{subject}:{'/'.join(pair)}"
                assert subject in ruled or asked in ruled, f"{finding.id}: {evidence}"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_play_that_a_finding_names_goes_as_it_says(ruleset: Ruleset) -> None:
    explorations = Explorations(ruleset, lambda title: nullcontext())

    def play(file: str, name: str) -> Told:
        return summarise(played(*places()[display_path(ruleset.scenario_folder / file, ruleset.root), name]))

    asked = [
        replace(
            f,
            evidence=tuple(e for e in f.evidence if e.ask == "scenario"),
            claims=tuple(c for c in f.claims if c.by.ask == "scenario"),
            proposals=(),
        )
        for f in ruleset.findings()
    ]
    results = verify(asked, explorations.result, ruleset.register, play)
    assert sum(len(r.evidence) for r in results) >= PLAYS.get(ruleset.name, 0)
    problems = {r.finding.id: [e.instead for e in (*r.evidence, *r.claims) if e.instead] for r in results}
    assert {id_: found for id_, found in problems.items() if found} == {}
