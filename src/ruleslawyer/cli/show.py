"""How explorations, events, plays and states look in a terminal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import get_args

from rich.text import Text

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.output import (
    Rows,
    count,
    err,
    finding_names,
    print_table,
    say,
    screen,
    some,
    style_of,
    table,
    with_spaces,
    word,
)
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.explain import deciders
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.claims.conclusion import tell_once
from ruleslawyer.rulebook.claims.expected import name_in_print
from ruleslawyer.rulebook.claims.occurrence import held_against, why_deadlock
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, Premises, ScopeResult, calls
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Kind
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace


def counts(result: ScopeResult, *, contract: bool = False) -> None:
    """The numbers of one exploration."""
    nodes, edges = (contract and result.contracted) or (result.states, result.transitions)
    say(
        f"{count(nodes, 'state')}, {count(edges, 'transition')}, depth {result.depth}, "
        f"{count(result.deadlocked, 'deadlock')}, {with_spaces(result.ended)} ended"
        + (" (forced passes contracted)" if contract and result.contracted else "")
    )
    if contract and not result.contracted:
        say("forced passes are not contracted: there are too many, or this engine does not know them")
    if result.orbits is not None:
        say(f"{count(result.orbits, 'orbit')} of states that are alike up to {', '.join(result.scope.interchangeable)}")
    if result.of_trees:
        say(f"parts that several states share were kept once, {result.of_trees} bytes a state (--compress)")
    if result.long_lists:
        say(f"lists of choices that would be too long: {result.long_lists}; there, more is looked at")
    limits(result.scope)
    if result.reading:
        say("reading: " + ", ".join(f"{k}={v}" for k, v in result.reading))
    if result.rulings:
        say("ruled: " + ", ".join(result.rulings))
    if not result.complete:
        say(f"INCOMPLETE: {result.stopped}; what follows was found so far", "bold red")


def leave_knowledge_out(system: System) -> None:
    """Says which properties are not asked by what looks at one state or step after another."""
    if system.knowing:
        err().print(f"not asked here, as they ask what players know (`explore` does): {', '.join(system.knowing)}")


def limits(scope: Scope) -> None:
    """How large the grids are that a scope generates, which rules it switches off, and that it is for the campaign."""
    for sort, size in scope.grids.items():
        say(f"{sort}: {size}")
    if scope.campaign:
        say("a scope of the campaign: `check` passes it over unless it is named")
    if scope.off:
        say(f"switched off in this scope, for every number, deadlock and verdict: {', '.join(scope.off)}", "bold")


def properties(verdicts: Iterable[Verdict], premises: Premises | None = None) -> None:
    """One verdict to a row, with what it is known by and under what it is said: first what tells the most. Where that
    is more than fits beside the rest, those that are well, or never come up, are counted and named, and what all are
    said under stands once below them."""
    all_ = sorted(verdicts, key=lambda verdict: URGENT.index(verdict.word))
    if not all_:
        return
    say()
    violated = sum(verdict.word == "VIOLATED" for verdict in all_)
    under = premises.text() if premises is not None else ""
    if len(all_) <= FEW or screen.whole:
        print_table(_verdicts(all_), least=violated)
        if under:
            say(f"all of them {under}", "dim")
        return
    bad = [verdict for verdict in all_ if verdict.word not in QUIET]
    if bad:
        print_table(_verdicts(bad), FEW, least=violated)
    for quiet in QUIET:
        names = [verdict.name for verdict in all_ if verdict.word == quiet]
        if names:
            say(f"{quiet}: {count(len(names), 'property', 'properties')}: {some(names)}", style_of(quiet))
    if premises is not None:
        say(f"{f'each of them {under}; ' if under else ''}--all has all reasons", "dim")


FEW = 10
"""So many verdicts are told in full beside the events."""
URGENT: tuple[Word, ...] = ("VIOLATED", "UNKNOWN", "HOLDS UP TO", "HOLDS IN SCOPE", "PROVED", "VACUOUS")
"""Verdicts, from the one that a reader wants to know of first."""
QUIET: tuple[Word, ...] = ("HOLDS IN SCOPE", "PROVED", "VACUOUS")
"""Verdicts that are counted where there are many."""


def _verdicts(verdicts: Iterable[Verdict]) -> Rows:
    found = table("verdict", "property")
    rows = list(verdicts)
    for verdict, reason in zip(rows, tell_once(verdict.reason for verdict in rows), strict=True):
        found.add_row(word(verdict.text), cell(with_clauses(verdict.name, verdict.cites), reason))
    return found


def events(result: ScopeResult, of: str, new: Collection[int] = ()) -> None:
    """Events and deadlocks, numbered as `--trace` takes them: first the violations, then those that are new, none of
    which is left out, then the others."""
    rows = [(violates(event), event_kind(event), event_cell(event, of)) for event in result.events]
    rows += [(False, DEADLOCK, deadlock_cell(deadlock, of)) for deadlock in result.deadlocks]
    found = table("#", "event", "about", numbers=(0,))
    for number, (_, kind, cell_) in sorted(enumerate(rows, 1), key=lambda told: (not told[1][0], told[0] not in new)):
        found.add_row(str(number), f"new {kind}" if number in new else kind, cell_)
    if found.row_count:
        say()
        print_table(found, least=sum(row[0] or number in new for number, row in enumerate(rows, 1)))


DEADLOCK = "deadlock"
IMMATERIAL = "the same follows under each answer"
"""Of an event that is immaterial, in place of what comes of its answers."""


def violates(event: EventResult) -> bool:
    """Whether the event breaks what a clause promises."""
    return event.event.kind == "violation"


def event_kind(event: EventResult) -> str:
    return event.event.kind if event.material else f"{event.event.kind}\n(immaterial)"


def why_immaterial(event: EventResult) -> str:
    """The reason in a few words. An event without answers is immaterial where a property alone meets it."""
    return IMMATERIAL if held_against(event.event) else "only a property meets it, and play goes on"


def event_cell(event: EventResult, of: str, *more: str) -> Text:
    """A cell for an event: its title, its clauses, how far away it is, and which findings of a ruleset explain it."""
    cites, nothing = ", ".join(event.event.cites), "" if event.material else why_immaterial(event)
    return cell(event.event.title, *filter(None, (cites, after(event.trace), nothing, explanation(event, of), *more)))


def deadlock_cell(deadlock: DeadlockResult, of: str, *more: str) -> Text:
    """A cell for a deadlock: what could not be done, how far away it is, and which findings of a ruleset explain it."""
    where = count(deadlock.states, "state")
    details = filter(None, (where, after(deadlock.trace), explanation(deadlock, of), *more))
    return cell(why_deadlock(deadlock), *details)


def explanation(result: EventResult | DeadlockResult, of: str) -> str:
    return finding_names(of, result.findings)


def after(trace: Trace) -> str:
    return f"after {count(trace.length, 'action')}"


def with_clauses(name: str, clauses: Iterable[str]) -> str:
    """A name with its clauses, if there are some: ``solvent [1.3.9a]``."""
    cited = ", ".join(clauses)
    return f"{name} [{cited}]" if cited else name


def cell(text: str, *details: str) -> Text:
    """A cell with a line of details below what it says."""
    return Text.assemble(text, "\n", ("; ".join(details), "dim"))


def hints(result: ScopeResult, system: System) -> None:
    """Rims that were reached, rules that never did anything, and actions about which nothing was ever said."""
    if result.rims or result.dealt or result.scope.shrunk or result.never_live:
        say()
    for note in (*result.rims, *result.dealt):
        say(note, "bold")
    if result.scope.shrunk:
        say(f"numbers of the book that this scope changes: {some(result.scope.shrunk)}")
    when = "here" if result.complete else "in what was seen of it"
    never(f"live {when}", [name_in_print(system, name) for name in result.never_live])
    never(f"permitted {when}", result.never_permitted)
    for problem in result.unreplayed:
        say(f"INTERNAL ERROR: a trace does not replay: {problem} (please report it)", "bold red")


def never(what: str, names: Sequence[str]) -> None:
    """Prints the names that never came up, if there are any; of many, some and their number."""
    if names:
        number = f"{len(names)}, such as " if some(names) != ", ".join(names) else ""
        say(f"never {what}: {number}{some(names)}")


def play(trace: Trace, codec: Codec) -> None:
    """A play, step by step: the call, its clauses, and what each sub-step changes; and where it goes round, if so."""
    for number, (call, step) in enumerate(zip(calls(trace, codec), (trace.start, *trace.steps), strict=False)):
        if trace.back is not None and number == trace.back + 1:
            say("     from here on it goes round:", "bold")
        _step(number, call, step, codec, None if number == 0 else _before(trace, number))
    if trace.back is not None:
        say(f"     this is the state after step {trace.back} again", "bold")
    if trace.last:
        say(f"{trace.length:>3}  {codec.call(trace.last)}   (looked at, not taken)", "bold")


def _before(trace: Trace, number: int) -> State | None:
    return (trace.start if number == 1 else trace.steps[number - 2]).after


def _step(number: int, call: str, step: Step, codec: Codec, before: State | None) -> None:
    cites = f"   [{', '.join(step.clauses)}]" if step.clauses else ""
    say(f"{number:>3}  {call}{cites}", "bold")
    substeps(step, codec, before)


def substeps(step: Step, codec: Codec, before: State | None) -> None:
    """Prints the changes of each sub-step; the whole state where there is none before."""
    at = before
    for substep in step.substeps:
        if substep.kind not in ("action", "initial"):
            say(f"     {substep.kind} {substep.name} [{', '.join(substep.cites)}]")
        if at is None:
            state(substep.state, codec)
        else:
            changes(at, substep.state, codec)
        at = substep.state
    if step.after is None:
        say("     the play ends here, in an event")
    elif at is not None and at != step.after:
        changes(at, step.after, codec)


def changes(before: State, after: State, codec: Codec) -> None:
    for leaf, old, new in codec.changes(before, after):
        say(f"       {leaf}: {old} → {new}")


def state(found: State, codec: Codec) -> None:
    """A state, a field to a line; what is at its default is left out."""
    for name, text in codec.fields(found):
        say(f"       {name}: {text}")


def sight(seen: Json) -> None:
    """Prints a player's view, a field to a line; fields that say nothing are left out."""
    for name, value in seen.items():
        if name == UNSEEN:
            for sort, kinds in value.items():
                say(f"       unknown, of {sort}: {', '.join(map(_kind, kinds))}")
            continue
        told = {k: v for k, v in value.items() if v not in (None, False, 0, [])} if isinstance(value, dict) else value
        if told not in (None, False, 0, [], {}):
            say(f"       {name}: {_plain(told)}")


