"""What the oracle says of each claim of a printed text: nothing where it is so, else why it is not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.oracle.calls import Steps, apart
from tests.oracle.graph import HOLDS, UNKNOWN, UP_TO, VACUOUS, VIOLATED, Explorer, Found
from tests.oracle.sentences import EVENTS, Claim, Read, number
from tests.oracle.values import root

Reading = Mapping[str, str]
MOST = 300
"""States up to which the oracle looks at a scope."""
TELLING = (VIOLATED, HOLDS, UP_TO, UNKNOWN, VACUOUS)
"""Of a property's words in several scopes the first of these is said of all."""


class Oracle:
    """A ruleset in a scope, under each reading that is asked for."""

    def __init__(self, folder: Path, name: str, scope: str, most: int = MOST, partly: bool = False) -> None:
        """partly: of a larger scope it looks at so many states."""
        self.partly = partly
        self.folder, self.name, self.scope, self.most = folder, name, scope, most
        self._explorers: dict[frozenset[tuple[str, str]], Explorer] = {}
        self._steps: dict[frozenset[tuple[str, str]], Steps] = {}

    def explorer(self, reading: Reading | None = None) -> Explorer:
        key = frozenset((reading or {}).items())
        if key not in self._explorers:
            one = Explorer(self.folder, self.name, self.scope, reading=reading, most=self.most,
                           partly=self.partly)  # fmt: skip
            one.explore()
            self._explorers[key] = one
        return self._explorers[key]

    def found(self, reading: Reading | None = None) -> Found:
        return self.explorer(reading).found

    def steps(self, reading: Reading | None = None) -> Steps:
        key = frozenset((reading or {}).items())
        if key not in self._steps:
            self._steps[key] = Steps(self.explorer(reading))
        return self._steps[key]

    @cached_property
    def sizes(self) -> dict[str, int]:
        return {s.__name__: len(s.members) for s in self.explorer().book.sorts if root(s) is s}

    @property
    def off(self) -> bool:
        """Whether rules are switched off, so that a verdict may be UNKNOWN which the oracle, without cones, has."""
        return bool(self.explorer().play.world.off)


class Truth:
    """Answers to claims: a method for each, by its name. Each returns why the claim is false, or nothing."""

    def __init__(self, oracle: Oracle, said: Any = None) -> None:
        """said: the JSON of the same command, where a claim names what only that says whole."""
        self.oracle, self.said = oracle, said

    def false(self, read: Read) -> list[str]:
        """Each claim that is false."""
        told = []
        for claim in read.claims:
            why = getattr(self, claim.what)(*claim.said)
            if why:
                told.append(f"{claim}: {why}")
        return told

    def fails(self) -> str:
        return "an error of its own"

    def incomplete(self, why: str) -> str:
        return ""

    def switched_off(self, names: str) -> str:
        book, off = self.oracle.explorer().book, self.oracle.explorer().play.world.off
        missed = {f"miss_{rule.name}" for rule in book.of("trigger") if rule.name in off}
        return unlike(set(names.split(", ")), off | missed)

    def premises(self, text: str) -> str:
        """Sizes of sorts."""
        sizes = text.removeprefix("with ").split(";")[0]
        said = {sort: int(size) for sort, _, size in (one.rpartition(" ") for one in sizes.split(", ")) if size}
        return unlike(said, {sort: size for sort, size in self.oracle.sizes.items() if sort in said or size})

    def premises_of(self, scope: str, text: str) -> str:
        return self.premises(text)


def unlike(said: Any, true: Any) -> str:
    return "" if said == true else f"said {said}, the oracle {true}"


