"""The scenarios of a check: as evidence of findings, and as citations of the examples that they show. A file is read
where something that is asked of it is not known from an earlier check: what one tells is found by the rules that ran in
its play, and what those of a file show by the rules that ran in all of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import content
from ruleslawyer.base.processes.executor import Executor
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.known_limits import Limit
from ruleslawyer.check.scenario.citations import Cited, Machines, citing_plays, sites
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, Told, display_path, suite_of, summarise
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.answers.meaning import meaning
from ruleslawyer.rulebook.answers.memo import Memo, Ran
from ruleslawyer.rulebook.answers.store import Answers, Digest, Digests
from ruleslawyer.rulebook.register.sites import Site
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

ESCAPED = "\\"
"""With it a text may name what is not to be read in it."""


@dataclass(frozen=True, slots=True)
class Plays:
    """A job: some scenarios of a file, played."""

    root: Path
    ruleset: str
    file: str
    names: tuple[str, ...]
    answers: Path | None
    fresh: bool

    def __call__(self) -> dict[str, Told]:
        return _beside(self.root, self.ruleset, self.answers, self.fresh).play(self.file, self.names)


class Scenarios:
    """The scenarios of one ruleset."""

    def __init__(self, ruleset: LoadedRuleset, answers: Answers, workers: Executor | None = None) -> None:
        self._ruleset, self._workers = ruleset.by_the_book, workers
        self._kept = Memo(answers, self._ruleset)
        self._jobs: dict[str, Plays] = {}
        self._asked: dict[str, dict[str, None]] = {}
        self._told: dict[str, dict[str, Told]] = {}
        self._cited: dict[Path, tuple[Cited, ...]] = {}
        self._suite: Suite | None = None
        self._read: set[Path] = set()
        self._machines: Machines = []
        self._entered: set[int] = set()
        """The functions that ran since it was last empty."""
        self._scopes: dict[str, Digest] = {}
        self._texts: dict[Path, Digest] = {}
        self._alike: dict[str, list[Scope]] = {}

    def want(self, askers: Iterable[Finding | Limit]) -> None:
        """Say which scenarios findings or limits will ask for: those of a file are played and kept together."""
        for asker in askers:
            for evidence in asker.queries:
                if evidence.ask == "scenario":
                    self._asked.setdefault(evidence.about["file"], {})[evidence.about["name"]] = None

    def jobs(self) -> Iterator[Plays]:
        """The scenarios whose outcome is not known, to be played by others: a job for each file."""
        answers = self._kept.answers
        for file, names in self._asked.items():
            told = self._told.setdefault(file, {})
            told |= self._recall(file, names)
            if missing := tuple(name for name in names if name not in told):
                root, name = self._ruleset.root, self._ruleset.name
                self._jobs[file] = Plays(root, name, file, missing, answers.folder, answers.fresh)
                yield self._jobs[file]

    def run(self, file: str, name: str) -> Told:
        """The run of one of them; an unknown one is a `UsageError`."""
        known = self._told.setdefault(file, {})
        if name not in known:
            job = self._jobs.get(file)
            if job is not None and name in job.names and self._workers is not None and self._workers.has_begun(job):
                known |= self._workers.result(job)
            else:
                asked = self._asked.get(file, {})
                known |= self.play(file, tuple(asked) if name in asked else (name,))
        return known[name]

    def play(self, file: str, names: tuple[str, ...]) -> dict[str, Told]:
        """Some of a file. A name that the file does not have is a `UsageError`."""
        path = self._ruleset.scenario_folder / file
        found = self._recall(file, names)
        for name in (name for name in names if name not in found):
            suite, mine = self._of(path)
            if name not in mine:
                raise UsageError(f"{file} has no scenario `{name}`", "findings", nearest(name, mine))
            self._entered.clear()
            found[name] = summarise(suite.run(self._ruleset, mine[name]))
            if not found[name].instead:
                self._kept.write(found[name], *self._question(path, name), reads=self._ran())
        return found

    def _recall(self, file: str, names: Iterable[str]) -> dict[str, Told]:
        """The outcomes that earlier checks kept."""
        path = self._ruleset.scenario_folder / file
        read = {name: self._kept.read(Told, *self._question(path, name)) for name in names}
        return {name: self._together(found) for name, found in read.items() if found is not None}

    def _ran(self) -> tuple[Ran]:
        """The rules that ran since `_entered` was empty, as what an answer read."""
        return (Ran(meaning(self._ruleset).names(self._entered)),)

    def _together(self, found: Told) -> Told:
        """The same in the very scope of others that are played in an equal one: what is made of it is made once."""
        alike = self._alike.setdefault(found.scope.name, [])
        scope = next((one for one in alike if one == found.scope), None)
        if scope is None:
            alike.append(found.scope)
            return found
        return replace(found, scope=scope)

    def _question(self, path: Path, name: str) -> tuple[object, ...]:
        return "played", name, self.depends(path)

    def _cited_question(self, path: Path) -> tuple[object, ...]:
        return "cited", self.depends(path)

    def replays(self) -> tuple[Site, ...]:
        """The examples and claims that scenarios show to hold. All files are read that are not known, so that a mistake
        in one is said."""
        return sites(one for path in self.files() for one in self._citing(path))

    def files(self) -> list[Path]:
        """The files of the ruleset, by name."""
        return sorted(self._ruleset.scenario_folder.rglob("*.toml"))

    def play_file(self, path: Path) -> dict[str, str]:
        """The outcomes of all of a file's scenarios that a check plays: they show something, or a finding asks."""
        self._citing(path)
        file = path.relative_to(self._ruleset.scenario_folder).as_posix()
        for name in self._asked.get(file, ()):
            self.run(file, name)
        return self._outcomes_of(path)

    def ran(self, path: Path) -> frozenset[str] | None:
        """The functions that ran as all of a file was played lately; None where any may have."""
        asked = self._asked.get(path.relative_to(self._ruleset.scenario_folder).as_posix(), ())
        found = set[str]()
        for question in (self._cited_question(path), *(self._question(path, name) for name in asked)):
            noted = [one for reads in self._kept.notes(*question) for one in reads if isinstance(one, Ran)]
            if not noted or any(one.functions is None for one in noted):
                return None
            found |= {name for one in noted for name in one.functions or ()}
        return frozenset(found)

    def outcomes(self) -> dict[str, str]:
        """The outcomes of scenarios played so far, by file and name: what came otherwise; empty where one passed."""
        return {name: instead for path in self.files() for name, instead in self._outcomes_of(path).items()}

    def _outcomes_of(self, path: Path) -> dict[str, str]:
        shown = display_path(path, self._ruleset.root)
        found = {f"{shown}: {one.name}": one.instead for one in self._cited.get(path, ())}
        told = self._told.get(path.relative_to(self._ruleset.scenario_folder).as_posix(), {})
        for name, one in told.items():
            found[f"{shown}: {name}"] = found.get(f"{shown}: {name}") or one.instead
        return found

    def _citing(self, path: Path) -> tuple[Cited, ...]:
        """The scenarios of a file that name examples or claims, played."""
        if path not in self._cited:
            question = self._cited_question(path)
            known = self._kept.read(tuple, *question)
            if known is None:
                mine = [(self._ruleset, one) for one in self._of(path)[1].values()]
                self._entered.clear()
                known = citing_plays(mine, machines=self._machines, entered=self._entered)
                self._kept.write(known, *question, reads=self._ran())
            self._cited[path] = known
        return self._cited[path]

    def _of(self, path: Path) -> tuple[Suite, dict[str, Scenario]]:
        """The scenarios of a file by their names, and the suite that they are in; files are read into one."""
        if self._suite is None:
            self._suite = suite_of(self._ruleset, path, entered=self._entered)
        elif path not in self._read:
            self._suite.read(path)
        self._read.add(path)
        return self._suite, {one.name: one for one in self._suite.of(display_path(path, self._ruleset.root))}

    # --- what the answers of a file depend on, besides the rules ----------------------------------------------------

    def depends(self, path: Path) -> Digest:
        """The digest of a file's text, the clauses that there are, and the scopes that it may name."""
        if path not in self._texts:
            self._texts[path] = Digests().of((display_path(path, self._ruleset.root), *self._text(path)))
        return self._texts[path]

    def _text(self, path: Path) -> tuple[object, ...]:
        try:
            text = content(path)
        except OSError:
            return (None,)
        words = text.decode("utf-8", "replace")
        named = [name for name in self._ruleset.scopes() if name in words or ESCAPED in words]
        return text, self._clauses, tuple((name, self._scope(name)) for name in named)

    @cached_property
    def _clauses(self) -> Digest:
        register = self._ruleset.register
        clauses = register.citable_clauses if register is not None else {}
        return Digests().of(tuple((name, clause.kind) for name, clause in clauses.items()))

    def _scope(self, name: str) -> Digest:
        if name not in self._scopes:
            self._scopes[name] = Digests().of(self._ruleset.scope(name))
        return self._scopes[name]


@cache
def _beside(root: Path, ruleset: str, answers: Path | None, fresh: bool) -> Scenarios:
    """The scenarios in the process of a worker: machines are made once for all files."""
    return Scenarios(loaded_ruleset(root, ruleset), Answers(answers, fresh=fresh))
