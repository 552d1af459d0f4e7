"""Inputs of answers: all that a check reads, to the letter, and the meaning of the rules as a digest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from weakref import WeakKeyDictionary

from ruleslawyer.base.files.content import content as contained
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import begins_with
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.answers.specialised import Specialised
from ruleslawyer.rulebook.answers.store import Digest, Digests
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.kept.rules import recall_or_make
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.inherit import card_files


def inputs(root: Path, config: RulesetConfig, but: Collection[str] = (), *, rules_alone: bool = False) -> bytes:
    """A digest of the names and the bytes of the files, `but` those of these names; wherever the project lies, it is
    the same. `rules_alone`: rules, properties, scopes and the register, without findings, scenarios and what else is
    declared of them."""
    found = hashlib.blake2b(digest_size=20)
    for file in sorted(set(files_read(root, config, rules_alone=rules_alone))):
        if file.name in but:
            continue
        content = contained(file)
        name = Path(os.path.relpath(file, root)).as_posix()
        found.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        found.update(content)
    return found.digest()


def files_read(root: Path, config: RulesetConfig, *, rules_alone: bool = False) -> Iterator[Path]:
    """The project's settings, the modules and what is declared beside them, all files of the folders that are the
    ruleset's own or its host's, and the lists of cards that its scopes name, wherever they lie."""
    yield root / "pyproject.toml"
    for module in (*config.rules, *config.checks):
        file = module_file(root, module)
        if file.is_file():
            yield file
            if module in config.rules or not rules_alone:
                yield from file.parent.glob("*.toml")  # how its table is drawn
            packages = (folder / "__init__.py" for folder in file.parents if folder.is_relative_to(root))
            yield from filter(Path.is_file, packages)
    for folder in _of_rules(config) if rules_alone else _folders(root, config):
        yield from _below(folder)
    for file in _below(config.scopes):
        if file.suffix == ".toml":
            yield from filter(Path.is_file, card_files(file))


def _below(folder: Path) -> Iterator[Path]:
    """The files in a folder and in those below it, links to folders followed; each folder once."""
    met = set[str]()
    for here, folders, files in os.walk(folder, followlinks=True):
        true = os.path.realpath(here)
        folders[:] = [name for name in folders if name != "__pycache__"] if true not in met else []
        met.add(true)
        yield from (file for name in files if (file := Path(here, name)).is_file())


def _folders(root: Path, config: RulesetConfig) -> tuple[Path, ...]:
    """The folders of which everything is read."""
    return root / "checks" / config.name, config.findings, *_of_rules(config)


def _of_rules(config: RulesetConfig) -> tuple[Path, ...]:
    own = config.scopes, config.spec
    return (*own, config.host.spec) if config.host else own


def read_by(root: Path, config: RulesetConfig) -> Iterator[Path]:
    """The folders that a check of a ruleset reads files of."""
    yield from _folders(root, config)
    yield from dict.fromkeys(file.parent for scope in _below(config.scopes) for file in card_files(scope))
    yield from (module_file(root, module).parent for module in (*config.rules, *config.checks))


_TOLD = frozenset(
    {
        ("System", "digest"), ("System", "rules_digest"), ("System", "settled"), ("SortDef", "doc"), ("EnumDef", "doc"),
        ("EnumDef", "labels"), ("RecordDef", "doc"),
        ("Function", "doc"), ("Function", "module"), ("Question", "about"), ("Question", "aside"), ("Check", "where"),
    }
)  # fmt: skip
"""Of the sources, docstrings, words for readers, in which file a function stands, and what only lint reads."""
_BODY = frozenset({("Function", "body"), ("Function", "slots")})
LATELY = 1_000
"""Scopes of which it is noted what can matter in them, a few times each."""


class Meaning:
    """Digests of one ruleset's rules and checks."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self._system = ruleset.system
        self._digests = Digests(_TOLD, frozenset({System, Scope, tuple}))
        self._specialised = Specialised(self._system)
        self._whole: Digest | None = None
        self._cones: Cones | None = None
        self._rests: dict[tuple[str, ...], tuple[object, ...]] = {}
        self._in_scope: dict[tuple[int, frozenset[str]], tuple[Scope, Digest]] = {}
        self._but_bodies: Digest | None = None
        self._bodies: dict[str, Digest] = {}

    def whole(self) -> Digest:
        """The digest of all rules."""
        if self._whole is None:
            self._whole = recall_or_make(self._system, "meaning", lambda: self._digests.of(self._system))
        return self._whole

    def of_play(self) -> Digest:
        """The digest of what is played: of all rules, without what is checked or assumed of them."""
        return self._digests.of(replace(self._system, checks={}, knowing={}, promises={}, assumptions={}))

    def within(self, scope: Scope, idle: frozenset[str] = frozenset()) -> Digest:
        """The digest of the rules that can matter in a scope, and of what else an exploration says of it by looking at
        all rules: which of its rules that are off, and which clauses of a host, the answer to a property rests on.
        idle: actions, deeds, duties and rules that settle of which nothing is ever done there."""
        rules = self._digests.of(self._specialised.of(scope, idle))
        return self._digests.of((rules, scope, self._rests_on(scope), *sorted(idle)))

    def recall(self, scope: Scope, idle: frozenset[str]) -> Digest | None:
        """The same, where it was worked out lately."""
        found = self._in_scope.get((id(scope), idle))
        return None if found is None else found[1]

    def note(self, scope: Scope, idle: frozenset[str], found: Digest) -> None:
        if len(self._in_scope) >= LATELY:
            del self._in_scope[next(iter(self._in_scope))]
        self._in_scope[id(scope), idle] = scope, found

    # --- by function ------------------------------------------------------------------------------------------------

    def but_bodies(self) -> Digest:
        """The digest of all rules, without the bodies of functions. Which ones may run before all is written stays: it
        is worked out of what they say, and asked of a function that runs."""
        if self._but_bodies is None:
            digests = Digests(_TOLD | _BODY, frozenset({System, tuple}))
            self._but_bodies = digests.of((self._system, begins_with(self._system)))
        return self._but_bodies

    def bodies(self, names: frozenset[str] | None) -> Digest:
        """The digest of the functions of these names; of all rules, where that is None. A name that several have stands
        for all of those."""
        if names is None:
            return self.whole()
        return self._digests.of(b"".join(map(self._body, sorted(names))))

    def _body(self, name: str) -> Digest:
        if name not in self._bodies:
            self._bodies[name] = self._digests.of((name, tuple(self._by_name.get(name, ()))))
        return self._bodies[name]

    def functions(self, like: Meaning | None = None) -> dict[str, Digest]:
        """The digest of each function, by its name. like: the meaning of rules that are nearly the same. A function
        that is equal there has its digest, and to compare two takes a tenth of the time that a digest takes."""
        if like is not None:
            same = (name for name, of in self._by_name.items() if name in like._bodies and like._by_name[name] == of)
            self._bodies |= {name: like._bodies[name] for name in same}
        return {name: self._body(name) for name in self._by_name}

    def names(self, functions: Iterable[int]) -> frozenset[str] | None:
        """The names of functions by their identities; None where one is none of the rules'."""
        found = frozenset(map(self._by_identity.get, functions))
        return None if None in found else frozenset(filter(None, found))

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[Function]]:
        found: dict[str, list[Function]] = {}
        for function in self._system.functions():
            found.setdefault(function.name, []).append(function)
        return found

    @cached_property
    def _by_identity(self) -> Mapping[int, str]:
        return {id(function): function.name for function in self._system.functions()}

    # --- of scopes --------------------------------------------------------------------------------------------------

    def of_scope(self, scope: Scope) -> Digest:
        """The digest of a scope, without the rules."""
        return self._digests.of(scope)

    def _rests_on(self, scope: Scope) -> tuple[object, ...]:
        if not scope.off and self._system.host is None:
            return ()
        if scope.off not in self._rests:
            self._cones = cones = (self._cones or Cones(self._system, scope)).in_scope(scope)
            found = tuple((cones.assumed_clauses(name), cones.switched_off(name)) for name in self._system.checks)
            self._rests[scope.off] = found
        return self._rests[scope.off]


_known: WeakKeyDictionary[LoadedRuleset, Meaning] = WeakKeyDictionary()


def meaning(ruleset: LoadedRuleset) -> Meaning:
    """The digests of a ruleset's rules; made once."""
    if ruleset not in _known:
        _known[ruleset] = Meaning(ruleset)
    return _known[ruleset]
