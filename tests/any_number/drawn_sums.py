"""Rulesets with sums drawn at random, each asked for any number of players and explored with one to three.

`python -m tests.any_number.drawn_sums FIRST MANY` goes through so many seeds and says which properties are proved that
a play breaks, and of how many were proved and how many broken.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ruleslawyer.api import Project
from ruleslawyer.ir.rules import WRITES
from ruleslawyer.rulebook.claims.limits import Limits
from tests.any_number.seats import SIZES
from tests.bank import composed, table

STEPS = 3
"""Actions in a play, so that explorations end."""
FEW = Limits(states=3000, seconds=20)
NUMBERS, SETS = ("purse", "debt"), ("red", "blue")
STATE = f'''"""Drawn."""


@state
class State:
    purse: Map[Player, int]
    debt: Map[Player, int]
    red: frozenset[Player]
    blue: frozenset[Player]
    bank: int
    left: Annotated[int, Range(0, {STEPS})]


@book.initial("1")
def begin(s: State) -> None:
    """How it begins."""
    with effect("1"):
        s.left = {STEPS}
        s.bank = 2
'''
ACTION = '''
@book.action("2")
def act{number}(s: State, who: Player, other: Player) -> None:
    """Drawn."""
    with effect("2"):
        s.left -= 1
{effects}


@act{number}.permit("2")
def may{number}(s: State, who: Player, other: Player) -> bool:
    return s.left > 0{guard}
'''
CHECK = """
@checks.always("3")
def drawn{number}(s: State) -> bool:
    return {says}
"""


def _effects(dice: Random) -> Iterator[str]:
    for _ in range(dice.randint(1, 3)):
        amount, name, chosen = dice.choice((-1, 1, 2)), dice.choice(NUMBERS), dice.choice(SETS)
        who = dice.choice(("who", "other"))
        yield dice.choice(
            (
                f"s.{name}[{who}] += {amount}",
                f"s.{name}[who] += {amount}; s.{name}[other] -= {amount}",
                f"s.bank -= {amount}; s.{name}[{who}] += {amount}",
                f"s.{chosen} = s.{chosen} | frozenset({{{who}}})",
                f"s.{chosen} = s.{chosen} - frozenset({{{who}}})",
                f"s.bank += {amount}",
                f"s.bank = sum(s.{name}[p] for p in Player)",
            )
        )


def _guard(dice: Random) -> str:
    return dice.choice(
        (
            "", " and who != other", " and s.purse[who] > 0", " and s.bank > 0", " and who not in s.red",
            " and who not in s.red and who not in s.blue", " and s.debt[other] >= 0 and s.purse[who] > 0",
        )
    )  # fmt: skip


def _sum(dice: Random) -> str:
    name, chosen = dice.choice(NUMBERS), dice.choice(SETS)
    return dice.choice(
        (
            f"sum(s.{name}[p] for p in Player)", f"len(s.{chosen})", "s.bank", "sum(1 for p in Player)",
            f"sum(s.{name}[p] for p in Player if p in s.{chosen})",
            "sum(1 for p in Player if p in s.red or p in s.blue)",
            "sum(1 for p in Player if p in s.red and p in s.blue)",
            f"sum(1 for p in Player if s.{name}[p] > 0)",
        )
    )  # fmt: skip


def _says(dice: Random) -> str:
    one, two, three = (_sum(dice) for _ in range(3))
    relation, number, name = dice.choice(("==", "<=", ">=")), dice.randint(0, 3), dice.choice(NUMBERS)
    return dice.choice(
        (
            f"{one} + {two} {relation} {number}", f"{one} + {two} {relation} {three}", f"{one} {relation} {two}",
            f"all(s.{name}[p] <= {one} for p in Player)",
            f"all(p == q or s.{name}[p] + s.{name}[q] <= {one} for p in Player for q in Player)",
            f"all(s.{name}[p] >= 0 for p in Player)", "not any(p in s.red and p in s.blue for p in Player)",
            f"s.bank + sum(s.{name}[p] for p in Player) == 2",
            f"all(p not in s.red or {one} >= 1 for p in Player)",
        )
    )  # fmt: skip


def drawn(seed: int) -> str:
    """A ruleset, as text."""
    dice = Random(seed)
    actions = [
        ACTION.format(number=i, guard=_guard(dice), effects="\n".join(f"        {line}" for line in _lines(dice)))
        for i in range(dice.randint(1, 2))
    ]
    checks = [CHECK.format(number=i, says=_says(dice)) for i in range(6)]
    return "\n".join((STATE, *actions, *checks))


def _lines(dice: Random) -> list[str]:
    return [line for effect in _effects(dice) for line in effect.split("; ")]


def compare(seed: int, total: float) -> tuple[set[str], set[str]]:
    """The properties of a drawn ruleset that are proved for any number of players, and those that a play breaks."""
    with TemporaryDirectory() as folder:
        name = "drawn"
        scopes = Path(folder, name, "scopes")
        scopes.mkdir(parents=True)
        for size in SIZES:
            scope = f'title = "Drawn"\n[sorts]\nPlayer = {size}\n'
            (scopes / f"players{size}.toml").write_text(scope, encoding="utf-8")
        Path(folder, name, "model.py").write_text(composed(name, drawn(seed)), encoding="utf-8")
        Path(folder, "pyproject.toml").write_text(table(name), encoding="utf-8")
        ruleset = Project.load(Path(folder)).ruleset(name)
        found = ruleset.prove_for_any(players=None, total=total, timeout=1.0)
        proved = {one.property for one in found if one.verdict == "PROVED"}
        broken: set[str] = set()
        for size in SIZES:
            result = ruleset.explore(f"players{size}", limits=FEW, engine="networkx")
            broken |= {verdict.name for verdict in result.verdicts if verdict.word == "VIOLATED"}
            broken |= {f"{WRITES}{one.event.subject}" for one in result.events if one.event.kind == "broken"}
    return proved, broken


def main(first: int, many: int) -> int:
    said, wrong = Counter[str](), 0
    for seed in range(first, first + many):
        proved, broken = compare(seed, 2.0)
        said.update(proved=len(proved), broken=len(broken), rulesets=1)
        if proved & broken:
            wrong += 1
            print(f"seed {seed}: {sorted(proved & broken)} proved and broken", flush=True)
    print(dict(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
