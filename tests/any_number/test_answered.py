"""What a question said once is believed of the same question alone: answers about other rules, other folds, and what an
edit made of them say nothing. The expectation is always what is found with nothing known."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.engines.smt.lifted.answered import Known, QueryCache
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.search import Search
from ruleslawyer.lifted.depth import deep_recursion
from tests.any_number.rulesets import NAMES, project, trap

COUNTED = '''"""Cards are taken, marked and laid down."""


class Card(Sort):
    """A card."""


@state
class State:
    taken: Map[Card, bool]
    marked: Map[Card, bool]
    how_many: int
    marks: int


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.action("2")
def take(s: State, who: Player, card: Card) -> None:
    """One is taken."""
    with effect("2"):
        s.taken[card] = True
        s.how_many += 1


@take.permit("2")
def may_take(s: State, who: Player, card: Card) -> bool:
    return not s.taken[card] and all(s.taken[other] or not s.marked[other] for other in Card)


@book.action("3")
def mark(s: State, who: Player, card: Card) -> None:
    """One is marked."""
    with effect("3"):
        s.marked[card] = True
        s.marks += 1


@mark.permit("3")
def may_mark(s: State, who: Player, card: Card) -> bool:
    return not s.marked[card] and all(s.taken[other] for other in Card if other == card or s.marked[other])


@checks.always("4")
def what_is_taken_is_counted(s: State) -> bool:
    return s.how_many == sum(1 for card in Card if s.taken[card])


@checks.always("5")
def what_is_marked_is_counted(s: State) -> bool:
    return s.marks == sum(1 for card in Card if s.marked[card])


@checks.always("5")
def what_is_marked_is_taken(s: State) -> bool:
    return all(s.taken[card] for card in Card if s.marked[card])
'''


def everything(ruleset: Ruleset) -> Lemmas:
    """All its properties, as if a run had kept them."""
    of = {kind: tuple(c.name for c in ruleset.system.checks.values() if c.kind == kind) for kind in ("always", "step")}
    return Lemmas(states=of["always"], steps=of["step"])


TIMEOUT, TOTAL = 0.5, 2.5
"""Seconds for each question, and for a ruleset."""


def verdicts(ruleset: Ruleset, answered: QueryCache | None) -> dict[str, str]:
    """What a search proposes, which begins with all of it."""
    names = [check.name for check in ruleset.system.checks.values()]
    with deep_recursion():
        search = Search(
            ruleset.system, 2, names, {}, TIMEOUT, TOTAL, lambda _: None, (), everything(ruleset),
            only=True, answered=answered,
        )  # fmt: skip
        return {one.property: "PROPOSED" if one.proposed else "UNKNOWN" for one in search.run()}


def edited(folder: Path, was: str = "", is_: str = "") -> Ruleset:
    """The ruleset, with one text in place of another."""
    assert was in COUNTED
    return project(folder, "counted", COUNTED.replace(was, is_) if was else COUNTED)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """The answers that a search of the unedited ruleset keeps; it proves everything."""
    first = QueryCache()
    assert set(verdicts(edited(tmp_path_factory.mktemp("first")), first).values()) == {"PROPOSED"}
    return first.answers_to_keep


@pytest.mark.parametrize("one_in", [8, 1])
def test_answers_about_all_other_rulesets_say_nothing(tmp_path: Path, one_in: int) -> None:
    """They speak of the same sorts and fields, are numbered alike, and most of what they ask is wrong."""
    every = {name: trap(tmp_path / name, name) for name in NAMES[::one_in]}
    fresh = {name: verdicts(ruleset, None) for name, ruleset in every.items()}
    answered, proved = QueryCache(), 0
    for _ in range(2):
        for name, ruleset in every.items():
            known = QueryCache(answered.answers_to_keep)
            found = verdicts(ruleset, known)
            late = {p for p, verdict in fresh[name].items() if verdict == "UNKNOWN" and found[p] == "PROPOSED"}
            assert not late & {p for p in found if p.startswith("wrong")}
            assert {p: v for p, v in found.items() if p not in late} == {
                p: v for p, v in fresh[name].items() if p not in late
            }
            answered, proved = known, proved + known.found
    assert proved


def test_what_is_known_is_not_asked(answers: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[object]()
    monkeypatch.setattr(Solver, "ask", lambda *args, **how: asked.append(args))
    known = QueryCache(answers)
    assert set(verdicts(edited(tmp_path), known).values()) == {"PROPOSED"}
    assert not asked
    assert known.answers_to_keep.keys() == answers.keys()


@pytest.mark.parametrize(
    ("was", "is_", "wrong"),
    [
        ("not s.taken[card] and all(", "all(", {"what_is_taken_is_counted"}),
        ("if other == card or s.marked[other]", "if s.marked[other]", {"what_is_marked_is_taken"}),
        ("s.marks += 1", "s.marks += 2", {"what_is_marked_is_counted"}),
        ("for card in Card if s.taken[card])", "for card in Card if not s.taken[card])", {"what_is_taken_is_counted"}),
    ],
    ids=["a permit", "a fold of a permit", "an effect", "a fold of a property"],
)  # fmt: skip
def test_an_edit_is_seen(answers: Known, tmp_path: Path, was: str, is_: str, wrong: set[str]) -> None:
    """By hand: with the edit a card is counted twice, or not, or marked and not taken. What is known still is said of
    the other rule, though folds and variables are as many as before."""
    known, ruleset = QueryCache(answers), edited(tmp_path, was, is_)
    found = verdicts(ruleset, known)
    assert found == verdicts(ruleset, None)
    assert {name for name, verdict in found.items() if verdict != "PROPOSED"} == wrong
    assert known.found


def test_a_rule_before_it_changes_no_question(answers: Known, tmp_path: Path) -> None:
    """One more action, before the others, takes names of its own: all that was known is found."""
    more = '''@book.action("6")
def forget(s: State, who: Player, card: Card) -> None:
    """A mark is taken away."""
    with effect("6"):
        s.marked[card] = False
        s.marks -= 1


@forget.permit("6")
def may_forget(s: State, who: Player, card: Card) -> bool:
    return s.marked[card] and not any(s.taken[other] and not s.marked[other] for other in Card)


@book.action("2")
def take('''
    known = QueryCache(answers)
    found = verdicts(edited(tmp_path, '@book.action("2")\ndef take(', more), known)
    assert set(found.values()) == {"PROPOSED"}
    assert answers.keys() <= known.answers_to_keep.keys()
    assert known.found == len(answers)
