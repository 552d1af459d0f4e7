"""The networkx explorer on a scope, as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.rulebook.claims.limits import Limits


def main(root: Path, ruleset: str, scope: str) -> None:
    found = explore(Project.load(root).ruleset(ruleset).transition_system(scope), Limits(None))
    print(json.dumps({"counts": [found.states, found.transitions], "seconds": found.seconds}))


if __name__ == "__main__":
    typer.run(main)
