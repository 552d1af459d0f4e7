"""`ruleslawyer ablate`: the ruleset without one clause at a time, and what would be different."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.cli import complete
from ruleslawyer.cli.called import elsewhere
from ruleslawyer.cli.options import Cluster, EachSeconds, EachStates, Json, Memory, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import count, leave, print_json, progress, say, screen, shown, some, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, remembered
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.cli.show import cell
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.limits import Limits, default_memory
from ruleslawyer.rulebook.claims.premises import premises

if TYPE_CHECKING:
    from ruleslawyer.exploration.variants.ablation import Ablated, Ablation

SHOWN = {"nothing": "redundant", "verdicts": "verdicts", "moves": "moves", "unknown": "unknown"}
ORDER = ("verdicts", "moves", "unknown", "nothing")
"""Changes, from the one that a reader wants to know of first."""


# Long: its parameters are the options of the verb, each with its help.
def ablate(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    clause: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Drop this one only; may be repeated. By default each.",
            autocompletion=complete.parts,
        ),
    ] = None,
    reading: Reading = None,
    ruling: Ruling = None,
    max_states: EachStates = None,
    max_seconds: EachSeconds = None,
    memory: Memory = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Drop one clause at a time: what in a scope depends on it. The project's code is read, never executed.

    Dropped are norms, their exceptions, what they beat, layers of terms and
    answers. A clause without which no move, verdict or property changes is
    redundant in this scope, or the scope is too small for it. The exit code is 1
    when the exploration is incomplete. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer adequacy daemons --clauses --scope tiny

      ruleslawyer adequacy daemons --clauses --clause is_not_ready --json
    """
    from ruleslawyer.exploration.variants.ablation import Ablation, ablate  # it needs the native engine

    ruleset = ruleset_of(context, name)
    if cluster is not None:
        elsewhere(context, cluster, ruleset, {})
    readings, rulings = read_under(reading, ruling)
    system = ruleset.transition_system(scope, readings, rulings)
    limits = Limits(max_states, max_seconds, memory if memory is not None else default_memory())
    only = _wanted_clauses(system.system, clause or ())

    def ask() -> Ablation:
        with progress(f"{ruleset.name}, scope {scope}") as tell:
            return ablate(system, limits, tell, only=only)

    question = scope, readings, rulings, limits, only
    found, known = remembered(
        ruleset, "ablate", question, ask, Ablation, lambda found: not found.stopped, fresh=fresh, rules_alone=True
    )
    if json:
        reading_ = dict(system.reading)
        about: dict[str, Any] = {
            "ruleset": ruleset.name, "scope": scope, "reading": reading_, "rulings": sorted(rulings),
        }  # fmt: skip
        about |= {"premises": premises(system).json()}
        print_json({**about, **found.json(), "stopped": found.stopped or None})
    else:
        if known:
            say(UNCHANGED)
        _show(found, f"{ruleset.title}, scope {scope}", premises(system).text())
    leave(found.stopped)


def _wanted_clauses(system: System, names: Iterable[str]) -> list[str]:
    """The clauses that were asked for; one that is not there is the user's mistake."""
    from ruleslawyer.exploration.variants.ablation import variants

    wanted = list(names)
    if wanted:
        there = dict.fromkeys(variant.name for variant in variants(system))
        for name in wanted:
            if name not in there:
                raise UsageError(f"there is no clause `{name}`", "--clause", nearest(name, there))
    return wanted


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
        shown(rows)
    redundant = [_clause_name(clause) for clause in found.redundant]
    say()
    unknown = sum(clause.change == "unknown" for clause in found.clauses)
    tried = f"{len(found.clauses)} that were tried" if found.stopped else str(len(found.clauses))
    about = f"{count(len(redundant), 'clause')} of {tried} redundant in this scope, or the scope is too small"
    say(f"{about}{f', and of {unknown} it is not known' if unknown else ''}")
    if redundant and not screen.whole and len(found.clauses) > 1:
        say(f"redundant: {some(redundant)}; --all prints each", "dim")


def _clause_name(clause: Ablated) -> str:
    return clause.name if clause.kind == "over" else f"{clause.name} ({clause.kind})"


def _notice(clause: Ablated) -> str:
    if clause.properties:
        return some([f"{name}: {without}" for name, _, without in clause.properties])
    if clause.instance:
        after = 0 if clause.trace is None else len(clause.trace)
        return f"{clause.instance} after {count(after, 'action')}"
    return "" if clause.change == "nothing" else clause.text
