"""A question that nobody asked: what it is about, what the model does, its words at a table, its rank, and a draft."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from ruleslawyer.base.files.content import toml_value, write_whole
from ruleslawyer.check.evidence.draft import expect_new, page, slug
from ruleslawyer.check.evidence.finding import next_id
from ruleslawyer.exploration.variants.choices import TrackedReading, alternative_options
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.listed import DeclarationIndex, MemberField
from ruleslawyer.studies.hunt.spots import Spot

TIMELY = ("order", "timing", "precedence")
"""Kinds of clauses that say when something comes."""
COMPARES = re.compile(
    r"\b(or (more|less|fewer)|(at|no|not) (the )?(least|most|more|less|fewer)|(more|less|fewer|higher|lower|greater"
    r"|smaller|larger|as many|as much|as high) (than|as)|exceed(s|ing)?|equal|the same|up to|below|beyond|fewer"
    r"|(not|as far as) (he|she|it|they) can|not enough|too (few|many|much|little))\b"
)


class QuestionPhrases:
    def __init__(self, ruleset: LoadedRuleset, listed: DeclarationIndex) -> None:
        self.system, self.listed = ruleset.system, listed
        self.clauses = ruleset.register.citable_clauses if ruleset.register else {}

    def member(self, spot: Spot, sort: str, member: int) -> str:
        return spot.system.scope.names[sort][member]

    def player(self, spot: Spot, player: int) -> str:
        return self.member(spot, self.system.players, player)

    def move(self, spot: Spot, instance: Instance) -> str:
        """``Ann: strike, Ape``."""
        action, codec = self.system.actions[instance.action], spot.codec
        actor, said = action.actor_of(instance.args), []
        for number, (parameter, value) in enumerate(zip(action.chosen_parameters, instance.args, strict=True)):
            if action.actor is None or number != action.actor - action.leading:
                said.append(_text(codec.text(parameter.type, value)))
        who = "by chance" if actor is None else self.player(spot, actor)
        return f"{who}: {', '.join([action.name.replace('_', ' '), *said])}"

    def rule(self, name: str) -> str:
        """A rule: what its clause says, or else as plays call it."""
        found = self.listed.acting.get(name)
        return self._clause_or_name(name.replace("_", " "), found.cites if found else ())

    def frame(self, name: str) -> str:
        """The procedure that is going on: what its clause says, or else its name."""
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
        return self._clause_or_name(words, self.system.frames[name].origin.cites)

    def amid(self, frame: str | None) -> str:
        """``, during 4.1 (“…”)``; nothing where nothing is going on."""
        return f", during {self.frame(frame)}" if frame else ""

    def reckoning(self, function: Function) -> str:
        """A rule, or a helper, that reckons: its clause in words, or else the first line of its description."""
        doc = (function.doc.splitlines() or [""])[0].strip().rstrip(".")
        name = function.name.replace("_", " ")
        return self._clause_or_name(f"{name}: {doc}" if doc else name, function.origin.cites)

    def _clause_or_name(self, name: str, cites: Iterable[str]) -> str:
        """The first clause that the register has words for; without one the name, with all of them."""
        first = next((cite for cite in cites if cite in self.clauses and self.clauses[cite].says), None)
        return self.clause(first) if first else _quote(name, cites)

    def clause(self, clause: str) -> str:
        """A clause, with what the register says of it."""
        known = self.clauses.get(clause)
        return f"{clause} (“{known.says.rstrip('.')}”)" if known and known.says else clause

    def note_words(self, held: MemberField) -> str:
        """The note on a card, in words: by the first clause of its field; without one, by the rules that write it."""
        if held.field.origin.cites:
            return f"what {self.clause(held.field.origin.cites[0])} has noted of it"
        writers = self.listed.writers(held.record, held.field.name)
        said = dict.fromkeys(map(self.rule, writers[:2]))
        return f"what {' and '.join(said)} noted of it" if writers else "what is noted of it"

    def place(self, spot: Spot, sort: str, value: Any) -> str:
        """The place of a member, as its author wrote it."""
        field = self.listed.place[sort]
        type_ = t.unwrap(t.leaf_type(field.type))
        if value is not None and isinstance(type_, t.Enum):
            enum = self.system.enums[type_.name]
            name = enum.members[value].replace("_", " ").lower()
            return f"“{enum.labels[value]}”" if enum.labels else f"“{name}”"
        return "nowhere" if value is None else f"“{spot.codec.text(type_, value)}”"

    def awaiting(self, spot: Spot) -> tuple[str, ...]:
        """The clauses by which somebody is awaited in a state."""
        return (self.system.frames[spot.frame] if spot.frame else self.system.awaits).origin.cites

    def comparing(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """The clauses that say how a number is compared, and so what holds where two are equal, or one is missing."""
        known = self.clauses
        return tuple(c for c in dict.fromkeys(clauses) if c in known and COMPARES.search(known[c].says.lower()))

    def of_kind(self, clauses: Iterable[str], *kinds: str) -> tuple[str, ...]:
        """The clauses of some kind of the register."""
        known = self.clauses
        return tuple(dict.fromkeys(clause for clause in clauses if clause in known and known[clause].kind in kinds))


def _quote(words: str, clauses: Iterable[str]) -> str:
    cited = ", ".join(clauses)
    return f"“{words}” ({cited})" if cited else f"“{words}”"


def _text(text: str) -> str:
    return text.replace("_", " ")


NOBODY, NEARLY, CLAUSE = DECIDERS = (
    "no clause decides", "a clause speaks near it, and perhaps does not decide", "a clause decides",
)  # fmt: skip


Way: TypeAlias = tuple[str, ...]
"""A way in which the model does something in question, by names of the model: what moved where, and what becomes of it.
A question is one for a person, who reads the simplest; the ways tell apart what the rules do."""
Meet: TypeAlias = Callable[[tuple[str, str, str], Spot], None]


class QuestionSink(Protocol):
    """Told of a question, which is made only where it is wanted."""

    def __call__(
        self, shape: str, key: tuple[str, ...], spot: Spot, made: Callable[[], Question], ways: Iterable[Way] = (), /
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Question:
    """asks: what, at the table. model, otherwise: what the model does, and what another reading would. sides: the
    clauses of each of the things that meet. near: clauses that may decide. probe: what the model does, under other
    options. around: clauses of the other rules that take part, by which it may be settled."""

    shape: str
    key: tuple[str, ...]
    asks: str
    model: str
    otherwise: str
    sides: tuple[tuple[str, ...], ...]
    near: tuple[str, ...]
    spot: Spot
    instance: Instance | None
    probe: Callable[[TransitionSystem], Any]
    settled_in_model: bool = False
    around: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same in every run that finds it."""
        return question_name(self.shape, self.key)

    @property
    def clauses(self) -> tuple[str, ...]:
        """All that speak of what meets here."""
        return tuple(dict.fromkeys((*(c for side in self.sides for c in side), *self.near)))

    @property
    def decider(self) -> str:
        return CLAUSE if self.settled_in_model else NEARLY if self.near else NOBODY

    @property
    def depth(self) -> int:
        return self.spot.depth + (self.instance is not None)


