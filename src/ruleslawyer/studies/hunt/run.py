"""The hunt: spots are looked at until the time is over, and what they show is ranked for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.unasked import load_parts, questions
from ruleslawyer.exploration.study import OutOfTime, Study, StudyResult
from ruleslawyer.rulebook.answers.memo import FILES, Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.check.evidence.finding import Finding
    from ruleslawyer.studies.hunt.listed import Pair
    from ruleslawyer.studies.hunt.question import Question, QuestionHit, Way
    from ruleslawyer.studies.hunt.spots import Spot


MOST = 15
"""Questions that a person is shown before there are more."""
EACH = 400
"""States of a scope."""
IDLE = 3000
"""Drawn states that show nothing new, after which no more are drawn."""
SHARES = {"scopes": 0.2, "numbers": 0.08, "scenarios": 0.13, "noted": 0.1, "built": 0.06, "elsewhere": 0.3}
"""Of the time, by kind of states: of scopes, for rules that are otherwise there, of scenarios, of more of these to put
something elsewhere in, built ones for pairs that were not met, and those in which something is put elsewhere; the rest
is for what is drawn."""
LOOKING = 0.92
"""Of the time, for all states; behind it is asked what is known of the questions."""


@dataclass
class HuntResult(StudyResult):
    """The result of a hunt. met: of each pair the simplest spot; questions: by shape and key."""

    ruleset: str
    pairs: tuple[Pair, ...] = ()
    met: dict[tuple[str, str, str], Spot] = field(default_factory=dict)
    questions: dict[tuple[str, ...], QuestionHit] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    """The kinds of states of which the time did not suffice for all."""
    guessed: tuple[str, ...] = ()
    """The guesses which fields are places and supplies, in words, where no declaration says so."""
    untried: tuple[str, ...] = ()
    """Options of doubts under which nothing was looked at."""
    unmet: tuple[str, ...] = ()
    """Questions that are said to be settled or known, and did not come up."""
    undated: tuple[tuple[str, str, str], ...] = ()
    """Questions, the clauses that settle them, and the digests by which a change of these would be told."""

    def word(self, pair: Pair) -> str:
        """Nothing is said of what was not met."""
        from ruleslawyer.studies.hunt.listed import MET, NOT_MET, UNREACHABLE

        return UNREACHABLE if pair.unreachable else MET if pair.key in self.met else NOT_MET

    def in_order(self) -> list[QuestionHit]:
        """The questions in order: open ones first, by who decides, by depth, by how often it was met; of those alike
        one."""
        from ruleslawyer.studies.hunt.question import rank_questions

        return rank_questions(self.questions.values())


@dataclass(frozen=True)
class Hunt(Told["HuntResult"]):
    """Hunt for questions that the author did not ask: where two rules meet, and no clause says what happens.

    What could meet is listed first, as the rules declare it: a mark and what moves
    its bearer, a procedure and a player who may go out, two choices of two players,
    a supply and what takes from it. Each pair is met, not met, or not reachable,
    where that is shown; of what is not met nothing is known. States come from the
    scopes, from all scenarios and from what sweeps deal, half of these under one
    option of one doubt that is not the usual one.

    Then questions, said at the table, with what the model does and what another
    reading would do. Those that no clause decides come first; what a finding or a
    doubt names is known, and comes last. `settled_by` in checks/RULESET/hunt.toml
    closes one (docs/howto/hunt.md).

    Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer sweep daemons --questions

      ruleslawyer sweep memesis --questions --minutes 0.5 --seed 7 --all

      ruleslawyer sweep megacorp --questions --draft 3

      ruleslawyer sweep mnemonic --questions --json
    """

    _: KW_ONLY
    minutes: Annotated[
        float, Option("Stop after so long; to ask what is known has a quarter more.", min=0.01, max=LONGEST)
    ] = 2.0
    states: Annotated[int, Option("Look at so many states of each kind at most.", min=1)] = 20_000
    seed: Annotated[int, Option("The seed of the random numbers.")] = 0

    def __call__(self, ruleset: LoadedRuleset, /) -> HuntResult:
        running = self._begin(ruleset)
        return running.study.run(running.found, running.look, running.conclude)

    def look(self, ruleset: LoadedRuleset) -> HuntResult:
        """The same, but that it is not asked which of it is known."""
        running = self._begin(ruleset)
        return running.study.run(running.found, running.look, lambda: None)

    def _begin(self, ruleset: LoadedRuleset) -> _HuntRun:
        return _HuntRun(ruleset, self, Study.of_minutes(self.minutes, self.progress), HuntResult(ruleset.name))


class _HuntRun:
    def __init__(self, ruleset: LoadedRuleset, hunt: Hunt, study: Study, result: HuntResult) -> None:
        from ruleslawyer.studies.hunt.ends import BeginningProbe, RoundProbe
        from ruleslawyer.studies.hunt.listed import DeclarationIndex
        from ruleslawyer.studies.hunt.marks import ReturnProbe
        from ruleslawyer.studies.hunt.question import QuestionPhrases
        from ruleslawyer.studies.hunt.relocation import Relocator, SpotBuilder
        from ruleslawyer.studies.hunt.settled import load_answers, load_declarations, load_ties
        from ruleslawyer.studies.hunt.shapes import ShapeProbe
        from ruleslawyer.studies.hunt.spots import Spots
        from ruleslawyer.studies.hunt.varied import ExtremumProbe

        self.ruleset, self.study, self.found = ruleset, study, result
        self.settled, self.known = load_answers(ruleset), load_ties(ruleset)
        listed = DeclarationIndex(ruleset.system, load_declarations(ruleset))
        result.guessed = tuple(listed.guesses())
        words = QuestionPhrases(ruleset, listed)
        result.pairs = tuple(dict.fromkeys(listed.pairs()))
        self.most, self.spots = hunt.states, Spots(ruleset, hunt.seed, EACH)
        if not self.spots.scopes and not ruleset.scenario_folder.is_dir():
            raise UsageError(
                f"{ruleset.name} has no scope to begin with", None, "write one: `ruleslawyer explain --all` shows how"
            )
        self.shapes = shapes = ShapeProbe(listed, words, self._meet, self._ask)
        self.elsewhere = Relocator(listed, words, shapes.marks, shapes.ends, self._ask, hunt.seed)
        self.varied = ExtremumProbe(ruleset.system, words, self._ask)
        self.built = SpotBuilder(listed)
        self.returned = ReturnProbe(listed, words, self._ask)
        self.rounds, self.beginnings = RoundProbe(words, self._ask), BeginningProbe(words, self._ask)
        self.seconds: float | None = None
        self.new = 0

    def look(self) -> None:
        self.seconds = None if self.study.end is None else LOOKING * self.study.remaining_seconds
        looks = self.shapes.look, self.returned.look
        notes = self.built.note, self.elsewhere.note
        self._of("scopes", self.spots.of_scopes(), *looks, self.rounds.note, *notes)
        self.rounds.look()
        for spot in self.rounds.first_spots():
            self.beginnings.look(spot)
        self._of("numbers", self.rounds.spots(), self.varied.look)
        scenarios = self.spots.of_scenarios()
        self._of("scenarios", scenarios, *looks, *notes)
        self._of("noted", scenarios, self.elsewhere.note)  # those for which there was no time
        self._of("built", self.built.spots(self._pairs_to_meet()), *looks)
        self._of("elsewhere", self.elsewhere.spots(), self.elsewhere.look, self.shapes.marks.look)
        self._of("drawn", self.spots.draw(), *looks)
        if self.found.left:
            raise OutOfTime

    def _pairs_to_meet(self) -> Iterator[Pair]:
        """The pairs that were not met by then, and could be."""
        return (pair for pair in self.found.pairs if not pair.unreachable and pair.key not in self.found.met)

    def _of(self, kind: str, spots: Iterable[Spot], *looks: Callable[[Spot], None]) -> None:
        """Look at spots for their share of the time; at drawn ones for the rest of it, until they show nothing new."""
        until = self.seconds
        if until is not None and kind in SHARES:
            until = self.study.seconds + SHARES[kind] * until
        self.found.looked[kind] = last = 0
        for number, spot in enumerate(islice(spots, self.most)):
            if self.study.is_over or (until is not None and self.study.seconds > until):
                self.found.left += (kind,)
                return
            before = self.new
            for look in looks:
                look(spot)
            self.found.looked[kind] += 1
            last = number if self.new > before else last
            if kind == "drawn" and number - last > IDLE:
                return
            if number % 50 == 0:
                met = sum(pair.key in self.found.met for pair in self.found.pairs)
                told = f"{kind}: {number} states, {met} of {len(self.found.pairs)} pairs met"
                self.study.tell(f"{told}, {len(self.found.questions)} questions")

    def _meet(self, key: tuple[str, str, str], spot: Spot) -> None:
        before = self.found.met.get(key)
        self.new += before is None
        if before is None or spot.size < before.size:
            self.found.met[key] = spot

    def _ask(
        self, shape: str, key: tuple[str, ...], spot: Spot, made: Callable[[], Question], ways: Iterable[Way] = ()
    ) -> None:
        from ruleslawyer.studies.hunt.question import QuestionHit

        there = self.found.questions.get((shape, *key))
        if there is None:
            there = self.found.questions[shape, *key] = QuestionHit(made())
            self.new += 1
        else:
            there.times += 1
            if spot.size < there.question.spot.size:
                there.question = made()
        for way in ways:
            if way not in there.ways or spot.size < there.ways[way].size:
                there.ways[way] = spot

    # --- what is known of it ----------------------------------------------------------------------------------------

    def conclude(self) -> None:
        """Adds to the questions what a clause, a finding or a doubt says of them, the first ones first."""
        from ruleslawyer.check.evidence.finding import findings_of
        from ruleslawyer.studies.hunt.question import alike, doubts_of
        from ruleslawyer.studies.hunt.settled import finding_cites_question
        from ruleslawyer.studies.hunt.varied import LACKING

        found = self.found
        for key in [key for key in found.questions if key[0] == "supply" and not self.shapes.ends.is_supply(key[1])]:
            del found.questions[key]
        takers = {one.question.sides[1] for key, one in found.questions.items() if key[0] == "supply"}
        for key, one in list(found.questions.items()):
            if one.question.model == LACKING and one.question.sides[1] in takers:
                del found.questions[key]  # it is asked already as that nothing is left
        options = (
            f"{name}={option.name}" for name, question in self.ruleset.system.questions.items()
            for option in question.options if not option.default and (name, option.name) not in self.spots.tried
        )  # fmt: skip
        found.untried = tuple(options)
        by_id = {one.question.id: one for one in found.questions.values()}
        for id_, settled in self.settled.items():
            if id_ in by_id:
                settled.expect_to_speak(by_id[id_].question)
                by_id[id_].settled = settled.by
        for one in found.questions.values():
            if one.question.settled_in_model and not one.settled:
                one.settled = one.question.near[0]
        found.undated = tuple((s.question, s.by, s.digest) for s in self.settled.values() if s.digest and not s.kept)
        named = [known for known in self.known if known.question in by_id]
        for known in named:
            known.expect_to_speak(by_id[known.question].question)
        found.unmet = tuple(sorted({*self.settled, *(known.question for known in self.known)} - set(by_id)))
        findings = {finding.id: finding for finding in findings_of(self.ruleset)}
        told = {(known.finding.id, alike(by_id[known.question].question)) for known in named}
        for one in found.questions.values():
            told |= {
                (id_, alike(one.question))
                for id_, finding in findings.items()
                if finding_names_question(finding, one.question)
            }
        for one in found.questions.values():  # a cluster that a finding tells is told, where it speaks of it
            ids = sorted(id_ for id_, cluster in told if cluster == alike(one.question))
            one.known = tuple(f"finding {id_}" for id_ in ids if finding_cites_question(findings[id_], one.question))
        asked = set[str]()
        while left := [one for one in found.in_order() if one.question.id not in asked]:
            for one in left:
                self.study.expect_time()
                asked.add(one.question.id)
                self.study.tell(f"asking which doubts name {len(asked)} of {len(found.questions)}")
                one.known += tuple(f"doubt {doubt}" for doubt in doubts_of(one.question))


def finding_names_question(finding: Finding, question: Question) -> bool:
    """Whether a finding speaks of what meets there: of a clause of each side, and mostly of these."""
    said, sides = set(finding.clauses), [set(side) for side in question.sides if side]
    mostly = 2 * len(said & set(question.clauses)) > len(said)
    return mostly and not finding.withdrawn and bool(sides) and all(side & said for side in sides)


SETTLED = "question", "settled_by", "digest"


def document(found: HuntResult) -> Json:
    """A hunt's result, as data for scripts."""
    from ruleslawyer.studies.hunt.listed import KINDS, WORDS
    from ruleslawyer.studies.hunt.shapes import NOT_BUILT, SHAPES

    counted = Counter((pair.kind, found.word(pair)) for pair in found.pairs)
    ranked = found.in_order()
    return {
        "ruleset": found.ruleset,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "looked": found.looked,
        "left": list(found.left),
        "guessed": list(found.guessed),
        "options_not_tried": list(found.untried),
        "counts": {kind: {word: counted[kind, word] for word in WORDS} for kind in KINDS},
        "pairs": [_pair(found, pair) for pair in found.pairs],
        "shapes": dict(SHAPES),
        "shapes_not_looked_for": list(NOT_BUILT),
        "questions": [_question(one) for one in ranked],
        "open": sum(one.open for one in ranked),
        "settled_and_not_met": list(found.unmet),
        "settled_without_digest": [dict(zip(SETTLED, one, strict=True)) for one in found.undated],
        "seconds": round(found.seconds, 3),
    }


