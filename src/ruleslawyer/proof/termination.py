"""Whether every turn ends, and every game: a play that goes round, numbers that fall for any number of cards, a graph
without circles, or why none is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.saved import play_document
from ruleslawyer.proof.any_number import premises_in_short
from ruleslawyer.proof.cycles import Cycle, Cycles, CycleSearchResult
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, at_states
from ruleslawyer.rulebook.claims.result import Premises, premises
from ruleslawyer.rulebook.claims.verdict import (
    ENDINGS,
    FOR_ANY_NUMBER,
    PLAYERS,
    WITH_PROBABILITY_1,
    Ending,
    EndingWord,
    count_actions,
)
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import END_EARLY
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:  # the solver is loaded only where no play goes round
    from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
    from ruleslawyer.engines.smt.lifted.rankings import ProposedRanking, RankingResult
    from ruleslawyer.proof.lemmas import Instances


@dataclass(frozen=True, slots=True)
class TerminationPremises:
    """The knowledge of a ruleset for any number of cards: what was proved, which rankings somebody proposes for two
    players, and the instances kept for their questions. Nothing of it is believed. judged: what came of each ranking,
    by its place: another reading needs no other proof."""

    lemmas: Lemmas
    proposed: Sequence[ProposedRanking] = ()
    instances: Instances = field(default_factory=dict)
    judged: dict[int, RankingResult] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lasso:
    """A play that comes back to where it was: from its state `back` on it can go round for ever. None: in its last
    step, in which rules that nobody chooses do."""

    scope: str
    trace: Trace
    states: int
    system: TransitionSystem

    @property
    def back(self) -> int | None:
        return self.trace.back

    @property
    def actions(self) -> tuple[str, ...]:
        codec = Codec(self.system.system, self.system.scope)
        return tuple(codec.call(step.instance) for step in self.trace.steps)

    def document(self) -> Json:
        """The play, for `play FILE`."""
        return play_document(self.trace, Codec(self.system.system, self.system.scope), self.system.rulings)


@dataclass(frozen=True, slots=True)
class EndingResult:
    """The verdict on one ending under one reading.

    CERTIFICATE: `ranking` has the numbers that fall, in words, each with the rules that lower it, for any number of
    cards; or the whole graph of `scope` has no circle, and it has come after `longest` actions. LASSO: `lasso` goes
    round. ENDS WITH PROBABILITY 1: so does it, but no play that players can keep to against chance. HOLDS IN SCOPE:
    nothing goes round in `scope`, which leaves rules out. idle: actions that may leave everything as it was. late:
    whether more time may say more.
    """

    ending: Ending
    word: EndingWord
    scope: str
    reading: tuple[tuple[str, str], ...]
    reason: str
    seconds: float
    ranking: tuple[tuple[str, tuple[str, ...]], ...] = ()
    lasso: Lasso | None = None
    idle: tuple[str, ...] = ()
    longest: int | None = None
    interrupted: bool = False
    late: bool = False
    premises: Premises | None = None

    def json(self) -> Json:
        """The result as JSON, for scripts."""
        lasso = self.lasso
        return {
            "ending": self.ending, "verdict": self.word, "scope": self.scope, "reading": dict(self.reading),
            "reason": self.reason, "under": self.premises.text() if self.premises is not None else "",
            "ranking": [{"number": words, "lowered_by": list(rules)} for words, rules in self.ranking],
            "lasso": None if lasso is None else {
                "scope": lasso.scope, "actions": list(lasso.actions), "back_to": lasso.back, "states": lasso.states,
            },
            "idle": list(self.idle), "longest": self.longest, "seconds": round(self.seconds, 3),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Endings:
    """Verdicts as data. rounds: of each the play that goes round, if there is one, with its scope and how many states
    that had; the rules are joined to it anew."""

    results: tuple[EndingResult, ...]
    rounds: tuple[tuple[str, Trace, int] | None, ...]

    @staticmethod
    def of(results: Iterable[EndingResult]) -> Endings:
        found = tuple(results)
        lassos = (one.lasso for one in found)
        rounds = tuple(None if lasso is None else (lasso.scope, lasso.trace, lasso.states) for lasso in lassos)
        return Endings(tuple(replace(one, lasso=None) for one in found), rounds)

    def under(self, ruleset: LoadedRuleset, rulings: Mapping[str, str]) -> list[EndingResult]:
        """The verdicts, with what can be played."""
        return [
            replace(one, lasso=Lasso(*play, ruleset.transition_system(play[0], dict(one.reading), rulings)))
            if play
            else one
            for one, play in zip(self.results, self.rounds, strict=True)
        ]

    @property
    def whole(self) -> bool:
        """Whether no other run, with more time, would say more."""
        return not any(one.interrupted or one.late for one in self.results)


def terminates(
    scope: Scope | None, explorable: Sequence[TransitionSystem], system: System, chosen: dict[str, str],
    rulings: frozenset[str], *, timeout: float, limits: Limits, progress: Callable[[str], None] | None = None,
    rounds: Cycles | None = None, of_any: TerminationPremises | None = None,
) -> list[EndingResult]:  # fmt: skip
    """Both endings: `explorable` is looked through for a play that goes round, under the default reading of what
    `chosen` leaves open; then a ranking function is looked for under every reading of it, where `of_any` is what is
    known for any number of cards; then `scope` has no circle, if all of it was explored. `rounds`: what is known of
    plays that go round, for several readings together."""
    tell = progress or (lambda message: None)
    search = _Search(scope, system, chosen, rulings, timeout, limits, tell, rounds or Cycles())
    try:
        search.explore(explorable)
        if of_any is not None:
            search.prove_proposals(of_any)
            search.prove_for_any(of_any.lemmas)
    except KeyboardInterrupt:
        search.interrupted = True
    return [search.result(ending) for ending in ENDINGS]


class _Search:
    def __init__(
        self, scope: Scope | None, system: System, chosen: dict[str, str], rulings: frozenset[str], timeout: float,
        limits: Limits, progress: Callable[[str], None], rounds: Cycles,
    ) -> None:  # fmt: skip
        self.scope, self.system, self.chosen, self.rulings = scope, system, chosen, rulings
        self.timeout, self.limits, self.progress, self.rounds = timeout, limits, progress, rounds
        self.results: dict[Ending, EndingResult] = {}
        self.why: dict[Ending, list[str]] = {ending: [] for ending in ENDINGS}
        self.spent: dict[Ending, float] = dict.fromkeys(ENDINGS, 0.0)
        self.idle: dict[str, None] = {}
        self.still: dict[Ending, tuple[str, Lasso]] = {}
        """Endings of which only idle actions keep a play, so far."""
        self.unlikely: dict[Ending, tuple[str, Lasso]] = {}
        """Those of which only plays with probability 0 go round, so far."""
        self.explored: dict[str, tuple[TransitionSystem, CycleSearchResult]] = {}
        """The scopes that were explored to the end."""
        self.unexplored: list[str] = []
        self.interrupted = False
        self.unhurried = True
        """Whether there was time for all of it, so far."""
        if not any(duty.turn_end for duty in system.duties.values()):
            self._note("every turn ends", "NOT APPLICABLE", "no duty is declared to end a turn")

    @property
    def open_endings(self) -> list[Ending]:
        return [ending for ending in ENDINGS if ending not in self.results]

    def _note(self, ending: Ending, word: EndingWord, reason: str, scope: str = "", **more: Any) -> None:
        where = scope or (FOR_ANY_NUMBER if self.scope is None else self.scope.name)
        self.results[ending] = EndingResult(
            ending, word, where, tuple(sorted(self.chosen.items())), reason, self.spent[ending], **more
        )

    # --- plays that go round --------------------------------------------------------------------------------------

    def explore(self, explorable: Sequence[TransitionSystem]) -> None:
        """Look through scopes for plays that go round, until there is one for each ending; an action that changes
        nothing is the answer only where nothing else goes round."""
        end = None if self.limits.seconds is None else monotonic() + self.limits.seconds
        for system in explorable:
            seconds = None if end is None else end - monotonic()
            if not self.open_endings or (seconds is not None and seconds <= 0):
                self.unhurried = self.unhurried and not self.open_endings
                return
            self.progress(f"exploring {system.scope.name}")
            began = monotonic()
            rounds_result = self.rounds.of(system, replace(self.limits, seconds=seconds))
            if rounds_result.unfinished:
                self.unexplored.append(f"{system.scope.name}: {rounds_result.unfinished}")
                lasting = at_states(rounds_result.unfinished) or rounds_result.unfinished.startswith(END_EARLY)
                self.unhurried = self.unhurried and lasting
            else:
                self.explored[system.scope.name] = system, rounds_result
            for ending in self.open_endings:
                self.spent[ending] += monotonic() - began
                if ending in rounds_result.circles:
                    self._circle(ending, rounds_result.circles[ending], system)

    def _circle(self, ending: Ending, found: Cycle, system: TransitionSystem) -> None:
        lasso = Lasso(system.scope.name, found.trace, found.states, system)
        length = 0 if lasso.back is None else found.trace.length - lasso.back
        back = {0: "", 1: ": 1 action leads back"}.get(length, f": {length} actions lead back")
        reason = f"{found.text}{back}, in {system.scope.name}"
        if found.unlikely:
            self.unlikely.setdefault(ending, (reason, lasso))
        elif not found.idle:
            self._note(ending, "LASSO", reason, lasso=lasso, premises=premises(system))
        elif ending not in self.still:
            self.still[ending] = (reason, lasso)
        self.idle.update(dict.fromkeys(found.idle))

    # --- ranking functions ----------------------------------------------------------------------------------------

    @property
    def open_for_any(self) -> list[Ending]:
        """The endings for which a ranking for any number is looked for, which leaves no idle action aside."""
        return [one for one in self.open_endings if one not in self.still and one not in self.unlikely]

    def prove_proposals(self, of_any: TerminationPremises) -> None:
        """Ask whether what somebody proposes is a ranking function for any number of cards, and two players."""
        from ruleslawyer.engines.smt.lifted.prove import ProverMemory
        from ruleslawyer.engines.smt.lifted.rankings import judge_proposal

        ruled = {question: option for question, option in self.chosen.items() if question in self.rulings}
        for place, one in enumerate(of_any.proposed):
            fits = all(self.chosen.get(question, option) == option for question, option in one.reading.items())
            if not fits or one.ending not in self.open_for_any:
                continue
            began = monotonic()
            if place not in of_any.judged:
                self.progress("for any number, what is proposed")
                under, kept = {**ruled, **one.reading}, ProverMemory(accepted=of_any.instances)
                of_any.judged[place] = judge_proposal(
                    self.system, PLAYERS, of_any.lemmas, one, self.timeout, self.progress, under, kept
                )
            self.spent[one.ending] += monotonic() - began
            self._note_ranking(of_any.judged[place], PLAYERS, {**self.chosen, **one.reading})

    def prove_for_any(self, lemmas: Lemmas) -> None:
        """Look for a ranking function for any number of cards, of any number of players and then of two."""
        from ruleslawyer.engines.smt.lifted.rankings import rankings

        for players, some in ((None, lemmas.for_any_players()), (PLAYERS, lemmas)):
            asked = self.open_for_any
            if not asked:
                return
            began, seconds = monotonic(), self.timeout / 8
            self.progress(f"for any number, {'any number of' if players is None else players} players")
            for one in rankings(self.system, players, some, asked, seconds, self.progress, self.chosen):
                self.spent[one.ending] += (monotonic() - began) / len(asked)
                self._note_ranking(one, players, self.chosen)

    def _note_ranking(self, one: RankingResult, players: int | None, chosen: Mapping[str, str]) -> None:
        """Notes what was found of any number of cards, under what is chosen."""
        if one.accepted is not None:
            sorts = tuple(name for name in self.system.sorts if players is None or name != self.system.players)
            fixed = ((self.system.players, PLAYERS),) if players else ()
            under = Premises(
                fixed,
                tuple(sorted(chosen.items())),
                (),
                tuple(premises_in_short(sorts, chosen, (), one.accepted.assumes)),
            )
            asked = " and ".join("a fresh z3" if solver == "z3" else solver for solver in one.accepted.solvers)
            reason = f"{asked or 'nobody'} on every question, made anew"
            self._note(one.ending, "CERTIFICATE", reason, FOR_ANY_NUMBER, ranking=one.lines, premises=under)
        elif players is not None:
            left = one.why or f"nothing that can be said falls by {', '.join(one.left)}"
            self.why[one.ending].append(f"for any number: {left}")
            self.unhurried = self.unhurried and not one.late

    def result(self, ending: Ending) -> EndingResult:
        """The result so far."""
        if ending not in self.results:
            self._note_explored(ending)
        found = self.results[ending]
        late = self.interrupted and found.word == "UNKNOWN"
        return replace(found, idle=tuple(self.idle), interrupted=late, late=not self.unhurried)

    def _note_explored(self, ending: Ending) -> None:
        """Notes what the explorations say of an ending that is neither proved nor refuted."""
        every = {name: (explored.states, explored.longest.get(ending)) for name, (_, explored) in self.explored.items()}
        where = [
            f"{name} ({states} states{'' if most is None else f', at most {count_actions(most)} long'})"
            for name, (states, most) in every.items()
        ]  # fmt: skip
        looked = [f"nothing goes round in {', '.join(where)}"] if where else []
        reason = "; ".join([*looked, *self.unexplored, *self.why[ending]])
        own = None if self.scope is None else self.explored.get(self.scope.name)
        if ending in self.still:
            said, lasso = self.still[ending]
            told = "; ".join([said, *self.why[ending]])
            self._note(ending, "LASSO", told, lasso=lasso, premises=premises(lasso.system))
        elif ending in self.unlikely:
            said, lasso = self.unlikely[ending]
            told = "; ".join([said, *self.unexplored])
            self._note(ending, WITH_PROBABILITY_1, told, lasso.scope, lasso=lasso, premises=premises(lasso.system))
        elif own is None or self.interrupted:
            if self.scope is None:
                reason = "; ".join(filter(None, (reason, "there is no scope that leaves nothing open")))
            self._note(ending, "UNKNOWN", f"{BY_CTRL_C}; {reason}" if self.interrupted else reason)
        elif self.scope is not None and (self.scope.off or ending not in own[1].longest):
            self._note(ending, "HOLDS IN SCOPE", reason, premises=premises(own[0]))  # what is left out may go round
        else:
            longest = own[1].longest[ending]
            of = f"{self.scope.name if self.scope else ''} has no circle among all its {own[1].states} states"
            told = f"{of}, and each {ending.split()[1]} has ended after {count_actions(longest)}"
            others = "; ".join([*looked, *self.unexplored] if len(every) > 1 or self.unexplored else [])
            told = "; ".join(filter(None, (told, others, *self.why[ending])))
            self._note(ending, "CERTIFICATE", told, longest=longest, premises=premises(own[0]))
