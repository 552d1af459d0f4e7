"""All readings at once against one exploration for each: counts, verdicts, what decides them, when players can tell.

What the family run says is checked against the reference explorer under every reading, and against computations in
`families`, written a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from math import prod
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.drive import Driver
from ruleslawyer.engines.native.family import Family
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.exploration.variants.answers import product_of
from ruleslawyer.exploration.variants.choices import all_choices
from ruleslawyer.exploration.variants.family import explore_family, family_json
from ruleslawyer.ir.types import Map
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.families import assert_parted, assert_same_family, under
from tests.agree.random_systems import of_seed
from tests.agree.strategies import ROOT, names
from tests.agree.test_native import system_of
from tests.agree.written import system_written, things
from tests.bank import TINY

LADDER = '''
@state
class State:
    count: Annotated[int, Range(0, 3)]
    purse: Annotated[int, Range(0, 3)]


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@book.question("how much is earned?")
def wage(s: State) -> int:
    ask()


@wage.answer("4")
def single(s: State) -> int:
    return 1


@wage.answer("5", default=True)
def double(s: State) -> int:
    return 2


@book.question("how does one greet?")
def greeting(s: State) -> int:
    ask()


@greeting.answer("6", default=True)
def nod(s: State) -> int:
    return 0


@greeting.answer("7")
def bow(s: State) -> int:
    return 0


@book.action("2")
def move(s: State, who: Player) -> None:
    """Greet, and go on."""
    with effect("2"):
        s.count += stride(s) + greeting(s)


@move.permit("2")
def may_move(s: State, who: Player) -> bool:
    return s.count < 2


@book.action("4")
def earn(s: State, who: Player) -> None:
    """Earn once, before the first move."""
    with effect("4"):
        s.purse += wage(s)


@earn.permit("4")
def may_earn(s: State, who: Player) -> bool:
    return s.count == 0 and s.purse == 0


checks = Checks(book)


@checks.step("2", of=move)
def small_steps(before: State, after: State, who: Player) -> bool:
    return after.count == before.count + 1


@checks.step("2", of=move)
def large_steps(before: State, after: State, who: Player) -> bool:
    return after.count == before.count + 2


@checks.always("4")
def modest(s: State) -> bool:
    return s.purse < 2


@checks.always("4")
def modest_on_the_first(s: State) -> bool:
    return s.count != 1 or s.purse < 2


@checks.always("1")
def stays(s: State) -> bool:
    return s.count == 0


@checks.sometimes("1")
def on_the_first(s: State) -> bool:
    return s.count == 1


@checks.always("1")
def counts(s: State) -> bool:
    return s.count >= 0 and s.purse >= 0
'''
"""By hand: from (0, 0) to (count, purse). With strides of one a play visits counts 0, 1, 2, else 0 and 2; the purse is
0, or what was earned at count 0. So 6 states with 5 transitions (the earning, and two moves on either side), else 4
with 3; both 3 or 2 deep; the two states with count 2 are deadlocks. Greetings change nothing.

