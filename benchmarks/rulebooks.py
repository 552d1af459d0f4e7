"""The README's table of the rulebooks, from what `make check` wrote: `.venv/bin/python -m benchmarks.rulebooks`.

The largest complete scope is read from the comment that a measured campaign scope carries ("90 476 states"),
or is the largest of the report's own scopes.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from ruleslawyer.report.read import read_document

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "build" / "report" / "report.json.gz"
MEASURED = re.compile(r"^#.*?(\d[\d ]*) states", re.MULTILINE)
HEAD = (
    "rulebook", "clauses", "modelled", "register only", "proved", "hold in scope", "violated", "questions",
    "findings: high, medium, low", "largest complete scope",
)  # fmt: skip


def row(ruleset: dict[str, Any]) -> tuple[str, ...]:
    """One rulebook's row. A property counts once, with the strongest word that some scope gives it; violated where any
    scope violates it."""
    verdicts: dict[str, set[str]] = {}
    for one in (*ruleset["properties"], *ruleset["proofs"]):
        verdicts.setdefault(one["property"], set()).add(one["verdict"])
    violated = [name for name, found in verdicts.items() if "VIOLATED" in found]
    proved = [
        name
        for name, found in verdicts.items()
        if any(word.startswith("PROVED") for word in found) and name not in violated
    ]
    holds = [n for n, found in verdicts.items() if "HOLDS IN SCOPE" in found and n not in violated and n not in proved]
    severities = [finding["severity"] for finding in ruleset["findings"] if not finding["withdrawn"]]
    coverage = ruleset["coverage"]
    questions = {entry["what"] for entry in ruleset["ledger"] if entry["kind"] in ("default", "question")}
    scope, states = largest(ruleset)
    return (
        ruleset["title"],
        str(coverage["clauses"]),
        str(coverage["modelled"]),
        str(coverage["excluded"]),
        str(len(proved)),
        str(len(holds)),
        str(len(violated)),
        str(len(questions)),
        ", ".join(str(severities.count(s)) for s in ("high", "medium", "low")),
        f"{scope}: {states:,}".replace(",", " "),
    )


def largest(ruleset: dict[str, Any]) -> tuple[str, int]:
    """The scope with the most states that was explored to its end, here or in a campaign."""
    found = {scope["scope"]: scope["states"] for scope in ruleset["scopes"] if scope["complete"]}
    for file in (ROOT / "checks" / ruleset["id"] / "scopes").glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        measured = MEASURED.search(text)
        if measured and tomllib.loads(text).get("campaign"):
            found[file.stem] = int(measured.group(1).replace(" ", ""))
    name = max(found, key=lambda scope: found[scope])
    return name, found[name]


def main() -> None:
    if not REPORT.is_file():
        sys.exit("there is no build/report/report.json.gz: run `make check` first")
    rulesets = read_document(REPORT)["rulesets"]
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for ruleset in rulesets:
        print(f"| {' | '.join(row(ruleset))} |")


if __name__ == "__main__":
    main()
