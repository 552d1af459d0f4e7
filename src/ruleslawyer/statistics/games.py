"""Whole games, played by generated code; of each what a designer asks about is kept.

Uniform play: every choice that is allowed in a state is as likely as every other, chance's too. Greedy play: of the
choices of players those alone that gain most at once, and among those every one is as likely. Nobody does what stands
outside the order of play, such as conceding, unless nothing else can be done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.claims.limits import BY_CTRL_C, Limits, Unready
from ruleslawyer.claims.occurrence import Deadlock, deadlock, is_material
from ruleslawyer.engines.native.lifted.games import ENDS, TAKEN
from ruleslawyer.engines.native.lifted.met import Reader
from ruleslawyer.engines.native.lifted.player import Games, Played
from ruleslawyer.ir.system import Action
from ruleslawyer.play.random_play import starts_of, unspoken
from ruleslawyer.play.sampling import Among, listed
from ruleslawyer.play.together import UNLIMITED
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.statistics.named import members
from ruleslawyer.statistics.table import Tabled
from ruleslawyer.statistics.worth import Worth

LISTED = 1 << 17
"""Choices of an action that are all looked at; of more some are drawn."""
LOOKED_AT = 6
"""Moments of a game at which it is looked whether a question that came up matters."""
LONGEST = 5_000
"""Actions after which a game is given up unless told otherwise."""

Tell = Callable[[str], None]
Question = Event | Deadlock | str
"""What came up: an event that mattered, a deadlock, or the name of the property that was violated."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game. how: one of `ENDS`; beyond: generated code had no room for it, and nothing else is true of it.

    turns: None where it is not declared whose turn it is. first: who had the first turn. last: the last action. used:
    by each player the members of sorts that an action of theirs named, as (sort, member); ended_by: those that the last
    action named. came_up: the rules that were live; decided: those that decided something. met: what came up of the
    questions that the text leaves."""

    number: int
    how: str
    length: int = 0
    turns: int | None = None
    first: int | None = None
    winners: frozenset[int] = frozenset()
    last: str = ""
    used: frozenset[tuple[int, str, int]] = frozenset()
    ended_by: frozenset[tuple[str, int]] = frozenset()
    came_up: frozenset[str] = frozenset()
    decided: frozenset[str] = frozenset()
    met: tuple[Question, ...] = ()


@dataclass
class Session:
    """Games that were played. stopped: why there are fewer than were asked for."""

    system: TransitionSystem
    tabled: Tabled
    greedy: bool
    seed: int
    asked: int
    longest: int
    games: list[Game] = field(default_factory=list)
    stopped: str = ""
    actions: int = 0


def play_games(
    system: TransitionSystem,
    tabled: Tabled,
    games: int,
    *,
    greedy: bool = False,
    seed: int = 0,
    longest: int = LONGEST,
    limits: Limits | None = None,
    questions: bool = True,
    tell: Tell | None = None,
) -> Session:
    """Play; Ctrl-C and limits keep what was played. `questions`: it is looked what of the text came up, too."""
    session = Session(system, tabled, greedy, seed, games, longest)
    limits, began = limits or Limits(), time.perf_counter()
    try:
        with limits.preparing():
            table = _Table(session, questions)
        for number in range(1, games + 1):
            session.stopped = limits.too_long(time.perf_counter() - began) or limits.too_many(session.actions)
            if session.stopped:
                break
            game = table.game(number)
            session.games.append(game)
            session.actions += game.length
            if tell:
                tell(f"game {number} of {games}, {session.actions} actions")
    except Unready as error:
        session.stopped = str(error)
    except KeyboardInterrupt:
        session.stopped = BY_CTRL_C
    return session


class _Table:
    """Where the games of a session are played."""

    def __init__(self, session: Session, questions: bool) -> None:
        self.session, self.system, self.questions = session, session.system, questions
        rules = self.system.system
        self.starts = starts_of(self.system)
        self.play = Games(
            self.system,
            [outcome.state for _, outcome in self.starts],
            session.seed,
            session.longest,
            LISTED,
            [0.0 if action.outside_play else 1.0 for action in rules.actions.values()],
            1,
        )
        worth = Worth(session.tabled, rules, self.system.scope) if session.greedy else None
        self.wants = worth.rows(self.play.layout) if worth else []
        self.reader = Reader(self.system, self.play.book.low)
        self.acts = {action.name: _Arguments(action) for action in rules.actions.values()}

    def game(self, number: int) -> Game:
        self.play.choose(self.wants)
        self.play.forget()
        played = self.play.play(number, number + 1, UNLIMITED, 0, LOOKED_AT)
        if played.beyond is not None or not len(played.how):
            return Game(number, "beyond")
        how, length = ENDS[int(played.how[0])], int(played.lengths[0])
        told = {key[:2] for row in played.rows for key in self._keys(row)}
        live = {name for name in self.play.live() if " " not in name and not name.startswith("§")}
        end = self.play.state(length)
        first, turns = self._turns(length)
        made = self.play.instances(played.made[0])
        used = frozenset(u for instance in made for u in self.acts[instance.action].used(instance))
        last = made[-1] if made else None
        return Game(
            number, how, length, turns, first,
            self._winners(end) if how == "ended" else frozenset(),
            last.action if last else "",
            used,
            frozenset(self.acts[last.action].named(last)) if last else frozenset(),
            frozenset(live | {name for kind, name in told if kind == "live"}),
            frozenset(name for kind, name in told if kind == "decisive"),
            tuple(self._met(number, played, how)) if self.questions else (),
        )  # fmt: skip

    def _winners(self, end: State) -> frozenset[int]:
        try:
            return self.system.winners(end)
        except BranchEnds:
            return frozenset()

    def _turns(self, length: int) -> tuple[int | None, int | None]:
        """Who had the first turn, and how many turns there were."""
        tabled, first, turns, now = self.session.tabled, None, 0, None
        if tabled.turn is None:
            return None, None
        has_begun = tabled.begins is None
        for along in range(length + 1):
            if tabled.begins is not None and not has_begun:
                has_begun = self.play.read(along, tabled.begins[0]) == tabled.begins[1]
            whose = self.play.read(along, tabled.turn) if has_begun else None
            if isinstance(whose, tuple):
                whose = whose[0] if whose else None
            if whose is not None and whose != now:
                now, turns = whose, turns + 1
                first = whose if first is None else first
        return first, turns

    # --- what of the text came up -----------------------------------------------------------------------------------

    def _keys(self, row: Any) -> Sequence[tuple[Any, ...]]:
        what, recording, answer = (int(x) for x in row[:3])
        about = self.reader.told[what]
        return () if about in (("deadlock",), ("idle",)) else self.reader.keys(what, recording, answer)

    def _met(self, number: int, played: Played, how: str) -> Iterator[Question]:
        """Events that mattered somewhere, the deadlock in which the game ended, and violated properties."""
        places: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        violated = dict[str, None]()
        for row in played.rows:
            for key in self._keys(row):
                if key[0] == "event":
                    places.setdefault(key[1:], []).append((int(row[4]), int(row[5])))
                elif key[0] == "violated" and self.system.system.checks[key[1]].kind != "sometimes":
                    violated[key[1]] = None
        self.play.choose([])  # what is only looked at again nobody weighs
        begun, made = self.play.written[int(played.begun[0])], played.made[0]
        for key, at in places.items():
            found = next(filter(None, (self._matters(number, begun, made, key, *p) for p in sorted(set(at)))), None)
            if found is not None:
                yield found
        if how == "deadlocked":
            self.play.again(number, begun, made)
            state = self.play.state(int(played.lengths[0]))
            yield deadlock(state, listed(self.system).candidates(state))
        yield from violated

    def _matters(
        self, number: int, begun: Any, made: Any, key: tuple[str, ...], along: int, candidate: int
    ) -> Event | None:
        """The event there, if some answer to it would change what may be done, or what comes of it."""
        looked = self.play.again(number, begun, self.play.cut(made, along), 0 if candidate == TAKEN else candidate)
        state = self.play.state(along)
        if candidate == TAKEN:
            looked = self.play.instances(self.play.split(made)[along])[0]
            events = self.system.take(state, looked).events
        elif looked is not None:
            judged = Among(self.system).candidate(state, looked)
            events = judged.events if judged else ()
            if key[0] == "unspoken" and judged is not None and judged.judgement is not None:
                return unspoken(judged)
        else:
            try:
                self.system.awaits(state)
            except BranchEnds as end:
                return end.event
            return None
        for event in events:
            if event.key == key and is_material(self.system, event, state, looked):
                return event
        return None


class _Arguments:
    """Of an action: who takes it, and what it names."""

    def __init__(self, action: Action) -> None:
        self.types = [p.type for p in action.chosen]
        self.action = action

    def named(self, instance: Instance) -> Iterator[tuple[str, int]]:
        """The members of sorts that it names, but for players."""
        for type_, value in zip(self.types, instance.args, strict=True):
            yield from members(type_, value)

    def used(self, instance: Instance) -> Iterator[tuple[int, str, int]]:
        """The same, by whom; nothing of chance."""
        who = self.action.actor_of(instance.args)
        if who is not None:
            yield from ((int(who), sort, member) for sort, member in self.named(instance))
