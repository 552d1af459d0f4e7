"""How often findings come up at a table: of games that were played, and as it is kept in `checks/RULESET/met.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleslawyer.claims.occurrence import Deadlock
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.naming import describe, inside, matches, unnamed
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.files.read import read_text
from ruleslawyer.semantics.events import Event
from ruleslawyer.statistics.figures import Share, share
from ruleslawyer.statistics.games import Game, Question, Session

FILE = "met.json"
COUNTED = ("event", "deadlock", "verdict")
"""What of a finding's evidence games can meet."""


@dataclass(frozen=True, slots=True)
class Met:
    """In how many games something came up: a finding, or (without an id) what no finding names."""

    id: str
    title: str
    games: Share


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of the games of a ruleset: by the kind of play, in how many games each finding came up."""

    scope: str
    games: Mapping[str, int]
    findings: Mapping[str, Mapping[str, int]]

    def share(self, play: str, finding: str) -> Share:
        return share(self.findings[play].get(finding, 0), self.games[play])


def met(session: Session, findings: Sequence[Finding]) -> tuple[tuple[Met, ...], tuple[Met, ...]]:
    """The findings that came up, most often first; and what came up that no finding names."""
    titles = {finding.id: finding.title for finding in findings if not finding.withdrawn}
    named, others = Counter[str](), Counter[str]()
    games = [game for game in session.games if game.how != "beyond"]
    for game in games:
        ids, rest = of_game(game, findings)
        named.update(ids)
        others.update(rest)
    return (
        tuple(Met(id_, titles[id_], share(times, len(games))) for id_, times in _ranked(named)),
        tuple(Met("", title, share(times, len(games))) for title, times in _ranked(others)),
    )


def of_game(game: Game, findings: Iterable[Finding]) -> tuple[set[str], set[str]]:
    """The ids of the findings that came up in a game, and what did that none names, nor a withdrawn one."""
    ids, rest = set[str](), set[str]()
    for question in game.met:
        found = [f for f in findings if any(_names(f, e, question) for e in f.evidence)]
        ids |= {f.id for f in found if not f.withdrawn}
        if not found:
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


def every(games: Share) -> str:
    """How often, as one says it: in every third game."""
    if not games.times:
        return f"in none of {games.of} games"
    if games.share > 0.9:
        return "in nearly every game" if games.times < games.of else "in every game"
    if games.share > 0.6:
        return "in most games"
    nth = round(1 / games.share)
    return f"in every {_ORDINALS.get(nth, f'{nth}th')} game"


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}


# --- what is kept ---------------------------------------------------------------------------------------------------


def kept_json(sessions: Mapping[str, Session], findings: Sequence[Finding]) -> dict[str, Any]:
    """What is kept of sessions, by the kind of play: in how many games each finding came up, and in the first games."""
    plays = {}
    for play, session in sessions.items():
        games = [game for game in session.games if game.how != "beyond"]
        came_up = [sorted(of_game(game, findings)[0]) for game in games]
        plays[play] = {
            "games": len(games),
            "seed": session.seed,
            "longest": session.longest,
            "findings": dict(_ranked(Counter(id_ for ids in came_up for id_ in ids))),
            "first": came_up[:FIRST],
        }
    (scope,) = {session.system.scope.name for session in sessions.values()}
    return {"scope": scope, "play": plays}


FIRST = 5
"""Games of which it is kept what came up in each, so that they can be played again."""


def load_kept(root: Path, ruleset: str) -> Kept | None:
    """What is kept of a ruleset; None where nothing is."""
    shown = f"checks/{ruleset}/{FILE}"
    if not (root / shown).is_file():
        return None
    mend = f"take it away, or write it again: ruleslawyer stats {ruleset} --keep"
    try:
        document = json.loads(read_text(root / shown, shown, mend))
        plays = document["play"]
        return Kept(
            str(document["scope"]),
            {play: int(plays[play]["games"]) for play in plays},
            {play: {str(k): int(v) for k, v in plays[play]["findings"].items()} for play in plays},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError("this does not say how often findings come up", shown, mend) from error


def by_met(findings: Iterable[Finding], kept: Kept) -> Iterator[tuple[Finding, Share | None]]:
    """Findings by how often they come up, in uniform play; None of those that games cannot meet, which come last."""
    play = next(iter(kept.games))

    def of(finding: Finding) -> Share | None:
        counts = any(evidence.ask in COUNTED for evidence in finding.evidence)
        return kept.share(play, finding.id) if counts else None

    shares = [(finding, of(finding)) for finding in findings]
    return iter(sorted(shares, key=lambda one: (one[1] is None, -one[1].share if one[1] else 0.0, one[0].id)))
