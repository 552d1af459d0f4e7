"""`check` names what nobody could take and what never applied in all of its scopes: worked by hand, a lamp and a sale.

The lamp goes from 0 up to the scope's top, one at a time. At 2 it may be sold, which ends the game: with a top of 1
nobody ever sells, and nothing wears out. No scope has it go beyond 2, or sold twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check import explorations
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.written import written
from tests.cli.command import Command

TEXT = '''
class Numbers(Constants):
    top: int = number(2, "1")


@state
class State:
    lamp: Annotated[int, Range(0, 2)]
    sold: bool
    worn: bool


@book.ended("9")
def over(s: State) -> bool:
    return s.sold or (s.lamp == 1 and Numbers.top == 1)


@book.action("2")
def brighter(s: State, who: Player) -> None:
    with effect("2"):
        s.lamp += 1


@book.term("4")
def limit(s: State) -> int:
    return Numbers.top


@limit.exception("4")
def in_the_dark(s: State) -> int | Silent:
    """Applies at once, and only the domain asks."""
    return 1 if s.lamp == 0 else SILENT


@brighter.domain
def below_the_limit(s: State, who: Player) -> bool:
    return s.lamp < limit(s)


@brighter.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@brighter.forbid("3")
def twice_as_bright(s: State, who: Player) -> bool:
    return s.lamp >= 2


@book.action("5")
def sell(s: State, who: Player) -> None:
    with effect("5"):
        s.sold = True


@sell.permit("5")
def the_bright(s: State, who: Player) -> bool:
    return s.lamp == 2 and not s.sold


@sell.forbid("6")
def already_sold(s: State, who: Player) -> bool:
    return s.sold


@book.settle("7")
def wears_out(s: State) -> None:
    with effect("7"):
        s.worn = True


@wears_out.when
def bright_and_sold(s: State) -> bool:
    return s.lamp == 2 and s.sold and not s.worn
'''
DIM, BRIGHT = (f'[sorts]\nPlayer = 1\nThing = 1\n\n[constants]\n"Numbers.top" = {top}\n' for top in (1, 2))
NEVER_DIM = ["twice_as_bright", "sell", "the_bright", "already_sold", "wears_out"]
NEVER_BRIGHT = ["twice_as_bright", "already_sold"]
CHECK = ("check", "case", "--no-prove")
AGAIN = ("check", "case", "--failed", "--json")


@pytest.fixture
def dim(tmp_path: Path) -> Path:
    return written(tmp_path / "dim", "case", TEXT, DIM)


@pytest.fixture
def both(dim: Path) -> Path:
    (dim / "case/scopes/bright.toml").write_text(f'title = "Bright"\n\n{BRIGHT}', encoding="utf-8")
    return dim


def declare(project: Path, *rules: str, reason: str = "no scope has it so bright") -> Path:
    """One more declaration; the file."""
    path = project / "checks/case/expected.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f'[[never_live]]\nrules = {json.dumps(rules)}\nreason = "{reason}"\n')
    return path


def short(command: Command, project: Path, *words: str) -> dict[str, str]:
    """What fell short, each with its message, and nothing but what is never live; the exit code says the same."""
    answer = command(*CHECK, *words, "--json", project=project)
    found = answer.json["falls_short"]
    assert answer.code == bool(found) and {one["kind"] for one in found} <= {"never_live"}
    return {one["subject"]: one["message"] for one in found}


def test_it_is_named_with_clause_and_place(command: Command, dim: Path) -> None:
    """What hangs on the sale is said with it; of what only a domain asks nothing is said."""
    answer = command(*CHECK, project=dim)
    said = " ".join(answer.out.split())
    assert answer.code == 1 and "in_the_dark" not in said
    lines = (dim / "case/model.py").read_text(encoding="utf-8").splitlines()
    line = 1 + lines.index("def sell(s: State, who: Player) -> None:")
    assert f"sell (§5, case/model.py:{line}) can never be taken in the scope tiny" in said
    assert "nor does what hangs on it apply: the_bright, already_sold" in said
    assert set(short(command, dim)) == {"sell", "twice_as_bright", "wears_out"}
    assert command(*CHECK, "--json", project=dim).json["rulesets"][0]["never_live"] == NEVER_DIM


def test_all_scopes_together(command: Command, both: Path) -> None:
    """The sale is live in one of them. Of a part of the scopes nothing is claimed."""
    found = short(command, both)
    assert set(found) == set(NEVER_BRIGHT)
    assert "in any of 2 scopes" in found["already_sold"]
    assert short(command, both, "--scope", "tiny") == short(command, both, "--scope", "bright") == {}


def test_a_scope_of_the_campaign_is_not_asked(command: Command, both: Path) -> None:
    """It is named; what the declaration says is of the others, so it is not wrong where the campaign's is explored."""
    path = both / "case/scopes/bright.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("\n\n", "\ncampaign = true\n\n", 1), encoding="utf-8")
    found = short(command, both)
    assert set(found) == {"sell", "twice_as_bright", "wears_out"} and "nothing is said: bright)" in found["sell"]
    declare(both, "sell", "wears_out", reason="bright has it, for the campaign")
    declare(both, "twice_as_bright")
    assert short(command, both) == short(command, both, "--scope", "bright") == {}
    assert set(short(command, both, "--scope", "bright", "--scope", "tiny")) == {"already_sold"}


def test_it_is_declared(command: Command, dim: Path) -> None:
    """With a reason, one for several; whoever speaks of an action speaks of what hangs on it."""
    declare(dim, "sell", "wears_out", "twice_as_bright")
    answer = command(*CHECK, project=dim)
    assert answer.code == 0 and "as expected: 1 ruleset" in answer.out
    assert short(command, dim) == {}


