"""Certificates: an invariant, and the questions that show that it is one and that it implies a property.

The questions are made from a scope's relation and the invariant alone, without any solver, so that whoever checks a
certificate makes them again and takes nothing from it but the invariant. One file for the beginning, one for each
action, duty and round of settles, one for the property; for k-induction those of the k sub-steps besides. A condition
after an instance is the condition with each changed leaf replaced by its next value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.certify.naming import digest, file_name
from ruleslawyer.engines.smt.encoding.smtlib import Document, Unreadable, conditions, formulas, is_linear, terms
from ruleslawyer.engines.smt.statements.goals import Bad, Goal, group
from ruleslawyer.engines.smt.statements.stated import restate
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import FALSE, SYMBOLS, TRUE, Node, both, either, negate, postorder, substitute
from ruleslawyer.lifted.scoped.relation import Instance

SCHEMA = 1
HELD = "The invariant is given."


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to certify: this invariant, with k-induction above it where `k` is more than 1."""

    goal: Goal
    invariant: tuple[Node, ...]
    k: int = 1


@dataclass(frozen=True, slots=True)
class Script:
    """One file of a certificate, and how many answers of `unsat` it wants."""

    name: str
    text: str
    questions: int

    @property
    def digest(self) -> str:
        return digest(self.text.encode())


@dataclass
class Relation:
    """The transition relation of a scope as its questions need it, made once for all its properties. given: of
    readings, what is assumed besides. linear: the rules; asked: and the claim too whose questions are being made."""

    scoped: Scoped
    given: tuple[Node, ...] = ()
    changed: dict[int, dict[Node, Node]] = field(init=False)
    assumptions: list[Node] = field(init=False)
    symbols: dict[Node, None] = field(init=False)
    linear: bool = field(init=False)
    asked: bool = field(init=False)
    digest: str = field(init=False)
    deadline: float = field(init=False, default=math.inf)
    """When the questions that are being made have to be there, by `time.monotonic`."""

    def __post_init__(self) -> None:
        leaves = self.scoped.layout.leaves
        instances = (*self.scoped.initial, *self.scoped.steps)
        self.changed = {id(i): {leaves[k].node: v for k, v in i.next} for i in instances}
        self.assumptions = [a for a in (*self.scoped.assumptions, *self.given) if a is not TRUE]
        roots = [n for i in instances for n in (i.edge, *(v for _, v in i.next))]
        self.symbols = dict.fromkeys(leaf.node for leaf in leaves if leaf.node.op in SYMBOLS)
        self.symbols.update(dict.fromkeys(n for n in self.scoped.rigids.values() if n.op in SYMBOLS))
        self.linear = is_linear([*roots, *self.assumptions])
        self.digest = self._digest(instances, roots)
        self._expect_kinds(instances)

    def _expect_kinds(self, instances: Iterable[Instance]) -> None:
        """Every step leaves each finite leaf within its kind: the questions take that for granted of any state."""
        leaves = self.scoped.layout.leaves
        for instance in instances:
            for index, node in instance.next:
                leaf = leaves[index].node
                if leaf.finite and leaf.op != "constant" and instance.edge is not FALSE:
                    assert leaf.low is not None and leaf.high is not None
                    if node.low is None or node.high is None or node.low < leaf.low or node.high > leaf.high:
                        raise InternalError(f"{instance.label} may take {leaves[index].name} out of its kind")

    def _digest(self, instances: Sequence[Instance], roots: Sequence[Node]) -> str:
        """The digest of everything that the relation is made of; the same in every process."""
        hashed = sha256()
        number: dict[Node, int] = {}
        leaves = self.scoped.layout.leaves
        every = [*(leaf.node for leaf in leaves), *self.symbols, *self.assumptions, *roots]
        for node in postorder(every):
            number[node] = len(number)
            text = (node.op, node.sort, node.value, *(number[a] for a in node.args))
            hashed.update(repr((text, node.low, node.high) if node.op in SYMBOLS else text).encode())
        named = [(leaf.name, number[leaf.node]) for leaf in leaves]
        parts: list[object] = [named, [number[a] for a in self.assumptions], len(self.scoped.initial)]
        for i in instances:
            parts.append((i.kind, i.name, i.label, i.cites, number[i.edge], [(k, number[v]) for k, v in i.next]))
        for part in parts:
            hashed.update(repr(part).encode())
        return f"sha256:{hashed.hexdigest()}"

    def after(self, conditions: Sequence[Node], instance: Instance) -> list[Node]:
        """The conditions that an instance may change, as they are after it."""
        after = substitute(conditions, self.changed[id(instance)])
        return [new for old, new in zip(conditions, after, strict=True) if new is not old]


