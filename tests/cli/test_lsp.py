"""The verb `lsp` where its extra is not installed; what it answers is tested in tests/unit/editor."""

from __future__ import annotations

import sys

import pytest

from tests.cli.command import Command


def test_without_pygls_the_extra_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ruleslawyer.cli.editor.server", None)
    answer = command("lsp")
    assert answer.code == 2 and "pip install 'ruleslawyer[lsp]'" in answer.err
