"""Questions that nobody asked, for a check and a report: as they are kept, or for a new project by a short hunt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.unasked import load_parts, questions
from ruleslawyer.rulebook.answers.memo import FILES, Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

MINUTES = 0.2
"""The longest hunt of a check."""


@dataclass(frozen=True)
class Short:
    """A short hunt, as it is kept in the cache."""

    found: Json

    @property
    def whole(self) -> bool:
        return bool(self.found["stopped"] != "interrupted")


def open_questions(ruleset: LoadedRuleset, watch: Watch) -> Json | None:
    """Questions that nobody asked, and laws: the kept ones; else the questions that a short hunt finds, where
    hunt.toml has `in_check`, as for a new project."""
    kept = load_parts(ruleset.root, ruleset.name)
    if kept is not None and "questions" in kept:
        return kept
    from ruleslawyer.studies.hunt.settled import states_in_check

    states = states_in_check(ruleset)
    if not states:
        return kept
    from ruleslawyer.studies.hunt.report import document
    from ruleslawyer.studies.hunt.run import Hunt

    asked = Hunt(minutes=MINUTES, states=states)

    def hunt() -> Short:
        with watch(f"{ruleset.name}, the hunt") as tell:
            return Short(document(replace(asked, progress=tell)(ruleset)))

    memo = Memo(users_answers(), ruleset, None, FILES)
    short = memo.ask(Short, hunt, lambda short: short.whole, *asked.key(ruleset))
    return {**(kept or {}), "questions": questions(short.found, ruleset.system.digest)}
