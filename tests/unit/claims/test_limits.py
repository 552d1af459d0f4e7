"""The memory that an exploration may take by default: half of the machine's, or of the container's."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

from ruleslawyer.rulebook.claims import limits


@pytest.mark.parametrize(("said", "mebibytes"), [(str(3 << 30), 1536), ("max", 2000), (str(1 << 62), 2000), ("", 2000)])
def test_half_of_what_a_container_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, mebibytes: int
) -> None:
    """On a machine of 4000 mebibytes: `max`, or more than there is, is no limit."""
    file = tmp_path / "memory.max"
    file.write_text(f"{said}\n", encoding="ascii")
    monkeypatch.setattr(limits, "OF_A_CONTAINER", (tmp_path / "none", file))
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 4000 << 8}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    assert limits.default_memory() == mebibytes


@pytest.mark.parametrize(("limit", "mebibytes"), [(16 << 30, 1024), (resource.RLIM_INFINITY, 8000), (1 << 50, 8000)])
def test_where_address_space_is_limited(monkeypatch: pytest.MonkeyPatch, limit: int, mebibytes: int) -> None:
    """Generated code reserves some eight times as much of it as there is memory."""
    monkeypatch.setattr(limits, "OF_A_CONTAINER", ())
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 30}.__getitem__)
    monkeypatch.setattr(resource, "getrlimit", lambda which: (limit, limit))
    assert limits.default_memory() == mebibytes


def test_without_a_word_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OF_A_CONTAINER", ())
    monkeypatch.delattr(os, "sysconf")
    assert limits.default_memory() == 8000
