"""What the oracle, the register and the findings say of each number on the pages of a report."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.oracle.fields import Said
from tests.oracle.graph import HOLDS, UNKNOWN, UP_TO, VACUOUS, VIOLATED, Explorer, Found
from tests.oracle.truth import Oracle, unlike

REGISTER_ONLY = "register-only"
TELLING = (VIOLATED, HOLDS, UP_TO, VACUOUS, UNKNOWN)
"""Of what several scopes say of a property the first of these is said on pages; `check` says UNKNOWN before VACUOUS."""
NUMBER = re.compile(r"\d[\d,]*")
PASSED = frozenset({
    "scopes.of_class", "scopes.more", "scopes.more_against", "scopes.in_some", "book.assumptions", "book.clause_use",
    "book.more_checks", "book.more_scopes", "findings.came", "findings.bearing", "findings.together",
    "findings.more_lines", "findings.at_tables", "findings.number", "findings.opened", "findings.vanished",
    "front.theme", "front.more", "plays.length", "plays.shown_too", "plays.back_to",
})  # fmt: skip
"""Fields that the oracle says nothing of: parts of pictures, what only the product knows, more of a list."""


def numbers(text: str) -> list[int]:
    return [int(one.replace(",", "")) for one in NUMBER.findall(text)]


class OfReport:
    """Fields of the pages of one ruleset. A method for each source; `short`: how many things fall short, as the
    terminal says; scopes: those that are explored; what a field is of, `found`, is that of the scope which it names."""

    def __init__(
        self, oracle: Oracle, spec: Path | None, findings: Path | None, model: str, short: int,
        scopes: Mapping[str, Oracle] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.oracle, self.model, self.short = oracle, model, short
        self.scopes = scopes or {oracle.scope: oracle}
        self.found: Found = oracle.found()
        self.chapters = _chapters(spec)
        self.findings = findings_of(findings)

    def false(self, fields: list[Said]) -> list[str]:
        told = []
        for one in fields:
            if one.source in PASSED or one.source.startswith(("games.", "best_play.")):
                continue
            check = getattr(self, one.source.replace(".", "_"), None)
            if check is None:
                told.append(f"unread: {one.source}: {one.text}")
                continue
            self.oracle = self._named(one)
            self.found = self.oracle.found()
            why = check(one.about, one.text)
            if why:
                told.append(f"{one.source} ({one.page}): {one.text}: {why}")
        return told

    def _named(self, field: Said) -> Oracle:
        """The scope that a field is of: it is named beside it, by its page, or by the evidence of its finding."""
        if len(self.scopes) == 1:
            return self.oracle
        said = f"{field.about} {field.page.removesuffix('.html')}".replace("-", " ").split()
        named = [name for name in self.scopes if name in said]
        named += [e["scope"] for f in self.findings if f["id"] in said for e in f["evidence"][:1] if "scope" in e]
        return self.scopes[named[0]] if named else self.oracle

    @property
    def each(self) -> list[Found]:
        return [oracle.found() for oracle in self.scopes.values()]

    # the register

    @cached_property
    def clauses(self) -> list[tuple[str, dict[str, Any]]]:
        """Each with its section."""
        return [(line.get("section", ""), clause) for chapter in self.chapters.values()
                for line in chapter.get("line", ()) for clause in line.get("clause", ())]  # fmt: skip

    def counted(self, clauses: list[dict[str, Any]]) -> dict[str, int]:
        out = sum(clause["kind"] == REGISTER_ONLY for clause in clauses)
        cited = sum(f'"{clause["id"]}"' in self.model for clause in clauses)
        return {
            "clauses": len(clauses), "modelled": cited, "excluded": out, "not_yet_modelled": len(clauses) - out - cited,
        }  # fmt: skip

    @property
    def all(self) -> dict[str, int]:
        return self.counted([clause for _, clause in self.clauses])

    def _of(self, text: str, *keys: str) -> str:
        return unlike(numbers(text)[: len(keys)], [self.all[key] for key in keys])

    def front_clauses_in_model(self, about: str, text: str) -> str:
        return self._of(text, "modelled", "clauses")

    front_written_down = front_clauses_in_model

    def book_coverage(self, about: str, text: str) -> str:
        return "" if about == "decisive" else self._of(text, about)

    def book_in_all(self, about: str, text: str) -> str:
        return self._of(text, "clauses", "not_yet_modelled")

    def book_covered_in(self, about: str, text: str) -> str:
        section, _, key = about.rpartition(" ")
        true = self.counted([clause for there, clause in self.clauses if there == section])
        return "" if key == "decisive" else unlike(numbers(text), [true[key]])

    def book_source_lines(self, about: str, text: str) -> str:
        return ""

    def book_reason(self, about: str, text: str) -> str:
        true = sum(clause.get("reason") == about for _, clause in self.clauses)
        return unlike(numbers(text.removeprefix(about)), [true])

    def front_not_written_down(self, about: str, text: str) -> str:
        parts = [self.all["excluded"], self.all["not_yet_modelled"]]
        return unlike(numbers(text), [sum(parts), *filter(None, parts)])

    def book_whole(self, about: str, text: str) -> str:
        lines = sum(bool(line.get("clause")) for chapter in self.chapters.values() for line in chapter.get("line", ()))
        return unlike(numbers(text)[:5], [lines, self.all["clauses"], len(self.chapters), self.all["modelled"],
                                          self.all["excluded"]])  # fmt: skip

    def book_of_chapter(self, about: str, text: str) -> str:
        page, _, key = about.rpartition(" ")
        place = int(numbers(page)[0]) - 1
        ids = [c["id"] for line in list(self.chapters.values())[place].get("line", ()) for c in line.get("clause", ())]
        mine = [f for f in self.standing if set(f["clauses"]) & set(ids)]
        true = {"clauses": len(ids), "findings": len(mine), "worst": sum(f["severity"] == "high" for f in mine)}
        return unlike(numbers(text), [true[key]]) if key in true else ""

    def book_in_state(self, about: str, text: str) -> str:
        return ""

    def book_with_findings(self, about: str, text: str) -> str:
        named = {clause for f in self.findings for clause in f["clauses"]} & {c["id"] for _, c in self.clauses}
        return "" if numbers(text)[0] <= len(named) else f"findings name {sorted(named)}"

    # findings

    @property
    def standing(self) -> list[dict[str, Any]]:
        """Those that are not withdrawn."""
        return [f for f in self.findings if f["state"] != "withdrawn"]

    def front_withdrawn(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(self.findings) - len(self.standing)])

    def front_open_findings(self, about: str, text: str) -> str:
        return unlike(numbers(text), [sum(f["state"] == "open" for f in self.findings)])

    def front_high(self, about: str, text: str) -> str:
        true = sum(f["state"] == "open" and f["severity"] == "high" for f in self.findings)
        return unlike(numbers(text), [true])

    def front_number_of_findings(self, about: str, text: str) -> str:
        severity, state = about.split()
        true = sum(f["severity"] == severity and f["state"] == state for f in self.findings)
        return unlike(numbers(text), [true])

    def front_having(self, about: str, text: str) -> str:
        key, _, value = about.partition(" ")
        if key == "basis":
            return ""
        return unlike(numbers(text), [sum(f.get(key) == value for f in self.standing)])

    def front_falls_short(self, about: str, text: str) -> str:
        return unlike(numbers(text), [self.short])

    def front_sets(self, about: str, text: str) -> str:
        """Of two clauses that clash, each pair is a set; of who is stuck the oracle says nothing."""
        pairs = {key for found in self.each for key in found.material if key[0] == "contradiction"}
        return "" if any(found.deadlocks for found in self.each) else unlike(numbers(text), [len(pairs)])

    def front_dead_ends(self, about: str, text: str) -> str:
        return "" if any(found.deadlocks for found in self.each) else "nobody is stuck"

    def findings_questions(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len({q for f in self.findings for q in f["questions"]})])

    def findings_answers(self, about: str, text: str) -> str:
        book = self.oracle.explorer().book
        numbers_of = {len([c for c in q.clauses if c.kind in ("answer", "reading")]) for q in book.of("question")}
        return "" if numbers(text)[0] in numbers_of else f"questions have {sorted(numbers_of)}"

    def findings_cards(self, about: str, text: str) -> str:
        return unlike(numbers(text), [sum(f["state"] == "open" for f in self.findings)])

    def findings_tried_all(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(self.found.depth)])

    def findings_met_at_tables(self, about: str, text: str) -> str:
        """At how many of all tables the event of a finding is met."""
        finding = next((f for f in self.findings if f["id"] in about), None)
        events = [e["about"] for e in finding["evidence"] if e["ask"] == "event"] if finding else []
        keys = {(e["kind"], e["subject"], *e.get("pair", ())) for e in events}
        met = sum(bool(keys & set(found.material)) for found in self.each)
        return unlike(numbers(text), [met or 1, len(self.scopes)])

    def findings_sizes(self, about: str, text: str) -> str:
        return unlike(numbers(text), [size for size in self.oracle.sizes.values() if size])

    @cached_property
    def settled(self) -> list[Found]:
        """What is found under each ruling that a finding proposes."""
        rulings = [s["ruling"] for f in self.findings for s in f.get("settle", ())]
        where = self.oracle.folder, self.oracle.name, self.oracle.scope
        return [Explorer(*where, rulings=one).explore() for one in rulings]

    def findings_before_and_after(self, about: str, text: str) -> str:
        """Some ruling has these numbers: states, transitions, ended, deadlocked, each before and after."""
        said = [numbers(one) for one in text.partition(";")[0].split(", ")]
        for found in self.settled:
            both = self.found, found
            pairs = [(len(one.depth), len(one.edges), len(one.ended), len(one.deadlocks)) for one in both]
            if said == [[a] if a == b else [a, b] for a, b in zip(*pairs, strict=True)]:
                return ""
        return f"no ruling does that: {[one.counts for one in self.settled]}"

    # scopes

    def front_played_through(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(self.scopes), sum(len(found.depth) for found in self.each)])

    def front_asked_of_each(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(self.found.verdicts)])

    def front_violations(self, about: str, text: str) -> str:
        return self.scopes_group(VIOLATED, text)

    def front_idle(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(set.intersection(*(set(found.never_live) for found in self.each)))])

    scopes_idle = front_idle

    def scopes_group(self, about: str, text: str) -> str:
        if self.oracle.off or about.startswith("PROVED"):
            return ""
        words = [{found.verdicts[name] for found in self.each} for name in self.found.verdicts]
        most = Counter(next(word for word in TELLING if word in said) for said in words)
        return unlike(numbers(text), [most[about]])

    def scopes_figure(self, about: str, text: str) -> str:
        states, transitions, depth, _, deadlocks = self.found.counts
        true = {"states": states, "transitions": transitions, "depth": depth, "deadlocks": deadlocks,
                "ended": len(self.found.ended), "never_live": len(self.found.never_live)}  # fmt: skip
        return unlike(numbers(text), [true[about.rpartition(" ")[2]]])

    def scopes_size(self, about: str, text: str) -> str:
        return unlike(numbers(text), list(self.found.counts[:2]))

    def scopes_states(self, about: str, text: str) -> str:
        return unlike(numbers(text), [len(self.found.depth)])

    def scopes_immaterial(self, about: str, text: str) -> str:
        """Of all scopes together: what is material in one of them is not among these."""
        met = {key: any(one.material.get(key) for one in self.each) for found in self.each for key in found.material}
        return unlike(numbers(text), [sum(not material for material in met.values())])

    def scopes_dead_end(self, about: str, text: str) -> str:
        return "" if 0 < numbers(text)[0] <= len(self.found.deadlocks) else f"{len(self.found.deadlocks)} are dead ends"

    def plays_moves(self, about: str, text: str) -> str:
        """Of a finding whose evidence is an event or a property, its nearest play."""
        finding = next((f for f in self.findings if f["id"] in about), None)
        for one in finding["evidence"] if finding else ():
            if one["ask"] == "verdict" and one["about"]["property"] in self.found.lengths:
                return unlike(numbers(text), [self.found.lengths[one["about"]["property"]]])
            if one["ask"] == "event":
                key = (one["about"]["kind"], one["about"]["subject"], *one["about"].get("pair", ()))
                least = self.found.first.get(key)
                return "" if least is None or numbers(text)[0] >= least else f"it is met after {least}"
        return ""


def _chapters(spec: Path | None) -> dict[str, Any]:
    if spec is None or not (spec / "book.toml").is_file():
        return {}
    names = tomllib.loads((spec / "book.toml").read_text(encoding="utf-8"))["chapters"]
    return {name: tomllib.loads((spec / name).read_text(encoding="utf-8")) for name in names}


def findings_of(folder: Path | None) -> list[dict[str, Any]]:
    if folder is None or not folder.is_dir():
        return []
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))]
    return [tomllib.loads(text.split("+++")[1]) for text in texts]
