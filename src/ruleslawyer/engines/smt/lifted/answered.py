"""Questions that were answered once, found again in another process and after an edit.

Of a search it is kept what was unsat, by what a question says: the terms that are asked, with what defines their
symbols. Rules, conditions and folds are numbered for themselves (`Folds.within`), and a fold is known by what it folds,
so that a question about one rule says the same when another rule was edited. With it are kept the conditions on which
the answer rests: it stands wherever these are known, and does not hang on seconds.

Of what was brought to the door the instances are kept that answered each question: by its item, its rule, and how many
about that rule came before it. Folds are numbered as they come up, so each is called by what it folds. Nothing of it is
believed: rules are lifted anew, and whoever uses instances asks again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeAlias

from ruleslawyer.engines.smt.lifted.certificate import BadInstance, ProofFile, Recipe
from ruleslawyer.engines.smt.lifted.verdict import parse_recipes
from ruleslawyer.lifted.terms import Term, in_postorder
from ruleslawyer.lifted.values import WITNESS
from ruleslawyer.lifted.world import Law, World

MOST = 20_000
"""Questions that are kept of a ruleset."""
Known = Mapping[bytes, frozenset[bytes]]
"""By a question, on what of that which is known of states its answer rests."""


class QueryCache:
    """before: what earlier runs kept. Those that were asked now come first in what is kept."""

    def __init__(self, before: Known | None = None) -> None:
        self._before, self._now = dict(before or {}), dict[bytes, frozenset[bytes]]()
        self._terms: dict[Term, bytes] = {}
        self._laws: dict[Law, bytes] = {}
        self._folds: dict[str, bytes] = {}
        self.found = 0

    @property
    def answers_to_keep(self) -> dict[bytes, frozenset[bytes]]:
        return dict(list({**self._now, **self._before}.items())[:MOST])

    def get(self, question: bytes, world: World, parts: Iterable[Term]) -> frozenset[Term] | None:
        """The parts on which the answer rests; None where it is not known, or one of them is none of these."""
        used = self._before.get(question)
        if used is None:
            return None
        found = frozenset(part for part in parts if self._term(world, part) in used)
        if len(found) < len(used):
            return None
        self._now[question] = used
        self.found += 1
        return found

    def put(self, question: bytes, world: World, used: Iterable[Term]) -> None:
        self._now[question] = frozenset(self._term(world, part) for part in used)

    # --- what a question says ---------------------------------------------------------------------------------------

    def question(self, world: World, wanted: Term, facts: Iterable[Term], laws: Iterable[Law]) -> bytes:
        """facts: what holds, laws: what holds of all."""
        sizes = repr(sorted(world.sizes.items())).encode()
        said = (self._term(world, wanted), *(self._term(world, fact) for fact in facts))
        return _digest(sizes, str(len(said)).encode(), *said, *(self._law(world, law) for law in laws))

    def _law(self, world: World, law: Law) -> bytes:
        if law not in self._laws:
            self._laws[law] = _digest(b"law", *(self._term(world, term) for term in (*law[0], law[1])))
        return self._laws[law]

    def _term(self, world: World, term: Term) -> bytes:
        if term not in self._terms:
            for part in in_postorder(term, self._terms):
                head = repr((part.op, part.sort, self._name(world, part))).encode()
                self._terms[part] = _digest(head, *(self._terms[a] for a in part.args))
        return self._terms[term]

    def _name(self, world: World, part: Term) -> object:
        """A term's own word; of a fold, and of who witnesses one, what it folds."""
        if part.op != "symbol":
            return part.value
        name = str(part.value)
        of = name.removeprefix(WITNESS)
        return (of != name, self.fold(world, of)) if of in world.folds.by_name else name

    def fold(self, world: World, name: str) -> bytes:
        """The digest of a fold's terms."""
        if name not in self._folds:
            fold = world.folds.by_name[name]
            terms: Sequence[Term] = (fold.variable, *fold.parameters, fold.condition, fold.body, fold.passes)
            self._folds[name] = _digest(fold.kind.encode(), *(self._term(world, term) for term in terms))
        return self._folds[name]


def _digest(*said: bytes) -> bytes:
    return blake2b(b"".join(said), digest_size=16).digest()


_FOLD, _SAID = re.compile(r"\b(some|sum|least|greatest) (\d+)\b"), re.compile(r"\b(some|sum|least|greatest) #(\w+)\b")
_BEGIN, _RULE = "(push", "; rule "
Place: TypeAlias = tuple[str, str, int]
"""A question: its item, its rule, and its number among those of the item about the rule."""
Before: TypeAlias = Mapping[Place, str]
"""The instances kept of an earlier run: the lines of a certificate that say what they are of."""


def record_instances(made: Mapping[str, ProofFile | None], world: World) -> Before:
    """The instances of a run, kept for another one."""
    known, found = QueryCache(), dict[Place, str]()

    def name(fold: re.Match[str]) -> str:
        return f"{fold[1]} #{known.fold(world, fold[0])[:8].hex()}" if fold[0] in world.folds.by_name else fold[0]

    for item, file in made.items():
        asked = Counter[str]()
        for block in () if file is None else file.text.split(f"\n{_BEGIN}")[1:]:
            rule = block.partition(f"\n{_RULE}")[2].partition("\n")[0]
            remarks = "\n".join(line for line in block.splitlines() if line.startswith(";@"))
            found[item, rule, asked[rule]] = _FOLD.sub(name, remarks)
            asked[rule] += 1
    return found


class InstanceHints:
    """The same, for the questions of one run. world: of its relation."""

    def __init__(self, before: Before, world: World) -> None:
        self.before, self.world = before, world
        self._asked = Counter[tuple[str, str]]()
        self._now: dict[str, str] = {}
        self._known = QueryCache()

    def begin(self, item: str) -> None:
        """The questions of an item come up once more."""
        for key in [key for key in self._asked if key[0] == item]:
            del self._asked[key]

    def next_place(self, item: str, rule: str) -> Place:
        """The next question of an item about a rule."""
        self._asked[item, rule] += 1
        return item, rule, self._asked[item, rule] - 1

    def of(self, place: Place) -> list[Recipe] | None:
        """The instances that answered a question before."""
        text = self.before.get(place)
        if text is None:
            return None
        for name in list(self.world.folds.by_name)[len(self._now) :]:
            self._now.setdefault(self._known.fold(self.world, name)[:8].hex(), name)
        try:
            renamed = _SAID.sub(lambda found: self._now[found[2]], text)
            return parse_recipes([_BEGIN, *renamed.splitlines()])[0]
        except (BadInstance, KeyError):
            return None
