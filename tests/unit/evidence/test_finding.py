"""Findings as files: what is read, and the message for each mistake."""

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import Proposal, listing, load_findings

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(FERRY / "findings" / "ferry", tmp_path / "findings" / "ferry")


def test_findings_are_read_by_id(ferry: Ruleset) -> None:
    first, second, third = ferry.findings()
    assert (first.id, first.kind, first.severity, first.state) == ("001", "contradiction", "medium", "open")
    assert first.clauses == ("2.3b", "2.4")
    assert first.questions == ("payee",)
    assert first.evidence[0].about["pair"] == ["owner_is_paid", "other_is_paid"]
    assert first.prose.startswith("## What the text says\n")
    assert (second.by, second.where, second.source) == ("the designer", "a letter", "designer")
    assert [str(e) for e in third.evidence] == [
        "gap of follower", "`turn` is used and never defined", "2.4 points at 7.1, which does not exist",
    ]  # fmt: skip


def test_the_listing_has_the_agreed_keys(ferry: Ruleset) -> None:
    rows = listing("ferry", ferry.findings(), ferry.register)
    assert {"ruleset", "id", "kind", "severity", "clauses", "title", "lines"} <= set(rows[0])
    assert [row["lines"] for row in rows] == [[8, 9], [6, 7], [13]]


def test_no_folder_no_findings(tmp_path: Path) -> None:
    assert load_findings(tmp_path / "none") == ()


