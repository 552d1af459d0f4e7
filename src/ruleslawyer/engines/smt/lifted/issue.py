"""Proofs that were found brought to the door: of each question the instances are looked for that answer it.

The relation is made anew, so that names hang on the order of the questions alone. A lemma is asked about once, for all
that rest on it, and only where something does. What is found is only a proposal: `door.py` makes the proof."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import thread_time
from typing import TypeAlias

import z3

from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio, Rejection
from ruleslawyer.engines.smt.certify.argument import all_needs
from ruleslawyer.engines.smt.lifted.answered import Before, InstanceHints, Place
from ruleslawyer.engines.smt.lifted.asking import BRIEF, ONE_NEAR, SHORT, InductionProver
from ruleslawyer.engines.smt.lifted.certificate import (
    BadInstance,
    FoldInstance,
    LawInstance,
    LongerChains,
    ProofFile,
    Recipe,
    SumInstance,
    instance,
)
from ruleslawyer.engines.smt.lifted.conditions import ASSUMED
from ruleslawyer.engines.smt.lifted.door import Door
from ruleslawyer.engines.smt.lifted.folder import ProofSubject, RulesDigest, write_folder
from ruleslawyer.engines.smt.lifted.guesses import GroundQuery
from ruleslawyer.engines.smt.lifted.houdini import AssumptionCheck
from ruleslawyer.engines.smt.lifted.obligations import BEFORE, GOAL, RULE, THEN, NoObligation, Obligation
from ruleslawyer.engines.smt.lifted.question import Instantiation, Origin, Solver, SolverResult
from ruleslawyer.engines.smt.lifted.translate import QuantifiedScript, Tally
from ruleslawyer.engines.smt.lifted.verdict import remarks
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.terms import Term, conjuncts
from ruleslawyer.lifted.world import Law, World, player_sizes

Way: TypeAlias = tuple[int | None, bool]
WAYS: tuple[Way, ...] = (SHORT, True), (BRIEF, True), (None, True), (None, False)
"""The ways of a question: how long what is known of its rules may be, and whether all of that is asserted at once."""
SHORT_TURNS, TURNS, FIRST, LAST = (0.06, 0.12), (0.25, 0.5, 1.0), 0.2, (0.1, 0.3)
"""Seconds for each way, in turn, since what takes long in one way is answered at once in another; each at most this
share of the question's time. Shares of that for each way, after it was asked as a search asks."""
AT_FIRST, BRIEFLY_NEAR = 0.05, 0.05
"""The shares of a question's time for what is nearest to one of many, and after the short turns for what is near at
each distance."""
OF_FEW = 0.2
"""The same for what is asked of few members."""
MINIMISED = 3
"""How often what is not needed is taken out, at most."""
IN_A_CHAIN, OF_CHAINS = 2.0, 120.0
"""Seconds for a question that may be asked of longer chains instead, and for all of an item that is asked so."""
AS_BEFORE = 2000
"""Milliseconds for a question with the instances that answered it before."""
ALL_AS_BEFORE = 10.0
"""Seconds of the clock for all questions of an item together with those that answered them before."""
SLOW = 0.02
"""Seconds of the processor for a question, from which on it pays to leave out instances that are not needed."""
NO_TIME = "there was no time left to ask its questions again"
NOT_MET = "it rests on what is assumed of members ({}), and no few members are found to meet {}"
"""Why a proof is none that rests on assumptions, where it may be that no scope meets them."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The claim that a property holds by one of some items. chained: a question without an answer is asked of longer
    chains."""

    name: str
    items: tuple[str, ...]
    chained: bool = False


