"""How often findings come up at a table, in games that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from ruleslawyer.claims.occurrence import Deadlock
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.naming import describe, inside, matches, unnamed
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.semantics.events import Event
from ruleslawyer.statistics.games import Game, Question, Session
from ruleslawyer.statistics.intervals import Share, share


@dataclass(frozen=True, slots=True)
class Met:
    """In how many games something came up: a finding, or (without an id) what no finding names."""

    id: str
    title: str
    games: Share


def met(
    session: Session, findings: Sequence[Finding], declared: Container[str] = ()
) -> tuple[tuple[Met, ...], tuple[Met, ...]]:
    """The findings that came up, most often first; and what came up that no finding names, but for violations of
    `declared` properties, of which it is declared why they are right."""
    titles = {finding.id: finding.title for finding in findings if not finding.withdrawn}
    named, others = Counter[str](), Counter[str]()
    games = [game for game in session.games if game.how != "beyond"]
    for game in games:
        ids, rest = of_game(game, findings, declared)
        named.update(ids)
        others.update(rest)
    return (
        tuple(Met(id_, titles[id_], share(times, len(games))) for id_, times in _ranked(named)),
        tuple(Met("", title, share(times, len(games))) for title, times in _ranked(others)),
    )


def of_game(game: Game, findings: Iterable[Finding], declared: Container[str] = ()) -> tuple[set[str], set[str]]:
    """The ids of the findings that came up in a game, and what did that none names, nor a withdrawn one."""
    ids, rest = set[str](), set[str]()
    for question in game.met:
        found = [f for f in findings if any(_names(f, e, question) for e in f.evidence)]
        ids |= {f.id for f in found if not f.withdrawn}
        if not found and question not in declared:
            rest.add(_title(question))
    return ids, rest


def _names(finding: Finding, evidence: Evidence, question: Question) -> bool:
    match question:
        case Event():
            return evidence.ask == "event" and matches(evidence, question) and not unnamed(finding, question)
        case Deadlock():
            return evidence.ask == "deadlock" and inside(evidence, question)
    return evidence.ask == "verdict" and evidence.word == "VIOLATED" and evidence.about["property"] == question


def _title(question: Question) -> str:
    match question:
        case Event():
            return f"{question.kind}, {question.title}"
        case Deadlock():
            return describe(question)
    return f"violated, {question}"


def _ranked(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))
