"""`ruleslawyer conform`: another implementation over JSON lines, held against the reference, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.bridges.conform.asked import Conform, Identify
from ruleslawyer.bridges.conform.difference import Difference
from ruleslawyer.bridges.conform.export import identified_json, requests_calls, session_json, way_calls
from ruleslawyer.bridges.conform.identify import Identified
from ruleslawyer.bridges.conform.program import command_of, error_line
from ruleslawyer.bridges.conform.reach import Unmet, plan
from ruleslawyer.bridges.conform.session import Met, Session
from ruleslawyer.bridges.conform.shorten import Shortened
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    count,
    err,
    print_json,
    print_table,
    say,
    screen,
    some,
    table,
    to_text,
)
from ruleslawyer.play.saved import play_document
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.register.clause import Clause
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import play

SHOWN = 8
"""Clauses whose words are printed below a difference."""
DETAILED = 4
"""Kinds of differences that are shown with all that is known of them; of the others, the play."""
NAMELESS = "an implementation without a name"


def print_session(title: str, found: Session, clauses: Mapping[str, Clause], save: Path | None) -> None:
    """Prints how much was compared, what broke down, and each kind of difference."""
    say(f"{title} and {found.claims.name or NAMELESS}", "bold")
    played = f"{count(found.plays, 'play')} in scope {found.system.scope.name}" if found.plays else ""
    scenes = count(found.scenarios, "scenario") if found.scenarios or (found.declined and not found.plays) else ""
    what = " and ".join(filter(None, (scenes, played))) or "nothing was played"
    say(f"{what}: {count(found.steps, 'action')}, {count(found.compared, 'answer')} compared")
    if found.kinds:
        say(f"they differ: {count(len(found.kinds), 'kind of difference', 'kinds of differences')}", "bold red")
        for number, met in enumerate(found.kinds, 1):
            where = f", first in the scenario: {met.scenario}" if met.scenario else ""
            say(f"{number}. {headline(met.difference)} ({count(met.times, 'time')}{where})", "bold")
            if number <= DETAILED or screen.whole:
                _difference(met.found, met.codec, clauses)
                _questions(met, found.findings)
            else:
                _brief(met)
        if found.stopped:
            say(found.stopped)
        if save is not None and found.savable is not None:
            say(f"  saved to {save}")
    elif found.stopped or found.faults:
        say("; ".join(filter(None, (found.stopped, "what was compared agrees" if found.compared else ""))))
    elif found.agrees:
        say("they agree", "green")
    else:
        say("nothing was compared, so nothing is said of it", "bold red")
    _faults(found)
    if found.incomparable_fields and found.compared:
        say(f"not compared, since it does not speak of them: {some(found.incomparable_fields)}")
    if found.aside:
        say(f"not compared any more, since it differs as a play begins: {some(sorted(found.aside))}")
    if found.passed:
        say(f"passed over, since it does not speak of them: {some(sorted(found.passed))}")
    _gaps(found)
    for why, number in Counter(d.why for d in found.declined).items():
        say(f"{count(number, 'scenario')} not played: {why}")


HERE = {
    "impossible": "cannot happen in scope {scope}",
    "missed": "can happen in scope {scope}, and did not: more --steps may meet it",
    "unknown": "not met, and whether it can be in scope {scope} is not known: it is too large to look through",
}


def _gaps(found: Session) -> None:
    """Prints what was not met: where it cannot be, where it was missed, and where it is met."""
    if found.plays and not found.unmet and found.unused_actions:
        say(f"never taken: {some(found.unused_actions)}")
    for here, words in HERE.items():
        rows = [row for row in found.unmet if row.here == here]
        if rows:
            say(f"{words.format(scope=found.system.scope.name)}: {_names(rows)}")
    for scope, meets in plan(found.unmet):
        say(f"to meet more: --scope {scope} ({_names(meets)})")


def _names(rows: Sequence[Unmet]) -> str:
    """The actions by their names, and how many clauses."""
    actions, clauses = [row.name for row in rows if row.is_action], sum(not row.is_action for row in rows)
    return ", ".join(filter(None, (some(actions), count(clauses, "clause") if clauses else "")))


def _faults(found: Session) -> None:
    for (kind, text), number in Counter((b.fault.kind, b.fault.text) for b in found.faults).items():
        say(
            f"it {kind if kind != 'garbage' else 'answers garbage'}: {text}{f' ({number} times)' * (number > 1)}", "red"
        )
        first = next(b for b in found.faults if (b.fault.kind, b.fault.text) == (kind, text))
        if first.scenario:
            say(f"  in the scenario: {first.scenario}")
        if first.way is not None:
            say("  after " + "; ".join(way_calls(first.way, found.codec)))
        if first.fault.said and kind != "does not start":
            say(f"  it said: {error_line(first.fault.said)}")


def headline(difference: Difference) -> str:
    """The kind of a difference in a line."""
    names = ", ".join(sorted(difference.about))
    match difference.kind:
        case "legal":
            _, ours, theirs = difference.answers[0]
            return f"{difference.at} is {ours} by the rules, and {theirs} by the implementation"
        case "refused":
            return f"{difference.at} is answered with an error"
        case "sight":
            return f"players see something else of {names}"
    when = {"initial": "as a play begins", "load": "once a given state is taken"}
    return f"the state differs in {names} {when.get(difference.at, f'after {difference.at}')}"


def _difference(shortened: Shortened, codec: Codec, clauses: Mapping[str, Clause]) -> None:
    difference = shortened.difference
    given = difference.given is not None
    for number, requests in enumerate(shortened.earlier, 1):
        say(f"  played before it, {number}: {'; '.join(requests_calls(codec, requests)) or 'another hello'}")
    if given:
        say("  from a given state")
    for number, call in enumerate(way_calls(difference.way, codec, given=given), int(given)):
        say(f"{number:>3}  {call}")
    say(f"  {_shortest(shortened)}")
    if difference.before is not None:
        say("  the state before:")
        show.state(difference.before, codec)
    rows = table("about", "the rules", "the implementation")
    for answer in difference.answers:
        rows.add_row(*answer)
    print_table(rows)
    cited: dict[str, None] = {}
    for reason in difference.reasons:
        by = f" [{', '.join(reason.clauses)}]" if reason.clauses else ""
        say(f"  {reason.what}: {reason.why}{by}")
        cited.update(dict.fromkeys(reason.clauses))
    known = [c for c in cited if c in clauses]
    for clause in known if screen.whole else known[:SHOWN]:
        say(f"      {clause} {clauses[clause].says}")


def _questions(met: Met, findings: Mapping[str, Sequence[str]]) -> None:
    """The open questions behind a difference, those first that explain it; of many, some."""
    resting, questions = met.difference.resting, met.system.system.questions
    for row in resting if screen.whole else resting[:SHOWN]:
        question = questions.get(row.choice)
        about = f"`{row.choice}`" + (f" ({question.text})" if question is not None else "")
        others = " or ".join(f"`{option}`" for option in row.others)
        told = f"the implementation plays as {others}" if others else "another answer to it alone does not explain it"
        say(f"  it rests on the open question {about}: the rules are read as `{row.follows}`; {told}")
        for finding in findings.get(row.choice, ()):
            say(f"      finding {finding}")


def _brief(met: Met) -> None:
    """A kind in two lines: the play, and the clauses."""
    found, given = met.difference, met.difference.given is not None
    calls = way_calls(found.way, met.codec, given=given)
    say(f"   {'; '.join(['from a given state', *calls] if given else calls)}")
    for row in (row for row in found.resting if row.others):
        say(f"   it plays as {row.choice}={' or '.join(row.others)}; the rules are read as {row.follows}")
    say(f"   {_shortest(met.found)} [{some(list(dict.fromkeys(c for r in found.reasons for c in r.clauses)))}]")


def _shortest(shortened: Shortened) -> str:
    """Whether the play shows it by itself, and whether a shorter one does."""
    actions, tried = count(shortened.difference.way.length, "action"), count(shortened.tried, "play")
    match shortened.again:
        case "alone" if shortened.least:
            return f"{actions}; no shorter play shows it: all were tried ({tried})"
        case "alone":
            return f"{actions}; a shorter play: none found ({tried})"
        case "after others":
            return f"{actions}; it differs only after other plays: something of them is left in the program"
        case "not again":
            return f"{actions}; in a new process it did not come again, not even after all plays that came before it"
    return actions


def print_identification(
    ruleset: str, title: str, found: Identified, clauses: Mapping[str, Clause], json: bool
) -> None:
    """Print the readings that an implementation follows, and what could not be told."""
    if json:
        print_json(identified_json(ruleset, found, clauses))
        return
    codec, questions = Codec(found.system.system, found.system.scope), found.system.system.questions
    say(f"{title}: which readings does {found.claims.name or NAMELESS} follow?", "bold")
    plays = f"{count(found.plays, 'play')} of {count(found.actions, 'action')} in all"
    say(f"{plays}, scope {codec.scope.name}: {count(found.readings, 'reading')}, {len(found.remaining)} left")
    follows = {key: option for key, option in found.remaining.common_answers.items() if key in questions}
    rows = table("question", "it follows")
    for key, option in sorted(follows.items()):
        rows.add_row(show.cell(key, questions[key].text), option)
    if rows.row_count:
        print_table(rows)
    for keys, answers in found.remaining.groups:
        if len(answers) > 1 and len(keys) > 1:
            say(f"depend on one another: {', '.join(keys)}: {count(len(answers), 'combination')} left")
    alone = [keys[0] for keys, answers in found.remaining.groups if len(answers) > 1 and len(keys) == 1]
    told = [key for key in alone if key in questions]
    if told:
        why = "cannot be told apart in this scope" if found.proved else "not told apart"
        say(f"{why}: {', '.join(told)}")
    if len(alone) > len(told):
        say(f"{count(len(alone) - len(told), 'clash', 'clashes')} of rules that decide nothing here")
    if found.stopped:
        say(f"INCOMPLETE: {found.stopped}")
    if found.fault is not None:
        say(f"it {found.fault.kind}: {found.fault.text}", "red")
    if found.inconsistent is not None:
        say("it follows none of the readings that are left; beside the nearest of them:", "bold red")
        _difference(Shortened(found.inconsistent), codec, clauses)
    if found.after is not None:
        say()
        print_session(title, found.after, clauses, None)


@asking(Conform, identify="scenarios")
def conform(
    ruleset: Ruleset,
    asked: Conform,
    *,
    identify: Annotated[
        bool, typer.Option("--identify", help="Find out which readings it follows; it is not told which to follow.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows the difference, for `play FILE`.")
    ] = None,
    json: Json = False,
) -> None:
    """Show each kind of difference, or which readings it follows."""
    program = command_of(asked.command)[0]
    if asked.files and not asked.scenarios:
        place = asked.files[0].name[:100]
        raise UsageError("files are played with --scenarios", place, "add --scenarios, or leave it out")
    if identify and (asked.scenarios or save is not None):
        mend = "identify first, then name the answers with --reading"
        raise UsageError("--identify plays plays of its own, and saves none", "--identify", mend)
    expect_writable(save, "--save")
    clauses = ruleset.register.clauses if ruleset.register else {}
    if identify:
        given = {one.name: getattr(asked, one.name) for one in fields(Identify)}
        follows = ask_with_progress(ruleset, Identify(**given), program)
        print_identification(ruleset.name, ruleset.title, follows, clauses, json)
        _leave(follows.stopped, follows.consistent)
        return
    found = ask_with_progress(ruleset, asked, program)
    if save is not None:
        _save(found, save)
    if json:
        print_json(session_json(ruleset.name, found, clauses))
    else:
        print_session(ruleset.title, found, clauses, save)
    _leave(found.stopped, found.agrees)


def _leave(stopped: str, agrees: bool) -> None:
    if stopped == BY_CTRL_C:
        err().print("interrupted: this is what was compared so far")
        raise typer.Exit(INTERRUPTED)
    if not agrees:
        raise typer.Exit(FALLS_SHORT)


def _save(found: Session, file: Path) -> None:
    """The play of the first difference that is met by a play of the rules, as `play FILE` reads it."""
    if found.savable is None:
        return
    way = found.savable.difference.way
    system, codec = found.savable.system, found.savable.codec
    write_whole(file, to_text(play_document(play(system, way.start, way.taken), codec, system.rulings)))
