"""Rulesets about seats, rings, grids and protocols, of which each verdict for any number of players is known by hand.

Each is a fragment in `seats/`, composed as the tiny rulesets are. Of its properties those whose name begins with
`right` are true of any number of players, and are proved. Those that begin with `wrong` are false of some number, so
that nothing may prove them; a play with 1 to 3 players shows it. Ranges (`writes:`) are called by their fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.ir.rules import WRITES
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bank import composed, table

SEATS = Path(__file__).parent / "seats"
NAMES = tuple(sorted(path.stem for path in SEATS.glob("*.py")))
SIZES = (1, 2, 3)
RIGHT, WRONG = "right", "wrong"
FEW = Limits(states=4000, seconds=20)
GRIDS = {"grid": "Berth", "yards": "Space"}
READINGS = {"clauses": {"go:may_go/once": "permit"}}
"""Another reading of some."""
SORTS = {
    "client_server": ("Request = 2", "Response = 2"), "sharded_store": ("Key = 1", "Value = 2"),
    "two_phase_commit": ("Deal = 1",), "counted_votes": ("Value = 2",), "quorum_votes": ("Quorum = 2", "Value = 2"),
}  # fmt: skip
"""How many there are of other sorts, in the scopes of some."""
PRINTED = {
    "auction": "[attributes.Player]\nasked = [true, false, true]",
    "firewall": "[attributes.Player]\ninside = [true, false, true]",
    "ring_election": "[attributes.Player]\nid = [5, 9, 7]\nplace = [1, 2, 3]\nnext = []",
    "ring_token": "[attributes.Player]\nfirst = [true, false, false]\nnext = []",
    "witnesses": "[attributes.Player]\nlies = [true, false, false]",
    "quorum_votes": "[attributes.Quorum]\nmembers = []",
}
"""Lines of the scopes of some, with a value for each of three players; empty where it hangs on how many there are."""
COUNTED: Mapping[str, Callable[[int], list[object]]] = {
    "next": lambda size: [f"Player{(k + 1) % size}" for k in range(size)],
    "members": lambda size: [
        [f"Player{k}" for k in some] for some in (range(size // 2 + 1), range((size - 1) // 2, size))
    ],
}
"""Attributes whose values depend on how many players there are: who is next in a ring, and two majorities."""


def project(folder: Path, *names: str) -> Path:
    """Some of them as a project, each with a scope for every number of players."""
    for name in names:
        scopes = folder / name / "scopes"
        scopes.mkdir(parents=True)
        for size in SIZES:
            (scopes / f"players{size}.toml").write_text("\n".join(_scope(name, size)) + "\n", encoding="utf-8")
        text = (SEATS / f"{name}.py").read_text(encoding="utf-8")
        (folder / name / "model.py").write_text(composed(name, text), encoding="utf-8")
    (folder / "pyproject.toml").write_text("\n".join(map(table, names)), encoding="utf-8")
    return folder


def _scope(name: str, size: int) -> Iterator[str]:
    yield from ('title = "Seats"', "", "[sorts]", f"Player = {size}", *SORTS.get(name, ()), "")
    if name in GRIDS:
        yield from (f"[grids.{GRIDS[name]}]", "rows = 2", f"columns = {size}")
    for line in PRINTED.get(name, "").splitlines():
        key, _, values = line.partition(" = ")
        if values == "[]":
            yield f"{key} = {json.dumps(COUNTED[key](size))}"
        else:
            yield f"{key} = [{', '.join(values.strip('[]').split(', ')[:size])}]" if values else line


def violated(ruleset: Ruleset) -> set[str]:
    """The properties that a play of some scope breaks, or cannot evaluate."""
    found: set[str] = set()
    for size in SIZES:
        for reading in ({}, READINGS.get(ruleset.name, {})):
            result = ruleset.explore(f"players{size}", reading, limits=FEW, engine="networkx")
            found |= {verdict.name for verdict in result.verdicts if verdict.word == "VIOLATED"}
            events = [event.event for event in result.events]
            found |= {event.subject for event in events if event.of_property}
            found |= {f"{WRITES}{event.subject}" for event in events if event.kind in ("broken", "violation")}
    return found


def ruleset(folder: Path, name: str) -> Ruleset:
    return Project.load(project(folder, name)).ruleset(name)