def question_name(shape: str, key: tuple[str, ...]) -> str:
    """The name of a question."""
    return f"{shape}-{hashlib.sha256(repr(key).encode()).hexdigest()[:6]}"


@dataclass
class QuestionHit:
    """A question in its simplest spot. times: how often it was met; known: the finding or the doubt that names it, or
    the clause by which it is settled."""

    question: Question
    times: int = 1
    known: tuple[str, ...] = ()
    settled: str = ""
    others: set[str] = field(default_factory=set)
    """The same of other moves, in words."""
    ways: dict[Way, Spot] = field(default_factory=dict)
    """The ways in which it was met, each in its simplest spot."""

    @property
    def rank(self) -> tuple[Any, ...]:
        one = self.question
        return DECIDERS.index(one.decider), one.spot.size[0], one.depth, -self.times, one.id

    @property
    def open(self) -> bool:
        """Whether a person is asked: nobody has read it, and it came up where nothing was put elsewhere by hand."""
        return not self.known and not self.settled and self.question.spot.moved is None


def doubts_of(question: Question) -> list[str]:
    """The choices of which another option, alone, has the model do something else here: they name the question."""
    noted = TrackedReading(question.spot.system.reading)
    system = TransitionSystem(question.spot.system.machine, noted)  # what a scenario ruled is doubted all the same
    usual = _probe(question, system)
    found = dict[str, None]()
    for choice, option in list(alternative_options(system, noted.asked)):
        if choice not in found and _probe(question, system.under(choice, option)) != usual:
            found[choice] = None
    return list(found)


def _probe(question: Question, system: TransitionSystem) -> Any:
    one, state = question.instance, question.spot.state
    try:
        if one is not None and not system.may(state, one):
            return None
        return True, question.probe(system)
    except BranchEnds as ends:
        return ends.event.key


_ALIKE = {"order": 2, "mind": 1, "gone": 1, "stays": 1, "again": 1, "stuck": 1}
"""By how much of its key a question of a shape is the same as another one; all of it where nothing is said."""


def alike(question: Question) -> tuple[str, ...]:
    """The same for questions of which one is shown."""
    shape, key = question.shape, question.key
    return shape, *key[: _ALIKE.get(shape, len(key))]


def rank_questions(found: Iterable[QuestionHit]) -> list[QuestionHit]:
    """One of each cluster, open ones first."""
    clusters: dict[tuple[str, ...], QuestionHit] = {}
    for one in sorted(found, key=lambda one: (not one.open, one.rank)):
        first = clusters.setdefault(alike(one.question), one)
        if first is not one:
            first.others.add(one.question.asks)
            first.ways |= one.ways
    return sorted(clusters.values(), key=lambda one: (not one.open, one.rank))


def draft_finding(ruleset: LoadedRuleset, question: Question, known: list[str]) -> tuple[Path, str]:
    """The file of the finding, which is written and never overwrites, and the doubt, to be put into the model."""
    folder, id_ = ruleset.config.findings, next_id(known)
    path = folder / f"{id_}-{question.id}.md"
    expect_new(path)
    clauses = list(question.clauses)
    evidence = ["[[evidence]]", 'ask = "text"', f"about = {toml_value({'clauses': clauses})}"]
    text = page(id_, question.asks, "gap", "medium", clauses, [], evidence)
    write_whole(path, text)
    return path, _doubt(ruleset, question)


def _doubt(ruleset: LoadedRuleset, question: Question) -> str:
    name = slug(question.id).replace("-", "_")
    words = [repr(one) for one in (question.asks, *question.clauses)]
    options = f"as_now=yes({question.model!r}, default=True), otherwise=no({question.otherwise!r})"
    return f"{name} = {ruleset.name}.doubt({', '.join(words)}, {options})"
