"""`ruleslawyer findings`: what is wrong with the text, each with evidence that is asked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.answers.store import users_answers
from ruleslawyer.api import Ruleset
from ruleslawyer.claims.readings import parse_choices
from ruleslawyer.cli import wording
from ruleslawyer.cli.chosen import chosen
from ruleslawyer.cli.chosen import one as known
from ruleslawyer.cli.options import Json, Name, Names, Reading, Scope, Source, Which
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    count,
    err,
    out,
    print_json,
    progress,
    rendered,
    say,
    table,
    to_text,
)
from ruleslawyer.cli.saved import shown
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.show import cell
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.decided import Decision, proposed, read_decisions, written
from ruleslawyer.evidence.finding import TEXT, Finding, Proposal, families, listing, load_findings
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.evidence.settle import Settled, settlement
from ruleslawyer.evidence.story import Story
from ruleslawyer.files.write import expect_writable, write_together, write_whole
from ruleslawyer.play.saved import saved_as
from ruleslawyer.register.places import Place, in_the_book, places, with_spoken_of
from ruleslawyer.register.verify import source_text
from ruleslawyer.table.fill import HOLE

if TYPE_CHECKING:  # who lists findings does not wait for what explores
    from ruleslawyer.check.explorations import Explorations
    from ruleslawyer.claims.result import DeadlockResult, EventResult
    from ruleslawyer.evidence.verify import FindingResult


class Order(StrEnum):
    """In which order findings are listed."""

    family = "family"
    met = "met"


findings = typer.Typer(no_args_is_help=True, help="Findings: what is wrong with the text, each with its evidence.")


@findings.command("list")
def list_(
    context: typer.Context,
    names: Names = None,
    withdrawn: Annotated[bool, typer.Option("--withdrawn", help="List the withdrawn ones too.")] = False,
    by: Annotated[
        Order, typer.Option(help="In families, or by how often each comes up in games that were played.")
    ] = Order.family,
    json: Json = False,
) -> None:
    """List the findings, each with its kind, its severity and its state; --json adds clauses and source lines.

    A family stands together: its overview, and indented below it what hangs under it.
    With --by met the one that comes up in most games stands first: `ruleslawyer stats
    RULESET --keep` played them and keeps it in checks/RULESET/games.json.

    Examples:

      ruleslawyer findings list

      ruleslawyer findings list megacorp --withdrawn

      ruleslawyer findings list megacorp --json

      ruleslawyer findings list megacorp --by met
    """
    session: Session = context.obj
    all_ = [(r, load_findings(r.config.findings, r.register)) for r in session.rulesets(names)]
    wanted = [(r, [f for f in findings_ if withdrawn or not f.withdrawn]) for r, findings_ in all_]
    if by == Order.met:
        _by_met(wanted, json)
        return
    if json:
        print_json([row for r, some in wanted for row in listing(r.name, some, r.register)])
        return
    found = table("finding", "severity", "title")
    for r, some in wanted:
        for depth, f in families(some):
            indented = f"{'  ' * depth}{r.name}/{f.id}"
            about = f"{f.kind}, {f.state}, {f.basis}"
            found.add_row(indented, f.severity, cell(f"{'  ' * depth}{f.title}", f"{'  ' * depth}{about}"))
    out().print(found) if any(some for _, some in wanted) else say(NONE)
    left_out = sum(len(findings_) for _, findings_ in all_) - sum(len(some) for _, some in wanted)
    if left_out:
        say(f"{count(left_out, 'finding')} withdrawn: --withdrawn lists them too")


def _by_met(wanted: list[tuple[Ruleset, list[Finding]]], json: bool) -> None:
    """By how often each comes up; of rulesets of which games are kept."""
    from ruleslawyer.statistics.intervals import every
    from ruleslawyer.statistics.kept import by_met, load_kept, share_json

    kept = [(r, some, load_kept(r.root, r.name)) for r, some in wanted]
    for r, some, games in kept:
        if some and games is None:
            mend = f"play some: ruleslawyer stats {r.name} --keep"
            raise UsageError("it is not known how often its findings come up", r.name, mend)
    rows: list[dict[str, Any]] = []
    found = table("finding", "severity", "comes up", "95 of 100", "title")
    for r, some, games in kept:
        ranked = list(by_met(some, games)) if games else []
        told = {row["id"]: row for row in listing(r.name, some, r.register)}
        for f, share in ranked:
            rows.append({**told[f.id], "met": share_json(share) if share else None})
            interval = f"{share.low:.0%} to {share.high:.0%}" if share else ""
            found.add_row(
                f"{r.name}/{f.id}", f.severity, every(share) if share else "games do not show it", interval, f.title
            )
    if json:
        print_json(rows)
        return
    for r, some, games in kept:
        if some and games is not None:
            ended = f"{games.first['ended']} of {count(games.first['games'], 'game')} of scope {games.scope} ended"
            say(f"{r.title}: {ended}{'' if games.enough else ', too few to say how often anything comes up'}")
            say(f"assumed: {'; '.join(games.first['assumptions'])}")
    out().print(found) if rows else say(NONE)


@findings.command("show")
def show(
    context: typer.Context,
    which: Which = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows it; in ITF as FILE.itf.json.")
    ] = None,
    source: Source = None,
    json: Json = False,
) -> None:
    """Print findings in the words for the designer, with the questions that their evidence asks.

    For each clause it says where that stands in the book, by section and line, and with
    --source the sentence itself, from your own copy. In the prose, lines of the book
    stand in place of the numbers of clauses.

    Examples:

      ruleslawyer findings show megacorp/003

      ruleslawyer findings show megacorp/003 daemons/001

      ruleslawyer findings show megacorp/003 --source ../texts

      ruleslawyer findings show megacorp/003 --save 003.itf.json

      ruleslawyer findings show megacorp/003 --json
    """
    session: Session = context.obj
    if not which:
        raise UsageError("no finding is named", None, "name one, such as megacorp/003; `findings list` shows them")
    wanted = [(ruleset, finding) for ruleset, findings_ in chosen(session, which) for finding in findings_]
    if save is not None:
        if len(wanted) != 1:
            raise UsageError("one play is saved at a time", "--save", "name one finding, such as megacorp/003")
        ((ruleset, finding),) = wanted
        expect_writable(save, "--save")
        play = shown(ruleset, finding)
        write_whole(save, to_text(saved_as(save, play.trace, play.codec, play.ruled, play.violates)))
    if json:
        told = [_shown_json(*one, source) for one in wanted]
        print_json(told[0] if len(told) == 1 else told)
        return
    for number, one in enumerate(wanted):
        if number:
            say()
        _show(*one, source)


@findings.command("verify")
def verify_(context: typer.Context, which: Which = None, json: Json = False) -> None:
    """Ask the evidence of findings again (of all, by default), and try out the rulings that would settle them.

    Exit code 1 where one no longer reproduces, or is not settled by its ruling.

    Examples:

      ruleslawyer findings verify

      ruleslawyer findings verify megacorp/003 daemons/001

      ruleslawyer findings verify megacorp --json
    """
    from ruleslawyer.evidence.verify import verify

    session: Session = context.obj
    found: list[tuple[Ruleset, FindingResult]] = []
    declared = chosen(session, which)
    try:
        with _explorations(declared) as asked:
            for explorations, (ruleset, all_) in zip(asked, declared, strict=True):
                rules = ruleset.system if ruleset.config.modules else None  # a book may have findings before a model
                for one in all_:
                    results = verify(
                        [one],
                        explorations.explored,
                        ruleset.register,
                        explorations.scenarios.played,
                        rules,
                        explorations.ended,
                        explorations.discovered,
                        explorations.known,
                    )
                    found += [(ruleset, r) for r in results]
    except KeyboardInterrupt:
        missing = sum(len(all_) for _, all_ in declared) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not verified; what follows was verified so far")
    if json:
        print_json([_json(ruleset, result) for ruleset, result in found])
    for ruleset, result in () if json else found:
        finding = result.finding
        word = f"reproduces ({finding.basis})" if result.reproduced else "NO LONGER REPRODUCES"
        good = "" if finding.basis == TEXT else "green"  # nothing was computed, or played
        title = f"{ruleset.name}/{finding.id}: {word}: {finding.title}"
        say("; ".join([title, *_under(result)]), good if result.reproduced else "red")
        for evidence in result.evidence:
            if not evidence.reproduced:
                say(f"    {evidence.evidence}: {evidence.instead}")
        for claim, answer in result.claimed:
            if not answer.reproduced:
                say(f"    it says “{claim.says}”, and it is not so: {claim.by}: {answer.instead}")
        for run in result.settled:
            if not run.shown:
                under = [run.after.premises.text()] if run.after.premises is not None else []
                say("; ".join([f"    NOT SETTLED by {run.proposal}: {run.problem}", *under]), "red")
            elif run.left or run.came:
                brings = f", which brings {run.came}" if run.came else ""
                say(f"    {run.word.lower()} by {run.proposal}{brings}")
    if not json:
        tried = [run for _, result in found for run in result.settled]
        claims = sum(len(result.claims) for _, result in found)
        asked_again = f", {count(claims, 'claim')} asked" if claims else ""
        say(f"{count(len(found), 'finding')}, {count(len(tried), 'ruling')} tried out{asked_again}")
    if len(found) < sum(len(all_) for _, all_ in declared):
        raise typer.Exit(INTERRUPTED)
    if not all(result.reproduced and all(s.shown for s in result.settled) for _, result in found):
        raise typer.Exit(FALLS_SHORT)


@findings.command("settle")
def settle(
    context: typer.Context,
    which: Which = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="Rule whole questions: answers are replaced as well, not only gaps filled.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Take what was decided on the pages of a report, and write it into findings."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Try out the rulings that would settle findings, and list what else they change.

    The finding's scope is explored without the ruling and with it: the finding is
    settled when the events that its evidence names are gone. New events, deadlocks
    and violations are listed, and how many states change in which the event is not
    met. For a gap the ruling speaks where no clause does, and nowhere else. Exit
    code 1 where one is not settled.

    With --from, what was decided on the pages of a report is tried out, and written into
    the findings: how each stands, who said so, the sentence to print, and a ruling that
    settles it. The next report shows it, with a draft of the changed clauses.

    Examples:

      ruleslawyer findings settle megacorp/065

      ruleslawyer findings settle megacorp/065 daemons/003

      ruleslawyer findings settle megacorp/065 --whole

      ruleslawyer findings settle megacorp --json

      ruleslawyer findings settle --from megacorp-answers.json
    """
    session: Session = context.obj
    decided: list[Decision] = []
    if source is None:
        wanted = chosen(session, which)
    elif which:
        raise UsageError("the file names its findings", "--from", "leave the others out")
    else:
        wanted, decided = _decided(session, source)
    named = source is not None or any(word.partition("/")[2] or word.isdigit() for word in which or ())
    if not named:
        wanted = [(ruleset, [f for f in all_ if f.proposals]) for ruleset, all_ in wanted]
    if whole:
        wanted = [(ruleset, [f.replacing() for f in all_]) for ruleset, all_ in wanted]
    found: list[tuple[Ruleset, Finding, tuple[Settled, ...]]] = []
    interrupted = False
    try:
        with _explorations((r, [replace(f, evidence=(), claims=()) for f in some]) for r, some in wanted) as asked:
            for explorations, (ruleset, some) in zip(asked, wanted, strict=True):
                for finding in some:
                    found.append((ruleset, finding, settlement(finding, explorations.explored)))
    except KeyboardInterrupt:
        interrupted = True
        missing = sum(len(some) for _, some in wanted) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not tried; what follows was so far")
    if json:
        print_json([
            {"ruleset": ruleset.name, "id": finding.id, "runs": [run.json() for run in runs]}
            for ruleset, finding, runs in found
        ])  # fmt: skip
    for ruleset, finding, runs in () if json else found:
        say(f"{ruleset.name}/{finding.id}: {finding.title}", "bold")
        for run in runs:
            _say_run(run)
        if not runs:
            say("    it names no ruling")
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if decided:
        _write_decided(found, decided)
        if not json:
            say(f"{count(len(decided), 'answer')} written into findings/, which the next report shows")
    if not all(run.shown for *_, runs in found for run in runs):
        raise typer.Exit(FALLS_SHORT)


