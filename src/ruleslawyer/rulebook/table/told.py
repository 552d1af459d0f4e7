"""A finding in words: what happens, the question and its answers, filled in from its play; the same on every door."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.look import Printed
from ruleslawyer.rulebook.table.words import Filling, Piece, Unfilled, capital, pieces, spoken
from ruleslawyer.semantics.trace import Trace

LETTERS = "ABCDEFGHIJ"
"""The answers to a question, in order."""
UNKNOWN = Piece("…")
"""What stands where nothing fills a hole; `check` falls short of it."""
_WAYS = {"permit": "It may be done", "forbid": "It may not be done"}
Words = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a designer could give: in words, what happens then, and as a ruling where the model can say it.
    wording: the sentence to print that says this answer and no other, empty where nobody wrote one. instead, behind: in
    place of which sentences of the book, or behind which (see `places_in`); empty where nobody said.
    unpromised: why nothing is promised of it (see `check.answers`)."""

    says: str
    then: str = ""
    ruling: Mapping[str, str] = field(default_factory=dict)
    unpromised: str = ""
    wording: str = ""
    instead: tuple[str, ...] = ()
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """crux: what happens, in a sentence or two. ask: the question to the designer. moment: the step of the play after
    which the picture shows the table. hide: what it must not show. one_answer: why the model has one answer alone.
    Empty where the author wrote nothing."""

    crux: str = ""
    ask: str = ""
    moment: int | None = None
    hide: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    one_answer: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that is to be filled in."""
        return tuple(filter(None, (self.crux, self.ask, *(text for a in self.answers for text in (a.says, a.then)))))


class Written(Protocol):
    """A finding as it is written. clash: the action on which two of its clauses say different things, and these."""

    @property
    def title(self) -> str: ...
    @property
    def questions(self) -> tuple[str, ...]: ...
    @property
    def story(self) -> Story: ...
    @property
    def clash(self) -> tuple[str, tuple[str, str]] | None: ...


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """An answer in pieces, and as a ruling."""

    says: Words
    then: Words
    ruling: Mapping[str, str]
    wording: str


@dataclass(frozen=True, slots=True)
class Told:
    """A finding in words; sentences that a play fills in are in pieces. unfilled: what nothing fills, and
    what is named twice: a play that was found anew may have one card where the text speaks of two."""

    title: str
    happens: Words
    question: Words
    answers: tuple[ToldAnswer, ...]
    one_answer: str
    unfilled: tuple[Unfilled, ...]

    @property
    def citations(self) -> tuple[tuple[str, str], ...]:
        """The values that are told: a field or an attribute, and whose it is."""
        sentences = (self.happens, self.question, *(words for one in self.answers for words in (one.says, one.then)))
        return tuple(dict.fromkeys(piece.place for words in sentences for piece in words if piece.place))

    def json(self) -> Json:
        """Its words alone, for scripts, and as `check` keeps them."""
        return {
            "title": self.title, "happens": plain(self.happens), "question": plain(self.question),
            "answers": [
                {"says": plain(one.says), "then": plain(one.then), "ruling": dict(one.ruling), "wording": one.wording}
                for one in self.answers
            ],
            "one_answer": self.one_answer,
        }  # fmt: skip


def told(finding: Written, system: System | None, trace: Trace | None = None, printed: Printed | None = None) -> Told:
    """A finding in words. trace, printed: its play, and what its scope prints. Where the author wrote no question and
    no answers, these are what the model asks, and its options; or that one of two clauses prevails. Without a `system`
    there is no model."""
    filling = Filling(printed, trace) if printed is not None and trace is not None else None
    unfilled: list[Unfilled] = []
    called = dict[str, str]()

    def piece(hole: str) -> Piece:
        try:
            if filling is None:
                raise Unfilled(hole, "the finding has no play", "write the value out")
            found = filling.piece(hole)
        except Unfilled as error:
            unfilled.append(error)
            return UNKNOWN
        first = called.setdefault(found.text, hole) if found.kind == "member" else hole
        if first != hole and not {".", "["} & {*first, *hole}:
            unfilled.append(Unfilled(hole, f"it is `{first}` again", f"name it once, as {{{first}}}"))
        return found

    def fill_in(text: str) -> Words:
        return tuple(pieces(text, piece))

    story = finding.story
    answers = story.answers or (tuple(_answers(finding, system)) if system is not None else ())
    return Told(
        finding.title,
        fill_in(story.crux),
        fill_in(story.ask or (_question(finding, system) if system is not None else "")),
        tuple(ToldAnswer(fill_in(a.says), fill_in(a.then), dict(a.ruling), a.wording) for a in answers),
        story.one_answer,
        tuple(unfilled),
    )


def plain(words: Words) -> str:
    """A sentence in pieces, whole."""
    return "".join(piece.text for piece in words)


def _question(finding: Written, system: System) -> str:
    """The model's question; nothing where it asks none."""
    asked = (system.questions[name].text for name in finding.questions if name in system.questions)
    return capital(next(asked, ""))


def _answers(finding: Written, system: System) -> Iterator[Answer]:
    """The options of the model's question; or that one of two clauses prevails."""
    says = {rule.name: rule.says for rule in system.rules()}
    question = next((system.questions[name] for name in finding.questions if name in system.questions), None)
    if question is not None:
        for option in question.options:
            said = capital(spoken(option.label or option.name))
            yield Answer(said, says.get(option.name, ""), {question.name: option.name})
    elif finding.clash is not None and finding.clash[0] in system.actions:
        subject, pair = finding.clash
        key = f"{subject}:{'/'.join(pair)}"
        for (way, said), name in zip(_WAYS.items(), pair, strict=True):
            yield Answer(said, says.get(name, ""), {key: way})
