"""The plays that pages of a report show, from which a table is played on: what is played, and what it shows.

They are the traces of the check: a search in the page would take long, and might find another play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.schema import Scope
from ruleslawyer.report.play_pages import PlayPages
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.words import spoken
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

BEST = "best-play"
"""The page of best play."""


@dataclass(frozen=True, slots=True)
class PagePlay:
    """A play that a page shows. name: the finding, or the page; decides: whether its last action is one that is asked
    about; story: what a finding says of it."""

    name: str
    scope: Scope
    trace: Trace
    rulings: Mapping[str, str]
    decides: bool
    says: str
    story: Json | None = None


class NotLive(Exception):
    """A play that cannot be followed in a page, and why."""


def plays_on_pages(ruleset: LoadedRuleset, result: RulesetResult, told: Json) -> Iterator[PagePlay]:
    """The plays that show what a property says, each as the page that has it, and best play."""
    pages, known = PlayPages(told), set[str]()
    where = {(p["scope"], p["property"]): pages.where(p["play"]) for p in told["properties"] if p["play"]}
    for scope in result.scopes:
        for verdict in scope.verdicts:
            page = where.get((scope.scope.name, verdict.name), "").removesuffix(".html")
            if page.startswith("play-") and page not in known and verdict.trace is not None:
                known.add(page)
                decides = bool(verdict.trace.steps) and verdict.trace.end is None
                says = f"{spoken(verdict.name).capitalize()}: {verdict.word}."
                rulings = dict(scope.premises.rulings if scope.premises else ())
                yield PagePlay(page, scope.scope, verdict.trace, rulings, decides, says)
    if told.get("solved"):
        found = _best_play(ruleset, told["solved"])
        if found is not None:
            yield found


def _best_play(ruleset: LoadedRuleset, kept: Json) -> PagePlay | None:
    """The line of best play that the page has; none where players choose together, which a line does not say."""
    scope, best = ruleset.scope(kept["scope"]), kept["solved"]["beginnings"][0]
    codec, machine = Codec(ruleset.system, scope), Interpreter(ruleset.system, scope, brief=True)
    system = TransitionSystem(machine, dict(kept["reading"]))
    begun = next(((i, o.state) for i, o in system.initial() if codec.call(i) == best["beginning"]), None)
    if begun is None or kept["rulings"]:
        return None
    made, state = list[Instance](), begun[1]
    for call in best["line"]:
        allowed = system.candidates(state) if state is not None else ()
        taken = next((one.instance for one in allowed if one.is_allowed and codec.call(one.instance) == call), None)
        if taken is None or state is None:
            return None
        made.append(taken)
        state = system.take(state, taken).state
    return PagePlay(BEST, scope, play(system, begun[0], tuple(made)), {}, False, "Best play, by everybody.")
