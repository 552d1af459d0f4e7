"""Statistics of games as JSON, and the assumptions under which they are said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleslawyer.claims.as_json import Json
from ruleslawyer.statistics.figures import CONFIDENCE, Amount, Figures, Share, Use
from ruleslawyer.statistics.games import Session
from ruleslawyer.statistics.met import Met

UNIFORM = "uniform"
GREEDY = "greedy"


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


def share_json(one: Share) -> dict[str, Any]:
    return {"times": one.times, "of": one.of, "low": round(one.low, 4), "high": round(one.high, 4)}


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
