"""Mistakes that a prover makes, put into the code one at a time: which test sees each.

`python -m tests.any_number.mistakes` goes through mistakes.toml and writes mistakes.md; `--only NAME` looks at some. A
mistake is an exact replacement in one file of a copy of the product, with which the tests run in a process of its own.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.planted import PRODUCT, first_failing, planted

HERE = Path(__file__).parent
TABLE = HERE / "mistakes.md"
TESTS = (
    "tests/unit/test_quick_dataclass.py", "tests/unit/engines/smt/lifted/test_sums.py",
    "tests/any_number/test_traps.py", "tests/any_number/test_rankings.py", "tests/any_number/test_seats.py",
    "tests/any_number/test_clauses.py", "tests/any_number/test_unbroken.py", "tests/any_number/test_ruled.py",
    "tests/any_number/test_assumptions.py",
    "tests/cli/test_answers_after_an_edit.py",
    "tests/cli/test_proofs_of_bad_input.py",
    "tests/any_number/test_houdini.py", "tests/any_number/test_substeps.py", "tests/any_number/test_answered.py",
    "tests/any_number/test_kept_instances.py", "tests/any_number/test_open_numbers.py",
    "tests/unit/lifted", "tests/agree/test_any_number.py", "tests/agree/test_lifted.py",
)  # fmt: skip
"""Those that may see one, the quickest first."""
_LINE = re.compile(r"^\| `([a-z0-9-]+)` \| .* \| (.*) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Mistake:
    """What is believed, and the text that makes the product believe it."""

    name: str
    says: str
    file: str
    old: str
    new: str

    def applied(self) -> str:
        """The text of its file with the mistake."""
        return planted(self.name, PRODUCT / self.file, self.old, self.new)


def mistakes() -> list[Mistake]:
    table = tomllib.loads((HERE / "mistakes.toml").read_text(encoding="utf-8"))
    return [Mistake(**given) for given in table["mistake"]]


def seen_by(mistake: Mistake) -> str:
    """The first test that fails with a mistake, that of the table before all others; empty where none does."""
    before = known().get(mistake.name)
    rows = (*([(f"tests/{before}",)] if before else []), TESTS)
    return first_failing(mistake.file, mistake.applied(), *rows)


def known() -> dict[str, str]:
    """The test of each that the table says; empty where none saw it."""
    said = _LINE.findall(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else []
    return {name: "" if "none" in test else test.strip("`") for name, test in said}


def table(seen: Mapping[str, str]) -> str:
    every = mistakes()
    lines = [
        "# Mistakes of a prover, and the test that sees each",
        "",
        "Written by `python -m tests.any_number.mistakes`; the mistakes are in `mistakes.toml`. Each is put into a",
        "copy of the product, with which the tests of proofs for any number run until the first fails: it is named.",
        "",
        f"{len(every)} mistakes: {sum(bool(seen.get(m.name)) for m in every)} seen.",
        "",
        "| mistake | what is believed | first seen by |",
        "|---|---|---|",
    ]
    lines += [f"| `{m.name}` | {m.says} | {_cell(seen.get(m.name, ''))} |" for m in every]
    return "\n".join(lines) + "\n"


def _cell(test: str) -> str:
    return f"`{test}`" if test else "**none**"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.any_number.mistakes", description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="these, by name; the others keep their lines")
    given = parser.parse_args(arguments)
    seen = known()
    for mistake in mistakes():
        if not given.only or mistake.name in given.only:
            seen[mistake.name] = seen_by(mistake).removeprefix("tests/")
            print(f"{mistake.name}: {seen[mistake.name] or 'no test sees it'}", flush=True)
            TABLE.write_text(table(seen), encoding="utf-8")
    return 0 if all(seen.get(mistake.name) for mistake in mistakes()) else 1


if __name__ == "__main__":
    sys.exit(main())
