"""Certificates for any number of cards: each question with the instances that answer it, as SMT-LIB text.

Of an instance nothing is taken but what it is of: a law, by where that is from and its place there, a fold, by its
application, or the lemma about sums, by the sums; and the terms for which it is made. It is made again from the rules,
and the whole script from those: what is not an instance cannot be said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import RuleCheck
from ruleslawyer.engines.smt.lifted.conditions import ASSUMED
from ruleslawyer.engines.smt.lifted.obligations import BEFORE, KNOWN, Obligation, Obligations
from ruleslawyer.lifted.folds import Fold, Folds, Sum, lemma
from ruleslawyer.lifted.terms import BOOL, INT, Term, in_postorder, substitute

_LONG = 160
"""Characters of a term beyond which it gets a name, as one does that stands in several places."""
_WORDS = {
    "not": "not", "and": "and", "or": "or", "ite": "ite", "add": "+", "multiply": "*", "less_equal": "<=", "equal": "=",
}  # fmt: skip


def uses_of(parts: Iterable[Term]) -> Counter[Term]:
    """The number of places in which each term stands within some."""
    return Counter(a for part in parts for a in part.args)


def wants_name(part: Term, uses: Counter[Term], text: str) -> bool:
    return bool(part.args) and (uses[part] > 1 or len(text) > _LONG)


class ScriptBuilder:
    """An SMT-LIB script in the making. sizes: of the finite sorts. Each question stands on a level of its own."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes, self.questions = sizes, 0
        self._lines: list[str] = []
        self._sorts: dict[str, None] = {}
        self._linear = True
        self._begin()

    def _begin(self) -> None:
        self._known: dict[Term, str] = {}
        self._declared: dict[str, tuple[tuple[str, ...], str]] = {}

    @property
    def text(self) -> str:
        sorts = []
        for name in self._sorts:
            if name in self.sizes:
                members = " ".join(f"(|{name}.{k}|)" for k in range(self.sizes[name]))
                sorts.append(f"(declare-datatypes ((|sort {name}| 0)) (({members})))")
            else:
                sorts.append(f"(declare-sort |sort {name}| 0)")
        head = ["; every answer has to be: unsat", f"(set-logic {self.logic})", *sorts]
        return "\n".join([*head, *self._lines, ""])

    @property
    def logic(self) -> str:
        return "QF_UFDTLIA" if self._linear else "QF_UFDTNIA"

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols of the last question."""
        return frozenset(name.strip("|") for name in self._declared)

    def comment(self, text: str) -> None:
        self._lines.append(f"; {text}")

    def remark(self, lines: Iterable[str]) -> None:
        """Lines that say where the next assertion is from, to be read again; a solver passes over them."""
        self._lines += [f";@ {' '.join(line.splitlines())}" for line in lines]

    def begin(self, says: str) -> None:
        self._begin()
        self._lines.append("(push 1)")
        self.comment(says)

    def end(self) -> None:
        """Leave a level without a question."""
        self._lines.append("(pop 1)")

    def ask(self) -> None:
        """The question of this level; its answer has to be `unsat`."""
        self.questions += 1
        self._lines += ["(check-sat)", "(pop 1)"]

    def claim(self, term: Term) -> None:
        self._lines.append(f"(assert {self.term(term)})")

    # --- terms ------------------------------------------------------------------------------------------------------

    def sort(self, name: str) -> str:
        if name in (BOOL, INT):
            return name
        self._sorts[name] = None
        return f"|sort {name}|"

    def term(self, root: Term) -> str:
        """A term's text; its symbols are declared, variables as constants; what it needs twice is defined before."""
        order = in_postorder(root, self._known)
        uses = uses_of(order)
        texts: dict[Term, str] = {}
        for part in order:
            text = self._one(part, [texts.get(a) or self._known[a] for a in part.args])
            if part is not root and wants_name(part, uses, text):
                name = f"t!{len(self._known)}"
                self._lines.append(f"(define-fun {name} () {self.sort(part.sort)} {text})")
                self._known[part] = name
                text = name
            texts[part] = text
        return texts.get(root) or self._known[root]

    def _one(self, term: Term, args: list[str]) -> str:
        match term.op:
            case "constant":
                return self._constant(term)
            case "symbol" | "variable":
                return self._application(term, args)
            case "multiply" if not term.args[0].constant:
                self._linear = False
            case "quotient":
                a, b = args
                if not term.args[1].constant:
                    self._linear = False
                return f"(ite (> {b} 0) (div {a} {b}) (div (- {a}) (- {b})))"
        return f"({_WORDS[term.op]} {' '.join(args)})"

    def _constant(self, term: Term) -> str:
        if term.sort == BOOL:
            return "true" if term.value else "false"
        if term.sort == INT:
            value = int(term.value or 0)
            return str(value) if value >= 0 else f"(- {-value})"
        self.sort(term.sort)
        return f"|{term.sort}.{term.value}|"

    def _application(self, term: Term, args: Iterable[str]) -> str:
        signature = tuple(a.sort for a in term.args), term.sort
        name = f"|{term.value}|"
        found = self._declared.get(name)
        if found is None:
            self._declared[name] = signature
            given = " ".join(map(self.sort, signature[0]))
            self._lines.append(f"(declare-fun {name} ({given}) {self.sort(term.sort)})")
        elif found != signature:
            raise ValueError(f"two symbols of one question are called {term.value}")
        joined = " ".join(args)
        return f"({name} {joined})" if joined else name


