"""Views as authors declare them: those that come along, and every mistake at its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.read import load_view, view_of
from ruleslawyer.rulebook.table.view import BEGINNING
from tests.bundled import bundled

ROOT = Path(__file__).parents[3]
DECLARED = [
    *((ROOT, name) for name in ("daemons", "mnemonic", "mere_mortals", "memesis", "megacorp")),
    (ROOT / "examples" / "war", "war"), (ROOT / "examples" / "hare-and-hounds", "harehounds"),
    (ROOT / "examples" / "liars-dice", "liars_dice"),
    (ROOT / "src" / "ruleslawyer" / "project" / "template", "mygame"),
    (ROOT / "tests" / "classics" / "tictactoe", "tictactoe"), (ROOT / "tests" / "classics" / "hanoi", "hanoi"),
]  # fmt: skip


@pytest.mark.parametrize(("project", "name"), DECLARED, ids=[name for _, name in DECLARED])
def test_a_view_comes_along(project: Path, name: str) -> None:
    """Each names what there is, has an area for each place, and a sentence for each action."""
    ruleset = Project.load(project).ruleset(name)
    view = view_of(ruleset)
    assert not view.derived
    assert set(view.deeds) - {BEGINNING} == set(ruleset.system.actions)


def ferry(folder: Path, text: str | None) -> Project:
    """The ferry: carts with an owner, heavy or not; coins; who has crossed; one action, `cross`."""
    project = folder / "ferry"
    shutil.copytree(ROOT / "tests" / "projects" / "ferry", project, ignore=shutil.ignore_patterns("__pycache__"))
    if text is not None:
        (project / "model" / "ferry" / "view.toml").write_text(text, encoding="utf-8")
    return Project.load(project)


def test_without_a_declaration_types_say_it(tmp_path: Path) -> None:
    """Nothing says of a cart where it is but by yes and no; what players have is counted, whose turn it is known."""
    view = view_of(ferry(tmp_path, None).ruleset("ferry"))
    assert view.derived
    assert view.seats.turn == "turn"
    assert [one.field for one in view.counters] == ["coins"]


MISTAKES = {
    "no TOML": ("[seats\n", "RL711", 1, "not TOML"),
    "another key": ('[seats]\nturn = "turn"\n\n[setas]\n', "RL711", 4, "no key `setas`"),
    "no such field": ('[[counter]]\nfield = "coin"\n', "RL711", 2, "`coin` is no field"),
    "no number": ('[[counter]]\nfield = "across"\n', "RL711", 2, "`across` is no field with a number"),
    "no range": ('[[track]]\nfield = "coins"\n', "RL711", 2, "least and a greatest"),
    "no player": ('[seats]\nturn = "coins"\n', "RL711", 2, "`coins` is no field with a player"),
    "no sort": ('[card]\nsort = "Carts"\n', "RL711", 2, "`Carts` is no sort"),
    "no sort at all": ('[card]\nowner = "owner"\n', "RL711", 1, "`sort` is missing"),
    "a path that breaks off": ('[card]\nsort = "Cart"\nowner = "owner.turn"\n', "RL711", 3, "leads to no Player"),
    "no attribute": (
        '[card]\nsort = "Cart"\n[[card.prints]]\nfield = "weight"\n', "RL711", 4, "`weight` is no attribute",
    ),
    "no look": (
        '[card]\nsort = "Cart"\n[[card.prints]]\nfield = "heavy"\nlook = "gold"\n', "RL711", 5, "no look `gold`",
    ),
    "an area without spaces": (
        '[card]\nsort = "Cart"\n[[area]]\ntitle = "River"\ndraw = "grid"\n', "RL711", 5, "no spaces of a grid",
    ),
    "a place that is none": (
        '[card]\nsort = "Cart"\n[[area]]\ntitle = "River"\nat = "SHORE"\n', "RL711", 5, "no card can be at `SHORE`",
    ),
    "a row without a column": (
        '[[board]]\nsort = "Cart"\nrow = "weight"\n', "RL711", 3, "`weight` is no attribute of a Cart with a number",
    ),
    "lines to elsewhere": (
        '[[board]]\nsort = "Cart"\nlines = "owner"\n', "RL711", 3, "is no attribute of a Cart with a set of Cart",
    ),
    "no such action": ('[deeds]\ncrosses = "over"\n', "RL711", 2, "`crosses` is no action"),
    "a hole of the beginning": ('[deeds]\ninitial = "{who} begins"\n', "RL711", 2, "`{who}` is nothing that can be"),
    "a hole": ('[deeds]\ncross = "{whom} goes over"\n', "RL711", 2, "`{whom}` is nothing that can be filled in"),
    "a quiet thing": ('quiet = ["sleep"]\n', "RL711", 1, "`sleep` is no action"),
    "a theme": ('[themes]\nTolls = "2"\n', "RL711", 2, "a list of sections"),
    "quiet lists": ("quiet = [[]]\n", "RL711", 1, "`quiet` is a list of names"),
    "an area of nothing": (
        '[card]\nsort = "Cart"\n[[area]]\ntitle = "River"\n', "RL711", 3, "nothing says which cards lie here",
    ),
    "cards that lie nowhere": ('[card]\nsort = "Cart"\n', "RL711", 1, "nothing says where a Cart is, so none is drawn"),
    "no cards": ('[[area]]\ntitle = "River"\n', "RL711", 1, "no cards that could lie here"),
    "where a card cannot be": ('[card]\nsort = "Cart"\nwhere = "owner"\n', "RL711", 3, "does not say where a Cart is"),
    "no field": ("[[counter]]\n", "RL711", 1, "`field` is missing"),
    "no truth": ('[[counter]]\nfield = "coins"\nalways = "yes"\n', "RL711", 3, "`always` is true or false"),
    "words that are none": (
        '[card]\nsort = "Cart"\n[[card.prints]]\nfield = "heavy"\nwords = 3\n', "RL711", 5, "`words` is a table",
    ),
    "prints that are none": ('[card]\nsort = "Cart"\nprints = true\n', "RL711", 3, "`prints` is a list of tables"),
    "not tables": ("counter = 3\n", "RL711", 1, "a list of tables"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "line", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_said_where_it_is(tmp_path: Path, text: str, code: str, line: int, says: str) -> None:
    ruleset = ferry(tmp_path, text).ruleset("ferry")
    with pytest.raises(ModelError) as caught:
        view_of(ruleset)
    found = caught.value.diagnostics[0]
    assert (found.code, found.span.path, found.span.line) == (code, "model/ferry/view.toml", line)
    assert says in found.message
    assert found.help


def test_values_of_a_map_have_words_too(tmp_path: Path) -> None:
    """Of Memesis, where a card says by each of its marks what it does then."""
    memesis = bundled().ruleset("memesis")
    text = '[[card.prints]]\nfield = "upgrades"\nword = "upgrade"\nwords = { DRAW = "draws a card" }\n'
    declared = (ROOT / "model" / "memesis" / "view.toml").read_text("utf-8")
    before, _, after = declared.partition("[card.marks]")
    (tmp_path / "view.toml").write_text(f"{before}{text}\n[card.marks]{after}", encoding="utf-8")
    tables = Tables(load_view(tmp_path, "model/memesis", memesis.system), memesis.system, memesis.scope("full_decks"))
    prints = (one for card in tables.members for field, one in tables.prints(card) if field == "upgrades")
    said = {(one["word"], one["text"]) for one in prints}
    assert ("upgrade practical:", "draws a card") in said, said


def test_cards_that_no_area_draws(tmp_path: Path) -> None:
    """A field says which number a die shows, and nothing says where on the table dice lie."""
    dudo = Project.load(ROOT / "examples" / "liars-dice").ruleset("liars_dice")
    (tmp_path / "view.toml").write_text('[card]\nsort = "Die"\nwhere = "shows"\n', encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_view(tmp_path, "model/liars_dice", dudo.system)
    assert [(one.code, one.span.line, one.message) for one in caught.value.diagnostics] == [
        ("RL712", 3, "a Die lies in no area, so none is drawn")
    ]


def test_a_place_without_an_area_and_an_action_without_a_sentence(tmp_path: Path) -> None:
    """Of Daemons, where a card can be in seven places, six are drawn, and an action has no words."""
    text = (ROOT / "model" / "daemons" / "view.toml").read_text("utf-8")
    changed = text.replace('at = "HEAP"', 'at = "GRIP"').replace('burn = "{who} burns: one damage"\n', "")
    assert changed.count("HEAP") == text.count("HEAP") - 1
    (tmp_path / "view.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_view(tmp_path, "model/daemons", bundled().ruleset("daemons").system)
    assert [(one.code, one.message) for one in caught.value.diagnostics] == [
        ("RL713", "`burn` has no sentence"), ("RL712", "cards at `HEAP` lie in no area"),
        ("RL711", "cards at `GRIP` lie in two areas"),
    ]  # fmt: skip
