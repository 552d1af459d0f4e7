"""Figures of many games with their intervals, how often findings come up in them, and both as JSON.

Every figure is of games that came to an end which the rules declare. How many those are of the games that were played
is said beside them; of the others nobody knows how they would have ended. Of fewer than `LEAST` nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import describe, names
from ruleslawyer.engines.native.greedy import FOLLIES, LATE, LATE_FOLLIES, WHIMS
from ruleslawyer.ir.distance import compared_names
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.expected import rules
from ruleslawyer.rulebook.claims.occurrence import Deadlock
from ruleslawyer.rulebook.scopes.copies import design
from ruleslawyer.semantics.events import Event
from ruleslawyer.studies.games.intervals import CONFIDENCE, Amount, Share, amount, share
from ruleslawyer.studies.games.kept import COUNTS, share_json
from ruleslawyer.studies.games.table import PLAYER, SERIOUS, UNIFORM
from ruleslawyer.studies.games.whole_games import ENDED, Game, Question, Session


@dataclass(frozen=True, slots=True)
class Use:
    """A card, or whatever else actions name: in how many games somebody did something with it, in how many an action
    with it ended the game, and how often somebody who used it won, of the games in which they alone did and somebody
    alone won."""

    sort: str
    name: str
    used: Share
    ended: Share
    won: Share


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule: in how many games it came up, and in how many it decided something."""

    name: str
    cites: tuple[str, ...]
    came_up: Share
    decided: Share


@dataclass(frozen=True, slots=True)
class Figures:
    """played: games that were played; ended: those that came to an end, which all but `ends` is about. first: how often
    whoever had the first turn won alone, of the games that somebody won alone and in which that is known; level: what
    it would be if turns made no difference. never: the rules that could have come up and did not."""

    played: int
    ended: int
    length: Amount | None
    turns: Amount | None
    ends: tuple[tuple[str, Share], ...]
    last: tuple[tuple[str, Share], ...]
    first: Share
    level: float
    winners: tuple[tuple[str, Share], ...]
    payoffs: tuple[tuple[str, Amount], ...]
    uses: tuple[Use, ...]
    rules: tuple[RuleUse, ...]
    never: tuple[str, ...]


LEAST = 10
"""Games that have to come to an end before it is said how often something happens in them."""


def counted_games(session: Session) -> list[Game]:
    """The games that figures are about: those that ended, if they are enough."""
    return session.finished_games if len(session.finished_games) >= LEAST else []


def figures(session: Session) -> Figures:
    """Everything that is counted of these games."""
    games, system, scope = session.games, session.system.system, session.system.scope
    ended = counted_games(session)
    alone = [game for game in ended if len(game.winners) == 1]
    known = [game for game in alone if game.first is not None]
    names = scope.names[PLAYER]
    origins = {rule.name: rule.origin.cites for rule in system.rules()}

    def most(of: Callable[[Game], Iterable[str]], among: Sequence[Game]) -> tuple[tuple[str, Share], ...]:
        counted = Counter(name for game in among for name in set(of(game)))
        return tuple((name, share(times, len(among))) for name, times in _by_count(counted))

    came_up = Counter(name for game in ended for name in game.came_up if name in origins)
    decided = Counter(name for game in ended for name in game.decided if name in origins)
    return Figures(
        len(games),
        len(session.finished_games),
        amount([game.length for game in ended]),
        amount([game.turns for game in ended if game.turns is not None]),
        most(lambda game: [_end(game)], games),
        most(lambda game: [game.last] if game.last else [], ended),
        share(sum(game.first in game.winners for game in known), len(known)),
        1 / max(1, len(names)),
        most(lambda game: [names[who] for who in game.winners], alone),
        payoffs_by_player([game.payoffs for game in ended], names),
        tuple(_uses(ended, scope)),
        tuple(
            RuleUse(name, origins[name], share(came_up[name], len(ended)), share(decided[name], len(ended)))
            for name in sorted({*came_up, *decided}, key=lambda name: (-decided[name], -came_up[name], name))
        ),
        tuple(
            name
            for name in rules(system, dict(session.system.reading), scope.off)
            if ended and not came_up[name] and not decided[name]
        ),
    )


def payoffs_by_player(got: Iterable[tuple[int, ...]], names: Sequence[str]) -> tuple[tuple[str, Amount], ...]:
    """The payoffs of each player, of the games in which a rule says them; nothing where there are none."""
    each = zip(names, zip(*filter(None, got), strict=True), strict=False)
    return tuple((name, found) for name, numbers in each if (found := amount(numbers)) is not None)


def _by_count(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _end(game: Game) -> str:
    if game.how != ENDED:
        return game.how
    return "nobody won" if not game.winners else "somebody won" if len(game.winners) == 1 else "several won"


def _uses(games: Sequence[Game], scope: Scope) -> Iterable[Use]:
    owners = tuple(scope.names[PLAYER])
    called = {
        (sort, member): (sort, design(name, names, owners))
        for sort, names in scope.names.items()
        for member, name in enumerate(names)
    }
    used, last, tried, won = (Counter[tuple[str, str]]() for _ in range(4))
    for game in games:
        by: dict[tuple[str, str], set[int]] = {}
        for who, sort, member in game.used:
            by.setdefault(called[sort, member], set()).add(who)
        used.update(by.keys())
        last.update({called[one] for one in game.ended_by})
        if len(game.winners) == 1:
            single = {card: whose for card, whose in by.items() if len(whose) == 1}
            tried.update(single.keys())
            won.update(card for card, whose in single.items() if whose == game.winners)
    every = sorted({*called.values()}, key=lambda card: (-used[card], card))
    for card in every:
        if card[0] != PLAYER and any(sort == card[0] for sort, _ in used):
            yield Use(
                *card, share(used[card], len(games)), share(last[card], len(games)), share(won[card], tried[card])
            )


@dataclass(frozen=True, slots=True)
class FindingFrequency:
    """In how many games something mattered, and in how many it came up: a finding, or (without an id) what no finding
    names."""

    id: str
    title: str
    games: Share
    came_up: Share


def frequencies(
    session: Session, findings: Sequence[Finding], declared: Container[str] = ()
) -> tuple[tuple[FindingFrequency, ...], tuple[FindingFrequency, ...]]:
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
        tuple(FindingFrequency(id_, titles[id_], *shares) for id_, *shares in ranking(0)),
        tuple(FindingFrequency("", title, *shares) for title, *shares in ranking(1) if mattered[1][title]),
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
        ids, rest = findings_in_game(questions(game), findings, declared)
        named.update(ids)
        others.update(rest)
    return named, others


def findings_in_game(
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
    ruleset: str,
    session: Session,
    found: Figures,
    findings: Sequence[FindingFrequency],
    others: Sequence[FindingFrequency],
    seconds: float,
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


def _often_json(one: FindingFrequency) -> Json:
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
        "first": [sorted(findings_in_game(game.met, findings)[0]) for game in session.games[:FIRST]],
    }
    return {"scope": session.system.scope.name, "play": {session.way: counted}}