stride alone decides the steps, and whether the first place is reached; wage alone decides `modest`; both decide whether
one is on the first place with two coins: with strides of one and a double wage. `stays` fails under every reading.
"""
STRIDE, WAGE = {"stride": "one"}, {"wage": "single"}


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> TransitionSystem:
    return system_written(tmp_path_factory.mktemp("ladder"), "ladder", LADDER)


def asking(system: TransitionSystem, *wanted: str) -> TransitionSystem:
    """The same system with some of its properties."""
    rules, scope = system.system, system.scope
    return TransitionSystem(Interpreter(replace(rules, checks={n: rules.checks[n] for n in wanted}), scope))


# --- tiny rulesets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in names(TINY) if all_choices(system_of(TINY, n, "tiny"))])
def test_tiny(name: str) -> None:
    system = system_of(TINY, name, "tiny")
    found = explore_family(system, workers=1)
    assert found.choices == found.all_choices
    assert_same_family(system, found)
    assert_parted(system, found)


def random_families(number: int) -> Iterator[TransitionSystem]:
    """Random rulesets with choices, few enough to combine all of them; nobody can write a map in a frame."""
    systems = (of_seed(seed)[1].system for seed in count())
    written = (
        s for s in systems if not any(isinstance(f.type, Map) for r in s.system.frames.values() for f in r.fields)
    )
    yield from islice((s for s in written if 1 < prod(map(len, all_choices(s).values())) <= 64), number)


def test_random_rulesets() -> None:
    for system in random_families(8):
        found = explore_family(system, workers=1)
        assert_same_family(system, found)
        assert_parted(system, found)


@pytest.mark.campaign
def test_random_rulesets_at_length() -> None:
    for system in random_families(500):
        found = explore_family(system, workers=1)
        assert_same_family(system, found)
        assert_parted(system, found)


def test_without_choices() -> None:
    found = explore_family(system_of(TINY, "t52_always", "tiny"))
    assert (found.all_choices, found.parted, found.indistinguishable) == ({}, [], ())
    assert [row.reading for row in found.rows] == [{}]


# --- the ladder ------------------------------------------------------------------------------------------------------


def test_rows(ladder: TransitionSystem) -> None:
    found = explore_family(ladder, workers=1)
    assert len(found.rows) == 8
    for row in found.rows:
        by_hand = (6, 5, 3, 2) if row.reading["stride"] == "one" else (4, 3, 2, 2)
        assert (row.states, row.transitions, row.depth, row.deadlocks) == by_hand
    assert_same_family(ladder, found)
    assert_parted(ladder, found)


def test_what_decides(ladder: TransitionSystem) -> None:
    found = explore_family(ladder, workers=1)
    assert found.impact == {
        "small_steps": ("stride",),
        "large_steps": ("stride",),
        "modest": ("wage",),
        "modest_on_the_first": ("stride", "wage"),
        "stays": (),
        "on_the_first": ("stride",),
        "counts": (),
    }
    # On its own, where the others keep their defaults: strides of one, and a double wage.
    steps = ("small_steps", "large_steps", "modest_on_the_first", "on_the_first")
    assert found.alone == {"stride": steps, "wage": ("modest", "modest_on_the_first"), "greeting": ()}
    assert found.hopeless == ("stays",)
    assert found.smallest == ()  # steps cannot be both small and large


@pytest.mark.parametrize(
    ("checks", "smallest"),
    [
        (("small_steps",), [STRIDE]),
        (("modest",), [WAGE]),
        (("small_steps", "modest", "modest_on_the_first"), [{**STRIDE, **WAGE}]),
        (("modest_on_the_first",), [{"stride": "two"}, WAGE]),
        (("modest_on_the_first", "stays"), [{"stride": "two"}, WAGE]),
        (("large_steps", "modest_on_the_first"), [{"stride": "two"}]),
        (("small_steps", "modest_on_the_first"), [{**STRIDE, **WAGE}]),
        (("counts", "stays"), [{}]),
        (("on_the_first",), [{"stride": "one"}]),
        (("small_steps", "large_steps"), []),
        ((), []),
    ],
)
def test_smallest_list(ladder: TransitionSystem, checks: tuple[str, ...], smallest: list[dict[str, str]]) -> None:
    found = explore_family(asking(ladder, *checks), workers=1)
    assert [dict(answers.answers) for answers in found.smallest] == smallest


def test_when_players_can_tell(ladder: TransitionSystem) -> None:
    """Strides and wages at once, by the first move and the first earning; greetings never."""
    found = explore_family(ladder, workers=1)
    told = {p.choice: p for p in found.parted}
    assert found.indistinguishable == ("greeting",)
    for choice, action in (("stride", "move"), ("wage", "earn")):
        play, shown_by = told[choice].play, told[choice].shown_by
        assert play is not None and shown_by is not None
        assert (len(play.steps), shown_by.action) == (0, action)
    assert not told["greeting"].ever and told["greeting"].play is None


def test_some_questions(ladder: TransitionSystem) -> None:
    """Only the options of these are combined; the others keep their defaults."""
    found = explore_family(ladder, ["wage"], workers=1)
    assert [(row.reading, row.verdicts["modest"]) for row in found.rows] == [
        ({"wage": "single"}, "HOLDS IN SCOPE"),
        ({"wage": "double"}, "VIOLATED"),
    ]
    assert_same_family(ladder, found)
    assert found.impact["small_steps"] == ()
    with pytest.raises(UsageError, match="no open choice"):
        explore_family(ladder, ["wages"])


def test_reading_that_is_given(ladder: TransitionSystem) -> None:
    """What a reading says holds where its question is not combined, and while another one is changed alone."""
    system = under(ladder, {"stride": "two"})
    found = explore_family(system, ["wage"], workers=1)
    assert [row.states for row in found.rows] == [4, 4]
    assert found.alone["wage"] == ("modest",)
    assert_same_family(system, found)
    assert_parted(system, found)


LATE = '''
@state
class State:
    count: Annotated[int, Range(0, 9)]


@book.question("may one turn back from the end?")
def back(s: State) -> bool:
    ask()


@back.answer("2", default=True)
def no(s: State) -> bool:
    return False


@back.answer("3")
def at_the_end(s: State) -> bool:
    return s.count == 7


@back.answer("4")
def anywhere(s: State) -> bool:
    return s.count >= 3


@book.action("2")
def on(s: State, who: Player) -> None:
    """One further."""
    with effect("2"):
        s.count += 1


@on.permit("2")
def may(s: State, who: Player) -> bool:
    return s.count < 7


@book.action("3")
def turn_back(s: State, who: Player) -> None:
    """Back to the start."""
    with effect("3"):
        s.count = 0


@turn_back.permit("3")
def may_turn(s: State, who: Player) -> bool:
    return back(s)
'''
"""By hand: a row of 8 places; turning back is possible from the last, or from place 3 on, or never."""


def test_shortest_play_that_tells(tmp_path: Path) -> None:
    system = system_written(tmp_path, "late", LATE)
    found = explore_family(system, workers=1)
    lengths = {p.options: len(p.play.steps) for p in found.parted if p.play is not None}
    assert lengths == {("no", "at_the_end"): 7, ("no", "anywhere"): 3, ("at_the_end", "anywhere"): 3}
    assert {p.shown_by.action for p in found.parted if p.shown_by} == {"turn_back"}
    assert_parted(system, found)
    assert_same_family(system, found)


def test_what_is_not_known(tmp_path: Path) -> None:
    """A limit that is hit before the readings part: nobody says that they never do."""
    found = explore_family(system_written(tmp_path, "late", LATE), limits=Limits(states=5), workers=1)
    assert "5 states" in found.stopped
    told = {p.options: p for p in found.parted}
    assert not told["no", "at_the_end"].ever
    assert "5 states" in told["no", "at_the_end"].stopped
    assert told["no", "anywhere"].ever
    assert found.indistinguishable == ()


def test_what_does_not_follow(ladder: TransitionSystem) -> None:
    """From a part of the plays: hopeless is what was seen to fail under every reading, a choice decides what differs
    between two known verdicts, and no list of answers is known to be enough."""
    found = explore_family(ladder, limits=Limits(states=2), workers=1)
    assert found.stopped
    seen = {name: [row.verdicts[name] for row in found.rows] for name in ladder.system.checks}
    assert set(found.hopeless) <= {name for name, words in seen.items() if set(words) == {"VIOLATED"}}
    assert "stays" in found.hopeless
    assert found.smallest == ()
    for name, choices in found.impact.items():
        assert not choices or len(set(seen[name]) - {"UNKNOWN"}) > 1, name


# --- many ------------------------------------------------------------------------------------------------------------


def many(number: int) -> str:
    """As many questions, each of two answers: whether its flag is set when all is revealed; it should not be."""
    fields = "".join(f"    flag{i}: bool\n" for i in range(number))
    questions = "".join(
        f'@book.question("is it {i}?")\ndef ask{i}(s: State) -> bool:\n    ask()\n\n\n'
        f'@ask{i}.answer("2", default=True)\ndef yes{i}(s: State) -> bool:\n    return True\n\n\n'
        f'@ask{i}.answer("3")\ndef no{i}(s: State) -> bool:\n    return False\n\n\n'
        for i in range(number)
    )
    effects = "".join(f"        s.flag{i} = ask{i}(s)\n" for i in range(number))
    checks = "".join(
        f'@checks.always("1")\ndef keeps{i}(s: State) -> bool:\n    return not s.flag{i}\n\n\n' for i in range(number)
    )
    return (
        f"@state\nclass State:\n    done: bool\n{fields}\n\n{questions}"
        f'@book.action("2")\ndef reveal(s: State, who: Player) -> None:\n    """All at once."""\n'
        f'    with effect("2"):\n        s.done = True\n{effects}\n\n'
        f'@reveal.permit("2")\ndef may(s: State, who: Player) -> bool:\n    return not s.done\n\n\n'
        f"checks = Checks(book)\n\n\n{checks}"
    )


def test_more_combinations_than_fit_one_run(tmp_path: Path) -> None:
    """128 combinations of seven answers, 64 at a time: two states each, and each question decides its property."""
    told: list[str] = []
    found = explore_family(system_written(tmp_path, "many", many(7)), workers=1, tell=told.append)
    assert [row.reading for row in found.rows] == product_of(found.all_choices)
    assert len({tuple(sorted(row.reading.items())) for row in found.rows}) == len(found.rows) == 2**7
    for row in found.rows:
        assert (row.states, row.transitions, row.depth, row.deadlocks) == (2, 1, 1, 1)
        for i in range(7):
            assert row.verdicts[f"keeps{i}"] == ("HOLDS IN SCOPE" if row.reading[f"ask{i}"] == f"no{i}" else "VIOLATED")
    assert found.impact == {f"keeps{i}": (f"ask{i}",) for i in range(7)}
    assert [dict(a.answers) for a in found.smallest] == [{f"ask{i}": f"no{i}" for i in range(7)}]
    assert [text for text in told if "combinations" in text] == [
        "combinations: 0 of 128 explored",
        "combinations: 64 of 128 explored",
    ]


def test_too_many_combinations(tmp_path: Path) -> None:
    """Eleven questions have 2048: ten of them are combined, and whoever wants all is told how many are too many."""
    system = system_written(tmp_path, "many", many(11))
    with pytest.raises(UsageError, match="11 questions have 2048 combinations"):
        explore_family(system, [f"ask{i}" for i in range(11)])


def test_readings_that_are_too_many(ladder: TransitionSystem) -> None:
    with pytest.raises(UsageError, match="65 readings at once"):
        Family(ladder, [{"stride": "one"}] * 65)


ROUND = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 5)]]


@book.question("how far?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@stride.answer("4")
def three(s: State) -> int:
    return 3


@book.action("2")
def push(s: State, who: Player, what: Thing) -> None:
    \"\"\"On, and round from the last place to the first.\"\"\"
    with effect("2"):
        s.at[what] = (s.at[what] + stride(s)) % 6


@push.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return True
"""


