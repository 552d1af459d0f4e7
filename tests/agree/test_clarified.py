"""Generated code finds what the reference explorer finds, whatever clarifications are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.exploration.variants.ablation import drop_clauses
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import mend
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.clarifications.corrections import (
    Clarification,
    dropped_clauses,
    precedence_options,
    rulings_of,
)
from tests.agree.random_systems import Sample, random_exploration
from tests.cli.command import copied

LIMITS = Limits(states=2_000)

UNSEEN = '''"""Clauses that matter where no event says so."""

from ruleslawyer.lang import CHANCE, SILENT, Chance, Ruleset, Silent, Sort, ask, effect, state
from typing import Annotated
from ruleslawyer.lang import Range

book = Ruleset("t03_clash")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 4)]
    rested: bool
    over: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    return CHANCE if s.count >= 3 else frozenset(Player)


@book.ended("9")
def done(s: State) -> bool:
    return s.over


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("how far does a move go?")
def pace(s: State) -> int:
    ask()


@pace.answer("2.1", default=True)
def one(s: State) -> int:
    return 1


@pace.answer("2.2")
def two(s: State) -> int | Silent:
    return 2 if s.count == 0 else SILENT


@pace.answer("2.3", over=two, because="the later one")
def also_one(s: State) -> int:
    return 1


@book.term("3")
def tired(s: State) -> bool:
    return False


@tired.exception("3.1")
def yes(s: State) -> bool | Silent:
    return True


@tired.exception("3.2")
def no(s: State) -> bool | Silent:
    return False


@book.duty("3")
def rest(s: State) -> None:
    with effect("3"):
        s.rested = True


@rest.when
def worn_out(s: State) -> bool:
    return s.count == 2 and not s.rested and tired(s)


@book.question("does it blow?")
def gale(s: State) -> bool:
    ask()


@gale.answer("4.1", default=True)
def north(s: State) -> bool:
    return True


@gale.answer("4.2")
def south(s: State) -> bool:
    return False


@book.action("5")
def move(s: State, who: Player) -> None:
    """Go on."""
    with effect("5"):
        s.count += pace(s)


@move.permit("5.1")
def fresh(s: State, who: Player) -> bool:
    return s.count < 2 or s.rested


@move.forbid("5.2")
def windy(s: State, who: Player) -> bool:
    return s.count == 0 and gale(s) and s.rested


@book.chance("6")
def land(s: State) -> None:
    with effect("6"):
        s.over = True


@land.permit("6.1")
def too_far(s: State) -> bool:
    return s.count > 3
'''


def made(sample: Sample, chosen: Iterable[Clarification]) -> TransitionSystem:
    rulings = rulings_of(chosen)
    rules = drop_clauses(mend(sample.system, rulings), dropped_clauses(chosen))
    return TransitionSystem(Interpreter(rules, sample.scope), {**sample.reading, **rulings}, sample.rulings)


def some_sets(dice: Random, sample: Sample) -> Iterator[tuple[Clarification, ...]]:
    """Of all rulings and of all clauses that could be taken back: some alone, and some of two and three."""
    known = pairs(sample.system)
    clauses = {name for pair in known for name in (pair.first, pair.second)} - sample.system.deeds.keys()
    back = [Clarification("", "", name, name) for name in sorted(clauses)]
    every = [*(way for pair in known for way in precedence_options(pair)), *back]
    dice.shuffle(every)
    yield from ((one,) for one in every[:6])
    for size in (2, 2, 3):
        chosen = tuple(dice.sample(every, min(size, len(every))))
        keys = [one.key for one in chosen if one.key]
        if len(keys) == len(set(keys)):
            yield chosen


def found_alike(sample: Sample, chosen: tuple[Clarification, ...]) -> tuple[int, set[str]]:
    """How many states there are with some clarifications, and the subjects that clash, whoever explores."""
    one, other = (explore_graph(made(sample, chosen), LIMITS, engine=engine) for engine in ("networkx", "native"))
    assert (one.counts.states, one.counts.stopped) == (other.counts.states, other.counts.stopped), chosen
    assert set(one.event_keys) == set(other.event_keys), chosen
    assert set(one.deadlock_kinds) == set(other.deadlock_kinds), chosen
    return one.counts.states, {event.subject for event in one.events() if event.kind == "contradiction"}


@pytest.mark.parametrize("seed", (2, 4, 8, 13, 20))
def test_as_the_reference_explorer_finds_it(seed: int) -> None:
    dice = Random(seed)
    sample, _ = random_exploration(dice)
    for chosen in ((), *some_sets(dice, sample)):
        with suppress(UsageError):  # they run in a circle
            found_alike(sample, chosen)


def test_what_matters_without_an_event(tmp_path: Path) -> None:
    """An answer revives one that another beat; a duty asks what comes next; a clause that never holds asks, and is the
    only one of its action."""
    project = copied(tmp_path, "t03_clash")
    (project / "t03_clash" / "model.py").write_text(UNSEEN, encoding="utf-8")
    ruleset = Project.load(project).ruleset("t03_clash")
    sample = Sample(ruleset.system, ruleset.scope("tiny"), {}, ())

    def taken_back(clause: str) -> tuple[Clarification]:
        return (Clarification("", "", clause, clause),)

    assert found_alike(sample, ()) == (4, {"gale"})
    assert found_alike(sample, (Clarification("pace:one/also_one", "one", "also_one"),))[1] == {"gale", "pace"}
    assert found_alike(sample, taken_back("windy"))[1] == set()
    assert found_alike(sample, taken_back("yes"))[0] == 3
    assert found_alike(sample, taken_back("too_far"))[0] == 5