PREMISES = "premises.smt2"
LONG = 100
"""Characters of an item's name that are in its file's."""


class BadInstance(Exception):
    """Something that is said of an instance, and that there is none of."""


@dataclass(frozen=True, slots=True)
class LawInstance:
    """The law at a place of a source, for some terms."""

    source: str
    place: int
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldInstance:
    """An instance of a fold's law: about its witness, or about a member."""

    app: Term
    member: Term | None = None


@dataclass(frozen=True, slots=True)
class SumInstance:
    """An instance of the lemma about sums, those that are added and those that are taken away, and some others."""

    more: tuple[Term, ...]
    fewer: tuple[Term, ...]
    others: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class LongerChains:
    """No instance: the question is asked of each chain of rules that is longer by one."""


Recipe: TypeAlias = LawInstance | FoldInstance | SumInstance | LongerChains
Remarks: TypeAlias = Callable[[Recipe, dict[Term, int]], Iterable[str]]
"""Lines that say where an instance is from, for whoever reads a script again; the terms that are written out in it
already have a number, and others get one. Nothing of it is believed."""

# --- instances --------------------------------------------------------------------------------------------------------


def instance(recipe: Recipe, question: Obligation, folds: Folds) -> Term:
    """The instance that a recipe describes, made from the rules; `BadInstance` where there is no such thing."""
    match recipe:
        case LawInstance(source, place, terms):
            laws = question.sources.get(source, ())
            if not 0 <= place < len(laws):
                raise BadInstance(f"there is no {source} {place} for {question.rule}")
            variables, matrix = laws[place]
            if [v.sort for v in variables] != [t.sort for t in terms]:
                raise BadInstance(f"{source} {place} is not about such terms")
            return substitute(matrix, dict(zip(variables, terms, strict=True)))
        case FoldInstance(app, x):
            fold = _fold(app, folds)
            if fold.kind == "sum" or (x is not None and x.sort != fold.variable.sort):
                raise BadInstance(f"{fold.name} is no fold over such a term")
            return fold.about(app.args) if x is None else fold.bound_by(app.args, x)
        case SumInstance(more, fewer, others):
            added, taken = (tuple(_sum(app, folds) for app in side) for side in (more, fewer))
            sorts = {*(fold.variable.sort for fold, _ in (*added, *taken)), *(term.sort for term in others)}
            if not (more or fewer) or len(sorts) > 1:
                raise BadInstance("these are no sums over one sort")
            return lemma(added, taken, others)
        case LongerChains():
            raise BadInstance("a question has instances, or is asked of the rules before it")


def _fold(app: Term, folds: Folds) -> Fold:
    fold = folds.by_name.get(str(app.value)) if app.op == "symbol" else None
    if fold is None or [p.sort for p in fold.parameters] != [a.sort for a in app.args]:
        raise BadInstance("there is no such fold")
    if app.sort != (BOOL if fold.kind == "some" else INT):
        raise BadInstance(f"{fold.name} is of another sort")
    return fold


