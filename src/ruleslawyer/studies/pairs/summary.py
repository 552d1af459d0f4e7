"""Pairs of keywords in all templates: the strongest word for each pair and the template that has it; JSON and page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from ruleslawyer.base.files.content import Json
from ruleslawyer.studies.pairs.report import (
    COMBINATION,
    EVENT,
    LEGEND,
    SYMBOLS,
    Report,
    keywords_in_pairs,
    symbol,
    table,
    triangle,
)

STRENGTH = (EVENT, SYMBOLS["changes"], COMBINATION, *(sign for word, sign in SYMBOLS.items() if word != "changes"))
"""The symbols, the strongest first."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of several templates of a ruleset for the same keywords together.

    pairs: of each two keywords the strongest symbol, and the templates that have it.
    """

    ruleset: str
    templates: tuple[str, ...]
    keywords: tuple[str, ...]
    pairs: Mapping[tuple[str, str], tuple[str, tuple[str, ...]]]

    @property
    def letters(self) -> dict[str, str]:
        """A letter for each template."""
        return dict(zip(self.templates, ascii_lowercase, strict=False))

    @property
    def counts(self) -> dict[str, int]:
        """How many pairs have each symbol."""
        found = [sign for sign, _ in self.pairs.values()]
        return {sign: found.count(sign) for sign in STRENGTH}

    def matrix(self) -> Iterator[tuple[str, list[str]]]:
        """A row for each keyword; in a cell the symbol, and the letter of the first template that has it."""
        cells = {pair: sign + self._letter(sign, where) for pair, (sign, where) in self.pairs.items()}
        return triangle(self.keywords, cells)

    def _letter(self, sign: str, where: tuple[str, ...]) -> str:
        return "" if sign == SYMBOLS["cannot meet"] else self.letters.get(where[0], "")

    def json(self) -> Json:
        """The summary for scripts."""
        return {
            "ruleset": self.ruleset,
            "templates": list(self.templates),
            "keywords": list(self.keywords),
            "counts": self.counts,
            "pairs": [
                {"first": first, "second": second, "symbol": sign, "templates": list(where)}
                for (first, second), (sign, where) in self.pairs.items()
            ],
        }

    def markdown(self) -> Iterator[str]:
        """The lines of the page: one table, and what its signs and letters mean."""
        yield f"## {self.ruleset}: {self.title}"
        yield ""
        yield from table(self.matrix(), len(self.keywords))
        yield ""
        yield from (f"- `{letter}` {name}" for name, letter in self.letters.items())
        yield from (f"- `{sign}` {self.counts[sign]} pairs; {text}" for sign, text in LEGEND.items())
        yield ""

    @property
    def title(self) -> str:
        return f"all {len(self.templates)} templates, of each pair the strongest"


def summaries(reports: Sequence[Report]) -> list[Summary]:
    """A summary for each ruleset of which several templates were explored; of the same keywords, if they differ."""
    alike: dict[tuple[str, tuple[str, ...]], list[Report]] = {}
    for report in reports:
        alike.setdefault((report.ruleset, tuple(report.found.template.keywords)), []).append(report)
    return [_sum_up(ruleset, keywords, some) for (ruleset, keywords), some in alike.items() if len(some) > 1]


def _sum_up(ruleset: str, keywords: tuple[str, ...], reports: Sequence[Report]) -> Summary:
    signs: dict[tuple[str, str], dict[str, str]] = {}
    for report in reports:
        for pair in report.found.pairs:
            signs.setdefault((pair.first, pair.second), {})[report.found.template.name] = symbol(pair)
    pairs = {}
    for both, said in signs.items():
        strongest = min(said.values(), key=STRENGTH.index)
        pairs[both] = (strongest, tuple(name for name, sign in said.items() if sign == strongest))
    return Summary(
        ruleset, tuple(r.found.template.name for r in reports), tuple(keywords_in_pairs(keywords, pairs)), pairs
    )


@dataclass(frozen=True, slots=True)
class Pairings:
    """All templates that were explored, each as a report."""

    reports: Sequence[Report]

    def json(self) -> Json:
        """The pairs as JSON, for scripts: as `--json` prints them and pairs.json has them, but for the seconds."""
        found = [report.json() for report in self.reports]
        stopped = next((r.found.stopped for r in self.reports if r.found.stopped), "")
        return {
            "complete": all(f["complete"] for f in found),
            "stopped": stopped or None,
            "summaries": [summary.json() for summary in summaries(self.reports)],
            "templates": found,
        }


def page(reports: Sequence[Report]) -> str:
    """All templates, for people."""
    together = (text for summary in summaries(reports) for text in summary.markdown())
    each = (text for report in reports for text in report.markdown())
    return "\n".join(["# Pairs of keywords", "", *together, *each]) + "\n"
