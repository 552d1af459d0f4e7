"""Each statement of the pages counted again, by its name: from files, from what `check --json` printed, from the page.

A recount gives the numbers that the sentence must have, in their order; several lists where it may be any of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.printed.fields import Node
from tests.printed.primary import Json, Primary

Numbers = Sequence[float]
Recount = Callable[[Primary, str, Node], Numbers | Sequence[Numbers]]
RECOUNTS: dict[str, Recount] = {}
MET = ("event", "deadlock", "core", "verdict")
"""Queries of what comes up in a scope."""


def recount(*names: str) -> Callable[[Recount], Recount]:
    def known(function: Recount) -> Recount:
        RECOUNTS.update(dict.fromkeys(names, function))
        return function

    return known


def about(field: Node) -> str:
    return field.attributes.get("data-about", "")


def folded(field: Node) -> Node:
    return field.around("details")


def of_finding(page: str) -> str:
    return page.removeprefix("finding-").removesuffix(".html")


# --- the front page ---------------------------------------------------------------------------------------------------


@recount("front.open_findings", "front.high")
def _open(p: Primary, page: str, field: Node) -> Numbers:
    high = field.attributes["data-source"].endswith("high")
    return [sum(f["severity"] == "high" or not high for f in p.open.values())]


@recount("front.first")
def _first(p: Primary, page: str, field: Node) -> Numbers:
    """As many as stand in the list below, ten at most: those that are open, and are not counted with another."""
    (below,) = p.pages[page].every("ol", class_="first")
    shown = sum(one.tag == "li" for one in below.inside if isinstance(one, Node))
    assert shown <= 10
    return [shown]


@recount("front.falls_short", "front.short")
def _short(p: Primary, page: str, field: Node) -> Numbers:
    return [len({(s["kind"], s["scope"], s["subject"]) for s in p.document["falls_short"]})]


@recount("front.clauses_in_model", "front.written_down")
def _modelled(p: Primary, page: str, field: Node) -> Numbers:
    return [p.said["coverage"]["modelled"], len(p.clauses)]


@recount("front.coverage")
def _coverage(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.clauses), p.said["coverage"]["modelled"], p.said["coverage"]["decisive"]]


@recount("front.number_of_findings")
def _counted(p: Primary, page: str, field: Node) -> Numbers:
    severity, state = about(field).split(" ", 1)
    return [sum((f["severity"], f["state"]) == (severity, state) for f in p.standing.values())]


def basis(f: Json) -> str:
    asked = {e.get("ask", "scenario") for e in f["evidence"]}
    return (
        "computed" if asked - {"scenario", "text"} else "shown by a play" if "scenario" in asked else "read in the text"
    )


@recount("front.having")
def _having(p: Primary, page: str, field: Node) -> Numbers:
    key, word = about(field).split(" ", 1)
    return [sum((basis(f) if key == "basis" else f[key]) == word for f in p.standing.values())]


@recount("front.more")
def _more(p: Primary, page: str, field: Node) -> Numbers:
    above = field.above
    if above is not None and "title" in above.attributes:
        return [len(above.attributes["title"].split(", "))]
    return [items(field)]


@recount(
    "front.withdrawn", "plays.length", "plays.shown_too",
    "book.misplaced_citations", "scopes.idle", "scopes.immaterial", "scopes.invariant", "scopes.looks_at",
    "scopes.unchanging",
)  # fmt: skip
def _items(p: Primary, page: str, field: Node) -> Numbers:
    return [items(field)]


def items(field: Node) -> int:
    """What is folded under a sentence, item by item."""
    lists = [one for one in folded(field).every() if one.tag in ("ul", "ol")]
    return sum(isinstance(one, Node) and one.tag == "li" for one in lists[0].inside)


@recount("book.assumptions")
def _assumptions(p: Primary, page: str, field: Node) -> Numbers:
    """The name of a scope may have a number itself."""
    return [*(float(n) for n in re.findall(r"\d+", about(field))), items(field)]


@recount("front.sets")
def _sets(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(len(one["cores"]) for listed in p.said["cores"].values() for one in listed)]


@recount("front.dead_ends")
def _dead_ends(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(len(one["cores"]) for one in p.said["cores"]["deadlocks"])]


@recount("front.played_through")
def _played_through(p: Primary, page: str, field: Node) -> Numbers:
    whole = [s["states"] for s in p.scopes.values() if s["stopped"] is None]
    return [len(whole), sum(whole)]


@recount("front.asked_of_each")
def _asked(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.verdicts)]


@recount("front.proved_for_every_play", "front.violations")
def _by_word(p: Primary, page: str, field: Node) -> Numbers:
    word = "VIOLATED" if field.attributes["data-source"].endswith("violations") else "PROVED"
    return [sum(p.best(name).startswith(word) for name in p.properties)]


@recount("front.too_large")
def _too_large(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(s["stopped"] is not None for s in p.scopes.values())]


@recount("front.not_written_down")
def _not_written_down(p: Primary, page: str, field: Node) -> Numbers:
    reasons = re.search(r"for a reason \((.*)\)", field.text)
    assert {one["reason"] for one in p.left_out} == ({*reasons[1].split(", ")} if reasons else set())
    without = len(p.clauses) - p.said["coverage"]["modelled"]
    parts = [len(p.left_out), without - len(p.left_out)]
    return [without, *filter(None, parts)]


@recount("front.idle")
def _idle(p: Primary, page: str, field: Node) -> Numbers:
    first, *others = (set(s["never_live"]) for s in p.scopes.values())
    return [len(first.intersection(*others))]


@recount("front.games")
def _games(p: Primary, page: str, field: Node) -> Numbers:
    first = next(iter(p.kept("games.json")["play"].values()))
    return [sum(e["times"] for e in first["ends"]), sum(e["times"] for e in first["ends"] if e["end"] in ENDED)]


ENDED = ("somebody won", "several won", "nobody won")
"""Ends that a book declares: not that nobody may act, nor that a game was given up."""


def wilson(times: int, of: int) -> tuple[float, float]:
    """The interval of a share by its formula, in percent."""
    z, share = 1.959964, times / of
    middle, half = share + z * z / (2 * of), z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    low, high = ((middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of))
    return 100 * low if times else 0.0, 100 * high if times < of else 100.0


def whole(shares: Iterable[float]) -> list[float]:
    return [float(f"{one:.0f}") for one in shares]


@recount("front.met_in_games", "findings.met_in_games")
def _met_in_games(p: Primary, page: str, field: Node) -> Numbers:
    played = next(iter(p.kept("games.json")["play"].values()))
    met = {one["finding"]: one for one in played["findings"]}[about(field) or of_finding(page)]
    assert met["of"] <= played["ended"], "of games that were given up nobody knows how they would go on"
    return [met["times"], met["of"], *whole(wilson(met["times"], met["of"]))]


@recount("findings.stakes")
def _stakes(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    """Of each kind of players: games, where courses parted, and how far results then move."""
    rows = p.kept("games.json")["stakes"]["findings"][of_finding(page)]["play"].values()
    return [[*_of_games(row), *_of_forks(row)] for row in rows]


def _of_games(row: Mapping[str, Any]) -> list[float]:
    """Where nobody met it, it is rarer than three in all of the games."""
    return [row["parted"], row["games"]] if row["parted"] else [row["games"], float(f"{300 / row['games']:.1f}")]


def _of_forks(row: Mapping[str, Any]) -> list[float]:
    """Means are told where their interval leaves 0 out; two moments are counted."""
    if not row["forks"]:
        return []
    told = whole(100 * row[end] for end in ("swing", "low", "high"))
    for name, unit in (("length", 1), ("stuck", 100)):
        mean, half = row[name]["mean"], row[name]["half"]
        told += whole([unit * abs(mean)]) if half is not None and abs(mean) > half else []
    return told + ([row["forks"]] if row["forks"] <= 2 else [])


@recount("front.rulebooks", "front.of_all", "front.of_one")
def _of_several(p: Primary, page: str, field: Node) -> Numbers:
    raise AssertionError("the page of several rulebooks is counted by itself")


# --- plays ------------------------------------------------------------------------------------------------------------


@recount("plays.moves")
def _moves(p: Primary, page: str, field: Node) -> Numbers | Sequence[Numbers]:
    """The frames of the film but the first, wherever it stands."""
    name = about(field)
    if name == "listed":
        return [items(field)]
    if not name:
        return [len(field.around("section").every("li", class_="frame")) - 1]
    shown = p.pages[name if name in p.pages else f"finding-{name}.html"]
    films = [len(film.every("li", class_="frame")) - 1 for film in shown.every("section", class_="film")]
    listed = [len(ol.inside) for ol in shown.every("ol", class_="small")]
    return [[n] for n in (films[:1] if name not in p.pages else films + listed)]


@recount("plays.back_to")
def _back_to(p: Primary, page: str, field: Node) -> Numbers:
    return [float(field.around("a").attributes["href"].rpartition("step-")[2])]


@recount("plays.goes_round")
def _of_sheets(p: Primary, page: str, field: Node) -> Numbers:
    raise AssertionError("said on the sheets alone, of which `sheets` reads each line")


def sheets(p: Primary) -> Iterable[str]:
    """The lines of the FAQ and of the playtest sheet that are not what is counted."""
    faq, playtest = (
        (p.folder / p.id / name).read_text(encoding="utf-8").replace("\\", "") for name in ("faq.md", "playtest.md")
    )
    printed = [f for f in p.standing.values() if "by" in f and (f.get("printed") or "the answer “" in f["where"])]
    counts = {
        "questions": (len(re.findall("^## ", faq, re.M)), len(printed)),
        "cards": (len(re.findall("^## ", playtest, re.M)), len(played_and_open(p))),
    }
    yield from (f"{name}: {told} instead of {n}" for name, (told, n) in counts.items() if told != n)
    ends = {e["play"]["back_to"] for f in p.document["findings"] for e in f["evidence"] if e["play"]}
    yield from (n for n in re.findall(r"after step (\d+): this can go round", playtest) if int(n) not in ends)


def played_and_open(p: Primary) -> list[str]:
    """The open findings that some play shows."""
    shown = [f["id"] for f in p.document["findings"] if any(e["play"] for e in f["evidence"])]
    return [id_ for id_ in shown if id_ in p.open]


# --- findings ---------------------------------------------------------------------------------------------------------


def states(p: Primary, scope: str, reading: Json) -> Numbers | Sequence[Numbers]:
    known = [*p.document["scopes"], *p.document["others"]]
    return [[one["states"]] for one in known if one["scope"] == scope and one["reading"] == reading]


@recount("findings.tried_all")
def _tried_all(p: Primary, page: str, field: Node) -> Numbers | Sequence[Numbers]:
    first = next(e for e in p.findings[of_finding(page)]["evidence"] if e.get("ask") in MET)
    return states(p, first["scope"], first.get("reading", {}))


@recount("findings.met_at_tables")
def _met_at_tables(p: Primary, page: str, field: Node) -> Numbers:
    met = [any(of_finding(page) in e["findings"] for e in p.met(scope)) for scope in p.scopes.values()]
    return [sum(met), len(met)]


@recount("findings.bearing")
def _bearing(p: Primary, page: str, field: Node) -> Numbers:
    return [len(folded(field).every("div", class_="clause"))]


@recount("findings.sizes")
def _sizes(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    """Of a scope of the check: how many members each sort has, by what verdicts are said under."""
    return [[n for n in s["premises"]["sizes"].values() if n] for s in p.scopes.values()]


@recount("findings.number")
def _number(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    told = re.compile(r"\.(\w+) is (-?\d+) here; the book says (-?\d+)\.")
    found = [told.search(one["what"]) for one in p.said["ledger"]]
    return [[float(one[2]), float(one[3])] for one in found if one and one[1].replace("_", " ") in field.text]


def unasked(p: Primary) -> Json:
    """The kept questions that nobody asked, and laws."""
    return dict(json.loads((p.root / "checks" / p.id / "unasked.json").read_text(encoding="utf-8")))


@recount("unasked.questions", "unasked.more", "unasked.unmet_pairs")
def _unasked(p: Primary, page: str, field: Node) -> Numbers:
    kept = unasked(p)["questions"]
    counts = {"questions": len(kept["open"]) + kept["left"], "more": kept["left"], "unmet_pairs": kept["not_met"]}
    return [counts[field.attributes["data-source"].removeprefix("unasked.")]]


@recount("unasked.times")
def _times(p: Primary, page: str, field: Node) -> Numbers:
    return [next(law["met"] for law in unasked(p)["laws"]["laws"] if law["name"] == about(field))]


def runs(p: Primary, page: str) -> list[Json]:
    """What was tried out that a page may speak of."""
    mine = [f for f in p.document["findings"] if page == f"finding-{f['id']}.html"] or p.document["findings"]
    return [run for f in mine for run in f["settled"]]


@recount("findings.together")
def _together(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [[len(run["ruling"])] for run in runs(p, page)]


@recount("findings.before_and_after")
def _before_and_after(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    told: list[Numbers] = []
    for run in runs(p, page):
        numbers = [n for one in run["numbers"].values() for n in dict.fromkeys((one["before"], one["after"]))]
        changed = run["altered"] or {}
        told.append([*numbers, *(n for n in changed.values() if isinstance(n, int) and n)])
    return told


@recount("findings.questions")
def _of_findings(p: Primary, page: str, field: Node) -> Numbers:
    return [len({name for f in p.standing.values() for name in f.get("questions", ())})]


@recount("findings.answers")
def _answers(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.pages[about(field)].every("article", class_="answer"))]


@recount("findings.cards")
def _cards(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.pages[page].every("article", class_="a6"))]


@recount("findings.more_lines")
def _more_lines(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    """More than can be seen there: the lines of some step, or of some rule, but for four."""
    known = {clause["id"]: clause["line"] for clause in p.clauses}
    return [[n] for n in range(1, len({*known.values()}) - 3)] if field.numbers else []


def fits(field: Node, expected: Iterable[Any]) -> bool:
    """Whether a field has the numbers that were counted, or those of one of several."""
    listed = list(expected)
    options = listed if listed and all(isinstance(one, Sequence) for one in listed) else [listed]
    return any([float(n) for n in one] == field.numbers for one in options)
