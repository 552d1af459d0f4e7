"""`prove` says of how many players a proof is: of any number, of two alone where others break it, and of none at all
where nobody can play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.any_number.rulesets import project
from tests.cli.command import Command

BOOK = '''"""Each player may take one coin, once; whoever has one may ask the other for it."""


class Card(Sort):
    """A card."""


@state
class State:
    taken: Map[Player, bool]


@book.action("2")
def take(s: State, who: Player) -> None:
    """Take a coin."""
    with effect("2"):
        s.taken[who] = True


@take.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.taken[who]


@checks.always("3")
def two_coins_at_most(s: State) -> bool:
    return sum(1 for p in Player if s.taken[p]) <= 2


@checks.step("4", of=take)
def nobody_loses_a_coin(before: State, after: State, who: Player) -> bool:
    return all(after.taken[p] for p in Player if before.taken[p])
'''
DUEL = BOOK.replace("    with effect(\"2\"):\n        s.taken[who] = True", '''    with effect("2"):
        s.taken[the(p for p in Player if p != who)] = True''')  # fmt: skip
MARKED = (
    BOOK.replace(
        "    taken: Map[Player, bool]\n", "    taken: Map[Player, bool]\n    marked: Map[Player, bool]\n"
    ).replace("        s.taken[who] = True\n", "        s.taken[who] = True\n        s.marked[who] = True\n")
    + """

@checks.step("4", of=take)
def whoever_takes_is_not_marked(before: State, after: State, who: Player) -> bool:
    return not before.marked[who]