def _pair(found: HuntResult, pair: Pair) -> Json:
    spot = None if pair.unreachable else found.met.get(pair.key)
    return {
        "kind": pair.kind,
        "one": pair.one,
        "other": pair.other,
        "word": found.word(pair),
        "why": pair.unreachable or None,
        "where": spot.where if spot else None,
        "play": list(spot.play) if spot else [],
        "reading": dict(spot.reading) if spot else {},
        "drawn": spot.drawn if spot else False,
    }


def _question(hit: QuestionHit) -> Json:
    question = hit.question
    return {
        "id": question.id,
        "shape": question.shape,
        "asks": question.asks,
        "model": question.model,
        "otherwise": question.otherwise,
        "decided": question.decider,
        "by": list(question.near),
        "clauses": list(question.clauses),
        "where": question.spot.where,
        "play": list(question.spot.play),
        "reading": dict(question.spot.reading),
        "drawn": question.spot.drawn,
        "depth": question.depth,
        "times": hit.times,
        "alike": sorted(hit.others),
        "ways": sorted(" | ".join(way) for way in hit.ways),
        "elsewhere": question.spot.moved is not None,
        "known": list(hit.known),
        "settled_by": hit.settled or None,
        "open": hit.open,
    }


MINUTES = 0.2
"""The longest hunt of a check."""


@dataclass(frozen=True)
class ShortHunt:
    """A short hunt, as it is kept in the cache."""

    found: Json

    @property
    def whole(self) -> bool:
        return bool(self.found["stopped"] != "interrupted")


def open_questions(ruleset: LoadedRuleset, watch: Watch) -> Json | None:
    """Questions that nobody asked, and laws: the kept ones; else the questions that a short hunt finds, where
    hunt.toml has `in_check`, as for a new project."""
    kept = load_parts(ruleset.root, ruleset.name)
    if kept is not None and "questions" in kept:
        return kept
    from ruleslawyer.studies.hunt.settled import states_in_check

    states = states_in_check(ruleset)
    if not states:
        return kept
    asked = Hunt(minutes=MINUTES, states=states)

    def hunt() -> ShortHunt:
        with watch(f"{ruleset.name}, the hunt") as tell:
            return ShortHunt(document(replace(asked, progress=tell)(ruleset)))

    memo = Memo(users_answers(), ruleset, None, FILES)
    short = memo.ask(ShortHunt, hunt, lambda short: short.whole, *asked.key(ruleset))
    return {**(kept or {}), "questions": questions(short.found, ruleset.system.digest)}
