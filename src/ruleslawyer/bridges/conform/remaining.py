"""The readings that are left of very many: sets of answers to questions that hang together, one for each such group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod

from ruleslawyer.base.diagnostics import UsageError

Answers = Mapping[str, str]
"""Some questions with an option each."""
Rows = list[tuple[str, ...]]
Group = tuple[tuple[str, ...], Rows]
"""Questions that hang together, and each combination of their answers that is left."""

MOST_ROWS = 200_000
"""Combinations of the answers to questions that hang together; more has to be asked for in a smaller scope."""


class Remaining:
    """All readings at first; `keep` takes away. A reading is one row of each group."""

    def __init__(self, choices: Mapping[str, Sequence[str]]) -> None:
        self.groups: list[Group] = [((key,), [(option,) for option in options]) for key, options in choices.items()]

    def add(self, key: str, options: Sequence[str]) -> None:
        """One more question, to which nobody knows the answer."""
        self.groups.append(((key,), [(option,) for option in options]))

    def __len__(self) -> int:
        return prod(len(rows) for _, rows in self.groups)

    def number(self, answers: Answers) -> int:
        """How many of them give these answers."""
        return prod(sum(_fits(keys, row, answers) for row in rows) for keys, rows in self.groups)

    def one(self) -> dict[str, str]:
        """One of them: the first options as far as it goes."""
        return {key: option for keys, rows in self.groups for key, option in zip(keys, rows[0], strict=True)}

    def near(self) -> Iterator[dict[str, str]]:
        """The readings that differ from `one` in the answers of one group."""
        one = self.one()
        for keys, rows in self.groups:
            for row in rows[1:]:
                yield {**one, **dict(zip(keys, row, strict=True))}

    @property
    def common_answers(self) -> dict[str, str]:
        """The questions to which all of them give the same answer."""
        return {key: rows[0][0] for (key, *_), rows in self.groups if len(rows) == 1}

    def keep(self, cases: Iterable[Answers]) -> None:
        """Only the readings that give the answers of one of these cases. Too many combinations of questions that hang
        together are a `UsageError`."""
        cases = list(cases)
        asked = {key for case in cases for key in case}
        touched = [group for group in self.groups if asked & set(group[0])]
        untouched = [group for group in self.groups if not asked & set(group[0])]
        keys = tuple(key for group, _ in touched for key in group)
        size = prod(len(rows) for _, rows in touched)
        if size > MOST_ROWS:
            mend = "take a smaller scope, or say what is known with --reading"
            raise UsageError(f"{len(keys)} questions depend on one another: {size} combinations", "--identify", mend)
        joined = (tuple(x for row in rows for x in row) for rows in product(*(rows for _, rows in touched)))
        kept = [row for row in joined if any(_fits(keys, row, case) for case in cases)]
        self.groups = [*untouched, *_factors(keys, kept)]


def _fits(keys: Sequence[str], row: Sequence[str], answers: Answers) -> bool:
    return all(answers.get(key, option) == option for key, option in zip(keys, row, strict=True))


def _factors(keys: tuple[str, ...], rows: Rows) -> Iterator[Group]:
    """The same rows as a product: each question by itself whose answer does not hang on the others."""
    for key in keys:
        at = keys.index(key)
        mine: Rows = list(dict.fromkeys((row[at],) for row in rows))
        rest = list(dict.fromkeys((*row[:at], *row[at + 1 :]) for row in rows))
        if len(mine) * len(rest) == len(rows) and len(keys) > 1:
            yield (key,), mine
            keys, rows = (*keys[:at], *keys[at + 1 :]), rest
    if keys:
        yield keys, rows


def first_answers(group: Group, most: int = 16) -> list[dict[str, str]]:
    """The answers of a group, the first of them."""
    keys, rows = group
    return [dict(zip(keys, row, strict=True)) for row in islice(rows, most)]
