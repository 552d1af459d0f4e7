"""Coverage and the showing of clauses: what counts as tied, what as decisive, and what a citation does not cover."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.front.worked import cookbook
from ruleslawyer.rulebook.register.clause import CLAUSE_KINDS, REGISTER_ONLY, Clause
from ruleslawyer.rulebook.register.coverage import ROLES, Row, coverage, tying
from ruleslawyer.rulebook.register.show import Shown, citations, show
from ruleslawyer.rulebook.register.sites import sites

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
HOUNDS = Path(__file__).parents[3] / "examples" / "hare-and-hounds"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


def test_every_kind_says_what_ties_it() -> None:
    assert set(ROLES) == set(CLAUSE_KINDS) - {REGISTER_ONLY}


def test_numbers_by_section(ferry: Ruleset) -> None:
    assert ferry.register
    found = coverage(ferry.register, ferry.system, [ferry.explore("tiny")])
    assert found.rows == (Row("1", 1, 1, 1, 0, 0), Row("2", 7, 6, 5, 0, 1), Row("3", 3, 2, 1, 1, 0))
    assert found.total == Row("", 11, 9, 7, 1, 1)
    assert found.reasons == {"conduct": 1}
    assert len(found.missing) == found.total.not_yet_modelled == 1
    assert found.missing[0].startswith("2.") and found.missing[0] not in found.tied
    assert (found.lines, found.unaccounted) == (12, ())
    # Nobody is ever without a coin in this scope, and no game ends: both clauses are tied, and decide nothing.
    assert found.tied - found.decisive == {"2.5", "3.2"}


def test_an_effect_covers_no_prohibition(ferry: Ruleset) -> None:
    assert ferry.register
    found = coverage(ferry.register, ferry.system)
    assert [(m.clause, m.roles) for m in found.misplaced] == [("2.6", ("effect",))]
    assert "2.6" not in found.tied


def test_a_property_ties_what_is_forbidden_and_nothing_permits() -> None:
    """One hound moves at a time, and nobody is taken: no action has more, so that no forbid could hang on one."""
    hounds = Project.load(HOUNDS).ruleset("harehounds")
    assert hounds.register
    found = coverage(hounds.register, hounds.system)
    assert {"2.8", "2.9"} <= found.tied and found.missing == ()
    clause = hounds.register.clauses["2.9"]
    checks = [site for site in sites(hounds.system) if site.clause == "2.9" and site.role == "check"]
    assert {site.rule for site in tying(clause, checks)} == {"three_hounds_and_one_hare", "nobody_is_taken"}
    at_times = [replace(site, everywhere=False) for site in checks]
    assert tying(clause, at_times) == [], "what may happen once forbids nothing"


def test_who_is_out_ties_how_it_ends_for_him() -> None:
    system = Project.load(cookbook()).ruleset("elimination").system
    out = [site for site in sites(system) if site.role == "out"]
    clause = Clause("3", "ending", "Without lives a player is out.", 3, "1")
    assert [site.rule for site in tying(clause, out)] == ["without_lives"]


def test_without_a_model_nothing_is_tied(ferry: Ruleset) -> None:
    assert ferry.register
    found = coverage(ferry.register, None)
    assert found.total == Row("", 11, 0, 0, 1, 10)


def test_without_an_exploration_nothing_is_decisive(ferry: Ruleset) -> None:
    assert ferry.register
    found = coverage(ferry.register, ferry.system)
    assert (found.total.modelled, found.total.decisive, found.scopes) == (9, 0, ())


HAY = """
[[scenario]]
name = "the hay crosses"
scope = "tiny"
clauses = ["2.1", "2.4"]
given = { turn = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "hay" }]
then = { coins = { Ann = 0, Bob = COINS } }
"""


@pytest.mark.parametrize(
    ("scenarios", "tied"),
    [([HAY.replace("COINS", "2")], True), ([HAY.replace("COINS", "9")], False),
     ([HAY.replace("COINS", "2"), HAY.replace("COINS", "9").replace("the hay", "it")], False)],
)  # fmt: skip
def test_a_scenario_ties_the_examples_that_it_names_if_it_passes(
    tmp_path: Path, scenarios: list[str], tied: bool
) -> None:
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("build"))
    chapter = project / "spec" / "ferry" / "river.toml"
    text = chapter.read_text(encoding="utf-8")
    before, after = text.split('id = "2.4"')
    chapter.write_text(before + 'id = "2.4"' + after.replace("effect", "example", 1), encoding="utf-8")
    folder = project / "checks" / "ferry" / "scenarios"
    folder.mkdir()
    (folder / "hay.toml").write_text("".join(scenarios), encoding="utf-8")
    ruleset = Project.load(project).ruleset("ferry")
    assert ruleset.register
    replays = ruleset.replays()
    assert {site.clause for site in replays} == ({"2.4"} if tied else set())  # 2.1 is no example
    found = coverage(ruleset.register, ruleset.system, replays=replays)
    assert ("2.4" in found.tied, "2.4" in found.decisive) == (tied, tied)
    (shown,) = show(ruleset.register, citations(ruleset.system), ["2.4"], replays=replays)
    assert shown.json()["status"] == ("modelled" if tied else "not yet modelled")


def test_json_has_the_agreed_keys(ferry: Ruleset) -> None:
    assert ferry.register
    found = coverage(ferry.register, ferry.system).json("ferry")
    assert {"ruleset", "clauses", "modelled", "decisive", "excluded", "not_yet_modelled", "source"} <= set(found)
    assert (found["source"]["lines"], found["source"]["unaccounted"]) == (12, 0)


def test_roles_of_citations(ferry: Ruleset) -> None:
    found = {(s.clause, s.role, s.rule) for s in sites(ferry.system)}
    assert {
        ("1.1", "constant", "Numbers.coins"), ("1.1", "field", "coins"), ("1.1", "initial", "initial"),
        ("1.1", "effect", "begin"), ("1.1", "check", "two_coins_at_least"), ("2.1", "action", "cross"),
        ("2.1", "permit", "own_turn"), ("2.2", "forbid", "too_heavy"), ("2.3b", "answer", "owner_is_paid"),
        ("3.1", "question", "follower"), ("3.1", "effect", "cross"), ("3.2", "ended", "all_across"),
    } <= found  # fmt: skip


def test_clauses_are_shown_with_what_speaks_of_them(ferry: Ruleset) -> None:
    assert ferry.register
    complaints = {f.id: f.clauses for f in ferry.findings()}
    (shown,) = show(ferry.register, citations(ferry.system), ["2.1"], complaints)
    assert [(s.role, s.rule) for s in shown.modelled] == [("permit", "own_turn")]
    assert [(s.role, s.rule) for s in shown.elsewhere] == [("action", "cross")]
    assert [s.rule for s in shown.checked] == ["something_crosses"]
    assert shown.findings == ("002",)
    assert shown.modelled[0].place.startswith("model/ferry/river.py:")
    assert (shown.json()["status"], shown.json()["by"]) == ("modelled", "rule")
    assert shown.status_text == "modelled by a rule"


@pytest.mark.parametrize(
    ("tied", "others", "by", "said"),
    [
        (("constant", "field"), ("check",), "data", "modelled: only a constant and a field cite it"),
        (("field", "initial"), (), "rule", "modelled by a rule"),
        (("check",), (), "check", "modelled: only a check cites it"),
        ((), ("effect", "check"), "", "not yet modelled: only an effect and a check cite it"),
        ((), (), "", "not yet modelled"),
    ],
)
def test_what_a_clause_is_modelled_by(
    ferry: Ruleset, tied: tuple[str, ...], others: tuple[str, ...], by: str, said: str
) -> None:
    """Clause 1.1 of the ferry, with some of its citations."""
    assert ferry.register
    cited = {site.role: site for site in sites(ferry.system) if site.clause == "1.1"}
    modelled, elsewhere = (tuple(cited[role] for role in roles) for roles in (tied, others))
    shown = Shown(ferry.register.clauses["1.1"], modelled, elsewhere, (), ())
    assert (shown.by, shown.status_text) == (by, said)


def test_clauses_by_the_rule_that_cites_them(ferry: Ruleset) -> None:
    assert ferry.register
    for rule, ids in (("own_turn", ["2.1"]), ("cross", ["2.1", "2.3a", "2.6", "3.1"])):
        assert [s.clause.id for s in show(ferry.register, citations(ferry.system), [rule])] == ids
    with pytest.raises(UsageError, match="`the_other` cites no clause"):
        show(ferry.register, citations(ferry.system), ["the_other"])
    with pytest.raises(UsageError, match="the model no rule") as caught:
        show(ferry.register, citations(ferry.system), ["own_tun"])
    assert "own_turn" in str(caught.value.mend)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [(["2.3"], ["2.3a", "2.3b"]), (["3"], ["3.1", "3.2", "3.3"]), (["3.3", "1"], ["1.1", "3.3"])],
)
def test_lines_sections_and_several(ferry: Ruleset, wanted: list[str], ids: list[str]) -> None:
    assert ferry.register
    assert [s.clause.id for s in show(ferry.register, citations(ferry.system), wanted)] == ids


def test_an_unknown_clause_names_the_nearest(ferry: Ruleset) -> None:
    assert ferry.register
    with pytest.raises(UsageError, match=r"did you mean `2\.3"):
        show(ferry.register, None, ["2.3c"])