def _decided(session: Session, source: Path) -> tuple[list[tuple[Ruleset, list[Finding]]], list[Decision]]:
    """The findings that a file answers, each with what it rules as a proposal; and the answers in the same order."""
    name, decisions = read_decisions(source)
    ruleset = session.ruleset(name)
    found = [proposed(known(ruleset, d.finding), d, ruleset.system) for d in decisions]
    if gone := next((f.id for f in found if f.withdrawn), None):
        raise UsageError(f"finding {gone} is withdrawn", source.name, "answer the one that tells it now")
    return [(ruleset, found)], decisions


def _write_decided(found: Iterable[tuple[Ruleset, Finding, tuple[Settled, ...]]], decided: list[Decision]) -> None:
    """All of it or nothing. A ruling is written where it was shown to settle the finding, and is not there yet."""
    texts = {}
    for (ruleset, finding, runs), decision in zip(found, decided, strict=True):
        new = next(
            (r.proposal for r in runs if r.shown and r.proposal not in known(ruleset, finding.id).proposals), None
        )
        path = ruleset.config.findings / finding.file
        texts[path] = written(path, decision, new)
    write_together(texts)


findings.command("lint")(wording.lint)


@findings.command("new")
def new(
    context: typer.Context,
    name: Name,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The event, as `explore` numbers it.")],
    scope: Scope = "tiny",
    reading: Reading = None,
    json: Json = False,
) -> None:
    """Draft a finding about an event: the front matter is filled in, the prose is yours. It never overwrites.

    Examples:

      ruleslawyer findings new megacorp 2 --scope tiny
    """
    from ruleslawyer.check.explorations import Explorations
    from ruleslawyer.evidence.draft import draft

    session: Session = context.obj
    ruleset = session.own.ruleset(name)
    readings = parse_choices(reading or (), "--reading")
    result = Explorations(ruleset, progress).explored(scope, readings)
    met: list[EventResult | DeadlockResult] = [*result.events, *result.deadlocks]
    if number > len(met):
        raise UsageError(f"there is no event {number}", None, f"`explore` lists {len(met)}")
    path = draft(ruleset.config.findings, ruleset.findings(), met[number - 1], scope, readings)
    shown = path.relative_to(ruleset.root).as_posix() if path.is_relative_to(ruleset.root) else path.name
    print_json({"file": shown}) if json else say(f"drafted {shown}; now say what is wrong")


