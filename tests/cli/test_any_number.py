"""`prove --any-number` and `lint --lifted`: what is proved for any number of cards, and what cannot be said so."""

from __future__ import annotations

import json
import shutil
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted.prove import ReusedProofs
from ruleslawyer.proof.kept_proofs import keep_proofs
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.report.document import read_document
from tests.agree.strategies import ROOT
from tests.cli.command import Answer, Command, copied
from tests.cli.schemas import problems

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
KEPT = "checks/ferry/lemmas.json"


@pytest.mark.campaign
def test_a_property_of_daemons(command: Command) -> None:
    """4.8, 5.1d: an attack costs no memory; that follows from the rule alone."""
    found = command(
        "prove", "daemons", "attacks_cost_no_memory", "--any-number", "--json", "--total", "8", project=ROOT
    )
    assert found.code == 0
    (one,) = found.json["results"]
    assert one["verdict"] == "PROVED for any number of Module, Card; 2 players" and one["fixed"] == {"Player": 2}


@pytest.mark.campaign
def test_what_is_not_shown_says_where_it_stops(command: Command) -> None:
    """2.4: one player drafts one module, then the other two: that nobody is further ahead is no induction."""
    asked = ("prove", "daemons", "nobody_is_ahead_by_more_than_two", "--any-number", "--total", "6")
    found = command(*asked, project=ROOT)
    assert found.code == 1 and "draft: from some state" in found.out


def test_what_is_named_is_tried_first() -> None:
    """Others may be lemmas of it, but the time is for what was asked."""
    buckets = Project.load(ROOT / "tests/classics/buckets").ruleset("buckets")
    said: list[str] = []
    (found,) = buckets.prove_for_any(["nothing_spills"], total=10.0, progress=said.append)
    tried = [text for text in said if text.endswith("by itself")]
    assert found.verdict == "PROVED" and tried[0] == "nothing_spills by itself" and len(tried) > 1


def test_mistakes(command: Command) -> None:
    found = command("prove", "daemons", "no_such_property", "--any-number", project=ROOT)
    assert found.code == 2 and "no property `no_such_property`" in found.err


def test_the_accepted_proof_is_told(command: Command) -> None:
    """Of the same certificate as `prove` without --any-number tells, and in its words."""
    asked, project = ("prove", "buckets", "nothing_spills", "--explain"), ROOT / "tests/classics/buckets"
    alone, plain = (command(*asked, *more, project=project) for more in (("--any-number", "--players", "any"), ()))
    told = alone.out[alone.out.index("nothing_spills: why it is so") :]
    assert alone.code == 0 and "given:" in told and told in plain.out
    (found,) = command(*asked, "--any-number", "--json", project=project).json["results"]
    assert found["explanation"]["assumes"] and found["explanation"]["shown"][0]["name"].endswith("nothing_spills")


def test_loops_whose_order_may_matter(command: Command) -> None:
    """Mere Mortals 6.4: what lies upon a card goes with it, one card after the other."""
    found = command("lint", "mere_mortals", "--lifted", "--json", project=ROOT)
    (report,) = found.json
    assert {loop["rule"] for loop in report["lifted"]["loops"]} == {
        "end_battle_turn", "pass_turn", "play_location",
    }  # fmt: skip
    assert report["lifted"]["unlifted"] == {}


# --- what `check` proves again ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ferry, where 2.5 keeps who has no coin from paying: every write of coins keeps its range."""
    project = tmp_path_factory.mktemp("kept") / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))
    names = {"states": [], "alone": [], "steps": ["writes:coins"], "conditions": []}
    (project / KEPT).write_text(json.dumps(names), encoding="utf-8")
    return project


@pytest.fixture
def ferry(kept: Path, tmp_path: Path) -> Path:
    shutil.copytree(kept, tmp_path / "ferry")
    return tmp_path / "ferry"


def checked(command: Command, project: Path, *more: str) -> tuple[int, Any]:
    found = command("check", "ferry", "--json", *more, project=project)
    assert problems("check", found.json) == []
    return found.code, found.json["rulesets"][0]


def of_range(report: Any) -> Any:
    return next((p for p in report["proofs"] if p["property"] == "writes:coins"), None)


def test_keep_writes_names_alone(kept: Path, ferry: Path, instances: Path, kept_anew: list[Answer]) -> None:
    (found,) = kept_anew
    assert found.code == 1 and f"kept in {KEPT}" in found.err
    assert json.loads((ferry / KEPT).read_text("utf-8")) == json.loads((kept / KEPT).read_text("utf-8"))


