"""A verdict for any number of cards, what is kept of several for another run, and remarks in a script on where each
instance is from.

The terms that an instance is made for are written out before it, each by its parts. Nothing of it is believed.
"""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.files.content import json_value
from ruleslawyer.engines.smt.certify.argument import LEVELS, STATE, STEP, Level, make_key, parse_key
from ruleslawyer.engines.smt.lifted.certificate import (
    BadInstance,
    FoldInstance,
    LawInstance,
    LongerChains,
    Recipe,
    SumInstance,
)
from ruleslawyer.engines.smt.lifted.clauses import ALL, IS, NOT, OR
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.unwritten import ImplicitCheck, implicit_checks
from ruleslawyer.ir.left_open import numbers_without_value
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import Assumption, System
from ruleslawyer.lifted.terms import (
    BOOL,
    INT,
    MADE,
    Op,
    Term,
    equal,
    in_postorder,
    ite,
    member,
    number,
    symbol,
    truth,
)
from ruleslawyer.lifted.world import player_sizes
from ruleslawyer.rulebook.claims.verdict import UNCHECKED, proved_for_any

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.certify.accepted import Accepted
    from ruleslawyer.engines.smt.lifted.situation import Situation
    from ruleslawyer.ir.schema import Scope
    from ruleslawyer.semantics.trace import Trace


HOW: dict[Level, str] = {
    "strong": "induction", "settled": "induction, where nothing is to settle", "rest": "induction, at rest",
}  # fmt: skip
WHERE = dict(zip(LEVELS, ("in every state", "where nothing is to settle", "where somebody decides"), strict=True))
"""Where a condition of each level holds."""
ALONE, WITH_STATES = "from the rule", "from the rule and what is proved of states"
OF_A_STATE = "from what is known of a state"
EVERY_WRITE = "each write, by each rule"
EVERY_MEETING = "wherever both are met, by each rule"
EVERY_CHECK = "each check, by each rule and between rules"
OF_EACH = {"writes": EVERY_WRITE, "apart": EVERY_MEETING, "unbroken": EVERY_CHECK}
"""How what nobody wrote is shown, by kind."""
_SAID = {
    "writes": "Each write of {} keeps its range.", "apart": "The clauses of {} never clash.",
    "unbroken": "No check of the model fails.",
}  # fmt: skip
CANNOT_BE_LIFTED = "cannot be lifted"
"""The words in a reason that no longer search changes."""
IN_CHAINS = " (k-induction)"
"""How something is proved: of states, of steps, of writes, of two clauses, of the model; where rules one after the
other were asked."""

_KEYS = re.compile(r"(\[\w+\])+")


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """The verdict on one property. proposed: whether a proof was found; accepted: that it was accepted at the door,
    without which it is none. vacuous: whether no game begins, or nothing is ever done, so that all would be proved.
    sorts: those of which there may be any number. fixed: those with a size. method: how. lemmas: the
    properties on which it rests; found: the conditions of states on which it does, and that nobody wrote down. rule:
    where induction stops. reason: why. late: for want of time. clauses: those that promise it. level: of a property of
    states, which ones. situation: from which the rule breaks it. never: the rules that it is about and that can never
    be taken, for all that is known. known: all conditions of states on which the proof rests, by key. broken: the play
    that breaks it, with the scope of it. numbers: those of the book that may have any value. closing: a
    condition that is not shown, and with which it would be."""

    property: str
    kind: str
    sorts: tuple[str, ...]
    fixed: tuple[tuple[str, int], ...]
    method: str = ""
    lemmas: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    rule: str = ""
    reason: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    late: bool = False
    clauses: tuple[str, ...] = ()
    level: Level = "strong"
    situation: Situation | None = None
    never: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    vacuous: bool = False
    proposed: bool = False
    accepted: Accepted | None = None
    broken: tuple[Scope, Trace] | None = None
    numbers: tuple[str, ...] = ()
    closing: str = ""

    @builtins.property
    def verdict(self) -> str:
        if self.broken is not None:
            return "VIOLATED"
        if self.vacuous:
            return "VACUOUS"
        if self.accepted is not None:
            return "PROVED"
        return UNCHECKED if self.proposed else "UNKNOWN"

    def rests_on_others(self) -> bool:
        """Whether the proof takes conditions of states for known, besides its own."""
        return any(key != make_key(self.property, self.level) for key in self.known)

    @builtins.property
    def in_chains(self) -> bool:
        """Whether rules one after the other were asked."""
        return self.method.endswith(IN_CHAINS)

    @builtins.property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions about members on which the proof rests."""
        return () if self.accepted is None else self.accepted.assumes

    def verdict_text(self) -> str:
        if self.verdict != "PROVED":
            return self.verdict
        return proved_for_any(self.sorts, self.fixed, self.numbers, self.assumes)


def item_in_words(system: System, item: str) -> tuple[str, str]:
    """The states of which an item at the door speaks, and its words: a condition of states, a property as its author
    says it, a check of steps, the range of a field, the last two of none."""
    name, level = parse_key(item.removeprefix(STATE).removeprefix(STEP))
    if name in (unwritten := {one.name: one for one in implicit_checks(system)}):
        return "", property_in_words(unwritten[name])
    check = system.checks.get(name)
    said = condition_in_words(name) if check is None else property_in_words(check)
    return "" if item.startswith(STEP) else WHERE[level], said


def property_in_words(one: Check | ImplicitCheck | Assumption) -> str:
    """A property in words, with its clauses."""
    if isinstance(one, ImplicitCheck):
        words, cites = _SAID[one.kind].format(one.about), one.cites
    else:
        words, cites = one.function.in_words, one.origin.cites
    return f"{words} ({', '.join(cites)})" if cites else words


def proof_item(one: ProofVerdict) -> str:
    """The name of a proof's item at the door."""
    if one.kind == "step":
        return f"{STEP}{one.property}"
    return f"{STATE if one.method == OF_A_STATE else ''}{make_key(one.property, one.level)}"


