"""`ruleslawyer prove --clashes`: clauses that cannot all stand, those that never clash, and what would settle it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.proof.any_number import any_number_json
from ruleslawyer.rulebook.answers.memo import FILES
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.clarifications.cores import Cores

if TYPE_CHECKING:  # the solver is loaded only where something is asked of it
    from ruleslawyer.rulebook.claims.result import ScopeResult
    from ruleslawyer.studies.clarifications.contradictions import Contradictions, PairResult
    from ruleslawyer.studies.clarifications.corrections import Correction
    from ruleslawyer.studies.clarifications.settle import Clash, Deadlock


@asking(Cores, on_cluster=True)
def cores(ruleset: Ruleset, asked: Cores, *, fresh: Fresh = False, json: Json = False) -> None:
    """Show the pairs, the cores, and what settles them."""
    from ruleslawyer.studies.clarifications.contradictions import Contradictions  # it loads the solver

    found, known = recall_or_ask(
        ruleset, asked, "cores", Contradictions, lambda found: not found.stopped, FILES, fresh=fresh
    )
    if json:
        print_json({"ruleset": ruleset.name, **asked.under(), **_json(found, ruleset)})
    else:
        if known:
            say(UNCHANGED)
        _show(found, ruleset)
    leave(found.stopped)


def _json(found: Contradictions, ruleset: Ruleset) -> JsonObject:
    """The result as JSON for scripts; the shortest plays as calls."""
    codecs = {result.scope.name: Codec(ruleset.system, result.scope) for result in found.scopes}
    whole = found.whole
    return {
        "scopes": [
            {"scope": r.scope.name, "states": r.states, "complete": r.complete, "stopped": r.stopped or None}
            for r in found.scopes
        ],
        "pairs": [_pair_json(result, ruleset, codecs) for result in found.pairs],
        "clashes": [clash.json() for clash in found.clashes],
        "deadlocks": [
            {**d.json(), "play": calls(d.cores.deadlock.trace, codecs[d.cores.scope])} for d in found.deadlocks
        ],
        "whole": whole and {"clarifications": [c.json() for c in whole.clarifications], "left": list(whole.left)},
        "cores": found.cores,
        "smallest_sets": found.smallest_sets,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "seconds": round(found.seconds, 3),
    }


def _pair_json(result: PairResult, ruleset: Ruleset, codecs: Mapping[str, Codec]) -> JsonObject:
    pair, event = result.pair, result.event
    return {
        "subject": pair.subject,
        "kind": pair.kind,
        "pair": [pair.first, pair.second],
        "clauses": list(pair.cites),
        "word": result.word,
        "prevails": pair.over or None,
        "scope": result.scope or None,
        "play": calls(event.trace, codecs[result.scope]) if event else None,
        "actions": event.trace.length if event else None,
        "material": event.material if event else None,
        "findings": list(event.findings) if event else [],
        "proof": any_number_json(ruleset, result.proof) if result.proof else None,
    }


def _show(found: Contradictions, ruleset: Ruleset) -> None:
    states = sum(result.states for result in found.scopes)
    say(f"{ruleset.title}: {count(len(found.scopes), 'scope')}, {count(states, 'state')}", "bold")
    if found.stopped:
        say(f"INCOMPLETE: {found.stopped}; what follows was found so far", "bold red")
    words = Counter(result.word for result in found.pairs)
    numbers = ", ".join(f"{number} {word}" for word, number in sorted(words.items()))
    say(f"{count(len(found.pairs), 'pair')} of clauses that may clash: {numbers or 'none'}")
    rows = table("", "pair")
    for result in found.pairs:
        if result.word != "PRECEDENCE":
            pair = show.with_clauses(result.pair.key, result.pair.cites)
            rows.add_row(result.word, show.cell(pair, *_evidence(result, found, ruleset.name)))
    if rows.row_count:
        say()
        print_table(rows)
    for clash in found.clashes:
        _show_clash(clash)
    for deadlock in found.deadlocks:
        _show_deadlock(deadlock)
    say()
    say(_summary(found), "bold")


def _evidence(result: PairResult, found: Contradictions, of: str) -> list[str]:
    """The evidence for the word about a pair."""
    proof = result.proof
    if result.event is not None:
        material = [] if result.event.material else ["immaterial: no option changes anything"]
        explained = filter(None, [show.explanation(result.event, of)])
        under = next((_under(r) for r in found.scopes if r.scope.name == result.scope), [])
        return [f"{show.after(result.event.trace)} in scope {result.scope}", *explained, *material, *under]
    if proof is None:
        each = [f"{r.scope.name}: {text}" for r in found.scopes for text in _under(r)]
        seen = "" if all(r.complete for r in found.scopes) else " that was seen"
        return [f"not met in any state{seen} of these scopes; nothing was proved", *each]
    why = f"{proof.rule}: {proof.reason}" if proof.rule and proof.reason else proof.rule or proof.reason or proof.method
    return [f"{proof.verdict_text()}: {why}"]


def _under(result: ScopeResult) -> list[str]:
    return [] if result.premises is None else [result.premises.text()]


def _show_clash(clash: Clash) -> None:
    cores, smallest = clash.cores, clash.smallest
    say()
    say(f"{cores.subject}: clauses that cannot stand together", "bold")
    for core in cores.subsets.cores:
        say(f"  {' / '.join(core)}")
    if smallest.corrections:
        size = len(smallest.corrections[0].clarifications)
        more = "" if smallest.complete else "; there may be more"
        say(f"settled by {count(size, 'clarification')}, tried out in {', '.join(clash.tried_in)}{more}:")
        for correction in smallest.corrections:
            say(f"  {_words(correction)}")
    elif smallest.tried:
        say("no set of clarifications that was tried out settles it")
    else:
        say("no set of clarifications was tried out")
    if smallest.unfinished:
        say(f"not known: {count(smallest.unfinished, 'set')} of which the exploration came to no end")
    _show_rest(smallest.untried, smallest.stopped)


def _show_deadlock(found: Deadlock) -> None:
    cores = found.cores
    say()
    say(f"a deadlock {show.after(cores.deadlock.trace)} in scope {cores.scope}: clauses that cannot all stand", "bold")
    for core in cores.subsets.cores:
        say(f"  {' / '.join(show.with_clauses(c, cores.clauses[c]) for c in core)}")
    say("nobody would be stuck without" + ("" if cores.subsets.complete else " (among others)"))
    for names in cores.subsets.corrections:
        say(f"  {', '.join(names)}")
    for correction in found.tried:
        say(f"  tried out: {_words(correction)}: {_outcome(correction)}")
    _show_rest(found.untried, found.stopped)


def _show_rest(number: int, why: str) -> None:
    if number:
        say(f"not tried: {count(number, 'set')} at least, {why}")


def _outcome(correction: Correction) -> str:
    """The outcome of a correction: whether the deadlock is gone."""
    if correction.left:
        return f"still met: {'; '.join(correction.left)}"
    return f"not known: {correction.stopped}" if correction.stopped else "the deadlock is gone"


def _words(correction: Correction) -> str:
    return ", ".join(str(c) for c in correction.clarifications)


def _summary(found: Contradictions) -> str:
    sets = "minimal set of clauses", "minimal sets of clauses"
    cores = f"{count(found.cores, *sets)} that cannot all stand"
    if not found.explored_clashes:
        return cores
    if found.whole is None:
        return f"{cores}; no set of clarifications is known to settle all clashes"
    size = count(len(found.whole.clarifications), "clarification settles", "clarifications settle")
    ways = "" if found.smallest_sets is None else f" ({count(found.smallest_sets, 'way')})"
    left = "; ".join(found.whole.left)
    if found.whole.clashing:
        return f"{cores}; {size} each subject, but then there is: {left}"
    if left:
        return f"{cores}; {size} all clashes, as far as was explored: {left}"
    return f"{cores}; {size} all clashes of these scopes{ways}"
