"""Earlier results of a verb, used where nothing that it reads has changed: answers are data, found by all they depend
on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import typer

from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.check.evidence.naming import describe
from ruleslawyer.cli.output import count
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

UNCHANGED = "nothing has changed since this was made: what was found then (--fresh computes it anew)"


def reuse_note(known: int, asked: int, one: str) -> str:
    """The same where of many questions some are known."""
    about = f"{known} of {count(asked, one)} known: nothing that can matter in them has changed"
    return f"{about} (--fresh computes them anew)"


def new_events(ruleset: LoadedRuleset, result: ScopeResult, asked: Sequence[object]) -> list[int]:
    """The numbers of the events and deadlocks that the last exploration under other rules did not have; none where
    there was no other. They are new until the rules change again. asked: the scope, the reading and the rulings."""
    name, rules = f"met/{ruleset.name}/{json.dumps(asked, sort_keys=True)}", ruleset.system.digest
    titles = [f"{one.event.kind}: {one.event.title}" for one in result.events] + list(map(describe, result.deadlocks))
    note = read_note(ruleset.root, name, dict) or {}
    before = note.get("before") if note.get("rules") == rules else note.get("now")
    write_note(ruleset.root, name, {"rules": rules, "now": titles, "before": before})
    return [] if before is None else [number for number, title in enumerate(titles, 1) if title not in before]


Fresh = Annotated[bool, typer.Option("--fresh", help="Compute everything anew, and read nothing from the cache.")]
