"""`check` explores the smallest scope by the reference explorer and by generated code, and says whether they agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check import engines
from ruleslawyer.exploration.explore import explore_scope
from tests.agree.written import counter, written
from tests.bank import TINY
from tests.cli.command import Command

CHECK = ("check", "t28_nested", "--no-prove")


def test_they_say_the_same(command: Command) -> None:
    answer = command(*CHECK, project=TINY)
    assert "scope tiny: networkx and native say the same: " in " ".join(answer.out.split())
    (found,) = command(*CHECK, "--json", project=TINY).json["rulesets"]
    assert found["agreement"]["same"] is True
    (scope,) = found["scopes"]
    assert (found["agreement"]["states"], found["agreement"]["transitions"]) == (scope["states"], scope["transitions"])


def test_they_differ(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """An explorer that lost a state: said, and not as expected."""

    def losing(system: Any, direct: Any, limits: Any, *, engine: Any) -> Any:
        found = explore_scope(system, direct, limits, engine=engine)
        return replace(found, states=found.states - 1) if engine == "native" else found

    monkeypatch.setattr(engines, "explore_scope", losing)
    answer = command(*CHECK, project=TINY)
    assert answer.code == 1
    assert "networkx and native differ: states: networkx says" in " ".join(answer.out.split())
    (short,) = (s for s in command(*CHECK, "--json", project=TINY).json["falls_short"] if s["kind"] == "engines")
    assert short["scope"] == "tiny"


def test_no_code_can_be_made(command: Command, tmp_path: Path) -> None:
    """A range of 64 bits: the reference explorer's word stands, and it is said that nothing was compared. It counts
    from 0 to 5: six states."""
    project = written(tmp_path, "case", counter(f"Annotated[int, Range(0, {10**19})]", "s.count < 5"))
    answer = command("check", "case", "--no-prove", project=project)
    assert answer.code == 1 and answer.err == ""
    assert "falls short: case, scope tiny: below_five is VIOLATED: after 5 actions" in " ".join(answer.out.split())
    (found,) = command("check", "case", "--no-prove", "--json", project=project).json["rulesets"]
    assert found["scopes"][0]["states"] == 6
    assert found["agreement"]["same"] is False and found["agreement"]["differences"] == []
    assert "more than 63 bits" in found["agreement"]["unfinished"]
