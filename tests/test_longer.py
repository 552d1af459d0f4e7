"""Each test that longer.toml leaves to the campaign exists, and so does the one that stays for it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from tests.longer import HERE, Longer, longer


@cache
def functions(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    return (HERE / file).is_file() and (not name or name in functions(HERE / file))


def test_each_is_named_once() -> None:
    names = [entry.test for entry in longer()]
    assert sorted(names) == names and len(set(names)) == len(names)


def test_each_is_there_and_so_is_what_stays() -> None:
    whole = {entry.test for entry in longer() if not entry.of and not entry.keep_one_in}
    for entry in longer():
        stays = re.findall(r"[\w/]+\.py(?:::\w+)?", entry.instead)
        assert exists(entry.test) and all(map(exists, stays)), entry
        assert not whole & set(stays), entry
        assert stays or entry.test not in whole or "`" in entry.instead, entry


def test_some_cases_of_a_matrix_stay_whatever_is_asked_for() -> None:
    entry = Longer("a.py::test_x", "others", of=("7",), keep_one_in=3)
    left = {str(i) for i in range(60) if entry.is_left_out(str(i))}
    assert 30 <= len(left) <= 50 and "7" in left
    assert Longer("a.py::test_x", "b.py").is_left_out("") and not Longer("a.py::test_x", "x", of=("1",)).is_left_out(
        "2"
    )