class OfExploration(Truth):
    """Claims of `explore`, under a reading."""

    reading: Reading = MappingProxyType({})

    @property
    def found(self) -> Found:
        return self.oracle.found(self.reading)

    def counts(self, *said: str) -> str:
        states, transitions, depth, _, deadlocks = self.found.counts
        return unlike(tuple(map(number, said)), (states, transitions, depth, deadlocks, len(self.found.ended)))

    def verdict(self, name: str, word: str, reason: str) -> str:
        true = self.found.verdicts.get(name)
        if (word == UNKNOWN and self.oracle.off) or (word in (HOLDS, VACUOUS) and name in self.left_open):
            return ""
        return unlike(UP_TO if word.startswith(UP_TO) else word, true) or self.reason(name, word, reason)

    @property
    def left_open(self) -> set[str]:
        """The properties that the oracle, which knows no cones, leaves unknown for branches that end early."""
        words = self.found.verdicts.items()
        return set() if self.found.complete else {name for name, word in words if word in (UNKNOWN, UP_TO)}

    def reason(self, name: str, word: str, reason: str) -> str:
        """The numbers of a reason."""
        numbers, states = [int(one) for one in re.findall(r"\b\d+\b", reason)], len(self.found.depth)
        if reason.startswith(("in all ", "from all ", "reached in none of ")) and "rest states" in reason:
            return unlike(numbers[0], states)
        if word == VIOLATED and name in self.found.lengths:
            if reason.startswith(("after ", "at action ")):
                return unlike(numbers[0], self.found.lengths[name])
            if reason.startswith("as a game begins"):
                return unlike(0, self.found.lengths[name])
        return ""

    def event(self, kind: str, about: str, immaterial: str) -> str:
        """A key of the oracle's has its kind and its subject; where two clash, both."""
        if kind == "deadlock":
            return "" if self.found.deadlocks else "there is no deadlock"
        subject = about.partition(": ")[0]
        pair = tuple(about.partition(": ")[2].split()[:3:2]) if " against " in about else ()
        keys = [k for k in self.found.material if k[0] == kind and (k[1] == subject or subject in k)]
        if pair:
            keys = [k for k in keys if set(pair) <= set(k)]
        if not keys:
            return f"the oracle has no such event ({[k for k in self.found.material if k[0] == kind]})"
        after = re.search(r"after (\d+) actions?", about)
        least = min(self.found.first.get(key, 0) for key in keys)
        if after and int(after[1]) < least:
            return f"it is met after {least} actions at the earliest"
        wanted = not immaterial
        matters = {self.found.material[k] for k in keys}
        return "" if wanted in matters else "it is immaterial" if wanted else "it is material"

    def never_live(self, names: str) -> str:
        return self._never(names, set(self.found.never_live))

    def never_permitted(self, names: str) -> str:
        return self._never(names, self.oracle.explorer(self.reading).never_permitted)

    def _never(self, names: str, true: set[str]) -> str:
        """A list, or some of it and their number; an option stands with its question."""
        names = re.sub(r"option (\S+) of \w+", r"\1", names).replace(", which stands for `out`,", "")
        head, such, rest = names.partition(", such as ")
        if not such:
            return unlike(set(names.split(", ")), true)
        listed, _, more = rest.rpartition(", and ")
        named = set(listed.split(", "))
        if not named <= true:
            return f"{sorted(named - true)} came up"
        return unlike((int(head), int(more.split()[0])), (len(true), len(true) - len(named)))

    def so_many_are(self, word: str, number_: str, names: str) -> str:
        true = {name for name, one in self.found.verdicts.items() if one == word}
        unsure = self.oracle.off or self.left_open
        return "" if unsure else unlike(number(number_), len(true)) or some_of(names, true)

    def not_as_expected(self, names: str) -> str:
        """Where nothing is declared, all that does not hold and comes up."""
        if (self.oracle.folder / "checks" / self.oracle.name / "expected.toml").exists() or self.oracle.off:
            return ""
        true = {name for name, word in self.found.verdicts.items() if word in (VIOLATED, UNKNOWN)}
        said = set(names.split(", "))
        return unlike(said | self.left_open, true) or unlike(said - true, set())

    def under_reading(self, text: str) -> str:
        return unlike(dict(one.split("=") for one in text.split(", ")), dict(self.reading))

    def under_ruling(self, text: str) -> str:
        return ""

    def changed(self, names: str) -> str:
        return ""

    def rows(self, read: Read) -> str:
        """That nothing is left out: as many rows of events as there are, deadlocks apart."""
        listed = sum(1 for claim in read.of("event") if claim.said[0] != "deadlock")
        there = read.rows.get(EVENTS, 0)
        dead = sum(1 for claim in read.of("event") if claim.said[0] == "deadlock")
        if listed + dead < there:  # some are not printed
            return ""
        told = unlike(listed, len([k for k in self.found.material if k[0] != "idle" or listed]))
        return told and f"{listed} events are listed, the oracle has {sorted(self.found.material)}"