class CertificateIssuer:
    """Proofs proposed for one ruleset, made and asked. known: the keys of the conditions that may be taken as given.
    seconds: for each question, until `end`. before: the instances of a run before. tally: of each item one question,
    that with the most instances, is asked with quantifiers too. written: whether certificates are, which whoever checks
    them has to make again. lasting: whether what is found is kept in a file."""

    def __init__(
        self, system: System, about: ProofSubject, known: Sequence[str], judge: Portfolio, seconds: float, end: float,
        tell: Callable[[str], None] | None = None, tally: Tally | None = None, before: Before | None = None,
        *, written: bool = False, lasting: bool = False,
    ) -> None:  # fmt: skip
        self.written, self.lasting = written, lasting
        self.premises: int | None = None
        """How many premises there were before chains of rules were tried in vain."""
        self.about, self.seconds, self.end, self.tally = about, seconds, end, tally
        self.tell = tell or (lambda _: None)
        self._longest: tuple[Obligation, list[Recipe]] | None = None
        self._late, self._in_time = 0.0, True
        self._hoped = False
        """Whether of some question of an item it is not asked yet whether what answered it before does still."""
        self._found: dict[Place, list[Recipe]] = {}
        """The instances that were looked for."""
        self.meeting = AssumptionCheck(system, about.players)
        premises = Solver(World(system, player_sizes(system, about.players), {}))
        self.digest = RulesDigest()
        self.door = Door(
            system, about.players, about.chosen, known, premises.is_impossible, judge, remarks,
            self.digest.take if written else None,
        )  # fmt: skip
        self._briefly = copy(judge)  # what it is told is known to the other
        self._briefly.seconds = ALL_AS_BEFORE
        # Alone a question needs more than with others.
        self.solver = Solver(self.door.obligations.relation.world, thorough=True)
        self.asking = InductionProver.like(self.door.obligations.induction, self.solver, seconds)
        self.looked_for = 0
        """The questions for which instances were looked for."""
        self.hints = InstanceHints(before or {}, self.door.obligations.relation.world)
        self.in_chains: set[str] = set()
        """Items that are asked of chains of rules."""
        self.proofs: dict[str, tuple[Accepted, str]] = {}
        """What was accepted, and by which item."""
        self.refused: dict[str, Rejection] = {}
        self.spent: dict[str, float] = {}
        """Seconds of the processor for each; what several rest on counts for the first."""

    def run(self, proposals: Sequence[Proposal]) -> None:
        """All proposals, those with chains last, whatever rests on them."""
        self.in_chains = {item for one in proposals if one.chained for item in one.items}
        for chained in (False, True):
            some = [one for one in proposals if one.chained is chained]
            for one in some:
                began = thread_time()
                self._make(one.items, chained=chained)
                self.spent[one.name] = thread_time() - began
        for one in proposals:
            for item in one.items:
                unasked = self.door.wrong.get(item, Rejection(NO_TIME, late=True))
                found = self.door.accept(one.name, item) if item in self.door.made else unasked
                if isinstance(found, Accepted) and found.assumes and not self.meeting.is_met:
                    found = Rejection(NOT_MET.format(", ".join(found.assumes), ", ".join(self.meeting.obstacles)))
                if isinstance(found, Accepted):
                    self.proofs[one.name] = found, item
                    break
                self.refused[one.name] = found

    def _make(self, items: Sequence[str], *, chained: bool) -> None:
        """The first of some items that can be made, and all that it rests on."""
        for item in items:
            waiting = [item]
            while waiting:
                one = waiting.pop(0)
                if one in self.door.made or thread_time() > self.end or self.premises is not None:
                    continue
                if one in self.in_chains and not chained:
                    continue
                self.tell(f"{one.partition(THEN)[0]}, asked again")
                made = self._item(one, chained=chained)
                waiting += made.uses if made is not None else ()
            waits = {} if chained else dict.fromkeys(self.in_chains, ())
            if all_needs([item], {**waits, **self.door.uses()}) is not None:
                return

    def _item(self, item: str, *, chained: bool) -> ProofFile | None:
        self._late, self._in_time = thread_time() + OF_CHAINS, True
        premises = len(self.door.obligations.premises)
        self._hoped = False
        made = self.door.make(item, partial(self._recipes, item, chained))
        if self._hoped and (made is None or isinstance(self._briefly.answer(made), Rejection)):
            self.hints.begin(item)
            made = self.door.make(item, partial(self._recipes, item, chained, each=True))
        if not self._in_time and item in self.door.wrong:
            self.door.wrong[item] = replace(self.door.wrong[item], late=True)
        contradiction = self._second_way()
        if contradiction:
            self.door.made[item], self.door.wrong[item] = None, Rejection(contradiction, refuted=True)
        if made is None and chained and self.written:
            # Which rules were lifted once more for it hangs on the answers: nothing after it can be made again.
            del self.door.made[item]
            self.premises = premises
            return None
        return self.door.made[item]

    def _as_before(self, place: Place, question: Obligation, each: bool) -> list[Recipe] | None:
        """The instances that answered a question before. Of all of an item it is asked together whether they answer
        still; `each`: of each, as they do not."""
        found = self.hints.of(place)
        if found is None or found == [LongerChains()]:
            return found
        if not each:
            self._hoped = True
            return found
        folds = self.door.obligations.relation.world.folds
        try:
            instances = [instance(recipe, question, folds) for recipe in found]
        except BadInstance:
            return None
        terms = (question.wanted, *instances)
        return found if not any(term.free for term in terms) and self._exclude(terms) else None

    def _exclude(self, terms: Iterable[Term]) -> bool:
        """Whether terms exclude one another, as z3 sees soon."""
        solver = z3.SimpleSolver(self.solver.translation.context)
        solver.set("timeout", AS_BEFORE)
        for term in terms:
            self.solver.translation.put(solver, term)
        return bool(solver.check() == z3.unsat)

    def _second_way(self) -> str:
        """A solver's objection to the longest question of an item, put with quantifiers; empty where it has none."""
        longest, self._longest = self._longest, None
        if self.tally is None or longest is None:
            return ""
        world = self.door.obligations.relation.world
        return self.tally.ask(*longest, world.folds, QuantifiedScript(world.sizes))

    # --- certificates -----------------------------------------------------------------------------------------------

    def write(self, folder: Path, names: Collection[str]) -> None:
        """Writes the accepted proofs of these names, as files for whoever wants to check them."""
        uses, kept = self.door.uses(), dict[str, None]()
        proofs = {name: proof for name, proof in self.proofs.items() if name in names}
        properties = {name: item for name, (_, item) in proofs.items()}
        for _, item in proofs.values():
            kept |= dict.fromkeys(all_needs([item], uses) or ())
        if not properties:
            return
        made = {item: (file, item in kept) for item, file in self.door.made.items()}
        write_folder(folder, self.about, self.door.obligations, self.digest.text, made, properties, self.premises)

    # --- instances --------------------------------------------------------------------------------------------------

    def _recipes(self, item: str, chained: bool, question: Obligation, *, each: bool = False) -> list[Recipe] | None:
        """The instances that answer a question; chained: or that it is to be asked of longer chains of rules. each:
        those that answered it before are asked about by themselves."""
        place, began = self.hints.next_place(item, question.rule), thread_time()
        before = self._found.get(place) or self._as_before(place, question, each)
        if before is not None:
            return before
        chains = self.door.obligations.chains
        last = question.other is None and (not (chained and question.chain) or chains.first(question.chain))
        if thread_time() > self.end:
            self._in_time = False
            raise NoObligation(NO_TIME)
        if chained and thread_time() > self._late:
            self._in_time = False
            raise NoObligation(f"its chains of rules were not all answered within {OF_CHAINS:g} seconds")
        seconds = self.seconds if last else min(self.seconds, IN_A_CHAIN)
        self.looked_for += 1
        answer = self._ask_in_ways(question, seconds)
        if answer.answer != "unsat":
            if last and answer.answer == "unknown":
                self._in_time = False
            self._hoped = self._hoped and not last  # nothing is proved, whatever they answer
            return None if last else [LongerChains()]
        places: dict[Law, tuple[str, int]] = {}
        parts: dict[Term, tuple[str, int]] = {}
        for source, some in question.sources.items():
            for at, law in enumerate(some):
                places.setdefault(law, (source, at))
                if not law[0]:
                    for part in conjuncts(law[1]):
                        parts.setdefault(part, (source, at))
        used = list(answer.instances)
        # It takes as long again where it was slow, and a file is read by others.
        if self.written or self.lasting or thread_time() - began >= SLOW:
            used = self._minimise(question.wanted, used)
        recipes_found: dict[Recipe, None] = {}
        for term in used:
            recipe = self._recipe(term, answer.instances[term], places, parts)
            if recipe is None:
                raise ValueError(f"an instance for {question.rule} is of nothing that is known")
            recipes_found[recipe] = None
        recipes = self._found[place] = self._spare_assumptions(question, list(recipes_found))
        if self._longest is None or len(recipes) > len(self._longest[1]):
            self._longest = question, recipes
        return recipes

    def _ask_in_ways(self, question: Obligation, seconds: float) -> SolverResult:
        """Answers in each way by turns, briefly, and then of one rule with what is near, and of few members; by longer
        turns; of one rule with what is near at length, and as a search asks, which tells cases apart; and at length."""
        ways: dict[Way, Instantiation] = {}
        known = self.door.obligations.known
        of = (question.chain[0], question.wanted, question.sources[GOAL], known) if len(question.chain) == 1 else None

        def briefly(turns: Iterable[float]) -> SolverResult:
            return self._take_turns(question, ways, dict.fromkeys(min(turn, FIRST * seconds) for turn in turns))

        one_of_many = question.other is not None  # of all that a rule does it speaks of one thing
        nearest = self.asking.ask_nearest(*of, seconds * AT_FIRST) if of and one_of_many else None
        if nearest is not None:
            return nearest.asked
        result = briefly(SHORT_TURNS)
        if result.answer == "unsat":
            return result
        if of and not one_of_many:
            nearest = self.asking.ask_near(*of, [seconds * BRIEFLY_NEAR])
            if nearest is not None:
                return nearest.asked
            laws = [law for some in question.sources.values() for law in some]
            few = GroundQuery(self.solver, question.wanted, laws).ask(seconds * OF_FEW)
            if few is not None:
                return few
        result = briefly(TURNS)
        if one_of_many:
            return result  # the other is asked at length
        if result.answer == "unknown" and of:
            result = self.asking.ask(*of, seconds, again=False, near=[ONE_NEAR]).asked
        if result.answer == "unsat":
            return result
        return self._take_turns(question, ways, [share * seconds for share in LAST])

    def _take_turns(self, question: Obligation, ways: dict[Way, Instantiation], turns: Iterable[float]) -> SolverResult:
        """The first answer of `unsat`, or else the one of the way that leaves nothing out. ways: those that were begun,
        to which others are added."""
        done: dict[Way, SolverResult] = {}
        for seconds in turns:
            for way in WAYS:
                if way not in done or done[way].reason == "time":
                    if way not in ways:
                        ways[way] = self._begin(question, way)
                    done[way] = ways[way].run(seconds)
                    if done[way].answer == "unsat":
                        return done[way]
        return done[WAYS[-1]]

    def _begin(self, question: Obligation, way: Way) -> Instantiation:
        longest, eager = way
        laws = [
            law for name, source in question.sources.items() for law in source
            if name.rpartition(BEFORE)[2] != RULE or longest is None or law[1].size <= longest
        ]  # fmt: skip
        return Instantiation(self.solver, question.wanted, (), laws, eager=eager)

    def _recipe(
        self, term: Term, origin: Origin, places: Mapping[Law, tuple[str, int]], parts: Mapping[Term, tuple[str, int]]
    ) -> Recipe | None:
        if term in parts:
            return LawInstance(*parts[term])
        match origin:
            case ():
                if term not in self.solver.sums.of:
                    return None
                more, fewer, others = self.solver.sums.of[term]
                return SumInstance(tuple(app for _, app in more), tuple(app for _, app in fewer), others)
            case (Term() as app, *rest):
                return FoldInstance(app, next((x for x in rest if isinstance(x, Term)), None))
            case (tuple() as law, *terms):
                return LawInstance(*places[law], tuple(t for t in terms if isinstance(t, Term)))
        return None

    def _spare_assumptions(self, question: Obligation, recipes: list[Recipe]) -> list[Recipe]:
        """The instances without those of each assumption that the others answer without: a proof names what it uses."""
        folds = self.door.obligations.relation.world.folds
        for source in sorted(
            {one.source for one in recipes if isinstance(one, LawInstance) and one.source.startswith(ASSUMED)}
        ):
            left = [one for one in recipes if not (isinstance(one, LawInstance) and one.source == source)]
            if self._exclude((question.wanted, *(instance(one, question, folds) for one in left))):
                recipes = left
        return recipes

    def _minimise(self, wanted: Term, instances: list[Term]) -> list[Term]:
        """The instances with which z3 answers the question, after taking out those that it did not need."""
        translation = self.solver.translation
        for _ in range(MINIMISED):
            solver = z3.SimpleSolver(translation.context)
            solver.set("timeout", max(1, int(self.seconds * 1000)))
            translation.put(solver, wanted)
            labels = [z3.Bool(f"used {i}", translation.context) for i in range(len(instances))]
            for label, term in zip(labels, instances, strict=True):
                translation.put(solver, term, label)
            if solver.check(*labels) != z3.unsat:
                break
            core = {str(name) for name in solver.unsat_core()}
            left = [term for i, term in enumerate(instances) if f"used {i}" in core]
            if len(left) == len(instances):
                break
            instances = left
        return instances
