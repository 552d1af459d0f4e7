"""Every property under every option: what one shows and the default does not is a fault, or declared with a reason."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.native.family import Family, FamilySearchResult
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.variants import options
from ruleslawyer.exploration.variants.choices import IncompleteReading
from ruleslawyer.rulebook.claims.limits import Limits
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
SHOWN = "payee = other_is_paid: the_owner_gains is VIOLATED, in tiny"
PROPERTY = '''

@checks.step("2.3b", of=cross)
def the_owner_gains(before: State, after: State, who: Player, cart: Cart) -> bool:
    """Nobody else than the owner of the cart has more coins than before."""
    return all(after.coins[p] <= before.coins[p] or p == cart.owner for p in Player)
'''
DECLARED = """[[declared]]
reading = { payee = "other_is_paid" }
shows = "the_owner_gains"
reason = "this is what the option says"
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """The ferry, where only the owner of a cart gains: so by default, and not under the other option."""
    folder = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    file = folder / "checks" / "ferry" / "river.py"
    text = file.read_text("utf-8")
    file.write_text(
        text.replace("import Cart, Player, State, ferry", "import Cart, Player, State, cross, ferry") + PROPERTY,
        "utf-8",
    )
    return folder


def declare(ferry: Path, text: str) -> None:
    (ferry / "checks" / "ferry" / "options.toml").write_text(text, "utf-8")


def test_what_an_option_shows(command: Command, ferry: Path) -> None:
    answer = command("explore", "--readings", project=ferry)
    assert answer.code == 1 and SHOWN in answer.out, answer.out
    found = command("explore", "--readings", "--json", project=ferry).json
    assert problems("readings", found) == [] and undocumented("readings", found) == []
    shown = {"reading": {"payee": "other_is_paid"}, "shows": "the_owner_gains", "scopes": ["tiny"], "reason": None}
    assert shown in found[0]["shown"]


def test_what_is_declared_is_no_fault(command: Command, ferry: Path) -> None:
    declare(ferry, DECLARED)
    answer = command("explore", "--readings", project=ferry)
    assert SHOWN not in answer.out and "declared with a reason: 1 thing that options show" in answer.out
    (found,) = command("explore", "--readings", "--json", project=ferry).json
    assert {one["reason"] for one in found["shown"] if one["shows"] == "the_owner_gains"} == {
        "this is what the option says"
    }


def test_check_holds_a_ruleset_to_its_file(command: Command, ferry: Path) -> None:
    """Without the file nothing is asked, and with an empty one everything has to be mended or declared."""
    assert "under another option" not in command("check", "--no-prove", project=ferry).out
    declare(ferry, "")
    answer = command("check", "--no-prove", project=ferry)
    assert answer.code == 1 and "under another option, and not by default: payee = other_is_paid" in answer.out
    declare(ferry, DECLARED)
    assert "the_owner_gains is VIOLATED" not in command("check", "--no-prove", project=ferry).out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DECLARED.replace("payee", "paye"), ("options.toml:2", "paye")),
        (DECLARED.replace("other_is_paid", "other_is"), ("options.toml:2", "did you mean `other_is_paid`?")),
        (DECLARED.replace("the_owner_gains", "the_owner_gain"), ("is no property", "did you mean `the_owner_gains`?")),
        (DECLARED.replace('reason = "this is what the option says"\n', ""), ("`reason` is missing",)),
        (DECLARED.replace('{ payee = "other_is_paid" }', "{}"), ("`reading` names no option",)),
    ],
)
def test_mistakes_in_the_file(command: Command, ferry: Path, text: str, said: tuple[str, ...]) -> None:
    declare(ferry, text)
    answer = command("explore", "--readings", project=ferry)
    assert answer.code == 2 and all(words in answer.err for words in said), answer.err


RICH = '''

@checks.always("2.3b")
def nobody_is_rich(s: State) -> bool:
    """Nobody has three coins."""
    return all(s.coins[p] < 3 for p in Player)
'''
PLAY = """
scope = "tiny"
[[scenario]]
name = "hay"
when = [{ action = "cross", who = "Bob", cart = "hay" }]
then = { "coins[Ann]" = 2 }
given = { turn = "Bob", coins = { Ann = 2, Bob = 1 } }
"""


