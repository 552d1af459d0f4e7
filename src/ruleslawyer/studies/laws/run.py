"""The laws of a rulebook, tried in drawn states until each was met often enough, or the time is over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ruleslawyer.base.diagnostics import Tell, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.exploration.variants.choices import TrackedReading, alternative_options
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.laws.built_in import OF_CHOICES, BuiltInLaw, built_in, promise_laws
from ruleslawyer.studies.laws.compare import LawTrialResult, LawViolation, Trial
from ruleslawyer.studies.laws.draw import SampleCounts, StateSampler
from ruleslawyer.studies.laws.drawn import (
    SampledState,
    deal_in_words,
    leaves_in_words,
    questions_about,
    rebuild_state,
    words_to_write,
)
from ruleslawyer.studies.laws.law import BLANK, NEVER, NOTED, ONLY, STAYS, KnownBreak, Law, load_laws
from ruleslawyer.studies.laws.leaves import MOST_LEAVES, Aim, Beginning, Need, Wish

FEW = 150
"""Premises of a law from which on it is not tried in each state, unless no other was met less often."""
MOST_OF_A_STATE = 4
"""Premises that count of one state: a law is met in many states, not often in few."""
MOST_BEGUN = 200
"""Beginnings of plays that met what a law speaks of, and are gone back to."""
MOST_HELD = 64
"""States in which what a law speaks of was met, and like which others are drawn."""
SELDOM = 40
"""Premises by which a law that has none is looked for four times as often as one with as many."""
BARE = 8
"""How often a break is looked for where its play begins: of choices there some are tried each time."""


@dataclass(frozen=True, slots=True)
class Break:
    """A law that is broken, in the simplest state found. suffices: the options of which each alone keeps the law there;
    known: why it is no news; shrunk: whether nothing more can be left out."""

    law: Law | BuiltInLaw
    broken: LawViolation
    drawn: SampledState
    suffices: tuple[tuple[str, str], ...] = ()
    known: str = ""
    shrunk: bool = False

    @property
    def size(self) -> tuple[int, ...]:
        """The size by which breaks of one law at one place are told apart: what is known is no simpler than news."""
        return bool(self.known), *self.drawn.deal.size, len(self.broken.says)


@dataclass
class Tally(StudyResult):
    """met: how often what each law speaks of was; breaks: by law and action, the simplest; failed: by law, why nothing
    was compared, and how often."""

    ruleset: str
    laws: tuple[Law | BuiltInLaw, ...]
    wanted: int
    met: Counter[str] = field(default_factory=Counter)
    failed: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    breaks: dict[tuple[str, str], Break] = field(default_factory=dict)
    drawing: SampleCounts = field(default_factory=SampleCounts)
    not_drawn: tuple[str, ...] = ()

    def breaks_of(self, law: Law | BuiltInLaw) -> list[Break]:
        """The breaks of one law, what is news first."""
        found = (one for one in self.breaks.values() if one.law is law)
        return sorted(found, key=lambda one: one.size)

    def is_met(self, law: Law | BuiltInLaw) -> bool:
        """Whether the law was tried often enough."""
        return self.met[law.name] >= self.wanted

    @property
    def is_new(self) -> bool:
        return any(not one.known for one in self.breaks.values())

    @property
    def laws_to_meet(self) -> list[Law | BuiltInLaw]:
        """The laws that were not tried often enough, although there is something to try."""
        return [law for law in self.laws if not self.is_met(law) and not getattr(law, "nothing", "")]


def every_law(
    ruleset: LoadedRuleset, *, promises: bool = False
) -> tuple[tuple[Law | BuiltInLaw, ...], tuple[KnownBreak, ...]]:
    """The laws of a ruleset, those that are built in first, and which of their breaks are known; or in their place what
    its answers promise."""
    if promises:
        return promise_laws(ruleset.system), ()
    given = built_in(ruleset.system)
    own, known = load_laws(ruleset, [law.name for law in given])
    return (*given, *own), known


def attempt(
    law: Law | BuiltInLaw, drawn: SampledState, trial: Trial, only: LawViolation | None = None
) -> LawTrialResult:
    """A law tried in a state; `only`: this break alone."""
    try:
        if isinstance(law, BuiltInLaw):
            return law.attempt(drawn)
        of_choices = OF_CHOICES.get(law.differs)
        return of_choices(law, drawn, trial.rng, only) if of_choices else trial(law, drawn, only)
    except BranchEnds as ends:
        return LawTrialResult(failed=(f"it cannot be judged: {ends.event.title}",))


def try_laws(
    ruleset: LoadedRuleset,
    only: tuple[str, ...],
    *,
    promises: bool = False,
    wanted: int,
    states: int | None,
    minutes: float | None,
    seed: int,
    tell: Tell | None,
) -> Tally:
    """Try the laws of a ruleset, its promises in place of them, or some by name; what was found so far after Ctrl-C, or
    as the time ends."""
    laws, known = every_law(ruleset, promises=promises)
    names, what = [law.name for law in laws], "promise" if promises else "law"
    if not names:
        mend = f"write checks/{ruleset.name}/promises.py"
        raise UsageError(f"no answer of {ruleset.name} promises anything", "--promises", mend)
    for name in only:
        if name not in names:
            raise UsageError(f"{ruleset.name} has no {what} `{name}`", "--law", nearest(name, names))
    tally = Tally(ruleset.name, tuple(law for law in laws if not only or law.name in only), wanted)
    return _LawRun(ruleset, tally, known, minutes, seed, tell, most=states).found_in_time()


class _LawRun:
    """A run over drawn states. most: states that are looked at, without it as many as it takes."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        found: Tally,
        known: tuple[KnownBreak, ...],
        minutes: float | None,
        seed: int,
        tell: Tell | None,
        *,
        most: int | None,
    ) -> None:
        self.found, self.study, self.draw = found, Study.of_minutes(minutes, tell), StateSampler(ruleset, seed)
        self.trial, self.most = Trial(ruleset, Random(seed)), most
        self._wishes = dict[str, list[Wish]]()
        self._begun: dict[str, dict[int, Beginning]] = {law.name: {} for law in found.laws}
        self._held: dict[str, list[SampledState]] = {law.name: [] for law in found.laws}
        self.known = known

    def found_in_time(self) -> Tally:
        """The tally of a whole run."""
        self.study.run(self.found, self.run, self.shrink)
        self.found.drawing, self.found.not_drawn = self.draw.drawing, self.draw.unvaried_fields()
        return self.found

    def _attempt(self, law: Law | BuiltInLaw, drawn: SampledState, only: LawViolation | None = None) -> LawTrialResult:
        return attempt(law, drawn, self.trial, only)

    def run(self) -> None:
        found = self.found
        for number, drawn in enumerate(self.draw.states()):
            self.study.expect_time()
            left = found.laws_to_meet
            if not left or number == self.most:
                return
            if number % 50 == 0:
                least = min(left, key=lambda law: found.met[law.name])
                self.draw.needs = list(self._needs(left))
                met = f"{least.name} met {found.met[least.name]} times"
                self.study.tell(f"{number} states, {len(left)} laws left: {met}")
            few = max(FEW, min(found.met[law.name] for law in left))
            for law in left:
                if self.trial.rng.random() * found.met[law.name] > few:
                    continue  # what was met often is tried the more seldom, for the sake of the others
                tried = self._attempt(law, drawn)
                found.met[law.name] += min(tried.met, MOST_OF_A_STATE)
                found.failed[law.name].update(tried.failed)
                if tried.met:
                    self._keep(law.name, drawn)
                for broken in tried.broken:
                    self._note(law, broken, drawn)

    def _keep(self, law: str, drawn: SampledState) -> None:
        """Note where a play began that met what a law speaks of, and hold the state, as one of some."""
        deal, begun, held = drawn.deal, self._begun[law], self._held[law]
        if len(begun) < MOST_BEGUN:
            begun[id(deal.scope)] = deal.scope, deal.dealt, deal.scenario
        if not deal.then and len(deal.leaves) <= MOST_LEAVES:
            if len(held) == MOST_HELD:
                held.pop(self.trial.rng.randrange(MOST_HELD))
            held.append(drawn)

    def _needs(self, left: Sequence[Law | BuiltInLaw]) -> Iterator[Need]:
        """The needs of the laws that are not met often enough yet: a wish for each thing that is printed to bring about
        what one speaks of."""
        for law in left:
            if isinstance(law, BuiltInLaw):
                wishes = list(law.wishes)
            elif law.name in self._wishes or not law.of:
                wishes = self._wishes.get(law.name, [])
            else:
                wishes = self._wishes[law.name] = list(_wishes(self.draw.ruleset.system, law))
            begun = list(self._begun[law.name].values())
            if wishes or begun:
                yield Need((SELDOM + self.found.met[law.name]) ** -2, wishes, begun, self._held[law.name])

    def _note(self, law: Law | BuiltInLaw, broken: LawViolation, drawn: SampledState) -> None:
        key = law.name, broken.at
        self.found.times[key] += 1
        one, before = self._break(law, broken, drawn), self.found.breaks.get(key)
        if before is None or one.size < before.size:
            self.found.breaks[key] = one

    def _break(self, law: Law | BuiltInLaw, broken: LawViolation, drawn: SampledState) -> Break:
        """A break, and why it is no news in the reading of its state."""
        reading = drawn.system.reading.items()
        why = (
            one.why for one in self.known if (one.law, one.at) == (law.name, broken.at) and one.under.items() <= reading
        )
        return Break(law, broken, drawn, known=next(why, ""))

    # --- what a break needs -------------------------------------------------------------------------------------

    def shrink(self) -> None:
        """Leave out what a break does not need, and ask which option alone keeps the law."""
        for place, (key, one) in enumerate(sorted(self.found.breaks.items())):
            self.study.tell(f"shrinking {place + 1} of {len(self.found.breaks)}")
            one = self._bare(one) or one
            while (smaller := self._smaller(one)) is not None:
                self.found.breaks[key] = one = smaller
            self.found.breaks[key] = replace(one, shrunk=True, suffices=tuple(self._suffices(one)))

    def _bare(self, one: Break) -> Break | None:
        """The break as a play begins, with nothing drawn: of any member, and by any choice."""
        deal = replace(one.drawn.deal, leaves=(), printed=(), reading=(), walk=())
        drawn = rebuild_state(self.draw.ruleset, deal)
        for _ in range(BARE if drawn else 0):
            assert drawn is not None
            tried = self._attempt(one.law, drawn)
            broken = next((broken for broken in tried.broken if broken.at == one.broken.at), None)
            if broken is not None:
                return self._break(one.law, broken, drawn)
        return None

    def _smaller(self, one: Break) -> Break | None:
        for deal in one.drawn.deal.smaller(self.draw.plan):
            self.study.expect_time()
            drawn = rebuild_state(self.draw.ruleset, deal)
            broken = None if drawn is None else self._still(one, drawn)
            if drawn is not None and broken is not None:
                return self._break(one.law, broken, drawn)
        return None

    def _still(self, one: Break, drawn: SampledState) -> LawViolation | None:
        """The same break in another state."""
        tried = self._attempt(one.law, drawn, one.broken)
        return next((broken for broken in tried.broken if broken.at == one.broken.at), None)

    def _suffices(self, one: Break) -> list[tuple[str, str]]:
        """The options of which each alone keeps the law in that state, whatever else is read there; asked of the
        choices that somebody asks for."""
        system = one.drawn.system
        noted = TrackedReading(system.reading)
        self._still(one, replace(one.drawn, system=TransitionSystem(system.machine, noted, system.rulings)))
        found = []
        for choice, option in alternative_options(system, noted.asked):
            self.study.expect_time()
            tried = self._attempt(one.law, replace(one.drawn, system=system.under(choice, option)), one.broken)
            if tried.met and all(broken.at != one.broken.at for broken in tried.broken):
                found.append((choice, option))
        return found


