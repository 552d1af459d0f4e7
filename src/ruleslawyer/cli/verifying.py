"""`ruleslawyer findings --verify` and `--settle`: the evidence asked again, and rulings tried out, also together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import write_together
from ruleslawyer.check.evidence.decided import (
    DECIDED,
    Decision,
    as_one_answer,
    expect_edition,
    read_decisions,
    sentence_to_print,
    text_with_decision,
    text_without_decision,
    with_decisions,
    with_proposal,
)
from ruleslawyer.check.evidence.finding import TEXT, Finding, Proposal, finding_of, findings_of
from ruleslawyer.check.evidence.settle import Settled, settlement
from ruleslawyer.cli.chosen import choose_findings
from ruleslawyer.cli.options import Json, Which
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    count,
    err,
    print_json,
    progress,
    say,
    some,
)
from ruleslawyer.cli.session import Session
from ruleslawyer.ir.system import System
from ruleslawyer.project.settled import settled_file, settled_text
from ruleslawyer.report.edition.edition import with_places
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:
    from ruleslawyer.check.evidence.verify import FindingResult
    from ruleslawyer.check.findings import Trial
    from ruleslawyer.check.together import Effect, Given, Together


MOST_MOVES = 12
"""Moves of a play that are printed."""


def say_together(found: Together, findings: Iterable[Finding], system: System) -> None:
    """Print the outcome of answers that were tried at once. system: the rules as the book has them."""
    titles = {f.id: f.title for f in findings}
    number = len(found.given)
    say(f"{found.ruleset}: {count(number, 'answer')} together", "bold")
    say(f"  they may matter in {len(found.tried)} of {count(found.scopes, 'scope')}, explored again with all of them")
    for line, style in _lines(found, titles, system):
        say(f"  {line}", style)


def _lines(found: Together, titles: Mapping[str, str], system: System) -> Iterator[tuple[str, str]]:
    for effect in found.contradictions:
        about = f"{and_(effect.by)} contradict each other: only together they break: {effect.says}"
        yield from _lines_of(about, effect, system, "red")
    for effect in found.effects:
        if effect not in found.contradictions:
            style = {"repairs": "green", "breaks": "red", "opens": "yellow"}[effect.direction]
            spoken_of = f", of which {and_(effect.findings)} speaks" if effect.findings else ""
            about = f"{effect.direction}: {effect.says} (by {and_(effect.by)}{spoken_of})"
            yield from _lines_of(about, effect, system, style)
    for id_, by in found.moot.items():
        yield f"moot: {id_} {titles.get(id_, '')} (comes up no more where it did, by {and_(by)})", ""
    if found.unfinished:
        yield f"not explored to the end: {', '.join(found.unfinished)}: more may come there", "yellow"
    if not (found.effects or found.moot):
        yield "nothing else is repaired, broken, opened or moot", ""


def _lines_of(about: str, effect: Effect, system: System, style: str) -> Iterator[tuple[str, str]]:
    """An effect and its play; what a table made small alone shows is no sentence about the game."""
    yield (about, style) if effect.in_book else (f"on the small table {effect.scope} alone: {about}", "")
    if effect.play is not None and effect.table is not None:
        moves = calls(effect.play, Codec(system, effect.table))
        rest = f", … ({count(len(moves) - MOST_MOVES, 'move')} more)" if len(moves) > MOST_MOVES else ""
        before = "what went wrong before" if effect.direction == "repairs" else "the play"
        yield f"    {before}: {', '.join(moves[:MOST_MOVES])}{rest}", ""


def and_(names: Iterable[str]) -> str:
    """Names in a sentence."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def verify_(context: typer.Context, which: Which = None, json: Json = False) -> None:
    """Ask the evidence of findings again (of all, by default), and try out the rulings that would settle them.

    Exit code 1 where one no longer reproduces, or is not settled by its ruling.

    Examples:

      ruleslawyer findings --verify

      ruleslawyer findings megacorp/003 daemons/001 --verify

      ruleslawyer findings megacorp --verify --json
    """
    from ruleslawyer.check.findings import explorations as begun

    session: Session = context.obj
    found: list[tuple[Ruleset, FindingResult]] = []
    declared = choose_findings(session, which)
    try:
        with begun(declared, progress, users_answers()) as asked:
            for explorations, (ruleset, all_) in zip(asked, declared, strict=True):
                for one in all_:
                    found.append((ruleset, explorations.verify(one)))
    except KeyboardInterrupt:
        missing = sum(len(all_) for _, all_ in declared) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not verified; what follows was verified so far")
    if json:
        print_json([result.json(ruleset.name) for ruleset, result in found])
    for ruleset, result in () if json else found:
        _say_result(ruleset, result)
    if not json:
        tried = [run for _, result in found for run in result.settled]
        claims = sum(len(result.claims) for _, result in found)
        asked_again = f", {count(claims, 'claim')} asked" if claims else ""
        say(f"{count(len(found), 'finding')}, {count(len(tried), 'ruling')} tried out{asked_again}")
        if not tried:
            _name_the_rest(declared)
    if len(found) < sum(len(all_) for _, all_ in declared):
        raise typer.Exit(INTERRUPTED)
    if not all(result.reproduced and all(s.is_shown for s in result.settled) for _, result in found):
        raise typer.Exit(FALLS_SHORT)


