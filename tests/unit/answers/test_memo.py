"""Whatever is edited, what is kept says what is made anew; where a part of what was read is left out, that is seen."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.rulebook.answers import memo
from ruleslawyer.rulebook.answers.idle import idle
from ruleslawyer.rulebook.answers.meaning import meaning
from ruleslawyer.rulebook.answers.memo import Files, Matters, Memo, Ran, Read, Rules
from ruleslawyer.rulebook.answers.store import Answers, Digest, key_of
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import ScopeResult
from tests.ferry import FERRY, THE_OTHERS_CART
from tests.unit.check.test_scenarios import FILE, MODEL, SCOPE, edit

EDITS = (
    (MODEL, "lose(s.coins, who, 1)", "lose(s.coins, who, 0)"),
    (SCOPE, '"Numbers.coins" = 1', '"Numbers.coins" = 2'),
    (MODEL, "from typing import Annotated", "# A line more.\nfrom typing import Annotated"),
    (MODEL, "return cart.heavy", "return False"),
)
"""A body of a rule, a scope, a place, a body that judges."""
READINGS: tuple[dict[str, str], ...] = ({}, {"payee": "other_is_paid"})
State = tuple[bool, ...]
"""Which of the edits were made."""
Asked = tuple[State, int]
"""In which state, under which of the readings."""


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> dict[State, Ruleset]:
    """The ferry with each choice of the edits, in a folder of its own: where it lies is of no concern."""
    found = {}
    for state in product((False, True), repeat=len(EDITS)):
        root = tmp_path_factory.mktemp("ferry") / "ferry"
        shutil.copytree(FERRY, root, ignore=shutil.ignore_patterns("__pycache__", "build"))
        (root / FILE).parent.mkdir()
        (root / FILE).write_text(THE_OTHERS_CART, encoding="utf-8")
        for made, (file, old, new) in zip(state, EDITS, strict=True):
            if made:
                edit(root / file, old, new)
        found[state] = Project.load(root).ruleset("ferry")
    return found


def explored(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    """As a check explores: rules that were idle are noted, and not read."""
    kept, question = Memo(answers, ruleset, ruleset.scope("tiny")), ("explored", reading)
    found = kept.read(ScopeResult, *question)
    if found is None:
        found = result_of(explore_graph(ruleset.transition_system("tiny", reading), Limits(300)))
        kept.write(found, *question, reads=(Matters(idle(ruleset.system, found)),))
    return found.states, found.transitions, [(one.name, one.word) for one in found.verdicts]


def of_rules(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    """Of all that the rules say; the scope is asked."""

    def make() -> tuple[int, ...]:
        return (explore_graph(ruleset.transition_system("tiny", reading), Limits(300)).counts.transitions,)

    asked = "steps", ruleset.scope("tiny"), reading
    return Memo(answers, ruleset).ask(tuple, make, lambda _: True, *asked)


def in_scope(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    """Of what can matter in a scope, where nobody notes what was idle."""

    def make() -> tuple[Any, ...]:
        system = ruleset.transition_system("tiny", reading)
        return explore_graph(system, Limits(300)).counts.transitions, reading, dict(system.scope.constants)

    kept = Memo(answers, ruleset, ruleset.scope("tiny"))
    return kept.ask(tuple, make, lambda _: True, "steps", reading)


def played(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    return Scenarios(ruleset, answers).run("play.toml", "the other's cart").instead


def in_files(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    def make() -> tuple[str, ...]:
        return tuple((ruleset.root / file).read_text(encoding="utf-8") for file in (MODEL, SCOPE))

    return Memo(answers, ruleset, None, Files()).ask(tuple, make, lambda _: True, "text")


def placed(answers: Answers, ruleset: Ruleset, reading: dict[str, str]) -> object:
    """An answer in which a place stands."""

    def make() -> tuple[Any, ...]:
        return (ruleset.system.actions["cross"].origin,)

    return Memo(answers, ruleset).ask(tuple, make, lambda _: True, "where")


Question = Callable[[Answers, Ruleset, dict[str, str]], object]
QUESTIONS: tuple[Question, ...] = (explored, of_rules, in_scope, played, in_files, placed)


@cache
def anew(question: Question, ruleset: Ruleset, number: int) -> object:
    return question(Answers(), ruleset, READINGS[number])


def stale(question: Question, rulesets: dict[State, Ruleset], asked: list[Asked]) -> list[Asked]:
    """Where what is kept says something else than what is made anew."""
    with TemporaryDirectory() as folder:
        return [
            (state, number) for state, number in asked
            if question(Answers(Path(folder)), rulesets[state], READINGS[number])
            != anew(question, rulesets[state], number)
        ]  # fmt: skip


STATES = st.tuples(*[st.booleans()] * len(EDITS))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.__name__)
@settings(max_examples=15)
@given(asked=st.lists(st.tuples(STATES, st.integers(0, len(READINGS) - 1)), max_size=6))
def test_what_is_kept_is_what_is_made_anew(
    question: Question, rulesets: dict[State, Ruleset], asked: list[Asked]
) -> None:
    assert not stale(question, rulesets, asked)


@dataclass(frozen=True)
class Fault:
    """Something that is left out of what an answer is found by, and a question that is answered wrongly then."""

    of: Any
    name: str
    instead: Any
    seen_by: Question


def nothing(*_: object) -> Digest:
    return b""


FAULTS = {
    "what can matter": Fault(Matters, "now", nothing, explored),
    "the scope of what can matter": Fault(
        Memo, "matters", lambda self, idle: meaning(self.ruleset).whole(), in_scope
    ),
    "the rules of what can matter": Fault(
        Memo, "matters", lambda self, idle: meaning(self.ruleset).of_scope(self.scope), in_scope
    ),
    "the rules": Fault(Rules, "now", nothing, of_rules),
    "bodies that ran": Fault(Ran, "now", lambda self, of: meaning(of.ruleset).but_bodies(), played),
    "files": Fault(Files, "now", nothing, in_files),
    "places": Fault(memo, "has_place", lambda _: False, placed),
    "the question": Fault(
        Memo, "_key", lambda self, question, reads: key_of("answer", [one.now(self) for one in reads]), in_scope
    ),
}  # fmt: skip


def steps() -> Iterator[list[Asked]]:
    """One edit at a time from what the project is, and one reading."""
    none = (False,) * len(EDITS)
    for number in range(len(EDITS)):
        yield [(none, 0), (tuple(n == number for n in range(len(EDITS))), 0)]
    yield [(none, 0), (none, 1)]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_what_is_left_out_is_seen(
    fault: Fault, rulesets: dict[State, Ruleset], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(stale(fault.seen_by, rulesets, asked) for asked in steps())
    monkeypatch.setattr(fault.of, fault.name, fault.instead)
    assert any(stale(fault.seen_by, rulesets, asked) for asked in steps())


# --- an answer that reads what it comes to --------------------------------------------------------------------------


WORLD: dict[str, int] = {}


@dataclass(frozen=True)
class Cell(Read):
    """A number that stands somewhere."""

    name: str

    def now(self, memo: Memo) -> Digest:
        return str(WORLD[self.name]).encode()


def followed() -> tuple[int, tuple[Cell, ...]]:
    """From cell to cell, by what stands there: which cells are read is known at the end."""
    at, read, found = 0, list[Cell](), 0
    while len(read) < 4 and Cell(str(at)) not in read:
        read.append(Cell(str(at)))
        found, at = found + WORLD[str(at)], WORLD[str(at)]
    return found, tuple(read)


@pytest.mark.parametrize("last_left_out", [False, True])
def test_of_cells_that_lead_on_those_that_were_read(
    last_left_out: bool, rulesets: dict[State, Ruleset], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random edits of cells, many of which were read by nobody; and the fault that the last one is not noted."""
    monkeypatch.setattr(
        "ruleslawyer.rulebook.kept.rules.data_class", lambda module, name: Cell if name == "Cell" else None
    )
    random, ruleset, wrong, made = Random(5), next(iter(rulesets.values())), 0, 0
    WORLD.update({str(n): random.randrange(6) for n in range(6)})
    for _ in range(300):
        WORLD[str(random.randrange(6))] = random.randrange(6)
        kept = Memo(Answers(tmp_path), ruleset)
        found = kept.read(int, "followed")
        if found is None:
            found, cells = followed()
            made += 1
            kept.write(found, "followed", reads=cells[:-1] if last_left_out and len(cells) > 1 else cells)
        wrong += found != followed()[0]
    assert (wrong > 0) is last_left_out
    assert made < 250


