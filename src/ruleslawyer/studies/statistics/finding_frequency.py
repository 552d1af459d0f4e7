"""How often findings come up at a table, in games that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import describe, names
from ruleslawyer.rulebook.claims.occurrence import Deadlock
from ruleslawyer.semantics.events import Event
from ruleslawyer.studies.statistics.figures import counted_games
from ruleslawyer.studies.statistics.games import Game, Question, Session
from ruleslawyer.studies.statistics.intervals import Share, share


@dataclass(frozen=True, slots=True)
class Often:
    """In how many games something mattered, and in how many it came up: a finding, or (without an id) what no finding
    names."""

    id: str
    title: str
    games: Share
    came_up: Share


def frequencies(
    session: Session, findings: Sequence[Finding], declared: Container[str] = ()
) -> tuple[tuple[Often, ...], tuple[Often, ...]]:
    """The findings that came up, those that mattered most often first; and what came up that no finding names, but for
    violations of `declared` properties, of which it is declared why they are right. Of games that ended, if enough
    did."""
    titles = {finding.id: finding.title for finding in findings if not finding.withdrawn}
    games = counted_games(session)
    mattered, came_up = (_times(games, attrgetter(of), findings, declared) for of in ("met", "raised"))

    def ranking(whose: int) -> list[tuple[str, Share, Share]]:
        order = sorted(came_up[whose], key=lambda name: (-mattered[whose][name], -came_up[whose][name], name))
        return [(n, share(mattered[whose][n], len(games)), share(came_up[whose][n], len(games))) for n in order]

    return (
        tuple(Often(id_, titles[id_], *shares) for id_, *shares in ranking(0)),
        tuple(Often("", title, *shares) for title, *shares in ranking(1) if mattered[1][title]),
    )


def _times(
    games: Sequence[Game],
    questions: Callable[[Game], Sequence[Question]],
    findings: Sequence[Finding],
    declared: Container[str],
) -> tuple[Counter[str], Counter[str]]:
    """The number of games in which each finding is named, and each thing that none names."""
    named, others = Counter[str](), Counter[str]()
    for game in games:
        ids, rest = of_game(questions(game), findings, declared)
        named.update(ids)
        others.update(rest)
    return named, others


def of_game(
    questions: Iterable[Question], findings: Iterable[Finding], declared: Container[str] = ()
) -> tuple[set[str], set[str]]:
    """The ids of the findings that questions of a game belong to and that games count for, and those that none names,
    nor a withdrawn one."""
    ids, rest = set[str](), set[str]()
    for question in questions:
        found = [f for f in findings if names(f, question)]
        ids |= {f.id for f in found if not f.withdrawn and not f.not_counted}
        if not found and question not in declared:
            rest.add(_title(question))
    return ids, rest


def _title(question: Question) -> str:
    match question:
        case Event():
            return f"{question.kind}, {question.title}"
        case Deadlock():
            return describe(question)
    return f"violated, {question}"