def _say_result(ruleset: Ruleset, result: FindingResult) -> None:
    finding = result.finding
    word = f"reproduces ({finding.basis})" if result.reproduced else "NO LONGER REPRODUCES"
    good = "" if finding.basis == TEXT else "green"  # nothing was computed, or played
    title = f"{ruleset.name}/{finding.id}: {word}: {finding.title}"
    say("; ".join([title, *_words_under(result)]), good if result.reproduced else "red")
    for evidence in result.evidence:
        if not evidence.reproduced:
            say(f"    {evidence.evidence}: {evidence.instead}")
    for claim, answer in result.claims_with_answers:
        if not answer.reproduced:
            say(f"    it says “{claim.says}”, and it is not so: {claim.by}: {answer.instead}")
    for run in result.settled:
        if not run.is_shown:
            under = [run.after.premises.text()] if run.after.premises is not None else []
            say("; ".join([f"    NOT SETTLED by {run.proposal}: {run.problem}", *under]), "red")
        elif run.left or run.stays or run.came:
            brings = f", which brings {run.came}" if run.came else ""
            say(f"    {run.headline.lower()} by {run.proposal}{brings}")


# Long: its parameters are the options of the verb, each with its help.
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
    undo: Annotated[bool, typer.Option("--undo", help="Take back what was decided on these findings.")] = False,
    text: Annotated[
        Path | None,
        typer.Option(
            "--source", metavar="DIR", help="With --from: the folder with the text, where answers name its sentences."
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

    With --from, what was decided on the pages of a report is tried out, each answer and
    then all together, with what was settled before: what they repair and break, which
    questions they open, which findings are moot, which answers contradict each other. It
    is written into the findings, each with its sentence to print, and into
    checks/RULESET/settled.toml: from then on every verb takes those answers for the
    model's. Sentences of the book that an answer names are kept as their places;
    `--edition` says what changes in the book. --undo takes answers back.

    Examples:

      ruleslawyer findings megacorp/065 --settle

      ruleslawyer findings megacorp/065 daemons/003 --settle

      ruleslawyer findings megacorp/065 --settle --whole

      ruleslawyer findings megacorp --settle --json

      ruleslawyer findings --settle --from mygame-answers.json

      ruleslawyer findings mygame/001 --settle --undo
    """
    from ruleslawyer.check.answers import answers_in_scenarios
    from ruleslawyer.check.findings import Trial, alone
    from ruleslawyer.check.findings import explorations as begun

    session: Session = context.obj
    if source is not None and which:
        raise UsageError("the file names its findings", "--from", "leave the others out")
    if undo:
        _take_back(session, which, source, json=json)
        return
    wanted, decided = (
        _read_answers(session, source, text) if source is not None else (_with_proposals(session, which), [])
    )
    if whole:
        wanted = [(ruleset, [f.replacing() for f in all_]) for ruleset, all_ in wanted]
    found: list[Trial] = []
    interrupted = False
    try:
        asking = ((ruleset, [alone(one) for one in some]) for ruleset, some in wanted)
        with begun(asking, progress, users_answers()) as asked:
            for explorations, (ruleset, some) in zip(asked, wanted, strict=True):
                with progress(f"{ruleset.name}, answers") as tell:
                    known = answers_in_scenarios(ruleset, explorations.answers, tell) if some else ()
                for finding in some:
                    found.append(Trial(ruleset.name, finding, settlement(finding, explorations.result), known))
    except KeyboardInterrupt:
        interrupted = True
        missing = sum(len(some) for _, some in wanted) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not tried; what follows was so far")
    if interrupted:
        _say_trials(found, json=json)
        raise typer.Exit(INTERRUPTED)
    if not decided:
        _say_trials(found, json=json)
        if not json and not found:
            say("no finding names a ruling to try out")
        if not json and not any(trial.runs for trial in found):
            _name_the_rest(choose_findings(session, which))
        together = None
    else:
        ((ruleset, _),) = wanted
        together = _together(ruleset, decided)
        _write_answers(ruleset, found, decided, together.given)
        _say_trials(found, together, ruleset, json=json)
        if not json:
            say(f"{count(len(decided), 'answer')} written into findings/, which the next report shows")
            say(f"Next: ruleslawyer report {ruleset.name} -o build/report, for the agenda that is left")
    if not all(run.is_shown for trial in found for run in trial.runs) or (together and together.contradictions):
        raise typer.Exit(FALLS_SHORT)


def _name_the_rest(declared: Iterable[tuple[Ruleset, Iterable[Finding]]]) -> None:
    """The findings of which answers have rulings that nothing proposes, and how one is proposed."""
    asked = [(ruleset, one) for ruleset, all_ in declared for one in all_ if not (one.proposals or one.withdrawn)]
    names = [f"{ruleset.name}/{one.id}" for ruleset, one in asked if any(a.ruling for a in one.story.answers)]
    if names:
        say(f"rulings in answers alone, not tried out: {some(names)}; to try one out, repeat it in [[settle]]:")
        say('  scope = "…" and ruling = { … }, as in the [[answer]]')


def _say_trials(
    found: list[Trial], together: Together | None = None, ruleset: Ruleset | None = None, *, json: bool
) -> None:
    """Each answer by itself, and then all of them."""
    written = ruleset.by_the_book.system if ruleset is not None else None
    if json:
        known = None
        if together is not None and written is not None:
            known = {**together.json(written), "holds": list(together.holds)}
        print_json({"trials": [trial.json() for trial in found], "together": known})
        return
    for trial in found:
        show_trial(trial)
    if together is not None and ruleset is not None and written is not None:
        say_together(together, findings_of(ruleset), written)


def _together(ruleset: Ruleset, decided: list[Decision]) -> Together:
    """The outcome of all that will be settled, tried at once. What cannot be settled together is a `UsageError`."""
    from ruleslawyer.check.findings import settle_together

    written = ruleset.by_the_book.system
    answered = [(finding_of(ruleset, decision.finding), decision) for decision in decided]
    given = with_decisions(ruleset.answers(), answered, written)
    return settle_together(ruleset, given, progress, users_answers())


def _take_back(session: Session, which: list[str] | None, source: Path | None, *, json: bool) -> None:
    """Open findings again that were answered, and take their answers out of the model."""
    if source is not None or not which or not all(word.partition("/")[2] for word in which):
        mend = "such as: ruleslawyer findings mygame/001 --settle --undo"
        raise UsageError("what is taken back is named by findings", "--undo", mend)
    texts: dict[Path, str] = {}
    names: list[str] = []
    for ruleset, findings in choose_findings(session, which):
        settled = ruleset.answers()
        for finding in findings:
            if finding.state not in DECIDED and finding.id not in settled:
                raise UsageError(f"finding {finding.id} is not answered", "--undo", "nothing is to be taken back")
            settled.pop(finding.id, None)
            path = ruleset.config.findings / finding.file
            texts[path] = text_without_decision(path)
            names.append(f"{ruleset.name}/{finding.id}")
        texts[settled_file(ruleset.root, ruleset.name)] = settled_text(ruleset.name, settled)
    write_together(texts)
    if json:
        print_json({"trials": [], "together": None})
    for name in () if json else names:
        say(f"{name} is open again, and its answer is the model's no more")


def _with_proposals(session: Session, which: list[str] | None) -> list[tuple[Ruleset, list[Finding]]]:
    """The findings that are named, or else those that name a ruling."""
    wanted = choose_findings(session, which)
    if any(word.partition("/")[2] or word.isdigit() for word in which or ()):
        return wanted
    return [(ruleset, [f for f in all_ if f.proposals]) for ruleset, all_ in wanted]


def _read_answers(
    session: Session, source: Path, text: Path | None
) -> tuple[list[tuple[Ruleset, list[Finding]]], list[Decision]]:
    """The findings that a file answers, each with what it rules as a proposal; and the answers in the same order."""
    name, edition, decisions = read_decisions(source)
    ruleset = session.ruleset(name)
    written = ruleset.by_the_book.system
    decisions = with_places(ruleset, decisions, text, source.name)
    asked = [finding_of(ruleset, d.finding) for d in decisions]
    expect_edition(edition, written.digest, zip(asked, decisions, strict=True), source.name)
    decisions = [
        as_one_answer(finding, decision, f"{source.name}: answer {number}")
        for number, (finding, decision) in enumerate(zip(asked, decisions, strict=True), 1)
    ]
    if gone := next((f.id for f in asked if f.withdrawn), None):
        raise UsageError(f"finding {gone} is withdrawn", source.name, "answer the one that tells it now")
    if len({f.id for f in asked}) < len(asked):
        raise UsageError("a finding is answered twice", source.name, "leave one of its answers")
    return [(ruleset, [with_proposal(f, d, written) for f, d in zip(asked, decisions, strict=True)])], decisions


def _write_answers(ruleset: Ruleset, found: Iterable[Trial], decided: list[Decision], given: Given) -> None:
    """All of it or nothing. A ruling is written where it was shown to settle the finding, and is not there yet."""
    texts = {}
    for trial, decision in zip(found, decided, strict=True):
        finding = trial.finding
        before = finding_of(ruleset, finding.id)
        new = next((r.proposal for r in trial.runs if r.is_shown and r.proposal not in before.proposals), None)
        path = ruleset.config.findings / finding.file
        texts[path] = text_with_decision(path, decision, new)
    texts[settled_file(ruleset.root, ruleset.name)] = settled_text(ruleset.name, given)
    write_together(texts)


def show_trial(trial: Trial) -> None:
    """Print what became of a finding under the rulings that would settle it."""
    finding = trial.finding
    say(f"{trial.ruleset}/{finding.id}: {finding.title}", "bold")
    for run in trial.runs:
        _say_run(run)
        if sentence := sentence_to_print(finding, run.proposal.rulings):
            say(f"    tried is the ruling, and the sentence to print as far as it says that: {sentence}")
    if not trial.runs:
        say("    it names no ruling")
    for says, known in trial.answers:
        for one in known:
            say(f"  {one.question} = {one.option}: {says}")
            for line in one.lines():
                say(f"    {line}")


def _say_run(run: Settled) -> None:
    """One re-run in full."""
    proposal, before = run.proposal, run.before
    # What is ruled the line says already.
    under = f"; {replace(run.after.premises, rulings=()).text()}" if run.after.premises is not None else ""
    also = f", which brings {run.came}" if run.came else ""
    remains = run.left or run.stays
    left = f", but for {'; '.join(remains)}" if run.is_shown and remains else ""
    say(
        f"  {run.headline} by {proposal}{left}{also}{under}",
        ("yellow" if remains else "green") if run.is_shown else "red",
    )
    if extent(proposal):
        say(f"    {extent(proposal)}")
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


def extent(proposal: Proposal) -> str:
    """Whether a gap is ruled alone, or the question with its answers; nothing where there is no difference."""
    if proposal.gaps:
        return f"for the gap alone: where a clause answers {', '.join(proposal.gaps)}, it still does"
    return "for the whole question: its option stands in place of every answer" if proposal.whole else ""


def _words_under(result: FindingResult) -> list[str]:
    """The readings and scopes under which the evidence of a finding was asked, each once."""
    asked = [(e.evidence.scope, e.premises.text()) for e in result.evidence if e.premises is not None]
    return [f"{scope}: {text}" if scope else text for scope, text in dict.fromkeys(asked)]
