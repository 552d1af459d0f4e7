"""Where a check of one clause fails, the others are asked all the same, in whatever order they stand."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.agree.written import written
from tests.cli.command import Command

HEAD = '''
@state
class State:
    flag: bool


def nothing() -> int:
    """What fails a check wherever it is asked."""
    return min(1 for x in Player if x != x)


@book.question("how far?")
def far(s: State) -> int:
    ask()


@far.answer("2", default=True)
def near(s: State) -> int | Silent:
    return 1 if s.flag else SILENT


@far.reading("another")
def farther(s: State) -> int:
    return 2


first = book.doubt("the first?", no_first=no("n", default=True), yes_first=yes("y"))
second = book.doubt("the second?", no_second=no("n", default=True), yes_second=yes("y"))


{above}
@book.action("3")
def go(s: State, who: Player) -> None:
    """Once."""
    with effect("3"):
        {does}


'''
PERMIT = """
@go.permit("4")
def may(s: State, who: Player) -> bool:
    return True
"""
NORMS = (
    '@may.exception("5")\ndef unless(s: State, who: Player) -> bool:\n    return far(s) == 2\n',
    '@may.exception("5")\ndef unless_too(s: State, who: Player) -> bool:\n    return second(s)\n',
    '@go.forbid("6")\ndef never(s: State, who: Player) -> bool:\n    return first(s)\n',
    '@go.forbid("7")\ndef broken(s: State, who: Player) -> bool:\n    return nothing() == 1\n',
)
"""By hand: all four are asked, each doubt is a gap, the chosen option of `far` is silent, `broken` is broken."""
ANSWERS = (
    '@many.answer("5")\ndef fails(s: State) -> bool | Silent:\n    return nothing() == 1\n',
    '@many.answer("6")\ndef asks(s: State) -> bool | Silent:\n    return True if first(s) else SILENT\n',
    '@many.answer("7")\ndef asks_too(s: State) -> bool | Silent:\n    return True if far(s) == 1 else SILENT\n',
)
LAYERS = (
    '@price.exception("5")\ndef fails(s: State) -> int | Silent:\n    return nothing()\n',
    '@price.exception("6")\ndef asks(s: State) -> int | Silent:\n    return 5 if first(s) else SILENT\n',
    '@price.exception("7")\ndef asks_too(s: State) -> int | Silent:\n    return 5 if far(s) == 1 else SILENT\n',
)
MANY = """
@book.question("is it so?")
def many(s: State) -> bool:
    ask()


@many.reading("it is")
def it_is(s: State) -> bool:
    return True
""".replace('@many.reading("it is")', '@many.reading("it is", default=True)')
PRICE = """
@book.term("5")
def price(s: State) -> int:
    return 1
"""
DEED = '''
@book.deed("5")
def mark(s: State) -> None:
    """It is marked."""
    with effect("5"):
        s.flag = True
'''
INSTEAD = (
    '@mark.forbid("6")\ndef fails(s: State) -> bool:\n    return nothing() == 1\n',
    '@mark.forbid("7")\ndef asks(s: State) -> bool:\n    return first(s)\n',
    '@mark.forbid("8")\ndef asks_too(s: State) -> bool:\n    return far(s) == 1\n',
)
ASKED = {("gap", "first"), ("gap", "far"), ("unresolved", "far")}
DOES, MARKS = "s.flag = not s.flag", "mark(s)"
PROGRAMS: dict[str, tuple[str, str, tuple[str, ...], str, set[tuple[str, str]]]] = {
    "norms": ("", DOES, NORMS, PERMIT, {*ASKED, ("gap", "second"), ("broken", "broken")}),
    "answers": (MANY, DOES, ANSWERS, PERMIT.replace("True", "many(s)"), {*ASKED, ("broken", "fails")}),
    "layers": (PRICE, DOES, LAYERS, PERMIT.replace("True", "price(s) == 1"), {*ASKED, ("broken", "fails")}),
    "deeds": (DEED, MARKS, INSTEAD, PERMIT, {*ASKED, ("broken", "fails")}),
}
"""Of each what stands above the action, what that does, the clauses in some order, the permit, and what is met."""


EVENTS = ("contradictions", "gaps", "violations", "other_events")


def met(command: Command, project: Path, engine: str) -> tuple[set[tuple[str, str]], list[str], int]:
    """The events of an exploration, the rules that are never live in it, and its transitions."""
    answer: Any = command("explore", "ends", "--engine", engine, "--fresh", "--json", project=project)
    assert answer.err == "", answer.err
    found = answer.json
    return (
        {(e["kind"], e["subject"]) for kind in EVENTS for e in found[kind]},
        sorted(found["never_live"]),
        found["transitions"],
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_are_asked(command: Command, tmp_path: Path, name: str) -> None:
    above, does, clauses, permit, expected = PROGRAMS[name]
    told = []
    for number, order in enumerate((clauses, clauses[::-1])):
        text = "\n\n".join((HEAD.replace("{above}", above).replace("{does}", does), permit, *order))
        project = written(tmp_path / str(number), "ends", text)
        for engine in ("networkx", "native"):
            told.append(met(command, project, engine))
            assert told[-1][0] == expected, (order, engine)
            assert told[-1][2] == 0
    assert all(one == told[0] for one in told), told


def test_a_property_names_each_rule_that_fails_in_it(command: Command, tmp_path: Path) -> None:
    """By hand: two exceptions of a term that a property asks for fail; no play is touched."""
    layers = [layer.replace("5 if first(s) else SILENT", "nothing()") for layer in LAYERS[:2]]
    check = '@checks.always("9")\ndef cheap(s: State) -> bool:\n    return price(s) < 9\n'
    for number, order in enumerate(permutations(layers)):
        head = HEAD.replace("{above}", PRICE).replace("{does}", DOES)
        text = "\n\n".join((head, PERMIT, *order, "checks = Checks(book)\n", check))
        project = written(tmp_path / str(number), "ends", text)
        for engine in ("networkx", "native"):
            found = command("explore", "ends", "--engine", engine, "--fresh", "--json", project=project).json
            assert {(e["kind"], e["subject"], *e["pair"]) for kind in EVENTS for e in found[kind]} == {
                ("broken", "cheap", "fails"),
                ("broken", "cheap", "asks"),
            }, (order, engine)
            assert [v["verdict"] for v in found["properties"]] == ["UNKNOWN"]
            assert found["states"] == 2
