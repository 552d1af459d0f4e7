"""The Python API: projects, rulesets and engines; the command line is a thin skin over it.

    from ruleslawyer.api import Project

    engine = Project.load(".").ruleset("megacorp").engine(scope="tiny")
    state = engine.initial()[0]
    action = engine.legal(state)[0]
    state = engine.step(state, action)

States and actions are JSON values (dictionaries with the names of the model), so they can be stored and sent as they
are. Two projects, and two engines, in one process do not disturb each other.

Long: each verb is a call here, and a call's docstring is what `help` prints of it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.base.files.kept import cache as cache
from ruleslawyer.base.files.kept import clear_cache as clear_cache
from ruleslawyer.base.on_use import load, on_use
from ruleslawyer.play.engine import Engine
from ruleslawyer.project import config as configuration
from ruleslawyer.rulebook.claims.limits import IMPACT_SECONDS
from ruleslawyer.rulebook.declared import asks
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

if TYPE_CHECKING:  # each method loads what it works with: who plays a game does not wait for the solver
    from ruleslawyer.check.evidence.finding import Finding
    from ruleslawyer.check.evidence.known_limits import Limit
    from ruleslawyer.check.evidence.stumbles import Stumble
    from ruleslawyer.check.evidence.verify import FindingResult
    from ruleslawyer.check.explorations import Watch
    from ruleslawyer.check.findings import Trial
    from ruleslawyer.check.linting import Linted
    from ruleslawyer.check.result import RulesetResult
    from ruleslawyer.check.scenario.suite import ScenarioResult, Suite
    from ruleslawyer.check.together import Together
    from ruleslawyer.exploration.quotient import Views
    from ruleslawyer.play.opened import ReplayResult
    from ruleslawyer.report.edition.edition import Edition
    from ruleslawyer.report.making.report import Reported
    from ruleslawyer.rulebook.claims.result import ScopeResult
    from ruleslawyer.rulebook.register.coverage import Coverage
    from ruleslawyer.rulebook.register.draft import Drafted
    from ruleslawyer.rulebook.register.lint import Lint
    from ruleslawyer.rulebook.register.show import Shown
    from ruleslawyer.rulebook.register.sites import Site
    from ruleslawyer.rulebook.register.starting import Started
    from ruleslawyer.rulebook.register.verify import Verification
    from ruleslawyer.studies.ledger.line import Line

with on_use(globals()):  # nor for the questions that nobody asks
    from ruleslawyer.bridges.conform.asked import Conform, Identify
    from ruleslawyer.bridges.export.exporting import Export
    from ruleslawyer.bridges.portable.building import Build
    from ruleslawyer.check.readings import Readings
    from ruleslawyer.exploration.asked import Analyse, Knowledge, Simulate, StateLayout, Symmetric
    from ruleslawyer.exploration.explore import Explore, Graph
    from ruleslawyer.exploration.variants.asked import Ablate, Family
    from ruleslawyer.play.vectors.making import Vectors, VerifyVectors
    from ruleslawyer.proof.any_number import ProveForAny
    from ruleslawyer.proof.ends import Terminates
    from ruleslawyer.proof.explained import Certify
    from ruleslawyer.proof.prove import Prove
    from ruleslawyer.studies.adequacy.asked import Adequacy, Omissions
    from ruleslawyer.studies.cards.asked import Cards
    from ruleslawyer.studies.clarifications.cores import Cores
    from ruleslawyer.studies.fuzz.asked import Fuzz
    from ruleslawyer.studies.games.asked import Games, Solve, Stakes
    from ruleslawyer.studies.hunt.run import Hunt
    from ruleslawyer.studies.laws.asked import Laws
    from ruleslawyer.studies.sweep.asked import Sweep


__all__ = [
    "Engine", "Project", "Ruleset", "cache", "clear_cache", "diff", "draft_register", "explain", "init",
    "primer", "write_report_again",
]  # fmt: skip


def init(folder: Path, name: str | None = None, text: Path | None = None) -> Started:
    """Make a project in a folder that is empty or not there. name: the id of its ruleset; by default the folder's name
    says it. text: a rulebook as text, Markdown or PDF, of which register and stubs are made; else it has a small
    game."""
    from ruleslawyer.rulebook.register.starting import start

    return start(folder, name, text)


def explain(*names: str) -> list[Json]:
    """Diagnostics, constructs of the language or patterns of rules by name, each with an example; all diagnostics where
    none is named. A name that nothing has is a `UsageError` with the nearest one."""
    from ruleslawyer.front.explaining import explain

    return explain(*names)


def primer() -> str:
    """The language on one page, in Markdown, with how to work: the AGENTS.md that `init` writes."""
    from ruleslawyer.rulebook.register.primer import primer

    return primer()


def diff(
    old: Path,
    new: Path,
    rulesets: Sequence[str] | None = None,
    scopes: Sequence[str] | None = None,
    *,
    prove: bool = True,
    timeout: float = 15.0,
    watch: Watch | None = None,
) -> Json:
    """Two versions compared: clauses, findings, events, and verdicts that changed, ruleset by ruleset. Each is a
    project's folder, which is checked now, or the report.json.gz of a check (or the folder that has it)."""
    from ruleslawyer.report.compare import compare_versions

    return compare_versions(old, new, Project.load, rulesets, scopes, prove=prove, timeout=timeout, watch=watch)


