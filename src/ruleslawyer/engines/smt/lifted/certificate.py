"""Certificates for any number of cards: each question with the instances that answer it.

Of an instance nothing is taken but what it is of: a law, by where that is from and its place there, a fold, by its
application, or the lemma about sums, by the sums; and the terms for which it is made. It is made again from the rules,
and the whole script from those: what is not an instance cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import Asked
from ruleslawyer.engines.smt.lifted.conditions import ASSUMED
from ruleslawyer.engines.smt.lifted.obligations import BEFORE, KNOWN, Obligations, Question
from ruleslawyer.engines.smt.lifted.text import Script
from ruleslawyer.lifted.folds import Fold, Folds, Sum, lemma
from ruleslawyer.lifted.terms import BOOL, INT, Term, substitute

PREMISES = "premises.smt2"
LONG = 100
"""Characters of an item's name that are in its file's."""


class Unreadable(Exception):
    """Something that is said of an instance, and that there is none of."""


@dataclass(frozen=True, slots=True)
class OfLaw:
    """The law at a place of a source, for some terms."""

    source: str
    place: int
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class OfFold:
    """An instance of a fold's law: about its witness, or about a member."""

    app: Term
    member: Term | None = None


@dataclass(frozen=True, slots=True)
class OfSums:
    """An instance of the lemma about sums, those that are added and those that are taken away, and some others."""

    more: tuple[Term, ...]
    fewer: tuple[Term, ...]
    others: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Longer:
    """No instance: the question is asked of each chain of rules that is longer by one."""


Recipe: TypeAlias = OfLaw | OfFold | OfSums | Longer
Remarks: TypeAlias = Callable[[Recipe, dict[Term, int]], Iterable[str]]
"""Lines that say where an instance is from, for whoever reads a script again; the terms that are written out in it
already have a number, and others get one. Nothing of it is believed."""


# --- instances --------------------------------------------------------------------------------------------------------


def instance(recipe: Recipe, question: Question, folds: Folds) -> Term:
    """The instance that a recipe describes, made from the rules; `Unreadable` where there is no such thing."""
    match recipe:
        case OfLaw(source, place, terms):
            laws = question.sources.get(source, ())
            if not 0 <= place < len(laws):
                raise Unreadable(f"there is no {source} {place} for {question.rule}")
            variables, matrix = laws[place]
            if [v.sort for v in variables] != [t.sort for t in terms]:
                raise Unreadable(f"{source} {place} is not about such terms")
            return substitute(matrix, dict(zip(variables, terms, strict=True)))
        case OfFold(app, x):
            fold = _fold(app, folds)
            if fold.kind == "sum" or (x is not None and x.sort != fold.variable.sort):
                raise Unreadable(f"{fold.name} is no fold over such a term")
            return fold.about(app.args) if x is None else fold.bound_by(app.args, x)
        case OfSums(more, fewer, others):
            added, taken = (tuple(_sum(app, folds) for app in side) for side in (more, fewer))
            sorts = {*(fold.variable.sort for fold, _ in (*added, *taken)), *(term.sort for term in others)}
            if not (more or fewer) or len(sorts) > 1:
                raise Unreadable("these are no sums over one sort")
            return lemma(added, taken, others)
        case Longer():
            raise Unreadable("a question has instances, or is asked of the rules before it")


def _fold(app: Term, folds: Folds) -> Fold:
    fold = folds.by_name.get(str(app.value)) if app.op == "symbol" else None
    if fold is None or [p.sort for p in fold.parameters] != [a.sort for a in app.args]:
        raise Unreadable("there is no such fold")
    if app.sort != (BOOL if fold.kind == "some" else INT):
        raise Unreadable(f"{fold.name} is of another sort")
    return fold


def _sum(app: Term, folds: Folds) -> Sum:
    fold = _fold(app, folds)
    if fold.kind != "sum":
        raise Unreadable(f"{fold.name} is no sum")
    return fold, app


# --- scripts ----------------------------------------------------------------------------------------------------------


def write_question(
    script: Script, question: Question, recipes: Sequence[Recipe], folds: Folds, remarks: Remarks
) -> None:  # fmt: skip
    """A question with its instances, as text."""
    numbers: dict[Term, int] = {}
    script.begin(f"rule {question.rule}")
    if list(recipes) == [Longer()]:
        script.comment("asked after each rule that may come before it")
        script.remark(remarks(Longer(), numbers))
        script.end()
        return
    script.comment("what would be wrong after it")
    script.claim(question.wanted)
    for recipe in recipes:
        script.remark(remarks(recipe, numbers))
        made = instance(recipe, question, folds)
        if made.free:
            raise Unreadable(f"an instance for {question.rule} is not closed")
        script.claim(made)
    script.ask()


@dataclass(frozen=True, slots=True)
class Made(second.Script):
    """A file. rules: which conditions its questions use and what they speak of, rule by rule."""

    rules: tuple[Asked, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """The conditions that some question uses."""
        return tuple(dict.fromkeys(condition for rule in self.rules for condition in rule.uses))


def item_file(
    obligations: Obligations, item: str, recipes: Callable[[Question], Sequence[Recipe] | None], remarks: Remarks
) -> Made | None:
    """The questions of an item with their recipes; None where one has none. All are made either way, since the names of
    what is made later hang on what was made before."""
    script = Script(obligations.relation.world.sizes)
    script.comment(f"{item}: no rule makes it wrong")
    folds, whole = obligations.relation.world.folds, True
    rules: dict[tuple[tuple[str, str], ...], tuple[dict[str, None], dict[str, None], set[str]]] = {}
    waiting: list[Iterator[Question]] = [obligations.questions(item)]
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
        if list(given) == [Longer()]:
            waiting.append(obligations.longer(question))
        uses, assumes, symbols = rules.setdefault(question.of, ({}, {}, set()))
        symbols |= script.symbols
        for source in (recipe.source for recipe in given if isinstance(recipe, OfLaw)):
            if source.startswith(ASSUMED):
                assumes[source.removeprefix(ASSUMED)] = None
            elif (condition := _condition(source)) is not None:
                uses[condition] = None
    by_rule = tuple(Asked(rule, tuple(used), tuple(given), frozenset(of)) for rule, (used, given, of) in rules.items())
    return Made(_file(item), script.text, script.questions, by_rule) if whole else None


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


def premises_file(obligations: Obligations, first: int | None = None) -> Made:
    """The premises, which were taken to hold of no two iterations of a loop, as questions; the first so many, or
    all."""
    script = Script(obligations.relation.world.sizes)
    script.comment("what two iterations of a loop would have to meet in")
    for place, (condition, holds_of_none) in enumerate(obligations.premises[:first]):
        if holds_of_none:
            script.begin(f"premise {place}")
            script.claim(condition)
            script.ask()
    return Made(PREMISES, script.text, script.questions)
