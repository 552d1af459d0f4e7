"""Answers requests about plays: those of docs/conformance.md, and what a player's program asks besides.

A mistake in a request is an answer, `{"error": …}`, and changes nothing. Whoever asks names a game, or means the one
that has no name; there are no more of them, and none is longer, than is said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ruleslawyer import __version__
from ruleslawyer.conform.protocol import PROTOCOL, reading_of
from ruleslawyer.diagnostics import CodecError, UsageError, nearest
from ruleslawyer.play.explain import deciders, explain, speakers, to_json
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sight import observe
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem
from ruleslawyer.serve.game import Game, begun, put
from ruleslawyer.serve.logs import Logs

Json = dict[str, Any]
MOST_GAMES = 1_000
MOST_ACTIONS = 100_000
"""Of one game."""
_NAME = re.compile(r"[A-Za-z0-9_-]{0,64}")


class Server:
    """Games of one ruleset in one scope under one reading, until `hello` names others."""

    def __init__(
        self, ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str],
        logs: Logs | None = None,
    ) -> None:  # fmt: skip
        """`logs`: where each game is written down; those that are there go on."""
        self.ruleset = ruleset
        self.logs: Logs | None = None
        self.games: dict[str, Game] = {}
        self._play(ruleset.transition_system(scope, reading, rulings, direct=True))
        for name, (log, changes) in (logs.read() if logs else {}).items():
            game = self._begun_from(log)
            for change in changes:
                self._change(game, change)
            self.games[name] = game
        self.logs = logs

    def _play(self, system: TransitionSystem) -> None:
        """Play something else: games that go on are given up."""
        if self.logs:
            for name in self.games:
                self.logs.end(name)
        self.games.clear()
        self.system, self.codec = system, Codec(system.system, system.scope)

    def answer(self, request: object) -> Json:
        """The answer to any value at all."""
        try:
            if not isinstance(request, dict) or not isinstance(request.get("request"), str):
                raise UsageError('expected an object with "request"', None, f"one of {', '.join(_REQUESTS)}")
            wanted: str = request["request"]
            if wanted not in _REQUESTS:
                raise UsageError(f"there is no request `{wanted[:60]}`", "request", nearest(wanted[:60], _REQUESTS))
            return _REQUESTS[wanted](self, request)
        except (UsageError, CodecError) as error:
            return {"error": str(error)}
        except RecursionError:
            return {"error": "the request is nested too deeply"}

    # --- the protocol of conformance ------------------------------------------------------------------------------

    def hello(self, request: Json) -> Json:
        """Who this is; another scope or reading ends all games."""
        protocol = request.get("protocol", PROTOCOL)
        if protocol != PROTOCOL or isinstance(protocol, bool):
            raise UsageError(f"`protocol` {str(protocol)[:20]} is not spoken here", "protocol", f"speak {PROTOCOL}")
        name = request.get("ruleset", self.ruleset.name)
        if name != self.ruleset.name:
            raise UsageError(f"`{str(name)[:60]}` is not played here", "ruleset", f"this is {self.ruleset.name}")
        if "scope" in request or "reading" in request:
            self._play(self._wanted(request))
        return {
            "protocol": PROTOCOL,
            "name": f"ruleslawyer {__version__}",
            **self._rules(),
            "loads": True,
            "observes": True,
        }

    def _wanted(self, request: Json) -> TransitionSystem:
        scope = request.get("scope", self.system.scope.name)
        scope = scope.get("name") if isinstance(scope, dict) else scope
        reading, rulings = request.get("reading", reading_of(self.system)), request.get("rulings", [])
        fits = isinstance(reading, dict) and all(isinstance(option, str) for option in reading.values())
        if not isinstance(scope, str) or not fits or not isinstance(rulings, list):
            raise UsageError("expected a scope, a reading as an object, rulings as a list", "hello")
        ruled = {key: reading[key] for key in rulings if isinstance(key, str) and key in reading}
        found = self.ruleset.transition_system(scope, reading, ruled, direct=True)
        if request.get("digest", found.system.digest) != found.system.digest:
            raise UsageError("the rules here are other ones", "digest", "install the same version on both sides")
        return found

    def initial(self, request: Json) -> Json:
        """A new game, whatever was before under its name."""
        name = _name_of(request)
        start = self.codec.parse_instance({"action": "initial", "args": request.get("args", {})}, "initial")
        game = begun(self.system, self.codec, start)
        self._keep(name, game)
        return self._at(game)

    def legal(self, request: Json) -> Json:
        """What may be done now, each with the clauses that permit it."""
        game = self._game(request)
        return {"legal": [self._allowed(j) for j in self.system.candidates(game.state) if j.allowed]}

    def _allowed(self, judged: Judged) -> Json:
        action, judgement = self.system.system.actions[judged.instance.action], judged.judgement
        assert judgement is not None
        clauses = [c for s in speakers(self.codec, action, judgement) if s.stance == "permitted" for c in s.clauses]
        return {
            **self.codec.instance(judged.instance),
            "verdict": judgement.verdict,
            "clauses": list(dict.fromkeys(clauses or action.origin.cites)),
        }

    def step(self, request: Json) -> Json:
        game = self._game(request)
        if game.at >= MOST_ACTIONS:
            raise UsageError(f"a game has no more than {MOST_ACTIONS} actions here", "game", "begin another one")
        instance = self._instance(request)
        return self._changed(request, self.codec.instance(instance))

    def load(self, request: Json) -> Json:
        """A game that goes on from a state."""
        state = self.codec.parse_state(request.get("state"))
        game = put(self.system, self.codec, state)
        self._keep(_name_of(request), game)
        return self._at(game)

    def observe(self, request: Json) -> Json:
        """What a player sees."""
        player, names = request.get("player"), self.system.scope.names[self.system.system.players]
        if player not in names:
            raise UsageError(f"there is no player `{str(player)[:60]}`", "player", nearest(str(player)[:60], names))
        return {"state": observe(self.system, self.codec, self._game(request).state, names.index(player))}

    def bye(self, request: Json) -> Json:
        return {}

    # --- besides --------------------------------------------------------------------------------------------------

    def initials(self, request: Json) -> Json:
        """All ways to begin."""
        return {"initials": [self.codec.instance(i)["args"] for i, o in self.system.initial() if o.state is not None]}

    def explain(self, request: Json) -> Json:
        """Why an action may be taken now, or may not: every clause that speaks about it."""
        found = explain(self.system, self.codec, self._game(request).state, self._instance(request))
        return {"explanation": to_json(found, self.codec)}

    def undo(self, request: Json) -> Json:
        return self._changed(request, {"undo": True})

    def redo(self, request: Json) -> Json:
        return self._changed(request, {"redo": True})

    def state(self, request: Json) -> Json:
        """Where a game stands."""
        return self._at(self._game(request))

    def list_games(self, request: Json) -> Json:
        """All games, with how many actions each has."""
        return {"games": {name: game.at for name, game in sorted(self.games.items())}}

    def end(self, request: Json) -> Json:
        """Forget a game."""
        self._game(request)
        name = _name_of(request)
        del self.games[name]
        if self.logs:
            self.logs.end(name)
        return {}

    def log(self, request: Json) -> Json:
        """A game as `resume` takes it up again, here or elsewhere."""
        game = self._game(request)
        return {"log": {
            **self._beginning(game),
            "taken": [self.codec.instance(instance) for instance, _ in game.taken[: game.at]],
        }}  # fmt: skip

    def resume(self, request: Json) -> Json:
        """Take a game up again from its log; all of it, or it is refused."""
        log, name = request.get("log"), _name_of(request)
        if not isinstance(log, dict) or not isinstance(log.get("taken"), list):
            raise UsageError("expected what `log` gave", "log")
        if len(log["taken"]) > MOST_ACTIONS:
            raise UsageError(f"a game has no more than {MOST_ACTIONS} actions here", "log.taken")
        game = self._begun_from(log)
        for number, action in enumerate(log["taken"]):
            game.step(self.codec.parse_instance(action, f"log.taken[{number}]"))
        self._keep(name, game)
        return self._at(game)

    # --- what requests name ---------------------------------------------------------------------------------------

    def _rules(self) -> Json:
        """What is played."""
        return {
            "ruleset": self.ruleset.name,
            "digest": self.system.system.digest,
            "scope": self.system.scope.name,
            "reading": reading_of(self.system),
            "rulings": sorted(self.system.rulings),
        }

    def _keep(self, name: str, game: Game) -> None:
        if name not in self.games and len(self.games) >= MOST_GAMES:
            raise UsageError(f"there are {MOST_GAMES} games already", "game", 'end one with {"request": "end"}')
        if self.logs:
            self.logs.begin(name, self._beginning(game))
            for instance, _ in game.taken:
                self.logs.add(name, self.codec.instance(instance))
        self.games[name] = game

    def _beginning(self, game: Game) -> Json:
        """What is played, and how it began."""
        if game.start is None:
            return {**self._rules(), "load": self.codec.state(game.first)}
        return {**self._rules(), "initial": self.codec.instance(game.start)["args"]}

    def _begun_from(self, log: Json) -> Game:
        for key, value in self._rules().items():
            if log.get(key) != value:
                raise UsageError(f"the game was played with another {key}", f"log.{key}", "say hello with it first, or serve it so")
        if "load" in log:
            return put(self.system, self.codec, self.codec.parse_state(log["load"]))
        start = self.codec.parse_instance({"action": "initial", "args": log.get("initial")}, "log.initial")
        return begun(self.system, self.codec, start)

    def _changed(self, request: Json, change: Json) -> Json:
        """Do what is asked, and write it down."""
        game = self._game(request)
        self._change(game, change)
        if self.logs:
            self.logs.add(_name_of(request), change)
        return self._at(game)

    def _change(self, game: Game, change: Json) -> None:
        if "undo" in change:
            game.undo()
        elif "redo" in change:
            game.redo()
        else:
            game.step(self.codec.parse_instance(change, "action"))

    def _game(self, request: Json) -> Game:
        name = _name_of(request)
        if name not in self.games:
            mend = 'begin it with {"request": "initial", "args": {…}}'
            raise UsageError(f"there is no game `{name}`" if name else "no game has begun", "game", mend)
        return self.games[name]

    def _instance(self, request: Json) -> Instance:
        asked = {"action": request.get("action"), "args": request.get("args", {})}
        return self.codec.parse_instance(asked, "request")

    def _at(self, game: Game) -> Json:
        """Where a game stands, whose decision it is, and who has won."""
        state = game.state
        ended = self.system.ended(state)
        names = self.system.scope.names[self.system.system.players]
        return {
            "state": self.codec.state(state),
            "awaits": [] if ended else deciders(self.system, state),
            "ended": ended,
            "winners": [names[p] for p in sorted(self.system.winners(state))] if ended else [],
        }


def _name_of(request: Json) -> str:
    name = request.get("game", "")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError("a game is named by up to 64 letters, digits, - and _", "game")
    return name


_REQUESTS: Mapping[str, Callable[[Server, Json], Json]] = {
    "hello": Server.hello,
    "initials": Server.initials,
    "initial": Server.initial,
    "legal": Server.legal,
    "step": Server.step,
    "load": Server.load,
    "observe": Server.observe,
    "explain": Server.explain,
    "undo": Server.undo,
    "redo": Server.redo,
    "state": Server.state,
    "games": Server.list_games,
    "end": Server.end,
    "log": Server.log,
    "resume": Server.resume,
    "bye": Server.bye,
}
