"""Statistics of games as JSON, and the assumptions under which they are said."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.engines.native.greedy import FOLLIES, LATE, LATE_FOLLIES, WHIMS
from ruleslawyer.ir.distance import compared_names
from ruleslawyer.studies.statistics.figures import LEAST, Figures, Use, figures
from ruleslawyer.studies.statistics.finding_frequency import Often, frequencies, of_game
from ruleslawyer.studies.statistics.games import Session
from ruleslawyer.studies.statistics.intervals import CONFIDENCE, Amount
from ruleslawyer.studies.statistics.kept import COUNTS, share_json
from ruleslawyer.studies.statistics.table import SERIOUS, UNIFORM

FIRST = 5
"""Games of which it is kept what came up in each, so that they can be played again."""
NAMED = 12
"""Actions that are named where nobody chose them."""
MOST = 40
"""Cards, and whatever else actions name, of each kind of play."""


def assumptions(session: Session) -> tuple[str, ...]:
    """The assumptions about how games are played; they stand with every figure."""
    rules = session.system.system
    chance = sorted(action.name for action in rules.actions.values() if action.kind == "chance")
    some = (
        "where chance decides, every outcome is as likely as every other: that is assumed where no clause says so",
        "nobody gives up" if any(action.outside_play for action in rules.actions.values()) else "",
        *_players(session),
        _name_idle(session.idle_actions) if session.games else "",
    )
    return tuple(text for text in some if text and (chance or not text.startswith("where chance")))


def _players(session: Session) -> Iterator[str]:
    """How players choose, in sentences."""
    if session.way == UNIFORM:
        yield "players choose evenly among all that the rules allow"
        return
    if session.tabled.wants:
        derived = " (derived from the rules)" if session.tabled.derived else ""
        what = "players take what leaves them best off at once, evenly where that is the same"
        yield f"{what}: {session.tabled.text}{derived}"
    if session.tabled.derived and not compared_names(session.system.system):
        until = " until a move wins" if session.tabled.wants else ""
        yield (
            f"these figures are of aimless play{until}: no numbers are compared to say who wins, and nothing says what "
            "else players want (docs/howto/statistics.md)"
        )
    if session.way == SERIOUS:
        yield (
            "players pass: where nothing gains, they do what brings the game on, and what they did before in a turn "
            "they do no more; of more than a few choices of one kind they look at some; where nobody can do anything, "
            "they take back what they did last"
        )
        yield (
            f"one decision in {WHIMS} is a whim, anything that costs nothing; one in {FOLLIES} is anything, and one in "
            f"{LATE_FOLLIES} from the turn {LATE} on"
        )


def _name_idle(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"no player ever chose {', '.join(f'`{name}`' for name in names[:NAMED])}{more}" if names else ""


def document(
    ruleset: str, session: Session, found: Figures, findings: Sequence[Often], others: Sequence[Often], seconds: float
) -> Json:
    """All of it, as `--json` prints it."""
    return {
        "ruleset": ruleset,
        "scope": session.system.scope.name,
        "play": session.way,
        "seed": session.seed,
        "asked": session.asked,
        "longest": session.longest,
        "stopped": session.stopped or None,
        "assumptions": list(assumptions(session)),
        "confidence": CONFIDENCE,
        "games": found.played,
        "played": found.played,
        "ended": found.ended,
        "cut_off": found.played - found.ended,
        "least": LEAST,
        "taken_back": sum(game.taken_back > 0 for game in session.finished_games),
        "actions": session.actions,
        "length": amount_json(found.length),
        "turns": amount_json(found.turns),
        "ends": [{"end": name, **share_json(one)} for name, one in found.ends],
        "last": [{"action": name, **share_json(one)} for name, one in found.last],
        "first_player_wins": {**share_json(found.first), "level": round(found.level, 4)},
        "winners": [{"player": name, **share_json(one)} for name, one in found.winners],
        "payoffs": {name: amount_json(one) for name, one in found.payoffs} or None,
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
        "findings": [{"finding": met.id, **_often_json(met)} for met in findings],
        "unnamed": [_often_json(met) for met in others],
        "seconds": round(seconds, 3),
    }


def _often_json(one: Often) -> Json:
    """`times` of a finding are the games in which it mattered."""
    shares = {"came_up": share_json(one.came_up), "mattered": share_json(one.games)}
    return {"title": one.title, **share_json(one.games), **shares}


def amount_json(one: Amount | None) -> Json | None:
    """A number of each game, with its interval; null of no game."""
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


def kept_json(ruleset: str, session: Session, findings: Sequence[Finding], declared: Container[str]) -> Json:
    """The part of a session that is kept, under its kind of play."""
    whole = document(ruleset, session, figures(session), *frequencies(session, findings, declared), 0.0)
    counted = {key: whole[key] for key in COUNTS} | {
        "uses": whole["uses"][:MOST],
        "first": [sorted(of_game(game.met, findings)[0]) for game in session.games[:FIRST]],
    }
    return {"scope": session.system.scope.name, "play": {session.way: counted}}
