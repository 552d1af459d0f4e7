"""Rules that were read, and the code of a search, are kept as they were; and read anew where anything differs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native import compiling, concerned
from ruleslawyer.engines.native.compiling import CompiledRuleset, code_of, kept_code_of, ruled_code_of
from ruleslawyer.engines.native.concerned import Readings, by_cells, kept_cells
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.front import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.answers.meaning import Meaning
from ruleslawyer.rulebook.claims.readings import is_gap, mend, rulable, sides
from ruleslawyer.rulebook.kept import rules
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from tests.bundled import bundled
from tests.ferry import FERRY


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is kept; a process that has kept nothing, and keeps rules of any size."""
    monkeypatch.setenv("RULESLAWYER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(rules, "SMALL", 0)
    monkeypatch.setattr(rules, "_written", set())
    monkeypatch.setattr(rules, "_read_of", {})
    return tmp_path / "cache"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


def ferry(project: Path) -> LoadedRuleset:
    return LoadedProject.at(project).ruleset("ferry")


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Who was read, once more for each time."""
    found, usual = list[object](), lower.lower

    def noted(config: RulesetConfig, *given: Any) -> System:
        found.append(config)
        return usual(config, *given)

    monkeypatch.setattr(lower, "lower", noted)
    return found


def test_rules_are_read_once(project: Path, readings: list[object]) -> None:
    first, second = ferry(project).system, ferry(project).system
    assert first == second and first is not second
    assert len(readings) == 1


def edit_a_rule(project: Path) -> None:
    """One letter of a docstring, so that the file is as long as before."""
    file = next(file for file in sorted((project / "model").rglob("*.py")) if '"""' in file.read_text("utf-8"))
    head, said, rest = file.read_text("utf-8").split('"""', 2)
    file.write_text('"""'.join((head, f"X{said[1:]}", rest)), "utf-8")


def take_a_clause_away(project: Path) -> None:
    shutil.rmtree(project / "spec")


@pytest.mark.parametrize("edit", [edit_a_rule, take_a_clause_away])
def test_they_are_read_anew_where_anything_differs(
    project: Path, readings: list[object], edit: Callable[[Path], None]
) -> None:
    _ = ferry(project).system
    edit(project)
    _ = ferry(project).system
    assert len(readings) == 2


def test_another_tool_reads_them_anew(project: Path, readings: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    _ = ferry(project).system
    monkeypatch.setattr(rules, "tool", lambda: b"another")
    _ = ferry(project).system
    assert len(readings) == 2


def test_what_somebody_else_wrote_is_not_read(project: Path, kept: Path, readings: list[object]) -> None:
    _ = ferry(project).system
    for file in kept.iterdir():
        if file.suffix == ".o":
            file.write_bytes(file.read_bytes()[:-1] + b"!")
    _ = ferry(project).system
    assert len(readings) == 2


def test_what_is_edited_again_and_again_is_kept_once(project: Path, kept: Path) -> None:
    """Who waits for edits reads rules after each."""
    _ = ferry(project).system
    before = len(list(kept.glob("*.o")))
    edit_a_rule(project)
    _ = ferry(project).system
    assert len(list(kept.glob("*.o"))) == before == 1


def test_the_digest_of_the_rules_is_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Meaning(ferry(project)).whole()
    monkeypatch.setattr("ruleslawyer.rulebook.answers.store.Digests.of", lambda *_: pytest.fail("worked out again"))
    assert Meaning(ferry(project)).whole() == usual


def test_the_code_of_a_search_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what would be made; a ruling makes the same of it."""
    system = LoadedProject.at(bundled().config.root).ruleset("daemons").system
    low, code = code_of(system, 64)
    assert kept_code_of(system, 64)[1] == code
    with monkeypatch.context() as nothing:
        nothing.setattr(compiling, "_make", lambda *_: pytest.fail("made again"))
        found, modules = kept_code_of(system, 64)
    assert modules == code
    assert found.names == low.names and found.texts == low.texts and found.lists_present == low.lists_present
    (ruled, *_) = (mend(system, {key: sides(system, key)[0]}) for key in rulable(system) if is_gap(key))
    of_kept, of_made = ruled_code_of(found, modules, ruled), ruled_code_of(low, code, ruled)
    assert of_kept is not None and of_made is not None
    assert of_kept[0].texts == of_made[0].texts and of_kept[0].made == of_made[0].made and of_kept[1] is modules


def test_what_properties_read_is_kept_for_each_scope(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows are those that would be worked out; where the scope says something else they are worked out again."""
    ruleset = ferry(project)
    system, scope = ruleset.system, ruleset.scope("tiny")
    low = CompiledRuleset.of(system, scope).low
    here, there = Layout(low, scope), Layout(low, replace(scope, attributes=dict.fromkeys(scope.attributes, (0, 1))))
    worked_out, usual = list[Layout](), concerned.readings_of

    def noted(layout: Layout) -> list[Readings]:
        worked_out.append(layout)
        return usual(layout)

    monkeypatch.setattr(concerned, "readings_of", noted)
    found = [kept_cells(each) for each in (here, here, there, there)]
    assert worked_out == [here, there]
    said = concerned._without_addresses  # it fails where rows point to something else
    assert [said(rows) for rows in found] == [said(by_cells(each, usual(each))) for each in (here, here, there, there)]


def test_so_is_that_of_all_readings_at_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = ferry(project).system
    low, code = code_of(system, 64, "family")
    assert kept_code_of(system, 64, "family")[1] == code != kept_code_of(system, 64)[1]
    monkeypatch.setattr(compiling, "_make", lambda *_: pytest.fail("made again"))
    found, modules = kept_code_of(system, 64, "family")
    assert modules == code and found.names == low.names and found.texts == low.texts


def test_what_is_kept_with_rules_is_found_by_whom_they_are_lent_to(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = ferry(project).system
    _, code = kept_code_of(system, 64)
    monkeypatch.setattr(compiling, "_make", lambda *_: pytest.fail("made again"))
    assert kept_code_of(rules.take(rules.lend(system)), 64)[1] == code


def test_rules_to_which_something_was_done_are_lent_as_they_are(project: Path) -> None:
    changed = replace(ferry(project).system, name="changed")
    taken = rules.take(rules.lend(changed))
    assert taken == changed and not rules.is_as_read(taken)


def test_rules_to_which_something_was_done_have_code_of_their_own() -> None:
    system = LoadedProject.at(bundled().config.root).ruleset("daemons").system
    _, code = kept_code_of(system, 64)
    ruled = next(clashes_ruled(system))
    assert ruled.digest == system.digest
    assert kept_code_of(ruled, 64)[1] == code_of(ruled, 64)[1] != code


def clashes_ruled(system: System) -> Iterator[System]:
    for key in (key for key in rulable(system) if ":" in key):
        for side in sides(system, key):
            with suppress(UsageError):  # the right of way would run in a circle
                ruled = mend(system, {key: side})
                if ruled is not system:
                    yield ruled


def test_other_widths_have_other_code() -> None:
    system = LoadedProject.at(bundled().config.root).ruleset("daemons").system
    assert kept_code_of(system, 64)[1] != kept_code_of(system, 128)[1] == code_of(system, 128)[1]