@contextmanager
def _explorations(wanted: Iterable[tuple[Ruleset, Sequence[Finding]]]) -> Iterator[list[Explorations]]:
    """Of each ruleset what its findings ask for, begun for all of them at once."""
    from ruleslawyer.check.explorations import Explorations
    from ruleslawyer.processes.pool import Workers

    with Workers() as workers:
        asked = []
        for ruleset, some in wanted:
            asked.append(Explorations(ruleset, progress, workers, answers=users_answers()))
            asked[-1].want(some)
        workers.start()
        yield asked


NONE = "no finding stands"
_WHERE = {"text": "the text", "scenario": "a scenario"}
"""Where the queries are asked that explore nothing."""


def _say_run(run: Settled) -> None:
    """One re-run in full."""
    proposal, before = run.proposal, run.before
    # What is ruled the line says already.
    under = f"; {replace(run.after.premises, rulings=()).text()}" if run.after.premises is not None else ""
    also = f", which brings {run.came}" if run.came else ""
    left = f", but for {'; '.join(run.left)}" if run.left else ""
    say(f"  {run.word} by {proposal}{left}{also}{under}", ("yellow" if run.left else "green") if run.shown else "red")
    _say_extent(proposal, "    ")
    say(f"    in {proposal.scope}, {count(before.states, 'state')}, explored again with the ruling")
    if proposal.note:
        say(f"    {proposal.note}")
    if run.problem:
        say(f"    {run.problem}", "red")
    for what, titles in (
        ("gone", run.gone), ("still so", run.stays), ("gone too", run.vanished), ("new event", run.new_events),
        ("new", run.new_deadlocks), ("not followed further", run.cut_short),
    ):  # fmt: skip
        for title in titles:
            say(f"    {what}: {title}")
    for name, was, is_ in run.verdicts:
        say(f"    {'new violation: ' if name in run.new_violations else ''}{name} was {was}, is {is_}")
    say("    " + ", ".join(f"{name} {b}" + (f" -> {a}" if a != b else "") for name, (b, a) in run.numbers.items()))
    say(f"    {run.beyond}")
    if run.nothing_else:
        say("    nothing else changed")


