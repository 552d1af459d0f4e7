"""Rulebooks as files, each built once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.portable.linking import LINKERS
from tests.browser.conftest import browser
from tests.bundled import bundled

__all__ = ["browser", "built"]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder of a rulebook's module with these scopes; `of`: a project other than the bundled one."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not any(map(shutil.which, LINKERS)):
        pytest.skip("no linker for WebAssembly (lld) is installed")

    @cache
    def folder(name: str, *scopes: str, of: Project | None = None) -> Path:
        into = tmp_path_factory.mktemp(name)
        (of or bundled()).ruleset(name).build("wasm", output=into, scope=scopes, embed=name == "daemons")
        return into

    return folder
