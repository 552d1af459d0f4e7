"""Places in the book for the sentence of an answer: in place of the sentences most like it, or behind one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, sqrt

from ruleslawyer.check.evidence.decided import given_answer, sentence_to_print
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.story import PLACE, same_sentence
from ruleslawyer.ir.system import System
from ruleslawyer.report.brief import stems
from ruleslawyer.report.edition.sentences import Sentence, Text
from ruleslawyer.rulebook.claims.readings import question_of
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.table.words import HOLE


class Likeness:
    """Likeness of sentences of one book, from 0 to 1: the cosine of their words, each weighed by how rare it is there
    (Sparck Jones, "A statistical interpretation of term specificity", 1972)."""

    def __init__(self, sentences: Iterable[str]) -> None:
        told = [stems(one) for one in sentences]
        met = Counter(word for words in told for word in words)
        self._weight = {word: log((1 + len(told)) / (1 + times)) + 1 for word, times in met.items()}
        self._rare = log(1 + len(told)) + 1

    def of(self, one: str, other: str) -> float:
        """The likeness of two sentences."""
        mine, its = stems(one), stems(other)
        both = self._square(mine & its)
        return both / sqrt(self._square(mine) * self._square(its)) if both else 0.0

    def share(self, one: str, other: str) -> float:
        """The share of the first sentence that the other one says too."""
        mine = stems(one)
        return self._square(mine & stems(other)) / self._square(mine) if mine else 0.0

    def _square(self, words: Iterable[str]) -> float:
        return sum(self._weight.get(word, self._rare) ** 2 for word in words)


def in_order(likeness: Likeness, clauses: Sequence[str], sentences: Sequence[str]) -> list[int]:
    """The sentence of a line that each of its clauses stands in: the assignment that is most alike of those that keep
    the order of both."""
    rows = [[likeness.of(clause, sentence) for sentence in sentences] for clause in clauses]
    best: list[list[tuple[float, int]]] = []
    for i, row in enumerate(rows):
        level, upto = list[tuple[float, int]](), (float("-inf"), 0)
        for j, alike in enumerate(row):
            before = (0.0, 0) if i == 0 else best[-1][j]
            upto = max(upto, (before[0], j), key=lambda one: one[0]) if i else (0.0, j)
            # Of equals the one that keeps pace with the clauses.
            pace = 0.01 * abs((i + 0.5) / len(clauses) - (j + 0.5) / len(sentences))
            level.append((upto[0] + alike - pace, upto[1]))
        best.append(level)
    at = max(range(len(sentences)), key=lambda j: best[-1][j][0]) if clauses else 0
    found = list[int]()
    for i in range(len(clauses) - 1, -1, -1):
        found.append(at)
        at = best[i][at][1]
    return found[::-1]


# --- places -----------------------------------------------------------------------------------------------------------


SAME = 0.7
"""The likeness from which on a new sentence stands in place of one of the book, and not behind it."""
SIMILAR = 0.5
"""The likeness from which on an editor is asked whether it does."""


ABOUT, EARLY = 0.3, 0.15
"""How much it counts beside the likeness to what is printed that a sentence is like the question, and is named
first."""


@dataclass(frozen=True, slots=True)
class Change:
    """An answer in the text. strikes: the sentences that go. stands: the one in whose place, or behind which, the new
    sentence stands; None where the book has none. doubts: what an editor is asked, each in a sentence."""

    finding: Finding
    prints: str
    strikes: tuple[Sentence, ...]
    stands: Sentence | None
    doubts: tuple[str, ...] = ()


class Places:
    """The places of answers in a text that agrees with the register."""

    def __init__(self, text: Text, register: Register, system: System | None) -> None:
        self.text, self.register, self.system = text, register, system
        self.likeness = Likeness(one.text for one in text.sentences)
        self._cites = {rule.name: rule.cites for rule in system.rules()} if system else {}
        self.of_clause = dict(self._sentences_of_clauses())

    def change(self, finding: Finding) -> Change:
        """The change that the answer to a finding makes."""
        prints, given = sentence_to_print(finding), given_answer(finding)
        written = finding.story.answers[given] if given is not None else None
        own = not written or same_sentence(prints) != same_sentence(written.wording)
        instead, behind = finding.instead, finding.behind
        if written and not (instead or behind or own):
            instead, behind = written.instead, written.behind
        if instead or behind:
            return self._as_told(finding, prints, instead, behind)
        near = self._near(finding)
        if not near or not prints:
            return Change(finding, prints, (), None)
        best = max(near, key=lambda one: self._weight(finding, prints, one))
        alike = 0.0 if best.heading else self.likeness.of(prints, best.text)
        if alike >= SAME:
            return Change(finding, prints, (best,), best)
        lost = self._lost_clauses(finding)
        doubts = [f"{best.place} says nearly the same: does it go?"] if alike >= SIMILAR else []
        doubts += [
            f"{one.place} says otherwise: does it go, or is this an exception to it? It reads: {one.text}"
            for one in near if self._clauses_in(one) & lost
        ]  # fmt: skip
        return Change(finding, prints, (), best, tuple(doubts))

    def _as_told(self, finding: Finding, prints: str, instead: Sequence[str], behind: str) -> Change:
        """The change where somebody has said what goes, or behind what it stands."""
        where = finding.file
        named = [one for one in instead if not PLACE.fullmatch(one)]
        strikes = tuple(self.text.find(one, where) for one in instead if PLACE.fullmatch(one))
        stands = self._sentence(behind, where) if behind else strikes[0] if strikes else None
        if not named:
            return Change(finding, prints, strikes, stands)
        change = self._in_place_of(
            finding, prints, frozenset(named), list(dict.fromkeys(self._sentence(one, where) for one in named))
        )
        return replace(change, strikes=(*strikes, *change.strikes), stands=stands or change.stands)

    def _in_place_of(self, finding: Finding, prints: str, lost: frozenset[str], near: Sequence[Sentence]) -> Change:
        """The change that does away with clauses: a sentence goes that says nothing else; of one that says more an
        editor is asked, since nobody but its author can cut a sentence in two."""
        gone = tuple(one for one in near if self._clauses_in(one) <= lost)
        doubts = tuple(
            f"{one.place} says more than what goes, which is: {says(self.register, self._clauses_in(one) & lost)}"
            for one in near if one not in gone
        )  # fmt: skip
        stands = max(gone or near, key=lambda one: self.likeness.of(prints, one.text))
        return Change(finding, prints, gone, stands, doubts)

    def _sentence(self, place: str, where: str) -> Sentence:
        found = self.of_clause.get(place)
        return self.text.find(place, where) if found is None else found

    def _sentences_of_clauses(self) -> list[tuple[str, Sentence]]:
        """Each clause of the register with the sentence that says it."""
        found = list[tuple[str, Sentence]]()
        for line in self.register.lines:
            sentences = self.text.in_line(line.number) if line.clauses else []
            if sentences:
                says = [clause.says for clause in line.clauses]
                at = in_order(self.likeness, says, [one.text for one in sentences])
                found += [(clause.id, sentences[i]) for clause, i in zip(line.clauses, at, strict=True)]
        return found

    def _clauses_in(self, sentence: Sentence) -> frozenset[str]:
        return frozenset(id_ for id_, one in self.of_clause.items() if one == sentence)

    def _near(self, finding: Finding) -> list[Sentence]:
        """The sentences that say the clauses of a finding, in its order."""
        return list(dict.fromkeys(self.of_clause[id_] for id_ in finding.clauses if id_ in self.of_clause))

    def _weight(self, finding: Finding, prints: str, one: Sentence) -> float:
        """How near a sentence is to what is printed; of equals the first that the finding names."""
        first = next(n for n, id_ in enumerate(finding.clauses) if self.of_clause.get(id_) == one)
        about = f"{finding.title} {HOLE.sub('', finding.story.ask)}"
        alike, spoken_of = self.likeness.of(prints, one.text), self.likeness.of(about, one.text)
        return alike + ABOUT * spoken_of + EARLY / (1 + first)

    def _lost_clauses(self, finding: Finding) -> frozenset[str]:
        """The clauses of a contradiction on which other answers rest than the one that was given, which does not."""
        given = given_answer(finding)
        if finding.kind != "contradiction" or given is None:
            return frozenset()
        kept, lost = set[str](), set[str]()
        for clauses, wins in self._sides(finding.story.answers[given].ruling):
            (kept if wins else lost).update(clauses)
        return frozenset(lost - kept).intersection(finding.clauses)

    def _sides(self, ruling: Mapping[str, str]) -> list[tuple[tuple[str, ...], bool]]:
        """The sides between which a ruling decides: the clauses of each, and whether it is the one that stands."""
        found = list[tuple[tuple[str, ...], bool]]()
        for key, option in ruling.items():
            _, clash, pair = key.partition(":")
            if clash:
                names = pair.split("/")
                # Of a clash that has a permission and a prohibition the permission is named first.
                stands = option if option in names else names[0 if option == "permit" else -1]
                found += [(self._cites.get(name, ()), name == stands) for name in names]
            elif self.system and (question := self.system.questions.get(question_of(key))):
                found += [(self._cites.get(one.name, ()), one.name == option) for one in question.options]
        return found


def says(register: Register, clauses: Collection[str]) -> str:
    """The paraphrases of clauses, in the order of the book."""
    return " ".join(register.clauses[id_].says for id_ in register.clauses if id_ in clauses)
