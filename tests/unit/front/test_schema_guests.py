"""A guest on a host, with registers: what is cited, shown, accepted and refused, and what a verdict rests on.

The rulesets are those of the bank of tiny rulesets; what the registers say of them is written here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.evidence.finding import load_findings
from ruleslawyer.front.lower import lower
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.report.ledger import ledger
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.register.coverage import coverage
from ruleslawyer.rulebook.register.show import citations, show
from tests.bank import TINY
from tests.cli.command import Command

HOST = {
    "1": ("effect", "Two coins to begin with."),
    "2": ("definition-value", "A card costs what is printed on it."),
    "3": ("quantity", "There is a limit to the cards that are held."),
    "4": ("permission-grant", "A card may be bought."),
    "5": ("effect", "It is paid for and held."),
    "8": ("quantity", "No more than two coins."),
    "9": ("ending", "All cards held: the end."),
}
GUEST = {
    "2": ("definition-value", "Cheap cards cost nothing."),
    "3": ("quantity", "Two cards may be held."),
    "4": ("prohibition-action", "Cheap cards wait for a mark."),
    "5": ("prohibition-action", "One cheap card is enough."),
    "6": ("permission-grant", "A dear card may be marked."),
    "7": ("prohibition-action", "Nobody modelled this."),
}
ASSUMED = ("1", "2", "3", "4", "5", "8", "9")
"""What each property of the guest rests on: the end looks at what is held, so all of the host lies in its cone."""

FINDING = """+++
id = "001"
title = "A cheap card bars every other"
kind = "contradiction"
severity = "low"
state = "open"
clauses = ["t120_host:4", "5"]

[[evidence]]
ask = "event"
scope = "tiny"
about = { kind = "contradiction", subject = "buy" }
+++
What the base rules allow, clause 5 forbids.
"""

SCENARIO = """
ruleset = "t121_guest"
scope = "tiny"

[[scenario]]
name = "what the base rules permit"
clauses = ["t120_host:4"]
given = { marked = ["b"] }
when = [{ action = "buy", who = "Player0", card = "a" }]
then = { permitted_by = "t120_host:4" }

[[scenario]]
name = "what the base rules permit and the guest forbids"
clauses = ["t120_host:4", "5"]
given = { marked = ["b"], held = ["a"] }
when = [{ action = "buy", who = "Player0", card = "b" }]
then = { contradiction = ["t120_host:4", "5"] }
"""


def register(folder: Path, title: str, clauses: dict[str, tuple[str, str]]) -> None:
    """A register of one chapter, a line for each clause."""
    folder.mkdir(parents=True)
    book = f'title = "{title}"\nsource = "{title}.txt"\nchapters = ["01.toml"]\n'
    (folder / "book.toml").write_text(book, encoding="utf-8")
    text = f'chapter = "1"\ntitle = "{title}"\n'
    for number, (id_, (kind, says)) in enumerate(clauses.items(), 1):
        text += f'[[line]]\nnumber = {number}\nkind = "normative"\nsection = "1"\n'
        text += f'[[line.clause]]\nid = "{id_}"\nkind = "{kind}"\nsays = "{says}"\n'
    (folder / "01.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The two tiny rulesets as a project with registers, a finding and a scenario."""
    tables = ""
    for name, more in (("t120_host", ""), ("t121_guest", 'on = "t120_host"\n')):
        shutil.copytree(TINY / name, tmp_path / name)
        tables += f'[tool.ruleslawyer.rulesets.{name}]\ntitle = "{name}"\n{more}modules = ["{name}.model"]\n'
        tables += f'scopes = "{name}/scopes"\n'
    (tmp_path / "pyproject.toml").write_text(tables, encoding="utf-8")
    register(tmp_path / "spec" / "t120_host", "Host", HOST)
    register(tmp_path / "spec" / "t121_guest", "Guest", GUEST)
    for place, text in (
        ("findings/t121_guest/001-a-cheap-card.md", FINDING),
        ("checks/t121_guest/scenarios/buying.toml", SCENARIO),
    ):
        file = tmp_path / place
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def guest(root: Path) -> Ruleset:
    return Project.load(root).ruleset("t121_guest")


def test_clauses_of_the_host_are_called_after_it(guest: Ruleset) -> None:
    system = guest.system
    assert system.actions["buy"].origin.cites == ("t120_host:4",)
    assert system.actions["mark"].origin.cites == ("6", "t120_host:4")
    assert system.is_assumed("t120_host:4")
    assert not system.is_assumed("4")
    assert [a.name for a in system.sorts["Card"].attributes] == ["cost", "cheap"]
    assert [f.name for f in system.state.fields] == ["coins", "held", "marked"]


def test_checks_of_the_host_are_its_own(guest: Ruleset) -> None:
    assert set(guest.system.checks) == {"two_at_most", "marks_are_dear"}


def test_what_a_verdict_rests_on(guest: Ruleset) -> None:
    expected = tuple(f"t120_host:{clause}" for clause in ASSUMED)
    found = guest.explore("tiny")
    assert {v.name: v.assumed for v in found.verdicts} == {"two_at_most": expected, "marks_are_dear": expected}
    assert all(v.reason.endswith("rests on 7 assumed clauses of t120_host") for v in found.verdicts)
    cones = Cones(guest.system, guest.scope("tiny"))
    assert cones.assumed_clauses("writes:marked") == expected


