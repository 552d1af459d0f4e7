"""The option that keeps questions that nobody asked, and laws, for check and report."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.unasked import FILE, keep
from ruleslawyer.cli.output import err

Keep = Annotated[
    bool, typer.Option("--keep", help=f"Keep what was found, for check and report, in checks/RULESET/{FILE}")
]


def keep_part(ruleset: Ruleset, part: str, found: Json) -> None:
    """Keep one part beside the ruleset's other checks."""
    keep(ruleset.root, ruleset.name, part, found)
    err().print(f"kept in checks/{ruleset.name}/{FILE}")
