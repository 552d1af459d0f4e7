"""Every mistake in a data file is said at its line, in the second and the third table of a kind too.

Each case is a file with the same table three times, one of them wrong. The mistake is said at the line where the text
was changed, or at the one that has the mark `¶`, which is taken out.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
NUMBERS = (1, 3, 5)
"""What the tables are numbered by: lines that the text of the ferry has."""


@dataclass(frozen=True)
class Kind:
    """A kind of table: its file, with `…` where the tables stand; a good one, in which `#` is its number; and the
    mistakes: what is replaced in one of them, and by what."""

    file: str
    command: str
    text: str
    good: str
    mistakes: dict[str, tuple[str, str]]

    def with_mistake(self, mistake: str, number: int) -> tuple[str, int]:
        """The file with a mistake in one table, and the line at which that is said."""
        old, new = self.mistakes[mistake]
        assert old in self.good
        tables = [self.good.replace("#", str(n)) for n in NUMBERS]
        shown = old.replace("#", str(NUMBERS[number - 1]))
        marked = new if "¶" in new else f"¶{new}"
        tables[number - 1] = tables[number - 1].replace(shown, marked.replace("#", str(NUMBERS[number - 1])), 1)
        text = self.text.replace("…", "".join(tables))
        return text.replace("¶", ""), text[: text.index("¶")].count("\n") + 1


FINDING, BOOK, SCENARIOS = "findings/ferry/001-toll.md", "spec/ferry/book.toml", "checks/ferry/scenarios/x.toml"
TINY = "checks/ferry/scopes/tiny.toml"
FRONT = """+++
id = "001"
title = "x"
kind = "gap"
severity = "low"
state = "open"
clauses = ["2.4"]
"""
ASKED = """
[[evidence]]
scope = "tiny"
ask = "event"
about = { kind = "contradiction", subject = "payee", pair = ["owner_is_paid", "other_is_paid"] }
"""
SETTLED = """
[[settle]]
scope = "tiny"
ruling = { payee = "owner_is_paid" }
note = "x"
"""
LINE = """
[[line]]
number = #
section = "#"
kind = "normative"
  [[line.clause]]
  id = "#.1"
  kind = "option"
  says = "x"
  [[line.clause]]
  id = "#.2"
  kind = "ending"
  says = "y"
