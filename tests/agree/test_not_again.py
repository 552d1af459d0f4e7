"""A search that asks everything again, of all members, beside one that does not (decisions 0212 and 0246): the same
states, steps and log."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslawyer.engines.native import expressions, offer, rest, written
from ruleslawyer.engines.native.explore import ByCode, search_natively
from ruleslawyer.engines.native.memo import Memo
from ruleslawyer.engines.native.rulebook import Rulebook
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of


def told(found: ByCode) -> tuple[Any, ...]:
    """Counts, and the log by name: what code is asked of first has other numbers."""
    names = {number: what for what, number in found.book.low.names.told.items()}
    log = sorted((names[what], recording, answer, state) for what, recording, answer, state in found.log.tolist())
    return found.found.size, found.found.transitions, found.found.depth, sorted(found.live()), log


@pytest.mark.parametrize("name", ["mnemonic", "daemons", "mere_mortals", "memesis"])
def test_it_is_what_asking_again_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of(ROOT, name, "tiny")
    kept = search_natively(system, workers=1)
    assert any(key[0] == "memo" for key in kept.book.low.made if isinstance(key, tuple))
    monkeypatch.setattr(Rulebook, "_known", {})
    monkeypatch.setattr(Memo, "remembers", lambda *_: False)
    monkeypatch.setattr(offer, "of_parameter", lambda *_: None)
    monkeypatch.setattr(expressions, "of_fold", lambda *_: None)
    for module in (rest, written):
        monkeypatch.setattr(module, "is_written", lambda *_: "true")
    again = search_natively(system, workers=1)
    assert kept.book.low.names.among
    assert not again.book.low.names.among
    assert not any(key[0] == "memo" for key in again.book.low.made if isinstance(key, tuple))
    assert told(kept) == told(again)
