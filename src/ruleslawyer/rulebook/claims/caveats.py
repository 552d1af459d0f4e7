"""Caveats to the verdicts of a scope: rules that it switches off, and rims of its grids that were reached."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ruleslawyer.ir.checks import FOLLOWED, Check
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.verdict import Verdict, Word


def rim_notes(scope: Scope, reached: Collection[str]) -> tuple[str, ...]:
    """One sentence for each grid of which a rim member was held in a reached state."""
    return tuple(
        f"the rim of {sort}{f' ({scope.grids[sort]})' if sort in scope.grids else ''} was reached: "
        "nothing beyond it was explored"
        for sort in scope.rims
        if sort in reached
    )


def qualify(
    verdicts: Iterable[Verdict], system: System, scope: Scope, reached: Collection[str] = ()
) -> tuple[Verdict, ...]:
    """Verdicts with what limits them; what a play shows stays shown."""
    cones = Cones.of(system, scope)
    rims = "".join(f"; the rim of {sort} was reached" for sort in scope.rims if sort in reached)
    return tuple(_qualify_verdict(verdict, cones, scope.off, rims) for verdict in verdicts)


def qualified_words(
    words: Iterable[tuple[Check, Word]], system: System, scope: Scope
) -> tuple[tuple[str, Word], ...]:  # fmt: skip
    """The words of verdicts, with what limits them; nobody asks for reasons."""
    cones = Cones.of(system, scope)

    def word_of(check: Check, word: Word) -> Word:
        by_play = shown_by_a_play(word, check.kind)
        return "UNKNOWN" if unknown_where_off(word, "", by_play, cones.switched_off(check.name), ())[0] else word

    return tuple((check.name, word_of(check, word)) for check, word in words)


def rests_on(system: System, assumed: Collection[str]) -> str:
    """The caveat that a verdict rests on clauses which no text of the ruleset has."""
    return f"rests on {len(assumed)} assumed clause{'' if len(assumed) == 1 else 's'} of {system.host}"


def shown_by_a_play(word: Word, kind: str) -> bool:
    """Whether a verdict is what one play shows. That something cannot be reached any more, or that a play ends too
    soon, is no such thing: the way out may be what was left out."""
    return word == ("HOLDS IN SCOPE" if kind == "sometimes" else "VIOLATED") and kind not in FOLLOWED


def fairly(reason: str, check: Check) -> str:
    """A reason with what the property assumes of plays."""
    return f"{reason}; {check.fairness}" if check.fairness else reason


def _qualify_verdict(verdict: Verdict, cones: Cones, off: tuple[str, ...], rims: str) -> Verdict:
    by_play = shown_by_a_play(verdict.word, verdict.kind)
    check = cones.system.properties[verdict.name]
    if check.fairness:
        fair, strongly = ([str(one) for one in sets] for sets in (check.fair, check.strongly_fair))
        reason = fairly(verdict.reason, check)
        verdict = replace(verdict, reason=reason, fair=tuple(fair), strongly_fair=tuple(strongly))
    if rims and not by_play:
        verdict = replace(verdict, reason=verdict.reason + rims)
    assumed = cones.assumed_clauses(verdict.name)
    if assumed:
        verdict = replace(verdict, reason=f"{verdict.reason}; {rests_on(cones.system, assumed)}", assumed=assumed)
    if not off:
        return verdict
    concerned = cones.switched_off(verdict.name)
    unknown, reason = unknown_where_off(verdict.word, verdict.reason, by_play, concerned, off)
    if verdict.word == "UNKNOWN":
        concerned = ()  # it is for another reason
    if unknown:
        verdict = replace(verdict, word="UNKNOWN", member=(), up_to=())
    return replace(verdict, reason=reason, off=concerned)


def unknown_where_off(
    word: str, reason: str, by_play: bool, concerned: tuple[str, ...], off: tuple[str, ...]
) -> tuple[bool, str]:
    """Whether a verdict becomes UNKNOWN where rules are `off`, because some of its cone are `concerned` and no play
    shows it; and its reason, which names them either way."""
    if by_play or not concerned or word == "UNKNOWN":
        return False, f"{reason}; switched off: {', '.join(off)}{'' if concerned else ' (outside its cone)'}"
    return True, f"switched off: {', '.join(concerned)} (without: {word}, {reason})"
