"""Options in scenarios: each promise under each option of its question, and each place in the rules that asks,
answered otherwise there alone. A place that forgets to ask is noticed where one of them breaks or fails.

What the scenarios of a file say is kept by the file's text, by what those before it have noticed, and by the functions
that ran in its plays: after an edit those files are asked again that it bears on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.check.scenario.compare import compare
from ruleslawyer.check.scenario.options import Played, play_under, plays_of
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import GIVEN, Suite, display_path, suite_of
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.exploration.variants.choices import PromiseResult, TrackedReading
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.sites import Apart, AskingSite, apart
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.memo import Memo, Ran
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import Instance, TransitionSystem

Key = tuple[str, ...]
"""A promise and a place by its key, or a question and its option, alone or with a place."""


@dataclass(frozen=True, slots=True)
class TriedOption:
    """An option that is not the default. scenarios: those that are written under it; failing: the first of them that
    fails under the default; sites: each place that asks its question, with the first of them that fails where the
    default is taken there alone; each empty where there is none."""

    question: str
    option: str
    scenarios: tuple[str, ...]
    failing: str
    sites: Mapping[AskingSite, str]


@dataclass(frozen=True, slots=True)
class TriedFile:
    """Everything that the scenarios of one file say. before: what those of other files had noticed; noticed: what these
    notice besides, each with the first of them; promised: without places, which stand beside it by their keys: those
    that ask, and those of them that are noticed; scenarios: those written under an option that is not the default; ran:
    the functions that ran (None: any may have)."""

    file: str
    before: frozenset[Key]
    noticed: Mapping[Key, str]
    promised: tuple[tuple[PromiseResult, tuple[str, ...], tuple[str, ...]], ...]
    scenarios: tuple[tuple[str, str, str], ...]
    ran: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Tried:
    """Everything that the scenarios of a ruleset say of its options; and the same by files."""

    promised: tuple[PromiseResult, ...]
    options: tuple[TriedOption, ...]
    files: tuple[TriedFile, ...] = ()


class KeptFiles:
    """The answers of files of scenarios, as they are kept."""

    def __init__(self, ruleset: LoadedRuleset, answers: Answers) -> None:
        self.scenarios, self._memo = Scenarios(ruleset, answers), Memo(answers, ruleset)

    def read(self, file: Path, before: frozenset[Key]) -> TriedFile | None:
        return self._memo.read(TriedFile, *self._question(file, before))

    def write(self, tried: TriedFile) -> None:
        root = self._memo.ruleset.root
        file = next(one for one in self.scenarios.files() if display_path(one, root) == tried.file)
        self._memo.write(tried, *self._question(file, tried.before), reads=(Ran(tried.ran),))

    def all(self, ask: Callable[[Path, frozenset[Key]], TriedFile | None] = lambda *_: None) -> list[TriedFile] | None:
        """Every file, in order: as it is kept, or else as it is asked with what those before it have noticed; None
        where one is neither."""
        found, before = list[TriedFile](), frozenset[Key]()
        for file in self.scenarios.files():
            tried = self.read(file, before) or ask(file, before)
            if tried is None:
                return None
            found.append(tried)
            before |= tried.noticed.keys()
        return found

    def _question(self, file: Path, before: frozenset[Key]) -> tuple[object, ...]:
        return "options in scenarios", self.scenarios.depends(file), tuple(sorted(before))


def in_scenarios(ruleset: LoadedRuleset, answers: Answers, tell: Tell | None = None) -> Tried:
    """The options of a ruleset in its scenarios, file by file; what is not known is kept as it comes."""
    kept, trying = KeptFiles(ruleset, answers), _Trying(ruleset)
    files = kept.scenarios.files()

    def ask(file: Path, before: frozenset[Key]) -> TriedFile:
        if tell is not None:
            tell(f"{file.name}, {files.index(file) + 1} of {len(files)} files of scenarios")
        tried = trying.of_file(file, before)
        kept.write(tried)
        return tried

    return all_of(ruleset.system, kept.all(ask) or ())


def all_of(system: System, files: Collection[TriedFile]) -> Tried:
    """Everything that files say, with the places of the rules as they are today."""
    places = apart(system).sites
    by_key = {site.key: site for of in places.values() for site in of}
    noticed: dict[Key, str] = {}
    scenarios: dict[tuple[str, str], dict[str, None]] = {}
    promised = []
    for one in files:
        noticed |= one.noticed
        for question, option, place in one.scenarios:
            scenarios.setdefault((question, option), {})[place] = None
        for said, asking, seen in one.promised:
            at, of = (tuple(by_key[key] for key in keys) for keys in (asking, seen))
            promised.append(replace(said, sites=at, noticed=of))
    options = (
        TriedOption(
            name, option.name, tuple(scenarios.get((name, option.name), ())), noticed.get((name, option.name), ""),
            {site: noticed.get((name, option.name, site.key), "") for site in places[name]},
        )
        for name, question in system.questions.items() for option in question.options if not option.default
    )  # fmt: skip
    return Tried(tuple(promised), tuple(options), tuple(files))


class _Trying:
    """A run over the scenarios of a ruleset."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self._ruleset = ruleset
        self._apart: dict[int, tuple[System, Apart]] = {}
        self._entered, self._names = set[int](), dict[int, str]()
        """The functions that ran since it was last empty, by identity; and the names of all that there are."""
        self._suite: Suite | None = None

    def of_file(self, file: Path, before: frozenset[Key]) -> TriedFile:
        """The scenarios of a file, of which nothing is known. before: what others have noticed."""
        noticed: dict[Key, str] = dict.fromkeys(before, "")
        promised: list[tuple[PromiseResult, tuple[str, ...], tuple[str, ...]]] = []
        scenarios: list[tuple[str, str, str]] = []
        shown = display_path(file, self._ruleset.root)
        self._entered.clear()
        if self._suite is None:
            self._suite = suite_of(self._ruleset, file, entered=self._entered)
        else:
            self._suite.read(file)
        for own in plays_of(self._suite, self._systems(self._suite, shown)):
            one = _OneScenario(own, self._apart[id(own.system.system)][1], noticed)
            for question, option in one.options():
                scenarios.append((question, option, one.place))
                one.try_option(question, option)
            promises = self._ruleset.system.promises.values()
            for question in dict.fromkeys(check.question for check in promises if one.asks(check.question)):
                promised += one.of_question(question, [check for check in promises if check.question == question])
        ran = frozenset(map(self._names.get, self._entered))
        new = {key: place for key, place in noticed.items() if key not in before}
        names = None if None in ran else frozenset(filter(None, ran))
        return TriedFile(shown, before, new, tuple(promised), tuple(scenarios), names)

    def _systems(self, suite: Suite, file: str) -> Iterator[tuple[Scenario, TransitionSystem]]:
        for scenario, system in suite.systems(self._told_apart, file):
            yield scenario, system.under_all(self._apart[id(system.system)][1].everywhere(system.reading))

    def _told_apart(self, system: System) -> System:
        """The rules of some scenarios, which differ by what is ruled."""
        if id(system) not in self._apart:
            self._apart[id(system)] = system, (made := apart(system))
            self._names |= {id(function): function.name for function in made.system.functions()}
        made = self._apart[id(system)][1]
        self._apart[id(made.system)] = made.system, made
        return made.system


