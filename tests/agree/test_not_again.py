"""A search that asks everything again, of all members, beside one that does not (decision 0212): the same
states, steps and log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native import expressions, offer, rest, written
from ruleslawyer.engines.native import kept as findings
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.explore import Context, NativeSearch, search_natively
from ruleslawyer.engines.native.expressions import Expressions
from ruleslawyer.engines.native.kept import Memo
from ruleslawyer.engines.native.members import Said, candidate_norms
from ruleslawyer.engines.native.names import Register
from ruleslawyer.exploration import met_by_code
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of

SCOPED = ROOT / "tests" / "oracle" / "scoped"


def told(found: NativeSearch) -> tuple[Any, ...]:
    """Counts, and the log by name: what code is asked of first has other numbers."""
    names = {number: what for what, number in found.book.low.names.told.items()}
    log = sorted((names[what], recording, answer, state) for what, recording, answer, state in found.log.tolist())
    return found.found.size, found.found.transitions, found.found.depth, sorted(found.live()), log


@pytest.mark.parametrize("name", ["mnemonic", "daemons", "mere_mortals", "memesis"])
def test_it_is_what_asking_again_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of(ROOT, name, "tiny")
    kept = search_natively(system, workers=1)
    assert any(key[0] == "memo" for key in kept.book.low.made if isinstance(key, tuple))
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    monkeypatch.setattr(Memo, "remembers", lambda *_: False)
    monkeypatch.setattr(offer, "domain_of_parameter", lambda *_: None)
    monkeypatch.setattr(expressions, "domain_of_fold", lambda *_: None)
    monkeypatch.setattr(offer, "is_within", lambda *_: False)
    monkeypatch.setattr(
        Code, "_place", lambda _, what, answer: what
    )  # of each thing the last answer is known, not eight
    for module in (rest, written):
        monkeypatch.setattr(module, "is_written", lambda *_: "true")
    for module in (offer, findings):
        monkeypatch.setattr(module, "kept_clauses", lambda *_: {})
    monkeypatch.setattr(written.IncrementalFunction, "is_other_written", lambda *_: "true")
    again = search_natively(system, workers=1)
    assert kept.book.low.names.among
    assert not again.book.low.names.among
    assert not any(key[0] == "memo" for key in again.book.low.made if isinstance(key, tuple))
    assert told(kept) == told(again)


def test_who_is_there_is_listed_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a search of more cards than a word has bits, and of few in none; what is found is the same without lists."""
    system, few = system_of(SCOPED, "crowds", "tiny"), system_of(ROOT, "daemons", "tiny")
    listed = search_natively(system, workers=1)
    assert listed.book.low.names.kept
    assert not search_natively(few, workers=1).book.low.names.kept
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    monkeypatch.setattr(Expressions, "lists_present", lambda *_: False)
    again = search_natively(system, workers=1)
    assert not again.book.low.names.kept
    assert told(listed) == told(again)


FAULTS = "nothing", "what it kept is still known", "what was last told is still known", "answers are not looked at"


@cache
def dead_ends() -> tuple[NativeSearch, dict[met_by_code.Kind, list[int]], int]:
    """A search, the kinds of its deadlocks as the interpreter tells them apart, and how many it was asked about."""
    found = search_natively(system_of(ROOT, "mere_mortals", "small"), workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(met_by_code, "candidate_norms", lambda _, states: [None for _ in states])
        asked = count_calls(patch, met_by_code, "_kind")
        return found, met_by_code.deadlocks_by_kind(found), len(asked)


@pytest.mark.parametrize("fault", FAULTS)
def test_kinds_of_deadlocks_are_those_that_the_interpreter_tells_apart(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Generated code is asked which of them are alike; a context that has not forgotten the state before says wrong."""
    found, by_interpreter, of_interpreter = dead_ends()
    forget = Context.forget

    def forget_less(self: Context, logged: Integers | None = None) -> None:
        if fault in ("nothing", "answers are not looked at") or logged is None:
            forget(self, logged)
        elif fault == "what was last told is still known":
            forget_entries(self, logged)
        else:
            self.memory(Register.LAST).fill(0)

    def forget_entries(self: Context, logged: Integers) -> None:
        last = self.memory(Register.LAST).copy()
        forget(self, logged)
        self.memory(Register.LAST)[:] = last

    monkeypatch.setattr(Context, "forget", forget_less)
    if fault == "answers are not looked at":
        monkeypatch.setattr(met_by_code, "candidate_norms", without_answers)
    asked = count_calls(monkeypatch, met_by_code, "_kind")
    alike = met_by_code.deadlocks_by_kind(found)
    assert len(asked) < of_interpreter
    assert (alike == by_interpreter) == (fault == "nothing")


def without_answers(by_code: NativeSearch, states: Iterable[int]) -> Iterator[Said | None]:
    """Which norms are asked of candidates, whatever they say."""
    for said in candidate_norms(by_code, states):
        yield None if said is None else tuple((what, 0) for what, _ in said)


def count_calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    """One entry for each call of a function from now on."""
    called, function = list[object](), getattr(module, name)

    def counted(*args: object) -> object:
        called.append(args)
        return function(*args)

    monkeypatch.setattr(module, name, counted)
    return called
