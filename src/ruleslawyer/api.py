"""The Python API: projects, rulesets and engines; the command line is a thin skin over it.

    from ruleslawyer.api import Project

    engine = Project.load(".").ruleset("megacorp").engine(scope="tiny")
    state = engine.initial()[0]
    action = engine.legal(state)[0]
    state = engine.step(state, action)

States and actions are JSON values (dictionaries with the names of the model), so they can be stored and sent as they
are. Two projects, and two engines, in one process do not disturb each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ruleslawyer.check.check import check_ruleset
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.readings import valid_reading
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.claims.rulings import mend, valid_rulings
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.evidence.finding import Finding, load_findings
from ruleslawyer.exploration.explore import EngineName, explore_scope
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.scope import OPEN, Scope
from ruleslawyer.ir.system import System, assumed
from ruleslawyer.play import explain as explaining
from ruleslawyer.project import config as configuration
from ruleslawyer.proof import in_scope
from ruleslawyer.register.clause import Register
from ruleslawyer.register.load import load_register
from ruleslawyer.scopes.load import load_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.direct import Direct, import_modules
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.sight import observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:  # the solver is loaded only where something is proved, the compiler where code is made
    from ruleslawyer.engines.smt.certify.recheck import Certified
    from ruleslawyer.engines.smt.discover.discover import Discovery
    from ruleslawyer.engines.smt.prove.explain import Explanation
    from ruleslawyer.engines.smt.prove.result import ProofResult
    from ruleslawyer.proof.cycles import Cycles
    from ruleslawyer.proof.termination import EndingResult
    from ruleslawyer.register.sites import Site
    from ruleslawyer.scenario.suite import ScenarioResult, Suite
    from ruleslawyer.variants.family import FamilyResult

Json = dict[str, Any]
"""A state (fields by name, and open frames) or an action (`action`, and `args` by name)."""


class Project:
    """A folder with a pyproject.toml that lists rulesets."""

    def __init__(self, config: configuration.Project, *, bundled: bool = False) -> None:
        self.config, self.bundled = config, bundled
        self._rulesets = {name: Ruleset(config.root, entry) for name, entry in config.rulesets.items()}

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

    @property
    def root(self) -> Path:
        return self.config.root

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The ids, in the order of pyproject.toml."""
        return tuple(self._rulesets)

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset by its id; an unknown one is a `UsageError`."""
        return self._rulesets[self.config.ruleset(name).name]

    def certify(
        self,
        directory: Path,
        *,
        seconds: float = 30.0,
        proofs: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> tuple[Certified, ...]:
        """The certificates in a folder, checked again with cvc5; one that was changed, or is of another version of a
        model, is a `UsageError`. `proofs`: cvc5's own proofs are made, and their steps counted."""
        from ruleslawyer.engines.smt.certify import recheck as certify
        from ruleslawyer.engines.smt.certify import second
        from ruleslawyer.engines.smt.certify.certificate import Relation
        from ruleslawyer.ground.instances import Ground

        if not second.available():
            raise UsageError("cvc5 is not installed, and nothing else is asked", None, "`pip install cvc5`")
        groups: dict[Any, list[certify.Manifest]] = {}
        for manifest in certify.manifests(directory):
            groups.setdefault(manifest.group, []).append(manifest)
        results: list[Certified] = []
        for members in groups.values():
            about = members[0].certification
            if progress:
                progress(f"grounding {about.ruleset}, scope {about.scope}")
            ruleset = self.ruleset(about.ruleset)
            system, chosen, ruled = ruleset._ruled(about.reading, about.rulings)
            certifier = certify.Certifier(Relation(Ground(system, ruleset.scope(about.scope), chosen, ruled)))
            found = []
            sound = [(m, certifier.questions(m, seconds)) for m in members]  # cvc5 is asked about no others
            for manifest, questions in sound:
                if progress:
                    progress(f"{about.ruleset}: {manifest.data['property']}")
                found.append(certifier.check(manifest, questions, seconds, proofs=proofs))
            results += certifier.limited(found)
        return tuple(results)


