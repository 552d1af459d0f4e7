"""Statistics of games as JSON, and the assumptions under which they are said."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from ruleslawyer.claims.as_json import Json
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.statistics.figures import Figures, Use, figures
from ruleslawyer.statistics.games import Session
from ruleslawyer.statistics.intervals import CONFIDENCE, Amount
from ruleslawyer.statistics.kept import COUNTS, UNIFORM, share_json
from ruleslawyer.statistics.met import Met, met, of_game

GREEDY = "greedy"
FIRST = 5
"""Games of which it is kept what came up in each, so that they can be played again."""
MOST = 40
"""Cards, and whatever else actions name, of each kind of play."""


def assumptions(session: Session) -> tuple[str, ...]:
    """What is taken as given of how games are played; it stands with every figure."""
    rules = session.system.system
    chance = sorted(action.name for action in rules.actions.values() if action.kind == "chance")
    some = (
        "where chance decides, every outcome is as likely as every other: that is assumed where no clause says so",
        "nobody gives up" if any(action.outside_play for action in rules.actions.values()) else "",
        "players choose evenly among all that the rules allow" if not session.greedy else _greedy(session),
    )
    return tuple(text for text in some if text and (chance or not text.startswith("where chance")))


def _greedy(session: Session) -> str:
    what = f"players take what leaves them best off at once, evenly where that is the same: {session.tabled.text}"
    return f"{what} (derived from what the rules look at)" if session.tabled.derived else what


def document(
    ruleset: str, session: Session, found: Figures, findings: Sequence[Met], others: Sequence[Met], seconds: float
) -> Json:
    """All of it, as `--json` prints it."""
    return {
        "ruleset": ruleset,
        "scope": session.system.scope.name,
        "play": GREEDY if session.greedy else UNIFORM,
        "seed": session.seed,
        "asked": session.asked,
        "longest": session.longest,
        "stopped": session.stopped or None,
        "assumptions": list(assumptions(session)),
        "confidence": CONFIDENCE,
        "games": found.played,
        "ended": found.ended,
        "actions": session.actions,
        "length": _amount(found.length),
        "turns": _amount(found.turns),
        "ends": [{"end": name, **share_json(one)} for name, one in found.ends],
        "last": [{"action": name, **share_json(one)} for name, one in found.last],
        "first_player_wins": {**share_json(found.first), "level": round(found.level, 4)},
        "winners": [{"player": name, **share_json(one)} for name, one in found.winners],
        "uses": [_use(use) for use in found.uses],
        "rules": [
            {
                "rule": rule.name,
                "clauses": list(rule.cites),
                "came_up": share_json(rule.came_up),
                "decided": share_json(rule.decided),
            }
            for rule in found.rules
        ],
        "never_came_up": list(found.never),
        "findings": [{"finding": met.id, "title": met.title, **share_json(met.games)} for met in findings],
        "unnamed": [{"title": met.title, **share_json(met.games)} for met in others],
        "seconds": round(seconds, 3),
    }


def _amount(one: Amount | None) -> Json | None:
    if one is None:
        return None
    return {
        "of": one.of,
        "mean": round(one.mean, 4),
        "low": round(one.low, 4),
        "high": round(one.high, 4),
        "least": one.least,
        "quartiles": list(one.quartiles),
        "most": one.most,
        "bins": [list(bin_) for bin_ in one.bins],
    }


def _use(use: Use) -> Json:
    return {
        "sort": use.sort,
        "name": use.name,
        "used": share_json(use.used),
        "ended": share_json(use.ended),
        "won": share_json(use.won),
    }


def kept_json(
    ruleset: str, sessions: Mapping[str, Session], findings: Sequence[Finding], declared: Container[str]
) -> Json:
    """What is kept of sessions, by the kind of play."""
    (scope,) = {session.system.scope.name for session in sessions.values()}
    plays = {}
    for play, session in sessions.items():
        whole = document(ruleset, session, figures(session), *met(session, findings, declared), 0.0)
        games = [game for game in session.games if game.how != "beyond"][:FIRST]
        plays[play] = {key: whole[key] for key in COUNTS} | {
            "uses": whole["uses"][:MOST],
            "first": [sorted(of_game(game, findings)[0]) for game in games],
        }
    return {"scope": scope, "play": plays}
