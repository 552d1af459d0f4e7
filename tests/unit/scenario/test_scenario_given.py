"""Given states of scenarios: one that contradicts itself is refused; what is not named has a place by default."""

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.suite import ScenarioResult, Suite
from tests.bundled import bundled

PROJECT = bundled()
HEAD = 'scope = "trade"\n[[scenario]]\nname = "x"\n'


def run(tmp_path: Path, ruleset: str, text: str) -> ScenarioResult:
    file = tmp_path / "mine.toml"
    file.write_text(f'ruleset = "{ruleset}"\n{text}', encoding="utf-8")
    suite = Suite(PROJECT, [file])
    (result,) = (suite.run(of, scenario) for of, scenario in suite.scenarios)
    return result


CONTRADICTIONS = {
    "two cards in one slot": (
        "megacorp",
        HEAD
        + """[scenario.given]
        zone = { Clerk = "NETWORK", Aide = "NETWORK" }
        slot = { Clerk = "Bob13", Aide = "Bob13" }
        [scenario.then]
        ended = false""",
        ("one card lies in a space", "9.28.4", "slot[Clerk] = Bob13", "slot[Aide] = Bob13"),
    ),
    "a card in two places": (
        "megacorp",
        HEAD
        + """[scenario.given]
        zone = { Aide = "HAND" }
        market = { Bob = ["Aide"] }
        [scenario.then]
        ended = false""",
        ("open markets hold what is in them", "market[Bob] = Aide"),
    ),
    "a slot without its zone": (
        "megacorp",
        HEAD
        + """[scenario.given]
        zone = { Aide = "HAND" }
        slot = { Aide = "Bob13" }
        [scenario.then]
        ended = false""",
        ("slot[Aide] = Bob13 means nothing there", "leave `slot[Aide]` out"),
    ),
    "a card of a network without a slot": (
        "megacorp",
        HEAD
        + """[scenario.given]
        zone = { Aide = "NETWORK" }
        [scenario.then]
        ended = false""",
        ("what is in a network has a space", "3.8.1a", "zone[Aide] = NETWORK"),
    ),
    "a card of somebody's that lies in no Cell": (
        "memesis",
        HEAD.replace("trade", "wheel")
        + """[scenario.given]
        holder = { Ape = "none" }
        [scenario.then]
        ended = false""",
        ("cells are somebodys", "holder[Ape] = none"),
    ),
    "a land that pays and is not tapped": (
        "mnemonic",
        HEAD.replace("trade", "durable")
        + """[scenario.given]
        zone = { D2 = "BATTLEFIELD" }
        laid = { D2 = true }
        [scenario.then]
        ended = false""",
        ("laid[D2] = yes means nothing there", "leave `laid[D2]` out"),
    ),
    "two Leads of one player": (
        "mere_mortals",
        HEAD.replace("trade", "tiny")
        + """[scenario.given]
        place = { Angel = "LEAD", Blow = "LEAD" }
        [scenario.then]
        ended = false""",
        ("no second lead", "8.1", "place[Blow] = LEAD"),
    ),
    "more Security than cards": (
        "daemons",
        HEAD.replace("trade", "duel")
        + """[scenario.given]
        security = { Ann = 20 }
        [scenario.then]
        ended = false""",
        ("security and deck are of unseen cards", "security[Ann] = 20"),
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_given_state_that_contradicts_itself(tmp_path: Path, name: str) -> None:
    ruleset, text, said = CONTRADICTIONS[name]
    with pytest.raises(UsageError) as caught:
        run(tmp_path, ruleset, text)
    assert caught.value.message.startswith("the given state contradicts itself")
    assert all(words in str(caught.value) for words in said), str(caught.value)
    assert caught.value.place == "mine.toml:4"


def test_what_means_nothing_any_more_is_no_contradiction(tmp_path: Path) -> None:
    """The file puts a card into a slot; a scenario that gives it in hand need not say that it has left the slot."""
    file = HEAD.replace("[[scenario]]", '[given]\nzone = { Aide = "NETWORK" }\nslot = { Aide = "Bob13" }\n[[scenario]]')
    then = '[scenario.then]\nended = false\n"slot[Aide]" = "none"\n'
    assert run(tmp_path, "megacorp", f'{file}[scenario.given]\nzone = {{ Aide = "HAND" }}\n{then}').passed


REST = {
    "in the given state": HEAD + '[scenario.given]\nrest = { zone = "HAND" }\n',
    "in the scenario": HEAD + 'rest = { zone = "HAND" }\n[scenario.given]\n',
    "at the top of the file": 'rest = { zone = "HAND" }\n' + HEAD + "[scenario.given]\n",
}


@pytest.mark.parametrize("name", REST)
def test_what_is_not_named_is_at_the_place_of_the_rest(tmp_path: Path, name: str) -> None:
    """Eight cards, of which one is in the network and one in a market's pile."""
    text = (
        REST[name]
        + """
zone = { Clerk = "NETWORK", Temp = "MARKET" }
slot = { Clerk = "Bob13" }
market = { Bob = ["Temp"] }
lost = { Ann = true, Bob = true }
[scenario.then]
"count(zone = HAND)" = 6
"count(zone = NETWORK)" = 1
"count(market[Bob])" = 1
"""
    )
    result = run(tmp_path, "megacorp", text)
    assert [(c.expected, c.found) for r in result.runs for c in r.checked if not c.passed] == []


def test_a_place_that_two_fields_have(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        run(tmp_path, "megacorp", HEAD + '[scenario.given]\nrest = "HAND"\n[scenario.then]\nended = false')
    assert "have a place `HAND`" in str(caught.value) and 'write rest = { zone = "HAND" }' in str(caught.value)
    with pytest.raises(UsageError) as caught:
        run(tmp_path, "megacorp", HEAD + '[scenario.given]\nrest = "HAMD"\n[scenario.then]\nended = false')
    assert "there is no place `HAMD`" in str(caught.value) and "did you mean `HAND`?" in str(caught.value)


def test_a_failure_says_for_whom_the_play_waits(tmp_path: Path) -> None:
    result = run(tmp_path, "megacorp", HEAD + '[scenario.given]\nstep = "BUY"\n[scenario.then]\nended = true')
    assert not result.passed and result.json()["runs"][0]["waiting"].startswith("the play is waiting for ")