def _say_extent(proposal: Proposal, margin: str) -> None:
    """Whether a gap is ruled alone, or the question with its answers."""
    if proposal.gaps:
        say(f"{margin}for the gap alone: where a clause answers {', '.join(proposal.gaps)}, it still does")
    elif proposal.whole:
        say(f"{margin}for the whole question: its option stands in place of every answer")


def _places(ruleset: Ruleset, finding: Finding, source: Path | None) -> tuple[Place, ...]:
    """Where the clauses of a finding stand in the book, and those that its prose speaks of."""
    register = ruleset.register
    if register is None:
        return ()
    copy = source_text(source / register.source) if source is not None and register.source else []
    return places(register, with_spoken_of(register, finding.clauses, finding.prose), copy)


_NAMED = r"[\1]"
"""A value that is filled in from a play, by its name."""


def _show(ruleset: Ruleset, finding: Finding, source: Path | None) -> None:
    say(f"{ruleset.name}/{finding.id}: {finding.title}", "bold")
    say(f"{finding.kind}, {finding.severity}, {finding.state}, {finding.basis}; clauses {', '.join(finding.clauses)}")
    printed: set[int] = set()
    for place in _places(ruleset, finding, source):
        say(f"{place.clause}: {place}: {place.says or 'no paraphrase'}")
        if place.sentence and place.line not in printed:
            printed.add(place.line)
            differs = ", which reads otherwise than when the register was made" if place.differs else ""
            say(f"  “{place.sentence}”{differs}")
    if finding.lost:
        say(f"the text that was read may have lost something of the book: {finding.lost}")
    if finding.second:
        say(f"the second reader: {finding.second}")
    for line in _standing(ruleset, finding):
        say(line)
    for evidence in finding.evidence:
        say(f"evidence in {evidence.scope or _WHERE[evidence.ask]}: {evidence}")
    for claim in finding.claims:
        say(f"how we know that “{claim.says}”: {_asked(claim.by)}")
    for proposal in finding.proposals:
        say(f"proposed in {proposal.scope}, tried out by `findings settle`: {proposal}")
        _say_extent(proposal, "  ")
    _say_story(finding.story)
    say()
    prose = finding.prose.rstrip("\n")
    rendered(in_the_book(ruleset.register, prose) if ruleset.register else prose)


