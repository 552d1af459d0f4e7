"""A native exploration as a result: what its code logged, every event and play from the interpreter."""

from __future__ import annotations

import time
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import takewhile

import numpy as np

from ruleslawyer.base.diagnostics import NoCode, UsageError
from ruleslawyer.engines.explore.properties import pass_cycles
from ruleslawyer.engines.explore.search import Network, network
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.engines.native.graph import Graph, GraphTooLarge
from ruleslawyer.engines.native.liveness import LivenessResult, check_liveness, with_trace
from ruleslawyer.engines.native.members import field_values, reached_rims
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.occurrence_log import cut_actions, has_forced_cycle, states_that_leave
from ruleslawyer.engines.native.searched_graph import ChoiceGraph, edges, word_on_plays
from ruleslawyer.exploration.explored import Contracted, Counts, Moves, SampleCheck, idle_events, nearest_states
from ruleslawyer.exploration.met_by_code import Kind, NativeWitnesses, deadlocks_by_kind
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.conclusion import (
    FORCED_ROUND,
    Capped,
    Seen,
    cause_of,
    comes_anyway,
    evaluation_failure,
    may_matter,
    met_caps,
    why_nothing_begins,
    word_of,
)
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.rulebook.claims.occurrence import deadlock_result
from ruleslawyer.rulebook.claims.promised import NOBODY, each_promise
from ruleslawyer.rulebook.claims.result import DeadlockResult
from ruleslawyer.rulebook.claims.verdict import Verdict, Word, count_actions
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import CUTS, LOOP, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

_ANSWERS = {"kept": True, "violated": False, "unevaluated": None}
UNMADE = NoCode, MemoryError
"""Errors for which there is no graph, or nobody can go through it: what was found without it stays."""


def is_compiled(system: TransitionSystem) -> bool:
    """Whether the code that explores it is there, or all but that of a ruling."""
    return CompiledRuleset.is_near(system.system, system.scope)