def proof_method(kind: str, item: str, rests_on: Collection[str], *, chained: bool) -> str:
    """How a property is shown that was accepted by an item."""
    if item.startswith(STATE):
        return OF_A_STATE
    if kind in OF_EACH:
        return OF_EACH[kind]
    chains = IN_CHAINS if chained else ""
    if kind == "step":
        return f"{WITH_STATES}{chains}" if rests_on or chained else ALONE
    return f"{HOW[parse_key(item)[1]]}{chains}"


def lemmas_of(found: Sequence[ProofVerdict]) -> Lemmas:
    """The lemmas that a run proved, for another one."""
    proved = [one for one in found if one.verdict == "PROVED"]
    always = [one for one in proved if one.kind == "always" and one.method != OF_A_STATE]
    chains = [make_key(one.property, one.level) for one in always if one.in_chains]
    states = [key for one in always if (key := make_key(one.property, one.level)) not in chains]
    alone = [one.property for one in proved if one.method == ALONE]
    others = [one for one in proved if one.kind != "always" or one.method == OF_A_STATE]
    steps = [make_key(one.property, one.level) for one in others if one.method != ALONE]
    conditions = dict.fromkeys(name for one in proved for name in one.found)
    lone = [make_key(one.property, one.level) for one in proved if one.kind == "always" and not one.rests_on_others()]
    first = (key for key in states if key in lone)
    return Lemmas(*map(tuple, (states, alone, steps, conditions, first, chains)))


def split_sizes(system: System, players: int | None) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """The sorts of which a proof is of any number, and the others with their sizes. Where nobody plays it says nothing
    of players: no rule can speak of them."""
    fixed = {system.players: 0} if system.nobody_plays else player_sizes(system, players)
    return tuple(name for name in system.sorts if name not in fixed), tuple((s, n) for s, n in fixed.items() if n)


def every_property(system: System) -> list[Check | ImplicitCheck]:
    """The properties that are declared, and those that nobody wrote."""
    return [*system.checks.values(), *implicit_checks(system)]


def unknown_verdict(system: System, players: int | None, one: Check | ImplicitCheck, reason: str = "") -> ProofVerdict:
    """The verdict on a property of which nothing is known."""
    clauses = one.origin.cites if isinstance(one, Check) else one.cites
    numbers = numbers_without_value(system)
    return ProofVerdict(
        one.name, one.kind, *split_sizes(system, players), reason=reason, clauses=clauses, numbers=numbers
    )


