"""`ruleslawyer adequacy --clauses`: the ruleset without one clause at a time, and what would be different."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.asking import asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, screen, some, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.cli.show import cell
from ruleslawyer.exploration.variants.asked import Ablate
from ruleslawyer.rulebook.answers.memo import RULES_ALONE
from ruleslawyer.rulebook.claims.result import premises

if TYPE_CHECKING:
    from ruleslawyer.exploration.variants.ablation import Ablation, AblationEffect

SHOWN = {"nothing": "redundant", "verdicts": "verdicts", "moves": "moves", "unknown": "unknown"}
ORDER = ("verdicts", "moves", "unknown", "nothing")
"""Changes, from the one that a reader wants to know of first."""


@asking(Ablate, on_cluster=True)
def ablate(ruleset: Ruleset, asked: Ablate, *, fresh: Fresh = False, json: Json = False) -> None:
    """Show what changes without each clause, and which are redundant."""
    from ruleslawyer.exploration.variants.ablation import Ablation  # it needs the native engine

    system = ruleset.transition_system(asked.scope, asked.reading, asked.rulings)
    found, known = recall_or_ask(
        ruleset, asked, f"scope {asked.scope}", Ablation, lambda found: not found.stopped, RULES_ALONE, fresh=fresh
    )
    if json:
        about = {"ruleset": ruleset.name, "scope": asked.scope, **asked.under(), "reading": dict(system.reading)}
        print_json({**about, "premises": premises(system).json(), **found.json(), "stopped": found.stopped or None})
    else:
        if known:
            say(UNCHANGED)
        _show(found, f"{ruleset.title}, scope {asked.scope}", premises(system).text())
    leave(found.stopped)


def _show(found: Ablation, title: str, under: str) -> None:
    """Prints what each clause changes, and by name those that change nothing; under: what all of it is said under."""
    say(f"{title}: {count(found.states, 'state')}, {count(found.transitions, 'transition')}", "bold")
    say(f"all of it {under}", "dim")
    if found.stopped:
        say(f"incomplete: {found.stopped}")
    rows = table("changes", "without, and what notices it")
    for clause in sorted(found.clauses, key=lambda clause: ORDER.index(clause.change)):
        if clause.change != "nothing" or screen.whole or len(found.clauses) == 1:
            about = f"{_clause_name(clause)} of {clause.of}, {', '.join(clause.cites)}"
            noticed = _notice(clause)
            rows.add_row(SHOWN[clause.change], cell(about, noticed) if noticed else about)
    if rows.row_count:
        say()
        print_table(rows)
    redundant = [_clause_name(clause) for clause in found.redundant]
    say()
    unknown = sum(clause.change == "unknown" for clause in found.clauses)
    tried = f"{len(found.clauses)} that were tried" if found.stopped else str(len(found.clauses))
    about = f"{count(len(redundant), 'clause')} of {tried} redundant in this scope, or the scope is too small"
    say(f"{about}{f', and of {unknown} it is not known' if unknown else ''}")
    if redundant and not screen.whole and len(found.clauses) > 1:
        say(f"redundant: {some(redundant)}; --all prints each", "dim")


def _clause_name(clause: AblationEffect) -> str:
    return clause.name if clause.kind == "over" else f"{clause.name} ({clause.kind})"


def _notice(clause: AblationEffect) -> str:
    if clause.properties:
        return some([f"{name}: {without}" for name, _, without in clause.properties])
    if clause.instance:
        after = 0 if clause.trace is None else clause.trace.length
        return f"{clause.instance} after {count(after, 'action')}"
    return "" if clause.change == "nothing" else clause.text