"""
SCENARIO = """
[[scenario]]
name = "one #"
clauses = [
  "2.4",
  "2.5",
]
scope = "tiny"
start = { first = "Ann" }
given = { "coins[Ann]" = 2 }
readings = [
  { payee = "owner_is_paid" },
]
rulings = {}
[[scenario.when]]
action = "cross"
who = "Ann"
cart = "hay"
[scenario.then]
"coins[Ann]" = 2
"""
OWN_SCOPE = """
[[scenario]]
name = "one #"
start = { first = "Ann" }
then = { ended = false }
[scenario.scope.sorts]
Player = ["Ann", "Bob"]
[scenario.scope.sorts.Cart.hay]
owner = "Ann"
"""
LIMIT = """
[[limit]]
about = "model"
says = "x"
clauses = [
  "2.4",
  "2.5",
]
findings = ["001"]
"""
CARTS = """[sorts]
Player = ["Ann", "Bob"]
Cart = 3
[caps]
coins = 9
[attributes.Cart]
owner = [
…]
"""
CART = """
[sorts.Cart.c#]
owner = "Ann"
heavy = true
"""
RULESET = """
[tool.ruleslawyer.rulesets.r#]
title = "x"
modules = [
  "model.ferry.river",
]
"""

KINDS = {
    "evidence": Kind(FINDING, "findings ferry/001", f"{FRONT}…+++\nx\n", ASKED, {
        "no ask": ('[[evidence]]\nscope = "tiny"\nask = "event"', '[[evidence]]\nscope = "tiny"'),
        "key": ("about =", "abuot ="),
        "scope": ('"tiny"', '"tinny"'),
        "ask": ('"event"', '"evnt"'),
        "about": ("kind =", "knid ="),
        "kind": ('"contradiction"', '"contradicton"'),
        "expectation": ("ask =", 'expect = { action = 1 }\nask ='),
        "question": ("ask =", 'reading = { paye = "x" }\nask ='),
        "option": ("ask =", 'reading.payee = "x"\nask ='),
    }),
    "settle": Kind(FINDING, "findings ferry/001", f"{FRONT}{ASKED}…+++\nx\n", SETTLED, {
        "key": ("note", "notes"),
        "scope": ('"tiny"', '"tinny"'),
        "question": ("payee", "paye"),
        "option": ("owner_is_paid", "owner_is_payd"),
        "nothing": ('{ payee = "owner_is_paid" }', "{}"),
        "no text": ('note = "x"', "note = 3"),
        "whole": ("note =", 'whole = "x"\nnote ='),
        "a table": ('ruling = { payee = "owner_is_paid" }\nnote = "x"', '[settle.ruling]\n¶payee = "nobody"'),
    }),
    "clauses of a finding": Kind(FINDING, "findings", FRONT.replace('["2.4"]', "[\n…]") + f"{ASKED}+++\nx\n",
        '"2.4",\n', {"unknown": ("2.4", "2.44")},
    ),
    "line": Kind("spec/ferry/river.toml", "spec --lint", 'chapter = "1"\ntitle = "x"\n…', LINE, {
        "number": ("number = #", "number = 0"),
        "twice": ("number = #", 'number = #\nkind = "heading"\n[[line]]\n¶number = #'),
        "no number": ("[[line]]\nnumber = #", "[[line]]"),
        "kind": ('"normative"', '"normatve"'),
        "key": ("section =", "sektion ="),
        "clause": ('"option"', '"optoin"'),
        "the second clause": ('"ending"', '"endign"'),
        "its key": ('says = "y"', 'sayz = "y"'),
        "nothing said": ('[[line.clause]]\n  id = "#.2"\n  kind = "ending"\n  says = "y"',
                         '[[line.clause]]\n  id = "#.2"\n  kind = "ending"'),
        "an id": ('id = "#.2"', 'id = "#..2"'),
        "an id twice": ('id = "#.2"', 'id = "#.1"'),
    }),
    "term": Kind(BOOK, "spec --lint", 'title = "x"\nchapters = ["river.toml"]\n…',
        '[[term]]\nname = "t#"\nused = [\n "2.4",\n "2.5"\n]\n', {
            "clause": ('"2.5"', '"2.55"'),
            "twice": ('"t#"', '"t1"'),
            "key": ("used", "sued"),
        },
    ),
    "reference": Kind(BOOK, "spec --lint", 'title = "x"\nchapters = ["river.toml"]\n…',
        '[[reference]]\nclause = "2.4"\nto = "#.1"\n', {
            "clause": ('"2.4"', '"2.44"'),
            "to": ('to = "#.1"', "to = 1"),
            "key": ("to =", "too ="),
        },
    ),
    "scenario": Kind(SCENARIOS, "scenario", "…", SCENARIO, {
        "key": ("clauses =", "claus ="),
        "name": ('"one #"', '"one 1"'),
        "clause": ('"2.5"', '"2.55"'),
        "scope": ('"tiny"', '"tinny"'),
        "start": ('first = "Ann"', 'first = "Anna"'),
        "given": ('given = { "coins[Ann]" = 2 }', 'note = "coins[An]"\n¶given = { "coins[An]" = 2 }'),
        "question": ('payee = "owner_is_paid"', 'paye = "owner_is_paid"'),
        "option": ('payee = "owner_is_paid"', 'payee = "nobody"'),
        "ruling": ("rulings = {}", 'rulings = { payee = "nobody" }'),
        "action": ('"cross"', '"cros"'),
        "argument": ('who = "Ann"', 'who = "An"'),
        "no argument": ('[[scenario.when]]\naction = "cross"\nwho = "Ann"', '[[scenario.when]]\naction = "cross"'),
        "second action": ("[scenario.then]", '[[scenario.when]]\n¶action = "corss"\n[scenario.then]'),
        "then": ('[scenario.then]\n"coins[Ann]" = 2', '[scenario.then]\n¶"coins[Ann]" = true'),
        "field": ('[scenario.then]\n"coins[Ann]"', '[scenario.then]\n¶"coin[Ann]"'),
        "member": ('[scenario.then]\n"coins[Ann]"', '[scenario.then]\n¶"coins[An]"'),
    }),
    "own scope": Kind(SCENARIOS, "scenario", "…", OWN_SCOPE, {
        "owner": ('owner = "Ann"', 'owner = "An"'),
        "attribute": ("owner =", "ownr ="),
        "sort": ('Player = ["Ann", "Bob"]', 'Player = ["Ann", "Bob"]\n¶Playr = 1'),
    }),
    "verdict": Kind("checks/ferry/expected.toml", "explore ferry", "…",
        '[s#.something_crosses]\nverdict = "PROVED"\nreason = "x"\n', {
            "property": ("something_crosses", "somebody_crosses"),
            "verdict": ('"PROVED"', '"PROVEN"'),
            "reason": ('"x"', '" "'),
            "no reason": ('[s#.something_crosses]\nverdict = "PROVED"\nreason = "x"\n',
                          '[s#.something_crosses]\nverdict = "PROVED"\n'),
        },
    ),
    "limit": Kind("checks/ferry/limits.toml", "check --no-prove", "…", LIMIT, {
        "about": ('"model"', '"modle"'),
        "key": ("says =", "syas ="),
        "clause": ('"2.5"', '"2.55"'),
        "finding": ('findings = ["001"]', 'findings = ["0001"]'),
        "nothing said": ('[[limit]]\nabout = "model"\nsays = "x"', '[[limit]]\nabout = "model"'),
    }),
    "member": Kind(TINY, "explore ferry", '[sorts]\nPlayer = ["Ann", "Bob"]\n…[caps]\ncoins = 9\n', CART, {
        "attribute": ("heavy =", "havy = 3\nheavy ="),
        "value": ('"Ann"', '"An"'),
        "type": ("true", "1"),
        "nothing": ('[sorts.Cart.c#]\nowner = "Ann"', "[sorts.Cart.c#]"),
    }),
    "entry": Kind(TINY, "explore ferry",
        CARTS, '"Ann",\n', {
            "value": ('"Ann"', '"An"'),
            "type": ('"Ann"', "3"),
        },
    ),
    "ruleset": Kind("pyproject.toml", "findings", "…", RULESET, {
        "key": ("title =", "titel ="),
        "module": ('"model.ferry.river"', '"model.ferry.rivver"'),
        "twice": ('"model.ferry.river"', '"model.ferry.river",\n  ¶"model.ferry.river"'),
        "host": ("title =", 'on = "r9"\ntitle ='),
        "folder": ("title =", 'spec = "pyproject.toml"\ntitle ='),
        "id": ("rulesets.r#", "rulesets.R#"),
    }),
}  # fmt: skip
CASES = [(kind, mistake, number) for kind in KINDS for mistake in KINDS[kind].mistakes for number in (2, 3)]


def written(case: Kind, text: str, folder: Path) -> Path:
    """A copy of the project with that file."""
    ignored = shutil.ignore_patterns("__pycache__", "build")
    shutil.copytree(FERRY, folder, ignore=ignored, dirs_exist_ok=True)
    (folder / case.file).parent.mkdir(parents=True, exist_ok=True)
    (folder / case.file).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(("kind", "mistake", "number"), CASES)
def test_a_mistake_is_said_at_its_line(command: Command, tmp_path: Path, kind: str, mistake: str, number: int) -> None:
    case = KINDS[kind]
    text, line = case.with_mistake(mistake, number)
    answer = command(*case.command.split(), project=written(case, text, tmp_path))
    assert answer.code == 2, answer
    assert re.search(rf"{re.escape(case.file)}:{line}\b", answer.err), f"line {line}: {answer.err}"


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_mistake_that_is_told(command: Command, tmp_path: Path, kind: str) -> None:
    case = KINDS[kind]
    text = case.text.replace("…", "".join(case.good.replace("#", str(n)) for n in NUMBERS))
    answer = command(*case.command.split(), project=written(case, text, tmp_path))
    assert f"{case.file}:" not in answer.err
