"""What pages are counted from again: what `check --json` printed, and the files of the project, read in other ways."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.printed.fields import Node, read

Json = dict[str, Any]


@dataclass
class Primary:
    """One rulebook. said: what `check --json` printed of it; pages: the folder of its report."""

    root: Path
    said: Json
    folder: Path
    several: bool

    @property
    def id(self) -> str:
        return str(self.said["ruleset"])

    # --- pages --------------------------------------------------------------------------------------------------------

    @cached_property
    def pages(self) -> dict[str, Node]:
        """Its pages by their names in its folder; the front page is `index.html`."""
        found = {file.name: file for file in (self.folder / self.id).glob("*.html")}
        if not self.several:
            found["index.html"] = self.folder / "index.html"
        return {name: read(file.read_text(encoding="utf-8")) for name, file in sorted(found.items())}

    @cached_property
    def document(self) -> Json:
        """What scripts read of it: of explorations under other readings, and of rulings that were tried out."""
        with gzip.open(self.folder / "report.json.gz") as file:
            found = json.load(file)["rulesets"]
        return next(one for one in found if one["id"] == self.id)

    # --- the project's files ------------------------------------------------------------------------------------------

    @cached_property
    def findings(self) -> dict[str, Json]:
        """The front matter of each finding, by its id."""
        found = {}
        for file in sorted((self.root / "findings" / self.id).glob("*.md")):
            _, matter, prose = file.read_text(encoding="utf-8").split("+++\n", 2)
            one = tomllib.loads(matter)
            found[one["id"]] = {"evidence": [], **one, "prose": prose}
        return found

    @property
    def standing(self) -> dict[str, Json]:
        return {id_: f for id_, f in self.findings.items() if f["state"] != "withdrawn"}

    @property
    def open(self) -> dict[str, Json]:
        return {id_: f for id_, f in self.findings.items() if f["state"] in ("open", "asked")}

    @cached_property
    def lines(self) -> list[Json]:
        """The lines of the register that have clauses."""
        book = tomllib.loads((self.root / "spec" / self.id / "book.toml").read_text(encoding="utf-8"))
        files = [self.root / "spec" / self.id / name for name in book["chapters"]]
        lines = [line for file in files for line in tomllib.loads(file.read_text(encoding="utf-8")).get("line", ())]
        return [line for line in lines if line.get("clause")]

    @property
    def clauses(self) -> list[Json]:
        return [{**clause, "line": line["number"]} for line in self.lines for clause in line["clause"]]

    @property
    def left_out(self) -> list[Json]:
        return [clause for clause in self.clauses if clause["kind"] == "register-only"]

    def kept(self, file: str) -> Any:
        path = self.root / "checks" / self.id / file
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None

    # --- explorations and proofs --------------------------------------------------------------------------------------

    @cached_property
    def scopes(self) -> dict[str, Json]:
        return {one["scope"]: one for one in self.said["scopes"]}

    @cached_property
    def proofs(self) -> dict[str, Json]:
        return {one["property"]: one for one in self.said["proofs"]}

    @cached_property
    def verdicts(self) -> dict[str, dict[str, str]]:
        """Of each property its verdict in each scope that has one."""
        found: dict[str, dict[str, str]] = {}
        for name, scope in self.scopes.items():
            for one in (*scope["properties"], *scope["violations"]):
                found.setdefault(one["property"], {})[name] = one["verdict"]
        return found

    def best(self, name: str) -> str:
        """The word that says most of a property, by hand: a play against it, a proof, a scope in which it holds."""
        words = list(self.verdicts.get(name, {}).values())
        proof = self.proofs[name]["verdict"] if name in self.proofs else ""
        if "VIOLATED" in (*words, proof):
            return "VIOLATED"
        if proof.startswith("PROVED"):
            return "PROVED for any number" if proof.startswith("PROVED for any number") else "PROVED"
        known = [*words, re.sub(r" \(.*", "", proof)]
        return next((word for word in ("HOLDS IN SCOPE", "VACUOUS") if word in known), "UNKNOWN")

    @property
    def properties(self) -> set[str]:
        return {*self.verdicts, *self.proofs}

    def met(self, scope: Json) -> list[Json]:
        """The events of a scope."""
        return [*scope["contradictions"], *scope["gaps"], *scope["other_events"]]
