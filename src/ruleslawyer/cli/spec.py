"""`ruleslawyer spec`: what the book says, how much of it the model speaks of, whether the text is still the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.register import against, citations_of, coverage_of, rules_among
from ruleslawyer.cli import book, complete
from ruleslawyer.cli.options import Json, Name, Names, NamesOrClauses
from ruleslawyer.cli.output import FALLS_SHORT, count, finding_names, host_line, out, print_json, progress, say, table
from ruleslawyer.cli.session import Session, ruleset_of
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, counting
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.coverage import APPROXIMATION, Coverage
from ruleslawyer.rulebook.register.show import Citations, Shown, citing
from ruleslawyer.rulebook.register.verify import Touched, Verification, runs
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

spec = typer.Typer(no_args_is_help=True, help="The register: what the book says. The model is never executed.")

spec.command("lint")(book.lint)
spec.command("draft")(book.draft)
spec.command("ledger")(book.ledger)


@spec.command("coverage")
def coverage_(
    context: typer.Context,
    names: NamesOrClauses = None,
    scope: Annotated[
        str | None,
        typer.Option(
            help="Explore this scope to see what is decisive; by default the last check says, else the usual scope.",
            autocompletion=complete.scopes,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Count the clauses that are tied to the model, those that decide something, and what is missing.

    Examples:

      ruleslawyer spec megacorp

      ruleslawyer spec megacorp --scope small --json
    """
    session: Session = context.obj
    found = [(r, coverage_of(r, scope, _explore)) for r in session.rulesets(names) if r.register is not None]
    if json:
        print_json([covered.json(ruleset.name) for ruleset, covered in found])
        return
    for ruleset, covered in found:
        show_coverage(ruleset, covered)
    if not found:
        say("no ruleset of this project has a register yet")


def _explore(ruleset: LoadedRuleset, scope: str) -> ScopeResult:
    from ruleslawyer.exploration.explore import Explore

    with progress(f"{ruleset.name}, scope {scope}") as tell:
        result = Explore(scope, progress=counting(tell))(ruleset)
    if result.stopped == BY_CTRL_C:  # half of a scope says too little
        raise KeyboardInterrupt
    return result


_NAMED = 60
"""So many clauses that nothing models are named at once."""


def show_coverage(ruleset: Ruleset, covered: Coverage) -> None:
    """The numbers of each section, and what they mean."""
    say(f"{ruleset.title}: {count(covered.total.clauses, 'clause')}", "bold")
    if (host := ruleset.host_json()) is not None:
        say(host_line(host))
    numbers = table("section", "clauses", "modelled", "decisive", "register only", "missing", numbers=range(1, 6))
    for row in (*covered.rows, covered.total):
        cells = (row.clauses, row.modelled, row.decisive, row.excluded, row.not_yet_modelled)
        numbers.add_row(row.section or "all", *(str(c) for c in cells))
    out().print(numbers)
    if covered.missing:
        named, more = ", ".join(covered.missing[:_NAMED]), len(covered.missing) - _NAMED
        say(f"missing: {named}{f' and {more} more, which --json names' if more > 0 else ''}", "yellow")
    for reason, number in covered.reasons.items():
        say(f"register only, {number}: {reason}")
    for misplaced in covered.misplaced:
        say(str(misplaced), "yellow")
    lines = f"{count(covered.lines, 'line')}, {len(covered.unaccounted)} unaccounted for"
    say(f"source: {lines if covered.lines else 'its lines are not known'}")
    by = " by the last check" if covered.recalled else ""
    say(f"decisive as seen{by} in: {', '.join(covered.scopes) or 'no scope'}. {APPROXIMATION}", "dim")


@spec.command("verify")
def verify_(
    context: typer.Context,
    names: Names = None,
    source: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder with the rulebook's text; by default text/.")
    ] = None,
    update: Annotated[bool, typer.Option("--update", help="Bring the register up to the text.")] = False,
    json: Json = False,
) -> None:
    """Compare the register with the rulebook's text, and name the clauses whose lines have changed (exit code 1).

    With `--update` lines get the numbers that they have now, also where findings name them,
    and new ones a stub of a clause. Besides, the words by which a `cannot` prevails are
    held against the lines that it cites.

    Examples:

      ruleslawyer spec megacorp --verify --source ../texts

      ruleslawyer spec megacorp --verify --source ../texts --update
    """
    session: Session = context.obj
    project = session.own if update else session.project
    source = source or project.root / "text"
    if not source.is_dir():
        raise UsageError("there is no such folder", "--source", "name the folder that has the rulebook's text")
    some = (ruleset for ruleset in map(project.ruleset, names or project.rulesets) if ruleset.config.spec.is_dir())
    compared = {ruleset.name: against(ruleset, source, update=update) for ruleset in some}
    found = {name: one for name, one in compared.items() if one is not None}
    if json:
        print_json([one.json(name) for name, one in found.items()])
    for name, one in () if json else found.items():
        _say_difference(name, one, update=update)
    if not all(one.agrees for one in found.values()):
        raise typer.Exit(FALLS_SHORT)