def test_check_proves_it_again(command: Command, ferry: Path) -> None:
    """The proof for any number of carts stands in the place of the one of a scope of two, with what it is under."""
    _, report = checked(command, ferry)
    proof = of_range(report)
    assert proof["verdict"] == "PROVED for any number of Cart; 2 players" and proof["any_number_of"] == ["Cart"]
    assert proof["premises"]["sizes"] == {"Player": 2}
    assert "the numbers of the book: Numbers.coins = 2 (1.1)" in proof["assumptions"]
    assert "any value of its type: Cart.owner, Cart.heavy" in proof["assumptions"]
    assert [p["property"] for p in report["proofs"]].count("writes:coins") == 1 and report["lapsed"] == []


def test_the_report_shows_it(command: Command, ferry: Path, tmp_path: Path) -> None:
    """The front sentence counts it before what is proved of two carts; the page of proofs says what is open."""
    command("check", "ferry", "-o", str(tmp_path / "out"), project=ferry)
    report = read_document(tmp_path / "out/report.json.gz")
    assert problems("report", report) == []
    assert "1 PROVED for any number" in " ".join(report["rulesets"][0]["summary"])
    proofs = (tmp_path / "out/ferry/proofs.html").read_text("utf-8")
    assert "PROVED for any number of Cart" in proofs and "any value of its type: Cart.owner, Cart.heavy" in proofs


@pytest.mark.usefixtures("remembering")
def test_what_was_proved_once_and_is_not_now(command: Command, ferry: Path) -> None:
    """Without 2.5 a carter pays with a coin that is not there: that is seen, and falls short."""
    model = ferry / "model/ferry/river.py"
    model.write_text(model.read_text("utf-8").replace("s.coins[who] < 1", "s.coins[who] < 0"), "utf-8")
    code, report = checked(command, ferry)
    (lapsed,) = report["lapsed"]
    assert code == 1 and (lapsed["name"], lapsed["rule"], lapsed["late"]) == ("writes:coins", "cross", False)
    said = command("check", "ferry", project=ferry).out
    assert "writes:coins was proved for any number, and is not now: cross: from some state" in said


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of a ferry whose questions are answered, which the first test that wants one puts there."""
    return tmp_path_factory.mktemp("answered") / "ferry"


@pytest.fixture(scope="module")
def kept_anew() -> list[Answer]:
    """The answer of the command that made `instances`; empty until then."""
    return []


@pytest.fixture
def instances(command: Command, ferry: Path, answered: Path, kept_anew: list[Answer]) -> Path:
    """The instances that answer the ferry's questions."""
    if not answered.exists():
        (ferry / KEPT).unlink()
        kept_anew.append(command("prove", "ferry", "--any-number", "--keep", "--total", "20", project=ferry))
        shutil.copytree(ferry, answered)
    shutil.copytree(answered, ferry, dirs_exist_ok=True)
    return ferry / "checks/ferry/instances.json"


