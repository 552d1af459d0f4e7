"""Certificates checked again, from the project's text and the invariant alone, with cvc5.

Nothing of the prover is believed, and z3 is not loaded: the relation is instantiated anew, every question is made again
from it and the certificate's invariant, and has to be the file that is there, to the byte. Then cvc5 answers it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, content, is_there
from ruleslawyer.base.files.read import read_json
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.certificate import (
    SCHEMA,
    Claim,
    Relation,
    Script,
    model_digest,
    parse_claim,
    scripts,
    stated_goal,
)
from ruleslawyer.engines.smt.certify.issue import Certification, manifest_of
from ruleslawyer.engines.smt.certify.naming import MANIFEST
from ruleslawyer.engines.smt.encoding.smtlib import Late, Unreadable
from ruleslawyer.engines.smt.statements.assumptions import premises_of_proof
from ruleslawyer.engines.smt.statements.goals import Goal, every_goal
from ruleslawyer.lifted.scoped.nodes import FALSE
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.premises import Premises, sizes

AGAIN = "make it again with `prove RULESET --certificates DIR`"
MAX_K = 1000
_TEXTS, _OBJECTS = ("ruleset", "scope", "property", "model", "method"), ("reading", "rulings", "invariant")
_SETTLED = ("found_by", "schema")
"""The keys that are not made again: a remark, and the version."""


@dataclass(frozen=True, slots=True)
class Certified:
    """The result for one certificate.

    accepted: cvc5 answered every question with `unsat`; `wrong` says which it did not. files and questions: how many.
    steps, trusted: those of cvc5's own proofs, where they were asked for. assumptions: what is taken as given.
    uncertified: what no accepted certificate of the folder shows, and at whose failure a play ends, so that nothing is
    said of what would follow. invariant: in words; says: what is certified, where no project declares it. sizes: of
    the scope.
    """

    folder: str
    ruleset: str
    scope: str
    property: str
    method: str
    k: int
    accepted: bool
    wrong: str
    files: int
    questions: int
    steps: int | None
    trusted: int | None
    seconds: float
    assumptions: tuple[str, ...]
    invariant: tuple[str, ...]
    uncertified: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    premises: Premises | None = None
    sizes: tuple[tuple[str, int], ...] = ()

    def json(self) -> Json:
        return {
            "folder": self.folder, "ruleset": self.ruleset, "scope": self.scope, "property": self.property,
            "accepted": self.accepted, "wrong": self.wrong, "method": self.method, "k": self.k, "files": self.files,
            "questions": self.questions, "steps": self.steps, "trusted": self.trusted,
            "assumptions": list(self.assumptions),
            "under": self.premises.text() if self.premises is not None else "", "uncertified": list(self.uncertified),
            "invariant": list(self.invariant), "says": list(self.says),
            "seconds": round(self.seconds, 3),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Questions:
    """The invariant of a certificate, and its questions made again; None where there was no time for that. `seconds`:
    what it took."""

    claim: Claim
    made: tuple[Script, ...] | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a folder of certificates, or of one."""

    folder: Path
    data: Json

    @property
    def place(self) -> str:
        return f"{self.folder.name}/{MANIFEST}"

    def refusal(self, about: str) -> UsageError:
        return UsageError(about, self.place, AGAIN)

    def tampering(self, about: str) -> UsageError:
        return self.refusal(f"this certificate was changed: {about}")

    def expect_only(self, files: Iterable[str]) -> None:
        """Check that nothing else lies beside the manifest: whoever reads the folder would take it for checked."""
        extra = sorted({path.name for path in self.folder.iterdir()} - {MANIFEST, *files})
        if extra:
            raise self.tampering(f"{extra[0][:60]} does not belong to it")


class ScopeManifest(Manifest):
    """The manifest of a certificate of one scope."""

    @property
    def certification(self) -> Certification:
        data = self.data
        return Certification(data["ruleset"], data["scope"], data["reading"], data["rulings"])

    @property
    def group(self) -> tuple[object, ...]:
        """The key that certificates of one scope share."""
        data = self.data
        return (data["ruleset"], data["scope"], *(tuple(sorted(data[key].items())) for key in ("reading", "rulings")))


def folders(directory: Path) -> list[Path]:
    """The folders of certificates in a folder: itself, or those in it, by name."""
    if not directory.is_dir():
        raise UsageError(f"there is no folder {directory.name}", None, "name one that `prove --certificates` wrote")
    found = [directory] if is_there(directory / MANIFEST) else sorted(p for p in directory.iterdir() if p.is_dir())
    if not found:
        raise UsageError(f"there is no certificate in {directory.name}", None, AGAIN)
    return found


