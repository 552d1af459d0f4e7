"""Declared effects of options that are no fault of the model, with the reason: `checks/<ruleset>/options.toml`.

    [[declared]]
    reading = { bids_are_open = "they_are_secret" }
    shows = "one_round_finds_the_higher_bidder"
    reason = "secret bids may tie, and then there is a second round"

shows: a property that the reading violates, or `deadlock`, `no play` or `stops`. A ruleset with this file is held to
it: `check` asks every option in its small scopes, and falls short where one shows what is not declared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.exploration.variants.choices import KINDS, Options, ReadingEffect, merge_effects
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.idle import idle_under
from ruleslawyer.rulebook.answers.memo import Matters, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import blame, valid_reading
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

FILE = "options.toml"
KEYS = ("reading", "shows", "reason")
MOST_STATES = 300
"""States of a scope up to which `check` asks every option in it."""
QUESTION = "options", MOST_STATES
"""By which an answer is kept."""
_EXAMPLE = 'write [[declared]] with reading = { question = "option" }, shows = "a property" and reason = "…"'


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that a reading may show, and why that is no fault."""

    reading: Mapping[str, str]
    shows: str
    reason: str

    def covers(self, shown: ReadingEffect) -> bool:
        return self.shows == shown.shows and self.reading.items() <= shown.reading.items()


def is_held(root: Path, ruleset: str) -> bool:
    """Whether a ruleset declares what its options show."""
    return is_there(root / "checks" / ruleset / FILE)


def load_declarations(root: Path, ruleset: str, system: System) -> tuple[Declared, ...]:
    """The file of a ruleset; nothing where there is none."""
    if not is_held(root, ruleset):
        return ()
    file = read_toml(root / "checks" / ruleset / FILE, f"checks/{ruleset}/{FILE}", shape=_EXAMPLE)
    file.expect_keys(("declared",))
    return tuple(_declaration(table, system) for table in file.tables("declared", _EXAMPLE))


def _declaration(table: Table, system: System) -> Declared:
    table.expect_keys(KEYS)
    written = table.names("reading")
    if not written:
        raise table.wrong("`reading` names no option", 'reading = { question = "option" }', "reading")
    try:
        reading = valid_reading(system, written)
    except UsageError as error:
        raise table.wrong(error.message, error.mend, "reading", *blame(written, error.message)) from error
    shows = table.text("shows")
    if shows not in KINDS and shows not in system.checks:
        raise table.wrong(f"`{shows}` is no property", nearest(shows, (*system.checks, *KINDS)), "shows")
    return Declared(reading, shows, table.text("reason"))


@dataclass(frozen=True, slots=True)
class AskOptions(Question[Options | None]):
    """A job: every option in one small scope, as the book has it; None where the scope is larger than it was. states,
    met: see `ask_options`."""

    root: Path
    ruleset: str
    scope: str
    answers: Path | None = None
    fresh: bool = False
    states: int = 0
    met: tuple[str, ...] = ()

    def __call__(self) -> Options | None:
        return self.of(loaded_ruleset(self.root, self.ruleset, ()))

    def of(self, written: LoadedRuleset) -> Options | None:
        """The same of the rules as they were just read."""
        from ruleslawyer.exploration.variants.options import ask_options  # it makes code

        system = written.transition_system(self.scope, brief=True)
        return self._keep(written, ask_options(system, Limits(MOST_STATES), states=self.states, met=self.met))

    def there(self) -> AskOptions:
        return replace(self, answers=None)

    def back(self, found: Options | None) -> Options | None:
        return self._keep(loaded_ruleset(self.root, self.ruleset, ()), found)

    def _keep(self, ruleset: LoadedRuleset, found: Options | None) -> Options | None:
        if self.answers is not None and (found is None or not found.stopped):
            unused = idle_under(ruleset.system, found.live if found else None)
            kept = Memo(Answers(self.answers, fresh=self.fresh), ruleset, ruleset.scope(self.scope))
            kept.write((found,), *QUESTION, reads=(Matters(unused),))
        return found


def undeclared_effects(found: Iterable[Options], declared: Collection[Declared]) -> list[list[ReadingEffect]]:
    """Effects of options that nobody declared, each with all the scopes that show it."""
    return [shown for shown in merge_effects(found).values() if not any(one.covers(shown[0]) for one in declared)]