def test_what_another_wrote_as_read_is_no_matter(rulesets: dict[State, Ruleset], tmp_path: Path) -> None:
    """An answer's folder may be anybody's: what notes nothing, or what cannot be asked, is passed by."""
    ruleset = next(iter(rulesets.values()))
    kept = Memo(Answers(tmp_path), ruleset)
    for written in (5, (5,), ((5,),), ((),), ((Matters(),),), ((Ran(5),),), (("a", Rules()),)):  # type: ignore[arg-type]
        kept.answers.write(kept._index(("who",)), written)
        assert Memo(Answers(tmp_path), ruleset).read(int, "who") is None
        assert Memo(Answers(tmp_path), ruleset).ask(int, lambda: 3, lambda _: True, "who") == 3
        kept.forget("who")


def test_a_file_that_is_edited_meanwhile(rulesets: dict[State, Ruleset], tmp_path: Path) -> None:
    """What was made of it, nobody knows of which of the two."""
    ruleset = Project.load(Path(shutil.copytree(rulesets[(False,) * len(EDITS)].root, tmp_path / "p"))).ruleset("ferry")
    kept = Memo(Answers(tmp_path / "answers"), ruleset, None, Files())

    def make() -> int:
        edit(ruleset.root / SCOPE, "heavy", "heavy ")
        return 3

    assert kept.ask(int, make, lambda _: True, "how many") == 3
    assert Memo(Answers(tmp_path / "answers"), ruleset, None, Files()).read(int, "how many") is None
    kept = Memo(Answers(tmp_path / "answers"), ruleset, None, Files())
    assert kept.ask(int, lambda: 4, lambda _: True, "how many") == 4
    assert Memo(Answers(tmp_path / "answers"), ruleset, None, Files()).read(int, "how many") == 4


def test_what_can_matter_is_worked_out_once(
    rulesets: dict[State, Ruleset], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whoever comes next: it takes as long as a small scope takes to explore."""
    first, again = (Project.load(one.root).ruleset("ferry") for one in [next(iter(rulesets.values()))] * 2)
    said = Matters().now(Memo(Answers(tmp_path), first, first.scope("tiny")))
    monkeypatch.setattr("ruleslawyer.rulebook.answers.meaning.Meaning.within", nothing)
    assert Matters().now(Memo(Answers(tmp_path), again, again.scope("tiny"))) == said
