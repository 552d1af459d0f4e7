"""Each play that unproved.json has against a property is one of the reference interpreter, and breaks it at its end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.proof.lemmas import UNPROVED
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem
from tests.agree.strategies import ROOT, names


def rows() -> Iterator[tuple[str, str, Any]]:
    for name in names(ROOT):
        file = ROOT / "checks" / name / UNPROVED
        table = json.loads(file.read_text(encoding="utf-8"))["unproved"] if file.is_file() else {}
        yield from ((name, one, row) for one, row in table.items() if row["why"] == "false")


def played(system: TransitionSystem, play: Sequence[str]) -> tuple[State | None, Instance, Outcome]:
    """The last of these steps: the state before it, and what comes of it; each is found by how it is written, and
    allowed."""
    codec = Codec(system.system, system.scope)
    instance, outcome = next((i, o) for i, o in system.initial() if codec.call(i) == play[0])
    before: State | None = None
    for call in play[1:]:
        before = outcome.state
        assert before is not None
        judged = next(j for j in system.candidates(before) if codec.call(j.instance) == call)
        assert judged.is_allowed
        instance, outcome = judged.instance, system.take(before, judged.instance)
    return before, instance, outcome


@cache
def loaded(name: str) -> Ruleset:
    return Project.load(ROOT).ruleset(name)


@pytest.mark.parametrize(
    ("ruleset", "name", "row"), list(rows()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_it_breaks_the_property(ruleset: str, name: str, row: Any) -> None:
    system = loaded(ruleset).transition_system(row["scope"], row["reading"])
    check = system.system.checks[name]
    before, instance, outcome = played(system, row["play"])
    if check.kind == "step":
        answers, _ = system.step_answers(check, before, instance, outcome)
        assert not answers <= {True}
    else:
        assert outcome.state is not None
        assert system.holds(check, outcome.state)[0] is not True
