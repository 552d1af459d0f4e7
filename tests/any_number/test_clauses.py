"""Whether two clauses ever clash, for any number of cards: asked as users ask it, of rulesets of which it is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.ir.rules import APART
from ruleslawyer.rulebook.claims.clashes import pairs
from tests.any_number.rulesets import FEW, SIZES, project

BOOK = '''"""Cards that are worth something."""


class Card(Sort):
    """A card."""


@state
class State:
    on: Map[Card, bool]
    score: Map[Card, int]
    nought: int
    late: bool


@book.initial("1")
def begin(s: State) -> None:
    """Nothing."""
    with effect("1"):
        s.late = False


@book.term("2")
def worth(s: State, card: Card) -> int:
    """What a card is worth."""
    return 1


@worth.exception("3")
def two(s: State, card: Card) -> int | Silent:
    return 2 if s.late else SILENT


@worth.exception("4")
def three(s: State, card: Card) -> int | Silent:
    return 3 if s.late and s.on[card] else SILENT


@book.question("does it count?")
def counts(s: State, card: Card) -> bool:
    ask()


@counts.answer("3", default=True)
def it_does(s: State, card: Card) -> bool | Silent:
    return True if s.on[card] else SILENT


@counts.answer("4")
def it_does_not(s: State, card: Card) -> bool | Silent:
    return False if s.late else SILENT


@counts.reading("it may")
def it_may(s: State, card: Card) -> bool:
    return True


@book.deed("5")
def rest(s: State, card: Card) -> None:
    """Nothing."""


@book.deed("5")
def fall(s: State, card: Card) -> None:
    """It falls."""
    with effect("5"):
        s.on[card] = False


@book.deed("5")
def turn(s: State, card: Card) -> None:
    """It is turned."""
    with effect("5"):
        s.on[card] = True


@turn.forbid("6")
def it_stays(s: State, card: Card) -> bool:
    return s.late


@turn.instead("6", by=rest)
def it_rests(s: State, card: Card) -> bool:
    return s.late


@turn.instead("6", by=fall)
def it_falls(s: State, card: Card) -> bool:
    return s.on[card]


@book.action("7")
def go(s: State, who: Player, card: Card) -> None:
    """Go on."""
    with effect("7"):
        {go}


@go.permit("7")
def may_go(s: State, who: Player, card: Card) -> bool:
    return {may}


@go.forbid("8")
def not_so(s: State, who: Player, card: Card) -> bool:
    return {not_so}


@book.action("9")
def wait(s: State, who: Player) -> None:
    """It is late."""
    with effect("9"):
        s.late = True


@wait.permit("9")
def may_wait(s: State, who: Player) -> bool:
    return not s.late
'''
SETTLE = '''

@book.settle("9")
def close(s: State, card: Card) -> None:
    """It is closed."""
    with effect("9"):
        s.on[card] = False


@close.when
def it_is_open(s: State, card: Card) -> bool:
    return {when}
'''
CHECK = """

@checks.{kind}("9")
def asked(s: State) -> bool:
    return {says}
"""
DOMAIN = """

@go.domain
def fits(s: State, who: Player, card: Card) -> bool:
    return {fits}