@dataclass(frozen=True, slots=True)
class _Under:
    """A scenario under an option, with the places that ask in it."""

    system: TransitionSystem
    course: ScenarioPlay
    asking: tuple[AskingSite, ...]


class _OneScenario:
    """One scenario, by rules of which each place asks for itself."""

    def __init__(self, own: Played, rules: Apart, noticed: dict[Key, str]) -> None:
        self.own, self.rules, self.noticed = own, rules, noticed
        self.system, self.scenario = own.system, own.scenario
        self.place = f"{own.scenario.place} “{own.scenario.name}”"

    def asks(self, question: str) -> bool:
        ruled = question in self.system.rulings
        return not ruled and any(site.key in self.own.asked for site in self.rules.sites[question])

    # --- the scenario itself ------------------------------------------------------------------------------------

    def options(self) -> Iterator[tuple[str, str]]:
        """The options that it is written under, but for defaults."""
        for question in self.rules.sites:
            option = option_of(self.system, question)
            if option != self.rules.system.questions[question].default and self.asks(question):
                yield question, option

    def try_option(self, question: str, option: str) -> None:
        """Note where the scenario fails under the default: at all places, and at one alone."""
        default, sites = self.rules.system.questions[question].default, self.rules.sites[question]
        everywhere = self.rules.everywhere({question: default})
        self._note((question, option), everywhere)
        for site in sites:
            if site.key in self.own.asked:
                self._note((question, option, site.key), {site.key: default})

    def _note(self, key: Key, choices: Mapping[str, str]) -> None:
        if key not in self.noticed and self._passes(self.system.under_all(choices)) != self._own_result:
            self.noticed[key] = self.place

    @cached_property
    def _own_result(self) -> tuple[bool, ...]:
        return self._passes(self.system)

    def _passes(self, system: TransitionSystem) -> tuple[bool, ...]:
        """For each of its expectations whether it is met; none where its state cannot be given."""
        try:
            played = run(system, self.own.names.codec, self.scenario)
        except UsageError:
            return ()
        return tuple(one.passed for one in compare(system, self.own.names, self.scenario, played))

    # --- promises -----------------------------------------------------------------------------------------------

    def of_question(
        self, question: str, promises: list[Check]
    ) -> Iterator[tuple[PromiseResult, tuple[str, ...], tuple[str, ...]]]:
        """The promises of one question, each under all of its options that the scenario can be played under, with the
        keys of the places that ask and of those that are noticed."""
        options = [option.name for option in self.system.system.questions[question].options]
        every = {option: self._play(question, option) for option in options}
        plays = {option: play for option, play in every.items() if play is not None}
        elsewhere: dict[tuple[str, str, str], _Under | None] = {}
        for check in promises:
            broken = tuple(option for option, at in plays.items() if self._breaks(check, at))
            own = plays.get(check.option)
            asking = own.asking if own is not None else ()
            seen = asking if check.option not in broken else ()
            found = tuple(site.key for site in seen if self._is_noticed(check, site, every, elsewhere))
            yield PromiseResult(check.name, self.place, tuple(plays), broken), tuple(site.key for site in asking), found

    def _play(self, question: str, option: str, site: AskingSite | None = None, other: str = "") -> _Under | None:
        """The scenario under an option, or under another one at one place; None where its state cannot be given."""
        choices = self.rules.everywhere({question: option}) | ({site.key: other} if site else {})
        system = self.system.under_all(choices)
        if all(self.system.reading.get(choice) == value for choice, value in choices.items()):
            asked: Collection[str] = self.own.asked
            played: ScenarioPlay | None = self.own.play
        else:
            noted = TrackedReading(system.reading)
            played, asked = play_under(TransitionSystem(system.machine, noted, system.rulings), self.own), noted.asked
        asking = tuple(site for site in self.rules.sites[question] if site.key in asked)
        return _Under(system, played, asking) if played is not None else None

    def _is_noticed(
        self, check: Check, site: AskingSite, plays: Mapping[str, _Under | None],
        elsewhere: dict[tuple[str, str, str], _Under | None],
    ) -> bool:  # fmt: skip
        """Whether the promise breaks where another option is taken at one place, and was not seen to before. plays: by
        option; elsewhere: those with another option at one place, by both options and the place."""
        if (check.name, site.key) in self.noticed:
            return False
        for option, everywhere in plays.items():
            key = check.option, site.key, option
            if option == check.option or key in elsewhere:
                pass
            elif everywhere is not None and everywhere.asking == (site,):  # nobody else asks, so it is the same play
                choices = self.rules.everywhere({check.question: check.option}) | {site.key: option}
                elsewhere[key] = replace(everywhere, system=self.system.under_all(choices))
            else:
                elsewhere[key] = self._play(check.question, check.option, site, option)
            at = elsewhere.get(key)
            if at is not None and self._breaks(check, at):
                self.noticed[check.name, site.key] = self.place
                return True
        return False

    def _breaks(self, check: Check, at: _Under) -> bool:
        """Whether a state at rest, or a step, of a play breaks a promise."""
        system, played = at.system, at.course
        if check.kind == "step":
            moves = [(Instance(GIVEN, ()), played.given, played.settled)]
            moves += [(move.explanation.instance, move.before, move.outcome) for move in played.moves]
            return any(
                False in system.step_answers(check, before, instance, outcome)[0]
                for instance, before, outcome in moves if outcome is not None
            )  # fmt: skip
        return any(system.holds(check, state)[0] is False for state in played.rests)
