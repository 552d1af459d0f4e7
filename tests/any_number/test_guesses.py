"""Guesses at what plays of few cards keep, as clauses about any number: one shows what nothing
else does, is kept by its name, proved again and certified; one that is wrong of more cards is not believed."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted.clauses import Clause, parse
from ruleslawyer.engines.smt.lifted.folder import ProofSubject
from ruleslawyer.engines.smt.lifted.guesses import guess_clauses
from ruleslawyer.engines.smt.lifted.induction import Reads
from ruleslawyer.engines.smt.lifted.prove import prove_again, prove_for_any
from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict, lemmas_of
from ruleslawyer.proof.plays import play_states
from tests.any_number.rulesets import project

READY = "all a: Card: not ready[a] or drawn[a]"
"""Worked out by hand: only what is drawn is made ready, and nothing is undone."""
STEPS = '''"""Cards are drawn, made ready and played, each in its turn."""


class Card(Sort):
    """A card."""


@state
class State:
    drawn: Map[Card, bool]
    ready: Map[Card, bool]
    played: Map[Card, bool]


@book.action("2")
def draw(s: State, who: Player, card: Card) -> None:
    """One is drawn."""
    with effect("2"):
        s.drawn[card] = True


@draw.permit("2")
def may_draw(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("2")
def prepare(s: State, who: Player, card: Card) -> None:
    """One that is drawn is made ready."""
    with effect("2"):
        s.ready[card] = True


@prepare.permit("2")
def may_prepare(s: State, who: Player, card: Card) -> bool:
    return s.drawn[card]


@book.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """One that is ready is played."""
    with effect("2"):
        s.played[card] = True


@play.permit("2")
def may_play(s: State, who: Player, card: Card) -> bool:
    return s.ready[card]


@checks.always("3")
def what_is_played_was_drawn(s: State) -> bool:
    return all(s.drawn[card] or not s.played[card] for card in Card)
'''


def guessed(ruleset: Ruleset, about: Reads) -> list[Clause]:
    return guess_clauses(ruleset.system, play_states(ruleset, 2, 1.0), about)


def shown(ruleset: Ruleset, texts: list[str] | None = None, certificates: Path | None = None) -> ProofVerdict:
    """With what plays of few cards keep, or with these clauses."""

    def guess(about: Reads) -> list[Clause]:
        if texts is None:
            return guessed(ruleset, about)
        return [clause for text in texts if (clause := parse(ruleset.system, text)) is not None]

    (found,) = prove_for_any(
        ruleset.system, 2, ["what_is_played_was_drawn"], total=20.0, timeout=1.0, guess=guess,
        certificates=certificates, about=ProofSubject("steps", 2),
    )  # fmt: skip
    return found


def test_it_shows_what_nothing_else_does(tmp_path: Path) -> None:
    """Rules one after the other do not show it, since a card may be ready for as long as one likes."""
    ruleset = project(tmp_path, "steps", STEPS)
    assert READY in {clause.text for clause in guessed(ruleset, frozenset({(None, "ready")}))}
    without = shown(ruleset, [])
    assert (without.verdict, without.rule) == ("UNKNOWN", "play")
    found = shown(ruleset)
    assert found.verdict == "PROVED" and READY in found.found
    kept = lemmas_of([found])
    assert kept.conditions == found.found
    again, lapsed = prove_again(ruleset.system, 2, kept, 1.0, 10.0)
    assert [one.verdict for one in again] == ["PROVED"] and not lapsed


def test_it_is_certified(tmp_path: Path) -> None:
    """The condition is made again from its text, without whoever guessed it."""
    ruleset = project(tmp_path, "steps", STEPS)
    shown(ruleset, certificates=tmp_path / "certificates")
    (one,) = Project.load(tmp_path).certify(tmp_path / "certificates")
    assert one.accepted and READY in one.invariant


def test_what_is_wrong_is_not_believed(tmp_path: Path) -> None:
    """That nothing is ready would show it too; that what is drawn is ready, and that one card is ready at most, are as
    wrong."""
    ruleset = project(tmp_path, "steps", STEPS)
    wrong = [
        "all a: Card: not ready[a]", "all a: Card: not drawn[a] or ready[a]",
        "all a: Card, b: Card: not ready[a] or not ready[b] or a is b",
    ]  # fmt: skip
    found = shown(ruleset, wrong)
    assert (found.verdict, found.rule, found.found) == ("UNKNOWN", "play", ())
