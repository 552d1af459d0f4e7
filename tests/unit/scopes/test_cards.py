"""Lists of cards: what a spreadsheet says, as a scope would say it, and each mistake in one at its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.base.files.sheet import Sheet
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Enum
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.copies import design
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.studies.cards.result import Coverage
from ruleslawyer.studies.cards.seats import cards_in, seats_in

ROOT = Path(__file__).parents[3]
ARENA = ROOT / "tests" / "projects" / "arena"
SCOPE = """\
cards = "list.csv"
[sorts]
Player = ["Ann"]
[defaults.Card]
element = "EARTH"
"""


@pytest.fixture(scope="module")
def arena() -> System:
    return Project.load(ARENA).ruleset("arena").system


@pytest.fixture(scope="module")
def bundled() -> Project:
    return Project.load(ROOT)


@pytest.fixture(scope="module")
def megacorp(bundled: Project) -> LoadedRuleset:
    return bundled.ruleset("megacorp")


def loaded(folder: Path, system: System, cards: str | bytes, scope: str = SCOPE, name: str = "list.csv") -> Scope:
    (folder / name).write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    (folder / "it.toml").write_text(scope, "utf-8")
    return load_scope(folder / "it.toml", system)


def wrong(folder: Path, system: System, cards: str, scope: str = SCOPE) -> list[str]:
    with pytest.raises(ModelError) as raised:
        loaded(folder, system, cards, scope)
    return [f"{d.span.line}:{d.span.column} {d.code} {d.message} ({d.help})" for d in raised.value.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "Card,element,traits\nAce,Fire,\"Shielded, piercing\"\nKing,,\n",
        "\ufeffCard;element;traits\r\n\r\nAce;Fire;Shielded, piercing\r\n;;\r\nKing;;\r\n",
        "name\telement\ttraits\t#art\t\nAce\tFIRE\tSHIELDED,PIERCING\tby hand\t\nKing\n",
        "sep=;\nCard;element;traits\nAce;fire;shielded, Piercing\nKing\n",
    ],
)  # fmt: skip
def test_a_spreadsheet(tmp_path: Path, arena: System, text: str) -> None:
    """Commas, semicolons, tabs; a byte-order mark, empty lines and cells: the same two cards."""
    scope = loaded(tmp_path, arena, text)
    enums = arena.enums
    element = next(a.type for a in arena.sorts["Card"].attributes if a.name == "element")
    assert isinstance(element, Enum)
    assert scope.names["Card"] == ("Ace", "King")
    assert [enums[element.name].members[i] for i in scope.attributes["Card", "element"] or ()] == ["FIRE", "EARTH"]
    ace, king = scope.attributes["Card", "traits"] or ()
    assert sum(ace) == 2 and not any(king)


def test_ten_thousand(tmp_path: Path, arena: System) -> None:
    text = "Card,element\n" + "".join(f"C{i},Fire\n\n" for i in range(10_000))
    assert loaded(tmp_path, arena, text).size("Card") == 10_000


def test_toml(tmp_path: Path, arena: System) -> None:
    scope = SCOPE.replace("list.csv", "list.toml")
    cards = '[[Card]]\nCard = "Ace"\ntraits = { SHIELDED = true }\n[[Card]]\nname = "King"\nelement = "FIRE"\n'
    assert loaded(tmp_path, arena, cards, scope, "list.toml").names["Card"] == ("Ace", "King")


def test_beside_members_of_the_scope(tmp_path: Path, arena: System) -> None:
    scope = f"{SCOPE}[sorts.Card]\nQueen = {{}}\n"
    assert loaded(tmp_path, arena, "Card\nAce\n", scope).names["Card"] == ("Queen", "Ace")
    (problem,) = wrong(tmp_path, arena, "Card\nQueen\n", scope)
    assert problem == "2:1 RL706 two of `Card` are called `Queen` (give each a name of its own)"


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("Card,element\nA,Fire\n\nA,Fire\n", "4:1 RL706 two of `Card` are called `A`; the first is on line 2 (give"),
        ("Card,traits\nA,\"Idle, Sheilded\"\n", "2:10 RL702 `Sheilded` is not a Trait (did you mean"),
        ("Card;traits\nA;Idle, Idle\n", "2:3 RL706 `IDLE` is there twice"),
        ("Card,element\nA,=1+2\n", "2:3 RL710 `=1+2` is a formula"),
        ("Card,element\n=cmd(),Fire\n", "2:1 RL710 `=cmd()` is a formula"),
        ("Card,elment\nA,Fire\n", "1:6 RL702 `Card` has no attribute `elment` (did you mean `element`?"),
        ("element\nFire\n", "1:1 RL710 there is no column with the names of the cards"),
        ("Card,element\nA,Fire,Idle\n", "2:1 RL710 this line has 3 cells, and the head has 2"),
        ("Card,element\n,Fire\n", "2:1 RL710 this card has no name"),
        ("Card,element\n\"A,Fire\n", "2:1 RL710 this is not CSV"),
        ("\n", "1:1 RL710 there is nothing in this spreadsheet"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, arena: System, cards: str, problem: str) -> None:
    found = wrong(tmp_path, arena, cards)
    assert len(found) == 1
    assert found[0].startswith(problem)


def test_no_such_file(tmp_path: Path, arena: System) -> None:
    (tmp_path / "it.toml").write_text(SCOPE, "utf-8")
    with pytest.raises(ModelError, match="RL710 there is no list of cards"):
        load_scope(tmp_path / "it.toml", arena)


def test_a_number_with_a_comma(tmp_path: Path, megacorp: LoadedRuleset) -> None:
    seats = seats_in(megacorp.system, megacorp.scope("cards"), "Card", ("First", "Second"))
    (tmp_path / "it.csv").write_text("Card;cost;score\nAsh;1,5;BQ 1\nBo;1;BQ x\nCy;1;BQ\n", "utf-8")
    with pytest.raises(ModelError) as raised:
        cards_in(tmp_path / "it.csv", "it.csv", seats)
    places = [f"{d.span.line}:{d.span.column} {d.message}" for d in raised.value.diagnostics]
    assert places == [
        "2:5 expected an integer, found `1,5`", "3:9 expected an integer, found `x`", "4:6 `BQ` has no value",
    ]  # fmt: skip


def test_where_a_cell_stands() -> None:
    """Quotes and lines within quotes do not shift what follows."""
    sheet = Sheet("it", 'Card,b,c\n"a ""x"", y","two\nlines",last\n')
    assert str(sheet.find(sheet.rows[0], 2)).startswith("it:3:8")
    assert str(sheet.find(sheet.rows[0], 0, "y")).startswith("it:2:11")


def test_the_forty(megacorp: LoadedRuleset) -> None:
    """The set that comes along is read, and put on the seats of its scope; the rules cover all of it."""
    seats = seats_in(megacorp.system, megacorp.scope("cards"), "Card", ("First", "Second"))
    shown = "checks/megacorp/cards/forty.csv"
    cards = cards_in(ROOT / shown, shown, seats)
    assert len(cards) == 40
    scope = seats.with_cards({0: (0, cards[0]), 1: (39, cards[39])})
    assert [scope.names["Card"][place] for place in seats.places] == ["Ash Broker", "Windfall"]
    coverage = Coverage(megacorp.system, "Card")
    assert [u for card in cards for u in coverage.gaps(card.values)] == []


# --- decks --------------------------------------------------------------------------------------------------------

DECKS = """\
[cards]
Card = { file = "list.csv", each = "owner", original = "copy_of" }
[sorts]
Player = ["Ann", "Bob"]
Card.AnnCo = { owner = "Ann", kind = "BUSINESS", back = "TABLE", lies = "Ann11", cost = 10 }
Card.BobCo = { owner = "Bob", kind = "BUSINESS", back = "TABLE", lies = "Bob11", cost = 10 }
[grids.Slot]
rows = 1
columns = 2
[bounds]
"reveal_card_bids.bids" = [0, 1]
"reveal_start_bids.bids" = [0, 1]
[defaults.Card]
kind = "CHARACTER"
back = "BLUE"
cost = 1
[initial]
zone = { "*" = "HAND", "Ash of Bob" = "MAIN", AnnCo = "ASIDE", BobCo = "ASIDE" }
"""


def test_a_deck_for_each_player(tmp_path: Path, megacorp: LoadedRuleset) -> None:
    """Copies say of which card they are, cards name those of the same player, and what says whose it is stays so."""
    text = "Card,copies,owner,copy_of\nAsh,2,,\nBo,,Bob,\nCy,0,,\nDi,,,Ash\n"
    scope = loaded(tmp_path, megacorp.system, text, DECKS)
    names = scope.names["Card"]
    assert names[2:] == (
        "Ash of Ann",
        "Ash 2 of Ann",
        "Di of Ann",
        "Ash of Bob",
        "Ash 2 of Bob",
        "Bo of Bob",
        "Di of Bob",
    )
    owners, originals = (scope.attributes["Card", a] or () for a in ("owner", "copy_of"))
    assert owners[2:] == (0, 0, 0, 1, 1, 1, 1)
    shown = {name: None if of is None else names[of] for name, of in zip(names, originals, strict=True)}
    assert shown["Ash 2 of Ann"] == shown["Ash of Bob"] == shown["Ash 2 of Bob"] == "Ash of Ann"
    assert (shown["Di of Ann"], shown["Bo of Bob"]) == ("Ash of Ann", None)


def test_all_others(tmp_path: Path, megacorp: LoadedRuleset) -> None:
    """`*` is what everybody else begins with."""
    scope = loaded(tmp_path, megacorp.system, "Card\nAsh\n", DECKS)
    zones = megacorp.system.enums["Zone"].members
    begun = {scope.names["Card"][keys[0]]: zones[value] for name, keys, value in scope.initial if name == "zone"}
    assert begun == {"AnnCo": "ASIDE", "BobCo": "ASIDE", "Ash of Ann": "HAND", "Ash of Bob": "MAIN"}


@pytest.mark.parametrize(
    ("options", "cards", "problem"),
    [
        ('each = "onwer"', "Card\nA\n", "it.toml:2:1 RL702 `Card` has no attribute `onwer` that names a member"),
        ('original = "cost"', "Card\nA\n", "it.toml:2:1 RL702 `Card` has no attribute `cost` that names another Card"),
        ('each = "owner"', "Card,copies\nA,two\n", "list.csv:2:3 RL703 `copies` is a number from 0 to 1000, fou"),
        ('each = "owner"', "Card,copies\nA,=1+1\n", "list.csv:2:3 RL710 `=1+1` is a formula"),
        ('each = "owner"', "Card,copies\nA,\"1,5\"\n", "list.csv:2:4 RL703 `copies` is a number from 0 to 1000, found"),
        ('echo = "owner"', "Card\nA\n", "it.toml:1:1 RL703 `cards` is the name of a file"),
    ],
)  # fmt: skip
def test_mistakes_in_a_deck(tmp_path: Path, megacorp: LoadedRuleset, options: str, cards: str, problem: str) -> None:
    scope = DECKS.replace('each = "owner", original = "copy_of"', options).replace(
        '"*" = "HAND", "Ash of Bob" = "MAIN", ', ""
    )
    with pytest.raises(ModelError) as raised:
        loaded(tmp_path, megacorp.system, cards, scope)
    found = raised.value.diagnostics[0]
    place = f"{Path(found.span.path).name}:{found.span.line}:{found.span.column}"
    assert f"{place} {found.code} {found.message}".startswith(problem)


def test_what_a_member_is_a_copy_of() -> None:
    members = ("Imp of Ann", "Imp 2 of Ann", "Area 51 of Bob", "Owl")
    assert [design(name, members, ("Ann", "Bob")) for name in members] == ["Imp", "Imp", "Area 51", "Owl"]


@pytest.mark.parametrize(
    ("ruleset", "scope", "decks"),
    [
        ("daemons", "full_decks", {"Module": 12, "Card": 180}),
        ("mnemonic", "whole", {"Card": 52}),
        ("mere_mortals", "full_decks", {"Card": 150}),
        ("memesis", "full_decks", {"Card": 80}),
        ("memesis", "full_decks_3", {"Card": 120}),
        ("memesis", "full_decks_4", {"Card": 160}),
        ("megacorp", "full_decks", {"Card": 126}),
        ("megacorp", "full_decks_3", {"Card": 189}),
        ("megacorp", "full_decks_4", {"Card": 252}),
    ],
)  # fmt: skip
def test_the_sets_that_come_along(bundled: Project, ruleset: str, scope: str, decks: dict[str, int]) -> None:
    """Decks of the books' sizes: 12 modules of 15; 52; 75; 40, which is ours; 40 and 20, and three on the table."""
    found = bundled.ruleset(ruleset).scope(scope)
    assert {sort: found.size(sort) for sort in decks} == decks
