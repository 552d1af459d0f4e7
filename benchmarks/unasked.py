"""The tables of laws, windows and questions, of what `sweep RULESET --laws --keep`, `--windows --keep` and
`--questions --keep` wrote beside each rulebook's checks: `python -m benchmarks.unasked`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.rulebooks import ROOT
from ruleslawyer.api import Project
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.unasked import load_parts
from ruleslawyer.studies.laws.asked import ENOUGH

LAWS = "rulebook", "own laws", "laws of every rulebook", f"met {ENOUGH} times", "breaks", "of these known", "states"
WINDOWS = "rulebook", "responses inserted", "differences", "of these known", "states"
WORDS = "settled", "known", "elsewhere", "open"
"""The kinds of questions: settled by a clause, known by a finding or a doubt, met alone where something was put
elsewhere by hand, and open."""


def law_row(title: str, part: Json) -> tuple[str, ...]:
    tried = [law for law in part["laws"] if law["met"]]
    own = sum(bool(law["clauses"]) for law in tried)
    often = sum(law["met"] >= ENOUGH for law in tried)
    broken = [one for law in tried for one in law["broken"]]
    return title, str(own), str(len(tried) - own), str(often), *_known(broken), _states(part)


def window_row(title: str, part: Json) -> tuple[str, ...]:
    return title, str(part["inserted"]), *_known(part["differences"]), _states(part)


def question_rows(parts: Iterable[Json]) -> list[tuple[str, ...]]:
    """How many questions of each shape came up in all rulebooks, by what answers them."""
    counts: dict[str, Counter[str]] = {}
    for part in parts:
        for shape, words in part["shapes"].items():
            counts.setdefault(shape, Counter()).update(words)
    return [(shape, str(found.total()), *(str(found[word]) for word in WORDS)) for shape, found in counts.items()]


def _known(broken: Sequence[Json]) -> tuple[str, str]:
    return str(len(broken)), str(sum(bool(one["known"]) for one in broken))


def _states(part: Json) -> str:
    return f"{part['states']['played']} played to, {part['states']['drawn']} drawn"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join([f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)])


def main() -> None:
    project = Project.load(ROOT)
    found = {name: load_parts(ROOT, name) for name in project.rulesets}
    kept = {project.ruleset(name).title: parts for name, parts in found.items() if parts}
    print(table(LAWS, (law_row(title, parts["laws"]) for title, parts in kept.items() if "laws" in parts)), "\n")
    windows = ((title, parts["windows"]) for title, parts in kept.items())
    print(table(WINDOWS, (window_row(title, part) for title, part in windows if "states" in part)), "\n")
    shapes = question_rows(parts["questions"] for parts in kept.values() if "shapes" in parts["questions"])
    print(table(("question", "asked", *WORDS), sorted(shapes)))


if __name__ == "__main__":
    main()
