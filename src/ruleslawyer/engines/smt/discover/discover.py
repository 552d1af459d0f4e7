"""Discovery: what always holds of a ruleset and nobody wrote down, proved, without what follows from the rest.

Candidates come from the schema and from random plays; plays refute most of them; what is left goes through Houdini on
the relation that `prove` uses. Of the largest inductive subset those are reported that the types, the declared
properties and the other facts do not imply.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.certify.accepted import Judge, Refused
from ruleslawyer.engines.smt.certify.certificate import Claim, reread, scripts
from ruleslawyer.engines.smt.certify.certificate import Relation as Certified
from ruleslawyer.engines.smt.certify.door import Door
from ruleslawyer.engines.smt.certify.issue import Certification, write_certificate
from ruleslawyer.engines.smt.certify.naming import file_name
from ruleslawyer.engines.smt.discover.facts import KINDS, Fact, facts
from ruleslawyer.engines.smt.encoding.encode import symbols_of
from ruleslawyer.engines.smt.encoding.interrupts import interruptible
from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.invariants.derive import DECLARED, FORM, Lemma, candidates, disjuncts, distinct, shapes
from ruleslawyer.engines.smt.invariants.houdini import Houdini
from ruleslawyer.engines.smt.invariants.induction import Certifier
from ruleslawyer.engines.smt.invariants.relate import relations
from ruleslawyer.engines.smt.invariants.sampled import constants, fixed_leaves, suggest
from ruleslawyer.engines.smt.invariants.simulate import Plays
from ruleslawyer.engines.smt.statements.assumptions import assumptions, premises_of_proof
from ruleslawyer.engines.smt.statements.goals import goals_of
from ruleslawyer.engines.smt.statements.stated import fact
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Canonical
from ruleslawyer.lifted.scoped.nodes import TRUE, Node, both, negate, substitute
from ruleslawyer.rulebook.claims.premises import Premises

SAMPLING = 0.1
"""The part of the time that goes to random plays."""

ASKING = 0.3
"""The part of the time that is kept for what follows from what, and for whom the facts help."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Helped:
    """A declared property: whether it is inductive by itself (with the form of a state), and with the facts; `used` are
    the facts that its proof rests on then."""

    name: str
    alone: bool
    proved: bool
    used: tuple[Fact, ...]

    @property
    def needs_help(self) -> bool:
        return self.proved and not self.alone

    def json(self) -> Json:
        return {
            "property": self.name, "alone": self.alone, "proved": self.proved, "helped": self.needs_help,
            "used": [one.sentence for one in self.used],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Discovery:
    """The result of a discovery. candidates, survivors: how many were made, how many no play refuted, `inductive`: how
    many are proved together; the facts are those that nothing else implies. declared: the properties of that number.
    unfinished: what there was no time for. lemmas: the whole inductive set, which proofs may rest on."""

    facts: tuple[Fact, ...]
    helped: tuple[Helped, ...]
    declared: tuple[str, ...]
    candidates: int
    survivors: int
    inductive: int
    unfinished: tuple[str, ...]
    assumptions: tuple[str, ...]
    premises: Premises
    seconds: float
    interrupted: bool
    relation: Relation
    lemmas: tuple[Lemma, ...]


def discover(
    system: System,
    scope: Scope,
    reading: Mapping[str, str] | None = None,
    rulings: Collection[str] = (),
    timeout: float = 120.0,
    seed: int = 0,
    progress: Progress | None = None,
) -> Discovery:
    """The facts of a ruleset in a scope, under every reading that `reading` and `rulings` leave.

    `timeout` is in seconds for the whole search; Ctrl-C keeps what is proved by then. `Unsupported` where the scope
    has no relation.
    """
    relation = Relation(Scoped(system, scope, reading, rulings), seed=seed)
    search = Search(relation, timeout, seed, progress or (lambda message: None))
    interrupted = False
    try:
        with interruptible():
            search.run()
    except KeyboardInterrupt:
        interrupted = True
        with suppress(KeyboardInterrupt), interruptible():  # the second one ends this too
            if not search.checked:
                search.relation = Relation(relation.scoped, seed=seed)  # z3 gives up on all of the old one
                search.report()
    return search.result(interrupted=interrupted)


def suspects(scoped: Scoped, seconds: float, seed: int = 0) -> list[Lemma]:
    """The lemmas that no state of random plays of so many seconds refutes; nothing of it is proved."""
    plays = Plays(scoped, seed)
    plays.states(seconds)
    return plays.surviving(_with_relations(scoped, _of_single_things(scoped, plays)), 0.0)


def exclusions(system: System, scope: Scope, reading: Mapping[str, str], state: Canonical, seconds: float) -> list[str]:
    """The lemmas that are proved of a scope under a reading, and that a state does not keep."""
    search = Search(Relation(Scoped(system, scope, reading)), seconds, 0, lambda message: None)
    search.prove()
    layout = search.relation.scoped.layout
    values = dict(zip((leaf.node for leaf in layout.leaves), layout.vector(state), strict=True))
    known = [lemma for lemma in search.lemmas if all(node in values for node in symbols_of([lemma.node]))]
    held = evaluate([lemma.node for lemma in known], values)
    return [lemma.name for lemma, holds in zip(known, held, strict=True) if not holds]


def _of_single_things(scoped: Scoped, plays: Plays) -> list[Lemma]:
    return distinct((*candidates(scoped), *suggest(scoped, plays, 0.0)))


def _with_relations(scoped: Scoped, first: list[Lemma]) -> list[Lemma]:
    fields = [leaf.cell[1] for leaf in scoped.layout.leaves if leaf.cell is not None and leaf.node.sort == "int"]
    return distinct((*first, *relations(scoped, fields)))


class Search:
    """One discovery in a scope; what is proved so far is in `lemmas`."""

    def __init__(self, relation: Relation, timeout: float, seed: int, progress: Progress) -> None:
        self.relation, self.timeout, self.progress = relation, timeout, progress
        self.plays = Plays(relation.scoped, seed)
        self.began = monotonic()
        self.lemmas: list[Lemma] = []
        self.facts: list[Fact] = []
        self.helped: list[Helped] = []
        self.checked = False
        self.late: dict[str, tuple[list[Lemma], int]] = {}
        self.others: list[str] = []
        self.made: set[Node] = set()
        self.survived: set[Node] = set()

    def run(self) -> None:
        """All of it: lemmas, the facts among them, a second look, and whom they help."""
        self.prove()
        self.report()
        self._help()

    def report(self) -> None:
        """Chooses the proved facts that are worth saying; they count once all of them were asked again."""
        self.facts = self._minimal()
        self._check_again()
        self.checked = True

    def prove(self) -> None:
        """The largest inductive subset of the candidates that are about one thing; then of those that relate fields,
        kind by kind beside what is proved, so that where time ends one kind is lost and not all; what is lost is asked
        again at the end. What has a condition comes after what has none: where that is proved, it says nothing more."""
        scoped = self.relation.scoped
        self.progress("random plays")
        states = self.plays.states(SAMPLING * self.timeout)
        self._round("the form of a state", shapes(scoped), 0.3)
        self._round("what never changes", constants(scoped, states), 0.3)
        first = _of_single_things(scoped, self.plays)
        self._round("single fields, counts and laws", self._open(first), 0.5)
        more = self._open(_with_relations(scoped, first))
        kinds = [kind for kind in (DECLARED, *KINDS) if any(n.kind == kind for n in more)]
        for i, kind in enumerate(kinds):
            for part in (False, True):
                lemmas = [n for n in more if n.kind == kind and (len(disjuncts(n.node)) > 1) == part]
                what = f"kind {kind}{', under conditions' if part else ''}"
                self._round(what, self._open(lemmas), 0.8 / (2 * (len(kinds) - i) - part))
        late, self.late = self.late, {}
        for i, (what, (lost, _)) in enumerate(late.items()):  # with what the others have left
            self._round(what, self._open(lost), 1 / (len(late) - i))

    def _open(self, lemmas: list[Lemma]) -> list[Lemma]:
        """The lemmas that are not proved yet, and do not follow from one thing that is: from what never changes, or
        from a part of it; of those that come to the same where something never changes, the first."""
        proved = {lemma.node for lemma in self.lemmas}
        found: dict[Node, Lemma] = {}
        for lemma, plain in zip(
            lemmas, substitute([n.node for n in lemmas], fixed_leaves(self.relation.scoped, proved)), strict=True
        ):
            parts = {lemma.node, plain, *disjuncts(lemma.node), *disjuncts(plain)}
            if plain is not TRUE and parts.isdisjoint(proved):
                found.setdefault(plain, lemma)
        return list(found.values())

    def _round(self, what: str, lemmas: list[Lemma], share: float) -> None:
        """Houdini on some candidates, for a share of the time that is left."""
        if not lemmas:
            return
        end = monotonic() + share * max(0.0, self._remaining - ASKING * self.timeout)
        likely = self.plays.surviving(lemmas, 0.0)
        self.progress(f"{what}: {len(likely)} of {len(lemmas)} candidates are left")
        self.made.update(lemma.node for lemma in lemmas)
        self.survived.update(lemma.node for lemma in likely)
        houdini = Houdini(self.relation, likely, end, self.lemmas, self.plays)
        self.lemmas += houdini.run()
        if houdini.lost:
            self.late[what] = (houdini.lost, len(likely))

    @property
    def unfinished_work(self) -> list[str]:
        """Sentences about the work for which there was no time."""
        late = (f"{what} ({len(lost)} of {of})" for what, (lost, of) in self.late.items())
        said = f"there was no time to prove or refute these candidates: {', '.join(late)}"
        return [*([said] if self.late else []), *self.others]

    @property
    def _remaining(self) -> float:
        return self.began + self.timeout - monotonic()

    # --- what is worth saying -------------------------------------------------------------------------------------

    def _minimal(self) -> list[Fact]:
        """The facts that the form of a state, the declared properties and the other facts do not imply."""
        known = [lemma.node for lemma in self.lemmas if lemma.kind in (FORM, DECLARED)]
        found = facts(self.relation.scoped, [n for n in self.lemmas if n.kind not in (FORM, DECLARED)])
        self.progress(f"{len(found)} facts: which follow from others")
        asker, kept = Asker(self.relation), list[Fact]()
        asker.add(map(self.relation.encoder.encode, known))
        for one in found:
            if not self._implies(asker, one, ()):
                kept.append(one)
                asker.add(map(self.relation.encoder.encode, one.conditions))
        asker = Asker(self.relation)
        asker.add(map(self.relation.encoder.encode, known))
        for one in reversed(list(kept)):
            if self._implies(asker, one, [node for other in kept if other is not one for node in other.conditions]):
                kept.remove(one)
        if self._remaining <= 0:
            self.others.append("some facts may follow from others")
        return kept

    def _implies(self, asker: Asker, one: Fact, held: Sequence[Node]) -> bool:
        wrong = negate(both(*one.conditions))
        asker.open([], held)
        try:
            asker.add([self.relation.encoder.encode(wrong)])
            return asker.check(held, self.began + self.timeout) == "unsat"
        finally:
            asker.close()

    def _check_again(self) -> None:
        """Every question of the facts, the form of a state and the declared properties is made anew and asked: they
        imply all that is proved, and so are inductive by themselves. They alone are asked where no fact is left."""
        said = [node for one in self.facts for node in one.conditions]
        nodes = [lemma.node for lemma in self.lemmas if lemma.kind in (FORM, DECLARED)]
        if not said and not nodes:
            return
        self.progress("all is asked again")
        patience = max(self.timeout, 10.0)
        door = Door(self.relation.scoped, Judge(patience))
        accepted = door.accept(Claim(fact(said or nodes), (*nodes, *said)), patience)
        if isinstance(accepted, Refused):
            self.others.append(f"nothing is reported: {accepted.wrong}")
            self.facts, self.lemmas = [], []

    # --- whom it helps --------------------------------------------------------------------------------------------

    def _help(self) -> None:
        """Find the declared properties that the facts help to prove."""
        goals = [g for g in goals_of(self.relation.scoped) if not g.witness and not g.idle]
        form = {lemma.node for lemma in shapes(self.relation.scoped)}
        base = [lemma for lemma in self.lemmas if lemma.node in form and lemma.kind == FORM]
        bare = Houdini(self.relation, base, self._deadline).run()
        certifier = Certifier(self.relation)
        shown = {node for one in self.facts for node in one.conditions}
        told = [lemma for lemma in self.lemmas if lemma.kind in (FORM, DECLARED) or lemma.node in shown]
        for i, goal in enumerate(goals):
            if self._remaining <= 0:
                late = f"{len(goals) - i} of {len(goals)} declared properties"
                self.others.append(f"there was no time to ask of {late} whether the facts help")
                return
            self.progress(f"whether they help {goal.name}")
            own = [Lemma(goal.name, goal.state, DECLARED)] if goal.state is not None else []
            kept = Houdini(self.relation, own, self._deadline, bare).run()
            if certifier.certify(goal, [*bare, *kept], self._deadline) is not None:
                self.helped.append(Helped(goal.name, alone=True, proved=True, used=()))
                continue
            others = [lemma for lemma in told if lemma.node is not goal.state]
            proof = certifier.certify(goal, others, self._deadline) or certifier.certify(goal, told, self._deadline)
            needed = {lemma.node for lemma in proof.lemmas} if proof is not None else set()
            used = tuple(f for f in self.facts if not needed.isdisjoint(f.conditions))
            self.helped.append(Helped(goal.name, alone=False, proved=proof is not None, used=used))

    @property
    def _deadline(self) -> float:
        return max(self.began + self.timeout, monotonic() + 1.0)

    def result(self, *, interrupted: bool) -> Discovery:
        """The result so far; nothing in it that was not asked again."""
        proved = {lemma.node for lemma in self.lemmas}
        goals = [g for g in goals_of(self.relation.scoped) if g.state is not None and g.kind == "always"]
        return Discovery(
            tuple(self.facts) if self.checked else (),
            tuple(self.helped),
            tuple(g.name for g in goals if g.state in proved),
            len(self.made),
            len(self.survived),
            len(self.lemmas),
            tuple(self.unfinished_work),
            tuple(assumptions(self.relation.scoped)),
            premises_of_proof(self.relation.scoped),
            monotonic() - self.began,
            interrupted,
            self.relation,
            tuple(self.lemmas),
        )


def certificates(
    found: Discovery, certification: Certification, seconds: float, progress: Progress | None = None
) -> Discovery:
    """The same with a certificate of each fact, in a folder below that of `certification`; `seconds` for each."""
    assert certification.directory is not None, "certificates need a place"
    certifier, relation = Certifier(found.relation), Certified(found.relation.scoped)
    sealed: list[Fact] = []
    for i, one in enumerate(found.facts, 1):
        if progress:
            progress(f"certificate {i} of {len(found.facts)}")
        goal = fact(one.conditions)
        proof = certifier.certify(goal, list(found.lemmas), monotonic() + seconds)
        if proof is not None:
            claim = reread(relation, Claim(goal, tuple(lemma.node for lemma in proof.lemmas)))
            folder = file_name(claim.goal.name)
            write_certificate(
                certification.directory / folder, relation, claim, scripts(relation, claim), "discovery", certification
            )
            one = replace(one, certificate=folder)
        sealed.append(one)
    return replace(found, facts=tuple(sealed))
