"""Whether a question that came up in a game mattered there: each time that it does, the other options are taken too.

Generated code does both: it looks at every state of the game again, with all that is met there, and makes the choice
that met something once for each option. Where verdict, result or what else is met differs, the question matters. A gap,
and what no option answers, always does.

Uniform play: every choice that is allowed in a state is as likely as every other, chance's too. Greedy play: of the
choices of players those alone that gain most at once, and among those every one is as likely. Serious play is greedy,
and players pass: where nothing gains, they do what brings the game on (`engines/native/greedy.py`). Nobody does
what stands outside the order of play, such as conceding, unless nothing else can be done.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.base.arrays import Bytes, Integers
from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.engines.native.met import LogReader
from ruleslawyer.engines.native.player import PlayBatch, PlaySimulator
from ruleslawyer.engines.native.playing import ENDS, TAKEN
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.ir.system import Action
from ruleslawyer.play.parallel_plays import UNLIMITED
from ruleslawyer.play.random_play import starts_of, unspoken_event
from ruleslawyer.play.sampling import CandidateFilter, list_choices
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.occurrence import Deadlock, deadlock
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.games.table import SERIOUS, UNIFORM, PlayTable, Worth, members

Key = tuple[str, ...]


class MaterialityReplay:
    """Looks at games of one scope again. `looking`: code that plays none of them."""

    def __init__(self, system: TransitionSystem, looking: PlaySimulator) -> None:
        self.system, self.looking = system, looking
        self.reader = LogReader(system, looking.book.low)
        self.events: dict[Key, Event] = {}
        """What each key stands for, as the interpreter says it."""
        self._systems: dict[tuple[str, str], TransitionSystem] = {}
        looking.choose([])

    def events_that_matter(
        self, number: int, states: Sequence[Bytes], choices: Sequence[Bytes], wanted: Collection[Key]
    ) -> Iterator[Event]:
        """The wanted events that were material somewhere in a game. `states`: the rest states as the code has them;
        `choices`: what was done in each."""
        left = set(wanted)
        for along, written in enumerate(states):
            if not left:
                return
            for key, choice, candidate in self._places(number, written, along, choices, left):
                if key in left and self._matters(key, written, choice, candidate):
                    left.discard(key)
                    yield self.events[key]

    def _places(
        self, number: int, written: Bytes, along: int, choices: Sequence[Bytes], wanted: Collection[Key]
    ) -> Iterator[tuple[Key, Bytes | None, int]]:
        """The places in a state where something was met: the choice that met it, and its candidate."""
        self._take("", "")
        rows, candidates = self.looking.eventful(number, written, along)
        for key, candidate in self._events(rows):
            if key in wanted:
                yield key, candidates.get(candidate), candidate
        if along < len(choices):
            self._take("", "")
            rows = self.looking.outcome(written, choices[along])[1]
            for key, candidate in self._events(rows):
                if key in wanted and candidate == TAKEN:
                    yield key, choices[along], TAKEN

    def _events(self, rows: Integers) -> Iterator[tuple[Key, int]]:
        for what, recording, answer, identity in rows.tolist():
            if self.reader.told[what] in (("deadlock",), ("idle",)):
                continue
            for key in self.reader.keys(what, recording, answer):
                if key[0] == "event":
                    yield key[1:], identity & TAKEN

    def _matters(self, key: Key, written: Bytes, choice: Bytes | None, candidate: int) -> bool:
        event = self.events.get(key)
        if event is None:
            event = self._event(key, written, choice, candidate)
            if event is None:
                return False
            self.events[key] = event
        if event.kind in ("gap", "unspoken") or len(event.options) < 2:
            return True
        return len({*self._outcomes(event, written, choice)}) > 1

    def _outcomes(
        self, event: Event, written: Bytes, choice: Bytes | None
    ) -> Iterator[tuple[bytes | None, tuple[Key, ...]]]:
        """The outcomes of a choice under each option; an option that is silent there has none."""
        assert choice is not None, "what is met before any choice has no options"
        for option in event.options:
            self._take(event.choice, option)
            after, rows = self.looking.outcome(written, choice)
            met = tuple(key for key, _ in self._events(rows))
            if event.kind == "unresolved" or ("unresolved", event.subject) not in {key[:2] for key in met}:
                yield after, met

    def _take(self, choice: str, option: str) -> None:
        """Goes by an option from now on, or by the usual reading."""
        if (choice, option) not in self._systems:
            self._systems[choice, option] = self.system.under(choice, option) if choice else self.system
        self.looking.under(self._systems[choice, option])

    def _event(self, key: Key, written: Bytes, choice: Bytes | None, candidate: int) -> Event | None:
        """The event that is met there, as the interpreter tells it."""
        state = self.looking.layout.read(written)
        instance = self.looking.instances(choice)[0] if choice is not None else None
        return next((event for event in self._events_of(key, state, instance, candidate) if event.key == key), None)

    def _events_of(self, key: Key, state: State, instance: Instance | None, candidate: int) -> Iterator[Event]:
        if instance is None:
            try:
                self.system.awaits(state)
            except BranchEnds as end:
                yield end.event
        elif candidate == TAKEN:
            yield from self.system.take(state, instance).events
        else:
            judged = CandidateFilter(self.system).candidate(state, instance)
            if judged is not None:
                yield from judged.events
                if key[0] == "unspoken" and judged.judgement is not None:
                    yield unspoken_event(judged)


LISTED = 1 << 13
"""Choices of an action that are all looked at; of more some are drawn."""
ENDED = "ended"
"""How a game goes that comes to an end which the rules declare; of others nobody knows how they would have ended."""
LONGEST = 5_000
"""Actions after which a game is given up unless told otherwise."""

Question = Event | Deadlock | str
"""What came up: an event, a deadlock, or the name of the property that was violated."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game. how: one of `ENDS`; beyond: generated code had no room for it, and nothing else is true of it.

    turns: None where it is not declared whose turn it is. first: who had the first turn. last: the last action. used:
    by each player the members of sorts that an action of theirs named, as (sort, member); ended_by: those that the last
    action named. came_up: the rules that were live; decided: those that decided something. met: what came up of the
    questions that the text leaves. chosen: the actions that somebody chose."""

    number: int
    how: str
    length: int = 0
    turns: int | None = None
    first: int | None = None
    winners: frozenset[int] = frozenset()
    payoffs: tuple[int, ...] = ()
    last: str = ""
    used: frozenset[tuple[int, str, int]] = frozenset()
    ended_by: frozenset[tuple[str, int]] = frozenset()
    came_up: frozenset[str] = frozenset()
    decided: frozenset[str] = frozenset()
    taken_back: int = 0
    raised: tuple[Question, ...] = ()
    met: tuple[Question, ...] = ()
    chosen: frozenset[str] = frozenset()


@dataclass
class Session(StudyResult):
    """Games that were played."""

    system: TransitionSystem
    tabled: PlayTable
    way: str
    seed: int
    asked: int
    longest: int
    games: list[Game] = field(default_factory=list)
    actions: int = 0

    @property
    def finished_games(self) -> list[Game]:
        """The games that came to an end; every figure is about these."""
        return [game for game in self.games if game.how == ENDED]

    @property
    def idle_actions(self) -> tuple[str, ...]:
        """The actions in the order of play that players of this scope have, and that none of them chose."""
        chosen = frozenset[str]().union(*(game.chosen for game in self.games))
        rules = self.system.system
        return tuple(
            action.name for action in rules.actions.values()
            if action.kind != "chance" and not action.outside_play and action.name not in chosen
            and action.name not in self.system.scope.off
        )  # fmt: skip


def play_games(
    system: TransitionSystem,
    tabled: PlayTable,
    games: int,
    *,
    way: str = SERIOUS,
    seed: int = 0,
    longest: int = LONGEST,
    limits: Limits | None = None,
    questions: bool = True,
    tell: Tell | None = None,
) -> Session:
    """Play; Ctrl-C and limits keep what was played. `questions`: it is looked what of the text came up, too."""
    session = Session(system, tabled, way, seed, games, longest)
    limits = limits or Limits()
    study = Study(limits.seconds, limits.too_long(math.inf), tell)

    def vary() -> None:
        with limits.preparing():
            table = _Table(session, questions)
        for number in range(1, games + 1):
            study.expect_time()
            game = table.play_game(number)
            session.games.append(game)
            session.actions += game.length
            study.tell(f"game {number} of {games}, {session.actions} actions")

    return study.run(session, vary)


def games_of(system: TransitionSystem, seed: int, longest: int) -> PlaySimulator:
    """Games from the beginnings of a system, in which nobody does what stands outside the order of play."""
    liked = [0.0 if action.outside_play else 1.0 for action in system.system.actions.values()]
    return PlaySimulator(system, [outcome.state for _, outcome in starts_of(system)], seed, longest, LISTED, liked, 1)


def set_move_policy(games: PlaySimulator, tabled: PlayTable, way: str) -> None:
    """Lets players choose in a way from now on."""
    worth = Worth(tabled, games.system)
    games.choose(worth.rows(games.layout) if way != UNIFORM else [])
    if way == SERIOUS:
        games.to_win(worth.phases(games.layout), worth.turns(games.layout))


class _Table:
    """The table where the games of a session are played."""

    def __init__(self, session: Session, questions: bool) -> None:
        self.session, self.system = session, session.system
        rules = self.system.system
        self.play = games_of(self.system, session.seed, session.longest)
        self.looking = MaterialityReplay(self.system, games_of(self.system, session.seed, 1)) if questions else None
        set_move_policy(self.play, session.tabled, session.way)
        self.reader = LogReader(self.system, self.play.book.low)
        self.acts = {action.name: _Arguments(action) for action in rules.actions.values()}

    def play_game(self, number: int) -> Game:
        """Plays one game by its number, and says how it went."""
        self.play.forget()
        played = self.play.play(number, number + 1, UNLIMITED, 0)
        if played.beyond is not None or not len(played.how):
            return Game(number, "beyond")
        how, length = ENDS[int(played.how[0])], int(played.lengths[0])
        told = {key[:2] for row in played.rows for key in self._keys(row)}
        live = {name for name in self.play.live() if " " not in name and not name.startswith("§")}
        end = self.play.state(length)
        first, turns = self._turns(length)
        made = self.play.instances(played.made[0])
        used = frozenset(u for instance in made for u in self.acts[instance.action].members_by_player(instance))
        last = made[-1] if made else None
        raised, met = self._questions(number, played) if self.looking and how == ENDED else ((), ())
        return Game(
            number, how, length, turns, first,
            *(self._result(end) if how == ENDED else (frozenset[int](), ())),
            last.action if last else "",
            used,
            frozenset(self.acts[last.action].named_members(last)) if last else frozenset(),
            frozenset(live | {name for kind, name in told if kind == "live"}),
            frozenset(name for kind, name in told if kind == "decisive"),
            self.play.taken_back()[0],
            raised,
            met,
            frozenset(instance.action for instance in made),
        )  # fmt: skip

    def _result(self, end: State) -> tuple[frozenset[int], tuple[int, ...]]:
        """The winners, and the payoffs; neither where a rule fails."""
        try:
            return self.system.winners(end), self.system.payoffs(end)
        except BranchEnds:
            return frozenset(), ()

    def _turns(self, length: int) -> tuple[int | None, int | None]:
        """The player who had the first turn, and the number of turns."""
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

    def _questions(self, number: int, played: PlayBatch) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
        """The questions that came up, and those of them that mattered: events at some place, violated properties, and
        where nobody could do anything before something was taken back."""
        assert self.looking is not None
        keys, violated = dict[tuple[str, ...], None](), dict[str, None]()
        for row in played.rows:
            for key in self._keys(row):
                if key[0] == "event":
                    keys[key[1:]] = None
                elif key[0] == "violated" and self.system.system.checks[key[1]].kind != "sometimes":
                    violated[key[1]] = None
        found: list[Question] = list(violated)
        _, stuck = self.play.taken_back()
        if stuck is not None:
            found.append(deadlock(stuck, list_choices(self.system).candidates(stuck)))
        states = [self.play.state_bytes(along) for along in range(int(played.lengths[0]) + 1)]
        mattered = tuple(
            self.looking.events_that_matter(number, states, self.play.single_choices(played.made[0]), keys)
        )
        raised = tuple(self.looking.events[key] for key in keys if key in self.looking.events)
        return (*raised, *found), (*mattered, *found)


class _Arguments:
    """The arguments of an action: who takes it, and the things that it names."""

    def __init__(self, action: Action) -> None:
        self.types = [p.type for p in action.chosen_parameters]
        self.action = action

    def named_members(self, instance: Instance) -> Iterator[tuple[str, int]]:
        """The members of sorts that it names, but for players."""
        for type_, value in zip(self.types, instance.args, strict=True):
            yield from members(type_, value)

    def members_by_player(self, instance: Instance) -> Iterator[tuple[int, str, int]]:
        """The same, by whom; nothing of chance."""
        who = self.action.actor_of(instance.args)
        if who is not None:
            yield from ((int(who), sort, member) for sort, member in self.named_members(instance))
