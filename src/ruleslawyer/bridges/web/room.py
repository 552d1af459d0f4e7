"""The plays of a browser, by ids that nobody guesses; each request is answered with what the page then shows.

A mistake in a request is an answer, `{"error": …}`, and changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.serve.answers import STALE, UNKNOWN, Refused, answer_or_error
from ruleslawyer.bridges.web.link import link, play_of_link
from ruleslawyer.bridges.web.play import Play, Sitting
from ruleslawyer.bridges.web.play_view import Seen, readings
from ruleslawyer.check.scenario.record import record
from ruleslawyer.rulebook.claims.limits import alarm
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.semantics.trace import ReplayError
from ruleslawyer.studies.games.bots import NAMES

MOST_PLAYS = 100
"""The one that was looked at longest ago makes room for another; its link brings it back."""
SECONDS = 60.0
"""For one answer, moves of bots included."""


class Room:
    """Plays of one ruleset; how a new one is played where nothing else is asked for."""

    def __init__(
        self, ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str],
        sitting: Sitting,
    ) -> None:  # fmt: skip
        self.ruleset, self.view = ruleset, view_of(ruleset)
        self.scope, self.reading, self.rulings, self.sitting = scope, reading, rulings, sitting
        self.plays: dict[str, Play] = {}
        self._begun = 0
        Play(ruleset, self.view, scope, reading, rulings, sitting)  # so that mistakes are said at once

    def answer(self, request: object) -> Json:
        """The answer to any value at all."""
        return answer_or_error(lambda: self._answer(request), f"there was no answer within {SECONDS:g} s")

    def _answer(self, request: object) -> Json:
        if not isinstance(request, dict) or request.get("request") not in REQUESTS:
            raise Refused(UNKNOWN, "there is no such request", "request", f"one of {', '.join(REQUESTS)}")
        with alarm(SECONDS):
            return REQUESTS[request["request"]](self, request)

    # --- requests ---------------------------------------------------------------------------------------------------

    def open(self, request: Json) -> Json:
        """A new play, or that of a link."""
        if "link" in request:
            play = play_of_link(self.ruleset, self.view, _text(request, "link"))
        else:
            scope = _text(request, "scope", self.scope)
            sitting = _sitting(request, replace(self.sitting, seed=self.sitting.seed + self._begun))
            self._begun += 1
            play = Play(self.ruleset, self.view, scope, self.reading, self.rulings, sitting)
            play.begin_somehow()
        name = secrets.token_urlsafe(12)
        while len(self.plays) >= MOST_PLAYS:
            del self.plays[next(iter(self.plays))]
        self.plays[name] = play
        return self.look({**request, "game": name})

    def take(self, request: Json) -> Json:
        """An action by its number in what is offered. A number that is none is a `UsageError`."""
        play = self._play(request)
        seen, number = Seen(play), request.get("number")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(seen.offers):
            raise UsageError("there is no action of this number", "number", "look again")
        play.choose(seen.offers[number])
        return self.look(request)

    def move(self, request: Json) -> Json:
        """Answers requests that need no more than their name: others and chance decide, chance does so once, back, and
        on again."""
        play = self._play(request)
        if request["request"] == "go_on":
            play.notice = ""
        MOVES[request["request"]](play)
        return self.look(request)

    def jump(self, request: Json) -> Json:
        """Go to anything that was tried. What is no number of a node is a `UsageError`."""
        number = request.get("node")
        if not isinstance(number, int) or isinstance(number, bool):
            raise UsageError("expected the number of a node", "node")
        self._play(request).jump(number)
        return self.look(request)

    def sit(self, request: Json) -> Json:
        """Sit down on another seat, against another bot, with chance by itself or chosen."""
        play = self._play(request)
        play.sit(_sitting(request, play.sitting))
        play.go_on()
        return self.look(request)

    def rule(self, request: Json) -> Json:
        """A ruling here and now, under which the game goes on."""
        play = self._play(request)
        key, option = _text(request, "key"), _text(request, "option")
        others = {k: v for k, v in play.rules.rulings.items() if k.removesuffix("?") != key.removesuffix("?")}
        reading = {k: v for k, v in play.rules.reading.items() if k != key}
        play.reread(reading, {**others, key: option} if option else others)
        return self.look(request)

    def reread(self, request: Json) -> Json:
        """One choice of the reading, switched in place."""
        play = self._play(request)
        key, option = _text(request, "key"), _text(request, "option")
        rulings = {k: v for k, v in play.rules.rulings.items() if k.removesuffix("?") != key}
        play.reread({**play.rules.reading, key: option}, rulings)
        return self.look(request)

    def readings(self, request: Json) -> Json:
        """Everything that a reading decides."""
        return readings(self._play(request))

    def refused(self, request: Json) -> Json:
        """The actions that are not allowed here, and the clauses that forbid them."""
        return Seen(self._play(request)).refusals()

    def save(self, request: Json) -> Json:
        """The play up to here as the text of a scenario file. A play that has not begun, or cannot be replayed, is a
        `UsageError`."""
        play = self._play(request)
        if play.at is None:
            raise UsageError("no play has begun", "save", "choose how it begins")
        name = _text(request, "name", "from the table in the browser")
        try:
            return {"file": record(self.ruleset, play.rules.system, play.at.trace(), name)}
        except ReplayError as error:
            raise UsageError(f"the play cannot be saved: {error}", "save") from None

    def about(self, request: Json) -> Json:
        """The title, scopes and bots of this room."""
        scopes = [name for name in self.ruleset.scopes() if not self.ruleset.scope(name).is_open]
        return {"title": self.ruleset.title, "scopes": scopes, "scope": self.scope, "bots": list(NAMES)}

    # --- what requests name -----------------------------------------------------------------------------------------

    def _play(self, request: Json) -> Play:
        name = request.get("game")
        play = self.plays.get(name) if isinstance(name, str) else None
        if play is None:
            raise Refused(UNKNOWN, "there is no such play here", "game", "open its link, or begin another one")
        if "version" in request and request["version"] != play.version:
            raise Refused(STALE, "the play has gone on elsewhere", "version", "look, and decide anew")
        assert isinstance(name, str)
        self.plays[name] = self.plays.pop(name)
        return play

    def look(self, request: Json) -> Json:
        """A play as it stands."""
        play = self._play({"game": request.get("game")})
        play.version += request["request"] not in ("look", "open")
        seen = Seen(play).json(narrow=request.get("narrow") is True)
        return {"game": request["game"], "link": link(play), **seen}


def _text(request: Json, key: str, usual: str | None = None) -> str:
    found = request.get(key, usual)
    if not isinstance(found, str):
        raise UsageError("expected a text", key)
    return found


def _sitting(request: Json, usual: Sitting) -> Sitting:
    seat, chance = request.get("seat", usual.seat), request.get("chance")
    if seat is not None and not isinstance(seat, str):
        raise UsageError("expected a player, or null", "seat")
    if chance not in (None, "itself", "chosen"):
        raise UsageError("chance moves by `itself`, or is `chosen`", "chance")
    by_itself = usual.by_itself if chance is None else chance == "itself"
    return Sitting(seat or None, _text(request, "opponent", usual.opponent), by_itself, usual.seed)


MOVES = {"go_on": Play.go_on, "throw": Play.throw, "undo": Play.undo, "redo": Play.redo}
REQUESTS: Mapping[str, Callable[[Room, Json], Json]] = {
    "about": Room.about, "open": Room.open, "look": Room.look, "take": Room.take, **dict.fromkeys(MOVES, Room.move),
    "jump": Room.jump, "sit": Room.sit, "rule": Room.rule, "reread": Room.reread, "readings": Room.readings,
    "refused": Room.refused, "save": Room.save,
}  # fmt: skip