def model_digest(relation: Relation, goal: Goal) -> str:
    """The digest of the relation and of the goal that a property sets."""
    definitions, texts = formulas(b.node for b in goal.bads)
    state = [] if goal.state is None else list(formulas([goal.state]))
    places = [(b.step, b.initial) for b in goal.bads]
    return digest(repr((relation.digest, goal.name, goal.kind, definitions, texts, places, state)).encode())


def scripts(relation: Relation, claim: Claim, deadline: float = math.inf) -> list[Script]:
    """All questions of a claim, file by file; every answer has to be `unsat`. Raises `Late` beyond the deadline."""
    goal, scoped = claim.goal, relation.scoped
    asked = [*claim.invariant, *(bad.node for bad in goal.bads), *([goal.state] if goal.state is not None else [])]
    relation.deadline, relation.asked = deadline, relation.linear and is_linear(asked)
    found = [_beginning(relation, claim)]
    groups: dict[tuple[str, str], list[Instance]] = {}
    for instance in scoped.steps:
        groups.setdefault((instance.kind, instance.name), []).append(instance)
    held = _document(relation, HELD)
    for condition in claim.invariant:
        held.claim(condition)
    for (kind, name), instances in groups.items():
        document = held.copy(HELD, f"{kind} {name} keeps the invariant.")
        found.append(_keeping(relation, claim.invariant, f"{kind}-{file_name(name)}.smt2", instances, document))
    found.append(_exclusion(relation, claim))
    if claim.k > 1:
        found += [_base(relation, claim), _induction(relation, claim)]
    if len({s.name for s in found}) != len(found):
        raise InternalError(f"{goal.name}: two files of a certificate have one name")
    return found


def _document(relation: Relation, says: str) -> Document:
    """`QF_LIA` where neither the rules nor what is claimed multiply numbers, or divide by one."""
    document = Document(linear=relation.asked, deadline=relation.deadline)
    document.comment(says)
    for assumption in relation.assumptions:
        document.claim(assumption)
    return document


def _script(name: str, document: Document) -> Script:
    return Script(name, document.text, document.questions)


def _question(document: Document, says: str, facts: Callable[[], Iterable[Node]]) -> None:
    document.push()
    document.comment(says)
    for fact in facts():
        document.claim(fact)
    document.ask()
    document.pop()


def _beginning(relation: Relation, claim: Claim) -> Script:
    document = _document(relation, "What a game begins with satisfies the invariant.")
    for instance in relation.scoped.initial:
        put = relation.changed[id(instance)]
        wrong = negate(both(*substitute(claim.invariant, put)))
        _question(document, instance.label, lambda i=instance, w=wrong: [i.edge, w])  # type: ignore[misc]
    return _script("begin.smt2", document)


def _keeping(
    relation: Relation, invariant: Sequence[Node], name: str, instances: Sequence[Instance], document: Document
) -> Script:  # fmt: skip
    """`document`: it claims the invariant, and is made once for all rules."""
    quiet = 0
    for instance in instances:
        after = [] if instance.edge is FALSE else relation.after(invariant, instance)
        wrong = negate(both(*after))
        if wrong is FALSE:
            why = "cannot be taken" if instance.edge is FALSE else "changes nothing of which the invariant speaks"
            document.comment(f"{instance.label}: {why}")
            quiet += 1
            continue
        _question(document, instance.label, lambda i=instance, w=wrong: [i.edge, w])  # type: ignore[misc]
    if quiet:
        _question(document, "the invariant, as it was", lambda: [negate(both(*invariant))])
    return _script(name, document)


def _exclusion(relation: Relation, claim: Claim) -> Script:
    """The bad situations of a beginning; with induction of depth 1 those of states and steps too."""
    says = f"The invariant excludes every situation in which {claim.goal.name} is wrong."
    document = _document(relation, says)
    groups = group(claim.goal)
    for bads in groups:
        if bads[0].initial is not None:
            _question(document, _where(relation, bads), lambda b=bads: [either(*(x.node for x in b))])  # type: ignore[misc]
    if claim.k == 1:
        for condition in claim.invariant:
            document.claim(condition)
        for bads in groups:
            if bads[0].initial is None:
                _question(document, _where(relation, bads), lambda b=bads: [either(*(x.node for x in b))])  # type: ignore[misc]
    return _script("property.smt2", document)


def _where(relation: Relation, bads: Sequence[Bad]) -> str:
    if bads[0].step is not None:
        return relation.scoped.steps[bads[0].step].label
    return "in a state" if bads[0].initial is None else relation.scoped.initial[bads[0].initial].label


# --- k-induction --------------------------------------------------------------------------------------------------


