"""Scenario files: what passes, what fails with which reason, and what is a mistake at which line."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.scenario.suite import ScenarioResult, Suite
from ruleslawyer.check.scenario.words import words

ROOT = Path(__file__).parents[3]
PROJECTS = ROOT / "tests" / "projects"
DOCS = ROOT / "docs"
SCENARIOS = sorted(p.relative_to(ROOT / "checks").as_posix() for p in ROOT.glob("checks/*/scenarios/*.toml"))

FERRY = """
scope = "tiny"
[given]
turn = "Ann"
"""
HARBOUR = """
[scope.sorts]
Player = ["Ann", "Bob"]
[scope.sorts.Ship.Argo]
cost = 3
builder = "Bob"
[scope.sorts.Ship.Nina]
cost = 5
builder = "Bob"
bonus = { BUY = 2 }
"""


def run(tmp_path: Path, text: str, project: str = "ferry") -> list[ScenarioResult]:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    suite = Suite(Project.load(PROJECTS / project), [file])
    return [suite.run(ruleset, scenario) for ruleset, scenario in suite.scenarios]


def one(tmp_path: Path, text: str, project: str = "ferry") -> ScenarioResult:
    (result,) = run(tmp_path, (FERRY if project == "ferry" else HARBOUR) + text, project)
    assert all(r.agree for r in result.runs), "the two machines differ"
    return result


def failing(result: ScenarioResult) -> list[tuple[str, str]]:
    return [(c.expected, c.found) for r in result.runs for c in r.checked if not c.passed]


PASSES = {
    "a state after an action": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        then = { coins = { Ann = 0, Bob = 2 }, "across[hay]" = true, turn = "Bob" }
    """,
    "whose turn it is, and that nobody has won": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        then = { ended = false, awaits = ["Bob"], open = "none" }
    """,
    "an end and its winners": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        given = { across = { iron = true } }
        then = { ended = true, winners = ["Bob"], awaits = [] }
    """,
    "a question with its arguments": """
        then = { "payee(Ann, hay)" = "Bob", "payee(who=Ann, cart=iron)" = "Ann" }
    """,
    "a question under another reading": """
        readings = [{ payee = "other_is_paid" }]
        then = { "payee(Ann, iron)" = "Bob" }
    """,
    "each of several readings": """
        readings = [{ payee = "other_is_paid" }, { payee = "owner_is_paid" }]
        then = { "payee(Ann, hay)" = "Bob" }
    """,
    "permitted by a clause": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        permitted_by = ["2.1", "own_turn"]
    """,
    "refused by a clause": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        given = { coins = { Ann = 0 } }
        refused_by = "2.5"
        then = { "across[hay]" = false }
    """,
    "refused by a norm of that name": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        given = { coins = { Ann = 0 } }
        then = { refused_by = "cannot_pay" }
    """,
    "refused under a reading of the contradiction": """
        when = [{ action = "cross", who = "Ann", cart = "iron" }]
        readings = [{ "cross:own_turn/too_heavy" = "forbid" }]
        refused_by = "2.2"
    """,
    "a permit and a forbid contradict each other": """
        when = [{ action = "cross", who = "Ann", cart = "iron" }]
        contradiction = ["2.2", "2.1"]
    """,
    "two answers contradict each other": """
        then = { "payee(Ann, iron)" = "Ann", contradiction = ["2.3b", "other_is_paid"] }
    """,
    "not allowed, since it is forbidden": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        given = { coins = { Ann = 0 } }
        allowed = false
    """,
    "not allowed, since it is nobody's choice": """
        when = [{ action = "cross", who = "Bob", cart = "hay" }]
        then = { not_allowed = true }
    """,
    "not allowed, since a contradiction is taken so": """
        when = [{ action = "cross", who = "Ann", cart = "iron" }]
        allowed = "not allowed"
    """,
    "what stands below then, where TOML puts it": """
        [scenario.then]
        turn = "Bob"
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        note = "it is Bob's turn then"
    """,
    "what stands below given": """
        then = { turn = "Bob" }
        [scenario.given]
        coins = { Ann = 1 }
        note = "she can pay"
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
    """,
    "counts by fields and by attributes": """
        given = { across = { hay = true } }
        then = { "count(across = true)" = 1, "count(across = false, heavy = true)" = 1, "count(coins = 1)" = 2 }
    """,
    "a gap": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        gap = "follower"
    """,
    "nobody's choice": """
        when = [{ action = "cross", who = "Bob", cart = "hay" }]
        not_offered = true
    """,
    "no such thing to choose": """
        when = [{ action = "cross", who = "Ann", cart = "hay" }]
        given = { across = { hay = true } }
        not_offered = true
    """,
    "everything from the defaults": """
        given = { from = "defaults", turn = "Bob" }
        then = { coins = { Ann = 0, Bob = 0 }, turn = "Bob" }
    """,
    "the game as it is set up": """
        start = { first = "Bob" }
        then = { coins = { Ann = 1, Bob = 1 } }
    """,
}

HARBOUR_PASSES = {
    "nothing is said of it, and so it is not allowed": """
        when = [{ action = "look", who = "Ann", at = ["Nina"] }]
        given = { turn = "Ann", seen = ["Nina"] }
        allowed = false
    """,
    "what a pile holds is counted": """
        given = { turn = "Ann", quay = { Ann = ["Argo"] }, seen = ["Nina"] }
        then = { "count(quay[Ann])" = 1, "count(quay[Bob])" = 0, "count(seen)" = 1 }
    """,
    "a term and its exceptions": """
        then = { "price(Ann, Argo)" = 3, "price(Bob, Argo)" = 2 }
    """,
    "two exceptions of a term contradict each other": """
        given = { seen = ["Nina"] }
        then = { "price(Bob, Nina)" = 4, contradiction = ["7.2", "surcharge"] }
    """,
    "a choice of several things": """
        when = [{ action = "look", who = "Ann", at = ["Nina", "Argo"] }]
        start = { first = "Ann" }
        then = { seen = ["Argo", "Nina"] }
    """,
    "one of several things is refused": """
        when = [{ action = "look", who = "Ann", at = ["Nina", "Argo"] }]
        given = { turn = "Ann", quay = { Ann = ["Argo"] } }
        refused_by = "5.2"
    """,
    "nothing is said of it": """
        when = [{ action = "look", who = "Ann", at = ["Nina"] }]
        given = { turn = "Ann", seen = ["Nina"] }
        unspoken = true
    """,
    "every kind of field after a purchase": """
        when = [{ action = "buy", buyer = "Bob", ship = "Nina" }]
        given = { turn = "Bob", phase = "BUY", coins = { Bob = 9 }, owner = { Argo = "Ann" } }
        readings = [{ seller = "original" }]
        then = { "coins[Bob]" = 9, "owner[Nina]" = "Bob", last = 4, pool = { Bob = { BUY = 1 } }, quay.Bob = ["Nina"] }
    """,
    "a choice that nobody bounds, in an open frame": """
        when = [{ action = "reveal", bids = { Ann = 2, Bob = 900 } }]
        given = { turn = "Ann", phase = "END", Auction = { awaits = ["Ann", "Bob"], lot = "Nina" } }
        refused_by = "6.2"
        then = { "Auction.ties" = 0, open = "Auction", awaits = ["Ann", "Bob"] }
    """,
    "a frame that closes": """
        when = [{ action = "reveal", bids = { Ann = 2, Bob = 1 } }]
        given = { turn = "Ann", phase = "END", "Auction.awaits" = ["Ann", "Bob"], "Auction.lot" = "Nina" }
        then = { open = "none", "owner[Nina]" = "Ann", "coins[Ann]" = 8, last = "none" }
    """,
    "forced steps from the given state": """
        given = { turn = "Ann", phase = "END" }
        then = { open = "Auction", coins = { Ann = 11, Bob = 11 }, "Auction.lot" = "Nina" }
    """,
    "the given state as it is": """
        run = false
        given = { turn = "Ann", phase = "END" }
        then = { open = "none", coins = { Ann = 10, Bob = 10 } }
    """,
}


@pytest.mark.parametrize("name", PASSES)
def test_passes(name: str, tmp_path: Path) -> None:
    result = one(tmp_path, f'[[scenario]]\nname = "{name}"\n{PASSES[name]}')
    assert failing(result) == []


@pytest.mark.parametrize("name", HARBOUR_PASSES)
def test_passes_in_a_scope_of_its_own(name: str, tmp_path: Path) -> None:
    result = one(tmp_path, f'[[scenario]]\nname = "{name}"\n{HARBOUR_PASSES[name]}', "harbour")
    assert failing(result) == []


FAILS = {
    "another value, and what changed it": (
        'when = [{ action = "cross", who = "Ann", cart = "hay" }]\nthen = { "coins[Ann]" = 1 }',
        "coins[Ann] = 1", "0", "changed from 1 by cross (2.3a, 2.6)",
    ),
    "another value, as given": ('then = { turn = "Bob" }', "turn = Bob", "Ann", "as given"),
    "another answer, and who gave it": (
        'then = { "payee(Ann, hay)" = "Ann" }',
        "payee(Ann, hay) = Ann", "Bob", "by owner_is_paid (2.3b) and other_is_paid (2.4)",
    ),
    "refused by another clause": (
        'given = { coins = { Ann = 0 } }\nrefused_by = "2.2"\nwhen = [{ action = "cross", who = "Ann", cart = "hay" }]',
        "refused by 2.2", "not allowed, refused: forbidden by 2.5 cannot_pay", "",
    ),
    "a contradiction is no refusal": (
        'refused_by = "2.2"\nwhen = [{ action = "cross", who = "Ann", cart = "iron" }]',
        "refused by 2.2",
        "not allowed, contradiction: permitted by 2.1 own_turn, forbidden by 2.2 too_heavy; taken as forbidden", "",
    ),
    "not refused": (
        'refused_by = "2.5"\nwhen = [{ action = "cross", who = "Ann", cart = "hay" }]',
        "refused by 2.5", "allowed: permitted by 2.1 own_turn", "",
    ),
    "an action that cannot be taken": (
        'then = { turn = "Ann" }\nwhen = [{ action = "cross", who = "Bob", cart = "hay" }]',
        "every action can be taken",
        "cross(who=Bob, cart=hay): it is not the decision of Bob now: Ann decides", "",
    ),
    "allowed after all": (
        "allowed = false\nwhen = [{ action = \"cross\", who = \"Ann\", cart = \"hay\" }]",
        "not allowed", "allowed: permitted by 2.1 own_turn", "",
    ),
    "another count": ('then = { "count(across = true)" = 2 }', "count(across = true) = 2", "0", ""),
    "no contradiction": (
        'contradiction = ["2.1", "2.2"]\nwhen = [{ action = "cross", who = "Ann", cart = "hay" }]',
        "a contradiction between 2.1 and 2.2", "no contradiction is met", "",
    ),
    "a gap that is none": ('gap = "payee"', "no clause answers payee", "no gap is met", ""),
    "an end that is none": ("then = { ended = true }", "ended = yes", "no", "by all_across (3.2)"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_fails_and_says_what_was_there_instead(name: str, tmp_path: Path) -> None:
    text, expected, found, why = FAILS[name]
    result = one(tmp_path, f'[[scenario]]\nname = "{name}"\n{text}')
    assert not result.passed
    checked = next(c for r in result.runs for c in r.checked if not c.passed)
    assert (checked.expected, checked.found, checked.why) == (expected, found, why)


def test_a_state_that_breaks_a_rule_is_a_failure_and_no_crash(tmp_path: Path) -> None:
    text = """
        [[scenario]]
        name = "the ship is Bob's, and at nobody's quay"
        when = [{ action = "buy", buyer = "Ann", ship = "Argo" }]
        given = { turn = "Ann", phase = "BUY", owner = { Argo = "Bob" } }
        then = { "owner[Argo]" = "Ann" }
    """
    (stopped, found), (_, missing) = failing(one(tmp_path, text, "harbour"))
    assert stopped == "every action can be taken"
    assert found.startswith("buy(buyer=Ann, ship=Argo) has no result: buy: ")
    assert missing == "the play has no end to look at"


HEAD = '[[scenario]]\nname = "x"\n'
WHEN = 'when = [{ action = "cross", who = "Ann", cart = "hay" }]\n'
MISTAKES = {
    # what is written: line, message, help
    f"{HEAD}clauses = [\"2.33\"]\nallowed = true\n{WHEN}": (7, "the book has no clause `2.33`", "`2.3"),
    f"{HEAD}when = [\n{{ action = \"cros\" }},\n]\nallowed = true": (8, "there is no action `cros`", "`cross`"),
    f"{HEAD}{WHEN.replace('who', 'whom')}allowed = true": (7, "cross has no `whom`", "`who`"),
    f"{HEAD}{WHEN.replace('Ann', 'Anne')}allowed = true": (7, "there is no Player `Anne`", "`Ann`"),
    f"{HEAD}[scenario.then]\ncoin = 3": (8, "the state has no field `coin`", "`coins`"),
    f"{HEAD}[scenario.then]\n\"coins[Anne]\" = 3": (8, "there is no Player `Anne`", "`Ann`"),
    f"{HEAD}[scenario.then]\ncoins = 3": (8, "`coins` has an entry for each Player", "{ Ann = … }"),
    f"{HEAD}[scenario.then]\nturn = 3": (8, "3 does not fit here", '"Ann"'),
    f"{HEAD}[scenario.given]\ncoins.Ann = -1\n[scenario.then]\nturn = \"Ann\"": (8, "-1 is out of range", "0 to …"),
    f"{HEAD}[scenario.then]\n\"payees(Ann, hay)\" = \"Ann\"": (8, "there is no term or question `payees`", "`payee`"),
    f"{HEAD}[scenario.then]\n\"payee(Ann)\" = \"Ann\"": (8, "`payee(Ann)` has 1 arguments, not 2", "payee(who, cart)"),
    f"{HEAD}[scenario.then]\npayee = \"Ann\"": (8, "`payee` is asked with its arguments", "payee(who, cart)"),
    f"{HEAD}{WHEN}refused_by = \"too_heav\"": (8, "there is no clause or norm `too_heav`", "`too_heavy`"),
    f"{HEAD}gap = \"follow\"": (7, "there is no question `follow`", "`follower`"),
    f"{HEAD}gap = \"follower\"\nreadings = [{{ payee = \"owner\" }}]": (8, "`payee` has no option `owner`", "owner_is"),
    f"{HEAD}{WHEN}unspoken = false": (8, "`unspoken` is true, or left out", "unspoken = true"),
    f"{HEAD}refused_by = \"2.5\"": (6, "nothing is done that could be allowed or refused", "when ="),
    f"{HEAD}{WHEN}": (6, "`x` expects nothing", "[scenario.then]"),
    f"{HEAD}[scenario.then]\n\"count(across = 3)\" = 1": (8, "\"3\" does not fit here", "true or false"),
    f"{HEAD}[scenario.then]\n\"count(acros = true)\" = 1": (8, "nothing has `acros`", "`across`"),
    f"{HEAD}[scenario.then]\n\"count(across = true, wet = 1)\" = 1": (8, "nothing has `across` and `wet`", "across"),
    f"{HEAD}[scenario.then]\n\"count(turn)\" = 1": (8, "`turn` holds nothing that could be counted", "count(zone"),
    f"{HEAD}{WHEN}[scenario.then]\n{WHEN}": (6, "`when` is there twice", "above [scenario.given]"),
    f"{HEAD}{WHEN}not_allowed = false": (8, "`not_allowed` is true, or left out", "not_allowed = true"),
    f"{HEAD}whn = []\ngap = \"follower\"": (7, "a scenario has no `whn`", "`when`"),
    f"{HEAD}scope = \"tinny\"\ngap = \"follower\"": (7, "ferry has no scope `tinny`", "`tiny`"),
    f"{HEAD}scope = \"open\"\ngap = \"follower\"": (7, "scope `open` leaves something open", "another"),
    f"{HEAD}gap = \"follower\"\n{HEAD}gap = \"follower\"": (9, "two scenarios are called `x`", "own"),
    f"{HEAD}given.from = \"nothing\"\ngap = \"follower\"": (7, "a given state is `from` one of two", '"defaults"'),
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_have_place_and_mend(text: str, tmp_path: Path) -> None:
    line, message, mend = MISTAKES[text]
    with pytest.raises(UsageError) as caught:
        run(tmp_path, FERRY + text)
    assert (caught.value.message, caught.value.place) == (message, f"mine.toml:{line}")
    assert mend in (caught.value.mend or "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("when = [", "this is not TOML"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("a = " + "9" * 5000, "a number is too long"),
        ('scope = "tiny"', "there is no scenario in this file"),
        ("[[scenario]]\nname = 3", "`name` must be a text"),
        ('ruleset = "fery"\n' + HEAD + 'scope = "tiny"\ngap = "follower"', "no ruleset `fery`"),
        ('scope = "tiny"\n' + HEAD + 'given = { from = "defaults" }\ngap = "follower"', "`turn` is not given"),
    ],
)
def test_broken_files(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        run(tmp_path, text)


def test_a_scope_of_its_own_has_its_mistakes_at_their_lines(tmp_path: Path) -> None:
    text = '[[scenario]]\nname = "x"\ngap = "seller"\n[scenario.scope.sorts]\nPlayer = ["Ann", "Bob"]\n'
    text += '[scenario.scope.sorts.Ship.Argo]\nbuilder = "Anne"\ncosts = 3\n'
    with pytest.raises(ModelError) as caught:
        run(tmp_path, text, "harbour")
    assert [(d.code, d.span.line) for d in caught.value.diagnostics] == [("RL702", 7), ("RL702", 8)]


def test_json_has_what_scripts_rely_on(tmp_path: Path) -> None:
    text = f'{HEAD}{WHEN}refused_by = "2.5"\n[scenario.given]\ncoins.Ann = 0\n'
    found = one(tmp_path, text).json()
    assert {k: found[k] for k in ("ruleset", "name", "passed", "refused_by")} == {
        "ruleset": "ferry", "name": "x", "passed": True, "refused_by": ["2.5"],
    }  # fmt: skip
    assert found["seconds"] >= 0
    assert found["shrunk"] == ["Numbers.coins"]
    again = one(tmp_path, text).json()
    assert json.dumps({**found, "seconds": 0}) == json.dumps({**again, "seconds": 0})


def test_caps_and_bounds_of_an_exploration_do_not_count(tmp_path: Path) -> None:
    result = one(tmp_path, f'{HEAD}{WHEN}[scenario.given]\ncoins.Bob = 1000\n[scenario.then]\n"coins[Bob]" = 1001\n')
    assert failing(result) == []


def test_words_name_everything_that_a_scenario_may_use() -> None:
    ruleset = Project.load(PROJECTS / "harbour").ruleset("harbour")
    found = words(ruleset.system, ruleset.register, ruleset.scopes(), {})
    assert {
        "name": "quay",
        "type": "for each Player: list of Ship from the top",
        "required": False,
        "says": "",
    } in found["fields"]
    assert found["enums"] == {"Phase": ["BUY", "END"]}
    look = next(a for a in found["actions"] if a["name"] == "look")
    assert look["parameters"] == [{"name": "who", "type": "Player"}, {"name": "at", "type": "list of Ship"}]
    assert {n["name"] for n in look["norms"]} == {"something_new", "any_ship", "at_his_quay"}
    assert [o["name"] for q in found["questions"] for o in q["options"]] == ["current_holder", "original", "opponent"]
    assert list(found["frames"]) == ["Auction"]


def _documented() -> list[str]:
    text = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    return [block.split("```")[0] for block in text.split("```toml\n")[1:]]


def test_examples_of_the_documentation_are_toml() -> None:
    assert len(_documented()) > 4
    for block in _documented():
        tomllib.loads(block)


@cache
def _validator() -> Any:
    jsonschema: Any = pytest.importorskip("jsonschema")
    schema = json.loads((DOCS / "schemas" / "scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def _messages(text: str) -> list[str]:
    return [error.message for error in _validator().iter_errors(tomllib.loads(text))]


@pytest.mark.parametrize("file", SCENARIOS)
def test_the_schema_describes_every_scenario(file: str) -> None:
    assert _messages((ROOT / "checks" / file).read_text(encoding="utf-8")) == []


def test_the_schema_describes_the_format() -> None:
    bodies = [*PASSES.values(), *HARBOUR_PASSES.values(), *(text for text, *_ in FAILS.values())]
    good = [FERRY + HEAD + body for body in bodies] + [b for b in _documented() if "then]" in b and "[[scenario]]" in b]
    for text in good:
        assert _messages(text) == []
    for text in (HEAD, f"{HEAD}whn = []\nallowed = true", f"{HEAD}unspoken = false", f"{HEAD}contradiction = ['1']"):
        assert _messages(text)


def test_a_name_of_a_ruleset_and_of_a_folder_is_the_rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a project lies in a folder of its ruleset's name, and is asked from beside it."""
    cookbook = Path(__file__).parents[3] / "examples" / "cookbook"
    (tmp_path / "setup").mkdir()
    (tmp_path / "setup" / "pyproject.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    suite = Suite(Project.load(cookbook), [Path("setup")])
    assert {scenario.file for _, scenario in suite.scenarios} == {"checks/setup/scenarios/plays.toml"}