def some_of(names: str, true: set[str]) -> str:
    """A list of names, of which some may only be counted."""
    listed = [one for one in names.split(", ") if not one.startswith("and ")]
    more = [one for one in names.split(", ") if one.startswith("and ")]
    left = int(more[0].split()[1]) if more else 0
    wrong = set(listed) - true
    return f"{sorted(wrong)} are not among them" if wrong else unlike(len(listed) + left, len(true))


class OfFamily(Truth):
    """Claims of a family of readings: all are computed from the verdicts that the oracle has under each combination."""

    def __init__(self, oracle: Oracle, said: Any) -> None:
        super().__init__(oracle, said)
        self.options: dict[str, list[str]] = said["choices"]
        combined = said["combined"]
        self.readings = [dict(zip(combined, o, strict=True)) for o in product(*(self.options[c] for c in combined))]
        self.good: Sequence[Reading] = ()

    @cached_property
    def words(self) -> list[dict[str, str]]:
        """The verdicts under each combination."""
        return [self.oracle.found(reading).verdicts for reading in self.readings]

    def column(self, name: str) -> list[str]:
        return [row[name] for row in self.words]

    @property
    def names(self) -> list[str]:
        return list(self.words[0])

    def choices(self, how_many: str) -> str:
        return unlike(number(how_many), len(self.options))

    def combinations(self, explored: str, how_many: str, names: str) -> str:
        said = (number(how_many), names.split(", "), number(explored or how_many))
        there = (len(self.readings), self.said["combined"], len(self.said["readings"]))
        return unlike(said, there)

    def none_explored(self) -> str:
        return unlike(0, len(self.said["readings"]))

    def nothing_open(self) -> str:
        """No event has a choice."""
        asked = [
            k
            for k, material in self.oracle.found().material.items()
            if k[0] in ("gap", "contradiction") and " before " not in k[1]
        ]
        return unlike([], asked and list(self.options)) if self.options else ""

    def never_distinguishable(self, names: str) -> str:
        return "; ".join(filter(None, (self._never_apart(name) for name in names.split(", "))))

    def idle_clashes(self, how_many: str) -> str:
        book = self.oracle.explorer().book
        questions = {rule.name for rule in book.of("question")}
        clashes = [c for c in self.said["never_distinguishable"] if c not in questions]
        wrong = [self._never_apart(name) for name in clashes]
        return "; ".join(filter(None, wrong)) or unlike(number(how_many), len(clashes))

    def _never_apart(self, choice: str) -> str:
        for one, other in combinations(self.options[choice], 2):
            after = self.apart(choice, one, other)
            if after is not None:
                return f"{choice}: {one} and {other} differ after {after} actions"
        return ""

    def apart(self, choice: str, one: str, other: str) -> int | None:
        return apart(self.oracle.steps({choice: one}), self.oracle.steps({choice: other}))

    def parting(self, choice: str, one: str, other: str, after: str, shown_by: str) -> str:
        true = self.apart(choice, one, other)
        said = -1 if after == "the start" else number(after.split(" action")[0])
        return unlike(said, true)

    def decided(self, name: str, by: str, counts: str) -> str:
        """How many combinations have which verdict, and which choices decide it."""
        said = {w: int(n) for w, _, n in (one.strip().rpartition(" ") for one in counts.split(","))}
        true = dict(Counter(self.column(name)))
        if self.oracle.off:
            return ""
        deciding = ", ".join(self.deciding(name)) or "nothing here"
        return unlike(said, true) or unlike(by, deciding)

    def deciding(self, name: str) -> list[str]:
        """The choices of which one alone, changed, changes the verdict somewhere."""
        told = list(zip(self.readings, self.column(name), strict=True))
        return [c for c in self.said["combined"] if any(
            word != other and {k: o for k, o in a.items() if k != c} == {k: o for k, o in b.items() if k != c}
            for (a, word), (b, other) in combinations(told, 2))]  # fmt: skip

    def no_choice_matters(self) -> str:
        """None of the choices changes a verdict alone."""
        wrong = []
        for choice, options in self.options.items():
            told = [self.oracle.found({choice: option}).verdicts for option in options]
            wrong += [f"{choice} changes {n}" for n in told[0] if len({row[n] for row in told}) > 1]
        return "" if self.oracle.off else "; ".join(wrong)

    def hold_under_none(self, names: str) -> str:
        return self._exactly(names, {VIOLATED}, {VIOLATED, VACUOUS})

    def come_up_under_none(self, names: str) -> str:
        return self._exactly(names, {VACUOUS}, {VACUOUS})

    def not_known_under_any(self, names: str) -> str:
        return self._exactly(names, {UNKNOWN}, {UNKNOWN, VIOLATED, VACUOUS})

    def _exactly(self, names: str, some: set[str], within: set[str]) -> str:
        """Which properties have some words, and others within these."""
        true = {name for name in self.names if some <= set(self.column(name)) <= within}
        return "" if self.oracle.off else unlike(set(names.split(", ")), true)

    @cached_property
    def left(self) -> list[str]:
        """The properties that hold under some combination."""
        return [name for name in self.names if HOLDS in self.column(name)]

    def holds(self, row: Mapping[str, str], *words: str) -> bool:
        return all(row[name] in (HOLDS, *words) for name in self.left)

    def however_answered(self, rest: str) -> str:
        """Every property, or but those that hold under no combination."""
        if self.oracle.off:
            return ""
        if (rest == "every") != (len(self.left) == len(self.names)):
            return f"{sorted(set(self.names) - set(self.left))} hold nowhere"
        wrong = [dict(r) for r, row in zip(self.readings, self.words, strict=True) if not self.holds(row)]
        return f"not under {wrong[0]}" if wrong else ""

    def no_answers(self, known: str, rest: str) -> str:
        fine = [dict(r) for r, row in zip(self.readings, self.words, strict=True) if self.holds(row)]
        return f"under {fine[0]} it does" if fine and self.left and not self.oracle.off else ""

    def smallest_of(self, rest: str) -> str:
        """The list is compared by `an_answer`; here the answers that it should have are found, by trying all."""
        fine = [self.holds(row) for row in self.words]
        for size in range(len(self.said["combined"]) + 1):
            lists = [dict(zip(names, options, strict=True)) for names in combinations(self.said["combined"], size)
                     for options in product(*(self.options[n] for n in names))]  # fmt: skip
            found = [answers for answers in lists if self._enough(answers, fine)]
            if found:
                self.good = found
                return ""
        return "" if self.oracle.off else "no answers are enough"

    def _enough(self, answers: Reading, fine: Sequence[bool]) -> bool:
        return all(f for r, f in zip(self.readings, fine, strict=True) if answers.items() <= r.items())

    def an_answer(self, text: str) -> str:
        said = dict(one.split(" = ") for one in text.split(", "))
        return "" if self.oracle.off or said in self.good else f"the smallest are {list(self.good)}"

    def whole(self, read: Read) -> str:
        """That nothing is left out: each property that does not simply hold has a row, each smallest list a line."""
        if self.oracle.off or not self.said["readings"]:
            return ""
        listed = {claim.said[0] for claim in read.of("decided")}
        there = {n for n in self.names if set(self.column(n)) not in ({HOLDS}, {VACUOUS})}
        hidden = read.rows.get(("properties", "decided by", "verdicts"), 0) > len({c.line for c in read.of("decided")})
        told = "" if hidden else unlike(listed, there)
        return told or (unlike(len(read.of("an_answer")), len(self.good)) if self.good else "")


__all__ = ["Claim", "OfExploration", "OfFamily", "Oracle", "Truth", "unlike"]
