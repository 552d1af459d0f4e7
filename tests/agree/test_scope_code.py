"""The code for one scope (decision 0056) beside that for all: the same states, steps and log; faults in it are seen."""

from __future__ import annotations

import subprocess
import sys
import time
from copy import copy
from itertools import count as counting
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.native import explore as explore_by_code
from ruleslawyer.engines.native import player, scope_code
from ruleslawyer.engines.native.explore import NativeSearch, layout_of, search_natively
from ruleslawyer.engines.native.player import PlaySimulator
from ruleslawyer.engines.native.scope_code import COMPILERS
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.exploration.explore import explore_symmetrically
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import report
from tests.agree.scope_code import for_the_scope
from tests.agree.strategies import ROOT, TINY
from tests.agree.test_native import system_of
from tests.agree.test_not_again import told
from tests.agree.written import system_written, things
from tests.planted import planted
from tests.unit.engines.native.test_slots import FIELDS

INTERCHANGEABLE = 'interchangeable = ["Thing"]\n'


def everything(found: NativeSearch) -> tuple[Any, ...]:
    return report(found.found), told(found), found.log.tolist(), found.written_ranges()


def by_scope(found: NativeSearch) -> bool:
    """Whether the search went on with the code for its scope."""
    return found.scope_code is not None and found.scope_code.library is not None


def search(system: TransitionSystem, states: int = 20_000, **how: Any) -> NativeSearch:
    return search_natively(system, Limits(states), 1, **how)


@pytest.mark.parametrize(
    "name", ["t28_nested", "t140_fairness", "t158_lifetimes_together", "t165_frames_in_order", "t182_equal_cards"]
)
def test_it_does_what_the_code_for_all_scopes_does(name: str) -> None:
    system = system_of(TINY, name, "tiny")
    usual = search(system)
    with for_the_scope():
        found = search(system)
    assert by_scope(found) and not by_scope(usual)
    assert everything(found) == everything(usual)


def test_in_a_rulebook_under_readings() -> None:
    """Events and log of Daemons, under the default reading and another one of each of its first questions."""
    ruleset = Project.load(ROOT).ruleset("daemons")
    system = ruleset.transition_system("tiny")
    choice = next(iter(system.system.questions.values()))
    for each in (system, system.under(choice.name, choice.options[-1].name)):
        usual = search(each)
        with for_the_scope():
            assert everything(search(each)) == everything(usual)


@pytest.fixture(name="fields")
def written_fields(tmp_path: Path) -> TransitionSystem:
    return system_written(tmp_path, "fields", FIELDS, things(5))


def test_where_states_that_are_alike_are_one(tmp_path: Path) -> None:
    fields = system_written(tmp_path, "fields", FIELDS, INTERCHANGEABLE + things(5))
    usual = explore_symmetrically(fields, workers=1)
    with for_the_scope():
        found = explore_symmetrically(fields, workers=1)
    assert (found.states, found.transitions, found.events) == (usual.states, usual.transitions, usual.events)


PERMIT = "everything", "may"


def test_without_a_clause(fields: TransitionSystem) -> None:
    """A search without a clause says itself which: the code for the scope leaves it out as well."""
    with for_the_scope():
        found = search(fields, without=(fields.system, PERMIT))
    assert by_scope(found)
    assert found.found.transitions == 0


def refuse(*_: object, **__: object) -> None:
    raise OSError("no process can begin")


