"""Rulesets in which checks may fail, drawn at random: each asked for any number of players and explored with one to
three.

`python -m tests.any_number.drawn_unbroken FIRST MANY` goes through so many seeds, says which are proved to be unbroken
though a play meets a failed check, and counts both.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ruleslawyer.api import Ruleset
from ruleslawyer.ir.rules import UNBROKEN
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.beginnings import NoBeginning
from tests.any_number.drawn_clauses import ACTION, project
from tests.any_number.seats import SIZES

FEW = Limits(states=1500, seconds=20)
GUARDED = 0.85
"""How often what may fail a check is guarded from it."""
ENDS = ("broken", "place", "unending")
"""Kinds of events that are failed checks of the model."""
STATE = '''"""Drawn."""


class Phase(Enum):
    """Of a turn."""

    EARLY = 1
    LATE = 2


@state
class State:
    phase: Phase
    up: Map[Player, bool]
    score: Map[Player, Annotated[int, Range(0, 9)]]
    first: Player | None
    held: Player
    bet: Map[Player, bool]
    left: Annotated[int, Range(0, 3)]


@frame("1")
class Loan:
    """Somebody owes something."""

    awaits: frozenset[Player]
    owed: Annotated[int, Range(0, 9)]


@book.initial("1")
def begin(s: State, who: Player) -> None:
    """How it begins."""
    with effect("1"):
        s.left = 3
        s.phase = Phase.EARLY
        {first}
        {held}


@book.question("does it count?")
def does_it_count(s: State, who: Player) -> bool:
    ask()


@does_it_count.answer("3", default=True)
def it_does(s: State, who: Player) -> bool | Silent:
    return True if {speaks} else SILENT


@does_it_count.reading("it may")
def it_may(s: State, who: Player) -> bool:
    return s.up[who]


@book.term("2")
def worth(s: State, who: Player) -> int:
    """What a move is worth."""
    return {worth}


@worth.exception("3")
def worth_more(s: State, who: Player) -> int | Silent:
    return {more} if {when} else SILENT


@book.deed("2")
def gain_some(s: State, who: Player) -> None:
    """Something comes of it."""
    with effect("2"):
        {deed}


@gain_some.forbid("3")
def not_for_all(s: State, who: Player) -> bool:
    return {forbids}
'''
MATTERS = """
@book.matters("bet")
def it_matters(s: State, who: Player) -> bool:
    return {when}
