"""Rulesets with assumptions about members drawn at random, each asked for any number and explored where they are met.

A scope of drawn attributes that does not meet them is refused, and says nothing. `python -m
tests.any_number.drawn_assumptions FIRST MANY` goes through so many seeds.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bank import composed, table

SCOPES, FEW = 8, Limits(states=1500, seconds=10)
"""Scopes that are drawn for each ruleset, and how far each is explored."""
ASSUMED = (
    "a == b or a.tag != b.tag", "a.next != a", "a == b or a.next != b.next", "a.next.next == a", "a.tag >= 0",
    "not a.mark or a.tag > 1", "a.next.tag > a.tag or a.mark", "not a.mark or not b.mark or a == b",
    "a.mark or a.next.mark", "sum(1 for c in Card if c.mark) <= 1", "any(c.mark for c in Card)",
    "any(c.next == a for c in Card)", "a in b.near or b in a.near", "any(c in a.near and c in b.near for c in Card)",
    "a not in a.near", "sum(1 for c in Card if c in a.near) >= 1", "2 * sum(1 for c in Card if c.mark) > len(Card)",
)  # fmt: skip
SAID = (
    "all(not s.seen[c] or c.mark for c in Card)", "all(s.at.tag >= c.tag or not s.seen[c] for c in Card)",
    "not s.seen[s.at] or s.at.mark", "any(c.mark for c in Card)", "all(s.seen[c] or c != s.at for c in Card)",
    "sum(1 for c in Card if s.seen[c]) <= sum(1 for c in Card if c.mark)", "s.at.next != s.at",
    "all(c.tag != s.at.tag or c == s.at for c in Card)", "any(c.next == s.at for c in Card)",
    "sum(1 for c in Card if s.seen[c] and c.mark) <= 1", "any(c in s.at.near for c in Card)",
    "all(s.at.next != c.next or c == s.at for c in Card)",
)  # fmt: skip
DONE = ("s.at = card", "s.at = s.at.next", "s.seen[card] = True", "s.seen[s.at] = True", "s.at = card.next")
GUARDS = ("True", "card.mark", "card != s.at", "card in s.at.near", "card.tag > s.at.tag", "s.seen[card]")
STATE = '''"""Drawn."""


class Card(Sort):
    """A card."""

    tag: Annotated[int, Range(-1, 3)]
    mark: bool
    next: Card
    near: frozenset[Card]


@state
class State:
    at: Card
    seen: Map[Card, bool]


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """Somewhere."""
    with effect("1"):
        s.at = card
'''
ASSUME = """
@book.assume("1")
def assumed{number}({members}) -> bool:
    return {says}
"""
ACTION = """
@book.action("2")
def act{number}(s: State, who: Player, card: Card) -> None:
    with effect("2"):
        {does}


@act{number}.permit("2")
def may{number}(s: State, who: Player, card: Card) -> bool:
    return {guard}
"""
CHECK = """
@checks.always("3")
def drawn{number}(s: State) -> bool:
    return {says}
"""


def _members(says: str) -> str:
    return ", ".join(f"{name}: Card" for name in "ab" if f"{name}." in says or f"{name} " in says or f" {name}" in says)


def drawn(dice: Random) -> str:
    """A ruleset, as text."""
    assumed = dice.sample(ASSUMED, dice.randint(1, 3))
    parts = [ASSUME.format(number=i, members=_members(one), says=one) for i, one in enumerate(assumed)]
    parts += [
        ACTION.format(number=i, does=dice.choice(DONE), guard=dice.choice(GUARDS)) for i in range(dice.randint(1, 3))
    ]
    parts += [CHECK.format(number=i, says=one) for i, one in enumerate(dice.sample(SAID, 5))]
    return "\n".join((STATE, *parts))


def scope(dice: Random) -> str:
    """A scope of one to three cards, as text."""
    cards = [f"Card{k}" for k in range(dice.randint(1, 3))]
    tags = [dice.randint(-1, 3) for _ in cards]
    marks = [str(dice.random() < 0.5).lower() for _ in cards]
    near = [[card for card in cards if dice.random() < 0.6] for _ in cards]
    return (
        f'title = "Drawn"\n[sorts]\nPlayer = 1\nCard = {len(cards)}\n[attributes.Card]\ntag = {tags}\n'
        f"mark = [{', '.join(marks)}]\nnext = {[dice.choice(cards) for _ in cards]}\nnear = {near}\n"
    )


def compare(seed: int, total: float) -> tuple[set[str], set[str], int]:
    """The properties of a drawn ruleset that are said to be proved or to speak of nothing, those that a play of a scope
    breaks, and how many proofs use an assumption."""
    dice = Random(seed)
    with TemporaryDirectory() as folder:
        scopes = Path(folder, "drawn", "scopes")
        scopes.mkdir(parents=True)
        Path(folder, "drawn", "model.py").write_text(composed("drawn", drawn(dice)), encoding="utf-8")
        Path(folder, "pyproject.toml").write_text(table("drawn"), encoding="utf-8")
        for number in range(SCOPES):
            (scopes / f"cards{number}.toml").write_text(scope(dice), encoding="utf-8")
        ruleset, broken = Project.load(Path(folder)).ruleset("drawn"), set[str]()
        for name in ruleset.scopes():
            try:
                result = ruleset.explore(name, limits=FEW, engine="networkx")
            except ModelError as error:
                assert {one.code for one in error.diagnostics} == {"RL715"}, error
                (scopes / f"{name}.toml").unlink()
                continue
            broken |= {verdict.name for verdict in result.verdicts if verdict.word == "VIOLATED"}
        found = Project.load(Path(folder)).ruleset("drawn").prove_for_any(players=None, total=total, timeout=1.0)
    believed = {one.property for one in found if one.verdict in ("PROVED", "VACUOUS")}
    return believed, broken, sum(bool(one.assumes) for one in found)


def main(first: int, many: int) -> int:
    said, wrong = Counter[str](), 0
    for seed in range(first, first + many):
        believed, broken, used = compare(seed, 2.0)
        said.update(believed=len(believed), broken=len(broken), assumed=used, rulesets=1)
        if believed & broken:
            wrong += 1
            print(f"seed {seed}: {sorted(believed & broken)} believed and broken", flush=True)
    print(dict(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
