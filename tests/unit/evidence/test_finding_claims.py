"""Claims of a finding are backed and asked again; findings hang together in families, and may be withdrawn."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import families, load_findings
from ruleslawyer.check.evidence.verify import FindingResult, verify
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.cli.output import progress

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
PLAY = """
[[scenario]]
name = "the other's cart"
scope = "tiny"
clauses = ["2.1"]
start = { first = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "hay" }]
then = { "coins[Ann]" = 0 }
"""
VERDICT = 'scope = "tiny"\nask = "verdict"\nabout = { property = "two_coins_at_least" }\n'
BY_PLAY = 'scenario = "play.toml"\nplay = "the other\'s cart"\n'
Changed = Callable[..., Ruleset]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The ferry, where the front matter of these findings says this too."""

    def made(**more: str) -> Ruleset:
        folder = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
        (folder / "checks" / "ferry" / "scenarios").mkdir()
        (folder / "checks" / "ferry" / "scenarios" / "play.toml").write_text(PLAY, "utf-8")
        for name, said in more.items():
            (path,) = (folder / "findings" / "ferry").glob(f"{name.removeprefix('f')}-*.md")
            front, _, prose = path.read_text("utf-8").rpartition("+++")
            keys = [line for line in said.split("\n") if line and not said.startswith("[[")]
            head, mark, tables = front.partition("\n[[evidence]]")
            for key in keys:
                head = "\n".join(line for line in head.split("\n") if line.split(" =")[0] != key.split(" =")[0])
                head += f"\n{key}\n"
            text = head + mark + tables + ("" if keys else said)
            path.write_text(f"{text}\n+++{prose}", "utf-8")
        return Project.load(folder).ruleset("ferry")

    return made


def claim(says: str, by: str) -> str:
    return f'[[claim]]\nsays = "{says}"\n{by}'


def asked(ruleset: Ruleset, id_: str = "002") -> FindingResult:
    explorations = Explorations(ruleset, progress)
    (finding,) = [f for f in ruleset.findings() if f.id == id_]
    (result,) = verify([finding], explorations.result, ruleset.register, explorations.scenarios.run, ruleset.system)
    return result


def refused(ruleset: Ruleset) -> str:
    with pytest.raises(UsageError) as caught:
        load_findings(ruleset.config.findings, ruleset.register, ruleset.system, ruleset.scopes())
    return str(caught.value)


@pytest.mark.parametrize("by", [VERDICT, BY_PLAY, VERDICT.replace("ask", "reading = {}\nask")])
def test_a_sentence_of_the_prose_is_backed(changed: Changed, by: str) -> None:
    """The play is about no clause of the finding: it shows what the model does, and is no evidence of the defect."""
    result = asked(changed(f002=claim("Play stops", by)))
    ((told, answer),) = result.claims_with_answers
    assert told.says == "Play stops" and answer.reproduced and result.reproduced


def test_words_go_over_the_end_of_a_line(changed: Changed) -> None:
    ruleset = changed(f001=claim("coin goes.", BY_PLAY))
    path = ruleset.config.findings / "001-toll.md"
    path.write_text(path.read_text("utf-8").replace("`1` coin goes", "`1` coin\n  goes"), "utf-8")
    assert asked(ruleset, "001").reproduced


def test_a_claim_that_is_not_so(changed: Changed) -> None:
    result = asked(changed(f002=claim("Play stops", VERDICT + 'expect = { word = "HOLDS IN SCOPE" }\n')))
    assert not result.reproduced and all(e.reproduced for e in result.evidence)
    assert result.claims[0].instead.startswith("two_coins_at_least is VIOLATED")


def test_a_play_that_is_not_there(changed: Changed) -> None:
    with pytest.raises(UsageError, match="has no scenario `another`"):
        asked(changed(f002=claim("Play stops", 'scenario = "play.toml"\nplay = "another"\n')))


MISTAKES = {
    "other words": (claim("Play goes on", VERDICT), "002-heavy.md:33: these words are not in the finding's prose"),
    "no backing": (claim("Play stops", ""), "nothing backs this claim"),
    "half a play": (claim("Play stops", 'scenario = "play.toml"\n'), "`play` is missing"),
    "two backings": (claim("Play stops", BY_PLAY + 'scope = "tiny"\n'), "`scope` beside a scenario"),
    "unknown scope": (claim("Play stops", VERDICT.replace("tiny", "tinny")), "unknown scope `tinny`"),
    "unknown property": (claim("Play stops", VERDICT.replace("two", "too")), "did you mean `two_coins_at_least`?"),
    "unknown key": (claim("Play stops", VERDICT.replace("ask", "asks")), "unknown key `asks`"),
    "under nobody": ('under = "007"', "unknown finding `007`"),
    "under itself": ('under = "002"', "findings hang in a circle: 002 under 002"),
    "no reason": ('state = "withdrawn"', "`because` is missing, and the finding is withdrawn"),
    "a reason for nothing": ('because = "It is no defect."', "`because` is for a finding that is withdrawn"),
    "into nobody": ('state = "withdrawn"\nbecause = "So."\ninto = "017"', "unknown finding `017`"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(changed: Changed, name: str) -> None:
    more, message = MISTAKES[name]
    said = refused(changed(f002=more))
    assert message in said and said.startswith("findings/ferry/002-heavy.md:")


def test_findings_hang_under_an_overview(changed: Changed) -> None:
    ruleset = changed(f001='under = "003"')
    assert [(depth, f.id) for depth, f in families(ruleset.findings())] == [(0, "002"), (0, "003"), (1, "001")]


def test_a_circle_of_two(changed: Changed) -> None:
    assert "in a circle: 001 under 003 under 001" in refused(changed(f001='under = "003"', f003='under = "001"'))


def test_a_withdrawn_finding_carries_nothing(changed: Changed) -> None:
    gone = 'state = "withdrawn"\nbecause = "No table reads it so."'
    assert "finding 003 is withdrawn" in refused(changed(f001='under = "003"', f003=gone))


def test_a_withdrawn_finding_needs_no_evidence(changed: Changed) -> None:
    ruleset = changed(f003='state = "withdrawn"\nbecause = "It is the same."\ninto = "001"')
    path = ruleset.config.findings / "003-turn.md"
    front, prose = path.read_text("utf-8").split("[[evidence]]", 1)[0], "\n+++\nA turn is never defined.\n"
    path.write_text(front + prose, "utf-8")
    (finding,) = [f for f in ruleset.findings() if f.withdrawn]
    assert (finding.id, finding.because, finding.into, finding.evidence) == ("003", "It is the same.", "001", ())
