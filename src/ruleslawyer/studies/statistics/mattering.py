"""Whether a question that came up in a game mattered there: each time that it does, the other options are taken too.

Generated code does both: it looks at every state of the game again, with all that is met there, and makes the choice
that met something once for each option. Where verdict, result or what else is met differs, the question matters. A gap,
and what no option answers, always does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslawyer.base.arrays import Bytes, Integers
from ruleslawyer.engines.native.met import Reader
from ruleslawyer.engines.native.player import Games
from ruleslawyer.engines.native.playing import TAKEN
from ruleslawyer.play.random_play import unspoken
from ruleslawyer.play.sampling import Among
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

Key = tuple[str, ...]


class Mattering:
    """Looks at games of one scope again. `looking`: code that plays none of them."""

    def __init__(self, system: TransitionSystem, looking: Games) -> None:
        self.system, self.looking = system, looking
        self.reader = Reader(system, looking.book.low)
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
            judged = Among(self.system).candidate(state, instance)
            if judged is not None:
                yield from judged.events
                if key[0] == "unspoken" and judged.judgement is not None:
                    yield unspoken(judged)
