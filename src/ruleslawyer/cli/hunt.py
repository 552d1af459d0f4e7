"""`ruleslawyer sweep --questions` and `--laws`: questions that nobody asked, and laws that compare two states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check import unasked
from ruleslawyer.check.unasked import FILE, keep
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, err, leave, print_json, print_table, say, screen, table, with_spaces
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.studies.hunt.run import MOST, Hunt, HuntResult
from ruleslawyer.studies.laws.asked import Laws

if TYPE_CHECKING:
    from ruleslawyer.studies.laws.run import Tally


Keep = Annotated[
    bool, typer.Option("--keep", help=f"Keep what was found, for check and report, in checks/RULESET/{FILE}")
]


def keep_part(ruleset: Ruleset, part: str, found: JsonObject) -> None:
    """Keep one part beside the ruleset's other checks."""
    keep(ruleset.root, ruleset.name, part, found)
    err().print(f"kept in checks/{ruleset.name}/{FILE}")


Draft = Annotated[
    str | None,
    typer.Option(metavar="N", help="Draft a doubt and a finding from the question of this number, or of this name."),
]


@asking(Hunt)
def hunt(ruleset: Ruleset, asked: Hunt, *, draft: Draft = None, keep: Keep = False, json: Json = False) -> None:
    """Show which pairs are met, and the questions, those first that no clause decides."""
    found = ask_with_progress(ruleset, asked, "the hunt")
    from ruleslawyer.studies.hunt.run import document

    says = document(found)
    if draft is not None:
        says["drafted"] = _draft(ruleset, found, draft)
    if json:
        print_json(says)
    elif draft is not None:
        say(f"drafted {says['drafted']['file']}; now say what is wrong")
        say("the doubt, to be put where it is asked:")
        say(says["drafted"]["doubt"])
    else:
        _print_questions(ruleset.title, says)
    if keep:
        keep_part(ruleset, "questions", unasked.questions(says, ruleset.system.digest))
    leave(found.stopped if not found.stopped.startswith("stopped after") else "")


def _draft(ruleset: Ruleset, found: HuntResult, wanted: str) -> dict[str, str]:
    from ruleslawyer.check.evidence.draft import at_home
    from ruleslawyer.studies.hunt.question import draft_finding

    ranked = found.in_order()
    names = [one.question.id for one in ranked]
    at = int(wanted) - 1 if wanted.isdecimal() else names.index(wanted) if wanted in names else -1
    if not 0 <= at < len(ranked):
        near = nearest(wanted, names) if names else None
        raise UsageError(f"there is no question {wanted}", "--draft", near or f"there are {len(names)}")
    path, doubt = draft_finding(ruleset, ranked[at].question, [finding.id for finding in ruleset.findings()])
    return {"file": at_home(path, ruleset.root), "doubt": doubt}


def _print_questions(title: str, says: JsonObject) -> None:
    looked = ", ".join(f"{with_spaces(number)} of {kind}" for kind, number in says["looked"].items())
    say(f"{title}: {count(says['open'], 'open question')}", "bold")
    say(f"states looked at: {looked}")
    if says["stopped"]:
        more = f"; there was no time for more of {', '.join(says['left'])}" if says["left"] else ""
        say(f"{says['stopped']}; this is what was found by then{more}", "bold red")
    rows = table("pairs of", "met", "not met", "not reachable", numbers=(1, 2, 3))
    for kind, words in says["counts"].items():
        rows.add_row(PAIRS[kind], *(with_spaces(number) for number in words.values()))
    print_table(rows)
    say("of pairs that were not met nothing is known", "dim")
    if says["guessed"]:
        say(f"a guess, as hunt.toml does not say it: {'; '.join(says['guessed'])}", "dim")
    if screen.whole:
        _print_pairs(says["pairs"])
    if says["options_not_tried"]:
        say(f"options under which nothing was looked at: {', '.join(says['options_not_tried'])}")
    questions = says["questions"] if screen.whole else [one for one in says["questions"] if one["open"]]
    for number, one in enumerate(questions[: None if screen.whole else MOST], 1):
        _print_question(number, one)
    left = len(says["questions"]) - (len(questions) if screen.whole else min(MOST, len(questions)))
    if not questions:
        say("no open question was found in what was looked at")
    if left:
        say(f"… and {count(left, 'more question')}, known ones included: --all prints them", "dim")
    for name in says["settled_and_not_met"]:
        say(f"{name} is settled or known, and did not come up this time")
    for one in says["settled_without_digest"]:
        said = f"{one['question']} is settled by {one['settled_by']}; that a change of it is told"
        say(f'{said}, write there: digest = "{one["digest"]}"', "dim")
    say(f"not looked for: {'; '.join(says['shapes_not_looked_for'])}", "dim")


PAIRS = {
    "mark": "a mark or reference, and what moves its bearer",
    "leaver": "a procedure, and a player who may go out",
    "order": "choices of two players who are both awaited",
    "supply": "a supply, and what takes from it",
}


def _print_pairs(pairs: list[JsonObject]) -> None:
    rows = table("pair", "and", "", "where")
    for one in pairs:
        under = "".join(f", under {name} = {option}" for name, option in one["reading"].items())
        where = one["why"] or (f"{one['where']}{under}: {', '.join(one['play'])}" if one["where"] else "")
        rows.add_row(one["one"] or "-", one["other"], one["word"], where)
    print_table(rows)