"""
)
EXPECTED = '[three.two_coins_at_most]\nverdict = "VIOLATED"\nreason = "3: three take one each"\n'


def seated(folder: Path, text: str) -> Path:
    """The game with scopes for two players, and one for three who break a property."""
    project(folder, "coins", text)
    three = 'title = "Three"\n[sorts]\nPlayer = 3\nCard = 1\n'
    (folder / "coins/scopes/three.toml").write_text(three, encoding="utf-8")
    checks = folder / "checks/coins"
    checks.mkdir(parents=True)
    (checks / "expected.toml").write_text(EXPECTED, encoding="utf-8")
    return folder


def test_any_number_of_players_or_two(command: Command, tmp_path: Path) -> None:
    """Three players have three coins; that nobody loses one is so for however many."""
    seated(tmp_path, BOOK)

    def said(name: str, players: str) -> tuple[str, Any]:
        asked = ("prove", "coins", name, "--any-number", "--players", players, "--json", "--total", "5")
        (one,) = command(*asked, project=tmp_path).json["results"]
        return one["verdict"], one["fixed"]

    assert said("nobody_loses_a_coin", "any") == ("PROVED for any number of Player, Card", {})
    assert said("two_coins_at_most", "2") == ("PROVED for any number of Card; 2 players", {"Player": 2})
    assert said("two_coins_at_most", "3")[0] == said("two_coins_at_most", "any")[0] == "UNKNOWN"


def test_what_three_break_is_violated_with_their_play(command: Command, tmp_path: Path) -> None:
    """Kept proofs: of any number of players where it was so proved. What is true for two alone is none for the book."""
    seated(tmp_path, BOOK)
    kept = {"states": ["two_coins_at_most"], "alone": ["nobody_loses_a_coin"], "steps": [], "conditions": [],
            "any_players": ["nobody_loses_a_coin"]}  # fmt: skip
    (tmp_path / "checks/coins/lemmas.json").write_text(json.dumps(kept), encoding="utf-8")
    found = command("prove", "coins", "--json", "--total", "20", project=tmp_path)
    results = {one["property"]: one for one in found.json["results"]}
    proved, broken = results["nobody_loses_a_coin"], results["two_coins_at_most"]
    assert (proved["verdict"], proved["sizes"]) == ("PROVED for any number of Player, Card", {})
    assert broken["verdict"] == "VIOLATED" and len(broken["play"]) == 4  # the beginning, and three coins
    assert "PROVED for any number of Card; 2 players" in " ".join(broken["tried"])


def test_what_is_kept_of_any_number_of_players_is_beside_the_rest(command: Command, tmp_path: Path) -> None:
    seated(tmp_path, BOOK)
    for players in ("2", "any"):
        command("prove", "coins", "--any-number", "--players", players, "--keep", "--total", "5", project=tmp_path)
    kept = json.loads((tmp_path / "checks/coins/lemmas.json").read_text("utf-8"))
    two = kept["states"] + kept["alone"] + kept["steps"]
    assert sorted(two) == ["nobody_loses_a_coin", "two_coins_at_most"]
    assert kept["any_players"] == ["nobody_loses_a_coin"]


def test_a_proof_for_any_number_of_players_rests_on_what_nobody_wrote_down(command: Command, tmp_path: Path) -> None:
    """The condition is asked again for any number; one that does not hold is no help, and the proof lapses."""
    seated(tmp_path, MARKED)
    name = "whoever_takes_is_not_marked"
    found = {}
    for condition in ("all p: Player: not marked[p] or taken[p]", "all p: Player: marked[p] or taken[p]"):
        kept = {"states": [], "alone": [], "steps": [name], "conditions": [condition], "any_players": [name]}
        (tmp_path / "checks/coins/lemmas.json").write_text(json.dumps(kept), encoding="utf-8")
        (report,) = command("check", "coins", "--json", project=tmp_path).json["rulesets"]
        proved = [p["verdict"] for p in report["proofs"] if p["property"] == name]
        assert [p["invariant"] for p in report["proofs"] if p["property"] == name] == [[condition]] * len(proved)
        found[condition] = proved, [one["name"] for one in report["lapsed"]]
    holds, fails = found.values()
    assert holds == (["PROVED for any number of Player, Card"], [])
    assert not [verdict for verdict in fails[0] if verdict.startswith("PROVED for any number")] and name in fails[1]


def test_certificates_for_two_stay_beside_those_for_any_number(command: Command, tmp_path: Path) -> None:
    """Each with a page, on which what nobody wrote down is a sentence; all are accepted."""
    seated(tmp_path, MARKED)
    name, condition = "whoever_takes_is_not_marked", "all p: Player: not marked[p] or taken[p]"
    kept = {"states": [], "alone": [], "steps": [name], "conditions": [condition]}
    (tmp_path / "checks/coins/lemmas.json").write_text(json.dumps(kept), encoding="utf-8")
    folder = tmp_path / "certificates"
    for players in ("any", "2"):
        asked = ("prove", "coins", name, "--any-number", "--players", players, "--certificates", str(folder))
        assert command(*asked, project=tmp_path).code == 0
    pages = {path.parent.name: path.read_text("utf-8") for path in folder.rglob("proofs.md")}
    assert pages.keys() == {"any-number=coins", "any-number=coins,players=any"}
    assert "any number of Player, Card, one at least of each;" in pages["any-number=coins,players=any"]
    for page in pages.values():
        assert f"- in every state: for each Player p: where marked of p, taken of p (`{condition}`, in `" in page
    accepted = command("prove", "--recheck", str(folder), "--json", project=tmp_path).json["results"]
    assert [one["accepted"] for one in accepted if one["property"] == name] == [True, True]


def test_a_lemma_for_any_number_of_players_that_became_false(command: Command, tmp_path: Path) -> None:
    """It holds for two still; that it was kept for any number is said to hold no more."""
    seated(tmp_path, BOOK)
    kept = {"states": ["two_coins_at_most"], "alone": [], "steps": [], "conditions": [],
            "any_players": ["two_coins_at_most"]}  # fmt: skip
    (tmp_path / "checks/coins/lemmas.json").write_text(json.dumps(kept), encoding="utf-8")
    (report,) = command("check", "coins", "--json", project=tmp_path).json["rulesets"]
    assert [one["name"] for one in report["lapsed"]] == ["two_coins_at_most"]
    assert not [p for p in report["proofs"] if p["verdict"].startswith("PROVED for any number")]


@pytest.mark.parametrize("players", ["1", "3"])
def test_where_nothing_can_be_done_nothing_is_proved(command: Command, tmp_path: Path, players: str) -> None:
    """*The* other of one player, or of three, is nobody: no action comes to its end, so that all would follow."""
    seated(tmp_path, DUEL)
    asked = ("prove", "coins", "--any-number", "--players", players, "--json", "--total", "5")
    found = command(*asked, project=tmp_path)
    assert found.code == 1 and {one["verdict"] for one in found.json["results"]} == {"VACUOUS"}
    assert all("nothing is ever done with so many players" in one["reason"] for one in found.json["results"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "3"), "--players: a scope says how many play"),
        (("--any-number", "--scope", "three"), "scope `three` leaves no number open"),
    ],
)
def test_what_a_scope_says_and_a_proof_for_any_number_does_not(
    command: Command, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    """Neither is passed over: the verdict would be of another number of players."""
    seated(tmp_path, BOOK)
    found = command("prove", "coins", *options, project=tmp_path)
    assert (found.code, found.out) == (2, "") and said in found.err and "= help:" in found.err


@pytest.mark.parametrize("players", ["0", "10", "many"])
def test_a_number_of_players_that_is_none(command: Command, tmp_path: Path, players: str) -> None:
    seated(tmp_path, BOOK)
    found = command("prove", "coins", "--any-number", "--players", players, project=tmp_path)
    assert found.code == 2 and f"--players: `{players}` is no number of players" in found.err
    assert "a number from 1 to 9, or `any`" in found.err