def manifest(folder: Path) -> ScopeManifest:
    """Reads the manifest in a folder; a `UsageError` where it is none."""
    data = read_json(folder / MANIFEST, "certificate", AGAIN)
    found = ScopeManifest(folder, data)
    if data.get("schema") != SCHEMA:
        raise found.refusal(f"this is no certificate of version {SCHEMA}")
    for keys, kind in ((_TEXTS, str), (_OBJECTS, dict), (("files", "words", "assumptions"), list), (("k",), int)):
        for key in keys:
            if not isinstance(data.get(key), kind):
                raise found.refusal(f"`{key}` is not what a certificate has there")
    pairs = [v for key in ("reading", "rulings") for v in data[key].values()]
    parts = [data["invariant"].get(key) for key in ("definitions", "conditions")]
    if "stated" in data:
        stated = data["stated"] if isinstance(data["stated"], dict) else {}
        parts += [stated.get(key) for key in ("definitions", "terms")]
    lists = all(isinstance(part, list) and all(isinstance(text, str) for text in part) for part in parts)
    if lists and data["k"] > MAX_K:
        raise found.refusal(f"`k` is more than {MAX_K}, the most that is checked")
    if not lists or not all(isinstance(v, str) for v in pairs) or isinstance(data["k"], bool) or data["k"] < 1:
        raise found.refusal("this is no certificate: a value is of another kind")
    return found


class Certifier:
    """Checks certificates of one scope."""

    def __init__(self, relation: Relation) -> None:
        self.relation = relation
        self.cones = Cones(relation.scoped.system, relation.scoped.scope)
        self.goals = {goal.name: goal for goal in every_goal(relation.scoped)}

    def questions(self, manifest: ScopeManifest, seconds: float = math.inf) -> Questions:
        """The questions made again, in so many seconds; a `UsageError` where the certificate is of something else."""
        began = monotonic()
        data = manifest.data
        goal = self._stated_goal(manifest) if "stated" in data else self.goals.get(data["property"])
        if goal is None:
            raise manifest.refusal(f"the ruleset has no property `{data['property']}`")
        off = self.cones.switched_off(goal.name)
        if off:
            raise manifest.refusal(f"`{goal.name}` hangs on what the scope switches off: {', '.join(off)}")
        if data["model"] != model_digest(self.relation, goal):
            raise manifest.refusal("this certificate is of another version of the model")
        try:
            claim = parse_claim(self.relation, goal, data["invariant"], data["k"])
        except Unreadable as error:
            raise manifest.refusal(f"the invariant is no condition on a state: {error}") from error
        try:
            made = scripts(self.relation, claim, began + seconds)
        except Late:
            return Questions(claim, None, monotonic() - began)
        _expect_same(manifest, manifest_of(self.relation, claim, made, manifest.certification))
        _expect_files(manifest, made)
        return Questions(claim, tuple(made), monotonic() - began)

    def _stated_goal(self, manifest: Manifest) -> Goal:
        """The fact, or the ranking function, that a certificate states; its name has to follow from it."""
        name = manifest.data["property"]
        try:
            return stated_goal(self.relation, name, manifest.data["stated"])
        except Unreadable as error:
            raise manifest.refusal(f"what is stated is no term of a state: {error}") from error

    def check(self, manifest: Manifest, questions: Questions, seconds: float, *, proofs: bool = False) -> Certified:
        """Ask cvc5 every question that was made again; the seconds are for making and answering them."""
        began = monotonic() - questions.seconds
        data, claim, made = manifest.data, questions.claim, questions.made or ()
        asked = steps = trusted = 0
        wrong = "" if questions.made is not None else "no time was left: its questions were not made again in it"
        for script in made:
            answers = second.ask(script.text, script.questions, began + seconds, proofs=proofs)
            asked, steps, trusted = asked + answers.questions, steps + answers.steps, trusted + answers.trusted
            if answers.wrong:
                wrong = f"{script.name}: {answers.wrong}"
                break
        return Certified(
            manifest.folder.name, data["ruleset"], data["scope"], claim.goal.name, data["method"], claim.k,
            not wrong, wrong, len(made), asked, steps if proofs else None, trusted if proofs else None,
            monotonic() - began, tuple(data["assumptions"]), tuple(data["words"]),
            says=tuple(data.get("says", ())), premises=premises_of_proof(self.relation.scoped, claim.goal),
            sizes=sizes(self.relation.scoped.system, self.relation.scoped.scope),
        )  # fmt: skip

    def with_limits(self, found: Sequence[Certified]) -> list[Certified]:
        """The same, with the failed checks at which a play ends and that no accepted certificate excludes."""
        shown = {c.property for c in found if c.accepted}
        early = [g.name for g in self.goals.values() if _ends_plays(g) and g.name not in shown]
        return [replace(one, uncertified=tuple(n for n in early if n != one.property)) for one in found]


def _ends_plays(goal: Goal) -> bool:
    return goal.kind in ("writes", "unbroken") and any(bad.node is not FALSE for bad in goal.bads)


def _expect_same(manifest: Manifest, wanted: Mapping[str, object]) -> None:
    """Check that a manifest says what follows from the project and the invariant."""
    data = manifest.data
    for key in (*wanted, *data):
        if key not in _SETTLED and data.get(key) != wanted.get(key):
            about = f"`{key[:60]}` is not what follows from the model and the invariant"
            raise manifest.tampering(about)


def _expect_files(manifest: Manifest, made: Sequence[Script]) -> None:
    """Check that the folder holds exactly the questions, to the byte."""
    there = {path.name for path in manifest.folder.glob("*.smt2")}
    for script in made:
        if script.name not in there:
            raise manifest.tampering(f"{script.name} is missing")
        path, wanted = manifest.folder / script.name, script.text.encode()
        if not path.is_file() or path.stat().st_size != len(wanted) or content(path) != wanted:
            about = f"{script.name} is not the question that follows from the model and the invariant"
            raise manifest.tampering(about)
    manifest.expect_only(script.name for script in made)
