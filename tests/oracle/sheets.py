"""What a report says beside its numbers: for machines, of what cannot all stand, of answers, of games."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as xml

from tests.oracle.doors import over, pages_of, said, tell
from tests.oracle.entered import entered
from tests.oracle.fields import fields
from tests.oracle.games import winners
from tests.oracle.graph import UNKNOWN, TooLarge
from tests.oracle.truth import Oracle, unlike

if TYPE_CHECKING:
    from tests.oracle.compare import Case


def plainly(path: Path) -> str:
    """The text of a page, a line for each part."""
    text = re.sub(r"<(script|style|nav|svg)[^>]*>.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"</(p|li|h\d|tr|div|dt|dd|summary|figcaption|td|th)>", "\n", text)
    lines = unescape(re.sub(r"<[^>]+>", " ", text)).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def sheets(case: Case, salt: int) -> int:
    """The report, with all that answers change."""
    scopes = over(case)
    with tempfile.TemporaryDirectory() as folder:
        text = said(case, "check", "--no-prove", "-o", folder, salt=salt)
        whole, own = Path(folder), Path(folder, case.name)
        front = plainly(whole / "index.html")
        told = [_never_live(scopes, front), *_failures(text.out, whole), *_lines(case, whole),
                *_withdrawn(case, scopes, front),
                *_cannot_stand(scopes, plainly(own / "cores.html")),
                *_prevails(case, plainly(own / "coverage.html"))]  # fmt: skip
    if case.options and len(scopes) == 1 and not case.oracle.off:
        with tempfile.TemporaryDirectory() as folder:
            said(case, "report", "--no-prove", "--matrix", "60", "-o", folder, salt=salt)
            told += _answers(case, plainly(Path(folder, case.name, "impact.html")))
    tell("sheets", told)
    return len(told)


def _failures(text: str, folder: Path) -> Iterator[str]:
    """In the file for build machines as much fails as falls short: each thing in each of its scopes."""
    short = re.findall(r"^falls short: \w+(?:, scope ([\w, ]+))?: ", text, re.MULTILINE)
    suite = next(xml.parse(folder / "junit.xml").iter("testsuite"))
    true = sum(len(scopes.split(", ")) for scopes in short)
    yield unlike(int(suite.attrib["failures"]), true)
    yield unlike(len(list(suite.iter("failure"))), true)


def _lines(case: Case, folder: Path) -> Iterator[str]:
    """A finding is shown at the line of its first clause."""
    document = json.loads((folder / "report.sarif").read_text(encoding="utf-8"))
    pages = pages_of(case, {})
    line_of = {c["id"]: line["number"] for chapter in pages.chapters.values()
               for line in chapter.get("line", ()) for c in line.get("clause", ())}  # fmt: skip
    for one in document["runs"][0]["results"]:
        for place in (*one.get("locations", ()), *one.get("relatedLocations", ())):
            clause = place["logicalLocations"][0]["name"]
            yield unlike(place["physicalLocation"]["region"]["startLine"], line_of[clause])


def _withdrawn(case: Case, scopes: dict[str, Oracle], front: str) -> Iterator[str]:
    """What is withdrawn stands nowhere before it is said to be."""
    head, _, _ = front.partition("\nWithdrawn\n")
    for finding in pages_of(case, scopes).findings:
        listed = finding["title"] in head
        yield unlike((finding["title"], listed), (finding["title"], finding["state"] != "withdrawn"))


NEVER = re.compile(r"(\d+) rules? (?:was|were) never live in (?:any scope|\w+)\.")


def _never_live(scopes: dict[str, Oracle], front: str) -> str:
    """How many rules no scope makes live."""
    said_so = NEVER.search(front)
    never = set.intersection(*(set(oracle.found().never_live) for oracle in scopes.values()))
    return unlike(int(said_so[1]) if said_so else 0, len(never))


ENOUGH = re.compile(r"It is enough to do without (.+?) ?, or to say which prevails\.")


def _cannot_stand(scopes: dict[str, Oracle], page: str) -> Iterator[str]:
    """Of the clauses that clash about one thing, without the fewest that are named none clash."""
    pairs: dict[str, set[frozenset[str]]] = {}
    for oracle in scopes.values():
        for key in oracle.found().material:
            if key[0] == "contradiction" and len(key) == 4:
                pairs.setdefault(key[1], set()).add(frozenset(one.replace("_", " ") for one in key[2:]))
    for part in page.split("About ")[1:]:
        subject, said_so = part.partition(":")[0], ENOUGH.search(part)
        of = pairs.get(subject.replace(" ", "_")) or pairs.get(subject, set())
        names = sorted(set().union(*of))
        least = next((n for n in range(len(names) + 1) for some in combinations(names, n)
                      if all(pair & set(some) for pair in of)), 0)  # fmt: skip
        for some in said_so[1].split(" , or ") if said_so else ():
            named = {one.strip() for one in re.split(r" and |, ", some)}
            yield unlike(len(named), least)
            yield "" if all(pair & named for pair in of) else f"without {sorted(named)} some clash: {of}"


PREVAILS = re.compile(r"\w+: (\w+) against (\w+): (\w+) prevails")


def _prevails(case: Case, page: str) -> Iterator[str]:
    """Where nobody says otherwise the forbid prevails."""
    kinds = {rule.name: rule.kind for rule in case.oracle.explorer().book.rules}
    for one, other, stronger in PREVAILS.findall(page):
        if {kinds.get(one), kinds.get(other)} == {"permit", "forbid"}:
            yield unlike(kinds[stronger], "forbid")


CHANGE = re.compile(r"Asked: (\d+) choices?; (\d+|none) changes? a verdict")


def _answers(case: Case, page: str) -> Iterator[str]:
    """How many choices change a verdict, the others as they are."""
    shown = CHANGE.search(page)
    try:
        usual = case.oracle.found().verdicts
        told = {(name, option): case.oracle.found({name: option}).verdicts for name, option in case.options}
    except TooLarge:
        return
    changing = {name for (name, _), words in told.items() if words != usual}
    pairs = {(words[p], usual[p]) for words in told.values() for p in usual if words[p] != usual[p]}
    if shown:
        yield unlike(0 if shown[2] == "none" else int(shown[2]), len(changing))
    elif any(UNKNOWN not in pair for pair in pairs):
        yield f"of {sorted(changing)} it is not said that they change a verdict"
    elif any(word == UNKNOWN for word, _ in pairs) and "some verdicts are no longer known" not in page:
        yield f"under {sorted(changing)} it is not said that a verdict is no longer known"


def games(case: Case, salt: int) -> int:
    """Games that are kept, and what their page says of how they end."""
    from tests.oracle.compare import Passed

    found, explorer = case.oracle.found(), case.oracle.explorer()
    possible = {("nobody won", "one player won", "several won")[min(2, len(winners(explorer, s)))] for s in found.ended}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(case.folder, Path(folder, "project")))
        scopes = copy / case.name / "scopes"
        shutil.copy(scopes / f"{case.scope}.toml", scopes / "whole.toml")
        none = "; 0 ended\n" in entered(copy, "games", case.name, "--games", "100", "--keep").out
        pages = Path(folder, "pages")
        entered(copy, "report", case.name, "--no-prove", "-o", str(pages))
        ends = [one for one in fields(pages) if one.source == "games.share" and one.about.endswith(" won")]
    wrong = [
        f"{one.about}: {one.text}, and games end so: {sorted(possible)}" for one in ends if one.about not in possible
    ]
    if none and not ends:
        raise Passed("no game ends")
    tell("games", wrong if ends else ["it is not said how games end"])
    return len(ends)