def test_what_is_declared_is_live(command: Command, both: Path) -> None:
    declare(both, "already_sold", "twice_as_bright", "sell")
    assert short(command, both) == {"sell": "expected.toml says that sell is never live, and it is"}
    assert set(short(command, both, "--scope", "bright")) == {"sell"}
    assert short(command, both, "--scope", "tiny") == {}


@pytest.mark.parametrize(
    ("rules", "reason", "said"),
    [
        (("brightest",), "so", "no action or rule `brightest`"),
        (("in_the_dark",), "so", "no action or rule `in_the_dark`"),
        (("sell", "sell"), "so", "`sell` stands here twice"),
        (("sell",), " ", "`reason` must be a text that is not empty"),
    ],
)
def test_a_declaration_that_says_nothing(
    command: Command, dim: Path, rules: tuple[str, ...], reason: str, said: str
) -> None:
    declare(dim, *rules, reason=reason)
    answer = command(*CHECK, project=dim)
    assert answer.code == 2 and "Traceback" not in answer.err
    assert said in " ".join(answer.err.split()) and "checks/case/expected.toml:" in answer.err


def test_asked_again_alone(command: Command, dim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--failed` explores all scopes for it, and knows when it is mended."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    assert command("check", "case", project=dim).code == 1
    assert len(command(*AGAIN, project=dim).json["falls_short"]) == 3
    declare(dim, "sell", "wears_out", "twice_as_bright")
    assert command(*AGAIN, project=dim).json["falls_short"] == []


def test_nothing_is_claimed_of_what_was_cut_off(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two states of four are seen: what lies behind has the sale. The check falls short, but not for this."""

    def cut_off(system: Any, limits: Any, *rest: Any, **how: Any) -> Any:
        return explore_graph(system, Limits(states=2), *rest, **how)

    monkeypatch.setattr(explorations, "explore_graph", cut_off)
    answer = command(*CHECK, "--json", project=written(tmp_path, "case", TEXT, BRIGHT))
    assert answer.code == 1
    assert {one["kind"] for one in answer.json["falls_short"]} == {"incomplete"}
    assert "sell" in answer.json["rulesets"][0]["never_live"]


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize(("scope", "never"), [(DIM, NEVER_DIM), (BRIGHT, NEVER_BRIGHT)])
def test_both_explorers(command: Command, tmp_path: Path, engine: str, scope: str, never: list[str]) -> None:
    """The same by either; what an exploration says of the layer is its own affair."""
    project = written(tmp_path, "case", TEXT, scope)
    found: Any = command("explore", "case", "--scope", "tiny", "--engine", engine, "--json", project=project).json
    assert [name for name in found["never_live"] if name in NEVER_DIM] == [n for n in never if n != "sell"]


ASKED = '''
too_dim = book.doubt("is a dim lamp sold?", dim_too=yes("it is one"), bright_alone=no("as printed", default=True))


@sell.permit("8")
def the_dim(s: State, who: Player) -> bool:
    """Of a lamp that was never lit; by default never so."""
    return s.lamp == 0 and too_dim(s)
'''


def test_what_another_answer_would_have_live(command: Command, tmp_path: Path) -> None:
    """No scope has it live: the check says under which answer to look, and there it applies."""
    project = written(tmp_path, "case", TEXT + ASKED, BRIGHT)
    found = command(*CHECK, "--json", project=project).json["falls_short"]
    (one,) = [one for one in found if one["subject"] == "the_dim"]
    assert "it asks `too_dim`" in one["message"]
    assert "`ruleslawyer explore case --reading too_dim=dim_too`" in one["mend"]
    (other,) = [one for one in found if one["subject"] == "already_sold"]
    assert "asks" not in other["message"] and "--reading" not in other["mend"]
    there = command("explore", "case", "--reading", "too_dim=dim_too", "--json", project=project).json
    assert "the_dim" not in there["never_live"]


def test_an_option_is_told_with_its_question(command: Command, tmp_path: Path) -> None:
    """`never` is a name as any other, and would be read as a word of the tool."""
    text = ASKED.replace("bright_alone=no", "never=no").replace("s.lamp == 0", "s.lamp == 5")
    shown = command("explore", "case", project=written(tmp_path, "case", TEXT + text, BRIGHT))
    assert "option never of too_dim" in " ".join(shown.out.split()), shown.out + shown.err


OUT = '''
@frame("8")
class Sale:
    """Opened in the dark, and nobody is out there."""

    awaits: frozenset[Player]


@book.out("9")
def worn_out(s: State, who: Player) -> bool:
    return s.worn


@book.action("8")
def offer(s: State, who: Player) -> None:
    with effect("8"):
        open_frame(s, Sale(awaits=frozenset({who})))


@offer.permit("8")
def in_the_beginning(s: State, who: Player) -> bool:
    return s.lamp == 0


@book.action("8", at=Sale)
def decline(s: State, f: Sale, who: Player) -> None:
    with effect("8"):
        close_frame(s, Sale)
        s.lamp += 1


@decline.permit("8")
def always(s: State, f: Sale, who: Player) -> bool:
    return True
'''


def test_what_nobody_wrote_is_told_by_what_it_comes_from(command: Command, tmp_path: Path) -> None:
    project = written(tmp_path, "case", TEXT + OUT, DIM)
    answer = command(*CHECK, project=project)
    said = " ".join(answer.out.split())
    assert (
        "nobody_out_is_awaited (" not in said and "whoever is out is awaited no more, which `out` says (§9" in said
    ), said
    shown = " ".join(command("explore", "case", project=project).out.split())
    assert "nobody_out_is_awaited, which stands for `out`" in shown