def condition_in_words(condition: str) -> str:
    """The sentence for a condition that nobody wrote down, by its name: `not open or x is A or x is B` is "where open,
    x is A or B". One that is said in other words stays as it is."""
    begin = ""
    if condition.startswith(ALL):
        listed, _, condition = condition.removeprefix(ALL).rpartition(": ")
        members = (f"{sort} {name}" for name, _, sort in (one.partition(": ") for one in listed.split(", ")))
        begin = f"for each {' and '.join(members)}: "
    parts = condition.split(OR)
    denied = [_place(part.removeprefix(NOT)) for part in parts if part.startswith(NOT)]
    said = _alternatives([_place(part) for part in parts if not part.startswith(NOT)])
    if not denied:
        return f"{begin}{said}"
    together = " and ".join(denied)
    return f"{begin}where {together}, {said}" if said else f"{begin}never {together}"


def _alternatives(parts: list[str]) -> str:
    """Parts of which one holds; values that the same place may have are listed."""
    values: dict[str, list[str]] = {}
    for part in parts:
        place, verb, value = part.partition(IS)
        values.setdefault(f"{place}{verb}", []).append(value)
    return " or ".join(f"{place}{_enumeration(found)}" for place, found in values.items())


def _enumeration(values: list[str]) -> str:
    *first, last = values
    return f"{', '.join(first)} or {last}" if first else last


def _place(part: str) -> str:
    """A part with keys: a place of the members that these are."""
    return _KEYS.sub(lambda found: f" of {found[0][1:-1].replace('][', ' and ')}", part)


class RemarkKind(StrEnum):
    """The subject of a line `;@`: an instance of a law, of a fold, of the lemma about sums (of one against one, or of
    so many against so many); a term that it is for; or that a question has no answer of its own, and those about the
    rules before it have."""

    LAW = "law"
    FOLD = "fold"
    SUM = "sum"
    SUMS = "sums"
    TERM = "term"
    LONGER = "longer"


def remarks(recipe: Recipe, numbers: dict[Term, int]) -> Iterator[str]:
    """The lines of an instance; numbers: of the terms that are written out, to which those of this one are added."""
    terms: list[Term | None] = []
    match recipe:
        case LawInstance(source, at, of):
            said, terms = [RemarkKind.LAW, source, at], [*of]
        case FoldInstance(app, x):
            said, terms = [RemarkKind.FOLD], [app, x]
        case SumInstance(more, fewer, others) if len(more) <= 1 and len(fewer) <= 1:
            said, terms = [RemarkKind.SUM], [*(side[0] if side else None for side in (more, fewer)), *others]
        case SumInstance(more, fewer, others):
            said, terms = [RemarkKind.SUMS, len(more), len(fewer)], [*more, *fewer, *others]
        case LongerChains():
            said = [RemarkKind.LONGER]
    for term in (term for term in terms if term is not None):
        for part in in_postorder(term, numbers):
            numbers[part] = len(numbers)
            yield json.dumps([RemarkKind.TERM, part.op, part.sort, part.value, *(numbers[a] for a in part.args)])
    yield json.dumps([*said, *(None if term is None else numbers[term] for term in terms)])


def parse_recipes(lines: Iterable[str]) -> list[list[Recipe]]:
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
                raise BadInstance(f"unexpected {line[:60]}") from error
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
        case RemarkKind.TERM:
            op, sort, value, *args = rest
            terms.append(_term(op, sort, value, tuple(map(term, args))))
        case RemarkKind.LAW:
            source, place, *args = rest
            recipes.append(LawInstance(str(source), int(place), tuple(map(term, args))))
        case RemarkKind.FOLD:
            app, x = rest
            recipes.append(FoldInstance(term(app), at(x)))
        case RemarkKind.SUM:
            one, other, *others = rest
            more, fewer = (() if place is None else (term(place),) for place in (one, other))
            recipes.append(SumInstance(more, fewer, tuple(map(term, others))))
        case RemarkKind.SUMS:
            many, against, *args = rest
            known = tuple(map(term, args))
            recipes.append(SumInstance(known[:many], known[many : many + against], known[many + against :]))
        case RemarkKind.LONGER:
            recipes.append(LongerChains())
        case _:
            raise ValueError


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
            of = BOOL if op in ("not", "and", "or") else INT
            found = MADE[op](*args) if sorts == {of} else None
    if found is None or found.sort != sort:
        raise ValueError
    return found