def _base(relation: Relation, claim: Claim) -> Script:
    """One path, asked about as it grows: a large k takes k times as long, and not its square."""
    document = _document(relation, f"Nothing is wrong within {claim.k - 1} sub-steps of the beginning.")
    _state(relation, claim, document, 0)
    _move(relation, document, relation.scoped.initial, -1)
    wrong = _wrong(claim.goal)
    for depth in range(claim.k):
        if depth:
            _further(relation, claim, document, depth - 1)
        document.push()
        document.comment(f"{depth} sub-steps after the beginning")
        document.claim(wrong, depth)
        document.ask()
        document.pop()
    return _script(f"base-{claim.k}.smt2", document)


def _induction(relation: Relation, claim: Claim) -> Script:
    document = _document(relation, f"After {claim.k} sub-steps in which nothing is wrong, nothing is wrong.")
    _state(relation, claim, document, 0)
    _path(relation, claim, document, claim.k)
    if claim.goal.state is not None:
        for time in range(claim.k):
            document.claim(claim.goal.state, time)
    document.claim(_wrong(claim.goal), claim.k)
    document.ask()
    return _script(f"induction-{claim.k}.smt2", document)


def _wrong(goal: Goal) -> Node:
    return either(*(b.node for b in goal.bads if b.initial is None))


def _state(relation: Relation, claim: Claim, document: Document, time: int) -> None:
    for leaf in relation.scoped.layout.leaves:
        document.declare(leaf.node, time)
    for condition in claim.invariant:
        document.claim(condition, time)


def _path(relation: Relation, claim: Claim, document: Document, length: int) -> None:
    """States 0 to `length`, each next one by one instance."""
    for time in range(length):
        _further(relation, claim, document, time)


def _further(relation: Relation, claim: Claim, document: Document, time: int) -> None:
    _state(relation, claim, document, time + 1)
    _move(relation, document, relation.scoped.steps, time)


def _move(relation: Relation, document: Document, instances: Sequence[Instance], time: int) -> None:
    """The state at `time` + 1 is that after exactly one of some instances, taken at `time`."""
    move = document.flag(f"move!{time + 1}")
    document.assert_text(f"(and (<= 0 {move}) (<= {move} {len(instances) - 1}))")
    leaves = relation.scoped.layout.leaves
    changing: dict[int, list[str]] = {}
    for i, instance in enumerate(instances):
        taken = f"(= {move} {i})"
        if instance.edge is FALSE:
            document.assert_text(f"(not {taken})")
            continue
        parts = [document.term(instance.edge, time)]
        for index, node in instance.next:
            changing.setdefault(index, []).append(taken)
            atoms = document.atoms(leaves[index].node, time + 1)
            pairs = zip(atoms, document.images(leaves[index].node, node, time), strict=True)
            parts += [f"(= {atom} {image})" for atom, image in pairs]
        document.assert_text(f"(or (not {taken}) (and true {' '.join(parts)}))")
    if time < 0:  # a beginning has no state before it
        return
    for index, leaf in enumerate(leaves):
        if leaf.node.op != "constant":
            same = [
                f"(= {a} {b})"
                for a, b in zip(document.atoms(leaf.node, time), document.atoms(leaf.node, time + 1), strict=True)
            ]
            document.assert_text(f"(or false {' '.join(changing.get(index, []))} (and true {' '.join(same)}))")


# --- manifests ----------------------------------------------------------------------------------------------------


def reread(relation: Relation, claim: Claim) -> Claim:
    """The claim as it is read back from its text: what prover and checker both make the questions from."""
    definitions, texts = formulas(claim.invariant)
    found = conditions(definitions, texts, relation.symbols)
    goal = claim.goal
    if goal.stated:
        goal = restate(relation.scoped, goal.name, terms(*formulas(goal.stated), relation.symbols))
    return Claim(goal, tuple(found), claim.k)


def invariant_json(claim: Claim) -> Json:
    definitions, texts = formulas(claim.invariant)
    return {"definitions": definitions, "conditions": texts}


def stated_json(goal: Goal) -> Json:
    definitions, texts = formulas(goal.stated)
    return {"definitions": definitions, "terms": texts}


def stated_goal(relation: Relation, name: str, found: Json) -> Goal:
    """The property that a manifest states; `Unreadable` where it is none of the relation."""
    try:
        return restate(relation.scoped, name, terms(found["definitions"], found["terms"], relation.symbols))
    except RecursionError as error:
        raise Unreadable("too deep") from error


def parse_claim(relation: Relation, goal: Goal, found: Json, k: int) -> Claim:
    """The claim of a manifest; `Unreadable` where its invariant is no condition on a state of the relation."""
    try:
        nodes = conditions(found["definitions"], found["conditions"], relation.symbols)
    except RecursionError as error:
        raise Unreadable("too deep") from error
    return Claim(goal, tuple(nodes), k)