"""
ON = "s.on[card] = True"
TERM, ANSWERS = "worth:two/three", "counts:it_does/it_does_not"
NORMS, DEMAND, INSTEADS = "go:may_go/not_so", "turn:turn/it_stays", "turn:it_rests/it_falls"
NEVER, NOUGHT = "s.late and not s.late", "(s.nought - s.nought)"
"""What is never so, and what nothing is divided by without a failed check."""
LATE = f"{ON}\n        s.score[card] = worth(s, card)"

CASES: dict[str, tuple[str, set[str]]] = {
    "nobody asks": (BOOK.format(go=ON, may="True", not_so=NEVER), set()),
    "what is permitted is never forbidden": (BOOK.format(go=ON, may="not s.late", not_so="s.late"), set()),
    "what is forbidden all the same": (BOOK.format(go=ON, may="True", not_so="s.late"), {NORMS}),
    "of what a guard excludes": (BOOK.format(go=LATE, may="not s.late", not_so=NEVER), set()),
    "in judging what is never allowed": (
        BOOK.format(go=ON, may="worth(s, card) > 0", not_so="s.late")
        .replace('("8")', '("8", over=may_go, because="it is late")'), {TERM},
    ),
    "in one of two places": (
        BOOK.format(
            go=ON, may="worth(s, card) > 0 or (1 < s.nought < 1 and worth(s, card) > 1)", not_so=NEVER
        ).replace("1 < s.nought < 1", "s.nought > 1 and s.nought < 1"), {TERM},
    ),
    "as it is done": (BOOK.format(go=LATE, may="True", not_so=NEVER), {TERM}),
    "before a check fails": (
        BOOK.format(go=f"{LATE}\n        s.score[card] = 1 // {NOUGHT}", may="True", not_so=NEVER), {TERM},
    ),
    "behind a check that fails": (
        BOOK.format(go=f"s.score[card] = 1 // {NOUGHT}\n        {LATE}", may="True", not_so=NEVER), set(),
    ),
    "beside a clause that fails": (
        BOOK.format(
            go=ON, may=f"not s.late or 1 // {NOUGHT} > 0", not_so=f"s.on[card] and counts(s, card) and {NEVER}"
        ), {ANSWERS},
    ),
    "for one card, before a check fails for it": (
        BOOK.format(
            go=f"{ON}\n        for each in Card:\n            s.score[each] = worth(s, each)"
            f"\n            s.score[each] += 1 // {NOUGHT}",
            may="True", not_so=NEVER,
        ), {TERM},
    ),
    "for one card, before a check fails for another": (
        BOOK.format(
            go=f"{ON}\n        for each in Card:\n            if s.late:"
            "\n                s.score[each] = 1 // (1 if s.on[each] else 0)"
            "\n                s.score[each] = worth(s, each)",
            may="True", not_so=NEVER,
        ).replace("s.late and s.on[card]", "s.late and s.on[card] and any(not s.on[c] for c in Card)"), {TERM},
    ),
    "in a comprehension, before a check fails": (
        BOOK.format(
            go=f"{ON}\n        s.nought = sum(worth(s, each) // {NOUGHT} for each in Card)", may="True", not_so=NEVER
        ), {TERM},
    ),
    "in a loop whose order matters": (
        BOOK.format(
            go="for each in Card:\n            if s.late:\n                s.on[each] = True\n            s.late = True"
            "\n            s.score[each] = worth(s, each)",
            may="not s.late", not_so=NEVER,
        ), {TERM},
    ),
    "a deed that is demanded": (
        BOOK.format(go="turn(s, card)", may="True", not_so=NEVER), {DEMAND, INSTEADS},
    ),
    "beside a clause of a deed that fails": (
        BOOK.format(go=f"{ON}\n        turn(s, card)", may="True", not_so=NEVER)
        .replace("return s.late\n\n\n@turn.instead", f"return s.late and 1 // {NOUGHT} > 0\n\n\n@turn.instead", 1)
        .replace("return s.on[card]", "return s.on[card] and counts(s, card)"), {ANSWERS},
    ),
    "by a settle": (
        BOOK.format(go=ON, may="True", not_so=NEVER)
        + SETTLE.format(when="s.late and s.on[card]").replace("s.on[card] = False", "turn(s, card)"),
        {INSTEADS, DEMAND},
    ),
    "asked aside by a settle": (
        BOOK.format(go=ON, may="True", not_so=NEVER) + SETTLE.format(when="s.on[card] and not counts(s, card)"), set(),
    ),
    "asked aside by a domain": (
        BOOK.format(go=ON, may="True", not_so=NEVER) + DOMAIN.format(fits="counts(s, card) or not s.late"), set(),
    ),
    "what a property asks": (
        BOOK.format(go=ON, may="True", not_so=NEVER)
        + CHECK.format(kind="always", says="all(counts(s, card) for card in Card if s.late)"), {ANSWERS},
    ),
    "what a property asks that waits for a play": (
        BOOK.format(go=ON, may="True", not_so=NEVER)
        + CHECK.format(kind="sometimes", says="any(counts(s, card) for card in Card if s.on[card])"), {ANSWERS},
    ),
    "what a property asks where it cannot be": (
        BOOK.format(go=ON, may="not s.late", not_so=NEVER)
        + CHECK.format(kind="always", says="all(counts(s, card) or s.late for card in Card if s.on[card])")
        .replace("or s.late", "or True").replace("if s.on[card]", "if s.on[card] and not s.late"), set(),
    ),
}  # fmt: skip


def found(ruleset: Ruleset, players: int | None) -> dict[str, str]:
    names = [f"{APART}{pair.key}" for pair in pairs(ruleset.system) if not pair.over]
    return {one.property: one.verdict for one in ruleset.prove_for_any(names, players=players, total=3.0, timeout=0.5)}


def met(ruleset: Ruleset) -> set[str]:
    """The pairs that a play of some cards meets, where a forbid of a deed prevails or does not."""
    keys: set[str] = set()
    for size in SIZES[:3]:
        for reading in ({}, {DEMAND: "permit"}):
            result = ruleset.explore(f"cards{size}", reading, limits=FEW, engine="networkx")
            events = (one.event.key for one in result.events if one.event.kind == "contradiction")
            keys |= {f"{subject}:{one}/{other}" for _, subject, one, other in events}
    return keys


@pytest.mark.parametrize("case", CASES)
def test_what_no_play_meets_is_proved_apart_and_nothing_else(tmp_path: Path, case: str) -> None:
    """By hand: two answers differ of a card that is on when it is late, and so on."""
    text, clash = CASES[case]
    ruleset = project(tmp_path, "clauses", text)
    assert met(ruleset) == clash
    every = {pair.key for pair in pairs(ruleset.system) if not pair.over}
    said = found(ruleset, 2)
    assert {name.removeprefix(APART) for name, verdict in said.items() if verdict == "PROVED"} == every - clash