def test_made_in_a_process_beside_a_search_and_kept(
    fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where searches of a scope ran for long enough its code is made; the next one begins with it."""
    cache = tmp_path / "cache"
    usual = search(fields, cache=cache)
    monkeypatch.setattr(scope_code, "RUNNING", [])
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    search(fields, cache=cache)
    assert not scope_code.RUNNING  # they did not run for long
    monkeypatch.setattr(scope_code, "RATE", 1e12)
    search(fields, cache=cache)
    (process,) = scope_code.RUNNING
    assert process.wait(60) == 0
    monkeypatch.setattr(scope_code, "LOOKS", 0.3)
    search(fields, cache=cache)
    assert len(scope_code.RUNNING) == 1  # it is short
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    found = search(fields, cache=cache)
    assert not by_scope(found)  # it goes by code that counts
    assert everything(found) == everything(usual)
    _, process = scope_code.RUNNING
    assert process.wait(60) == 0
    found = search(fields, cache=cache)
    assert by_scope(found) and len(scope_code.RUNNING) == 2
    assert everything(found) == everything(usual)


def test_what_ran_is_noted(fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that are short by themselves are long together."""
    ran = [0.2]
    monkeypatch.setattr(scope_code, "LOOKS", 0.1)
    monkeypatch.setattr(scope_code, "RUNNING", [])
    monkeypatch.setattr(Crew, "seconds", property(lambda _: ran[0], lambda *_: None))
    layout = layout_of(fields)
    text = scope_code.ScopeModule(layout.low, layout, fields, True).text()
    monkeypatch.setattr(scope_code, "RATE", len(text) / 0.5)  # it is made in half a second
    for begun in (0, 0, 1):
        search(fields, cache=tmp_path / "cache")
        assert len(scope_code.RUNNING) == begun


def test_time_that_others_took_is_no_time_of_a_search(
    fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that saves none of a processor's time is not made where the clock alone goes on."""
    layout, clock = layout_of(fields), counting(0, 1_000)
    text = scope_code.ScopeModule(layout.low, layout, fields, True).text()
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    monkeypatch.setattr(scope_code, "RUNNING", [])
    monkeypatch.setattr(scope_code, "RATE", len(text) / 500)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    search(fields, cache=tmp_path / "cache")
    assert not scope_code.RUNNING


def test_kept_code_is_found_without_its_text(
    fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    first = search(fields, cache=tmp_path / "cache")
    assert first.scope_code is not None
    first.scope_code.finish()
    monkeypatch.setattr(scope_code.ScopeModule, "text", refuse)
    found = search(fields, cache=tmp_path / "cache")
    assert by_scope(found)
    assert everything(found) == everything(first)


UNSEEN = {
    "what is said of entries": ("sorted(self._known.items()), ", ""),
    "the numbers of names": (", sorted(self._low.names.symbols.items())", ","),
    "arrays": ("for part in (self._head, ", "for part in ("),
    "functions": ("self._head, *self._functions,", "self._head,"),
}
"""Parts of the text that a digest might leave out, each with its text and another."""


def digests_tell(module: ModuleType, folder: Path) -> None:
    """Where two digests are the same, so are the texts: of scopes that differ in a size, of one whose states are folded
    into others, and of code with another number for one name, another array and another function."""
    made = []
    for number, count in enumerate((5, 5, 4)):
        system = system_written(folder / str(number), "fields", FIELDS, things(count))
        layout = layout_of(system)
        made += [module.__dict__["ScopeModule"](layout.low, layout, system, whole) for whole in (True, False)]
    first = made[0]
    for _ in range(3):
        made.append(copy(first))
    made[-1]._head += " "
    made[-2]._low = copy(first._low)
    made[-2]._low.names = first._low.names.copy()
    symbol, value = max(first._low.names.symbols.items(), key=lambda each: each[1])
    made[-2]._low.names.symbols[symbol] = value + 1
    made[-3]._known = {**first._known, first._low.names.entries["size", "Thing"]: "add i64 0, 7"}
    said = [(each.digest(), each.text()) for each in made]
    assert len({digest for digest, _ in said}) > 4
    for one, text in said:
        assert all(text == other for digest, other in said if digest == one)


def test_digests(tmp_path: Path) -> None:
    digests_tell(scope_code, tmp_path)


@pytest.mark.parametrize("fault", UNSEEN)
def test_a_digest_that_leaves_something_out_is_seen(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, wrong = Path(scope_code.__file__), ModuleType(scope_code.__name__)
    monkeypatch.setitem(sys.modules, scope_code.__name__, wrong)
    wrong.__dict__["__file__"] = str(path)
    exec(compile(planted(fault, path, *UNSEEN[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises(AssertionError):
        digests_tell(wrong, tmp_path)


class AtOnce:
    """Code that is made in this process."""

    is_over = True

    def __init__(self, folder: Path, text: str, key: str, how: str) -> None:
        COMPILERS[how](folder).object(text, key)


def test_taken_up_on_the_way(fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that comes while a search goes on is taken up between two groups of blocks."""
    usual = search(fields)
    for name, value in (("LOOKS", 0.0), ("RATE", 1e12), ("COUNTING", 0.0), ("CompileProcess", AtOnce)):
        monkeypatch.setattr(scope_code, name, value)
    found = search(fields, cache=tmp_path / "cache")
    assert by_scope(found)
    assert everything(found) == everything(usual)


@pytest.mark.parametrize("what", ["no process", "a process that dies", "nothing is kept"])
def test_where_it_cannot_be_made_the_code_for_all_scopes_goes_on(
    what: str, fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = search(fields)
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    monkeypatch.setattr(scope_code, "RATE", 1e12)
    cache: Path | None = tmp_path / "cache"
    match what:
        case "no process":
            monkeypatch.setattr(subprocess, "Popen", refuse)
        case "a process that dies":
            monkeypatch.setattr(sys, "executable", "false")
        case "nothing is kept":
            monkeypatch.setenv("RULESLAWYER_CACHE", "")
            cache = None
    for _ in range(2):
        found = search(fields, cache=cache)
        assert not by_scope(found)
        assert everything(found) == everything(usual)


FAULTS = {
    "the last member of each sort is left out": (
        'f"add i64 0, {value}"',
        "f\"add i64 0, {value - (name[0] == 'size')}\"",
    ),
    "states are one word shorter": ("{layout.words}", "{layout.words - 1}"),
    "the clause that is left out is another": ('LOADED = "without"', 'LOADED = "within"'),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_it_is_seen(fault: str, fields: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    without = (fields.system, PERMIT) if "clause" in fault else None
    usual = search(fields, without=without)
    path, wrong = Path(scope_code.__file__), ModuleType(scope_code.__name__)
    monkeypatch.setitem(sys.modules, scope_code.__name__, wrong)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    monkeypatch.setattr(explore_by_code, "ScopedCode", wrong.__dict__["ScopedCode"])
    with for_the_scope(wrong):
        found = search(fields, without=without)
    assert by_scope(found)
    with pytest.raises(AssertionError):
        assert everything(found) == everything(usual)


# --- random plays -----------------------------------------------------------------------------------------------------


def begun(system: TransitionSystem, cache: Path | None = None) -> PlaySimulator:
    liked = [1.0] * len(system.system.actions)
    return PlaySimulator(system, [outcome.state for _, outcome in system.initial()], 3, 40, 2, liked, 1000, cache)


def played(games: PlaySimulator) -> tuple[Any, ...]:
    """All that some plays say, in which choices are listed of some actions, and drawn of others."""
    found = games.play(1, 30, 1 << 40, 1000, 2)
    made = [each.tolist() for each in found.made]
    return found.how.tolist(), found.rows.tolist(), found.taken, found.hashes.tolist(), made, sorted(games.live())


def test_random_plays_are_the_same(fields: TransitionSystem) -> None:
    """They are those by the code for all scopes, which also answers what is asked about a play under other readings."""
    usual = played(begun(fields))
    with for_the_scope():
        games = begun(fields)
        assert played(games) == usual
    assert games.scope_code is not None and games._library is games.scope_code.library
    choice = games.single_choices(games.play(1, 2, 1 << 40, 0).made[0])[0]
    (written,) = games.written[:1]
    assert written is not None
    games.under(fields)
    games.outcome(written, choice)
    assert games._library is games.book.library


def test_a_fault_in_what_they_are_played_by_is_seen(fields: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, fault = played(begun(fields)), next(iter(FAULTS))
    path, wrong = Path(scope_code.__file__), ModuleType(scope_code.__name__)
    monkeypatch.setitem(sys.modules, scope_code.__name__, wrong)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    monkeypatch.setattr(player, "ScopedCode", wrong.__dict__["ScopedCode"])
    with for_the_scope(wrong):
        assert played(begun(fields)) != usual


def test_code_that_was_waited_for_is_taken_up(
    fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it was looked for in vain, and would have been made much later."""
    monkeypatch.setattr(scope_code, "LOOKS", 0.0)
    monkeypatch.setattr(scope_code, "RATE", 1.0)
    games = begun(fields, tmp_path / "cache")
    games.play(1, 2, 1 << 40, 0)
    assert games.scope_code is not None and games.scope_code.library is None
    games.scope_code.finish()
    games.play(2, 3, 1 << 40, 0)
    assert games._library is games.scope_code.library is not None


def test_plays_that_are_short_are_long_together(
    fields: TransitionSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For how long they ran is noted; all who play wait for one process."""
    made = list[str]()

    class Begun:
        is_over = False

        def __init__(self, folder: Path, text: str, key: str, how: str) -> None:
            made.append(how)

    monkeypatch.setattr(scope_code, "LOOKS", 0.1)
    monkeypatch.setattr(scope_code, "CompileProcess", Begun)
    first = begun(fields, tmp_path / "cache").scope_code
    assert first is not None
    monkeypatch.setattr(scope_code, "RATE", len(first._text) * scope_code.OF_PLAYS / 0.5)
    for wanted in (0, 0, 1, 1):
        for games in [begun(fields, tmp_path / "cache") for _ in range(2)]:
            games._ran = 0.2
            for number in (1, 2):
                games.play(number, number + 1, 1 << 40, 0)
        assert len(made) == wanted
