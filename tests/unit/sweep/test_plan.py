"""What sweeps deal of the five rulebooks: each plan deals its usual cards, and each value of a factor alone is read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.studies.sweep.plan import load_plan, position
from ruleslawyer.studies.sweep.sweep import SweepRun
from tests.bundled import RULEBOOKS, bundled

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_usual_cards_are_dealt(name: str) -> None:
    ruleset = bundled().ruleset(name)
    plan = load_plan(ruleset)
    for cards in range(1, len(plan.dealt) + 1):
        assert isinstance(position(ruleset, plan, plan.dealt[:cards], {}), Scope)


def test_an_option_adds_a_card() -> None:
    """A third player's Business comes to the cards of the base, and to no others."""
    ruleset = bundled().ruleset("megacorp")
    plan = load_plan(ruleset)
    two, three = (plan.scope(("One",), {"players": players, "grid": "rows"})[1].names for players in ("two", "three"))
    assert set(two["Card"]) == {"AnnCo", "Host", "BobCo", "Rival", "One"}
    assert set(three["Card"]) - set(two["Card"]) == {"CidCo"} and len(three["Player"]) == 3
    assert (len(two["Slot"]), len(three["Slot"])) == (16, 24)


SALE = "        if s.zone[card] == Zone.NETWORK:\n            s.fate[card] = Fate.SOLD\n        else:\n"
FAULTS = {
    "selling.py": (SALE, "        if s.zone[card] != Zone.ASIDE:\n"),
    "leaving.py": (
        "s.zone[card] == Zone.NETWORK\n        and s.fate",
        "s.zone[card] == Zone.ASIDE\n        and s.fate",
    ),
}
"""What the model once said of sales: a card goes past the deed of leaving, and nobody cares for what lay beneath it."""


@pytest.mark.campaign
def test_a_card_in_no_space(tmp_path: Path) -> None:
    """A fault that was found from outside, with four cards: what cannot be destroyed stays behind when the card above
    it is sold. One dealt card and three of the base are those four."""
    for part in ("model", "checks", "spec", "findings"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, (said, once) in FAULTS.items():
        file = tmp_path / "model" / "megacorp" / name
        text = file.read_text(encoding="utf-8")
        assert said in text
        file.write_text(text.replace(said, once), encoding="utf-8")
    ruleset = Project.load(tmp_path).ruleset("megacorp")
    found = SweepRun(ruleset, load_plan(ruleset), cards=1, limits=Limits(300)).run()
    new = found.new["violated", "what_is_in_a_network_has_a_space"]
    assert new.case.members == ("One",) and new.case.values["One.place"] == "beneath"
    assert new.case.values["One.keywords"] == {"INDESTRUCTIBLE": True}