"""
SETTLE = '''
@book.settle("7")
def settle(s: State, who: Player) -> None:
    """Drawn."""
    with effect("7"):
        {effect}


@settle.when
def it_is_time(s: State, who: Player) -> bool:
    return {when}
'''
DUTY = '''
@book.duty("8")
def duty{name}(s: State) -> None:
    """Drawn."""
    with effect("8"):
        {effect}


@duty{name}.when
def due{name}(s: State) -> bool:
    return {when}
'''
ENDED = '''
@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return {when}
'''
GUARDS = (
    "s.score[who] > 0",
    "s.score[other] > 0",
    "sum(1 for p in Player if s.up[p]) == 1",
    "any(s.up[p] for p in Player)",
    "s.first is not None",
    "who != other",
    "s.up[who]",
    "s.phase == Phase.LATE",
    "s.left >= 2",
    "not s.up[who]",
    "all(s.score[p] > 0 for p in Player)",
    "is_open(s, Loan)",
    "not is_open(s, Loan)",
    "s.held == who",
)
ASKS = (
    ("s.score[who] > 0", "9 // s.score[who] > 2"),
    ("s.score[other] != 0", "9 % s.score[other] == 1"),
    ("sum(1 for p in Player if s.up[p]) == 1", "the(p for p in Player if s.up[p]) == who"),
    ("any(s.up[p] for p in Player)", "min(s.score[p] for p in Player if s.up[p]) > 1"),
    ("who == who", "does_it_count(s, who)"),
    ("s.score[other] > 0", "worth(s, other) > 1"),
    ("who == who", "s.held == other"),
    ("all(s.score[p] > 0 for p in Player)", "any(9 // s.score[p] > 3 for p in Player)"),
    ("who == who", "all(s.score[p] > 0 and 9 // s.score[p] > 3 for p in Player)"),
    ("who == who", "len({p for p in Player if s.score[p] > 0 and 9 // s.score[p] > 3}) > 0"),
    ("s.score[who] > 0", "max(9 // s.score[p] for p in Player if s.score[p] > 0) > 2"),
)
"""Guards, each with a check that fails where it does not hold."""
EFFECTS = (
    ("", "s.up[who] = True"),
    ("", "s.up[other] = False"),
    ("", "s.first = other"),
    ("", "s.phase = Phase.LATE"),
    ("", "s.bet[who] = True"),
    ("", "s.score[who] = 1"),
    ("", "s.score[other] = 2"),
    ("", "s.held = other"),
    ("s.score[other] > 0", "s.score[other] = min(9, worth(s, other))"),
    ("s.up[who]", "gain_some(s, other)"),
    ("s.score[other] > 0", "s.score[who] = 9 // s.score[other]"),
    ("sum(1 for p in Player if s.up[p]) == 1", "s.held = the(p for p in Player if s.up[p])"),
    ("not is_open(s, Loan)", "open_frame(s, Loan(awaits=frozenset({who}), owed=1))"),
    ("is_open(s, Loan)", "close_frame(s, Loan)"),
    ("is_open(s, Loan)", "s.score[who] = frame_of(s, Loan).owed"),
    ("", "for p in Player:\n            if {guard}:\n                s.score[p] = 9 // s.score[p]"),
    (
        "all(s.score[p] > 0 for p in Player)",
        "for p in Player:\n            s.score[p] = min(9, s.score[p] + worth(s, p))",
    ),
    ("", "for p in Player:\n            if s.up[p]:\n                gain_some(s, p)"),
    ("who != other", "with simultaneous():\n            s.score[who] = 1\n            s.score[other] = {one}"),
    (
        "sum(1 for p in Player if s.up[p]) == 1",
        "with simultaneous():\n            for p in Player:\n                if s.up[p]:"
        "\n                    s.first = p",
    ),
    (
        "who == other",
        "with simultaneous():\n            for p in Player:\n                if {guard}:"
        "\n                    s.held = p",
    ),
    ("who != other", "with simultaneous():\n            gain(s.score, who, {one})\n            s.score[other] = 1"),
    ("", "with simultaneous():\n            s.up[who] = s.up[other]\n            s.up[other] = s.up[who]"),
)
"""The same of what is done."""
OF_ONE = "s.up[who] = True", "s.score[who] = 1", "s.up[who] = False", "s.bet[who] = True"
OF_ALL = (
    "s.phase = Phase.LATE",
    "s.first = None",
    "s.up[the(p for p in Player if s.up[p])] = False",
    "s.left = 1",
    "for p in Player:\n            s.up[p] = False",
    "s.score[s.held] = 9 // s.score[s.held]",
    "s.score[s.held] = 0",
    "s.up[s.held] = True",
)
FIRST = "s.up[who] = True", "for p in Player:\n            s.score[p] = 1", "s.first = None"
HELD = ("s.held = who",) * 6 + ("if s.left == 3:\n            s.held = who", "for p in Player:\n            s.held = p")


def _asks(dice: Random, about: str = "who", other: str = "other", plain: bool = False) -> str:
    """Guards, and then perhaps what may fail a check."""
    said = [dice.choice(GUARDS[:9] if plain else GUARDS) for _ in range(dice.choice((0, 1, 1)))]
    if dice.random() < 0.35 or not said:
        guard, asked = dice.choice(ASKS[:4] if plain else ASKS)
        said += [guard, asked] if dice.random() < GUARDED else [asked]
    return " and ".join(said).replace("who", about).replace("other", other)


def _effects(dice: Random) -> str:
    found = []
    for _ in range(dice.randint(1, 2)):
        guard, effect = dice.choice(EFFECTS)
        effect = effect.replace("{one}", dice.choice("12"))
        effect = effect.replace("{guard}", dice.choice(("s.score[p] > 0", "s.score[p] > 0", "p == who", "True")))
        if guard and dice.random() < GUARDED:
            effect = f"if {guard}:\n            " + effect.replace("\n", "\n    ")
        found.append(f"        {effect}")
    return "\n".join(found)


def drawn(seed: int) -> str:
    """A ruleset, as text."""
    return "\n".join(_drawn(Random(seed)))


def _drawn(dice: Random) -> Iterator[str]:
    def asks(plain: bool = True) -> str:
        return _asks(dice, other="who", plain=plain)

    def may() -> str:
        return _asks(dice) if dice.random() < 0.5 else "True"

    yield STATE.format(
        held=dice.choice(HELD),
        first=dice.choice(FIRST),
        speaks=dice.choice(("True", asks())),
        worth=dice.choice(("1", "1", "1", "9 // s.score[who]")),
        more=dice.choice(("2", "2", "9 // s.score[who]")),
        when=asks(),
        deed=dice.choice(OF_ONE),
        forbids=dice.choice(("s.up[who]", asks())),
    )
    if dice.random() < 0.5:
        yield MATTERS.format(when=asks())
    for i in range(2):
        parts = {"domain": may(), "may": f"s.left > 0 and {may()}", "forbidden": f"{_asks(dice)} and s.left == 1"}
        at = "None" if not i else dice.choice(("None", "(None, Loan)", "(None, Loan)"))
        yield ACTION.format(name=i, where=f", at={at}", effects=_effects(dice), **parts)
    if dice.random() < 0.4:
        yield SETTLE.format(effect=dice.choice(OF_ONE), when=asks())
    for i in range(dice.choice((0, 0, 0, 1, 2))):
        yield DUTY.format(name=i, effect=dice.choice(OF_ALL), when=_asks(dice, "s.held", "s.held", plain=True))
    if dice.random() < 0.5:
        yield ENDED.format(when=dice.choice(("s.left == 0", _asks(dice, "s.held", "s.held", plain=True))))


def met(ruleset: Ruleset) -> set[str]:
    """The failed checks that a play of few players meets, under each reading of the question."""
    found: set[str] = set()
    readings: tuple[Mapping[str, str], ...] = {}, {"does_it_count": "it_may"}
    for size in SIZES:
        for reading in readings:
            try:
                result = ruleset.explore(f"players{size}", reading, limits=FEW, engine="networkx")
            except NoBeginning:
                found.add("no game begins")
                continue
            events = (one.event for one in result.events if one.event.ends and not one.event.of_range)
            found |= {event.title for event in events if event.kind in ENDS}
    return found


def compare(seed: int, total: float) -> tuple[str, set[str]]:
    """The verdict for any number of players on a drawn ruleset, and the failed checks that a play meets."""
    with TemporaryDirectory() as folder:
        ruleset = project(Path(folder), drawn(seed))
        (one,) = ruleset.prove_for_any([UNBROKEN], players=None, total=total, timeout=total / 4)
        return one.verdict, met(ruleset)


def main(first: int, many: int) -> int:
    said, wrong = Counter[tuple[str, bool]](), 0
    for seed in range(first, first + many):
        verdict, failed = compare(seed, 2.0)
        said[verdict, bool(failed)] += 1
        if verdict == "PROVED" and failed:
            wrong += 1
            print(f"seed {seed}: proved, and {sorted(failed)} met", flush=True)
    print(dict(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
