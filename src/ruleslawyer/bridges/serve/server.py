"""Answers requests about plays: those of docs/conformance.md, and what a player's program asks besides.

A mistake in a request is an answer, `{"error": …}`, and changes nothing. Whoever asks names a game, or means the one
that has no name; there are no more of them, none is longer, and no answer takes longer, than is said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.protocol import PROTOCOL
from ruleslawyer.bridges.serve import bots
from ruleslawyer.bridges.serve.answers import STALE, UNKNOWN, Refused, answer_or_error
from ruleslawyer.bridges.serve.logs import Logs
from ruleslawyer.bridges.serve.other_rules import for_these_rules
from ruleslawyer.bridges.serve.position_events import met_here, met_json
from ruleslawyer.bridges.serve.screen import Screen
from ruleslawyer.check.evidence.finding import Finding, findings_of
from ruleslawyer.ir.latest import latest
from ruleslawyer.play.explain import deciders, to_json
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.play.session import Node, Session
from ruleslawyer.rulebook.claims.limits import alarm
from ruleslawyer.rulebook.claims.readings import choice_json, choices, default_reading, followed_reading, rulable, sides
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import Judged
from ruleslawyer.studies.games.bots import measure
from ruleslawyer.studies.games.table import PlayTable

MOST_GAMES = 1_000
MOST_ACTIONS = 100_000
"""Of one game."""
MOST_TOGETHER = 500_000
"""Actions of all games, undone ones included: each is kept with the state after it."""
MOST_RULES = 64
"""Scopes and readings that are kept ready."""
SECONDS = 20.0
"""For one answer."""
_NAME = re.compile(r"[A-Za-z0-9_-]{0,64}")

Game = Session[Extensive]
Place = Node[Extensive]


class Server:
    """Games of one ruleset, in one scope under one reading where a game does not name others."""

    def __init__(
        self, ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str],
        logs: Logs | None = None, seconds: float = SECONDS,
    ) -> None:  # fmt: skip
        """`logs`: where each game is written down; those that are there go on."""
        self.ruleset, self.seconds = ruleset, seconds
        self.logs = logs
        self.tell: Callable[[str, Json], None] = lambda name, event: None
        """Called with each change of a game, after it."""
        self.games: dict[str, Game] = {}
        self._ready: dict[tuple[object, ...], Extensive] = {}
        self._screen = Screen(ruleset)
        self._certain: Callable[[], None] = lambda: None
        """Called when nothing can go wrong any more with what is asked, before anything is changed."""
        self.rules = self._under(scope, reading, rulings)
        for name, (log, changes) in (logs.read() if logs else {}).items():
            game = self._begun_from(log, self._rules_of(log))
            for change in changes:
                game, at = self._after(game, change)
                game.go(at)
            self.games[name] = game

    @property
    def scope(self) -> str:
        return self.rules.scope.name

    def answer(self, request: object) -> Json:
        """The answer to any value at all."""
        late = f"there was no answer within {self.seconds:g} s; nothing was changed"
        return answer_or_error(lambda: self._answer(request), late)

    def _answer(self, request: object) -> Json:
        if not isinstance(request, dict) or not isinstance(request.get("request"), str):
            raise UsageError('expected an object with "request"', None, f"one of {', '.join(REQUESTS)}")
        wanted: str = request["request"]
        if wanted not in REQUESTS:
            mend = nearest(wanted[:60], REQUESTS)
            raise Refused(UNKNOWN, f"there is no request `{wanted[:60]}`", "request", mend)
        with alarm(self.seconds) as self._certain:
            return REQUESTS[wanted](self, request)

    # --- the protocol of conformance ------------------------------------------------------------------------------

    def hello(self, request: Json) -> Json:
        """Answer who this server is; another scope or reading ends all games. Another protocol or ruleset is a
        `UsageError`."""
        protocol = request.get("protocol", PROTOCOL)
        if protocol != PROTOCOL or isinstance(protocol, bool):
            raise UsageError(f"`protocol` {str(protocol)[:20]} is not spoken here", "protocol", f"speak {PROTOCOL}")
        name = request.get("ruleset", self.ruleset.name)
        if name != self.ruleset.name:
            raise UsageError(f"`{str(name)[:60]}` is not played here", "ruleset", f"this is {self.ruleset.name}")
        if "scope" in request or "reading" in request:
            rules = self._rules_for(request)
            self._certain()
            if self.logs:
                for game in self.games:
                    self.logs.end(game)
            ended, self.rules = [*self.games], rules
            self.games.clear()
            for game in ended:
                self._say(game, {"request": "end"})
        return {
            "protocol": PROTOCOL,
            "name": f"ruleslawyer {__version__}",
            **self.rules.json(),
            "loads": True,
            "observes": True,
        }

    def initial(self, request: Json) -> Json:
        """A new game, whatever was before under its name."""
        rules = self._rules_for(request)
        start = rules.codec.parse_instance({"action": "initial", "args": request.get("args", {})}, "initial")
        return self._keep(request, Session.start(rules, start))

    def legal(self, request: Json) -> Json:
        """The actions that may be done now, each with the clauses that permit it."""
        game = self._game(request)
        return {"legal": [_action_json(game.rules, judged) for judged in game.rules.legal(game.here.rest)]}

    def step(self, request: Json) -> Json:
        """An action is taken, and all that follows of itself."""
        return self._change(request, {"action": request.get("action"), "args": request.get("args", {})})

    def load(self, request: Json) -> Json:
        """A game that goes on from a state."""
        rules = self._rules_for(request)
        return self._keep(request, Session.load(rules, rules.codec.parse_state(request.get("state"))))

    def observe(self, request: Json) -> Json:
        """A player's view."""
        game = self._game(request)
        return {"state": game.rules.sees(game.here.rest, game.rules.seat(request.get("player")))}

    def bye(self, request: Json) -> Json:
        """The end of a conversation; all games stay as they are."""
        return {}

    # --- besides --------------------------------------------------------------------------------------------------

    def initials(self, request: Json) -> Json:
        """All ways to begin."""
        rules = self._rules_for(request)
        return {"initials": [rules.codec.instance(instance)["args"] for instance, _ in rules.starts()]}

    def explain(self, request: Json) -> Json:
        """Explain why an action may be taken now, or may not: every clause that speaks about it."""
        game = self._game(request)
        asked = {"action": request.get("action"), "args": request.get("args", {})}
        instance = game.rules.codec.parse_instance(asked, "request")
        return {"explanation": to_json(game.rules.explain(game.here.rest, instance), game.rules.codec)}

    def candidates(self, request: Json) -> Json:
        """All that could be chosen now, allowed or not, each with every clause that speaks about it."""
        game = self._game(request)
        rules = game.rules
        judged = rules.system.candidates(game.here.rest)
        return {"candidates": [to_json(rules.explain_judgement(one), rules.codec) for one in judged]}

    def bot(self, request: Json) -> Json:
        """A bot decides once, in place of whoever is awaited, and that action is taken."""
        here = self._game(request).here
        chosen, says = bots.choice(here, request, self._wants)
        taken = here.rules.codec.instance(chosen)
        return {**self._change(request, taken), "taken": taken, "says": says}

    def undo(self, request: Json) -> Json:
        """The last action is taken back."""
        return self._change(request, {"undo": True})

    def redo(self, request: Json) -> Json:
        """The action that was taken back last is done again."""
        return self._change(request, {"redo": True})

    def reread(self, request: Json) -> Json:
        """The same game under another reading or other rulings, if all of its actions can be taken there."""
        rules = self._rules_for(request, self._game(request).rules)
        return self._change(request, {"reread": rules.json()})

    def state(self, request: Json) -> Json:
        """The state of a game."""
        return _at(self._game(request).here)

    def last_step(self, request: Json) -> Json:
        """The list of what the last action did, sub-step by sub-step; with `player` what that one sees of it."""
        game = self._game(request)
        seat = game.rules.seat(request["player"]) if "player" in request else None
        return {"happened": self._screen.last_step(game.here, seat)}

    def readings(self, request: Json) -> Json:
        """Every question and clash that a reading decides, what is followed, and what a ruling may say."""
        rules = self._game(request).rules if "game" in request else self.rules
        system, followed = rules.system.system, rules.system.reading
        default, ruled = default_reading(system), set(rulable(system))
        return {"readings": [
            {
                **choice_json(system, key),
                "default": default[key],
                "follows": followed.get(key, default[key]),
                "ruled": key in rules.system.rulings,
                "rulings": list(sides(system, key)) if key in ruled else [],
            }
            for key in choices(system)
        ]}  # fmt: skip

    def findings(self, request: Json) -> Json:
        """The findings that this position is an instance of, and what is wrong here that none names."""
        game = self._game(request)
        return met_json(list(met_here(game.rules.system, game.here.rest)), self._findings, game.rules.codec)

    def vector(self, request: Json) -> Json:
        """The game as a conformance vector: a play in ITF with all that is legal at each step. A game that began in a
        given state has none: a `UsageError`."""
        from ruleslawyer.play.vectors.files import document  # it loads what makes vectors

        game = self._game(request)
        if game.here.path[0].given is not None:
            mend = "begin it with `initial`, and take its actions"
            raise UsageError("a game that began in a given state has no vector", "game", mend)
        told: Json = {"covers": [], "catches": [], "tells": None}
        return {"vector": document(game.rules.system, game.here.trace(), told)}

    def list_games(self, request: Json) -> Json:
        """All games, with how many actions each has."""
        return {"games": {name: game.here.depth for name, game in sorted(self.games.items())}}

    def end(self, request: Json) -> Json:
        """Forget a game."""
        self._game(request)
        name = _name_of(request)
        self._certain()
        if self.logs:
            self.logs.end(name)
        del self.games[name]
        self._say(name, request)
        return {}

    def log(self, request: Json) -> Json:
        """A game as `resume` takes it up again, here or elsewhere."""
        return {"log": self._game(request).here.document()}

    def resume(self, request: Json) -> Json:
        """Take a game up again from its log, also from one of other rules with that name; all of it, or it is refused.
        The refusal is a `UsageError`, which names the action that cannot be taken."""
        log = request.get("log")
        if not isinstance(log, dict) or not isinstance(log.get("taken"), list):
            raise UsageError("expected what `log` gave", "log")
        if len(log["taken"]) > MOST_ACTIONS:
            raise UsageError(f"a game has no more than {MOST_ACTIONS} actions here", "log.taken")
        rules = self._rules_for(request)
        log, migrated = for_these_rules(log, rules)
        game = self._begun_from(log, rules)
        game.follow(rules.codec.parse_instance(a, f"log.taken[{i}]") for i, a in enumerate(log["taken"]))
        answer = self._keep(request, game)
        return answer if migrated is None else {**answer, "migrated": migrated}

    # --- rules ----------------------------------------------------------------------------------------------------

    def _under(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str]) -> Extensive:
        """The rules in a scope under a reading, ready to play."""
        key = scope, tuple(sorted(reading.items())), tuple(sorted(rulings.items()))

        def make() -> Extensive:
            system = self.ruleset.transition_system(scope, reading, rulings, direct=True)
            return Extensive(system, compiled=True)

        return latest(self._ready, key, MOST_RULES, make)

    def _rules_for(self, request: Json, usual: Extensive | None = None) -> Extensive:
        """The rules that a request names; what it leaves out is as usual."""
        usual = usual or self.rules
        if not any(key in request for key in ("scope", "reading", "rulings", "digest")):
            return usual
        scope = request.get("scope", usual.scope.name)
        scope = scope.get("name") if isinstance(scope, dict) else scope
        reading, rulings = request.get("reading", followed_reading(usual.system)), request.get("rulings", [])
        fits = isinstance(reading, dict) and all(isinstance(option, str) for option in reading.values())
        if not isinstance(scope, str) or not fits or not isinstance(rulings, list):
            raise UsageError("expected a scope, a reading as an object, rulings as a list", "hello")
        found = self._under(scope, reading, {k: reading[k] for k in rulings if isinstance(k, str) and k in reading})
        if request.get("digest", found.system.system.digest) != found.system.system.digest:
            raise UsageError("the rules here are another version", "digest", "install the same version on both sides")
        return found

    def _rules_of(self, log: Json) -> Extensive:
        """The rules that a game was played by, as its log says."""
        return self._rules_for({key: log.get(key) for key in ("scope", "reading", "rulings", "digest")})

    @cached_property
    def _findings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in findings_of(self.ruleset) if not finding.withdrawn)

    @cached_property
    def _wants(self) -> PlayTable:
        return measure(self.ruleset)

    # --- games ----------------------------------------------------------------------------------------------------

    def _game(self, request: Json) -> Game:
        """The game that is meant, if it stands where whoever asks believes."""
        name = _name_of(request)
        if name not in self.games:
            mend = 'begin it with {"request": "initial", "args": {…}}'
            raise Refused(UNKNOWN, f"there is no game `{name}`" if name else "no game has begun", "game", mend)
        game = self.games[name]
        if "version" in request and request["version"] != game.here.version:
            about = f"the game has gone on: it is at {game.here.version}, and not at {str(request['version'])[:60]}"
            raise Refused(STALE, about, "version", "ask for its `state`, and decide anew")
        return game

    def _begun_from(self, log: Json, rules: Extensive) -> Game:
        for key, value in rules.json().items():
            if log.get(key) != value:
                mend = "name it beside the log, or say hello with it first"
                raise UsageError(f"the game was played with another {key}", f"log.{key}", mend)
        if "load" in log:
            return Session.load(rules, rules.codec.parse_state(log["load"]))
        start = {"action": "initial", "args": log.get("initial")}
        return Session.start(rules, rules.codec.parse_instance(start, "log.initial"))

    def _keep(self, request: Json, game: Game) -> Json:
        """A new game is kept under the name that is asked for."""
        name = _name_of(request)
        if name not in self.games and len(self.games) >= MOST_GAMES:
            raise UsageError(f"there are {MOST_GAMES} games already", "game", 'end one with {"request": "end"}')
        self._expect_room(game.kept, game, self.games.get(name))
        answer = _at(game.here)
        self._certain()
        if self.logs:
            self.logs.begin(name, game.here.beginning, map(game.rules.codec.instance, game.here.way.taken))
        self.games[name] = game
        self._say(name, request, answer)
        return answer

    def _change(self, request: Json, change: Json) -> Json:
        """Do what is asked, and write it down; where that fails nothing is done."""
        game, name = self._game(request), _name_of(request)
        if "action" in change:
            if game.here.depth >= MOST_ACTIONS:
                raise UsageError(f"a game has no more than {MOST_ACTIONS} actions here", "game", "begin another one")
            self._expect_room(1)
        after, at = self._after(game, change)
        answer = _at(at)
        self._certain()
        if self.logs:
            self.logs.add(name, change)
        after.go(at)
        self.games[name] = after
        self._say(name, request, {"taken": change, **answer} if "action" in change else answer)
        return answer

    def _say(self, name: str, request: Json, more: Json | None = None) -> None:
        """Tell a change to whoever listens."""
        self.tell(name, {"game": name, "request": request["request"], **(more or {})})

    def _after(self, game: Game, change: Json) -> tuple[Game, Place]:
        """The game with a change, and where it then stands; another one where it is played by other rules."""
        if "reread" in change:
            game = game.under(self._rules_of(change["reread"]))
            return game, game.here
        if "undo" in change:
            return game, game.before
        if "redo" in change:
            return game, game.behind
        return game, game.here.step(game.rules.codec.parse_instance(change, "action"))

    def _expect_room(self, more: int, *besides: Game | None) -> None:
        """Check that all games together do not grow too large."""
        together = sum(game.kept for game in self.games.values() if game not in besides)
        if together + more > MOST_TOGETHER:
            about = f"all games together have no more than {MOST_TOGETHER} actions here"
            raise UsageError(about, "game", 'end one with {"request": "end"}')


