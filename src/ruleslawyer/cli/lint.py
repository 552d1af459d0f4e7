"""`ruleslawyer lint`: the mistakes of models and scopes, and the comparison of a model's two runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import Diagnostic, ModelError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import write_bytes_together
from ruleslawyer.check.linting import STATES, Linted
from ruleslawyer.cli.any_number import lifted_json, show_lifting
from ruleslawyer.cli.options import Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, MISTAKE, count, print_json, progress, quote, say
from ruleslawyer.cli.session import Session
from ruleslawyer.proof.any_number import lifted_rules
from ruleslawyer.rulebook.lint import Fix, Fixed, mend

Format = Literal["text", "lines", "github"]
ADVICE = {"lines": "note", "github": "notice"}
"""How each format says that something is no mistake."""


# Long: its parameters are the options of the verb, each with its help.
def lint(
    context: typer.Context,
    names: Names = None,
    run: Annotated[bool, typer.Option("--run", help="Execute the model on random states and compare.")] = False,
    states: Annotated[int, typer.Option(min=1, help="With --run: how many random states in each scope.")] = STATES,
    seed: Annotated[int, typer.Option(help="With --run: the seed of the random numbers.")] = 0,
    lifted: Annotated[
        bool, typer.Option("--lifted", help="Say which rules and loops `prove --any-number` cannot take as they are.")
    ] = False,
    format_: Annotated[
        Format,
        typer.Option(
            "--format",
            help="text: with excerpts; lines: a line for each mistake, as editors read it; github: annotations.",
        ),
    ] = "text",
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what has one meaning only: a misspelt name, an unused import.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", "--dry-run", help="Only print what --fix would change, as a patch.")
    ] = False,
    json: Json = False,
) -> None:
    """Read models, scopes and views, and report every mistake at once. Nothing is executed unless --run is given.

    With --run the author's functions are compared with the interpreter of their
    lowered form, on random states: clauses, verdicts, results and events must be
    equal (exit code 1 where they are not). Along the plays of the scenarios it also
    looks for fields that remember a value which has changed since, and matters: such a
    field says `remembers("…")`, by the clause that fixes the moment.

    --fix mends what can only be meant one way: a misspelt name of which one word is near,
    a citation that is written otherwise than in the register, and imports that nobody
    uses. All files are written together, or none is. `ruleslawyer explain RL207` says
    what a diagnostic means.

    Advice is what a step of an action says of fields that it never writes (RL806), and where
    files and rules stand otherwise than the book's chapters (RL801 to RL803): that is
    a mistake in a project whose pyproject.toml says so, by `by_chapter = true`.

    Examples:

      ruleslawyer lint

      ruleslawyer lint megacorp --run --states 1000

      ruleslawyer lint --format lines

      ruleslawyer lint --diff

      ruleslawyer lint mygame --fix

      ruleslawyer lint mere_mortals --lifted
    """
    session: Session = context.obj
    reports, mistaken, differing = [], False, False
    for ruleset in session.rulesets(names):
        fixed = _mend(session, ruleset, diff=diff) if fix or diff else None
        if fixed is not None and not diff:
            ruleset = Session(session.folder).ruleset(ruleset.name)  # as it is now
        found = ruleset.lint(run=run, states=states, seed=seed, watch=progress)
        mistaken = mistaken or bool(found.mistakes)
        differing = differing or bool(found.differences or found.snapshots)
        rules = None
        if lifted and not found.mistakes:
            with progress(f"{ruleset.name}, rules for any number"):
                rules = lifted_rules(ruleset)
        reports.append(
            {
                **({"fixed": [_fix(one) for one in fixed.fixes]} if fixed is not None else {}),
                **({"lifted": lifted_json(rules)} if rules is not None else {}),
                **found.json(),
            }
        )
        if fixed is not None and not json:
            _show_fixes(ruleset, fixed, diff=diff)
        if not json and format_ != "text":
            for diagnostic in found.diagnostics:
                quote(_LINES[format_](diagnostic, "error"))
            for diagnostic in found.advice:
                quote(_LINES[format_](diagnostic, ADVICE[format_]))
        if not json and (format_ == "text" or found.differences or found.snapshots):
            show_mistakes(ruleset, found)
        if rules is not None and not json and format_ == "text":
            show_lifting(ruleset, rules)
    if json:
        print_json(reports)
    if mistaken or differing:
        raise typer.Exit(MISTAKE if mistaken else FALLS_SHORT)


def _mend(session: Session, ruleset: Ruleset, *, diff: bool) -> Fixed:
    """Mends what is sure; written unless only the difference is asked for."""
    if not diff:
        _ = session.own
    with progress(f"{ruleset.name}, mending"):
        found = mend(ruleset)
    if not diff:
        write_bytes_together({ruleset.root / path: after.encode() for path, (_, after) in found.files.items()})
    return found


def _show_fixes(ruleset: Ruleset, found: Fixed, *, diff: bool) -> None:
    if diff:
        quote(found.diff().rstrip("\n")) if found.files else say(f"{ruleset.name}: nothing that is sure to mend", "dim")
        return
    for one in found.fixes:
        quote(str(one))
    if found.fixes:
        say(f"{ruleset.name}: {count(len(found.fixes), 'thing')} mended in {count(len(found.files), 'file')}", "green")


def _fix(found: Fix) -> JsonObject:
    span = found.span
    return {
        "code": found.code,
        "file": span.path,
        "line": span.line,
        "column": span.column,
        "before": found.before,
        "after": found.after,
    }


def show_mistakes(ruleset: Ruleset, found: Linted) -> None:
    """Print the mistakes, each with an excerpt, or that there is none."""
    for error in found.mistakes:
        quote(error.render(ruleset.root).rstrip("\n"))
    if found.advice:
        say("advice, which is no mistake:", "yellow")
        quote(ModelError(found.advice).render(ruleset.root).rstrip("\n"))
    for difference in found.differences:
        say(f"{ruleset.name}, scope {difference.scope}: {difference.what} differs", "red")
        say(f"  the author's functions: {difference.direct}")
        say(f"  the interpreter:        {difference.interpreter}")
        say(f"  in {difference.state}")
    for one in found.snapshots:
        say(f"{ruleset.name}: `{one.field}` remembers what `{one.writer}` wrote, and it matters", "red")
        say(f"  would it be written again now, {one.consequence}: {one.scenario}")
        say('  = help: say which clause fixes the moment, Annotated[…, remembers("…")]')
    if found.diagnostics:
        say(f"{ruleset.name}: {count(len(found.diagnostics), 'mistake')}", "red")
    elif found.compared is None:
        system = ruleset.system
        parts = ", ".join((
            count(len(system.actions), "action"), count(len(system.terms), "term"),
            count(len(system.questions), "question"), count(len(ruleset.scopes()), "scope"),
        ))  # fmt: skip
        say(f"{ruleset.name}: no mistakes ({parts})", "green")
    elif not found.differences and not found.snapshots:
        say(f"{ruleset.name}: no difference in {count(found.compared, 'comparison')}", "green")


def _line(found: Diagnostic, kind: str) -> str:
    """`file:line:column: error: CODE message`, as compilers have it; the file from the project's folder."""
    return f"{found.span}: {kind}: {found.code} {found.message}{_hint(found)}"


def _annotation(found: Diagnostic, kind: str) -> str:
    """A workflow command of GitHub, which marks the line in a pull request."""
    span = found.span
    fields = {"file": span.path, "line": span.line, "col": span.column, "endLine": span.end_line, "title": found.code}
    places = ",".join(f"{key}={_escape(str(value), ':,')}" for key, value in fields.items())
    return f"::{kind} {places}::{_escape(found.message + _hint(found))}"


def _hint(found: Diagnostic) -> str:
    return f" ({found.help})" if found.help else ""


def _escape(text: str, special: str = "") -> str:
    """A text with percent codes for the characters that would end a field of a workflow command."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + special else c for c in text)


_LINES: dict[str, Callable[[Diagnostic, str], str]] = {"lines": _line, "github": _annotation}