def test_kept_instances_answer_without_a_search(
    command: Command, ferry: Path, instances: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("instances are looked for")

    monkeypatch.setattr("ruleslawyer.engines.smt.lifted.issue.Instantiation", search)
    _, report = checked(command, ferry, "--fresh")
    assert of_range(report)["verdict"].startswith("PROVED for any number") and report["lapsed"] == []
    instances.unlink()
    assert "instances are looked for" in command("check", "ferry", "--fresh", project=ferry).err


@pytest.mark.parametrize(
    "was, is_",
    [
        ('"rule",', '"no rule",'),
        ('["law","rule",4]', '["longer"]'),
        ('"rule",4', '"rule",3'),
        ("[[0],[0,1]]", "[[1],[0,1]]"),
        ("[[0],[0,1]]", "[[0]]"),
        ('[2,"writes:coins"', '["any","writes:coins"'),
    ],
)
def test_kept_instances_that_are_none_cost_time_alone(
    command: Command, ferry: Path, instances: Path, was: str, is_: str
) -> None:
    """Of a source that there is not, of chains that nobody asks for, of another law, of another question, of none, of
    other players: others are found."""
    text = instances.read_text("utf-8")
    assert was in text
    instances.write_text(text.replace(was, is_), "utf-8")
    _, report = checked(command, ferry, "--fresh")
    assert of_range(report)["verdict"].startswith("PROVED for any number") and report["lapsed"] == []


def test_kept_instances_are_kept_again(ferry: Path, instances: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they serve still, none are looked for; a file that is none is written anew."""
    before, ruleset = instances.read_text("utf-8"), Project.load(ferry).ruleset("ferry")
    lemmas = load_lemmas(ferry, "ferry")
    assert lemmas is not None
    instances.write_text("{}", "utf-8")
    keep_proofs(ruleset, lemmas)
    assert instances.read_text("utf-8") == before
    monkeypatch.setattr("ruleslawyer.engines.smt.lifted.issue.Instantiation", None)
    keep_proofs(ruleset, lemmas)
    assert instances.read_text("utf-8") == before


def test_what_a_search_finds_again_is_kept_too(ferry: Path, instances: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all that is known together comes to no answer, and the few conditions do that the search names."""
    before, lemmas = instances.read_text("utf-8"), load_lemmas(ferry, "ferry")
    instances.unlink()
    assert lemmas is not None
    monkeypatch.setattr("ruleslawyer.engines.smt.lifted.prove._as_kept", lambda *_: ReusedProofs())
    keep_proofs(Project.load(ferry).ruleset("ferry"), lemmas)
    assert instances.read_text("utf-8") == before


@pytest.mark.parametrize(
    "was, is_",
    [('"instances"', '"more"'), ("[[0],[0,1]]", "[[0],[0,2]]"), ("[[0],[0,1]]", "3"), ("0,14]", "0,99]")],
)
def test_a_file_of_instances_that_is_none(command: Command, ferry: Path, instances: Path, was: str, is_: str) -> None:
    """Of another form, or with a place where nothing stands."""
    text = instances.read_text("utf-8")
    assert was in text
    instances.write_text(text.replace(was, is_), "utf-8")
    found = command("check", "ferry", "--fresh", project=ferry)
    assert found.code == 2 and "checks/ferry/instances.json: this is no file of instances" in found.err


def test_kept_instances_prove_nothing_that_became_false(command: Command, ferry: Path, instances: Path) -> None:
    """2.5: they were made of rules by which nobody pays with a coin that is not there."""
    model = ferry / "model/ferry/river.py"
    model.write_text(model.read_text("utf-8").replace("s.coins[who] < 1", "s.coins[who] < 0"), "utf-8")
    code, report = checked(command, ferry, "--fresh")
    (lapsed,) = report["lapsed"]
    assert instances.exists() and code == 1 and (lapsed["name"], lapsed["rule"]) == ("writes:coins", "cross")


@pytest.mark.usefixtures("remembering")
def test_a_condition_that_is_gone_is_said_and_nothing_more(command: Command, ferry: Path) -> None:
    names = json.loads((ferry / KEPT).read_text("utf-8"))
    (ferry / KEPT).write_text(json.dumps({**names, "conditions": ["while it rains: nothing moves"]}), "utf-8")
    _, report = checked(command, ferry)
    assert of_range(report)["any_number_of"] == ["Cart"]
    assert [(one["name"], one["property"]) for one in report["lapsed"]] == [("while it rains: nothing moves", False)]
    assert not [s for s in command("check", "ferry", "--json", project=ferry).json["falls_short"] if "rains" in str(s)]


def test_no_time_is_no_failure(command: Command, ferry: Path) -> None:
    """What was not finished says so; nobody is told that it is false."""
    _, report = checked(command, ferry, "--budget", "0.001")
    (lapsed,) = report["lapsed"]
    assert lapsed["late"] and "time" in lapsed["reason"]
    assert not [s for s in command("check", "ferry", "--budget", "0.001", project=ferry).out.splitlines()
                if "falls short" in s and "was proved for any number" in s]  # fmt: skip


@pytest.mark.parametrize("text", ["{", "{}", '{"states": 3}', "[]"])
def test_a_file_that_is_none(command: Command, ferry: Path, text: str) -> None:
    (ferry / KEPT).write_text(text, "utf-8")
    found = command("check", "ferry", project=ferry)
    assert found.code == 2 and KEPT in found.err and "--any-number --keep" in found.err


def test_what_is_kept_is_of_all(command: Command, ferry: Path) -> None:
    for more in (["two_coins_at_least", "--any-number"], ["--any-number", "--players", "3"], []):
        found = command("prove", "ferry", "--keep", *more, project=ferry)
        assert found.code == 2 and "--keep" in found.err


# --- counterexamples to induction -------------------------------------------------------------------------------------


FIVE = """

@checks.always("1.1")
def nobody_has_five(s: State) -> bool:
    \"\"\"The coins of two carters.\"\"\"
    return all(s.coins[p] < 5 for p in Player)
"""


@pytest.mark.usefixtures("remembering")
def test_a_counterexample_that_a_play_reaches(command: Command) -> None:
    """Two coins each (1.1), and a cart costs one (2.3a): the first cart that goes over breaks it. One is enough."""
    asked = ("prove", "ferry", "two_coins_at_least", "--any-number")
    (one,) = command(*asked, "--json", project=FERRY).json["results"]
    stuck = one["counterexample_to_induction"]
    assert one["rule"] == "cross" and stuck["members"]["Cart"] == ["Cart1"] and stuck["step"] == ""
    paid = [row for row in stuck["rows"] if row["what"].startswith("coins") and row["before"] != row["after"]]
    assert ("2", "1") in [(row["before"], row["after"]) for row in paid]
    assert stuck["tried"] == "reached by this play" and stuck["play"][0].startswith("initial(")
    assert "the others do not matter" in command(*asked, project=FERRY).out
    assert one["verdict"] == "VIOLATED" and one["play"] == stuck["play"]
    assert one["reason"] == "with Player1, Player2, Cart1 (owner Player1, heavy no), after 1 action"


def test_a_counterexample_that_none_reaches(command: Command, ferry: Path) -> None:
    """There are four coins, and nobody gets a fifth; from a state with five of them somebody would."""
    with (ferry / "checks/ferry/river.py").open("a", encoding="utf-8") as file:
        file.write(FIVE)
    found = command("prove", "ferry", "nobody_has_five", "--any-number", "--json", project=ferry)
    (one,) = found.json["results"]
    assert one["verdict"] == "UNKNOWN" and one["counterexample_to_induction"]["play"] == []
    stuck = one["counterexample_to_induction"]
    assert stuck["tried"].startswith("not reached: in all ")


def test_what_hangs_on_the_order_of_a_pile_says_so(command: Command, tmp_path: Path) -> None:
    """Who lies lowest is not kept of a table with any number of cards; a scope answers."""
    made = copied(tmp_path, "t157_below_a_pile")
    with (made / "t157_below_a_pile/model.py").open("a", encoding="utf-8") as file:
        file.write("""

@checks.step("3", of=lay)
def lies_lowest(before: State, after: State, who: Player, card: Card) -> bool:
    return after.deck.bottom == card
""")
    asked = ("prove", "t157_below_a_pile", "lies_lowest")
    (one,) = command(*asked, "--any-number", "--json", project=made).json["results"]
    assert "on the order of a pile" in one["reason"] and one["reason"].endswith("explores it")
    answer = command(*asked, "--scope", "tiny", project=made)
    assert answer.code == 0 and ("PROVED" in answer.out or "HOLDS IN SCOPE" in answer.out)


# --- bad input --------------------------------------------------------------------------------------------------------


def test_nothing_but_players(command: Command) -> None:
    """Two processes are all there is: there is any number of turns, and of nothing else."""
    found = command("prove", "peterson", "--any-number", project=FERRY.parent / "peterson")
    assert found.code == 0 and "no sort but the players: any number of turns; Process 2" in found.out
    assert "1 of 1 property proved" in found.out, "what Peterson proved of it in 1981"


def test_scopes_of_which_it_says_nothing(command: Command, ferry: Path) -> None:
    """A scope without a cart, one that begins otherwise, and one with other numbers are not what is proved."""
    scopes = ferry / "checks/ferry/scopes"
    tiny = (scopes / "tiny.toml").read_text("utf-8")
    (scopes / "late.toml").write_text(tiny + "[initial]\nacross = { hay = true }\n", "utf-8")
    head = 'title = "nobody has a cart"\n[sorts]\nPlayer = ["Ann", "Bob"]\nCart = []\n'
    (scopes / "none.toml").write_text(f"{head}[caps]\ncoins = 9\n", "utf-8")
    found = command("prove", "ferry", "writes:coins", "--any-number", project=ferry)
    for said in ("no Cart at all: none", "a beginning of its own: late", "other numbers than the book's: tiny"):
        assert f"nothing of it is said of scopes with {said}" in found.out
    asked = command("prove", "ferry", "writes:coins", "--any-number", "--json", project=ferry)
    assert asked.json["not_about"]["no Cart at all"] == ["none"]


def test_no_time_for_lemmas(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is over as lemmas are sifted: what is left of them proves nothing. A state to look at is sought."""
    with (ferry / "checks/ferry/river.py").open("a", encoding="utf-8") as file:
        file.write(FIVE)
    monkeypatch.setattr("ruleslawyer.engines.smt.lifted.houdini.thread_time", count(0, 50).__next__)
    found = command("prove", "ferry", "nobody_has_five", "--any-number", project=ferry)
    assert found.code == 1 and "0 of 1 property proved" in found.out
    assert "1 property was not finished in time; a lemma that was not finished either proves nothing" in found.out


def test_a_property_without_end(command: Command, ferry: Path) -> None:
    with (ferry / "checks/ferry/river.py").open("a", encoding="utf-8") as file:
        file.write("""

def far(s: State, c: Cart) -> bool:
    \"\"\"Whether it is over, or is it?\"\"\"
    return s.across[c] or far(s, c)


@checks.always("1.1")
def nested(s: State) -> bool:
    \"\"\"Without end.\"\"\"
    return all(far(s, c) for c in Cart)
""")
    found = command("prove", "ferry", "nested", "--any-number", project=ferry)
    assert found.code == 2 and "`far` is defined by itself" in found.err