def test_as_many_workers_as_wanted(tmp_path: Path) -> None:
    """Five things go round six places, by 1, 2 or 3: so each is in one of 6, 3 or 2 places, up to 5, 2 or 1 pushes
    away. Enough states for threads; one result, whoever found it."""
    system = system_written(tmp_path, "round", ROUND, things(5))
    family = Family(system, [{"stride": option} for option in ("one", "two", "three")])
    ids = []
    for workers in (1, 2, 3):
        found = family.search(workers=workers)
        assert found.states == [6**5, 3**5, 2**5]
        assert found.transitions == [5 * 6**5, 5 * 3**5, 5 * 2**5]
        assert (found.depths, found.deadlocks) == ([25, 10, 5], [])
        ids.append([(found.set.array(p).tolist(), found.set.masks_of(p).tolist()) for p in range(PARTITIONS)])
    assert ids[0] == ids[1] == ids[2]
    one, two = (family_json("it", explore_family(system, workers=n)) for n in (1, 2))
    assert one == two


@pytest.mark.parametrize("number", [3, 40])
def test_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C ends the whole run: no other search begins after it."""
    system = system_written(tmp_path, "round", ROUND, things(5))
    original, calls = Driver.go, []

    def go(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return original(*arguments)

    monkeypatch.setattr(Driver, "go", go)
    with suppress(KeyboardInterrupt):
        assert explore_family(system, workers=1).stopped == "interrupted"
    assert len(calls) == number


@pytest.mark.campaign
def test_megacorp() -> None:
    """Every pair of options in a scope of MegaCorp, and three of its questions combined."""
    system = system_of(ROOT, "megacorp", "market")
    questions = ["receives_cashflow", "payee", "least_bid"]
    found = explore_family(system, questions)
    assert_parted(system, found)
    assert_same_family(system, found)
