"""Small rulesets that a test writes out: a project of one ruleset, whose text stands in the test."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests import bank
from tests.agree.strategies import bundle

THING = '''"""Written by a test."""


class Thing(Sort):
    """What is played with."""


'''
SCOPE = "[sorts]\nPlayer = 1\nThing = 1\n"


def written(folder: Path, name: str, text: str, scope: str = SCOPE) -> Path:
    """The folder of a project with this ruleset, as one of the bank with things, and its scope `tiny`."""
    (folder / name / "scopes").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(bank.table(name), encoding="utf-8")
    (folder / name / "model.py").write_text(bank.composed(name, THING + text), encoding="utf-8")
    (folder / name / "scopes" / "tiny.toml").write_text(f'title = "Tiny"\n\n{scope}', encoding="utf-8")
    return folder


def system_written(folder: Path, name: str, text: str, scope: str = SCOPE) -> TransitionSystem:
    """The same ruleset, lowered, in that scope."""
    found = bundle(written(folder, name, text, scope), name)
    return TransitionSystem(Interpreter(found.system, found.scope("tiny")))


COUNTER = '''
@state
class State:
    count: {type}


@book.action("2")
def one_more(s: State, who: Player) -> None:
    """Count."""
    with effect("2"):
        s.count += 1


@one_more.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}


checks = Checks(book)


@checks.always("1")
def below_five(s: State) -> bool:
    return s.count < 5


@checks.always("1")
def not_negative(s: State) -> bool:
    return s.count >= 0


@checks.sometimes("1")
def at_three(s: State) -> bool:
    return s.count == 3
'''
"""One number that grows by one: from 0, a single play."""


def counter(type: str = "int", permit: str = "True") -> str:
    return COUNTER.format(type=type, permit=permit)


def soon_large(type: str = "int") -> str:
    """It grows by one up to ten, and then by 64: after some five hundred actions it needs more than 16 bits."""
    return counter(type).replace("s.count += 1", "s.count += 1 if s.count < 10 else 64")


GRID = '''
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, {most})]]


@book.action("2")
def push(s: State, who: Player, what: Thing) -> None:
    """One further, and from the last place back to the first."""
    with effect("2"):
        s.at[what] = (s.at[what] + 1) % {size}


@push.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def in_place(s: State) -> bool:
    return all(s.at[t] <= {most} for t in Thing)
'''
"""Things that go round: every combination of places is reached, and from each everything may be pushed on."""


def grid(size: int) -> str:
    """With n things: size ** n states, n * size ** n transitions, n * (size - 1) actions to the farthest."""
    return GRID.format(size=size, most=size - 1)


def things(number: int) -> str:
    return f"[sorts]\nPlayer = 1\nThing = {number}\n"