def _sum(app: Term, folds: Folds) -> Sum:
    fold = _fold(app, folds)
    if fold.kind != "sum":
        raise BadInstance(f"{fold.name} is no sum")
    return fold, app


# --- scripts ----------------------------------------------------------------------------------------------------------


def write_question(
    script: ScriptBuilder, question: Obligation, recipes: Sequence[Recipe], folds: Folds, remarks: Remarks
) -> None:  # fmt: skip
    """A question with its instances, as text."""
    numbers: dict[Term, int] = {}
    script.begin(f"rule {question.rule}")
    if list(recipes) == [LongerChains()]:
        script.comment("asked after each rule that may come before it")
        script.remark(remarks(LongerChains(), numbers))
        script.end()
        return
    script.comment("what would be wrong after it")
    script.claim(question.wanted)
    for recipe in recipes:
        script.remark(remarks(recipe, numbers))
        made = instance(recipe, question, folds)
        if made.free:
            raise BadInstance(f"an instance for {question.rule} is not closed")
        script.claim(made)
    script.ask()


@dataclass(frozen=True, slots=True)
class ProofFile(second.Script):
    """A file. rules: which conditions its questions use and what they speak of, rule by rule."""

    rules: tuple[RuleCheck, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """The conditions that some question uses."""
        return tuple(dict.fromkeys(condition for rule in self.rules for condition in rule.uses))


def item_file(
    obligations: Obligations, item: str, recipes: Callable[[Obligation], Sequence[Recipe] | None], remarks: Remarks
) -> ProofFile | None:
    """The questions of an item with their recipes; None where one has none. All are made either way, since the names of
    what is made later hang on what was made before."""
    script = ScriptBuilder(obligations.relation.world.sizes)
    script.comment(f"{item}: no rule makes it wrong")
    folds, whole = obligations.relation.world.folds, True
    rules: dict[tuple[tuple[str, str], ...], tuple[dict[str, None], dict[str, None], set[str]]] = {}
    waiting: list[Iterator[Obligation]] = [obligations.questions(item)]
    while waiting:
        question = next(waiting[-1], None)
        if question is None:
            waiting.pop()
            continue
        given = recipes(question) if whole else None
        if given is None:
            whole = False
            continue
        write_question(script, question, given, folds, remarks)
        if list(given) == [LongerChains()]:
            waiting.append(obligations.longer(question))
        uses, assumes, symbols = rules.setdefault(question.of, ({}, {}, set()))
        symbols |= script.symbols
        for source in (recipe.source for recipe in given if isinstance(recipe, LawInstance)):
            if source.startswith(ASSUMED):
                assumes[source.removeprefix(ASSUMED)] = None
            elif (condition := _condition(source)) is not None:
                uses[condition] = None
    by_rule = tuple(
        RuleCheck(rule, tuple(used), tuple(given), frozenset(of)) for rule, (used, given, of) in rules.items()
    )
    return ProofFile(_file(item), script.text, script.questions, by_rule) if whole else None


def _condition(source: str) -> str | None:
    """The condition of states that a source is, before whichever rule of a chain."""
    while source.startswith(BEFORE):
        source = source.removeprefix(BEFORE)
    return source.removeprefix(KNOWN) if source.startswith(KNOWN) else None


def file_name(name: str) -> str:
    """A rule's or a property's name as a file's: one for each, whatever stands in it."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_.-") else f"+{ord(c):x}+" for c in name)


def _file(item: str) -> str:
    """A name of a length that a file may have."""
    name = file_name(item)
    return f"{name if len(name) <= LONG else f'{name[:LONG]}+{sha256(item.encode()).hexdigest()[-16:]}'}.smt2"


def premises_file(obligations: Obligations, first: int | None = None) -> ProofFile:
    """The premises, which were taken to hold of no two iterations of a loop, as questions; the first so many, or
    all."""
    script = ScriptBuilder(obligations.relation.world.sizes)
    script.comment("what two iterations of a loop would have to meet in")
    for place, (condition, holds_of_none) in enumerate(obligations.premises[:first]):
        if holds_of_none:
            script.begin(f"premise {place}")
            script.claim(condition)
            script.ask()
    return ProofFile(PREMISES, script.text, script.questions)