def test_a_host_rests_on_nothing(root: Path) -> None:
    host = Project.load(root).ruleset("t120_host")
    assert all(v.assumed == () for v in host.explore("tiny").verdicts)


def test_coverage_counts_the_own_register_alone(guest: Ruleset, root: Path) -> None:
    assert guest.register is not None
    found = coverage(guest.register, guest.system)
    assert (found.total.clauses, found.total.modelled, found.total.not_yet_modelled) == (6, 5, 1)
    host = Project.load(root).ruleset("t120_host")
    assert host.register is not None
    assert coverage(host.register, host.system).total.modelled == 7


def test_a_clause_of_the_host_is_shown(guest: Ruleset) -> None:
    assert guest.register is not None
    (shown,) = show(guest.register, citations(guest.system), ["t120_host:3"])
    assert shown.clause.says == HOST["3"][1]
    assert shown.status == "assumed, modelled"
    assert [site.rule for site in shown.modelled] == ["limit", "two_cards"]
    assert len(show(guest.register, citations(guest.system), ["t120_host:1"])) == 1
    assert len(show(guest.register, citations(guest.system), ["1"])) == 6
    with pytest.raises(UsageError, match="no clause or section"):
        show(guest.register, citations(guest.system), ["t120_host:7"])


def test_findings_name_clauses_of_the_host(guest: Ruleset, root: Path) -> None:
    (finding,) = guest.findings()
    assert finding.clauses == ("t120_host:4", "5")
    file = root / "findings" / "t121_guest" / "001-a-cheap-card.md"
    file.write_text(FINDING.replace("t120_host:4", "t120_host:44"), encoding="utf-8")
    with pytest.raises(UsageError, match="unknown clause `t120_host:44`"):
        load_findings(file.parent, guest.register, guest.system, guest.scopes())


def test_the_ledger_lists_what_is_assumed(guest: Ruleset) -> None:
    entry = next(e for e in ledger(guest.system, []) if e["kind"] == "host")
    assert sorted(entry["clauses"]) == [f"t120_host:{clause}" for clause in ASSUMED]


def test_a_scenario_names_clauses_of_the_host(guest: Ruleset) -> None:
    results = guest.scenarios()
    assert [r.passed for r in results] == [True, True], results


MODULES = {
    "host": """
from __future__ import annotations
from ruleslawyer.lang import Ruleset, Sort, effect, state

base = Ruleset("base")


class Player(Sort):
    pass


@state
class State:
    wind: int


@base.initial("1")
def begin(s: State) -> None:
    pass


@base.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@base.ended("1")
def over(s: State) -> bool:
    return s.wind > 0


@base.winners("1")
def won(s: State) -> frozenset[Player]:
    return frozenset()
""",
    "guest": """
from __future__ import annotations
from host import Player, State, base
from ruleslawyer.lang import Ruleset, state

book = Ruleset("book", on=base)


class Seat(Player):
    rich: bool


@state
class Game(State):
    tide: int
""",
}


def merged(root: Path, **more: str) -> RulesetConfig:
    """The two modules, each with what is added to it, as a guest's project."""
    for name, text in MODULES.items():
        (root / f"{name}.py").write_text(text + more.get(name, ""), encoding="utf-8")
    host = RulesetConfig("base", "Base", ("host",), (), root, root, root, None)
    return RulesetConfig("book", "Book", ("guest",), (), root, root, root, None, host)


def test_a_host_knows_nothing_of_its_guest(tmp_path: Path) -> None:
    early = "\n\ndef early(s: State, p: Player) -> bool:\n    return {}\n"
    for written, about in (("s.tide > 0", "`State` has no field `tide`"), ("p.rich", "`Player` has no attribute")):
        with pytest.raises(ModelError, match="RL207") as caught:
            lower(merged(tmp_path, host=early.format(written)), tmp_path)
        assert about in str(caught.value)


def test_what_a_guest_has_once_stands_in_place_of_the_host(tmp_path: Path) -> None:
    ended = '\n\n@book.ended("7")\ndef ebb(s: Game) -> bool:\n    return s.tide > 0\n'
    system = lower(merged(tmp_path, guest=ended), tmp_path)
    assert system.ended.name == "ebb"
    assert system.winners.name == "won"
    assert system.state.name == "Game"


def test_a_host_has_no_text_to_be_held_against(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = root / "spec" / "t120_host" / "book.toml"
    book.write_text(book.read_text(encoding="utf-8").replace('source = "Host.txt"\n', ""), encoding="utf-8")
    texts = root / "texts"
    texts.mkdir()
    (texts / "Guest.txt").write_text("one\ntwo\nthree\nfour\nfive\nsix\n", encoding="utf-8")
    before = book.read_text(encoding="utf-8")
    command = Command(monkeypatch, capsys)
    found = command("spec", "--verify", "--source", str(texts), "--update", "--json", project=root)
    assert [v["ruleset"] for v in found.json] == ["t121_guest"]
    assert book.read_text(encoding="utf-8") == before
