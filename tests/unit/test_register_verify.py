"""A register against its source: which clauses another edition touches, and writing digests."""

import shutil
from pathlib import Path

import pytest

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.register.load import load_register
from ruleslawyer.register.verify import Touched, update_digests, verify

FERRY = Path(__file__).parents[1] / "projects" / "ferry"


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


def test_no_source(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no source text ferry\.txt"):
        verify(load_register(FERRY / "spec" / "ferry"), tmp_path)


def test_digests_are_written_and_nothing_else_changes(root: Path) -> None:
    folder = root / "spec" / "ferry"
    before = {p.name: p.read_text(encoding="utf-8") for p in folder.glob("*.toml")}
    stripped = "".join(t for t in before["river.toml"].splitlines(keepends=True) if not t.startswith("digest"))
    (folder / "river.toml").write_text(stripped, encoding="utf-8")
    assert not verify(load_register(folder), root / "text").agrees
    assert update_digests(folder, root / "text" / "ferry.txt") == 12
    assert {p.name: p.read_text(encoding="utf-8") for p in folder.glob("*.toml")} == before


def test_nothing_is_written_where_a_line_does_not_exist(root: Path) -> None:
    folder = root / "spec" / "ferry"
    edit(root, "Be kind to the horses.\n", "")
    edit(root, "Nobody crosses", "Nobody goes")
    before = {p.name: p.read_bytes() for p in folder.glob("*.toml")}
    with pytest.raises(UsageError, match=r"river\.toml:118: ferry\.txt has no such line"):
        update_digests(folder, root / "text" / "ferry.txt")
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
