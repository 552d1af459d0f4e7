"""Answers in a folder: found again by all that they depend on; what is damaged, or no data, is computed again."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.kept import ANSWERS, Kept
from ruleslawyer.engines.smt.lifted.verdict import RemarkKind
from ruleslawyer.lang.records import SILENT, Range
from ruleslawyer.play.vectors.walk import Place
from ruleslawyer.rulebook.answers import store
from ruleslawyer.rulebook.answers.store import Answers, key_of
from ruleslawyer.semantics.events import Event

EVENT = Event("gap", "payment", cites=("2.1",), reason="nothing says who pays")
KEY = key_of("who pays", EVENT, 3)


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    Answers(tmp_path).write(KEY, (EVENT, frozenset({1, 2})))
    found = Answers(tmp_path)
    assert found.read(KEY) == (EVENT, frozenset({1, 2}))
    assert found.reused == 1
    assert found.read(key_of("who pays", EVENT, 4)) is None
    assert Answers(tmp_path, fresh=True).read(KEY) is None
    assert Answers(None).read(KEY) is None


def test_another_tool_answers_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "tool", lambda: b"the next version")
    assert key_of("who pays", EVENT, 3) != KEY


@pytest.mark.parametrize("harm", [lambda b: b[:-1], lambda b: b"", lambda b: b[:40] + b"x" + b[41:], lambda b: b * 2])
def test_what_is_damaged_is_computed_again(tmp_path: Path, harm: Any) -> None:
    Answers(tmp_path).write(KEY, EVENT)
    (file,) = tmp_path.glob(f"*{ANSWERS}")
    file.write_bytes(harm(file.read_bytes()))
    found = Answers(tmp_path)
    assert found.read(KEY) is None
    assert found.damage_count == 1
    found.write(KEY, EVENT)
    assert Answers(tmp_path).read(KEY) == EVENT
    found.forget(KEY)
    assert Answers(tmp_path).read(KEY) is None


class Hostile:
    def __reduce__(self) -> Any:
        return os.mkdir, ("made",)


@pytest.mark.parametrize(
    "answer", [Hostile(), UsageError("x"), Answers(), pickle.dumps], ids=lambda a: type(a).__name__
)
def test_no_code_is_run(tmp_path: Path, answer: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever somebody else has written there, under the right name and with the right digest."""
    monkeypatch.chdir(tmp_path)
    Kept(tmp_path, ANSWERS, 1 << 20).write(KEY, pickle.dumps(answer))
    found = Answers(tmp_path)
    assert found.read(KEY) is None
    assert found.damage_count == 1
    assert not (tmp_path / "made").exists()


def test_no_class_is_changed(tmp_path: Path) -> None:
    """A pickle may set attributes of whatever it names: here `low` of a class of the language."""
    Kept(tmp_path, ANSWERS, 1 << 20).write(KEY, b"cruleslawyer.lang.records\nRange\nN}\x8c\x03lowK\x07s\x86b.")
    assert Answers(tmp_path).read(KEY) is None
    assert Range().low is None


def test_all_kinds_of_data_come_back(tmp_path: Path) -> None:
    """Among them a tuple with names, and what is there once."""
    answer = (Place(1), SILENT, Path("a/b"), RemarkKind.LAW, {"many": [EVENT, {2, 3}, None, b"x"]})
    Answers(tmp_path).write(KEY, answer)
    found = Answers(tmp_path).read(KEY)
    assert found == answer
    assert list(map(type, found)) == list(map(type, answer))


def test_a_folder_that_can_only_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Answers(tmp_path).write(KEY, EVENT)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("ruleslawyer.base.files.kept.write_bytes_together", refused)
    monkeypatch.setattr("ruleslawyer.base.files.kept.os.utime", refused)
    shared = Answers(tmp_path)
    assert shared.read(KEY) == EVENT
    shared.write(key_of("other"), EVENT)
    assert shared.read(key_of("other")) is None


def test_what_was_not_read_for_longest_goes(tmp_path: Path) -> None:
    kept = Kept(tmp_path, ".x", 1000)
    for number, key in enumerate((b"a", b"b", b"c")):
        kept.write(key, b"." * 60)  # with its digest 92 bytes
        file = kept._file(key, tmp_path)
        os.utime(file, (number, number))
    assert Kept(tmp_path, ".x", 250).read(b"a")  # it is the youngest by that
    assert Kept(tmp_path, ".x", 250).prune() == (1, 92)
    assert [bool(kept.read(key)) for key in (b"a", b"b", b"c")] == [True, False, True]


def test_another_process_looks_again_after_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache has tens of thousands of files, and each command writes something."""
    many = Kept(tmp_path, ".x", 8000)
    for number in range(20):
        many.write(f"{number}".encode(), b"." * 68)
    few = Kept(tmp_path, ".x", 1600)
    for past, left in ((10, 21), (7200, 16)):
        monkeypatch.setattr("ruleslawyer.base.files.kept._written", {})  # as in a process of its own
        mark = few._mark(tmp_path)
        os.utime(mark, (mark.stat().st_mtime - past,) * 2)
        few.write(b"21", b"." * 68)
        assert few.size() == (left, left * 100)


def test_who_goes_on_writing_keeps_to_the_bound(tmp_path: Path) -> None:
    """But for an eighth, after which it looks again; whoever writes, and with how many objects."""
    for number in range(100):
        Kept(tmp_path, ".x", 4000).write(f"{number}".encode(), b"." * 68)  # with its digest 100 bytes
        assert Kept(tmp_path, ".x", 4000).size()[1] <= 4000 + 500 + 300
    assert Kept(tmp_path, ".x", 4000).size()[0] >= 35


def test_what_is_more_than_data_is_not_kept(tmp_path: Path) -> None:
    Answers(tmp_path).write(KEY, lambda: None)
    assert Answers(tmp_path).read(KEY) is None