def _say_story(story: Story) -> None:
    """Print what the page of a finding opens with. What a play fills in stands in brackets, by its name there."""
    told = [("what happens", story.crux), ("the question", story.ask)]
    told += [("an answer", ": ".join(filter(None, (one.says.rstrip("."), one.then)))) for one in story.answers]
    for title, text in (*told, ("would settle it", story.wording)):
        if text:
            say(f"{title}: {HOLE.sub(_NAMED, text)}")


def _asked(evidence: Evidence) -> str:
    """A query with the scope in which it is asked."""
    return f"{evidence}, in {evidence.scope}" if evidence.scope else str(evidence)


def _standing(ruleset: Ruleset, finding: Finding) -> Iterator[str]:
    """Where a finding stands among the others: its overview, its family, why it is withdrawn."""
    others = {f.id: f for f in ruleset.findings()}
    if finding.withdrawn:
        told = f" {ruleset.name}/{finding.into} tells it now: {others[finding.into].title}" if finding.into else ""
        yield f"withdrawn: {finding.because}{told}"
    if finding.under:
        yield f"under {ruleset.name}/{finding.under}: {others[finding.under].title}"
    for below in (f for f in others.values() if f.under == finding.id and not f.withdrawn):
        yield f"over {ruleset.name}/{below.id}: {below.title}"


def _shown_json(ruleset: Ruleset, finding: Finding, source: Path | None) -> dict[str, Any]:
    return {
        **listing(ruleset.name, [finding], ruleset.register)[0],
        "evidence": [str(e) for e in finding.evidence],
        "claims": [{"says": claim.says, "by": _asked(claim.by)} for claim in finding.claims],
        "places": [place.json() for place in _places(ruleset, finding, source)],
        "rulings": [dict(p.rulings) for p in finding.proposals],
        "story": asdict(finding.story),
        "prose": finding.prose,
    }


def _under(result: FindingResult) -> list[str]:
    """Under what the evidence of a finding was asked, each once."""
    asked = [(e.evidence.scope, e.premises.text()) for e in result.evidence if e.premises is not None]
    return [f"{scope}: {text}" if scope else text for scope, text in dict.fromkeys(asked)]


def _json(ruleset: Ruleset, result: FindingResult) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "id": result.finding.id,
        "basis": result.finding.basis,
        "reproduced": result.reproduced,
        "evidence": [
            {"asked": str(e.evidence), "scope": e.evidence.scope, "reproduced": e.reproduced,
             "instead": e.instead or None, "actions": e.actions,
             "under": e.premises.text() if e.premises is not None else ""}
            for e in result.evidence
        ],
        "claims": [
            {"says": claim.says, "asked": str(claim.by), "scope": claim.by.scope, "reproduced": answer.reproduced,
             "instead": answer.instead or None}
            for claim, answer in result.claimed
        ],
        "settled": [run.json() for run in result.settled],
    }  # fmt: skip
