"""A plain exploration of a scope, from an earlier one where nothing has changed: `explore` makes it, others ask it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.output import progress
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.refresh import as_of_today
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting, default_memory
from ruleslawyer.rulebook.claims.result import ScopeResult


def recall_or_explore(
    ruleset: Ruleset, scope: str, readings: Mapping[str, str], rulings: Mapping[str, str], engine: str,
    search: Callable[[], ScopeResult], *, fresh: bool = False,
) -> tuple[ScopeResult, bool]:  # fmt: skip
    """The result, and whether it was known."""
    answers = users_answers(fresh=fresh)
    kept = Memo(answers, ruleset, ruleset.scope(scope))
    result = kept.ask(ScopeResult, search, lambda found: found.complete, "explored", readings, rulings, engine)
    known = answers.reused > 0
    return (as_of_today(ruleset, result) if known else result), known


def as_explore_has_it(ruleset: Ruleset, scope: str, readings: Mapping[str, str]) -> ScopeResult:
    """The plain exploration that `explore` prints of a scope, with the same numbers of events; Ctrl-C gives none."""

    def search() -> ScopeResult:
        with progress(f"{ruleset.name}, scope {scope}") as tell:
            system = ruleset.transition_system(scope, readings)
            return explore_scope(system, None, Limits(memory=default_memory()), counting(tell), "auto", None)

    result, _ = recall_or_explore(ruleset, scope, readings, {}, "auto", search)
    if result.stopped == BY_CTRL_C:  # the numbers of a part are not those of the whole
        raise KeyboardInterrupt
    return result