MISTAKES = {
    "no front matter": ("+++\nid", "id", "this is no finding"),
    "broken TOML": ('title = "Two', 'title = Two', "001-toll.md:3:9: this is not TOML"),
    "id and name": ('id = "001"', 'id = "007"', "name it 007-what-is-wrong.md"),
    "unknown key": ("severity =", "severty =", "001-toll.md:5: unknown key `severty`"),
    "missing key": ('title = "Two people are promised the toll"\n', "", "`title` is missing"),
    "unknown kind": ('kind = "contradiction"\ns', 'kind = "contradicton"\ns', "did you mean `contradiction`?"),
    "unknown severity": ('"medium"', '"middling"', "there is: `high`, `medium`, `low`"),
    "unknown state": ('"open"', '"opened"', "did you mean `open`?"),
    "ruled by nobody": ('"open"', '"ruled"', "`by` is missing"),
    "answers without a question": (
        'questions = ["payee"]', 'questions = ["payee"]\nanswer = [{says="a"}, {says="b"}]', 'add ask = "'
    ),
    "one answer": ('questions = ["payee"]', 'questions = ["payee"]\nask = "?"\nanswer = [{says="a"}]', "is no choice"),
    "what cannot be hidden": ('["payee"]', '["payee"]\nhide = ["coins"]', 'hide = ["turn"]'),
    "an answer that rules nothing": (
        '["payee"]', '["payee"]\nask = "?"\nanswer = [{says="a", ruling={paye="x"}}, {says="b"}]',
        "did you mean `payee`?",
    ),
    "unknown clause": ('"2.4"]', '"2.44"]', "001-toll.md:7: unknown clause `2.44`"),
    "no clause": ('["2.3b", "2.4"]', "[]", "a finding names its clauses"),
    "unknown question": ('"payee"]', '"paye"]', "did you mean `payee`?"),
    "unknown scope": ('scope = "tiny"', 'scope = "tinny"', "001-toll.md:11: unknown scope `tinny`"),
    "unknown ask": ('ask = "event"', 'ask = "events"', "did you mean `event`?"),
    "a query for later": ('ask = "event"', 'ask = "lasso"', "nothing answers `lasso` yet"),
    "unknown about": ("subject =", "subjct =", "did you mean `subject`?"),
    "no subject": ('subject = "payee", ', "", "`subject` is missing"),
    "half a pair": ('["owner_is_paid", "other_is_paid"]', '["owner_is_paid"]', "`pair` names the two clauses"),
    "unknown event": ('{ kind = "contradiction"', '{ kind = "contradicted"', "did you mean `contradiction`?"),
    "unknown expectation": ("actions = 1", "action = 1", "did you mean `actions`?"),
    "wrong expectation": ("actions = 1", "actions = true", "`actions` in `expect` must be a whole number"),
    "unknown reading": ('ask = "event"', 'ask = "event"\nreading = { paye = "x" }', "did you mean `payee`?"),
    "unknown option": (
        'ask = "event"', 'ask = "event"\nreading = { payee = "owner_is_payed" }', "did you mean `owner_is_paid`?",
    ),
    "a reading that is none": ('ask = "event"', 'ask = "event"\nreading = { payee = 1 }', "the name of an option"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(folder: Path, ferry: Ruleset, name: str) -> None:
    old, new, message = MISTAKES[name]
    path = folder / "001-toll.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_findings(folder, ferry.register, ferry.system, ferry.scopes())
    said = str(caught.value)
    assert message in said
    assert said.startswith("findings/ferry/001-toll.md"), "the place, without the machine's own folders"


def settling(folder: Path, ferry: Ruleset, settle: str, finding: str = "003-turn.md") -> Proposal:
    """What the finding about a gap proposes with this table."""
    path = folder / finding
    before, _, prose = path.read_text(encoding="utf-8").rpartition("+++")
    path.write_text(f"{before}\n[[settle]]\n{settle}\n+++{prose}", encoding="utf-8")
    found = next(f for f in load_findings(folder, None, ferry.system, ferry.scopes()) if f.file == finding)
    return found.proposals[-1]


SAID = 'scope = "tiny"\nruling = { follower = "the_same" }\n'


@pytest.mark.parametrize("ruling", ["follower", '"follower?"', '"follower:gap"'])
def test_a_gap_is_ruled_alone(folder: Path, ferry: Ruleset, ruling: str) -> None:
    """By default, and where it is written."""
    found = settling(folder, ferry, SAID.replace("follower", ruling))
    assert (found.rulings, found.gaps, found.whole) == ({"follower?": "the_same"}, ("follower",), False)
    assert found.replacing().rulings == {"follower": "the_same"}


def test_a_gap_is_ruled_with_all_of_its_question(folder: Path, ferry: Ruleset) -> None:
    found = settling(folder, ferry, SAID + 'whole = true\nnote = "It is meant of every crossing."')
    assert (found.rulings, found.gaps, found.whole) == ({"follower": "the_same"}, (), True)


def test_what_differs_is_no_gap(folder: Path, ferry: Ruleset) -> None:
    said = 'scope = "tiny"\nruling = { payee = "owner_is_paid" }\n'
    found = settling(folder, ferry, said, "001-toll.md")
    assert (found.rulings, found.gaps, found.whole) == ({"payee": "owner_is_paid"}, (), False)


@pytest.mark.parametrize(
    ("settle", "message"),
    [
        (SAID + "whole = true", 'note = "why it is"'),
        (SAID + 'whole = "yes"', "`whole` must be true or false"),
        (SAID.replace("the_same", "the_sam"), "did you mean `the_same`?"),
        (SAID.replace("follower", '"folower?"'), "did you mean `follower`?"),
        (SAID.replace('follower = "the_same"', 'payee = "owner_is_paid"') + "whole = true", "take it out"),
        (SAID.replace('follower = "the_same"', '"payee?" = "owner_is_paid"'), "it is silent too"),
    ],
)
def test_mistakes_about_gaps(folder: Path, ferry: Ruleset, settle: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        settling(folder, ferry, settle)
    assert message in str(caught.value) and "003-turn.md" in str(caught.value)


CORES = {
    "no clauses": ('subject = "payee"', "`clauses` names the clauses that cannot all stand"),
    "empty": ('subject = "payee", clauses = []', "`clauses` names the clauses that cannot all stand"),
    "unknown subject": ('subject = "paye", clauses = ["owner_is_paid", "other_is_paid"]', "did you mean `payee`?"),
    "one clause of two": ('subject = "payee", clauses = ["owner_is_paid"]', "these are no two clauses that may clash"),
    "others": ('subject = "payee", clauses = ["owner_is_paid", "too_heavy"]', "these are no two clauses"),
}


@pytest.mark.parametrize("name", CORES)
def test_mistakes_in_cores(folder: Path, ferry: Ruleset, name: str) -> None:
    about, message = CORES[name]
    path = folder / "001-toll.md"
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition('ask = "event"')
    path.write_text(f'{before}ask = "core"\nabout = {{ {about} }}\n+++{rest.partition("+++")[2]}', encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_findings(folder, ferry.register, ferry.system, ferry.scopes())
    assert message in str(caught.value) and "001-toll.md" in str(caught.value)


TEXTUAL = {
    "two things": ('{ term = "turn" }', '{ term = "turn", clauses = ["3.1"] }', "`about` names one of"),
    "nothing": ('{ term = "turn" }', "{}", "`about` names one of"),
    "definitions of nothing": ('{ term = "turn" }', '{ defined = ["2.1", "3.1"] }', "`about` names one of"),
    "one definition": ('{ term = "turn" }', '{ term = "turn", defined = ["2.1"] }', "clauses that define it apart"),
    "unknown definition": ('{ term = "turn" }', '{ term = "turn", defined = ["2.1", "3.11"] }', "did you mean `3.1`?"),
    "half a pointer": ('{ clause = "2.4", to = "7.1" }', '{ clause = "2.4" }', "`to` is missing"),
}


@pytest.mark.parametrize("name", TEXTUAL)
def test_mistakes_in_textual_queries(folder: Path, ferry: Ruleset, name: str) -> None:
    old, new, message = TEXTUAL[name]
    path = folder / "003-turn.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_findings(folder, ferry.register)
    assert message in str(caught.value)


def test_no_evidence_and_no_prose(folder: Path) -> None:
    path = folder / "001-toll.md"
    front, evidence = path.read_text(encoding="utf-8").split("[[evidence]]")
    path.write_text(f"{front}+++\nSomething.\n", encoding="utf-8")
    with pytest.raises(UsageError, match="without evidence"):
        load_findings(folder)
    path.write_text(f"{front}[[evidence]]{evidence.split('+++')[0]}+++\n", encoding="utf-8")
    with pytest.raises(UsageError, match="without prose"):
        load_findings(folder)


def test_two_findings_of_one_id(folder: Path) -> None:
    shutil.copy(folder / "001-toll.md", folder / "001-again.md")
    with pytest.raises(UsageError, match="the next free one is 002"):
        load_findings(folder)
