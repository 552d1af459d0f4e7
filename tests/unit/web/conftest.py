"""A room that takes its time: what it does within so many seconds is done whole, however busy the machine is."""

from __future__ import annotations

import pytest

from ruleslawyer.bridges.web import play, play_view


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "AT_ONCE", 600.0)
    monkeypatch.setattr(play_view, "AT_ONCE", 600.0)
