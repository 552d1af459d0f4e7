"""Rulesets with a property that is wrong for some number of cards, each where a lifter can come to believe it.

Each is a fragment in `traps/`, composed as the tiny rulesets are. Of its properties those whose name begins with
`wrong` are violated in some scope of 1 to 4 cards, which the explorer shows; none may be proved for any number.
"""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.ir.rules import WRITES
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bank import composed, table

TRAPS = Path(__file__).parent / "traps"
NAMES = tuple(sorted(path.stem for path in TRAPS.glob("*.py")))
SIZES = (1, 2, 3, 4)
FEW = Limits(states=2000, seconds=20)


def project(folder: Path, name: str, text: str) -> Ruleset:
    """A fragment as a project, with a scope for each number of cards."""
    scopes = folder / name / "scopes"
    scopes.mkdir(parents=True)
    for size in SIZES:
        lines = ['title = "Tiny"', "[sorts]", "Player = 2", f"Card = {size}", ""]
        (scopes / f"cards{size}.toml").write_text("\n".join(lines), encoding="utf-8")
    (folder / name / "model.py").write_text(composed(name, text), encoding="utf-8")
    (folder / "pyproject.toml").write_text(table(name), encoding="utf-8")
    return Project.load(folder).ruleset(name)


def trap(folder: Path, name: str) -> Ruleset:
    return project(folder, name, (TRAPS / f"{name}.py").read_text(encoding="utf-8"))


def violated(ruleset: Ruleset, sizes: tuple[int, ...] = SIZES) -> dict[str, int]:
    """The properties that some scope violates under some answer to a question, or where they cannot be evaluated, with
    the fewest cards that do."""
    questions = ruleset.system.questions.values()
    readings = [{}, *({q.name: option.name} for q in questions for option in q.options if not option.default)]
    found: dict[str, int] = {}
    for size in sizes:
        for reading in readings:
            result = ruleset.explore(f"cards{size}", reading, limits=FEW, engine="networkx")
            names = [verdict.name for verdict in result.verdicts if verdict.word == "VIOLATED"]
            events = [event.event for event in result.events]
            names += [event.subject for event in events if event.of_property]
            names += [f"{WRITES}{event.subject}" for event in events if event.kind in ("broken", "violation")]
            for name in names:
                found.setdefault(name, size)
    return found