def _print_question(number: int, one: JsonObject) -> None:
    say()
    known = ", ".join(one["known"]) or (f"settled by {one['settled_by']}" if one["settled_by"] else "")
    said = f"known: {known}" if known else "only where something was put elsewhere" if one["elsewhere"] else ""
    say(f"{number}. {one['id']}{f' ({said})' if said else ''}", "dim" if said else "yellow")
    say(f"  {one['asks']}")
    by = f" ({', '.join(one['by'])})" if one["by"] else ""
    meets = [clause for clause in one["clauses"] if clause not in one["by"]]
    rests = f"; what meets there rests on {', '.join(meets)}" if meets else ""
    say(f"  the model: {one['model']}; {one['decided']}{by}{rests}")
    say(f"  another reading: {one['otherwise']}")
    under = ", ".join(f"{name} = {option}" for name, option in one["reading"].items())
    drawn = "; drawn, so that perhaps no play comes there" if one["drawn"] else ""
    say(f"  {one['where']}{f', under {under}' if under else ''}: {', '.join(one['play']) or 'as it is given'}{drawn}")
    alike = f", and {count(len(one['alike']), 'more like it', 'more like it')}" if one["alike"] else ""
    ways = f", in {len(one['ways'])} ways" if len(one["ways"]) > 1 else ""
    say(f"  met {count(one['times'], 'time')}{ways}{alike}")


@asking(Laws)
def laws(ruleset: Ruleset, asked: Laws, *, keep: Keep = False, json: Json = False) -> None:
    """Show how often each law was met, and what breaks one."""
    from ruleslawyer.studies.laws.run import document

    if keep and (asked.law or asked.promises):
        left_out = "--law" if asked.law else "--promises"
        raise UsageError("what is kept is of all laws", "--keep", f"leave {left_out} out")
    found = ask_with_progress(ruleset, asked, "laws")
    told = document(found)
    if json:
        print_json(told)
    else:
        _print_laws(ruleset.title, found, told, "promise" if asked.promises else "law")
    if keep:
        keep_part(ruleset, "laws", unasked.laws(told, ruleset.system.digest))
    leave(found.stopped if found.stopped == BY_CTRL_C else "", found.is_new or found.laws_to_meet)


def _print_laws(title: str, found: Tally, told: JsonObject, what: str) -> None:
    say(f"{title}: {count(len(found.laws), what)}, {count(told['states']['scopes'], 'scope')}", "bold")
    _print_sample(found, told)
    rows = table(what, "clauses", "met", "", numbers=(2,))
    for law in told["laws"]:
        clauses = ", ".join(law["clauses"]) or "every rulebook"
        rows.add_row(law["name"], clauses, with_spaces(law["met"]), law["word"])
    print_table(rows)
    for law in told["laws"]:
        if law["nothing"]:
            say(f"not tried: {law['name']}, as {law['nothing']}")
        for one in law["broken"]:
            _print_break(law["name"], one)
    if not found.breaks:
        met = "nothing was tried" if not any(found.met.values()) else f"no {what} was broken where it was tried"
        say()
        say(met)
    seldom = [law for law in told["laws"] if not law["nothing"] and law["met"] < found.wanted]
    for law in seldom:
        reasons = "".join(f"; not compared {count(n, 'time')}, as {why}" for why, n in [*law["failed"].items()][:1])
        met = f"{with_spaces(law['met'])} of {with_spaces(found.wanted)} times"
        say(f"too few: {law['name']} was met {met}{reasons}", "yellow")
    own = [law for law in told["laws"] if not law["built_in"]]
    if own:
        lacking = (f"not {law['name']}, as {law['missing']}" for law in own if law["missing"])
        counting = f"{sum(not law['missing'] for law in own)} of {count(len(own), 'law')} of its own"
        say(f"counts: {'; '.join([counting, *lacking])}")


def _print_sample(found: Tally, told: JsonObject) -> None:
    """Prints how many states were looked at, and what they lack."""
    states = told["states"]
    refused = sum(found.drawing.refused.values())
    played, drawn = with_spaces(states["played"]), with_spaces(states["drawn"])
    say(f"{played} states played to, {drawn} drawn, {with_spaces(refused)} refused")
    if found.stopped:
        say(f"INCOMPLETE: {found.stopped}; this is what was found so far", "bold red")
    if states["never_drawn"]:
        say(f"drawn in no state: {', '.join(states['never_drawn'])}")


def _print_break(law: str, one: JsonObject) -> None:
    """Prints one break of a law, and the simplest state in which it is seen."""
    say()
    known = f" (known: {one['known']})" if one["known"] else ""
    say(f"{law}, at {one['at']}{known}", "dim" if known else "yellow")
    say(f"  {one['says']}; met {count(one['times'], 'time')}")
    if one["member"] is not None:
        say(f"  {one['member']}, and {one['member']} with {_values_text(one['with'])}")
    if one["drawn"]:
        say("  of no known play: the state was drawn")
    for key, about in (("dealt", "dealt"), ("printed", "printed otherwise"), ("drawn", "drawn"), ("reading", "under")):
        if one[key]:
            say(f"  {about}: {_values_text(one[key])}")
    say(f"  {one['scope']}: {', '.join(one['play'])}")
    if not one["least"]:
        say("  a simpler state may show it: there was no time to look for one")
    if one["suffices"]:
        say(f"  each alone keeps the law there: {', '.join(one['suffices'])}")


def _values_text(values: dict[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
