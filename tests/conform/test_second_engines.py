"""The engines in Python, written from the texts of rulebooks: each agrees with the rules, and slips in it are found."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.bridges.conform import shorten
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.session import Session, play_scenarios, walk
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import bundled

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "mnemonic": "python-mnemonic", "mere_mortals": "python-mere-mortals", "megacorp": "python-megacorp",
    "memesis": "python-memesis",
}  # fmt: skip
CORES = {"megacorp": (
    "blocks", "challenge_small", "early2", "founder", "freehold", "guest", "manor", "melee", "pinned", "ring", "slayer",
    "small", "stripped", "taken", "tiny", "trade", "upkeep", "vanguard", "wall",
), "memesis": (
    "armor", "battered", "carrying", "caught", "combat", "creature_on_cause", "deal", "dodges", "foreign_rune",
    "fused_armor", "fused_hidden", "fused_incubation", "fused_worth", "fusion", "fusion_large", "hidden_parts",
    "interception", "large", "moving", "ousted_rune", "placing", "runes", "second_rune", "shared_markings_large",
    "shared_power", "source", "stealth", "three_sets", "trans_power", "transfusion", "transfusion_large", "two_bios",
    "unmarked", "whole",
)}  # fmt: skip
"""Scopes of two books in which their engines are compared: those of MegaCorp in which nothing is that is left out."""

SLIPS = {
    "is_sick": ("mnemonic", "mnemonic.Game.is_sick = lambda self, card: False"),
    "membership": ("mnemonic", "mnemonic.Game.membership = lambda self, who, card: False"),
    "matched": ("mere_mortals", "mere_mortals.Game.matched = lambda self, who, card: True"),
    "may_use": ("mere_mortals", "mere_mortals.Game.may_use = lambda self, card, which: True"),
    "able": ("memesis", "memesis.Game.able = lambda self, card: self.is_creature(card)"),
    "may_attack": ("megacorp", "megacorp.Game.may_attack = lambda self, card: self.kind(card) == 'CHARACTER'"),
}


def engine(book: str, slip: str = "") -> Program:
    """An engine as somebody starts it; with a slip, after that line has changed it."""
    folder = ROOT / "examples" / FOLDERS[book]
    if not slip:
        return Program([sys.executable, str(folder / "main.py")], 30.0)
    found = f"import sys; sys.path[:0] = {[str(folder), str(folder.parent)]!r}"
    changed = f"{found}; import {book}; {slip}; import main; main.main()"
    return Program([sys.executable, "-c", changed], 30.0)


@cache
def system_of(book: str, scope: str) -> TransitionSystem:
    return bundled().ruleset(book).transition_system(scope)


def walked(book: str, scope: str, slip: str = "", steps: int = 60, reading: dict[str, str] | None = None) -> Session:
    system = bundled().ruleset(book).transition_system(scope, reading) if reading else system_of(book, scope)
    with engine(book, slip) as program:
        return walk(program, system, book, steps=steps, seed=1, seconds=600)


@pytest.mark.parametrize(
    ("book", "scope"),
    [
        ("mnemonic", "taken"), ("mnemonic", "tiny"), ("mnemonic", "members"),
        ("mere_mortals", "small"), ("mere_mortals", "contest"), ("mere_mortals", "void"),
        ("megacorp", "small"), ("megacorp", "challenge_small"), ("memesis", "combat"), ("memesis", "fusion"),
    ],
)  # fmt: skip
def test_it_agrees(book: str, scope: str) -> None:
    found = walked(book, scope)
    assert found.agrees and found.steps == 60
    assert bool(found.incomparable_fields) == (book in CORES)


def scopes() -> list[tuple[str, str]]:
    """All scopes of two books in which a game begins and something is done, and those of the cores of the others."""
    found = [(book, name) for book, names in CORES.items() for name in names]
    for book in ("mnemonic", "mere_mortals"):
        names = sorted(path.stem for path in (ROOT / "checks" / book / "scopes").glob("*.toml"))
        found += [(book, name) for name in names if name not in ("open", "nobody")]
    return found


@pytest.mark.parametrize(("book", "scope"), scopes())
def test_it_agrees_in_every_scope(book: str, scope: str) -> None:
    found = walked(book, scope, steps=100)
    assert found.agrees and found.steps == 100


def test_it_agrees_under_other_readings() -> None:
    mnemonic = {
        "hands_are_of_cards_in_hand": "they_are_discarded", "how_a_jack_is_cast": "besides_the_pair",
        "things_are_answered": "they_happen_at_once", "takers_use_abilities": "the_owner_does",
    }  # fmt: skip
    mortals = {
        "the_boost_comes_first": "each_is_stopped_by_itself", "more_may_be_spent": "just_as_many",
        "general_cards_pay_by_themselves": "nobody_matches_them",
    }  # fmt: skip
    assert walked("mnemonic", "jack_and_pair", reading=mnemonic).agrees
    assert walked("mere_mortals", "contest", reading=mortals).agrees


@pytest.mark.parametrize(
    ("book", "files"),
    [
        ("mnemonic", ("second_engine.toml", "mana-hands.toml")),
        ("mere_mortals", ("second_engine.toml", "boosts.toml")),
    ],
)
def test_it_plays_scenarios(book: str, files: tuple[str, ...]) -> None:
    ruleset = bundled().ruleset(book)
    suite = ruleset.suite(*(ROOT / "checks" / book / "scenarios" / file for file in files))
    with engine(book) as program:
        found = play_scenarios(program, suite.systems(), book, system_of(book, "tiny"))
    assert found.agrees and found.scenarios > 2


@pytest.mark.parametrize(
    ("slip", "scope", "action"),
    [
        ("is_sick", "pair", "attack"),
        ("membership", "members", "cast"),
        ("matched", "small", "play_battle"),
        ("may_use", "restored", "use_power"),
        ("may_attack", "blocks", "attack"),
        ("able", "small", "aim"),
    ],
)
def test_a_slip_is_found(monkeypatch: pytest.MonkeyPatch, slip: str, scope: str, action: str) -> None:
    """The action that is allowed by mistake, or not allowed."""
    monkeypatch.setattr(shorten, "SECONDS", 0.5)
    book, line = SLIPS[slip]
    kinds = [one.difference for one in walked(book, scope, line, steps=600).kinds]
    assert any(one.kind == "legal" and one.at.startswith(action) for one in kinds), [one.at for one in kinds]


def test_what_an_engine_leaves_out_it_declines() -> None:
    for book, scope, reading in (
        ("mere_mortals", "tiny", {"a_stack_is_one_card": "the_stack_is_one"}),
        ("megacorp", "small", {"payee": "owner_is_paid"}),
        ("megacorp", "abilities", None),
        ("memesis", "allied", None),
        ("memesis", "small", {"surplus_goes_on": "the_player_takes_the_rest"}),
    ):
        found = walked(book, scope, reading=reading)
        assert [fault.fault.kind for fault in found.faults] == ["declines"] and found.steps == 0
