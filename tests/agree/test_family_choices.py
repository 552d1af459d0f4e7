"""Which choices a family has: those that some play asks for, whatever else is answered; and answers without an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.exploration.variants import family as variants
from ruleslawyer.exploration.variants.answers import product_of
from ruleslawyer.exploration.variants.family import explore_family
from tests.agree.families import assert_parted, assert_same_family
from tests.agree.written import system_written

HEAD = """
@state
class State:
    n: int


"""


def question(name: str) -> str:
    """A question of two answers, of which the first is taken."""
    return (
        f'@book.question("is it {name}?")\ndef {name}(s: State) -> bool:\n    ask()\n\n\n'
        f'@{name}.answer("2", default=True)\ndef not_{name}(s: State) -> bool:\n    return False\n\n\n'
        f'@{name}.answer("3")\ndef is_{name}(s: State) -> bool:\n    return True\n\n\n'
    )


CHAIN = f'''{HEAD}{question("first")}{question("second")}{question("third")}{question("never")}
@book.action("2")
def go(s: State, who: Player) -> None:
    """As far as the answers let one."""
    with effect("2"):
        s.n = 1
        if first(s) and second(s):
            s.n = 2
            if third(s):
                s.n = 3


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.n == 0


@go.forbid("3")
def too_far(s: State, who: Player) -> bool:
    return s.n == 5 and never(s)


@go.forbid("4")
def where_it_may_not(s: State, who: Player) -> bool:
    return s.n == 4


checks = Checks(book)


@checks.always("3")
def not_so_far(s: State) -> bool:
    return s.n < 3
'''
"""By hand: the second question is asked where the first is yes, the third where both are; the fourth, and the clash of
the permit and a forbid, nowhere. Each play has one move, so there are two states under each of 8 readings; the third
answer decides the property, where the first two are yes."""


def test_choices_are_those_that_plays_ask_for(tmp_path: Path) -> None:
    system = system_written(tmp_path, "chain", CHAIN)
    told: list[str] = []
    found = explore_family(system, workers=1, tell=told.append)
    assert list(found.all_choices) == ["first", "second", "third"]
    assert [row.reading for row in found.rows] == product_of(found.all_choices)
    assert {(row.states, row.transitions, row.depth, row.deadlocks) for row in found.rows} == {(2, 1, 1, 1)}
    failing = [row.reading for row in found.rows if row.verdicts["not_so_far"] == "VIOLATED"]
    assert failing == [{"first": "is_first", "second": "is_second", "third": "is_third"}]
    assert found.impact == {"not_so_far": ("first", "second", "third")}
    # On its own, where the others keep their defaults, no answer changes anything: what follows is 1 after 0.
    assert found.alone == {"first": (), "second": (), "third": ()}
    assert found.indistinguishable == ("first", "second", "third")
    assert sorted(map(str, (dict(a.answers) for a in found.smallest))) == [
        "{'first': 'not_first'}",
        "{'second': 'not_second'}",
        "{'third': 'not_third'}",
    ]
    assert_same_family(system, found)
    assert_parted(system, found)


def test_a_choice_that_nothing_asks_for_may_be_named(tmp_path: Path) -> None:
    found = explore_family(system_written(tmp_path, "chain", CHAIN), ["never"], workers=1)
    assert [(row.reading, row.states) for row in found.rows] == [
        ({"never": "not_never"}, 2),
        ({"never": "is_never"}, 2),
    ]


ENDLESS = f'''{HEAD}{question("longer")}{question("even")}
@book.action("2")
def on(s: State, who: Player) -> None:
    """One further."""
    with effect("2"):
        s.n += 1


@on.permit("2")
def may(s: State, who: Player) -> bool:
    return s.n < 3 or longer(s)


checks = Checks(book)


@checks.always("3")
def short(s: State) -> bool:
    return s.n < 2


@checks.always("3")
def never_long(s: State) -> bool:
    return s.n < 50 or even(s)


@checks.sometimes("3")
def some(s: State) -> bool:
    return s.n >= 0 and (even(s) or s.n == 3)
'''
"""By hand: a play stops at three, or never. What is seen under the longer one in the first hundred states is known:
`short` fails, and `never_long` too, from 50 on, unless the other question is answered yes."""


def test_an_answer_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and left out of the combinations; what the others say is whole."""
    monkeypatch.setattr(variants, "AT_LEAST", 100)
    found = explore_family(system_written(tmp_path, "endless", ENDLESS), workers=1)
    assert found.stopped == "stopped at 100 states under longer = is_longer"
    assert found.alone == {"longer": ("never_long",), "even": ()}
    assert list(found.choices) == ["even"]
    assert [(row.states, row.transitions, row.depth, row.deadlocks) for row in found.rows] == [(4, 3, 3, 1)] * 2
    assert [dict(row.verdicts) for row in found.rows] == [
        {"short": "VIOLATED", "never_long": "HOLDS IN SCOPE", "some": "HOLDS IN SCOPE"}
    ] * 2
    assert found.smallest == ()
    told = {parted.choice: parted for parted in found.parted}
    assert told["longer"].play is not None and len(told["longer"].play.steps) == 3
    assert not told["even"].ever and told["even"].stopped == ""


def test_an_answer_without_an_end_that_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names the question gets its combinations, as far as they were followed."""
    monkeypatch.setattr(variants, "AT_LEAST", 100)
    found = explore_family(system_written(tmp_path, "endless", ENDLESS), ["longer"], workers=1)
    assert "100 states" in found.stopped
    rows = {row.reading["longer"]: row for row in found.rows}
    assert rows["not_longer"].states == 4
    assert rows["is_longer"].states == 101
    assert rows["is_longer"].verdicts == {"short": "VIOLATED", "never_long": "VIOLATED", "some": "HOLDS IN SCOPE"}
