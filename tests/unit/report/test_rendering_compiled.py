"""The code of templates is kept: another process does not make it again, and what is damaged is made again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest

from ruleslawyer.base.files.kept import CODE
from ruleslawyer.report.rendering import Compiled

TEXT = "{% for one in many %}<{{ one }}>{% endfor %}"


def rendered(monkeypatch: pytest.MonkeyPatch, text: str = TEXT) -> tuple[str, int]:
    """What a new environment makes of a template, and how often it compiled one."""
    environment = jinja2.Environment(loader=jinja2.DictLoader({"page": text}), bytecode_cache=Compiled())
    made = 0
    compiling = environment.compile

    def compile_(*args: Any, **how: Any) -> Any:
        nonlocal made
        made += 1
        return compiling(*args, **how)

    monkeypatch.setattr(environment, "compile", compile_)
    return environment.get_template("page").render(many=(1, 2)), made


def test_it_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESLAWYER_CACHE", str(tmp_path))
    assert rendered(monkeypatch) == ("<1><2>", 1)
    assert rendered(monkeypatch) == ("<1><2>", 0)
    assert rendered(monkeypatch, TEXT.replace("<", "(")) == ("(1>(2>", 1)


def test_what_is_damaged_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESLAWYER_CACHE", str(tmp_path))
    rendered(monkeypatch)
    (file,) = tmp_path.glob(f"*{CODE}")
    file.write_bytes(file.read_bytes()[:-3])
    assert rendered(monkeypatch) == ("<1><2>", 1)


def test_nothing_is_kept_where_nothing_is_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESLAWYER_CACHE", "")
    assert rendered(monkeypatch) == ("<1><2>", 1)
    assert rendered(monkeypatch) == ("<1><2>", 1)
    assert not list(tmp_path.iterdir())
