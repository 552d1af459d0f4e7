"""`ruleslawyer spec --lint`, `--draft` and `--ledger`: a register alone, its skeleton, and what no clause decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.register import textual
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, count, finding_names, note, print_json, print_table, say, table
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.register import draft as drafting
from ruleslawyer.rulebook.register.lint import Lint
from ruleslawyer.studies.ledger.line import HELPER, MEANS, OPEN, STATUSES, Line
from ruleslawyer.studies.ledger.run import Ledger, LedgerResult


def lint(
    context: typer.Context,
    names: Names = None,
    json: Json = False,
) -> None:
    """List words that the book never defines, references to places that it lacks, and clauses not yet paraphrased.

    Exit code 1 when one of the first two has no finding, or a clause is still a stub, or a line is unaccounted for.

    A doubt of a clause leads to a question of the model, to a finding about the clause, or
    to a reason why it makes no difference (`immaterial`); one that leads nowhere is a warning.

    Examples:

      ruleslawyer spec --lint

      ruleslawyer spec megacorp --lint --json
    """
    session: Session = context.obj
    found = [(r, r.lint_register()) for r in session.rulesets(names) if r.register is not None]
    if json:
        print_json([result.json(ruleset.name) for ruleset, result in found])
    for ruleset, result in () if json else found:
        _show_mistakes(ruleset, result)
    if not found and not json:
        say("no ruleset of this project has a register yet; `ruleslawyer spec --draft FILE` makes one")
    if not all(result.clean for _, result in found):
        raise typer.Exit(FALLS_SHORT)


def _show_mistakes(ruleset: Ruleset, found: Lint) -> None:
    say(f"{ruleset.title}: {count(found.terms, 'term')}, {count(found.references, 'reference')}", "bold")
    for undefined in found.undefined:
        used = ", ".join(undefined.term.used)
        say(f"undefined: {undefined.term.name}, used in {used}{_finding_note(ruleset, undefined.findings)}", "yellow")
    for dangling in found.dangling:
        pointer = dangling.reference
        named = f"{pointer.to} (“{pointer.words}”)" if pointer.words else pointer.to
        known = _finding_note(ruleset, dangling.findings)
        say(f"dangling: {pointer.clause} points at {named}, which the book lacks{known}", "yellow")
    apart = (
        [(id_, e.about["term"]) for id_, e in textual(ruleset.findings()) if "defined" in e.about]
        if found.scattered
        else []
    )
    for term, sections in found.scattered:
        known = _finding_note(ruleset, tuple(id_ for id_, name in apart if name == term.name))
        say(f"defined in several sections: {term.name}, in {', '.join(sections)} ({', '.join(term.defined)}){known}")
    for term in found.unused:
        say(f"defined and never used: {term.name} ({', '.join(term.defined)})")
    if found.todo:
        shown = ", ".join(found.todo[:10]) + (", …" if len(found.todo) > 10 else "")
        say(f"not yet paraphrased: {count(len(found.todo), 'clause')}: {shown}", "yellow")
    if found.unaccounted:
        say(f"unaccounted for: {count(len(found.unaccounted), 'line')}", "yellow")
    for clause in found.nowhere:
        say(f"a doubt that leads nowhere: {clause.id} (line {clause.line}): {clause.doubt}", "yellow")
    if found.nowhere:
        number = f"{len(found.nowhere)} of {count(found.doubts, 'doubt')}"
        say(f"{number} lead{'s' if len(found.nowhere) == 1 else ''} nowhere: {_MEND}")
    if not (found.undefined or found.dangling or found.todo or found.unaccounted):
        words = "every word that is listed is defined" if found.terms else "no word is listed, so none is looked for"
        refers = "every reference leads somewhere" if found.references else "no clause refers to another"
        say(f"{words}; {refers}", "green" if found.terms else "yellow")
    elif found.clean:
        say("a finding speaks of every word that is undefined and of every reference into nothing", "green")


_MEND = 'write a question or a finding about the clause, or immaterial = "why it makes no difference" beside the doubt'


def _finding_note(ruleset: Ruleset, findings: tuple[str, ...]) -> str:
    return f" ({finding_names(ruleset.name, findings)})" if findings else ""


def draft(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The rulebook, as text or Markdown.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="The folder to make; by default spec/<name of FILE>."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a register's skeleton: sections, bullets, line numbers, digests, and a stub of a clause for each rule.

    It needs no project, and it never overwrites. No text of the book goes into it but the titles of its sections.

    Examples:

      ruleslawyer spec --draft rules.md

      ruleslawyer spec --draft ../texts/harbour.txt -o spec/harbour
    """
    session: Session = context.obj
    drafted = drafting.draft_into(file, output, _root(session))
    folder, made, register, shown = drafted.folder, drafted.made, drafted.register, drafted.place
    note(made.caveat)
    if json:
        print_json(drafted.json())
        return
    say(f"{shown}: {made.title}", "bold")
    for chapter in register.chapters:
        stubs = sum(len(line.clauses) for line in chapter.lines)
        say(f"  {chapter.file}: {count(len(chapter.lines), 'line')}, {count(stubs, 'stub')}")
    say(f"{count(len(register.clauses), 'clause')} to paraphrase; begin in {shown}/{register.chapters[0].file}")
    if not _is_in_project(session, folder):
        name = drafting.slug(folder.name) or "book"
        say("then list the ruleset in pyproject.toml:")
        say(f"  [tool.ruleslawyer.rulesets.{name}]")
        say(f'  title = "{made.title}"'.replace("\\", "\\\\"))


