"""A register against its source: which clauses another edition touches, and bringing the register up to it."""

import re
import shutil
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.register.load import load_register
from ruleslawyer.rulebook.register.verify import Touched, update, verify

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return shutil.copytree(FERRY, tmp_path / "ferry")


def edit(root: Path, old: str, new: str) -> None:
    path = root / "text" / "ferry.txt"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_same_edition_agrees() -> None:
    assert verify(load_register(FERRY / "spec" / "ferry"), FERRY / "text").agrees


def test_white_space_around_a_line_is_no_change(root: Path) -> None:
    edit(root, "Heavy carts", "   Heavy carts")
    assert verify(load_register(root / "spec" / "ferry"), root / "text").agrees


def test_a_changed_line_names_its_clauses(root: Path) -> None:
    edit(root, "The toll is one coin", "The toll is two coins")
    found = verify(load_register(root / "spec" / "ferry"), root / "text")
    assert found.changed == (Touched(8, ("2.3a", "2.3b")),)
    assert found.clauses == ("2.3a", "2.3b")
    assert not (found.moved or found.gone or found.unaccounted)


def test_a_new_line_moves_the_rest(root: Path) -> None:
    edit(root, "2. Crossing\n", "2. Crossing\nRafts are not carts.\n")
    found = verify(load_register(root / "spec" / "ferry"), root / "text")
    assert found.moved[0] == Touched(6, ("2.1",), 7)
    assert len(found.moved) == 9
    assert found.unaccounted == (6,)
    assert not found.changed


def test_a_line_that_is_gone(root: Path) -> None:
    edit(root, "Be kind to the horses.\n", "")
    found = verify(load_register(root / "spec" / "ferry"), root / "text")
    assert found.gone == (Touched(15, ("3.3",)),)


def test_lines_of_the_same_text_move_together(root: Path) -> None:
    """A text that stands twice is told apart by the order; where one of the two is cut, one is gone."""
    edit(root, "THE FERRY", "Be kind to the horses.")
    update(root / "spec" / "ferry", root / "text")
    register = load_register(root / "spec" / "ferry")
    edit(root, "Be kind", "\nBe kind")
    found = verify(register, root / "text")
    assert {t.number: t.moved for t in found.moved}.items() >= {1: 2, 15: 16}.items()
    assert not (found.changed or found.gone or found.unaccounted)
    edit(root, "\nBe kind to the horses.\n", "")
    found = verify(register, root / "text")
    assert len(found.changed + found.gone) == 1
    assert found.unaccounted == ()