def _say_difference(name: str, found: Verification, *, update: bool) -> None:
    say(f"{name}: {found.source} {'agrees with the register' if found.agrees else 'differs'}", "bold")
    if found.added:
        say(f"  {count(len(found.added), 'new line')} with a stub: {', '.join(found.added)}")
    if found.findings:
        done = "by their numbers of now" if update else "by other numbers than they have now; --update moves them"
        say(f"  {count(len(found.findings), 'finding')} name lines {done}: {', '.join(found.findings)}")
    for title, touched in (("changed", found.changed), ("gone", found.gone)):
        for line in touched:
            now = f", and is line {line.moved} now" if line.moved else ""
            say(f"  line {line.number} {title}{now}: clauses {', '.join(line.clauses) or 'none'}")
    for run in runs(found.moved):
        say(f"  {_move_text(run)}")
    for title, lines in (("without a digest", found.undigested), ("unaccounted for", found.unaccounted)):
        if lines:
            say(f"  {count(len(lines), 'line')} {title}: {', '.join(map(str, lines))}")
    for clause, words in found.strange_words.items():
        say(f"  {clause} prevails by the words “{words}”, and no line that it cites has half of them")


def _move_text(run: tuple[Touched, ...]) -> str:
    first, last = run[0], run[-1]
    if first is last:
        return f"line {first.number} moved to line {first.moved}: clauses {', '.join(first.clauses) or 'none'}"
    clauses = count(sum(len(line.clauses) for line in run), "clause")
    return f"lines {first.number}-{last.number} moved together to lines {first.moved}-{last.moved}: {clauses}"


@spec.command("show")
def show_(
    context: typer.Context,
    name: Name,
    wanted: Annotated[
        list[str],
        typer.Argument(
            metavar="CLAUSE…",
            help="Ids of clauses, sections or chapters, or names of rules: the clauses that these cite.",
            autocompletion=complete.clauses,
        ),
    ],
    json: Json = False,
) -> None:
    """Print clauses, or those that a rule cites, with where each is modelled, checked and complained about.

    Examples:

      ruleslawyer spec megacorp 5.4

      ruleslawyer spec megacorp bonded_cards_do_not_attack

      ruleslawyer spec megacorp 1.2.1a 8.2 --json
    """
    ruleset = ruleset_of(context, name)
    found = ruleset.clauses(*wanted)
    if json:
        print_json([shown.json() for shown in found])
    else:
        show_clauses(ruleset, wanted, found)


def show_clauses(ruleset: Ruleset, wanted: Sequence[str], found: Iterable[Shown]) -> None:
    """Print clauses, below the rules that were named in place of some."""
    named = rules_among(ruleset, wanted)
    if named and (model := citations_of(ruleset)) is not None:
        for rule in named:
            show_rule(model, rule)
    for shown in found:
        clause = shown.clause
        say(f"{clause.id}  {clause.says or '(no paraphrase yet)'}", "bold")
        say(f"    {clause.kind}, line {clause.line}; {shown.status_text}")
        if clause.doubt:
            say(f"    doubt: {clause.doubt}")
        if clause.immaterial:
            say(f"    it makes no difference: {clause.immaterial}")
        for title, cited in (("modelled", shown.modelled), ("also cited", shown.elsewhere), ("checked", shown.checked)):
            for site in cited:
                say(f"    {title}: {site.role} {site.rule} ({site.place})")
        if shown.findings:
            say(f"    {finding_names(ruleset.name, shown.findings)}")
        if shown.withdrawn:
            say(f"    withdrawn: {finding_names(ruleset.name, shown.withdrawn)}")


def show_rule(model: Citations, name: str) -> None:
    """A rule by its name: what it says, and which clauses it cites as what; nothing where the name is a clause's."""
    found = citing(model, name)
    if found is None:
        return
    says, cited = found
    say(f"{name}  {says}".rstrip(), "bold")
    for role, place in dict.fromkeys((site.role, site.place) for site in cited):
        clauses = ", ".join(site.clause for site in cited if (site.role, site.place) == (role, place))
        say(f"    {role} of {clauses} ({place})")