def _action_json(rules: Extensive, judged: Judged) -> Json:
    found = rules.explain_judgement(judged)
    permitting = [c for s in found.stance("permitted") for c in s.clauses]
    clauses = permitting or rules.actions[judged.instance.action].origin.cites
    return {**rules.codec.instance(judged.instance), "verdict": found.verdict, "clauses": list(dict.fromkeys(clauses))}


def _at(node: Place) -> Json:
    """The state of a game, whose decision it is, and who has won."""
    rules, state = node.rules, node.rest
    ended = rules.system.is_over(state)
    return {
        "state": rules.codec.state(state),
        "version": node.version,
        "awaits": [] if ended else deciders(rules.system, state),
        "ended": ended,
        "winners": rules.winner_names(state) if ended else [],
        "payoffs": rules.payoffs(state) if ended else None,
    }


def _name_of(request: Json) -> str:
    name = request.get("game", "")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError("a game is named by up to 64 letters, digits, - and _", "game")
    return name


REQUESTS: Mapping[str, Callable[[Server, Json], Json]] = {
    "hello": Server.hello,
    "initials": Server.initials,
    "initial": Server.initial,
    "load": Server.load,
    "legal": Server.legal,
    "candidates": Server.candidates,
    "step": Server.step,
    "explain": Server.explain,
    "bot": Server.bot,
    "undo": Server.undo,
    "redo": Server.redo,
    "reread": Server.reread,
    "state": Server.state,
    "happened": Server.last_step,
    "observe": Server.observe,
    "readings": Server.readings,
    "findings": Server.findings,
    "games": Server.list_games,
    "end": Server.end,
    "log": Server.log,
    "resume": Server.resume,
    "vector": Server.vector,
    "bye": Server.bye,
}
