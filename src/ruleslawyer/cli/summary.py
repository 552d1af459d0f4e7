"""The summary that `check` prints for a person: the numbers, then what is not simply well, then what falls short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.cli import show
from ruleslawyer.cli.output import Rows, count, print_table, say, screen, some, style_of, table, word
from ruleslawyer.cli.show import FEW
from ruleslawyer.proof.lemmas import update_command
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.report import summary as statements
from ruleslawyer.rulebook.claims.expected import GOOD
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult, with_premises
from ruleslawyer.rulebook.claims.verdict import Verdict, Word

TELLING: tuple[Word, ...] = ("VIOLATED", "HOLDS IN SCOPE", "PROVED", "HOLDS UP TO", "UNKNOWN", "VACUOUS")
"""Verdicts, from the one that tells the most."""
FEW_SCOPES = 3
"""What so many scopes are like is told beside what was found."""


def ruleset(result: RulesetResult, unasked: Mapping[str, Json] | None = None) -> None:
    """One ruleset. Events that several scopes have are listed once, where they are nearest. unasked: what is known of
    questions that nobody asked."""
    say(result.title, "bold underline")
    if result.kept:
        say("nothing has changed since this was checked: what was found then (--fresh computes it anew)", "dim")
    if result.left_out:
        say(f"asked again is what fell short; LEFT OUT: {'; '.join(result.left_out)}", "yellow")
    for scope in result.scopes:
        if not scope.complete:
            say(f"scope {scope.scope.name}: {scope.stopped}; what follows was found so far", "bold red")
    _properties(result)
    _events(result)
    _for_any(result)
    if result.proofs:
        _print_rest(result)
    if result.findings:
        say()
        say(statements.reproduce.text(result))
    if result.promises:
        words = Counter(one.word for one in result.promises)
        say(f"promises of answers: {', '.join(f'{number} {word}' for word, number in words.most_common())}")
    if result.limits:
        wrong = sum(bool(one.instead) for one in result.limits)
        say(f"known limits: {count(len(result.limits), 'sentence')}" + (f", {wrong} not so" if wrong else ""))
    _clauses(result)
    _scopes(result)
    if unasked and (asked := statements.questions.text({"nobody_asked": unasked})):
        say()
        say(f"{asked} ruleslawyer sweep {result.name} --questions")
    say()


def _for_any(result: RulesetResult) -> None:
    """Prints the proofs for any number, under a heading for each kind of verdict."""
    for verdict in dict.fromkeys(proof.verdict_text() for proof in result.proofs):
        proofs = [proof for proof in result.proofs if proof.verdict_text() == verdict]
        first, premises = proofs[0], proofs[0].premises
        say()
        say(f"{first.verdict_text()}: {count(len(proofs), 'property', 'properties')}", "bold")
        say(premises.text() if premises is not None else "", "dim")
        if len(proofs) > FEW and not screen.whole:
            say(f"PROVED: {some([proof.property for proof in proofs])}", style_of("PROVED"))
        else:
            print_table(_proof_table(proofs))
    conditions = [one for one in result.lapsed if not one.property]
    for lapsed in (one for one in result.lapsed if one.property):
        at = f"{lapsed.rule}: " if lapsed.rule else ""
        say(f"proved for any number once, and not now: {lapsed.name}: {at}{lapsed.reason}", "bold")
    if conditions:
        held = "of the kept conditions holds no more" if len(conditions) == 1 else "of the kept conditions hold no more"
        say(f"{len(conditions)} {held}; what is proved now: {update_command(result.name)}", "dim")


def _proof_table(proofs: Iterable[ProofResult]) -> Rows:
    found = table("verdict", "property")
    for proof in proofs:
        how = "; ".join(filter(None, (f"{proof.method}, {proof.seconds:.1f} s", proof.reason)))
        found.add_row(word(proof.verdict_text()), show.cell(show.with_clauses(proof.property, proof.clauses), how))
    return found


def _print_rest(result: RulesetResult) -> None:
    """Prints how many properties were proved again within the budget of a check, and which are not proved."""
    asked = f"{count(len(result.proofs), 'property', 'properties')} proved again within {result.budget:g} s"
    left = f"left to `prove {result.name}`: {some(result.unproved)}" if result.unproved else "nothing is left"
    say(f"{asked}; {left}", "dim")


def _clauses(result: RulesetResult) -> None:
    if result.coverage is None:
        return
    say()
    say(statements.clauses.text(result))


def _scopes(result: RulesetResult) -> None:
    found = table("scope", "states", "transitions", "depth", "deadlocks", "contracted", "s", numbers=range(1, 7))
    for scope in result.scopes:
        name = scope.scope.name + ("" if scope.complete else " (INCOMPLETE)")
        contracted = scope.contracted[0] if scope.contracted else None
        numbers = (scope.states, scope.transitions, scope.depth, scope.deadlocked, contracted)
        cells = ("–" if n is None else f"{n:,}".replace(",", " ") for n in numbers)
        found.add_row(name, *cells, f"{scope.seconds:.1f}")
    say()
    print_table(found, FEW)
    notes: dict[tuple[str, str, str], list[str]] = {}
    for scope in result.scopes:
        stamped = scope.premises is not None and _stamps(result.scopes)
        if stamped and scope.premises is not None:
            say(f"scope {scope.scope.name}: {scope.premises.text()}", "dim")
        for note in _notes(scope, stamped=stamped):
            notes.setdefault(note, []).append(scope.scope.name)
    for (style, verb, what), names in notes.items():
        who = f"scope {names[0]} {verb}s" if len(names) == 1 else f"scopes {some(names)} {verb}"
        say(f"{who} {what}", style)
    if result.agreement is not None:
        say(result.agreement.text(), "bold red" if result.agreement.differences else "dim")
    if result.passed_over:
        say(f"for `ruleslawyer campaign` only, so not explored: {', '.join(result.passed_over)}", "dim")


def _stamps(scopes: Sequence[ScopeResult]) -> bool:
    """Whether each scope has its stamp below: what all that is told of it is said under."""
    return len(scopes) <= FEW_SCOPES or screen.whole


def _notes(scope: ScopeResult, *, stamped: bool) -> Iterator[tuple[str, str, str]]:
    """Notes about a scope: style, verb and words. stamped: its numbers are told already."""
    if scope.scope.off:
        yield "bold", "leave", f"out: {', '.join(scope.scope.off)}"
    for note in scope.rims:
        yield "bold", "stop", f"at a rim: {note}"
    for note in scope.dealt:
        yield "bold", "leave", f"a part of the deal open: {note}"
    if scope.scope.shrunk and not stamped:
        yield "dim", "change", f"numbers of the book: {', '.join(scope.scope.shrunk)}"


def _events(result: RulesetResult) -> None:
    """Material events and deadlocks, each once, with the scopes that have it; first the violations, all of them."""
    met: dict[tuple[object, ...], list[tuple[str, EventResult | DeadlockResult]]] = {}
    immaterial = set()
    for scope in result.scopes:
        for event in scope.events:
            if event.material:
                met.setdefault(event.event.key, []).append((scope.scope.name, event))
            else:
                immaterial.add(event.event.key)
        for deadlock in scope.deadlocks:
            met.setdefault((deadlock.unspoken, deadlock.forbidden), []).append((scope.scope.name, deadlock))
    found, violated = table("event", "about"), 0
    nearest_first = [(min((e for _, e in places), key=lambda e: e.trace.length), places) for places in met.values()]
    for nearest, places in sorted(nearest_first, key=lambda told: not _violates(told[0])):
        violated += _violates(nearest)
        scopes = f"in {some([name for name, _ in places])}"
        if isinstance(nearest, EventResult):
            found.add_row(nearest.event.kind, show.event_cell(nearest, result.name, scopes))
        else:
            found.add_row("deadlock", show.deadlock_cell(nearest, result.name, scopes))
    if met:
        say()
        print_table(found, FEW, least=violated)
    only = immaterial - set(met)
    if only:
        change = "changes" if len(only) == 1 else "change"
        say(f"and {count(len(only), 'event')} that {change} nothing (immaterial: {show.IMMATERIAL})")


def _violates(met: EventResult | DeadlockResult) -> bool:
    return isinstance(met, EventResult) and show.violates(met)


def _properties(result: RulesetResult) -> None:
    """How many hold, and each that does not simply; over several scopes each once, with where it says the most."""
    scopes = [scope for scope in result.scopes if scope.verdicts]
    if not scopes:
        return
    if len(scopes) == 1:
        found = list(scopes[0].verdicts)
        title = f"properties in scope {with_premises(scopes[0].scope.name, scopes[0].premises)}"
    else:
        found = [
            _over([(s, v) for s in scopes for v in s.verdicts if v.name == name], stamped=_stamps(result.scopes))
            for name in _names(scopes)
        ]
        title = f"properties over {len(scopes)} scopes, each by what tells most: violated, holding, unknown, vacuous"
    words = Counter(v.word for v in found)
    say()
    say(f"{title}: {', '.join(f'{number} {name}' for name, number in words.items())}", "bold")
    show.properties((v for v in found if v.word not in GOOD), scopes[0].premises if len(scopes) == 1 else None)


def _names(scopes: Sequence[ScopeResult]) -> Iterable[str]:
    return dict.fromkeys(v.name for s in scopes for v in s.verdicts)


def _over(told: Sequence[tuple[ScopeResult, Verdict]], *, stamped: bool) -> Verdict:
    """The verdict on one property over several scopes: violated in one, or holding in one and violated in none, or
    else unknown; vacuous only where it is so in all. stamped: what is said of a scope is told below, for all of it."""
    word = next(w for w in TELLING if any(v.word == w for _, v in told))
    places = [(scope, v) for scope, v in told if v.word == word]
    at, shown = min(places, key=lambda p: p[1].trace.length if p[1].trace else 0)
    if word == "VACUOUS":
        return replace(shown, reason="in all of them")
    # What is said is of the scope that comes first.
    where = some([at.scope.name, *(scope.scope.name for scope, _ in places if scope is not at)])
    return replace(shown, reason=f"{with_premises(shown.reason, None if stamped else at.premises)}; in {where}")


def conclusion(results: list[RulesetResult], output: Path | None) -> None:
    """Prints the shortfalls, each with what would mend it; and where the report is."""
    short = [(r.name, s) for r in results for s in r.falls_short]
    for name, shortfall in short:
        scope = f", scope {shortfall.scope}" if shortfall.scope else ""
        say(f"falls short: {name}{scope}: {shortfall.message}", "red")
    for mend in dict.fromkeys(s.mend for _, s in short if s.mend):
        say(f"  = help: {mend}")
    if short:
        say(f"{count(len(short), 'thing falls', 'things fall')} short", "bold red")
    else:
        say(f"as expected: {count(len(results), 'ruleset')} in {sum(r.seconds for r in results):.1f} s", "bold green")
    if output is not None:
        say(f"report: {(output / 'index.html').as_posix()}")
