"""`ruleslawyer spec --lint` and `spec --draft`: what a register alone shows, and a register's skeleton from a text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.register import textual
from ruleslawyer.cli.options import Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, count, finding_names, note, print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.register import draft as drafting
from ruleslawyer.rulebook.register.lint import Lint


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
        _show(ruleset, result)
    if not found and not json:
        say("no ruleset of this project has a register yet; `ruleslawyer spec --draft FILE` makes one")
    if not all(result.clean for _, result in found):
        raise typer.Exit(FALLS_SHORT)


def _show(ruleset: Ruleset, found: Lint) -> None:
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
