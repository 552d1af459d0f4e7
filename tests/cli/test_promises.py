"""What answers promise, by `check`: kept, broken by a route that forgot to ask, saying nothing, not met.

A player has three coins and buys for two, in a shop or of a trader, and gets one back where change is given. With
change a purchase costs one coin, so three coins last for two purchases (3, 2, 1); without, for one (3, 1).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

MODEL = '''
"""Three coins, a shop and a trader."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, no, permit, state, yes

game = Ruleset("shop")
game.closed_world(assumed="nothing else")


class Player(Sort):
    """Players."""


@state
class State:
    coins: Annotated[int, Range(0, 3)]


change = game.doubt("is change given?", given=yes("yes"), kept=no("no", default=True))


@game.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.coins = 3


@game.action("2")
def buy(s: State, who: Player) -> None:
    permit("2", s.coins >= 2)
    with effect("2"):
        s.coins -= 1 if change(s) else 2


@game.action("3")
def trade(s: State, who: Player) -> None:
    permit("3", s.coins >= 2)
    with effect("3"):
        s.coins -= 1 if change(s) else 2


checks = Checks(game)


@checks.promise(change.given, "2")
def it_costs_one(before: State, after: State) -> bool:
    return after.coins >= before.coins - 1
'''
FORGOTTEN = MODEL.replace(
    'with effect("3"):\n        s.coins -= 1 if change(s) else 2', 'with effect("3"):\n        s.coins -= 2'
)
"""The trader never gives change."""
LATE = MODEL.replace(
    'with effect("3"):\n        s.coins -= 1 if change(s) else 2',
    'with effect("3"):\n        s.coins -= 2 if change(s) else 1',
)
"""The trader gives change to those who are to have none."""
IDLE = """

@checks.promise(change.given, "2")
def nobody_owes(s: State) -> bool:
    return s.coins >= 0
"""
OF_THE_DEFAULT = """

@checks.promise(change.kept, "2")
def two_are_never_left(s: State) -> bool:
    return s.coins != 2
"""
SCOPE = 'title = "One"\n\n[sorts]\nPlayer = ["A"]\n'
SCENARIO = """ruleset = "shop"
title = "Of a trader"
scope = "one"

[[scenario]]
name = "a trade of three coins"
clauses = ["3"]
when = [{ action = "trade", who = "A" }]
[scenario.then]
coins = 1
[scenario.given]
coins = 3
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": '[tool.ruleslawyer]\nlanguage = "0.2"\n[tool.ruleslawyer.rulesets.shop]\ntitle = "Shop"\n'
        'modules = ["model.shop"]\n',
        "model/shop.py": MODEL.lstrip(),
        "checks/shop/scopes/one.toml": SCOPE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def promises(command: Command, project: Path, model: str = MODEL) -> dict[str, Any]:
    """What became of each promise, and what falls short for it."""
    (project / "model" / "shop.py").write_text(model.lstrip(), encoding="utf-8")
    report = command("check", "shop", "--no-prove", "--json", project=project).json
    assert not problems("check", report) + undocumented("check", report)
    short = {s["subject"]: s for s in report["falls_short"] if s["kind"] == "promise"}
    found = {p["promise"]: p["word"] for p in report["rulesets"][0]["promises"]}
    assert {name for name, word in found.items() if word != "kept"} == short.keys()
    return {"words": found, "short": short}


def test_kept_where_all_routes_ask(command: Command, project: Path) -> None:
    assert promises(command, project, MODEL + OF_THE_DEFAULT)["words"] == {
        "it_costs_one": "kept", "two_are_never_left": "kept",
    }  # fmt: skip
    text = command("check", "shop", "--no-prove", project=project)
    assert "promises of answers: 2 kept" in text.out


def test_broken_by_the_route_that_forgot(command: Command, project: Path) -> None:
    found = promises(command, project, FORGOTTEN)
    assert found["words"] == {"it_costs_one": "broken"}
    mend = found["short"]["it_costs_one"]["mend"]
    assert mend.endswith("explore shop --scope one --reading change=given --trace it_costs_one")
    play = command(*mend.split("ruleslawyer ")[1].split(), project=project)
    assert "it_costs_one" in play.out and "trade(who=" in play.out


def test_a_promise_that_every_option_keeps_says_nothing(command: Command, project: Path) -> None:
    assert promises(command, project, MODEL + IDLE)["words"] == {"it_costs_one": "kept", "nobody_owes": "says nothing"}


def test_not_met_where_nobody_asks(command: Command, project: Path) -> None:
    """With nothing to buy for, no play asks."""
    model = MODEL.replace("s.coins = 3", "s.coins = 1")
    assert promises(command, project, model)["words"] == {"it_costs_one": "not met"}


@pytest.mark.parametrize(("model", "word"), [(MODEL, "kept"), (FORGOTTEN, "not met"), (LATE, "broken")])
def test_scenarios_meet_and_break_it_too(command: Command, project: Path, model: str, word: str) -> None:
    """The one scope begins with a coin, and the scenario with three. A trader who forgets asks no more; one who asks,
    and takes two all the same, breaks it."""
    file = project / "checks" / "shop" / "scenarios" / "trader.toml"
    file.parent.mkdir()
    file.write_text(SCENARIO, encoding="utf-8")
    found = promises(command, project, model.replace("s.coins = 3", "s.coins = 1"))
    assert found["words"] == {"it_costs_one": word}
    if word == "broken":
        assert "trader.toml:6 “a trade of three coins”" in found["short"]["it_costs_one"]["message"]


SHOP = """
[[scenario]]
name = "a purchase of three coins"
clauses = ["2"]
when = [{ action = "buy", who = "A" }]
[scenario.then]
coins = 1
[scenario.given]
coins = 3
"""
WIDE = """

@checks.promise(change.given, "2")
def nothing_is_left_of_no_three(before: State, after: State) -> bool:
    return before.coins != 3 or after.coins != 0
"""


def test_each_place_that_asks_is_put_back_alone(command: Command, project: Path) -> None:
    """The shop and the trader ask. With a scenario of the trader alone, nobody sees what the shop takes; the second
    promise is broken by no option, and does not count."""
    file = project / "checks" / "shop" / "scenarios" / "trader.toml"
    file.parent.mkdir()
    model = MODEL.replace("s.coins = 3", "s.coins = 1") + WIDE
    for scenarios, seen in ((SCENARIO, ["trade"]), (SCENARIO + SHOP, ["buy", "trade"])):
        file.write_text(scenarios, encoding="utf-8")
        (project / "model" / "shop.py").write_text(model.lstrip(), encoding="utf-8")
        report = command("check", "shop", "--no-prove", "--json", project=project).json
        promise, wide = report["rulesets"][0]["promises"]
        assert (promise["counts"], wide["counts"], wide["word"]) == (True, False, "says nothing")
        noticed = {site["rule"]: site["noticed_in"] for site in promise["sites"]}
        assert sorted(noticed) == seen and all("trader.toml:" in place for place in noticed.values())
        assert [site["noticed_in"] for site in wide["sites"]] == [None] * len(seen)


DUE = """
@game.duty("4")
def pay_the_fee(s: State) -> None:
    with effect("4"):
        s.coins -= 1 if change(s) else 3


@pay_the_fee.when
def fee_is_due(s: State) -> bool:
    return s.coins == 3


"""


@pytest.mark.parametrize(("fee", "word"), [("1 if change(s) else 3", "kept"), ("2 if change(s) else 3", "broken")])
def test_a_forced_step_before_anybody_chooses_is_a_step(command: Command, project: Path, fee: str, word: str) -> None:
    file = project / "checks" / "shop" / "scenarios" / "fee.toml"
    file.parent.mkdir()
    begun = SCENARIO.split("[[scenario]]")[0]
    due = '[[scenario]]\nname = "a fee"\nclauses = ["4"]\n[scenario.then]\ncoins = 0\n[scenario.given]\ncoins = 3\n'
    file.write_text(begun + due, encoding="utf-8")
    checks = MODEL.index("checks = Checks")
    forced = DUE.lstrip().replace("1 if change(s) else 3", fee)
    model = (MODEL[:checks] + forced + MODEL[checks:]).replace("s.coins = 3", "s.coins = 1", 1)
    assert promises(command, project, model)["words"] == {"it_costs_one": word}


FINDING = """+++
id = "001"
title = "Change"
kind = "ambiguity"
severity = "medium"
state = "open"
clauses = ["2"]
questions = ["change"]
ask = "Is change given?"

[[evidence]]
ask = "text"
about = { clauses = ["2", "3"] }

[[settle]]
scope = "one"
ruling = { change = "given" }

[[answer]]
says = "It is"
ruling = { change = "given" }

[[answer]]
says = "It is not"
ruling = { change = "kept" }
+++

## What the text says

Nothing.
"""


def with_finding(project: Path, text: str = FINDING, model: str = MODEL) -> None:
    for name, said in (("findings/shop/001-change.md", text), ("model/shop.py", model.lstrip())):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(said, encoding="utf-8")


UNPROMISED = FINDING.replace('says = "It is"\n', 'says = "It is"\nunpromised = "nothing to say"\n')
OF_ANOTHER = MODEL[: MODEL.index("@checks.promise")].rstrip() + OF_THE_DEFAULT
"""The promise is of the default."""
ONE_ANSWER = re.sub(r"\[\[settle\]\]\n.*\n.*\n|ruling = .*\n|questions = .*\n", "", FINDING)
"""The model has nothing to choose."""
SAID = ONE_ANSWER.replace("ask =", 'one_answer = "a purse has no rule of its own"\nask =', 1)


@pytest.mark.parametrize(
    ("finding", "model", "message"),
    [
        (FINDING, MODEL, ""),
        (FINDING, OF_ANOTHER, "change = given has no promise that is kept"),
        (FINDING.replace("medium", "low"), OF_ANOTHER, ""),
        (UNPROMISED, OF_ANOTHER, ""),
        (UNPROMISED, MODEL, "take `unpromised` away"),
        (ONE_ANSWER, MODEL, "finding 001 has one answer in the model"),
        (ONE_ANSWER.replace("medium", "low"), MODEL, ""),
        (SAID, MODEL, ""),
        (FINDING.replace("ask =", 'one_answer = "why"\nask =', 1), MODEL, "take `one_answer` away"),
    ],
)
def test_an_answer_of_a_severe_finding_is_promised_or_says_why(
    command: Command, project: Path, finding: str, model: str, message: str
) -> None:
    with_finding(project, finding, model)
    scenarios = project / "checks" / "shop" / "scenarios"
    scenarios.mkdir()
    (scenarios / "trader.toml").write_text(SCENARIO, encoding="utf-8")
    report = command("check", "shop", "--no-prove", "--json", project=project).json
    short = [f"{s['message']}: {s['mend']}" for s in report["falls_short"] if s["kind"] == "promise"]
    assert len(short) == bool(message) and all(message in one for one in short)


def test_settling_says_what_is_known_of_each_answer(command: Command, project: Path) -> None:
    """A scenario by default and one under the answer that gives change, which fails by default; nobody looks into the
    shop."""
    with_finding(project)
    scenarios = project / "checks" / "shop" / "scenarios"
    scenarios.mkdir()
    given = SCENARIO.replace("coins = 1\n", "coins = 2\n").replace(
        "[scenario.then]", 'readings = [{ change = "given" }]\n[scenario.then]'
    )
    (scenarios / "trader.toml").write_text(given, encoding="utf-8")
    found = command("findings", "shop/001", "--settle", "--json", project=project)
    assert found.out, found.err
    assert not problems("findings-settle", found.json) + undocumented("findings-settle", found.json)
    known = {one["says"]: one["options"] for one in found.json["trials"][0]["answers"]}
    assert known["It is not"] == []
    (one,) = known["It is"]
    assert (one["promised"], [p["word"] for p in one["promises"]]) == (True, ["kept"])
    assert len(one["scenarios"]) == 1 and one["default_fails_in"] == one["scenarios"][0]
    assert [place["rule"] for place in one["unnoticed"]] == ["buy"]
    text = command("findings", "shop/001", "--settle", project=project)
    assert "change = given: It is" in text.out and "nobody would miss it in buy (model/shop.py:" in text.out
    assert "1 scenario under it" in text.out and "only" not in text.out


def test_settling_says_what_was_tried_in_one_place_only(command: Command, project: Path) -> None:
    with_finding(project, model=OF_ANOTHER)
    text = command("findings", "shop/001", "--settle", project=project)
    assert "this answer was tried in one place only: no promise of it is kept" in text.out


def test_under_its_option_it_is_a_property(command: Command, project: Path) -> None:
    def listed(*more: str) -> list[tuple[str, str]]:
        answer = command("explore", "shop", "--json", *more, project=project)
        return [(p["property"], p["verdict"]) for p in answer.json["properties"]]

    assert listed() == listed("--reading", "change=kept") == []
    assert listed("--reading", "change=given") == [("it_costs_one", "HOLDS IN SCOPE")]
    assert listed("--ruling", "change=given") == [("it_costs_one", "HOLDS IN SCOPE")]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("change.lost", "RL515"),
        ("buy.given", "RL515"),
        ("change", "RL502"),
        ('"given"', "RL502"),
    ],
)
def test_what_is_no_option(command: Command, project: Path, wrong: str, message: str) -> None:
    (project / "model" / "shop.py").write_text(
        MODEL.lstrip().replace("promise(change.given", f"promise({wrong}"), "utf-8"
    )
    answer = command("lint", "shop", project=project)
    assert answer.code == 2 and message in answer.out and "= help:" in answer.out


@pytest.mark.parametrize(("model", "word"), [(MODEL, "kept"), (FORGOTTEN, "broken"), (LATE, "broken")])
def test_they_are_tried_in_drawn_states_as_laws_are(command: Command, project: Path, model: str, word: str) -> None:
    """A trader who takes two breaks it, whether he asks for the answer or not."""
    (project / "model" / "shop.py").write_text(model.lstrip(), encoding="utf-8")
    asked = ("sweep", "shop", "--laws", "--promises", "--times", "5", "--states", "400")
    answer = command(*asked, "--json", project=project)
    assert not problems("laws", answer.json) + undocumented("laws", answer.json)
    (promise,) = answer.json["laws"]
    assert (promise["name"], promise["clauses"], promise["word"]) == ("it_costs_one", ["2"], word)
    assert {one["at"] for one in promise["broken"]} == ({"trade"} if word == "broken" else set())
    text = command(*asked, project=project)
    assert "1 promise, " in text.out and ("no promise was broken" in text.out) == (word == "kept")


def test_nothing_is_tried_where_nothing_is_promised(command: Command, project: Path) -> None:
    (project / "model" / "shop.py").write_text(MODEL[: MODEL.index("@checks.promise")].lstrip(), encoding="utf-8")
    answer = command("sweep", "shop", "--laws", "--promises", project=project)
    assert answer.code == 2 and "write checks/shop/promises.py" in answer.err


@pytest.mark.parametrize(
    ("where", "said"),
    [("{}", "what members are like"), ('"FIELD"', "what members are like"), ("{'coins': 3}", "no sort has coins")],
)
def test_what_is_aimed_at_is_said_of_members(command: Command, project: Path, where: str, said: str) -> None:
    model = MODEL.replace('change.given, "2"', f'change.given, "2", where={where}')
    (project / "model" / "shop.py").write_text(model.lstrip(), encoding="utf-8")
    answer = command("sweep", "shop", "--laws", "--promises", "--states", "10", project=project)
    assert answer.code == 2 and said in answer.out + answer.err


def test_an_option_that_nothing_tells_from_the_default_may_say_why(command: Command, project: Path) -> None:
    """Nobody plays with change: `given` is bare, with a reason or without. Once the trade is played under it, which
    leaves two coins and not one, that reason is needless."""
    played, reasons = project / "checks" / "shop" / "scenarios", project / "checks" / "shop" / "unnoticed.toml"
    played.mkdir()
    (played / "trade.toml").write_text(SCENARIO, encoding="utf-8")
    answer = command("adequacy", "shop", "--options", "--json", project=project)
    bare = {"question": "change", "option": "given", "scenarios": 0}
    assert (answer.code, answer.json["without_scenario"]) == (1, [bare | {"reason": None}])
    reasons.write_text(
        '[[option]]\noption = "change.given"\nreason = "nobody has any"\n\n'
        '[[place]]\noption = "change.given"\nrule = "buy"\nreason = "nobody buys"\n',
        encoding="utf-8",
    )
    answer = command("adequacy", "shop", "--options", "--json", project=project)
    assert (answer.code, answer.json["needless_reasons"]) == (0, [])
    assert answer.json["without_scenario"] == [bare | {"reason": "nobody has any"}]
    assert not problems("omissions", answer.json) and not undocumented("omissions", answer.json)
    text = command("adequacy", "shop", "--options", project=project).out
    assert "no scenario tells change.given from the default: nobody has any" in " ".join(text.split())
    with_change = SCENARIO.replace("when = [", 'readings = [{ change = "given" }]\nwhen = [').replace("= 1\n", "= 2\n")
    (played / "trade.toml").write_text(with_change, encoding="utf-8")
    answer = command("adequacy", "shop", "--options", "--json", project=project)
    assert (answer.code, answer.json["needless_reasons"]) == (1, ["change.given"])
    reasons.write_text('[[option]]\noption = "change.given"\nrule = "buy"\nreason = "no"\n', encoding="utf-8")
    assert "checks/shop/unnoticed.toml:3" in command("adequacy", "shop", "--options", project=project).err
