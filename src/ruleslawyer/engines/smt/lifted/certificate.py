"""Certificates for any number of cards: each question with the instances that answer it, and where each is from.

In a script a line `;@` stands before each assertion that is an instance. It says of what: of a law, by where that is
from and its place there; of a fold, by its application; of the lemma about sums, by the two sums. The terms that it is
made for are written out before. Whoever checks a certificate takes nothing from it but these lines, makes each instance
again from the rules, and the whole script from those: what is not an instance cannot be said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import Json, json_value
from ruleslawyer.engines.smt.certify.argument import Asked
from ruleslawyer.engines.smt.certify.naming import digest, file_name
from ruleslawyer.engines.smt.lifted.conditions import ASSUMED
from ruleslawyer.engines.smt.lifted.lemmas import LEVELS, STATE, STEP, make_key
from ruleslawyer.engines.smt.lifted.obligations import BEFORE, KNOWN, Obligations, Question
from ruleslawyer.engines.smt.lifted.sums import Sum, lemma
from ruleslawyer.engines.smt.lifted.text import Script
from ruleslawyer.lifted.folds import Fold, Folds
from ruleslawyer.lifted.terms import (
    BOOL,
    INT,
    Op,
    Term,
    add,
    both,
    either,
    equal,
    in_postorder,
    ite,
    less_equal,
    member,
    multiply,
    negate,
    number,
    quotient,
    substitute,
    symbol,
    truth,
)

SCHEMA = 2
PREMISES = "premises.smt2"
LONG = 100
"""Characters of an item's name that are in its file's."""


class Of(StrEnum):
    """The subject of a line `;@`: an instance of a law, of a fold, of the lemma about sums (of one against one, or of
    so many against so many); a term that it is for; or that a question has no answer of its own, and those about the
    rules before it have."""

    LAW = "law"
    FOLD = "fold"
    SUM = "sum"
    SUMS = "sums"
    TERM = "term"
    LONGER = "longer"


class Unreadable(Exception):
    """A line that says of no instance what it is of."""


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


def write_question(script: Script, question: Question, recipes: Sequence[Recipe], folds: Folds) -> None:
    """A question with its instances, as text."""
    script.begin(f"rule {question.rule}")
    if list(recipes) == [Longer()]:
        script.comment("asked after each rule that may come before it")
        script.remark(json.dumps([Of.LONGER]))
        script.end()
        return
    script.comment("what would be wrong after it")
    script.claim(question.wanted)
    numbers: dict[Term, int] = {}

    def place(term: Term | None) -> int | None:
        if term is None:
            return None
        for part in in_postorder(term, numbers):
            numbers[part] = len(numbers)
            says = [part.op, part.sort, part.value, *(numbers[a] for a in part.args)]
            script.remark(json.dumps([Of.TERM, *says]))
        return numbers[term]

    for recipe in recipes:
        match recipe:
            case OfLaw(source, at, terms):
                said: list[Any] = [Of.LAW, source, at, *map(place, terms)]
            case OfFold(app, x):
                said = [Of.FOLD, place(app), place(x)]
            case OfSums(more, fewer, others) if len(more) <= 1 and len(fewer) <= 1:
                said = [Of.SUM, *(place(side[0] if side else None) for side in (more, fewer)), *map(place, others)]
            case OfSums(more, fewer, others):
                said = [Of.SUMS, len(more), len(fewer), *map(place, (*more, *fewer, *others))]
            case Longer():
                said = [Of.LONGER]
        script.remark(json.dumps(said))
        made = instance(recipe, question, folds)
        if made.free:
            raise Unreadable(f"an instance for {question.rule} is not closed")
        script.claim(made)
    script.ask()


def read(lines: Iterable[str]) -> list[list[Recipe]]:
    """The recipes of each question of a script."""
    found: list[list[Recipe]] = []
    terms: list[Term] = []
    for line in lines:
        if line.startswith("(push"):
            found.append([])
            terms = []
        elif line.startswith(";@ ") and found:
            try:
                _line(json_value(line[3:]), terms, found[-1])
            except (ValueError, TypeError, IndexError, AttributeError, RecursionError) as error:
                raise Unreadable(f"unexpected {line[:60]}") from error
    return found


def _line(said: Any, terms: list[Term], recipes: list[Recipe]) -> None:
    def at(place: int | None) -> Term | None:
        return None if place is None else term(place)

    def term(place: int) -> Term:
        if isinstance(place, bool) or place < 0:
            raise ValueError
        return terms[place]

    kind, *rest = said
    match kind:
        case Of.TERM:
            op, sort, value, *args = rest
            terms.append(_term(op, sort, value, tuple(map(term, args))))
        case Of.LAW:
            source, place, *args = rest
            recipes.append(OfLaw(str(source), int(place), tuple(map(term, args))))
        case Of.FOLD:
            app, x = rest
            recipes.append(OfFold(term(app), at(x)))
        case Of.SUM:
            one, other, *others = rest
            more, fewer = (() if place is None else (term(place),) for place in (one, other))
            recipes.append(OfSums(more, fewer, tuple(map(term, others))))
        case Of.SUMS:
            many, against, *args = rest
            known = tuple(map(term, args))
            recipes.append(OfSums(known[:many], known[many : many + against], known[many + against :]))
        case Of.LONGER:
            recipes.append(Longer())
        case _:
            raise ValueError


_OPERATIONS: Mapping[str, tuple[Callable[..., Term], str | None, str]] = {
    "not": (negate, BOOL, BOOL), "and": (both, BOOL, BOOL), "or": (either, BOOL, BOOL), "add": (add, INT, INT),
    "multiply": (multiply, INT, INT), "quotient": (quotient, INT, INT), "less_equal": (less_equal, INT, BOOL),
}  # fmt: skip


def _term(op: Op, sort: str, value: object, args: tuple[Term, ...]) -> Term:
    """A closed term of these parts; ValueError where they do not fit."""
    sorts = {a.sort for a in args}
    found: Term | None = None
    match op:
        case "symbol" if isinstance(value, str) and "|" not in value and isinstance(sort, str):
            found = symbol(sort, value, args)
        case "constant" if not args and isinstance(value, int) and sort == BOOL:
            found = truth(bool(value))
        case "constant" if not args and isinstance(value, int):
            found = number(value) if sort == INT else member(str(sort), value)
        case "ite" if len(args) == 3 and args[0].sort == BOOL and args[1].sort == args[2].sort:
            found = ite(*args)
        case "equal" if len(args) == 2 and len(sorts) == 1:
            found = equal(*args)
        case "not" | "and" | "or" | "add" | "multiply" | "quotient" | "less_equal":
            made, of, _ = _OPERATIONS[op]
            found = made(*args) if sorts == {of} else None
    if found is None or found.sort != sort:
        raise ValueError
    return found


@dataclass(frozen=True, slots=True)
class Made:
    """A file: its name and text, how many answers of `unsat` it wants, and which conditions its questions use and what
    they speak of, rule by rule."""

    name: str
    text: str
    questions: int
    rules: tuple[Asked, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """The conditions that some question uses."""
        return tuple(dict.fromkeys(condition for rule in self.rules for condition in rule.uses))

    @property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions about members that some question uses."""
        return tuple(sorted({name for rule in self.rules for name in rule.assumes}))

    def json(self) -> Json:
        said = {"questions": self.questions, "uses": list(self.uses), "assumes": list(self.assumes)}
        return {"file": self.name, "sha256": digest(self.text.encode()), **said}


def item_file(
    obligations: Obligations, item: str, recipes: Callable[[Question], Sequence[Recipe] | None]
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
        write_question(script, question, given, folds)
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


def _file(item: str) -> str:
    """A name of a length that a file may have."""
    name = file_name(item)
    if len(name) > LONG:
        name = f"{name[:LONG]}+{digest(item.encode())[-16:]}"
    return f"{name}.smt2"


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


def items_of(name: str) -> tuple[str, ...]:
    """The items by each of which a property is shown."""
    levels = [make_key(name, level) for level in LEVELS]
    return (*levels, *(f"{STATE}{key}" for key in levels), f"{STEP}{name}")


def all_needs(items: Iterable[str], uses: Mapping[str, Sequence[str] | None]) -> list[str] | None:
    """All items that some rest on, themselves among them; None where one of them has no proof."""
    found: dict[str, None] = {}
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        more = uses.get(item)
        if more is None:
            return None
        if item not in found:
            found[item] = None
            waiting += more
    return list(found)