def _root(session: Session) -> Path:
    """The project's folder; that of `--project` where there is no project yet."""
    try:
        return session.own.root
    except UsageError:
        return session.folder or Path()


def _is_in_project(session: Session, folder: Path) -> bool:
    try:
        project = session.own
    except UsageError:
        return False
    return any(project.ruleset(n).config.spec.resolve() == folder.resolve() for n in project.rulesets)


Kind = Annotated[
    Literal["domain", "awaits", "matters", "else", "cut", "frames", "initial", "helper", "players"] | None,
    typer.Option("--kind", help="Print lines of this kind alone."),
]
Whole = Annotated[bool, typer.Option("--all", help="Print also the lines that something answers for.")]


@asking(Ledger)
def ledger(ruleset: Ruleset, asked: Ledger, *, kind: Kind = None, whole: Whole = False, json: Json = False) -> None:
    """Show how many lines there are by who answers for them, and those for which nobody does."""
    found = ask_with_progress(ruleset, asked, "the ledger")
    if json:
        print_json(found.document())
    else:
        _print_ledger(ruleset.title, found, kind, whole)
    if found.open:
        raise typer.Exit(FALLS_SHORT)


def _print_ledger(title: str, found: LedgerResult, kind: str | None, whole: bool) -> None:
    say(f"{title}: {count(len(found.lines), 'decision')} of the model alone, {len(found.open)} open", "bold")
    if found.stopped:
        say(f"{found.stopped}; this is what was found by then", "bold red")
    rows = table("kind", "", *STATUSES, numbers=range(2, 2 + len(STATUSES)))
    for name, counts in found.counts().items():
        if any(counts.values()):
            rows.add_row(name, MEANS[name], *(str(counts[status]) for status in STATUSES))
    print_table(rows)
    lines = found.lines if whole else found.open
    for line in lines:
        if kind in (None, line.kind):
            _print_line(line, found)
    guessed = [line.rule for line in found.lines if line.guessed]
    if guessed:
        say(f"taken for bookkeeping, as no clause reads it (a guess): {', '.join(guessed)}", "dim")
    if found.stopped:
        left = sum(bool(line.others) and (line.kind, line.name) not in found.tried for line in found.lines)
        say(f"there was no time to look for a play for {count(left, 'line')}")
    if found.tried:
        missed = sum(key not in found.decides for key in found.tried)
        say(f"no play was found for {count(missed, 'line')}; that says nothing of other plays", "dim")


def _print_line(line: Line, found: LedgerResult) -> None:
    who = f"{line.status} {', '.join(line.clauses)} {line.why}" if line.status != OPEN else line.by
    say(f"{line.kind}  {line.name}", "yellow" if line.status == OPEN else "dim")
    say(f"    {' '.join(who.split())} ({line.place})")
    if line.kind == HELPER and line.status == OPEN and line.says:
        say(f"    {line.says}")
    one = found.decides.get((line.kind, line.name))
    if one is not None:
        say(f"    {one.says}; {one.scope}: {', '.join(one.play)}")
