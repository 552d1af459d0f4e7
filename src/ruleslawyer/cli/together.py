"""Answers tried together, as text: contradictions, repairs, breaks, questions that open, findings that fall away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.cli.output import count, say
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # who lists findings does not wait for what explores
    from ruleslawyer.check.together import Effect, Together

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
