"""Known limits, by `check`: each sentence rests on a scenario, a property, an absence, or judgement alone.

A player has three coins and buys for two, so that one is left (3, 1), and never none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

MODEL = '''"""Three coins and a shop."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, permit, state

game = Ruleset("shop")
game.closed_world(assumed="nothing else")


class Player(Sort):
    """Players."""


@state
class State:
    coins: Annotated[int, Range(0, 4)]


@game.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.coins = 3


@game.action("2")
def buy(s: State, who: Player) -> None:
    permit("2", s.coins >= 2)
    with effect("2"):
        s.coins -= 2


checks = Checks(game)


@checks.always("2")
def a_coin_is_left(s: State) -> bool:
    return s.coins > 0


@checks.sometimes("2")
def there_are_four(s: State) -> bool:
    return s.coins == 4
'''
LIMITS = """[[limit]]
about = "model"
[[limit.says]]
text = "What is bought costs two."
scenario = "shop.toml: a purchase: of three coins"
[[limit.says]]
text = "A coin is always left."
property = "a_coin_is_left"
[[limit.says]]
text = "Nothing is lent."
absent = "lend"

[[limit]]
about = "scopes"
[[limit.says]]
text = "One player is enough."
judgement = true
"""
SCENARIO = """ruleset = "shop"
title = "Of a shop"
scope = "one"

[[scenario]]
name = "a purchase: of three coins"
when = [{ action = "buy", who = "A" }]
[scenario.then]
coins = 1
"""
FILE = "checks/shop/limits.toml"
FILES = {
    "pyproject.toml": '[tool.ruleslawyer]\nlanguage = "0.2"\n[tool.ruleslawyer.rulesets.shop]\ntitle = "Shop"\n'
    'modules = ["model.shop"]\n',
    "model/shop.py": MODEL,
    "checks/shop/scopes/one.toml": 'title = "One"\n\n[sorts]\nPlayer = ["A"]\n',
    "checks/shop/scenarios/shop.toml": SCENARIO,
    FILE: LIMITS,
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def limits(command: Command, project: Path, *more: str) -> tuple[dict[str, str | None], dict[str, dict[str, Any]]]:
    """Of each sentence why it is not so; and what falls short for it."""
    answer = command("check", "shop", "--json", *more, project=project)
    assert answer.out, answer.err
    report = answer.json
    assert not problems("check", report) + undocumented("check", report)
    short = {s["subject"]: s for s in report["falls_short"] if s["kind"] == "limit"}
    found = {one["says"]: one["instead"] for one in report["rulesets"][0]["limits"]}
    assert {says for says, instead in found.items() if instead} == short.keys()
    return found, short


def change(project: Path, file: str, old: str, new: str) -> None:
    text = (project / file).read_text(encoding="utf-8")
    assert old in text
    (project / file).write_text(text.replace(old, new), encoding="utf-8")


def test_borne_out(command: Command, project: Path) -> None:
    found, _ = limits(command, project)
    assert found == dict.fromkeys(
        ["What is bought costs two.", "A coin is always left.", "Nothing is lent.", "One player is enough."]
    )
    assert "known limits: 4 sentences\n" in command("check", "shop", project=project).out


LENT = """@game.action("3")
def lend_to(s: State, who: Player) -> None:
    permit("3", s.coins == 3)
    with effect("3"):
        s.coins = 4


checks ="""
LEND = """class Kind(Enum):
    SELL = "to sell"
    LEND = "to lend"


"""
FALSE = {
    "scenario": ("model/shop.py", "s.coins -= 2", "s.coins -= 1", "What is bought costs two.", "coins"),
    "property": ("model/shop.py", "s.coins = 3", "s.coins = 2", "A coin is always left.", "VIOLATED in one"),
    "absence": ("model/shop.py", "checks =", LENT, "Nothing is lent.", "the action `lend_to`"),
    "a value": ("model/shop.py", "class Player(", LEND + "class Player(", "Nothing is lent.", "the value `LEND`"),
    "vacuous": (FILE, '"a_coin_is_left"', '"there_are_four"', "A coin is always left.", "VACUOUS in every scope"),
}


@pytest.mark.parametrize(("file", "old", "new", "says", "instead"), FALSE.values(), ids=FALSE)
def test_not_so(command: Command, project: Path, file: str, old: str, new: str, says: str, instead: str) -> None:
    change(project, file, old, new)
    short = limits(command, project)[1][says]
    assert instead in short["message"] and says in short["message"] and FILE in short["mend"]
    text = command("check", "shop", project=project)
    assert text.code == 1 and " not so" in text.out and says in " ".join(text.out.split())
    again = command("check", "shop", "--failed", project=project)
    assert again.code == 1 and says in " ".join(again.out.split())
    change(project, file, new, old)
    mended = command("check", "shop", "--failed", "--json", project=project).json
    assert [s for s in mended["falls_short"] if s["kind"] == "limit"] == []


def test_of_a_part_nothing_is_vacuous(command: Command, project: Path) -> None:
    """The situation may come up in another scope."""
    change(project, FILE, '"a_coin_is_left"', '"there_are_four"')
    other = "checks/shop/scopes/two.toml"
    (project / other).write_text((project / "checks/shop/scopes/one.toml").read_text(encoding="utf-8"), "utf-8")
    assert limits(command, project, "--scope", "one")[1] == {}
    assert limits(command, project)[1].keys() == {"A coin is always left."}


def test_a_plain_text_beside_others_names_nothing(command: Command, project: Path) -> None:
    plain = '\n[[limit]]\nabout = "proofs"\nsays = "Nothing is proved."\n'
    (project / FILE).write_text(LIMITS + plain, encoding="utf-8")
    short = limits(command, project)[1]
    assert short.keys() == {"Nothing is proved."} and "names nothing" in short["Nothing is proved."]["message"]
    (project / FILE).write_text(plain, encoding="utf-8")
    assert limits(command, project) == ({}, {})


WRONG = {
    "scenario": ("a purchase: of three coins", "a sale", ":5", "shop.toml has no scenario `a sale`"),
    "file": ('"shop.toml:', '"shops.toml:', ":5", "did you mean `shop.toml`?"),
    "no file": ("shop.toml: a purchase: of", "a purchase of", ":5", 'scenario = "FILE.toml: its name"'),
    "property": ('"a_coin_is_left"', '"a_coin_was_left"', ":8", "did you mean `a_coin_is_left`?"),
    "two": ('absent = "lend"', 'absent = "lend"\njudgement = true', ":12", "`judgement` beside `absent`"),
    "nothing": ('absent = "lend"\n', "", ":9", "nothing backs this sentence"),
    "untrue": ("judgement = true", "judgement = false", ":17", "nothing backs this sentence"),
    "words": ('absent = "lend"', 'absent = "no loans"', ":11", "`no loans`"),
    "key": ("absent =", "abzent =", ":11", "did you mean `absent`?"),
    "no text": ('text = "Nothing is lent."\n', "", ":9", "`text` is missing"),
}


@pytest.mark.parametrize(("old", "new", "line", "message"), WRONG.values(), ids=WRONG)
def test_what_is_unknown_is_said_at_its_place(
    command: Command, project: Path, old: str, new: str, line: str, message: str
) -> None:
    change(project, FILE, old, new)
    answer = command("check", "shop", project=project)
    assert answer.code == 2 and message in answer.err and FILE + line in answer.err and "help:" in answer.err


def test_the_report_says_how_we_know(command: Command, project: Path) -> None:
    answer = command("report", "shop", "--matrix", "0", "-o", str(project / "site"), project=project)
    page = (project / "site" / "shop" / "coverage.html").read_text(encoding="utf-8")
    assert answer.code == 0 and "the scenario “a purchase: of three coins” of shop.toml" in page
    assert "the property a_coin_is_left" in page and "nothing of the model is called lend" in page