def _kind(counted: Json) -> str:
    """A count of members of one kind that somebody does not know: `3 (owner Bob, zone HAND)`."""
    said: dict[object, str] = {True: "yes", False: "no", None: "nobody"}
    kind = ", ".join(f"{name} {said.get(value, value)}" for name, value in counted.items() if name != UNSEEN)
    return f"{counted[UNSEEN]} ({kind})"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " > ".join(_plain(item) for item in value)
    return "yes" if value is True else str(value)


def situation(rules: Rules, found: State) -> str:
    """The players whose decision it is, or who have won, in a sentence."""
    if rules.system.is_over(found):
        won = " and ".join(rules.winner_names(found)) or "nobody"
        return f"the game is over; {won} won{rules.told_payoffs(found)}"
    deciding = deciders(rules.system, found)
    if not deciding:
        return "nobody decides"
    return f"{' and '.join(deciding)} {'decides' if len(deciding) == 1 else 'decide'}"


def chosen_play(
    properties: Mapping[str, Trace | None], plays: Sequence[Trace], wanted: str, kinds: Sequence[str] = ()
) -> Trace:
    """The play of an event or a deadlock, as the tables number them or the first of a kind, or of a property by its
    name. kinds: that of each play. A word that is none of them is a `UsageError`."""
    if not re.fullmatch("[0-9]+", wanted):
        if wanted in kinds:
            return plays[kinds.index(wanted)]
        if wanted in (*get_args(Kind), DEADLOCK):
            raise UsageError(f"no {wanted} was met", "--trace", "`explore` numbers what was")
        if wanted not in properties:
            mend = f"an event is named by its number, from 1 to {len(plays)}" if plays else None
            raise UsageError(
                f"there is no property `{wanted}`", "--trace", nearest(wanted, (*properties, *kinds), mend)
            )
        found = properties[wanted]
        if found is None:
            raise UsageError(f"the verdict on `{wanted}` has no play", "--trace", "`explore` lists the verdicts")
        return found
    number = int(wanted) if len(wanted) < 10 else 0
    if not 1 <= number <= len(plays):
        there = f"there are {len(plays)}, from 1" if plays else "no event was met"
        raise UsageError(f"there is no event {wanted[:20]}", "--trace", there)
    return plays[number - 1]
