"""Questions that nobody asked, laws and windows, for a check and a report: as they are kept, or for a new project by a
short hunt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.unasked import FILE, keep, load_parts, questions
from ruleslawyer.cli.asking import recall_or_ask
from ruleslawyer.cli.output import err
from ruleslawyer.cli.remembered import FILES

Keep = Annotated[
    bool, typer.Option("--keep", help=f"Keep what was found in checks/RULESET/{FILE}, for check and report.")
]
MINUTES = 0.2
"""The longest hunt of a check."""


@dataclass(frozen=True)
class Short:
    """A short hunt, as it is kept in the cache."""

    found: Json

    @property
    def whole(self) -> bool:
        return bool(self.found["stopped"] != "interrupted")


def keep_part(ruleset: Ruleset, part: str, found: Json) -> None:
    """Keep one part beside the ruleset's other checks."""
    keep(ruleset.root, ruleset.name, part, found)
    err().print(f"kept in checks/{ruleset.name}/{FILE}")


def open_questions(ruleset: Ruleset) -> Json | None:
    """The kept ones; else what a hunt finds at once, where hunt.toml has `in_check`."""
    kept = load_parts(ruleset.root, ruleset.name)
    if kept is not None and "questions" in kept:
        return kept
    from ruleslawyer.studies.hunt.settled import states_in_check

    states = states_in_check(ruleset)
    if not states:
        return kept
    from ruleslawyer.studies.hunt.report import document
    from ruleslawyer.studies.hunt.run import Hunt

    short, _ = recall_or_ask(
        ruleset, Hunt(minutes=MINUTES, states=states), "the hunt", Short, lambda short: short.whole, FILES, fresh=False,
        kept_as=lambda found: Short(document(found)),
    )  # fmt: skip
    return {**(kept or {}), "questions": questions(short.found, ruleset.system.digest)}