def _wishes(system: System, law: Law) -> Iterator[Wish]:
    """A member that is as a law says; with something on it where it is compared with a blank one, and with what is
    printed where a rule writes what has to stay."""
    where = {**(dict.fromkeys(law.to, ()) if law.differs == BLANK else {}), **law.where}
    fields = {slot.name for slot in system.state.fields}
    differing = () if law.differs in (ONLY, NEVER) else tuple(law.to)
    spoken_of = sorted({*law.where, *differing})
    of_choices = frozenset(law.to) if law.differs in (ONLY, NEVER, NOTED) else frozenset[str]()
    about = of_choices if law.differs == NOTED else of_choices.union(fields.intersection(spoken_of))
    written = words_to_write(system, law.to) if law.differs == STAYS and not law.then else ()
    for more in written or (None,):
        members = (Aim(law.of, where, law.named_by, law.leading), *([Aim(*more)] if more else []))
        yield Wish(members, questions_about(system, differing or tuple(law.where)), about, law.during)


MOST_REASONS = 8


def document(found: Tally) -> Json:
    """The laws, how often each was met, and what breaks it."""
    drawing = found.drawing
    return {
        "ruleset": found.ruleset,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "states": {
            "scopes": drawing.scopes,
            "played": drawing.walked,
            "drawn": drawing.kept,
            "refused": dict(drawing.refused.most_common(MOST_REASONS)),
            "never_drawn": list(found.not_drawn),
        },
        "laws": [_law(found, law) for law in found.laws],
        "seconds": round(found.seconds, 3),
    }


