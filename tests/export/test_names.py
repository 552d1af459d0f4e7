"""Names of a model that are words of other languages, or of the exported text itself: every tool reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.draw import dot, graphml
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.export.checkers import instance, needs, read_dot, read_graphml, rumur, spin

FIELDS = (
    "step", "rest", "init", "kind", "ended", "state", "x0", "l", "t", "s", "fail", "act", "number",
    "now", "after", "ready", "begin", "end", "rule", "var", "proctype", "chan", "mtype", "skip", "int_", "main",
    "struct", "graph", "node", "edge", "digraph", "strict", "key", "data",
)  # fmt: skip
"""Words that a language keeps, or that the text uses for something."""

MODEL = '''"""Names that mean something elsewhere."""
from typing import Annotated
from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("words")
book.closed_world(assumed="what no clause permits is not allowed")

class Player(Sort):
    """Who plays."""

@state
class State:
FIELDS

@book.initial("1")
def first(s: State) -> None:
    """How it starts."""

@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)

@book.ended("1")
def over(s: State) -> bool:
    return s.step == 3

@book.winners("1")
def won(s: State) -> frozenset[Player]:
    return frozenset()

@book.action("2")
def step(s: State, state: Player) -> None:
    """One more."""
    with effect("2"):
        s.step += 1
        s.rest = 1

@step.permit("2")
def kind(s: State, state: Player) -> bool:
    return True

@book.duty("3", turn_end=True)
def init(s: State) -> None:
    """Rest."""
    with effect("3"):
        s.rest = 0

@init.when
def due(s: State) -> bool:
    return s.rest == 1

checks = Checks(book)

@checks.always("3")
def rest(s: State) -> bool:
    return s.rest == 0

@checks.always("3")
def ended(s: State) -> bool:
    return s.step <= 3
'''


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> TransitionSystem:
    """Three steps of the only player."""
    folder = tmp_path_factory.mktemp("words")
    table = '[tool.ruleslawyer.rulesets.words]\ntitle = "Words"\nmodules = ["model"]\nscopes = "scopes"\n'
    (folder / "pyproject.toml").write_text(table, encoding="utf-8")
    fields = "\n".join(f"    {name}: Annotated[int, Range(0, 3)]" for name in FIELDS)
    (folder / "model.py").write_text(MODEL.replace("FIELDS", fields), encoding="utf-8")
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text('title = "Tiny"\n[sorts]\nPlayer = ["end node"]\n', "utf-8")
    found = Project.load(folder).ruleset("words")
    return TransitionSystem(Interpreter(found.system, found.scope("tiny")))


@needs("spin", "gcc")
def test_spin(system: TransitionSystem, tmp_path: Path) -> None:
    assert spin(instance(system), tmp_path) == (4, 3)


@needs("rumur", "gcc")
def test_rumur(system: TransitionSystem, tmp_path: Path) -> None:
    assert rumur(instance(system), tmp_path) == (4, 3)


def test_drawings(system: TransitionSystem) -> None:
    found, codec = explore(system), Codec(system.system, system.scope)
    assert read_dot(dot(found, codec)) == read_graphml(graphml(found, codec)) == (4, 3)
