"""`ruleslawyer findings lint`: what a designer would stumble over in the prose and the reasons of findings."""

from __future__ import annotations

from pathlib import Path

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.check.evidence.finding import Finding, prose_line, reason_line
from ruleslawyer.check.evidence.withdrawals import unsettled
from ruleslawyer.check.evidence.wording import KINDS, Slip, slips, stock
from ruleslawyer.cli.chosen import chosen
from ruleslawyer.cli.options import Json, Source, Which
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.register.verify import source_text


def lint(context: typer.Context, which: Which = None, source: Source = None, json: Json = False) -> None:
    """Read the prose of findings (of all, by default) as the designer does, who knows no names of the model.

    Named are options and names of the model, its scopes, phrases that nobody says, sentences
    about the model that no claim backs, and a “What would settle it” that is not one
    sentence to print. An open finding has a question (`ask`), which no more than three ask
    alike; one that is high or medium also a crux, answers with what follows, and a
    sentence. Of a withdrawn finding the reason is read: it names the lines that
    settle it, and each finding that stands and doubts all of them. With --source, what it
    quotes stands in one of them. Exit code 1 where something is otherwise.

    Examples:

      ruleslawyer findings --lint

      ruleslawyer findings megacorp --lint

      ruleslawyer findings megacorp --lint --source ../texts

      ruleslawyer findings megacorp/003 daemons/001 --lint --json
    """
    session: Session = context.obj
    found = [(ruleset, f, slip) for ruleset, all_ in chosen(session, which) for f, slip in read(ruleset, all_, source)]
    rows = [(ruleset, f, slip, *_place(ruleset, f, slip)) for ruleset, f, slip in found]
    if json:
        print_json([
            {"ruleset": r.name, "id": f.id, "kind": slip.kind, "said": slip.said, "file": file, "line": line}
            for r, f, slip, file, line in rows
        ])  # fmt: skip
    for *_, slip, file, line in () if json else rows:
        say(f"{file}:{line}: {slip}")
    if not json:
        _count([slip for *_, slip in found])
    if found:
        raise typer.Exit(FALLS_SHORT)


def read(ruleset: Ruleset, findings: list[Finding], source: Path | None = None) -> list[tuple[Finding, Slip]]:
    """Slips in the prose of findings over which a designer would stumble, who knows no names of the model and no
    scopes. source: the folder with the text, where one is at hand."""
    names: set[str] = set()
    if ruleset.config.modules:
        system = ruleset.system
        names = {rule.name for rule in system.rules()} | {f.name for f in system.state.fields}
        names |= system.questions.keys() | system.enums.keys() | system.checks.keys()
    scopes, register, all_ = ruleset.scopes(), ruleset.register, ruleset.findings()
    lines = {id_: clause.line for id_, clause in register.clauses.items()} if register else {}
    copy = source_text(source / register.source) if source is not None and register and register.source else []
    alike = stock(all_)
    return [
        (f, slip)
        for f in findings
        for slip in (
            *slips(f, names, scopes), *([alike[f.id]] if f.id in alike else ()), *unsettled(f, all_, lines, copy),
        )
    ]  # fmt: skip


def _place(ruleset: Ruleset, finding: Finding, slip: Slip) -> tuple[str, int]:
    path = ruleset.config.findings / finding.file
    return "/".join(path.parts[-3:]), slip.line + prose_line(path) - 1 if slip.line else reason_line(path)


def _count(found: list[Slip]) -> None:
    if not found:
        say(
            "the prose has no names of the model, each finding one sentence to print, and each withdrawal its lines",
            "green",
        )
    for kind, called in KINDS.items():
        number = sum(slip.kind == kind for slip in found)
        if number:
            say(f"{count(number, 'place')}: {called}", "yellow")
