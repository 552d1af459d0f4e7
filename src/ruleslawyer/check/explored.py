"""A plain exploration of a scope, from an earlier one where nothing has changed, and findings about it in outline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ruleslawyer.check.evidence.draft import Sketch, sketch
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.refresh import EXPLORED, refresh_result
from ruleslawyer.rulebook.answers.memo import RULES_ALONE, Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting, default_memory
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # who explores waits for no scenarios
    from ruleslawyer.check.explorations import Watch

MET = "sketches of what is met"


def recall_or_explore(
    ruleset: LoadedRuleset, scope: str, readings: Mapping[str, str], rulings: Mapping[str, str], engine: str,
    search: Callable[[], ScopeResult], *, fresh: bool = False,
) -> tuple[ScopeResult, bool]:  # fmt: skip
    """The result, and whether it was known."""
    answers = users_answers(fresh=fresh)
    kept = Memo(answers, ruleset, ruleset.scope(scope))
    noted = _by_files(ruleset, fresh=fresh) if engine == "auto" and not rulings else None
    # Before the search: what is edited meanwhile was not read.
    wanted = noted is not None and noted.read(tuple, MET, scope, readings) is None
    result = kept.ask(ScopeResult, search, lambda found: found.complete, EXPLORED, readings, rulings, engine)
    if noted is not None and wanted and result.complete:
        noted.write(_sketches(ruleset, result), MET, scope, readings)
    known = answers.reused > 0
    return (refresh_result(ruleset, result) if known else result), known


def sketches_of(ruleset: LoadedRuleset, scope: str, readings: Mapping[str, str], watch: Watch) -> tuple[Sketch, ...]:
    """Findings about what `explore` lists, without prose and in its order; behind what it numbers, the properties that
    are VIOLATED or VACUOUS. They are kept by the text of the files, so that none need be read where it is as it was;
    Ctrl-C gives none."""
    found: tuple[Sketch, ...] | None = _by_files(ruleset).read(tuple, MET, scope, readings)
    return _sketches(ruleset, _as_explore_has_it(ruleset, scope, readings, watch)) if found is None else found


def _by_files(ruleset: LoadedRuleset, *, fresh: bool = False) -> Memo:
    return Memo(users_answers(fresh=fresh), ruleset, None, RULES_ALONE)


def _sketches(ruleset: LoadedRuleset, result: ScopeResult) -> tuple[Sketch, ...]:
    failed = [verdict for verdict in result.verdicts if verdict.word in ("VIOLATED", "VACUOUS")]
    met: list[EventResult | DeadlockResult | Verdict] = [*result.events, *result.deadlocks, *failed]
    return tuple(sketch(one, ruleset.system) for one in met)


def _as_explore_has_it(ruleset: LoadedRuleset, scope: str, readings: Mapping[str, str], watch: Watch) -> ScopeResult:
    """The plain exploration that `explore` prints of a scope, with the same numbers of events; Ctrl-C gives none."""

    def search() -> ScopeResult:
        with watch(f"{ruleset.name}, scope {scope}") as tell:
            system = ruleset.transition_system(scope, readings)
            return explore_scope(system, None, Limits(memory=default_memory()), counting(tell), "auto", None)

    result, _ = recall_or_explore(ruleset, scope, readings, {}, "auto", search)
    if result.stopped == BY_CTRL_C:  # the numbers of a part are not those of the whole
        raise KeyboardInterrupt
    return result
