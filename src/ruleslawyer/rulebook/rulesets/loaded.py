"""A ruleset of a project, loaded: its register, its rules as data, its scopes and their transition systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import InternalError, ModelError, UsageError, nearest
from ruleslawyer.ir.system import System, host_clause
from ruleslawyer.project.config import Project as ProjectConfig
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.project.settled import Settled, place_of, read_answers
from ruleslawyer.rulebook.claims.readings import (
    expect_open,
    mend,
    settle,
    valid_reading,
    valid_rulings,
    with_one_option,
)
from ruleslawyer.rulebook.register.load import load_register
from ruleslawyer.rulebook.scopes.found import MOST_DRAWN, SECONDS, open_scope, seconds_of, usual_scope, whole_game

if TYPE_CHECKING:  # who asks what there is waits for no front end and no machine
    from ruleslawyer.ir.schema import Scope
    from ruleslawyer.rulebook.claims.expected import Expectations, NeverLive
    from ruleslawyer.rulebook.register.clause import Register
    from ruleslawyer.semantics.transition import TransitionSystem


class LoadedRuleset:
    """One ruleset; it is read when first asked for, and then kept."""

    def __init__(self, root: Path, config: RulesetConfig) -> None:
        self.root, self.config = root, config
        self.host = LoadedRuleset(root, config.host) if config.host else None
        self._scopes: dict[str, Scope] = {}
        self._settling: dict[Settled, LoadedRuleset] = {config.settled: self}
        self._beginning = set[tuple[object, ...]]()
        """Scopes, each with a reading and what is ruled, in which a game is known to begin."""
        self.is_sent = False
        """Whether its rules were lowered elsewhere, and its code is not here."""

    def take(self, system: System) -> None:
        """Make it one whose rules were lowered elsewhere."""
        self.__dict__["system"], self.is_sent = system, True

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def title(self) -> str:
        return self.config.title

    @property
    def scenario_folder(self) -> Path:
        """The folder of scenario files."""
        return self.root / "checks" / self.name / "scenarios"

    @cached_property
    def register(self) -> Register | None:
        """The book's clauses, where the ruleset has a register; and those of the host, which are assumed."""
        found = load_register(self.config.spec) if self.config.spec.is_dir() else None
        if found is None or self.host is None or self.host.register is None:
            return found
        clauses = self.host.register.clauses.values()
        here = (replace(clause, id=host_clause(self.host.name, clause.id)) for clause in clauses)
        return replace(found, assumed={clause.id: clause for clause in here})

    @cached_property
    def system(self) -> System:
        """The rules as data, read without executing them; mistakes in the model are a `ModelError`."""
        from ruleslawyer.rulebook.kept.rules import rules_of

        register, host = self.register, self.host
        clauses, of_host = register.ids if register else None, host.register.ids if host and host.register else None

        def read() -> System:
            from ruleslawyer.front.lower import lower  # rules that are kept wait for no front end

            if self.config.settled:
                return settle(self.by_the_book.system, dict(self.config.settled), place_of(self.name))
            return lower(self.config, self.root, clauses, of_host)

        return rules_of(self.root, self.config, clauses, of_host, read)

    @property
    def by_the_book(self) -> LoadedRuleset:
        """The same as the book has it, whatever was settled: of that speak findings, scenarios, promises of answers and
        what is declared in `checks/`."""
        return self.settling(())

    @property
    def digests(self) -> tuple[str, str]:
        """The digests of what is played, by the rules as they are, and as the book has them."""
        return self.system.rules_digest, self.by_the_book.system.rules_digest

    def answers(self) -> dict[str, dict[str, str]]:
        """The rulings that are settled, by the ids of findings, as the file has them."""
        return read_answers(self.root, self.name)

    def settling(self, settled: Settled) -> LoadedRuleset:
        """The same with these answers settled, in place of those that are; made once."""
        if settled not in self._settling:
            other = LoadedRuleset(self.root, replace(self.config, settled=settled))
            other._settling, other.is_sent = self._settling, self.is_sent
            self._settling[settled] = other
        return self._settling[settled]

    @cached_property
    def modules(self) -> Mapping[str, ModuleType]:
        """The code, executed: rules keep nothing from one call to the next, so that all direct runs share it."""
        from ruleslawyer.semantics.direct import import_modules

        if self.is_sent:
            raise InternalError("a ruleset that was sent has no code to run")
        if self.config.settled:
            return self.by_the_book.modules
        return import_modules(self.root, self.system)

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes, alphabetically."""
        return tuple(sorted(path.stem for path in self.config.scopes.glob("*.toml")))

    def explored_scopes(self) -> tuple[str, ...]:
        """The scopes that `check` explores: they leave nothing open, and are not for a campaign alone."""
        return tuple(name for name in self.scopes() if self.is_explored(name))

    def is_explored(self, name: str) -> bool:
        """Whether `check` explores a scope."""
        scope = self.scope(name)
        return not scope.is_open and not scope.campaign

    @cached_property
    def open_scope(self) -> str | None:
        """The scope that leaves something open, of which proofs take the numbers that may be any; None where there is
        none."""
        return open_scope(self.system, self._good_scopes()[0])

    @property
    def usual_scope(self) -> str:
        """The scope that is explored, played and asked where none is named: the largest that begins as a game does and
        answers in ten seconds. A `UsageError` where every scope leaves something open."""
        slow = [name for name, seconds in seconds_of(self.root, self.name).items() if seconds > SECONDS]
        return usual_scope(self.system, self._closed_scopes(), slow)

    @property
    def whole_game(self) -> str:
        """The scope with most cards for each player."""
        return whole_game(self.system, self._closed_scopes())

    @property
    def drawn_game(self) -> str:
        """The largest game in which random plays get on."""
        return whole_game(self.system, self._closed_scopes(), MOST_DRAWN)

    def _good_scopes(self) -> tuple[list[Scope], ModelError | UsageError | None]:
        """The scopes without mistakes, of which `lint` speaks; and the mistakes in one of the others."""
        good, wrong = [], None
        for name in self.scopes():
            try:
                good.append(self.scope(name))
            except (ModelError, UsageError) as error:
                wrong = error
        return good, wrong

    def _closed_scopes(self) -> list[Scope]:
        """The scopes that leave nothing open. None is a `UsageError`; a mistake in any is raised: it may be meant."""
        good, wrong = self._good_scopes()
        if wrong is not None:
            raise wrong
        found = [one for one in good if not one.is_open]
        if not found:
            about = "every scope leaves something open" if self.scopes() else "it has no scope"
            raise UsageError(
                f"there is nothing to explore in {self.name}: {about}",
                "--scope",
                "`ruleslawyer explain --all` shows how one is written",
            )
        return found

    def expectations(self) -> Expectations:
        """The verdicts that are expected although they are not the best; a mistake in the file is a `UsageError`."""
        from ruleslawyer.rulebook.claims.expected import load_expectations

        return load_expectations(self.root, self.name, self.system.properties)

    def never_live(self) -> NeverLive:
        """The rules that are expected to be live in no scope; a mistake in the file is a `UsageError`."""
        from ruleslawyer.rulebook.claims.expected import heard_rules, load_never_live

        return load_never_live(self.root, self.name, heard_rules(self.system))

    def scope(self, name: str) -> Scope:
        """A scope by its name; a `UsageError` where there is none, a `ModelError` where it has mistakes."""
        if name not in self._scopes:
            if name not in self.scopes():
                folder = self._relative(self.config.scopes)
                raise UsageError(f"{self.name} has no scope `{name}`", folder, nearest(name, self.scopes()))
            from ruleslawyer.rulebook.scopes.load import load_scope

            self._scopes[name] = load_scope(self.config.scopes / f"{name}.toml", self.system, bounded=True)
        return self._scopes[name]

    def transition_system(
        self,
        scope: str = "",
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        direct: bool = False,
        brief: bool = False,
    ) -> TransitionSystem:
        """Rest states and steps, by default in the usual scope. `direct` executes the project's code, otherwise
        the interpreter runs. `brief`: as in `in_scope`. A scope that leaves something open is a `UsageError`, and so
        is one in which no game begins."""
        scope = scope or self.usual_scope
        found = self.scope(scope)
        if found.is_open:
            closed = ", ".join(one.name for one in self._good_scopes()[0] if not one.is_open)
            raise UsageError(
                f"scope `{scope}` leaves something open, so only `prove` can use it",
                self._relative(self.config.scopes / f"{scope}.toml"),
                f"choose another scope: {closed}"
                if closed
                else 'give values in place of "open", or add a scope that does',
            )
        made = self.in_scope(found, reading, rulings, direct=direct, brief=brief)
        asked = scope, *made.reading.items(), *sorted(made.rulings)
        if asked not in self._beginning:
            said = ", ".join(f"{k}={option}" for k, option in {**(reading or {}), **(rulings or {})}.items())
            place = self._relative(self.config.scopes / f"{scope}.toml")
            made.expect_beginning(f"{place} with {said}" if said else place)
            self._beginning.add(asked)
        return made

    def in_scope(
        self,
        scope: Scope,
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        direct: bool = False,
        brief: bool = False,
    ) -> TransitionSystem:
        """The same in a scope that no file need hold; whether there is a beginning is not asked. `brief`: it is looked
        at for a moment, as many others are."""
        from ruleslawyer.semantics.direct import Direct
        from ruleslawyer.semantics.interpret import Interpreter
        from ruleslawyer.semantics.transition import TransitionSystem

        system, chosen, ruled = self.under(reading, rulings)
        system = system.promising({**(reading or {}), **(rulings or {})})
        if direct:
            return TransitionSystem(Direct(system, scope, self.root, modules=self.modules), chosen, ruled)
        return TransitionSystem(Interpreter(system, scope, brief=brief), chosen, ruled)

    def under(
        self, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None
    ) -> tuple[System, dict[str, str], frozenset[str]]:
        """The rules, the choices and what is settled under a reading and rulings."""
        if self.config.settled:
            expect_open(dict(self.config.settled), {**(reading or {}), **(rulings or {})}, place_of(self.name))
        ruled = valid_rulings(self.system, rulings or {})
        read = {key: choice for key, choice in (reading or {}).items() if key not in ruled}
        chosen = {**valid_reading(self.system, read), **ruled}
        return mend(self.system, ruled), dict(sorted(chosen.items())), frozenset(ruled)

    def to_prove(
        self, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None
    ) -> tuple[System, dict[str, str], frozenset[str]]:
        """The same for a proof, of which readings are a part and rulings are none."""
        system, chosen, ruled = self.under(reading, rulings)
        system = system.promising({**(reading or {}), **(rulings or {})})
        return with_one_option(system, {key: chosen[key] for key in ruled}), chosen, ruled

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name


class LoadedProject:
    """The rulesets of a project."""

    def __init__(self, config: ProjectConfig, rulesets: Mapping[str, LoadedRuleset] | None = None) -> None:
        self.config = config
        if rulesets is None:
            rulesets = {name: LoadedRuleset(config.root, entry) for name, entry in config.rulesets.items()}
        self._rulesets = rulesets

    @classmethod
    def at(cls, folder: Path | str | None = None) -> LoadedProject:
        """The project that a folder lies in; without one that of the current folder, or else the bundled one."""
        bundled = ProjectConfig.bundled() if folder is None and ProjectConfig.find(Path()) is None else None
        return LoadedProject(bundled or ProjectConfig.load(Path(folder or ".")))

    @classmethod
    def of(cls, ruleset: LoadedRuleset) -> LoadedProject:
        """A project that has this ruleset alone."""
        config = ProjectConfig(ruleset.root, {ruleset.name: ruleset.config})
        return LoadedProject(config, {ruleset.name: ruleset})

    @property
    def root(self) -> Path:
        return self.config.root

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The ids, in the order of pyproject.toml."""
        return tuple(self._rulesets)

    def ruleset(self, name: str) -> LoadedRuleset:
        """A ruleset by its id; an unknown one is a `UsageError`."""
        return self._rulesets[self.config.ruleset(name).name]


_here: dict[tuple[Path, str], LoadedRuleset] = {}
_lenders: list[Callable[[str], System | None]] = []
"""Who has rules that the process which started this one has read."""


def borrow(find: Callable[[str], System | None]) -> None:
    """Take a ruleset's rules from what is found by its name, and read those that are not found."""
    _lenders.append(find)


def remember(ruleset: LoadedRuleset) -> None:
    """Remember a ruleset, so that whoever asks this process for it by its folder and name gets this one."""
    _here[ruleset.root, ruleset.name] = ruleset


def forget(ruleset: LoadedRuleset) -> None:
    _here.pop((ruleset.root, ruleset.name), None)


def loaded_ruleset(root: Path, name: str, settled: Settled | None = None) -> LoadedRuleset:
    """A ruleset, in the process of a worker; read there once, or borrowed. settled: the answers that are, where not
    those of its file."""
    found = _here.get((root, name)) or _project(root).ruleset(name)
    for find in _lenders:
        if "system" not in found.__dict__ and (rules := find(name)) is not None:
            found.__dict__["system"] = rules
    return found if settled is None else found.settling(settled)


@cache
def _project(root: Path) -> LoadedProject:
    return LoadedProject(ProjectConfig.load(root))
