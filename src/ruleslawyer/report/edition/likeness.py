"""How much two sentences speak of the same: words that few sentences of the book have count for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt

from ruleslawyer.report.brief import stems


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
