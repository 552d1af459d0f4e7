"""A memo of answers, each with what it read: an answer is found again while all of that says the same.

With a question lies what its answers read, the last ones first; behind the question, that and what it says today lies
the answer. What was read is known as an answer is made, and may be less than one would guess: so it is noted by whoever
makes it. Where nobody noted anything, all is taken to be read that such a question may read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar, TypeVar

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.answers.meaning import Meaning, inputs, meaning
from ruleslawyer.rulebook.answers.store import Answers, Digest, has_place, key_of
from ruleslawyer.rulebook.kept.rules import recall_or_make
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

T = TypeVar("T")
MOST = 4
"""Notes of what was read that lie with a question; the last ones."""


class Read(ABC):
    """Something that an answer was made of, as data. edited: whether it may change while the answer is made."""

    __slots__ = ()
    edited: ClassVar[bool] = False

    @abstractmethod
    def now(self, memo: Memo) -> Digest:
        """The digest of the source as it is today."""


Reads = tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class Rules(Read):
    """All that the rules say, wherever they stand."""

    def now(self, memo: Memo) -> Digest:
        return meaning(memo.ruleset).whole()


@dataclass(frozen=True, slots=True)
class Matters(Read):
    """The rules that can matter in the scope, and the scope. idle: rules of which nothing is ever done."""

    idle: frozenset[str] = frozenset()

    def now(self, memo: Memo) -> Digest:
        return memo.matters(self.idle)


@dataclass(frozen=True, slots=True)
class Ran(Read):
    """The functions that ran (None: any may have), and the rules but for bodies of functions. A play is made step by
    step: where none of these changed, the next step is the same, and so is what runs in it."""

    functions: frozenset[str] | None

    def now(self, memo: Memo) -> Digest:
        said = meaning(memo.ruleset)
        return said.but_bodies() + said.bodies(self.functions)


@dataclass(frozen=True, slots=True)
class Sources(Read):
    """The text of the rules, with their places, whatever is settled."""

    def now(self, memo: Memo) -> Digest:
        return memo.ruleset.by_the_book.system.digest.encode()


@dataclass(frozen=True, slots=True)
class Files(Read):
    """Every byte of every file that a check reads, `but` those of these names. rules_alone: no findings or scenarios,
    nor what else is declared of rules."""

    but: tuple[str, ...] = ()
    rules_alone: bool = False
    edited: ClassVar[bool] = True

    def now(self, memo: Memo) -> Digest:
        return inputs(memo.ruleset.root, memo.ruleset.config, self.but, rules_alone=self.rules_alone)


GAMES, ADEQUACY = "games.json", "adequacy.json"
"""Files of a ruleset that verbs write, and that those which are remembered do not read."""
FILES, RULES_ALONE = (Files((GAMES, ADEQUACY), alone) for alone in (False, True))
"""The files that such verbs read: all of a ruleset, or those of its rules alone, without findings and scenarios."""


class Memo:
    """Answers about one ruleset, or about one scope of it. A question is its kind and all that is asked besides what is
    read. reads: what its answers may read, where nobody notes it."""

    def __init__(
        self, answers: Answers, ruleset: LoadedRuleset, scope: Scope | None = None, *reads: Read
    ) -> None:  # fmt: skip
        self.answers, self.ruleset, self.scope = answers, ruleset, scope
        self._may: Reads = reads or ((Rules() if scope is None else Matters()),)
        self._said: dict[Read, Digest] = {}

    def read(self, kind: type[T], *question: object) -> T | None:
        """The answer, or None where there is none of this kind."""
        if self.answers.folder is None:
            return None
        if self.answers.fresh:  # what would find an answer takes as long as to explore a small scope
            self._note_sources()
            return None
        found = (self.answers.read(key) for key in self._keys(question))
        return next((one for one in found if isinstance(one, kind)), None)

    def write(self, answer: object, *question: object, reads: Reads | None = None) -> bool:
        """Keep an answer that was made of this; not where a file that it read has since been edited. One in which a
        place in a source stands read the sources too, as files are."""
        if self.answers.folder is None:
            return False
        reads = self._may if reads is None else reads
        if has_place(answer) and not any(isinstance(one, Files) for one in reads):
            reads = (*reads, Sources())
        if any(one.edited and one.now(self) != self._now(one) for one in reads):
            return False
        noted = self.notes(*question)
        if (noted or (self._may,))[0] != reads:
            rest = (one for one in noted if one != reads)
            self.answers.write(self._index(question), (reads, *rest)[:MOST])
        self.answers.write(self._key(question, reads), answer)
        return True

    def ask(self, kind: type[T], make: Callable[[], T], whole: Callable[[T], bool], *question: object) -> T:
        """The answer, made and kept if it is not there. whole: whether another run would not better it."""
        found = self.read(kind, *question)
        if found is None:
            found = make()
            if whole(found):
                self.write(found, *question)
        return found

    def notes(self, *question: object) -> tuple[Reads, ...]:
        """The records of what answers to a question read, the last first. What another wrote there is data that may be
        wrong."""
        return tuple(_reads(self.answers.read(self._index(question), counted=False)))

    def forget(self, *question: object) -> None:
        """Take an answer away: it will be asked anew."""
        if self.answers.folder is not None:
            for key in self._keys(question):
                self.answers.forget(key)

    def key(self, *question: object) -> bytes:
        """The key of an answer that read all that it may."""
        return self._key(question, self._may)

    def matters(self, idle: frozenset[str]) -> Digest:
        """The rules that can matter in the scope: worked out once while the rules say the same, since that takes
        as long as to explore a small scope."""
        assert self.scope is not None
        said, scope = meaning(self.ruleset), self.scope
        found = said.recall(scope, idle)
        if found is None:
            question = repr(("matters", self._scope, sorted(idle)))
            found = recall_or_make(self.ruleset.system, question, lambda: self._within(said, scope, idle))
            said.note(scope, idle, found)
        return found

    def _within(self, said: Meaning, scope: Scope, idle: frozenset[str]) -> Digest:
        """The same, known wherever the rules say the same."""
        key = key_of("matters", said.whole(), self._scope, idle)
        found = self.answers.read(key, counted=False)
        if not isinstance(found, bytes):
            found = said.within(scope, idle)
            self.answers.write(key, found)
        return found

    # --- what was read ----------------------------------------------------------------------------------------------

    def _keys(self, question: tuple[object, ...]) -> Iterator[bytes]:
        for reads in self.notes(*question) or (self._may,):
            try:
                key = self._key(question, reads)
            except Exception:
                if reads == self._may:
                    raise
                continue  # somebody else wrote that this was read
            yield key

    def _index(self, question: tuple[object, ...]) -> bytes:
        return key_of("what is read", self.ruleset.name, self._scope, question)

    def _key(self, question: tuple[object, ...], reads: Reads) -> bytes:
        return key_of("answer", self.ruleset.name, question, tuple((one, self._now(one)) for one in reads))

    @cached_property
    def _scope(self) -> Digest | None:
        return None if self.scope is None else meaning(self.ruleset).of_scope(self.scope)

    def _note_sources(self) -> None:
        """Note what the sources say now that may change while an answer is made."""
        for one in self._may:
            if one.edited:
                self._now(one)

    def _now(self, one: Read) -> Digest:
        if one not in self._said:
            self._said[one] = one.now(self)
        return self._said[one]


def _reads(found: object) -> Iterator[Reads]:
    """The well-formed records in data that may be wrong."""
    for one in found if isinstance(found, tuple) else ():
        if isinstance(one, tuple) and one and all(isinstance(part, Read) for part in one):
            yield one
