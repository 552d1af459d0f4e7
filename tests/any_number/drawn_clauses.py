"""Rulesets with clauses that may clash drawn at random, each asked for any number of players and explored with one to
three.

`python -m tests.any_number.drawn_clauses FIRST MANY` goes through so many seeds and says which pairs are proved apart
that a play meets, and of how many one or the other is known.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.ir.rules import APART
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.beginnings import NoBeginning
from tests.any_number.seats import SIZES
from tests.bank import composed, table

FEW = Limits(states=1500, seconds=20)
STATE = '''"""Drawn."""


class Phase(Enum):
    """Of a turn."""

    EARLY = 1
    LATE = 2


@state
class State:
    phase: Phase
    up: Map[Player, bool]
    out: Map[Player, bool]
    score: Map[Player, Annotated[int, Range(0, 9)]]
    first: Player | None
    left: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State) -> None:
    """How it begins."""
    with effect("1"):
        s.left = 3
        s.phase = Phase.EARLY


@book.term("2")
def worth(s: State, who: Player) -> int:
    """What a move is worth."""
    return {value}


@book.question("does it count?")
def does_it_count(s: State, who: Player) -> bool:
    ask()


@does_it_count.reading("it does", default=True)
def it_does(s: State, who: Player) -> bool:
    return True


@book.deed("2")
def forget(s: State, who: Player) -> None:
    """Nothing comes of it."""


@book.deed("2")
def gain_more(s: State, who: Player) -> None:
    """More comes of it."""
    with effect("2"):
        s.up[who] = True


@book.deed("2")
def gain_some(s: State, who: Player) -> None:
    """Something comes of it."""
    with effect("2"):
        s.out[who] = s.up[who]
'''
SAYS = """
@worth.exception("3")
def says_{name}(s: State, who: Player) -> int | Silent:
    return {value} if {when} else SILENT
"""
BOUND = """
@worth.at_{side}("3")
def bound_{name}(s: State, who: Player) -> int | Silent:
    return {value} if {when} else SILENT
"""
ANSWER = """
@does_it_count.answer("3")
def answer_{name}(s: State, who: Player) -> bool | Silent:
    return {answer} if {when} else SILENT
"""
DEED = """
@gain_some.{kind}
def deed_{name}(s: State, who: Player) -> bool:
    return {when}
"""
ACTION = '''
@book.action("4"{where})
def act{name}(s: State, who: Player, other: Player) -> None:
    """Drawn."""
    with effect("4"):
        s.left -= 1
{effects}


@act{name}.domain
def fits{name}(s: State, who: Player, other: Player) -> bool:
    return {domain}


@act{name}.permit("5")
def may{name}(s: State, who: Player, other: Player) -> bool:
    return {may}


@act{name}.forbid("6")
def not{name}(s: State, who: Player, other: Player) -> bool:
    return {forbidden}
'''
SETTLE = '''
@book.settle("7")
def settle(s: State, who: Player) -> None:
    """Drawn."""
    with effect("7"):
        s.out[who] = True
        {effect}


@settle.when
def it_is_time(s: State, who: Player) -> bool:
    return not s.out[who] and {when}
'''
CHECK = """
@checks.{kind}("8")
def drawn(s: State) -> bool:
    return any(does_it_count(s, p) for p in Player if {when})