def test_scenarios_under_every_option(command: Command, ferry: Path) -> None:
    """Bob sends his own hay: by one line the toll is his, by the other Ann's, who then has three coins. That a turn
    follows is asked too, and breaks nothing."""
    file = ferry / "checks" / "ferry" / "river.py"
    file.write_text(file.read_text("utf-8") + RICH, "utf-8")
    folder = ferry / "checks" / "ferry" / "scenarios"
    folder.mkdir()
    (folder / "one.toml").write_text(PLAY, "utf-8")
    answer = command("explore", "--readings", "--scenarios", "--json", project=ferry)
    assert problems("readings", answer.json) == [] and undocumented("readings", answer.json) == []
    (shown,) = answer.json[0]["scenarios"]
    assert (shown["reading"], shown["shows"]) == ({"payee": "other_is_paid"}, "nobody_is_rich")
    text = command("explore", "--readings", "--scenarios", project=ferry).out
    assert (
        "payee = other_is_paid: nobody_is_rich is VIOLATED, in the scenario checks/ferry/scenarios/one.toml:4" in text
    )


TOGETHER = '''

@checks.always("2.3b")
def who_was_paid_goes_on(s: State) -> bool:
    """Who has two coins, and owns no light cart, goes on."""
    return not any(s.coins[p] == 2 and s.turn != p and all(c.heavy or c.owner != p for c in Cart) for p in Player)
'''


def test_two_options_together(command: Command, ferry: Path) -> None:
    """Bob sends his own hay. Where the one who waits is paid, Ann has two coins; where the same carter goes on, it is
    Bob's turn: only both together break the property."""
    file = ferry / "checks" / "ferry" / "river.py"
    file.write_text(file.read_text("utf-8") + TOGETHER, "utf-8")
    name = "who_was_paid_goes_on"
    assert name not in command("explore", "--readings", project=ferry).out
    told = command("explore", "--readings", "--pairs", project=ferry).out
    assert f"follower = the_same, payee = other_is_paid: {name} is VIOLATED, in tiny" in told, told


CLASH = "cross:own_turn/too_heavy"
LOW = 'coins = 1\n\n[initial]\nturn = "Bob"\n'


def test_what_lies_beyond_a_cap_is_not_asked(command: Command, ferry: Path) -> None:
    """Bob sends his own hay. By one line the toll is his, and nobody ever has two coins; by the other it is Ann's, and
    two are beyond the cap of the scope: no fault, but what follows is not known. So too where heavy carts cross, and
    Bob sends Ann's iron."""
    tiny = ferry / "checks" / "ferry" / "scopes" / "tiny.toml"
    tiny.write_text(tiny.read_text("utf-8").replace("coins = 9\n", LOW), "utf-8")
    answer = command("explore", "--readings", "--json", project=ferry)
    assert problems("readings", answer.json) == [] and undocumented("readings", answer.json) == []
    (found,) = answer.json
    assert "stops" not in {one["shows"] for one in found["shown"]}
    (scope,) = found["scopes"]
    assert [one["limit"] for one in scope["incomplete"]] == 2 * ["coins is followed up to 1"]
    assert [one["reading"] for one in scope["incomplete"]] == [{"payee": "other_is_paid"}, {CLASH: "permit"}]
    text = command("explore", "--readings", project=ferry).out
    assert f"INCOMPLETE in tiny, coins is followed up to 1: payee = other_is_paid; {CLASH} = permit" in text, text


def test_an_option_with_too_many_states(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either may begin, and hay crosses: four states. Where heavy carts cross as well there are more."""
    monkeypatch.setattr(options, "TIMES", 1)
    monkeypatch.setattr(options, "AT_LEAST", 1)
    found = options.ask_options(Project.load(ferry).ruleset("ferry").transition_system("tiny"), Limits())
    assert found is not None and found.states == 4
    assert found.incomplete == (IncompleteReading({CLASH: "permit"}, "up to 4 states are followed"),)


def test_what_an_exploration_met_is_asked_at_once(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events of the usual plays speak of all three choices, of two options each: one search for the usual reading and
    three others. What none of them spoke of is found by asking, and asked then. The limit is of the usual reading."""
    tiny = Project.load(ferry).ruleset("ferry").transition_system("tiny")
    met = sorted({one.event.choice for one in explore_scope(tiny).events} - {""})
    readings, search = list[int](), Family.search

    def counted(family: Family, *given: Any, **more: Any) -> FamilySearchResult:
        readings.append(len(family.readings))
        return search(family, *given, **more)

    monkeypatch.setattr(Family, "search", counted)
    found = options.ask_options(tiny, Limits(4))
    assert found is not None and found.asked == len(met) == 3 and found.shown and readings == [1, 4]
    for known, searches in ((met, [4]), (met[:1], [2, 3]), ([], [1, 4])):
        readings.clear()
        again = options.ask_options(tiny, Limits(4), states=found.states, met=known)
        assert again is not None and (again, again.live) == (found, found.live) and readings == searches