def draft_register(file: Path, folder: Path | None = None) -> Drafted:
    """A register's skeleton of a rulebook, text or Markdown, written into a folder that is empty or not there; by
    default spec/<name of the file>. Every line of the book is in it, with stubs of clauses that wait for a
    paraphrase."""
    from ruleslawyer.rulebook.register.draft import draft_into

    return draft_into(file, folder)


def write_report_again(
    source: Path,
    folder: Path = Path("build/report"),
    rulesets: Sequence[str] | None = None,
    *,
    single_file: bool = False,
    finding: str = "",
    address: str = "",
) -> Reported:
    """Write the report of an earlier check, its report.json.gz, and check nothing; else as `Project.report`."""
    from ruleslawyer.report.making.report import Wanted, write_again

    how = Wanted(folder, rulesets, single_file=single_file, finding=finding, address=address)
    return write_again(source, how)


class Project(LoadedProject):
    """A folder with a pyproject.toml that lists rulesets.

    A name that is none, a file of another form and a wish that is impossible are a `UsageError`; `str` of it says what
    would mend it. Mistakes in a model, a scope or a scenario are a `ModelError`, which has all of them."""

    _rulesets: Mapping[str, Ruleset]

    def __init__(self, config: configuration.Project, *, bundled: bool = False) -> None:
        self.bundled = bundled
        super().__init__(config, {name: Ruleset(config.root, entry) for name, entry in config.rulesets.items()})

    @classmethod
    def load(cls, path: Path | str = ".") -> Project:
        """The project that `path` lies in; nothing of it is executed."""
        return cls(configuration.Project.load(Path(path)))

    @classmethod
    def here(cls, path: Path | str | None = None) -> Project:
        """The project that `path` lies in; without one that of the current folder, or else (`bundled`) the rulesets
        that come with the tool."""
        if path is None and configuration.Project.find(Path()) is None:
            found = configuration.Project.bundled()
            if found is not None:
                return cls(found, bundled=True)
        return cls.load(path or ".")

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset by its id; an unknown one is a `UsageError`."""
        return self._rulesets[self.config.ruleset(name).name]

    certify = asks(Certify)

    def replay(self, file: Path) -> ReplayResult:
        """A saved play run again by the interpreter and by the author's own code: whether every step is allowed and
        gives the state that the file lists, what it meets, and what it violates. A file that is no play is a
        `UsageError`."""
        from ruleslawyer.play.opened import open_play, replay_again

        return replay_again(open_play(self, file))

    def record_scenario(
        self,
        play: Path | None = None,
        *,
        finding: str = "",
        name: str | None = None,
        file: Path | None = None,
        watch: Watch | None = None,
    ) -> Path:
        """Write a scenario of a saved play, or of the play of a finding such as ferry/001, and give its file. It
        expects what the last action makes of the state, and it has passed. name: what it shows, by default the last
        action; file: by default among the ruleset's scenarios, and never one that is there. A play that does not
        replay, or that no scenario can tell, is a `UsageError`."""
        from ruleslawyer.check.evidence.finding import finding_of
        from ruleslawyer.check.explorations import no_watch
        from ruleslawyer.check.finding_play import play_of_finding
        from ruleslawyer.check.recording import record_play
        from ruleslawyer.play.opened import open_play

        if (play is None) == (not finding):
            raise UsageError("a scenario is recorded from one play", None, "name a FILE, or --finding RULESET/ID")
        if play is not None:
            return record_play(self, open_play(self, play), play.name, name, file)
        ruleset, _, id_ = finding.partition("/")
        one = finding_of(self.ruleset(ruleset), id_)
        shown = play_of_finding(self.ruleset(ruleset), one, watch or no_watch)
        return record_play(self, shown, finding, name or one.title, file)

    def report(
        self,
        folder: Path = Path("build/report"),
        rulesets: Sequence[str] | None = None,
        scopes: Sequence[str] | None = None,
        *,
        by: Sequence[Sequence[str]] = (),
        prove: bool = True,
        timeout: float = 15.0,
        matrix: float = IMPACT_SECONDS,
        single_file: bool = False,
        finding: str = "",
        live: bool = False,
        address: str = "",
        watch: Watch | None = None,
    ) -> Reported:
        """Check rulesets and write the designer's report into a folder. by: lists of fields by which states are drawn
        in classes. timeout: seconds for the proof of each property; matrix: for what every answer changes. single_file:
        one HTML file for each rulebook; finding: of this one alone. live: with tables to play on. address: where the
        site will lie, for the pictures that links to its findings show. Wishes that exclude each other are a
        `UsageError`."""
        from ruleslawyer.check.explorations import no_watch
        from ruleslawyer.report.making.report import Wanted, make_report

        how = prove, timeout, matrix, single_file, finding, live, address
        return make_report(self, Wanted(folder, rulesets, scopes, by, *how), watch or no_watch)


class Ruleset(LoadedRuleset):
    """One ruleset, and what can be asked of it; it is read when first asked for, and then kept.

    Whatever is asked: a scope, a question, a property, a clause or a player that is none is a `UsageError`, before
    anything is computed. The rules are read with the first question that needs them, and mistakes in them are a
    `ModelError`. A limit that is reached is no error: the answer says that it is not complete. Times are in seconds,
    memory in MiB, states are counted."""

    explore = asks(Explore)
    graph = asks(Graph)
    family = asks(Family)
    analyse = asks(Analyse)
    knowledge = asks(Knowledge)
    simulate = asks(Simulate)
    symmetry = asks(Symmetric)
    layout = asks(StateLayout)
    prove = asks(Prove)
    prove_for_any = asks(ProveForAny)
    hunt = asks(Hunt)
    terminates = asks(Terminates)
    cores = asks(Cores)
    ablate = asks(Ablate)
    omissions = asks(Omissions)
    vectors = asks(Vectors)
    verify_vectors = asks(VerifyVectors)
    export = asks(Export)
    conform = asks(Conform)
    identify = asks(Identify)
    readings = asks(Readings)
    solve = asks(Solve)
    games = asks(Games)
    stakes = asks(Stakes)
    fuzz = asks(Fuzz)
    sweep = asks(Sweep)
    cards = asks(Cards)
    laws = asks(Laws)
    adequacy = asks(Adequacy)
    build = asks(Build)

    def findings(self) -> tuple[Finding, ...]:
        """The declared findings, which say what is wrong with the text: by id."""
        return self._findings

    @cached_property
    def _findings(self) -> tuple[Finding, ...]:
        from ruleslawyer.check.evidence.finding import findings_of

        return findings_of(self)

    def _findings_by_id(self, ids: Sequence[str]) -> Sequence[Finding]:
        """The findings of these ids; all of them where none is named."""
        from ruleslawyer.check.evidence.finding import finding_of

        return [finding_of(self, id_) for id_ in ids] or self.findings()

    def draft_finding(
        self,
        met: int | str,
        scope: str = "",
        reading: Mapping[str, str] | None = None,
        *,
        watch: Watch | None = None,
    ) -> Path:
        """Write a finding about what `explore` lists of a scope, and give its file: an event or a deadlock by its
        number, or a property that is VIOLATED or VACUOUS by its name. The front matter is filled in, the prose is left
        to a person. It never overwrites. A number beyond the list is a `UsageError`, as is another property."""
        path, text = self.sketch_finding(met, scope, reading, watch=watch)
        write_whole(path, text)
        return path

    def sketch_finding(
        self, met: int | str, scope: str = "", reading: Mapping[str, str] | None = None, *, watch: Watch | None = None
    ) -> tuple[Path, str]:
        """The same, and nothing is written: the file that it would be, and its text. A number beyond the list is a
        `UsageError`, as is another property."""
        from ruleslawyer.check.evidence.draft import draft, the_one
        from ruleslawyer.check.explorations import no_watch
        from ruleslawyer.check.explored import sketches_of

        scope = scope or self.usual_scope
        found = sketches_of(self, scope, reading or {}, watch or no_watch)
        return draft(self.config.findings, the_one(met, found, scope), scope, reading or {})

    def verify_findings(self, *ids: str) -> tuple[FindingResult, ...]:
        """The evidence of findings (of all, by default) asked again, and the rulings that would settle them tried
        out."""
        from ruleslawyer.check.findings import verify_again

        return verify_again(self, self._findings_by_id(ids))

    def settle_findings(self, *ids: str, whole: bool = False) -> tuple[Trial, ...]:
        """The rulings of findings (of all that name one, by default) tried out, with what else they change. whole:
        answers are replaced as well, not only gaps filled."""
        from ruleslawyer.check.findings import try_out

        return try_out(self, [one for one in self._findings_by_id(ids) if ids or one.proposals], whole=whole)

    def settle_together(self, answers: Mapping[str, Mapping[str, str]]) -> Together:
        """Answers to findings, by their ids what is ruled, tried all at once beside the rules as the book has them:
        what they repair, break and open, and which findings fall away. Answers that cannot all be so are a
        `UsageError`."""
        from ruleslawyer.check.findings import settle_together

        return settle_together(self, answers)

    def next_edition(self, source: Path) -> Edition:
        """The answers to findings as changes of the book's sentences, in its order. source: the folder with its text,
        of which nothing is kept. A `UsageError` where that is another edition's, or nothing is answered."""
        from ruleslawyer.report.edition.edition import next_edition

        return next_edition(self, source)

    def write_edition(self, source: Path, folder: Path) -> tuple[Path, ...]:
        """The same written into a folder: a sheet as a page, in Markdown, as a diff and with tracked changes, errata,
        and the new text. Gives the files."""
        from ruleslawyer.report.edition.sheet import write_edition

        return write_edition(self.next_edition(source), folder, source)

    def lint_findings(self, *ids: str, source: Path | None = None) -> tuple[Stumble, ...]:
        """The places of findings (of all, by default) over which a designer would stumble. source: the folder with the
        book's text, against which quotations are held."""
        from ruleslawyer.check.evidence.stumbles import stumbles
        from ruleslawyer.studies.games.kept import measured_severities

        measured = measured_severities(self.root, self.name, *self.digests) if self.config.modules else {}
        return stumbles(self, self._findings_by_id(ids), measured, source)

    def lint(
        self,
        *,
        run: bool = False,
        states: int | None = None,
        seed: int = 0,
        watch: Watch | None = None,
    ) -> Linted:
        """All mistakes of the model, its scopes and its view. run: where there are none, the author's functions are
        compared with the interpreter, in so many random states of each scope (200 by default)."""
        from ruleslawyer.check.linting import lint

        return lint(self, run=run, states=states, seed=seed, watch=watch)

    def lint_register(self) -> Lint:
        """Words that the book uses and never defines, references to places that it lacks, stubs, and lines that no
        clause accounts for."""
        from ruleslawyer.check.register import lint_register

        return lint_register(self)

    def verify_register(self, source: Path, *, update: bool = False) -> Verification:
        """Compare the register with the rulebook's text in a folder: the lines that changed, and their clauses. update:
        register and findings are brought up to the text first. A register without a text is a `UsageError`."""
        from ruleslawyer.check.register import against

        found = against(self, source, update=update)
        if found is None:
            raise UsageError(f"no text is behind the register of {self.name}", None, "a host's clauses are assumed")
        return found

    def coverage(self, scope: str | None = None) -> Coverage:
        """How many clauses are tied to the model, and which decide something. scope: explored to see the latter; by
        default the last check says it, or else the usual scope is explored."""
        from ruleslawyer.check.register import coverage_of

        return coverage_of(self, scope, lambda ruleset, name: load(Explore)(name)(ruleset))

    def clauses(self, *wanted: str) -> tuple[Shown, ...]:
        """Clauses by ids of them, of sections and of chapters, or by names of rules that cite them, each with where it
        is modelled, checked and complained about."""
        from ruleslawyer.check.register import clauses_of

        return clauses_of(self, wanted)

    def words(self) -> Json:
        """The fields, actions, members, terms, questions, rules and clauses that a scenario may name."""
        from ruleslawyer.check.scenario.words import words
        from ruleslawyer.rulebook.rulesets.fields import fields_of

        said = words(self.system, self.register, self.scopes(), fields_of(self))
        return {**said, "host": self.host_json()}

    def host_json(self) -> Json | None:
        """The ruleset that a guest is played on: its id, its title, folder of its register; None of others."""
        if self.host is None:
            return None
        folder = Path(os.path.relpath(self.host.config.spec, self.root)).as_posix()
        return {"ruleset": self.host.name, "title": self.host.title, "register": folder}

    def limits(self) -> tuple[Limit, ...]:
        """The declared limits of the model, which say what it leaves out or decides on its own; in the order of the
        file."""
        from ruleslawyer.check.evidence.known_limits import limits_of

        return limits_of(self)

    def trust(self) -> str:
        """How far HOLDS IN SCOPE may be trusted, where `adequacy` measured it; else empty."""
        from ruleslawyer.studies.adequacy.kept import trust

        return trust(self.root, self.name)

    def scenarios(self, *paths: Path | str, code: bool = True) -> tuple[ScenarioResult, ...]:
        """Run this ruleset's scenarios, or those of these files and folders, on both machines. code: whether the
        project's own functions run; else the interpreter does alone."""
        found = self.suite(*paths, code=code)
        return tuple(found.run(ruleset, scenario) for ruleset, scenario in found.scenarios)

    def replays(self, wanted: Collection[str] | None = None) -> tuple[Site, ...]:
        """The examples and claims of the book (of those that are wanted) that this ruleset's scenarios show to hold."""
        from ruleslawyer.check.register import replays_of

        return replays_of(self, wanted)

    def suite(self, *paths: Path | str, code: bool = True) -> Suite:
        """This ruleset's scenarios, or those of these files and folders, read and not yet run."""
        from ruleslawyer.check.scenario.suite import suite_of

        return suite_of(self, *paths, code=code)

    def ledger(self, results: Sequence[ScopeResult] = ()) -> list[Json]:
        """The assumption ledger: what the modeller decided and not the text, and what these scopes made smaller."""
        from ruleslawyer.report.ledger import ledger

        return ledger(self.system, results, self.silence())

    def silence(self) -> list[Line]:
        """The decisions of the model that no clause makes, one line each, with who answers for it."""
        from ruleslawyer.studies.ledger.run import ledger_of

        return ledger_of(self)[0]

    def check(
        self, scopes: Sequence[str] | None = None, *, prove: bool = True, views: Views | None = None
    ) -> RulesetResult:
        """Everything that `ruleslawyer check` does for this ruleset."""
        from ruleslawyer.check.check import check_rulesets

        return next(check_rulesets([self], scopes, prove=prove, views=views))

    def engine(
        self,
        scope: str = "",
        reading: Mapping[str, str] | None = None,
        *,
        direct: bool = True,
        compiled: bool | None = None,
    ) -> Engine:
        """The rules as a program to play against: the author's own functions, or (`direct=False`) the interpreter.

        `compiled`: legal actions, steps and whether a game is over come from compiled code, and the rest from the
        interpreter. Code is made then, or read where it is kept; a `UsageError` says why a scope cannot be compiled.
        None: so it is where this process has the code already, unless `direct=False` asks for the interpreter."""
        if compiled or (compiled is None and direct):
            from ruleslawyer.play.compiled import CompiledEngine  # which loads the compiler

            system = self.transition_system(scope, reading)
            try:
                if compiled or CompiledEngine.is_at_hand(system):
                    return Engine(system, CompiledEngine(system))
            except UsageError as error:
                if compiled:
                    otherwise = "engine(scope, compiled=False) plays it by the author's functions"
                    raise UsageError(error.message, error.place, otherwise) from None
        return Engine(self.transition_system(scope, reading, direct=direct))