"""
PARTS = (
    "s.up[who]", "not s.up[who]", "s.out[who]", "s.phase == Phase.EARLY", "s.phase == Phase.LATE", "s.score[who] > 0",
    "s.score[who] <= 1", "s.first == who", "s.first is None", "s.left < 2", "s.left >= 2",
    "any(s.out[p] for p in Player)", "all(s.up[p] for p in Player if p != who)",
)  # fmt: skip
EFFECTS = (
    *2 * (
        "s.up[who] = True", "s.out[other] = True", "s.out[who] = s.up[who]", "s.first = other", "s.phase = Phase.LATE",
        "s.score[other] = min(9, worth(s, other))", "s.up[other] = does_it_count(s, who)", "gain_some(s, other)",
    ),
    "s.score[who] = 9 // s.score[other]", "s.up[who] = the(p for p in Player if s.out[p]) == who",
    "for p in Player:\n            if s.out[p]:\n                gain_some(s, p)",
    "for p in Player:\n            s.score[p] = min(9, 9 // s.score[p] + worth(s, p))",
    "for p in Player:\n            s.score[p] = min(9, s.score[who] + worth(s, p))",
)  # fmt: skip

OF_ONE = "s.score[who] = min(9, worth(s, who))", "s.up[who] = does_it_count(s, who)", "s.up[who] = True"
"""What a settle may do for several at once."""


def _when(dice: Random, about: str = "who") -> str:
    said = [dice.choice(PARTS) for _ in range(dice.choice((1, 1, 2, 3)))]
    if dice.random() < 0.15:
        said.append(dice.choice(("worth(s, who) > 1", "does_it_count(s, who)")))
    return dice.choice((" and ", " and ", " or ")).join(said).replace("who", about)


def _effects(dice: Random) -> str:
    return "\n".join(f"        {dice.choice(EFFECTS)}" for _ in range(dice.randint(1, 2)))


def drawn(seed: int) -> str:
    """A ruleset, as text."""
    return "\n".join(_drawn(Random(seed)))


def _drawn(dice: Random) -> Iterator[str]:
    yield STATE.replace("{value}", dice.choice(("1", "1", "1", "s.score[who]", "9 // s.score[who]")))
    plain = [dice.choice(PARTS) for _ in range(6)]  # what a term asks asks no term
    for i in range(2):
        yield SAYS.format(name=i, value=dice.randint(1, 2), when=" and ".join(dice.sample(plain, dice.randint(1, 2))))
    for i, side in enumerate(("least", "most")):
        yield BOUND.format(name=i, side=side, value=dice.randint(0, 2), when=dice.choice(plain))
    for i, answer in enumerate(("yes", "no")):
        yield ANSWER.format(name=i, answer=answer == "yes", when=" and ".join(dice.sample(plain, dice.randint(1, 2))))
    for i, kind in enumerate(('forbid("3")', 'instead("3", by=forget)', 'instead("3", by=gain_more)')):
        yield DEED.format(name=i, kind=kind, when=_when(dice))
    for i in range(2):
        parts = {"domain": _when(dice), "may": f"s.left > 0 and {_when(dice)}", "forbidden": _when(dice, "other")}
        yield ACTION.format(name=i, where="", effects=_effects(dice), **parts)
    if dice.random() < 0.5:
        yield SETTLE.format(effect=dice.choice(OF_ONE), when=_when(dice))
    if dice.random() < 0.5:
        yield CHECK.format(kind=dice.choice(("always", "sometimes")), when=_when(dice, "p"))


def project(folder: Path, text: str) -> Ruleset:
    """A fragment as a project, with a scope for each number of players."""
    scopes = folder / "drawn" / "scopes"
    scopes.mkdir(parents=True)
    for size in SIZES:
        (scopes / f"players{size}.toml").write_text(f'title = "Drawn"\n[sorts]\nPlayer = {size}\n', encoding="utf-8")
    (folder / "drawn" / "model.py").write_text(composed("drawn", text), encoding="utf-8")
    (folder / "pyproject.toml").write_text(table("drawn"), encoding="utf-8")
    return Project.load(folder).ruleset("drawn")


def met(ruleset: Ruleset, dice: Random) -> set[str]:
    """The pairs that a play of few players meets, under some readings."""
    readings: list[Mapping[str, str]] = [{}]
    for _ in range(2):
        read = {pair.key: dice.choice(_ways(pair.kind, pair.first, pair.second)) for pair in pairs(ruleset.system)
                if pair.kind != "answers"}  # fmt: skip
        options = [option.name for option in ruleset.system.questions["does_it_count"].options]
        readings.append({**read, "does_it_count": dice.choice(options)})
    found: set[str] = set()
    for size in SIZES:
        for reading in readings:
            try:
                result = ruleset.explore(f"players{size}", reading, limits=FEW, engine="networkx")
            except NoBeginning:
                continue
            keys = (one.event.key for one in result.events if one.event.kind == "contradiction")
            found |= {f"{APART}{subject}:{one}/{other}" for _, subject, one, other in keys}
    return found


def _ways(kind: str, first: str, second: str) -> tuple[str, str]:
    return (first, second) if kind in ("values", "bounds", "insteads") else ("permit", "forbid")


def compare(seed: int, total: float) -> tuple[set[str], set[str]]:
    """The pairs of a drawn ruleset that are proved apart for any number of players, and those that a play meets."""
    with TemporaryDirectory() as folder:
        ruleset = project(Path(folder), drawn(seed))
        names = [f"{APART}{pair.key}" for pair in pairs(ruleset.system)]
        found = ruleset.prove_for_any(names, players=None, total=total, timeout=total / 4)
        return {one.property for one in found if one.verdict == "PROVED"}, met(ruleset, Random(seed))


def main(first: int, many: int) -> int:
    said, wrong = Counter[str](), 0
    for seed in range(first, first + many):
        proved, clash = compare(seed, 2.0)
        said.update(apart=len(proved), met=len(clash), rulesets=1)
        if proved & clash:
            wrong += 1
            print(f"seed {seed}: {sorted(proved & clash)} proved apart and met", flush=True)
    print(dict(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
