"""Evidence is recomputed: it fails when the named thing is absent, and explains nothing that it does not name."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.check.evidence.draft import draft, sketch
from ruleslawyer.check.evidence.finding import Finding, load_findings
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.settle import NO_RULING
from ruleslawyer.check.evidence.verify import explain, verify
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict

PROJECTS = Path(__file__).parents[2] / "projects"
FERRY, RING = PROJECTS / "ferry", PROJECTS / "counters"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


def explorer(ferry: Ruleset) -> Any:
    results: dict[Any, ScopeResult] = {}

    def explore(scope: str, reading: Mapping[str, str], rulings: Mapping[str, str] = NO_RULING) -> ScopeResult:
        key = (scope, *(tuple(sorted(choices.items())) for choices in (reading, rulings)))
        return results.setdefault(key, results.get(key) or ferry.explore(scope, reading, rulings))

    return explore


def asked(ferry: Ruleset, id_: str, index: int = 0, **changes: Any) -> tuple[Finding, Evidence]:
    finding = next(f for f in ferry.findings() if f.id == id_)
    return finding, replace(finding.evidence[index], **changes)


def instead(ferry: Ruleset, finding: Finding, evidence: Evidence) -> str:
    asked = [replace(finding, evidence=(evidence,))]
    (result,) = verify(asked, explorer(ferry), ferry.register, system=ferry.system)
    return result.evidence[0].instead


def test_every_finding_reproduces(ferry: Ruleset) -> None:
    results = verify(ferry.findings(), explorer(ferry), ferry.register)
    assert [r.finding.id for r in results if not r.reproduced] == []
    assert [e.actions for r in results for e in r.evidence] == [1, 1, 1, 0, 1, None, None]


def test_an_absent_event_says_what_was_there(ferry: Ruleset) -> None:
    finding, evidence = asked(ferry, "001", about={"kind": "gap", "subject": "payee"})
    said = instead(ferry, finding, evidence)
    assert "not met in 4 states of tiny" in said
    assert "contradiction of payee: owner_is_paid against other_is_paid" in said


def test_a_pair_that_does_not_clash(ferry: Ruleset) -> None:
    about = {"kind": "contradiction", "subject": "cross", "pair": ["own_turn", "cannot_pay"]}
    finding, evidence = asked(ferry, "002", about=about)
    assert "own_turn against too_heavy" in instead(ferry, finding, evidence)


def test_an_event_must_be_the_findings_own(ferry: Ruleset) -> None:
    finding, evidence = asked(ferry, "001")
    assert "which the finding does not name" in instead(ferry, replace(finding, questions=()), evidence)
    assert "it cites 2.3b, 2.4" in instead(ferry, replace(finding, clauses=("2.3b", "1.1")), evidence)


def test_expectations_are_held(ferry: Ruleset) -> None:
    finding, evidence = asked(ferry, "001", expect={"actions": 3})
    assert instead(ferry, finding, evidence) == "the shortest play has 1 action"
    finding, evidence = asked(ferry, "001", expect={"material": False})
    assert instead(ferry, finding, evidence) == "it is material"
    finding, evidence = asked(ferry, "002", 2, expect={"word": "HOLDS IN SCOPE"})
    assert instead(ferry, finding, evidence).startswith("two_coins_at_least is VIOLATED")


def test_whether_a_game_ends_is_asked_again(ferry: Ruleset) -> None:
    """Carts only go across, so that the ferry ends: no play goes round in all that was explored."""
    about, ended = {"ending": "every game ends"}, Explorations(ferry, lambda title: nullcontext()).endings
    said: dict[str, str] = {}
    for word in ("LASSO", "CERTIFICATE"):
        finding, evidence = asked(ferry, "001", ask="terminates", scope="tiny", about=about, expect={"word": word})
        one = replace(finding, evidence=(evidence,))
        (result,) = verify([one], explorer(ferry), ferry.register, ends=ended)
        said[word] = result.evidence[0].instead
    assert said["LASSO"].startswith("every game ends: CERTIFICATE")
    assert said["CERTIFICATE"] == ""


def test_a_reading_mends_the_dead_end(ferry: Ruleset) -> None:
    finding, evidence = asked(ferry, "002", 1, reading={"cross:own_turn/too_heavy": "permit"})
    assert "not met" in instead(ferry, finding, evidence)


@pytest.mark.parametrize("about", [{"forbidden": ["cannot_pay"]}, {"unspoken": ["cross"]}, {"unspoken": []}])
def test_another_deadlock(ferry: Ruleset, about: dict[str, Any]) -> None:
    finding, evidence = asked(ferry, "002", 1, about=about, expect={})
    assert "cross forbidden by too_heavy" in instead(ferry, finding, evidence)


@pytest.mark.parametrize(
    ("about", "actions", "said"),
    [
        ({"subject": "cross", "clauses": ["too_heavy", "own_turn"]}, 1, ""),
        ({"clauses": ["somebody must act", "too_heavy"]}, 1, ""),
        ({"subject": "payee", "clauses": ["owner_is_paid", "other_is_paid"]}, 2, "the shortest play has 1 action"),
        ({"subject": "cross", "clauses": ["own_turn", "cannot_pay"]}, 1, "there was instead: own_turn, too_heavy"),
        ({"clauses": ["somebody must act"]}, 1, "there was instead: somebody must act, too_heavy"),
    ],
)
def test_clauses_that_cannot_all_stand(ferry: Ruleset, about: dict[str, Any], actions: int, said: str) -> None:
    finding, evidence = asked(ferry, "002", ask="core", about=about, expect={"actions": actions})
    found = instead(ferry, finding, evidence)
    assert said in found and bool(said) == bool(found)


@pytest.mark.parametrize(
    ("rule", "said"),
    [("cannot_pay", ""), ("too_heavy", "too_heavy is live somewhere in tiny"), ("nothing", "there is no rule nothing")],
)
def test_rules_that_are_never_live(ferry: Ruleset, rule: str, said: str) -> None:
    finding, evidence = asked(ferry, "002", ask="dead", about={"rule": rule}, expect={})
    assert instead(ferry, finding, evidence) == said


@pytest.mark.parametrize(
    ("about", "expect", "said"),
    [
        ({"term": "turn"}, {}, ""),
        ({"term": "toll"}, {}, "it is defined in 2.3a"),
        ({"term": "raft"}, {}, "book.toml lists no term `raft`"),
        ({"term": "toll", "defined": ["2.3a"]}, {}, ""),
        ({"term": "toll", "defined": ["2.3a", "2.4"]}, {}, "2.4 does not define it"),
        ({"term": "turn", "defined": ["2.1", "3.1"]}, {}, "2.1, 3.1 do not define it"),
        ({"reference": {"clause": "2.4", "to": "7.1"}}, {}, ""),
        ({"reference": {"clause": "2.4", "to": "7.2"}}, {}, "book.toml lists no reference from 2.4 to 7.2"),
        ({"clauses": ["2.4"]}, {}, ""),
        ({"clauses": ["2.9"]}, {}, "the book has no 2.9 any more"),
        ({"clauses": ["2.4"]}, {"digests": ["0123456789ab"]}, "the text of 2.4 is another one now"),
    ],
)
def test_textual_evidence(ferry: Ruleset, about: dict[str, Any], expect: dict[str, Any], said: str) -> None:
    finding, evidence = asked(ferry, "003", ask="text", about=about, expect=expect)
    assert instead(ferry, finding, evidence) == said


def test_findings_explain_what_they_name_and_nothing_else(ferry: Ruleset) -> None:
    result, unexplained = explain(ferry.explore("tiny"), ferry.findings())
    assert not unexplained
    assert {e.event.subject: e.findings for e in result.events} == {
        "follower": ("003",), "cross": ("002",), "payee": ("001",),
    }  # fmt: skip
    assert [d.findings for d in result.deadlocks] == [("002",)]
    _, unexplained = explain(ferry.explore("tiny"), ferry.findings()[:1])
    cross, follower, stuck, coins = unexplained
    assert [e.event.subject for e in (cross, follower) if isinstance(e, EventResult)] == ["cross", "follower"]
    assert isinstance(stuck, DeadlockResult)
    assert isinstance(coins, Verdict) and coins.name == "two_coins_at_least"


def test_a_finding_about_a_kind_alone_explains_nothing(ferry: Ruleset) -> None:
    first = replace(ferry.findings()[0], clauses=("1.1",), questions=())
    result, _ = explain(ferry.explore("tiny"), [first])
    assert all(e.findings == () for e in result.events)


def test_a_draft_loads_and_reproduces(ferry: Ruleset, tmp_path: Path) -> None:
    found = ferry.explore("tiny")
    folder = tmp_path / "findings" / "ferry"
    every: list[EventResult | DeadlockResult] = [*found.events, *found.deadlocks]
    for met in every:
        path, text = draft(folder, sketch(met, ferry.system), "tiny", {})
        write_whole(path, text)
    names = [p.name for p in sorted(folder.iterdir())]
    assert names == [
        "001-cross-own-turn-against-too-heavy.md", "002-payee-owner-is-paid-against-other-is-paid.md",
        "003-follower-no-clause-answers.md", "004-nobody-may-act-and-the-game-is-not-over.md",
    ]  # fmt: skip
    drafted = load_findings(folder, ferry.register, ferry.system, ferry.scopes())
    stuck = drafted[-1].evidence[0].about
    assert stuck["forbidden"] and set(drafted[-1].clauses) == {
        cite
        for norm in ferry.system.actions["cross"].every_norm
        if norm.name in stuck["forbidden"]
        for cite in norm.origin.cites
    }, "what forbids, and not what was done last"
    assert [f.kind for f in drafted] == ["contradiction", "contradiction", "gap", "gap"]
    assert all(r.reproduced for r in verify(drafted, explorer(ferry), ferry.register))


def test_a_draft_keeps_hostile_names_as_text(ferry: Ruleset, tmp_path: Path) -> None:
    met = ferry.explore("tiny").events[0]
    hostile = replace(met, event=replace(met.event, subject='"\n+++\nid = "x\x7f', reason="\x00", cites=()))
    path, text = draft(tmp_path, sketch(hostile, ferry.system), "tiny", {'a"b': 'c"\n'})
    write_whole(path, text)
    (found,) = load_findings(tmp_path)
    assert found.evidence[0].about["subject"] == '"\n+++\nid = "x\x7f'
    assert found.evidence[0].reading == {'a"b': 'c"\n'}
    assert path.parent == tmp_path