def test_no_source(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no source text ferry\.txt"):
        verify(load_register(FERRY / "spec" / "ferry"), tmp_path)


def book(root: Path) -> Path:
    return root / "spec" / "ferry" / "book.toml"


@pytest.mark.parametrize("lost", [r"(?s)\n\[digests\].*", r"(?m)^digest = .*\n", r"(?m)^7 = .*\n", "(?m)^(?=9 = )"])
def test_digests_are_written_and_nothing_else_changes(root: Path, lost: str) -> None:
    before = {p.name: p.read_text(encoding="utf-8") for p in book(root).parent.iterdir()}
    book(root).write_text(re.sub(lost, "", before["book.toml"]), encoding="utf-8")
    update(book(root).parent, root / "text")
    assert {p.name: p.read_text(encoding="utf-8") for p in book(root).parent.iterdir()} == before


def test_a_table_in_the_middle_goes_to_the_end(root: Path) -> None:
    before = book(root).read_text(encoding="utf-8")
    start, tables = before.index("[digests]"), before.index("[[term]]")
    book(root).write_text(before[:tables] + before[start:] + "\n" + before[tables:start], encoding="utf-8")
    assert verify(load_register(book(root).parent), root / "text").agrees
    update(book(root).parent, root / "text")
    assert re.sub(r"\n+", "\n", book(root).read_text(encoding="utf-8")) == re.sub(r"\n+", "\n", before)


def test_a_new_edition(root: Path) -> None:
    """Lines get the numbers that they have now, their clauses stay theirs; one that was put in gets a stub, and a stub
    that nobody filled in goes with its line."""
    before = load_register(book(root).parent)
    edit(root, "2. Crossing\n", "2. Crossing\nRafts are not carts.\n\n")
    edit(root, "The toll is one coin", "The toll is two coins")
    found = verify(before, root / "text")
    assert found.changed == (Touched(8, ("2.3a", "2.3b"), 10),)
    assert (len(found.moved), found.gone, found.unaccounted) == (8, (), (6,))
    (stub,) = update(book(root).parent, root / "text")
    register = load_register(book(root).parent)
    after = {id_: clause.line for id_, clause in register.clauses.items()}
    assert after == {c.id: c.line + 2 * (c.line > 5) for c in before.clauses.values()} | {stub: 6}
    assert register.clauses[stub].todo and register.clauses[stub].section == "2"
    assert verify(register, root / "text").agrees
    edit(root, "Rafts are not carts.\n\n", "")
    edit(root, "two coins, and", "one coin, and")
    update(book(root).parent, root / "text")
    assert load_register(book(root).parent) == before


def test_a_line_may_be_added_before_its_digest(root: Path) -> None:
    """What was blank has a text now: until --update, an entry for it is a mistake."""
    edit(root, "there.\n\n", "there.\nRafts are not carts.\n")
    chapter = book(root).with_name("river.toml")
    with chapter.open("a", encoding="utf-8") as file:
        file.write('\n[[line]]\nnumber = 12\nkind = "flavour"\n')
    with pytest.raises(UsageError, match=r"line 12 is not in \[digests\]"):
        load_register(book(root).parent)
    update(book(root).parent, root / "text")
    assert verify(load_register(book(root).parent), root / "text").agrees


def test_two_lines_with_one_number(root: Path) -> None:
    edit(root, "there.\n\n", "there.\nRafts are not carts.\n\n\n\n\n")
    chapter = book(root).with_name("river.toml")
    with chapter.open("a", encoding="utf-8") as file:
        file.write('\n[[line]]\nnumber = 18\nkind = "flavour"\n')
    before = {p.name: p.read_bytes() for p in book(root).parent.iterdir()}
    with pytest.raises(UsageError, match=r"two lines would have the number 18"):
        update(book(root).parent, root / "text")
    assert {p.name: p.read_bytes() for p in book(root).parent.iterdir()} == before


def test_a_book_that_cannot_be_written_into_stays_as_it_was(root: Path) -> None:
    """Other comments than the table's own would get lost."""
    before = book(root).read_text(encoding="utf-8").replace("\n5 = ", "\n# five\n5 = ")
    book(root).write_text(before, encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written into this file"):
        update(book(root).parent, root / "text")
    assert book(root).read_text(encoding="utf-8") == before


def test_nothing_is_written_where_a_line_is_gone(root: Path) -> None:
    folder = root / "spec" / "ferry"
    edit(root, "Be kind to the horses.\n", "")
    edit(root, "Nobody crosses", "Nobody goes")
    before = {p.name: p.read_bytes() for p in folder.glob("*.toml")}
    with pytest.raises(UsageError, match=r"river\.toml:107: ferry\.txt has nothing in the place of line 15"):
        update(folder, root / "text")
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def test_new_lines_in_several_places(root: Path) -> None:
    """Each where its neighbours are, in order; headings have no clause; the files are otherwise as they were."""
    before = load_register(book(root).parent)
    edit(root, "THE FERRY\n", "THE FERRY\n\nA tale of two banks.\n")
    edit(root, "2. Crossing\n", "2. Crossing\nRafts are not carts.\nNor are logs.\n")
    with (root / "text" / "ferry.txt").open("a", encoding="utf-8") as file:
        file.write("\n4. Storms\nIn a storm nobody crosses.\n")
    added = update(book(root).parent, root / "text")
    register = load_register(book(root).parent)
    assert verify(register, root / "text").agrees and len(added) == 4
    assert [register.clauses[id_].section for id_ in added[1:3]] == ["2", "2"]
    numbers = [line.number for chapter in register.chapters for line in chapter.lines]
    assert numbers == sorted(numbers)
    assert {id_: c.says for id_, c in register.clauses.items() if id_ not in added} == {
        id_: c.says for id_, c in before.clauses.items()
    }


def test_a_stub_that_was_filled_in_stays(root: Path) -> None:
    edit(root, "2. Crossing\n", "2. Crossing\nRafts are not carts.\n")
    (stub,) = update(book(root).parent, root / "text")
    (file,) = [p for p in book(root).parent.glob("*.toml") if f'id = "{stub}"' in p.read_text("utf-8")]
    filled = file.read_text("utf-8").replace('says = ""', 'says = "A raft is none."', 1)
    file.write_text(filled, encoding="utf-8")
    edit(root, "Rafts are not carts.\n", "")
    with pytest.raises(UsageError, match="nothing in the place of line 6 any more"):
        update(book(root).parent, root / "text")
    assert file.read_text("utf-8") == filled