def explore_natively(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> NativeExploration:
    """Explore with the code of the ruleset, which records what a report needs."""
    began = time.perf_counter()
    by_code = search_natively(system, limits, workers, progress)
    return NativeExploration(by_code, began, limits.memory if limits else None)


class NativeExploration(NativeWitnesses):
    """An `Explored`: what was found, in the words of the reference explorer."""

    engine = "native"

    def __init__(self, by_code: NativeSearch, began: float, memory: int | None = None) -> None:
        """`began`: when, by `time.perf_counter`. `memory`: mebibytes that the graph may take, where it is wanted."""
        super().__init__(by_code)
        self.began, self.memory = began, memory
        self.failure = ""

    @property
    def native(self) -> NativeExploration:
        return self

    @property
    def counts(self) -> Counts:
        it, seconds = self.found, time.perf_counter() - self.began
        return Counts(
            it.initial, it.size, it.transitions, it.depth, it.ended, len(it.deadlocks), it.complete, it.stopped,
            seconds, it.of_trees, self.by_code.layout.long_lists,
        )  # fmt: skip

    @property
    def judged_actions(self) -> Collection[str]:
        return self.observation.names("judged")

    @property
    def spoken(self) -> Collection[str]:
        return self.observation.names("spoken")

    @property
    def rims(self) -> frozenset[str]:
        """The grids of which a reached state holds the rim."""
        return reached_rims(self.by_code.layout, self.by_code.found) if self.system.scope.rims else frozenset()

    # --- deadlocks ------------------------------------------------------------------------------------------------

    @cached_property
    def deadlocks(self) -> dict[Kind, list[int]]:
        """The ids of the deadlocks of each kind, nearest first."""
        return deadlocks_by_kind(self.by_code)

    @property
    def deadlock_kinds(self) -> Collection[Kind]:
        return self.deadlocks.keys()

    def deadlock_results(self, besides: Container[Kind] = ()) -> Iterator[DeadlockResult]:
        """One of each kind; `besides`: the kinds of which nobody asks."""
        for of, alike in self.deadlocks.items():
            if of not in besides:
                yield deadlock_result(self.system, self.trace(alike[0]), of, self.states_of(alike))

    @property
    def size(self) -> int:
        """The number of rest states that were visited."""
        return self.found.size

    def states_of(self, identities: Sequence[int]) -> int:
        """The number of rest states that some ids stand for."""
        return len(identities)

    @cached_property
    def contraction(self) -> Contracted:
        """The numbers of states and transitions without forced passes, and the rounds of those."""
        passes = self.passes
        if passes is None:
            return None, ()
        rings = pass_cycles(passes)
        begun = takewhile(lambda identity: self.found.depth_of(identity) == 0, passes)
        less = len(passes) - len(set(begun).union(*rings))
        told = (
            (self.found.depth_of(ring[0]), [(identity, self._only(identity)) for identity in ring])
            for ring in rings
            if len(ring) > 1
        )
        of_rings = tuple(idle_events(self.system, told, self.trace))
        return (self.found.size - less, self.found.transitions - less), of_rings

    def _only(self, identity: int) -> Instance:
        """The pass that is all that can be done in a state."""
        return next(j.instance for j in self.system.candidates(self.by_code.state(identity)) if j.is_allowed)

    @cached_property
    def passes(self) -> Mapping[int, int] | None:
        """The states in which one player can do nothing but pass, by id and nearest first, and where that leads; None
        where that is not known."""
        kept = self.by_code.passes
        return None if kept is None else kept.destinations(self.found)

    # --- rules ----------------------------------------------------------------------------------------------------

    @cached_property
    def live(self) -> frozenset[str]:
        """Rules that were live, and clauses whose effect ran (as ``§5.4.1``), the initial rule's included."""
        begun = {name for _, outcome in self._initial for name in outcome.fired}
        effects = {f"§{clause}" for clause in self.observation.names("effect")}
        return frozenset(begun | self.observation.names("live") | effects)

    @cached_property
    def decisive(self) -> frozenset[str]:
        """Norms without which a verdict would differ, and clauses without which a step, the initial rule's included."""
        begun = {name for _, outcome in self._initial for name in outcome.decisive}
        return frozenset(begun | self.observation.names("decisive"))

    # --- properties -----------------------------------------------------------------------------------------------

    def verdicts(self) -> list[Verdict]:
        """One verdict for each check, in declaration order. The graph is gone through in a thread beside the plays that
        the interpreter makes."""
        checks = self.system.system.checks.values()
        following = [check for check in checks if check.kind in FOLLOWED and not self.why_not_follow(check)]
        graph = self.followed_graph if following and not self.found.stopped else ""
        if not isinstance(graph, Graph):
            return [self.verdict(check) for check in checks]
        pool = ThreadPoolExecutor(1)
        try:
            graph.ask_all()  # code asks in a context in which plays are looked for, too
            pending = {check.name: pool.submit(check_liveness, graph, check) for check in following}
            known = {check.name: self.verdict(check) for check in checks if check.name not in pending}
            _ = self.occurrences  # whoever asks for all verdicts asks for these next
            known |= {check.name: self._say(graph, check, pending[check.name].result()) for check in following}
        except (*UNMADE, RuntimeError):  # no thread is to be had, or there is no room for all that: one after another
            return [self.verdict(check) for check in checks]
        finally:
            pool.shutdown(cancel_futures=True)
        return [known[check.name] for check in checks]

    def violations(self, besides: Container[str] = ()) -> Iterator[str]:
        """The properties that are violated, without the plays that show it; `besides`: of which nobody asks."""
        for check in self.system.system.checks.values():
            if check.name in besides:
                continue
            if check.kind in FOLLOWED:
                if self.verdict(check).word == "VIOLATED":
                    yield check.name
            elif check.kind != "sometimes" and self._is_answered(check, "violated"):
                yield check.name

    def word(self, check: Check) -> Word:
        """The same in a word, without a play."""
        if check.kind in FOLLOWED:
            graph = self.why_not_follow(check) or self.followed_graph
            return word_on_plays(graph, check) if isinstance(graph, ChoiceGraph) else "UNKNOWN"
        return word_of(
            check,
            violated=self._is_answered(check, "violated"),
            met=self._is_answered(check, "kept"),
            unevaluated=self._is_answered(check, "unevaluated"),
            reached=self._is_reached(check.reached) if check.reached else None,
            unfinished=bool(self.found.stopped) or self._may_matter(check) or bool(self._why_nothing_begins(check)),
            capped=bool(self._caps),
        )

    def _is_answered(self, check: Check, kind: str) -> bool:
        """Whether a property has an answer somewhere."""
        begun = any(_ANSWERS[kind] in answers for _, answers, _ in self._start_answers.get(check.name, ()))
        return begun or (kind, check.name) in self.observation.hits

    def verdict(self, check: Check) -> Verdict:
        """The verdict on one of them."""
        if check.kind not in FOLLOWED:
            return self._sights_of(check).verdict(check)
        try:
            return self._follow(check)
        except UNMADE as error:
            return self._verdict_of(check, "UNKNOWN", self._note(error))

    def _follow(self, check: Check) -> Verdict:
        """The same on what all plays do."""
        graph = self.found.stopped or self.why_not_follow(check) or self.followed_graph
        if isinstance(graph, str):
            return self._leave_open(check, graph)
        return self._say(graph, check, check_liveness(graph, check))

    @property
    def followed_graph(self) -> Graph | str:
        """The graph on which plays are followed; or why there is none."""
        return self.graph

    def why_not_follow(self, check: Check) -> str:
        """The reason why a property is not asked of the graph, whatever that is like; empty where it is."""
        return ""

    def _leave_open(self, check: Check, reason: str) -> Verdict:
        """UNKNOWN, since it cannot be evaluated somewhere, or for another reason."""
        unclear = self._unclear(check)
        return self._verdict_of(check, "UNKNOWN", *(evaluation_failure(check, *unclear) if unclear else (reason,)))

    def _say(self, graph: Graph, check: Check, found: LivenessResult) -> Verdict:
        """The verdict that the graph gives, where that is all that may matter."""
        return self._whole(check, found.word) or with_trace(graph, check, found).verdict

    def _whole(self, check: Check, word: Word) -> Verdict | None:
        """The verdict where forced steps go round, or branches end early, and no play of the graph shows a violation;
        None where that changes nothing."""
        if word == "VIOLATED" or comes_anyway(check, word, all_begin=not self.by_code.begins):
            return None
        if check.kind == "possible" and has_forced_cycle(self.by_code):
            loop = next(self.material(lambda event: event.kind == LOOP, ()))
            round_ = self._verdict_of(check, "VIOLATED", FORCED_ROUND, self.event_trace(loop))
            return each_promise(self.system, check, lambda _: round_, self._verdict_of(check, "VACUOUS", NOBODY))
        reason = "" if self._is_answered(check, "unevaluated") else self.gap(check)
        return self._verdict_of(check, "UNKNOWN", reason) if reason else None

    def _verdict_of(self, check: Check, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
        return Verdict(check.name, check.kind, check.origin.cites, word, reason, self.size, trace)

    @cached_property
    def graph(self) -> Graph | str:
        """The explored graph, made when it is first asked for; or why there is none."""
        try:
            return self._make_graph()
        except GraphTooLarge as error:
            return str(error)
        except UNMADE as error:
            return self._note(error)

    def _note(self, error: Exception) -> str:
        """Notes why plays are not followed."""
        self.failure = str(error) if isinstance(error, NoCode) else "there is not enough memory for the graph"
        return self.failure

    def _make_graph(self) -> Graph | str:
        return edges(self.by_code, self.memory)

    @cached_property
    def why_incomplete(self) -> str:
        """The reason why no verdict over all plays is possible; empty where all of them were explored."""
        if self.found.stopped or not self._ends_early:
            return self.found.stopped
        return cause_of(self.occurrences, Codec(self.system.system, self.system.scope))

    @cached_property
    def _ends_early(self) -> bool:
        """Whether some play is cut off."""
        return any(kind in CUTS for kind, *_ in self.event_keys)

    @cached_property
    def _cut(self) -> frozenset[str]:
        return cut_actions(self.by_code)

    def _may_matter(self, check: Check) -> bool:
        """Whether what lies behind branches that end early may matter to a property."""
        return may_matter(self.system.system, self.system.scope, check, self._cut)

    def _why_nothing_begins(self, check: Check) -> str:
        return why_nothing_begins(check, self.size, round_at_once=LOOP in self.by_code.begins)

    def gap(self, check: Check) -> str:
        """The reason why not every play that may matter to a property is known; empty where all of them are."""
        if self.found.stopped or self._may_matter(check):
            return self.why_incomplete
        return self._why_nothing_begins(check)

    def _sights_of(self, check: Check) -> Seen:
        """Everything that was met of a property of states or of steps."""
        violated = self._nearest(check, "violated") if check.kind != "sometimes" else None
        met = self._nearest(check, "kept") if check.kind == "sometimes" else None
        return Seen(
            self.size,
            violated[0] if violated else None,
            met[0] if met else check.kind != "sometimes" and self._is_met(check.name),
            self._unclear(check),
            self._is_reached(check.reached) if check.reached else None,
            self.gap(check),
            self._cut_by_caps if self._caps else None,
        )

    @cached_property
    def _caps(self) -> tuple[tuple[str, int], ...]:
        """The caps that alone cut plays off, where all of the others were followed."""
        keys = () if self.found.stopped or not self.found.size else self.event_keys
        return met_caps(((kind, subject) for kind, subject, *_ in keys), self.system.scope)

    @cached_property
    def _cut_by_caps(self) -> Capped:
        ids = states_that_leave(self.by_code, (), loops=False)
        begun = int(bool(self.by_code.begins & frozenset(CUTS)))
        return Capped(self._caps, None if ids is None else self.states_of(ids.tolist()) + begun)

    def _is_reached(self, name: str) -> bool | None:
        """Whether a property is met anywhere; None: not known, as it cannot be evaluated everywhere."""
        return self._is_met(name) or (None if ("unevaluated", name) in self.observation.hits else False)

    def _is_met(self, name: str) -> bool:
        """Whether a property holds in some state, or along some step."""
        return self._is_answered(self.system.system.checks[name], "kept")

    def _unclear(self, check: Check) -> tuple[Trace, Event] | None:
        """The shortest play to where a property cannot be evaluated, and what says so."""
        found = self._nearest(check, "unevaluated")
        return None if found is None else (found[0], next(e for e in found[1] if e.of_property))

    def _nearest(self, check: Check, kind: str) -> tuple[Trace, tuple[Event, ...]] | None:
        """The shortest play to where a property has an answer, and the events of asking there."""
        answer = _ANSWERS[kind]
        for start, answers, events in self._start_answers.get(check.name, ()):
            if answer in answers:
                return play(self.steps, start, ()), events
        for _, identity in self.observation.hits.get((kind, check.name), []):
            state = self.by_code.state(identity)
            if check.kind != "step":
                return self.trace(identity), self._asking(check, state)
            for instance, answers, events in self._steps(check, state):
                if answer in answers:
                    return self.trace(identity, instance, taken=True), events
        return None

    # --- the graph ------------------------------------------------------------------------------------------------

    @property
    def unlisted(self) -> str:
        return self.graph if isinstance(self.graph, str) else ""

    @property
    def stored_graph(self) -> ChoiceGraph | None:
        return self.graph if isinstance(self.graph, ChoiceGraph) else None

    def network(self) -> Network:
        """The graph, for analyses. Where there is no memory for it, a `UsageError`."""
        graph, counts = self.graph, self.found
        if isinstance(graph, str):
            mend = "allow more memory, or choose a smaller scope"
            raise UsageError(graph, f"scope {self.system.scope.name}", mend)
        states = [graph.state(node) for node in range(graph.size)]
        stuck = {graph.number(identity) for identity in counts.deadlocks}
        said = zip(counts.depths(graph.ids).tolist(), graph.over_flags.tolist(), strict=True)
        ends = zip(graph.digraph.sources.tolist(), graph.digraph.to.tolist(), graph.labels.tolist(), strict=True)
        return network(
            (
                (states[node], {"depth": depth, "ended": ended, "deadlock": node in stuck})
                for node, (depth, ended) in enumerate(said)
            ),
            ((states[a], states[b], graph.instance(states[a], label, states[b])) for a, b, label in ends),
        )

    def states(self) -> Iterator[State]:
        return (self.by_code.state(int(identity)) for _, _, ids in self.found.rest_states() for identity in ids)

    def moves(self, state: State) -> Moves:
        if self.system.is_over(state):
            return None
        allowed = (judged.instance for judged in self._candidates(state)[0] if judged.is_allowed)
        taken = ((instance, self.system.take(state, instance).state) for instance in allowed)
        return frozenset((instance, after) for instance, after in taken if after is not None)

    def said_apart(self, sort: str, most: int) -> set[tuple[bool, ...]]:
        slices = [*nearest_states(((depth, words) for depth, words, _ in self.found.rest_states()), most)]
        if not slices:  # no play has a state of rest
            return set()
        said = field_values(self.by_code.layout, sort, np.concatenate(slices))
        usual = np.zeros(said.shape[:2], dtype=np.bool_)
        for begun in said[: self.found.initial]:
            usual |= (said == begun).all(axis=2)
        return {tuple(row) for row in np.unique(~usual, axis=0).tolist()}

    def sample(self, most: int) -> SampleCheck:
        """The states that the interpreter leads to from up to `most` states, compared with those of the code."""
        ids = [int(identity) for _, _, slice_ in self.found.rest_states() for identity in slice_]
        chosen, differing, steps = ids[:: max(1, -(-len(ids) // most))], list[str](), 0
        crew = self.by_code.crew(1)
        for identity in chosen:
            index, partition = divmod(identity, PARTITIONS)
            rows = self.by_code.expand(crew, (partition, index, index + 1), self.by_code.contexts[0])
            self.by_code.contexts[0].take_log()
            coded = {tuple(row[: self.found.set.words].tolist()) for row in rows}
            number, read = self._interpret(self.by_code.state(identity))
            steps += number
            if coded != read:
                alone = f"{len(coded - read)} results of the code alone, {len(read - coded)} of the interpreter"
                differing.append(f"after {count_actions(self.found.depth_of(identity))}: {alone}")
        return SampleCheck(len(chosen), steps, tuple(differing))

    def _interpret(self, state: State) -> tuple[int, set[tuple[int, ...]]]:
        """How many steps the interpreter takes from a state, and the packed states to which they lead."""
        taken = [judged.instance for judged in self._candidates(state)[0] if judged.is_allowed]
        after = [self.steps.take(state, instance).state for instance in taken]
        return len(taken), {self.by_code.layout.pack(one) for one in after if one is not None}
