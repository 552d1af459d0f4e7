"""Whatever is written into a module, the front end gives a ruleset or its mistakes: no traceback, nothing dropped."""

import ast
import copy
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.base.origin import Origin
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every field of every node that can be changed."""
    for node in ast.walk(tree):
        for field in node._fields:
            if field not in ("ctx", "type_ignores", "kind"):
                yield node, field


def changed(tree: ast.Module, index: int, field: str, how: int) -> str | None:
    """The source with one field of the node at `index` (in walking order) changed; None where nothing changes."""
    mutant = copy.deepcopy(tree)
    node = list(ast.walk(mutant))[index]
    old = getattr(node, field)
    new = _other(old, how)
    if new is None:
        return None
    setattr(node, field, new)
    try:
        source = ast.unparse(ast.fix_missing_locations(mutant))
    except Exception:  # the changed tree is no program at all
        return None
    return source if source != ast.unparse(tree) else None


def _other(value: Any, how: int) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1 + how
        case str():
            return value + "x" if how % 2 else {"State": "Player", "Player": "Ship"}.get(value, value[:-1] or "x")
        case list():
            return _other_list(value, how)
        case ast.operator() | ast.cmpop() | ast.unaryop() | ast.boolop():
            kinds: list[type[Any]] = type(value).__mro__[1].__subclasses__()
            return kinds[(kinds.index(type(value)) + 1 + how) % len(kinds)]()
        case ast.expr():
            choices: list[ast.expr] = [
                ast.Constant(7),
                ast.Constant(None),
                ast.Name("Player", ast.Load()),
                ast.Name("s", ast.Load()),
                ast.UnaryOp(ast.Not(), value),
                ast.Tuple([value, value], ast.Load()),
                ast.Call(value, [], []),
                ast.Attribute(value, "top", ast.Load()),
                ast.Subscript(value, value, ast.Load()),
                ast.Constant("4.2"),
            ]
            return choices[how % len(choices)]
    return None


def _other_list(items: list[Any], how: int) -> list[Any] | None:
    if not items:
        return None
    at = how % len(items)
    match how % 4:
        case 0:
            return items[:at] + items[at + 1 :]
        case 1:
            return [*items[: at + 1], copy.deepcopy(items[at]), *items[at + 1 :]]
        case 2:
            return items[::-1]
    return items[at:] + items[:at]


PRELUDE = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
SOURCE = PRELUDE.split('"""', 2)[2]
TREE = ast.parse(SOURCE)
NODES = list(ast.walk(TREE))
PLACES = [(NODES.index(node), field) for node, field in places(TREE)]


def outcome(source: str) -> System | str:
    """The ruleset, or what is said about it."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "model.py").write_bytes(source.encode("utf-8", "surrogatepass"))
        config = RulesetConfig("harbour", "Harbour", ("model",), (), root, root, root, None)
        try:
            return lower(config, root)
        except ModelError as error:
            assert error.diagnostics
            text = error.render(root)
            for diagnostic in error.diagnostics:
                assert diagnostic.span.line >= 1 and diagnostic.span.column >= 1, diagnostic
                assert diagnostic.help, diagnostic
            return text


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PLACES), st.integers(0, 9))
def test_a_changed_node(place: tuple[int, str], how: int) -> None:
    source = changed(TREE, *place, how)
    if source is not None:
        assert outcome(source)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.integers(0, 9)), min_size=2, max_size=4))
def test_several_changed_nodes(changes: list[tuple[tuple[int, str], int]]) -> None:
    tree = TREE
    for (index, field), how in changes:
        if index < len(list(ast.walk(tree))) and field in list(ast.walk(tree))[index]._fields:
            source = changed(tree, index, field, how)
            if source is not None:
                try:
                    tree = ast.parse(source)
                except SyntaxError:
                    continue
    assert outcome(ast.unparse(tree))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(SOURCE)), st.integers(0, 40), st.text(max_size=5))
def test_changed_text(start: int, length: int, inserted: str) -> None:
    assert outcome(SOURCE[:start] + inserted + SOURCE[start + length :])


def test_deep_nesting() -> None:
    deep = f"\n\ndef deep(s: State) -> int:\n    return {'-' * 2000}1\n"
    chain = f"\n\ndef chain(s: State) -> int:\n    return {' + '.join(['1'] * 3000)}\n"
    assert "nested too deeply" in str(outcome(SOURCE + deep))
    assert "nested too deeply" in str(outcome(SOURCE + chain))


def test_not_text() -> None:
    assert "UTF-8" in str(outcome("# -*- coding: latin-1 -*-\n" + SOURCE))
    assert "RL100" in str(outcome(SOURCE + "\0"))


def shape(value: Any) -> Any:
    """What a ruleset says, without where it says so."""
    if isinstance(value, Origin):
        return value.cites
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value) if field.name != "digest")
        return (type(value).__name__, *(shape(getattr(value, name)) for name in fields))
    if isinstance(value, dict):
        return tuple((key, shape(inner)) for key, inner in value.items())
    return tuple(shape(inner) for inner in value) if isinstance(value, (tuple, list)) else repr(value)


WITHOUT_MEANING = {("ImportFrom", "names"), ("Module", "body")}
"""The order of imported names; `from __future__ import annotations` where nothing is used before its definition."""
EVERY_FIELD = sorted({(type(NODES[index]).__name__, field) for index, field in PLACES})


@pytest.mark.parametrize(("kind", "field"), EVERY_FIELD)
def test_nothing_is_dropped(kind: str, field: str) -> None:
    """A change of any field of any node is refused, or changes the ruleset: no part of the source is overlooked."""
    original = shape(outcome(SOURCE))
    spots = [index for index, name in PLACES if type(NODES[index]).__name__ == kind and name == field]
    enum_values = {
        id(s.value)
        for n in NODES
        if isinstance(n, ast.ClassDef) and n.name == "Phase"
        for s in n.body
        if isinstance(s, ast.Assign)
    }
    for number, index in enumerate(spots[:: max(1, len(spots) // 8)]):
        node = NODES[index]
        if (kind, field) in WITHOUT_MEANING or id(node) in enum_values:
            continue
        source = changed(TREE, index, field, number)
        if source is not None:
            found = outcome(source)
            assert isinstance(found, str) or shape(found) != original, source
