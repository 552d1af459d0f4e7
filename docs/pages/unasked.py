"""The states and plays in which laws and questions were tried, and the outcome, as kept of each rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pages.markdown import ROOT, code, escape, table
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.unasked import load_parts
from ruleslawyer.project.config import Project
from ruleslawyer.studies.laws.asked import ENOUGH

LAWS = "rulebook", "laws", "of its own", f"met {ENOUGH} times", "breaks", "known", "states played to", "drawn"
WORDS = "settled", "known", "elsewhere", "open"


def page() -> str:
    """A table of laws, and one of questions by shape, as far as they are kept."""
    every = {config.title: load_parts(ROOT, name) for name, config in Project.load(ROOT).rulesets.items()}
    tables = (
        (LAWS, [_laws(title, part) for title, part in _parts(every, "laws")]),
        (("question", "asked", *WORDS), list(_questions(part for _, part in _parts(every, "questions")))),
    )
    return "\n".join(table(head, rows) for head, rows in tables if rows)


def _parts(every: dict[str, dict[str, Json] | None], name: str) -> Iterator[tuple[str, Json]]:
    """The parts that were kept with these counts."""
    counts = "shapes" if name == "questions" else "states"
    return ((escape(title), kept[name]) for title, kept in every.items() if kept and counts in kept.get(name, {}))


def _laws(title: str, part: Json) -> Sequence[str]:
    tried = [law for law in part["laws"] if law["met"]]
    own, often = sum(bool(law["clauses"]) for law in tried), sum(law["met"] >= ENOUGH for law in tried)
    breaks = [one for law in tried for one in law["broken"]]
    known, states = sum(bool(one["known"]) for one in breaks), part["states"]
    return title, *map(str, (len(tried), own, often, len(breaks), known, states["played"], states["drawn"]))


def _questions(parts: Iterable[Json]) -> Iterator[Sequence[str]]:
    """How many questions of each shape came up in all rulebooks, and what answers them."""
    counts: dict[str, Counter[str]] = {}
    for part in parts:
        for shape, words in part["shapes"].items():
            counts.setdefault(shape, Counter()).update(words)
    for shape, found in sorted(counts.items()):
        yield code(shape), str(found.total()), *(str(found[word]) for word in WORDS)