class Ruleset:
    """One ruleset; it is read when first asked for, and then kept."""

    def __init__(self, root: Path, config: configuration.RulesetConfig) -> None:
        self.root, self.config = root, config
        self.host = Ruleset(root, config.host) if config.host else None
        self._scopes: dict[str, Scope] = {}

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def title(self) -> str:
        return self.config.title

    @property
    def pairs(self) -> Path:
        """Where templates of pairs lie."""
        return self.root / "checks" / self.name / "pairs"

    @property
    def scenario_folder(self) -> Path:
        """Where scenario files lie."""
        return self.root / "checks" / self.name / "scenarios"

    @cached_property
    def register(self) -> Register | None:
        """The book's clauses, where the ruleset has a register; and those of the host, which are assumed."""
        found = load_register(self.config.spec) if self.config.spec.is_dir() else None
        if found is None or self.host is None or self.host.register is None:
            return found
        clauses = self.host.register.clauses.values()
        here = (replace(clause, id=assumed(self.host.name, clause.id)) for clause in clauses)
        return replace(found, assumed={clause.id: clause for clause in here})

    @cached_property
    def system(self) -> System:
        """The rules as data, read without executing them; mistakes in the model are a `ModelError`."""
        register, host = self.register, self.host
        of_host = host.register.ids if host and host.register else None
        return lower(self.config, self.root, register.ids if register else None, of_host)

    @cached_property
    def _modules(self) -> Mapping[str, ModuleType]:
        """The code, executed: rules keep nothing from one call to the next, so that all direct runs share it."""
        return import_modules(self.root, self.system)

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes, alphabetically."""
        return tuple(sorted(path.stem for path in self.config.scopes.glob("*.toml")))

    def scope(self, name: str) -> Scope:
        if name not in self._scopes:
            if name not in self.scopes():
                folder = self._relative(self.config.scopes)
                raise UsageError(f"{self.name} has no scope `{name}`", folder, nearest(name, self.scopes()))
            self._scopes[name] = load_scope(self.config.scopes / f"{name}.toml", self.system, bounded=True)
        return self._scopes[name]

    def transition_system(
        self,
        scope: str,
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        direct: bool = False,
    ) -> TransitionSystem:
        """Rest states and steps; `direct` executes the project's code, otherwise the interpreter runs."""
        found = self.scope(scope)
        system, chosen, ruled = self._ruled(reading, rulings)
        if found.is_open:
            raise UsageError(
                f"scope `{scope}` leaves something open, so only `prove` can use it",
                self._relative(self.config.scopes / f"{scope}.toml"),
                f"choose another scope: {', '.join(self.scopes())}",
            )
        machine = Direct(system, found, self.root, modules=self._modules) if direct else Interpreter(system, found)
        made = TransitionSystem(machine, chosen, ruled)
        self._expect_a_beginning(made, scope)
        return made

    def _expect_a_beginning(self, system: TransitionSystem, scope: str) -> None:
        """A scope that the initial rule's domain leaves out is a mistake: all that is asked of no state holds."""
        rule = system.system.initial
        if rule.domain is None or next(system.initial(), None) is not None:
            return
        span = rule.domain.origin.span
        asks = f", which asks for: {rule.domain.doc}" if rule.domain.doc else ""
        raise UsageError(
            f"no initial state: `{rule.function.name}` has no choice that `{rule.domain.name}` ({span}) allows{asks}",
            self._relative(self.config.scopes / f"{scope}.toml"),
            "change the members or the numbers of the scope, or the domain",
        )

    def _ruled(
        self, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None
    ) -> tuple[System, dict[str, str], frozenset[str]]:
        """The rules, the choices and what is settled under a reading and rulings."""
        ruled = valid_rulings(self.system, rulings or {})
        read = {key: choice for key, choice in (reading or {}).items() if key not in ruled}
        chosen = {**valid_reading(self.system, read), **ruled}
        return mend(self.system, ruled), dict(sorted(chosen.items())), frozenset(ruled)

    def explore(
        self,
        scope: str = "tiny",
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        direct: bool = False,
        limits: Limits | None = None,
        progress: Progress | None = None,
        engine: EngineName = "auto",
        workers: int | None = None,
        views: Views | None = None,
    ) -> ScopeResult:
        """Every reachable state of a scope; `direct` replays each trace through the project's code too. `engine`: the
        reference, generated code, or the one and then the other where a scope is large. `views`: what quotients of the
        graph to make besides the usual ones; None makes none. `rulings`: by question or clash, or for the gap of a
        question alone by `question?`."""
        system = self.transition_system(scope, reading, rulings)
        direct_system = self.transition_system(scope, reading, rulings, direct=True) if direct else None
        return explore_scope(system, direct_system, limits, progress, engine, workers, views)

    def family(
        self,
        scope: str = "tiny",
        questions: Sequence[str] = (),
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        limits: Limits | None = None,
        workers: int | None = None,
    ) -> FamilyResult:
        """All readings of a scope in one run: which questions matter, and what to answer first."""
        from ruleslawyer.variants.family import explore_family  # it makes code

        return explore_family(self.transition_system(scope, reading, rulings), questions, limits, workers)

    def prove(
        self,
        properties: Sequence[str] | None = None,
        scope: str = "open",
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        timeout: float = 30.0,
        directory: Path | None = None,
        progress: Callable[[str], None] | None = None,
        witnesses: bool = True,
        certificates: Path | None = None,
        second: bool = True,
        solver_timeout: float = math.inf,
        seed: int = 0,
        inductive: bool = False,
        conditions: bool = False,
        explore: bool = False,
        total: float = math.inf,
    ) -> tuple[ProofResult, ...]:
        """Properties for every printable attribute and any number of turns, under all readings unless one is given.

        `timeout` is in seconds and for each property, `total` for all together. `inductive`: only whether they are so
        together, with no other lemma than the form of a state. `conditions`: of each violation, under which readings
        it is one. `certificates`: where certificates of the proofs go. `second`: cvc5 is asked about each proof, where
        it is installed. `explore`: what is left is answered by explorations, as far as their scopes go."""
        from ruleslawyer.engines.smt.certify.issue import Certification
        from ruleslawyer.engines.smt.prove.prove import prove

        if not self.scope(scope).is_open:
            self.transition_system(scope, reading, rulings)  # no state is none to prove anything of
        system, chosen, ruled = self._ruled(reading, rulings)
        certification = Certification(self.name, scope, dict(reading or {}), dict(rulings or {}), certificates, second)
        found = prove(
            system, self.scope(scope), properties, chosen, ruled,
            timeout=timeout, directory=directory, progress=progress, witnesses=witnesses,
            certification=certification if second or certificates else None,
            query=solver_timeout, seed=seed, inductive=inductive, conditions=conditions, total=total,
        )  # fmt: skip
        if explore:
            found = self._in_scopes(found, scope, reading, rulings, timeout, progress)
        return tuple(found)

    def _in_scopes(
        self,
        proofs: list[ProofResult],
        scope: str,
        reading: Mapping[str, str] | None,
        rulings: Mapping[str, str] | None,
        seconds: float,
        progress: Callable[[str], None] | None,
    ) -> list[ProofResult]:
        """What the solver left, answered by explorations: of this scope, or where it is open of the others. They
        say too whether what a proof speaks of comes up."""
        left = in_scope.undecided(proofs)
        if not left and not in_scope.situational(proofs, self.system):
            return proofs
        names = [scope] if not self.scope(scope).is_open else [s for s in self.scopes() if not self.scope(s).is_open]
        names = [s for s in names if not self.scope(s).campaign]
        names.sort(key=lambda s: (self.scope(s).large, len(self.scope(s).off)))  # the quick ones that leave out least

        def explored(name: str, within: float) -> ScopeResult:
            if progress is not None:
                progress(f"exploring {name} for what the solver left")
            return self.explore(name, reading, rulings, limits=Limits(seconds=within))

        results = in_scope.explore_until_answered(proofs, names, explored, seconds * max(len(left), 1), self.system)
        found = in_scope.add_plays(in_scope.answer(proofs, results), results, self.system)
        return in_scope.mark_interrupted(in_scope.note_unmet(found, results, self.system), results)

    def discover(
        self,
        scope: str = OPEN,
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        timeout: float = 120.0,
        seed: int = 0,
        certificates: Path | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> Discovery:
        """What always holds and nobody wrote down, proved under all readings unless one is given, and which declared
        properties it helps to prove. `timeout`: for the whole search. `certificates`: where those of the facts go."""
        from ruleslawyer.engines.smt.certify.issue import Certification
        from ruleslawyer.engines.smt.discover import discover

        system, chosen, ruled = self._ruled(reading, rulings)
        found = discover.discover(system, self.scope(scope), chosen, ruled, timeout, seed, progress)
        if certificates is None or found.interrupted:
            return found
        certification = Certification(self.name, scope, dict(reading or {}), dict(rulings or {}), certificates)
        return discover.certificates(found, certification, timeout, progress)

    def terminates(
        self,
        scope: str | None = None,
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        explore: Sequence[str] | None = None,
        timeout: float = 120.0,
        limits: Limits | None = None,
        seed: int = 0,
        certificates: Path | None = None,
        progress: Callable[[str], None] | None = None,
        rounds: Cycles | None = None,
    ) -> tuple[EndingResult, ...]:
        """Whether every turn ends, and every game: plays that go round are looked for in the scopes of `explore` (the
        scope itself, or where it leaves something open all that leave nothing), under the default reading; ranking
        functions in `scope` (`open`, where there is one) under all readings unless one is given. With the same `rounds`
        several readings share the explorations between which they make no difference."""
        from ruleslawyer.engines.smt.certify.issue import Certification
        from ruleslawyer.proof.termination import terminates  # it makes code

        name = scope or (OPEN if OPEN in self.scopes() else "tiny")
        found = self.scope(name)
        system, chosen, ruled = self._ruled(reading, rulings)
        names = explore if explore is not None else self._to_explore(name)
        systems = [self.transition_system(other, reading, rulings) for other in names]
        certification = Certification(self.name, name, dict(reading or {}), dict(rulings or {}), certificates)
        return tuple(
            terminates(
                found, systems, system, chosen, ruled,
                timeout=timeout, limits=limits or Limits(), seed=seed, certification=certification, progress=progress,
                rounds=rounds,
            )
        )  # fmt: skip

    def _to_explore(self, name: str) -> list[str]:
        """The scope itself, or all small enough for `check` that leave nothing open and switch nothing off."""
        if not self.scope(name).is_open:
            return [name]
        scopes = [self.scope(other) for other in self.scopes()]
        return [s.name for s in scopes if not (s.is_open or s.campaign or s.off)]

    def explain(
        self,
        proofs: Sequence[ProofResult],
        scope: str = "open",
        reading: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        *,
        timeout: float = 30.0,
    ) -> tuple[Explanation, ...]:
        """Why what is proved is so: each invariant in words, and the clauses without which its proof falls."""
        from ruleslawyer.engines.smt.prove.explain import explain

        system, chosen, ruled = self._ruled(reading, rulings)
        claims = [p.claim for p in proofs if p.verdict == "PROVED" and p.claim is not None]
        return tuple(explain(system, self.scope(scope), chosen, ruled, claims, timeout))

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the text, as declared: by id."""
        system = self.system if self.config.modules else None  # a book can be read before there is a model
        return load_findings(self.config.findings, self.register, system, self.scopes())

    def scenarios(self, *paths: Path | str) -> tuple[ScenarioResult, ...]:
        """Run this ruleset's scenarios, or those of these files and folders, on both machines."""
        found = self.suite(*paths)
        return tuple(found.run(ruleset, scenario) for ruleset, scenario in found.scenarios)

    def replays(self, wanted: Collection[str] | None = None) -> tuple[Site, ...]:
        """The examples and claims of the book (of those that are wanted) that this ruleset's scenarios show to hold."""
        from ruleslawyer.scenario.citations import replays  # it needs this module

        return replays(self.suite(), wanted)

    def suite(self, *paths: Path | str) -> Suite:
        """This ruleset's scenarios, or those of these files and folders, read and not yet run."""
        from ruleslawyer.scenario import suite  # it needs this module

        project = Project(configuration.Project(self.root, {self.name: self.config}))
        project._rulesets[self.name] = self
        return suite.Suite(project, [Path(path) for path in paths])

    def ledger(self, results: Sequence[ScopeResult] = ()) -> list[Json]:
        """The assumption ledger: what the modeller decided and not the text, and what these scopes made smaller."""
        from ruleslawyer.report.ledger import ledger

        return ledger(self.system, results)

    def check(
        self, scopes: Sequence[str] | None = None, *, prove: bool = True, views: Views | None = None
    ) -> RulesetResult:
        """Everything that `ruleslawyer check` does for this ruleset."""
        return check_ruleset(self, scopes, prove=prove, views=views)

    def engine(self, scope: str = "tiny", reading: Mapping[str, str] | None = None, *, direct: bool = True) -> Engine:
        """The rules as a program to play against: the author's own functions, or (`direct=False`) the interpreter."""
        return Engine(self.transition_system(scope, reading, direct=direct))

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name


class Engine:
    """Reference semantics in one scope under one reading."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self.codec = Codec(system.system, system.scope)

    def initial(self) -> list[Json]:
        """The initial states, each once."""
        found = dict.fromkeys(o.state for _, o in self.system.initial() if o.state is not None)
        return [self.codec.state(state) for state in found]

    def legal(self, state: Json) -> list[Json]:
        """The actions that are allowed in a state."""
        found = self.system.candidates(self._state(state))
        return [self.codec.instance(judged.instance) for judged in found if judged.allowed]

    def step(self, state: Json, action: Json) -> Json:
        """The state after an allowed action, forced steps included; a `UsageError` says which clause forbids it."""
        before, instance = self._state(state), self._instance(action)
        found = explaining.explain(self.system, self.codec, before, instance)
        call = self.codec.call(instance)
        if not found.allowed:
            raise UsageError(f"{call} cannot be taken here: {explaining.sentence(found)}", "action")
        outcome = self.system.take(before, instance)
        if outcome.state is None:
            met = "; ".join(event.title for event in outcome.events)
            raise UsageError(f"{call} has no result here: {met}", "action")
        return self.codec.state(outcome.state)

    def explain(self, state: Json, action: Json) -> Json:
        """The verdict on an action in a state, allowed or not, and every clause that speaks about it."""
        found = explaining.explain(self.system, self.codec, self._state(state), self._instance(action))
        return explaining.to_json(found, self.codec)

    def awaits(self, state: Json) -> list[str]:
        """The names of the players who have a decision; `["chance"]` where it is nobody's."""
        return explaining.deciders(self.system, self._state(state))

    def observe(self, state: Json, player: str) -> Json:
        """What a player sees of a state: of members that he does not know (a hand, what lies face down) nothing, and
        `"?"` where something else names them. It is no state: `legal` and `step` want a whole one."""
        names = self.system.scope.names[self.system.system.players]
        if player not in names:
            raise UsageError(f"there is no player `{player[:60]}`", "player", nearest(player[:60], names))
        return observe(self.system, self.codec, self._state(state), names.index(player))

    def ended(self, state: Json) -> bool:
        return self.system.ended(self._state(state))

    def winners(self, state: Json) -> list[str]:
        names = self.system.scope.names[self.system.system.players]
        return [names[p] for p in sorted(self.system.winners(self._state(state)))]

    def _state(self, state: Json) -> State:
        return self.codec.parse_state(state)

    def _instance(self, action: Json) -> Instance:
        return self.codec.parse_instance(action, "action")