def law_word(found: Tally, law: Law | BuiltInLaw) -> str:
    """The word for a law now: that nothing was tried is never that nothing was found."""
    if any(not one.known for one in found.breaks_of(law)):
        return "broken"
    if not found.met[law.name]:
        return "not tried"
    known = "broken as known" if found.breaks_of(law) else "kept"
    return known if found.is_met(law) else f"{known}, tried seldom"


def _law(found: Tally, law: Law | BuiltInLaw) -> Json:
    return {
        "name": law.name,
        "built_in": isinstance(law, BuiltInLaw),
        "reason": law.reason,
        "clauses": list(law.clauses),
        "met": found.met[law.name],
        "word": law_word(found, law),
        "nothing": law.nothing if isinstance(law, BuiltInLaw) and law.nothing else None,
        "missing": _missing_of(found, law),
        "failed": dict(found.failed[law.name].most_common(MOST_REASONS)),
        "broken": [describe_break(found, one) for one in found.breaks_of(law)],
    }


def _missing_of(found: Tally, law: Law | BuiltInLaw) -> str | None:
    """The reason why a law does not count; None where it does."""
    if not found.is_met(law):
        return "it was met too seldom"
    if isinstance(law, Law) and law.fault is None:
        return "no fault is declared that breaks it"
    if isinstance(law, Law) and law.fault and not law.fault.stands:
        return f"the text of its fault is not in {law.fault.file}, or more than once"
    return None


def describe_break(tally: Tally, broken: Break) -> Json:
    """One break: where, what differs, the simplest state and play, and what would keep the law there."""
    codec = Codec(broken.drawn.system.system, broken.drawn.system.scope)
    law, what = broken.law, broken.broken
    who, with_ = None, {}
    if isinstance(law, Law) and what.who is not None:
        who = codec.scope.names[law.of][what.who]
        types = {a.name: a.type for a in codec.system.sorts[law.of].attributes}
        types |= {slot.field.name: slot.leaf for slot in codec.schema.slots if slot.field.name not in types}
        if law.differs == NOTED:
            with_ = leaves_in_words([(name, *leaf) for name, leaf in what.to], codec)
        else:
            with_ = {name: codec.text(types[name], value) for name, value in what.to}
    return {
        "at": what.at,
        "says": what.says,
        "times": tally.times[law.name, what.at],
        "member": who,
        "with": with_,
        **deal_in_words(broken.drawn.deal, codec),
        "suffices": [f"{choice}={option}" for choice, option in broken.suffices],
        "least": broken.shrunk,
        "known": broken.known or None,
    }
