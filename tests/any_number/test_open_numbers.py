"""Numbers of the book that a proof leaves open: what is proved of all their values is broken by a play with none of
them, whoever writes the range down, and a value that breaks something is found and said."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.certify.second import available
from ruleslawyer.engines.smt.lifted.folder import MANIFEST
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.limits import Limits
from tests.any_number.rulesets import project
from tests.cli.command import Answer, Command

BANK = '''"""Chips go from a bank to players, and back; a fee is kept."""


class Numbers(Constants):
    """The book's."""

    chips: Annotated[int, Range(0)] = number(3, "1")
    share: Annotated[int, Range(1, 2)] = number(1, "1")


@state
class State:
    bank: Annotated[int, Range(0)]
    fees: Annotated[int, Range(0)]
    purse: Map[Player, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    """All chips lie in the bank."""
    with effect("1"):
        s.bank = Numbers.chips


@book.action("2")
def take(s: State, who: Player) -> None:
    """A share of them goes to somebody."""
    with effect("2"):
        s.bank -= Numbers.share
        s.purse[who] += Numbers.share


@take.permit("2")
def there_are_so_many(s: State, who: Player) -> bool:
    return s.bank >= Numbers.share


@book.action("3")
def pay(s: State, who: Player) -> None:
    """One chip is paid, and lost."""
    with effect("3"):
        s.purse[who] -= 1
        s.fees += 1


@pay.permit("3")
def has_one(s: State, who: Player) -> bool:
    return s.purse[who] > 0


@checks.always("1")
def no_chip_is_lost(s: State) -> bool:
    """What is somewhere is what there was."""
    return s.bank + s.fees + sum(s.purse[p] for p in Player) == Numbers.chips


@checks.always("1")
def three_at_most(s: State) -> bool:
    """True of the book's number, and of no larger one."""
    return s.bank + s.fees + sum(s.purse[p] for p in Player) <= 3


@checks.step("2", of=take)
def a_share_is_taken(before: State, after: State, who: Player) -> bool:
    return before.bank - after.bank == Numbers.share
'''
OPEN = (
    'title = "Any numbers"\n\n[sorts]\nPlayer = 2\n\n[constants]\n"Numbers.chips" = "open"\n"Numbers.share" = "open"\n'
)
SECONDS = 3.0
"""Of the processor, for each search."""
ALL = ("Numbers.chips", "Numbers.share")
ANY = "PROVED for any number of turns; 2 players; any chips, share"


def bank(folder: Path, text: str = BANK, *, scope: str = OPEN) -> Ruleset:
    """Without cards, so with no scope but the one that leaves numbers open and a closed one."""
    project(folder, "bank", text)
    scopes = folder / "bank" / "scopes"
    for file in scopes.iterdir():
        file.unlink()
    (scopes / "two.toml").write_text('title = "Two"\n[sorts]\nPlayer = 2\n', encoding="utf-8")
    (scopes / "open.toml").write_text(scope, encoding="utf-8")
    return Project.load(folder).ruleset("bank")


def proved(found: Answer) -> dict[str, Any]:
    return {one["property"]: one for one in found.json["results"]}


def test_a_proof_says_which_values_do_not_matter(tmp_path: Path, command: Command) -> None:
    """Worked out by hand: the sum is the number whatever that is; that it is three at most holds of the book alone."""
    bank(tmp_path)
    found = proved(command("prove", "bank", "--any-number", "--total", str(SECONDS), "--json", project=tmp_path))
    words = {name: one["verdict"] for name, one in found.items()}
    assert words["no_chip_is_lost"] == words["a_share_is_taken"] == words["writes:purse"] == ANY
    assert words["three_at_most"] == "PROVED for any number of turns; 2 players"
    assert found["no_chip_is_lost"]["any_value_of"] == [*ALL] and found["three_at_most"]["any_value_of"] == []


def test_those_of_a_scope_that_is_named_are_open_and_no_others(tmp_path: Path, command: Command) -> None:
    bank(tmp_path)
    (tmp_path / "bank" / "scopes" / "one.toml").write_text(OPEN.replace('"Numbers.share" = "open"\n', ""), "utf-8")
    asked = "prove", "bank", "--any-number", "--total", str(SECONDS), "--json", "--scope"
    found = proved(command(*asked, "one", project=tmp_path))
    assert found["no_chip_is_lost"]["verdict"] == "PROVED for any number of turns; 2 players; any chips"
    assert found["three_at_most"]["verdict"] == "VIOLATED"
    wrong = command(*asked, "two", project=tmp_path)
    assert wrong.code == 2 and "scope `two` leaves no number open" in wrong.err


def test_a_value_that_breaks_it_is_found_and_said(tmp_path: Path, command: Command) -> None:
    """Four chips are the fewest that are more than three."""
    bank(tmp_path)
    found = command("prove", "bank", "three_at_most", "no_chip_is_lost", "--json", project=tmp_path)
    words = proved(found)
    assert found.code == 1
    assert words["three_at_most"]["verdict"] == "VIOLATED"
    assert "with Numbers.chips = 4, Numbers.share = 1" in words["three_at_most"]["reason"]
    assert words["no_chip_is_lost"]["verdict"] == ANY


def test_where_the_type_lets_in_what_is_below_zero_the_range_is_proposed(tmp_path: Path, command: Command) -> None:
    """A beginning with less than nothing in the bank: no game begins, and that is what is wrong."""
    bank(tmp_path, BANK.replace('chips: Annotated[int, Range(0)] = number(3, "1")', 'chips: int = number(3, "1")'))
    (word,) = proved(command("prove", "bank", "writes:bank", "--json", project=tmp_path)).values()
    assert word["verdict"] == "VIOLATED" and word["play"] == ["initial()"]
    assert "with Numbers.chips = -1" in word["reason"]
    assert "if Numbers.chips is never below zero, its type has to say so: Annotated[int, Range(0)]" in word["reason"]


def test_the_range_is_what_is_assumed_and_no_more(tmp_path: Path) -> None:
    """Each of these is true in the range of the type and false beyond it, or false at one end of it."""
    text = (
        BANK
        + """

@checks.always("1")
def a_share_is_something(s: State) -> bool:
    return Numbers.share >= 1


@checks.always("1")
def two_at_most(s: State) -> bool:
    return Numbers.share <= 2


@checks.always("1")
def more_than_one(s: State) -> bool:
    return Numbers.share >= 2


@checks.always("1")
def no_more_than_there_are(s: State) -> bool:
    return Numbers.share <= Numbers.chips


@checks.always("1")
def as_in_the_book(s: State) -> bool:
    return Numbers.share == 1 and Numbers.chips == 3
"""
    )
    found = {one.property: one.verdict for one in bank(tmp_path, text).prove_for_any(numbers=ALL, total=SECONDS)}
    assert (found["a_share_is_something"], found["two_at_most"]) == ("PROVED", "PROVED")
    assert "PROVED" not in [found[name] for name in ("more_than_one", "no_more_than_there_are", "as_in_the_book")]


def test_a_counterexample_to_induction_has_their_values(tmp_path: Path) -> None:
    """The state is one of a scope only with the numbers that it goes by."""
    (one,) = bank(tmp_path).prove_for_any(["three_at_most"], numbers=ALL, total=SECONDS)
    assert one.verdict == "VIOLATED" and one.situation is not None
    assert one.situation.numbers.keys() == {*ALL} and one.situation.numbers["Numbers.chips"] != 3


@pytest.mark.skipif(not available(), reason="cvc5 is not installed")
def test_a_certificate_says_which_are_open_and_is_believed_of_no_others(tmp_path: Path) -> None:
    ruleset = bank(tmp_path)
    ruleset.prove_for_any(
        ["no_chip_is_lost", "writes:purse"], numbers=ALL, total=SECONDS, certificates=tmp_path / "made"
    )
    folder = tmp_path / "made" / "any-number=bank,numbers=any"
    assert "any chips, share, else the numbers of the book" in (folder / "proofs.md").read_text(encoding="utf-8")
    again = Project.load(tmp_path).certify(tmp_path / "made")
    assert len(again) == 2 and all(one.accepted for one in again)
    file = folder / MANIFEST
    said = json.loads(file.read_text(encoding="utf-8"))
    for numbers in ([], ["Numbers.chips"], [*ALL, "Numbers.others"], "Numbers.chips"):
        file.write_text(json.dumps({**said, "numbers": numbers}), encoding="utf-8")
        with pytest.raises(Exception, match=r"another version|has not|what a certificate has"):
            Project.load(tmp_path).certify(tmp_path / "made")


VALUES = [dict(zip(ALL, pair, strict=True)) for pair in product((0, 1, 2, 5), (1, 2))]
"""Numbers with which the rules are explored: those at both ends of a range, and beyond the book's."""


def drawn(dice: Random, count: int) -> str:
    """Properties that compare sums of fields, and numbers of the book."""
    terms = ("s.bank", "s.fees", "sum(s.purse[p] for p in Player)", "Numbers.chips", "Numbers.share")

    def total() -> str:
        return " + ".join(dict.fromkeys([*dice.sample(terms, dice.randint(1, 3)), str(dice.randint(0, 2))]))

    def compared() -> str:
        return f"{total()} {dice.choice(('<=', '>=', '<=', '=='))} {total()}"

    text = ""
    for number in range(count):
        says = compared() if dice.random() < 0.7 else f"{compared()} or {compared()}"
        text += f'\n\n@checks.always("1")\ndef drawn{number}(s: State) -> bool:\n    return {says}\n'
    return text


def disagreements(ruleset: Ruleset) -> tuple[int, list[str]]:
    """How many properties are proved of all values, and those of them that a play with some breaks."""
    found = ruleset.prove_for_any(numbers=ALL, total=SECONDS, timeout=1.0)
    names = {one.property for one in found if one.verdict == "PROVED"}
    scope, wrong = ruleset.scope("two"), []
    for values in VALUES:
        played = ruleset.in_scope(replace(scope, constants={**scope.constants, **values}))
        result = explore_scope(played, limits=Limits(states=3000), engine="networkx")
        wrong += [f"{v.name} with {values}" for v in result.verdicts if v.word == "VIOLATED" and v.name in names]
    return len(names), wrong


def test_what_is_proved_of_all_values_holds_of_each(tmp_path: Path) -> None:
    """Of properties drawn at random; some are proved, so that the test says something."""
    count, wrong = disagreements(bank(tmp_path, BANK + drawn(Random(1), 12)))
    assert not wrong and count > 5


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2, 42))
def test_nor_of_a_thousand(tmp_path: Path, seed: int) -> None:
    assert not disagreements(bank(tmp_path, BANK + drawn(Random(seed), 25)))[1]
