"""Each statement of the pages counted again, by its name: from files, from what `check --json` printed, from the page.

A recount gives the numbers that the sentence must have, in their order; several lists where it may be any of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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


@recount("front.falls_short", "front.short")
def _short(p: Primary, page: str, field: Node) -> Numbers:
    return [len({(s["kind"], s["scope"], s["subject"]) for s in p.document["falls_short"]})]


@recount("front.modelled", "front.written_down")
def _modelled(p: Primary, page: str, field: Node) -> Numbers:
    return [p.said["coverage"]["modelled"], len(p.clauses)]


@recount("front.coverage")
def _coverage(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.clauses), p.said["coverage"]["modelled"], p.said["coverage"]["decisive"]]


@recount("front.counted")
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


@recount("front.theme")
def _theme(p: Primary, page: str, field: Node) -> Numbers:
    rows = folded(field).every("li")
    words = [row.attributes["data-severity"] for row in rows]
    return [len(rows), *(words.count(word) for word in ("high", "medium", "low") if word in words)]


@recount("front.more")
def _more(p: Primary, page: str, field: Node) -> Numbers:
    above = field.above
    if above is not None and "title" in above.attributes:
        return [len(above.attributes["title"].split(", "))]
    return [items(field)]


@recount(
    "front.withdrawn", "front.unasked", "front.unasked_with_answers", "plays.listed", "plays.shown_too",
    "book.misplaced", "scopes.idle", "scopes.immaterial", "scopes.invariant", "scopes.looks_at",
    "scopes.gave_up", "scopes.steps", "scopes.unchanging",
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


@recount("front.more_clauses")
def _more_clauses(p: Primary, page: str, field: Node) -> Numbers:
    return [len(set(p.findings[about(field)]["clauses"])) - 4]


@recount("front.questions")
def _questions(p: Primary, page: str, field: Node) -> Numbers:
    """Each open finding is borne on by a question, or stands in one of the lists below them."""
    section = field.around("section")
    links = [one.attributes["href"].rpartition("/")[2] for one in section.every("a")]
    assert {of_finding(link.removesuffix(".html")) for link in links} == {*p.open}
    return [sum(len([one for one in ol.inside if isinstance(one, Node)]) for ol in section.every("ol"))]


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


@recount("front.proved_for_every_play", "front.violated")
def _by_word(p: Primary, page: str, field: Node) -> Numbers:
    word = "VIOLATED" if field.attributes["data-source"].endswith("violated") else "PROVED"
    return [sum(p.best(name).startswith(word) for name in p.properties)]


@recount("front.too_large")
def _too_large(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(s["stopped"] is not None for s in p.scopes.values())]


@recount("front.in_no_rule")
def _in_no_rule(p: Primary, page: str, field: Node) -> Numbers:
    assert {one["reason"] for one in p.left_out} == {*field.text.partition(": ")[2].rstrip(".").split(", ")}
    return [len(p.left_out)]


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


@recount("front.met_in_games", "findings.met_in_games")
def _met_in_games(p: Primary, page: str, field: Node) -> Numbers:
    played = next(iter(p.kept("games.json")["play"].values()))
    met = {one["finding"]: one for one in played["findings"]}[about(field) or of_finding(page)]
    assert met["of"] <= played["ended"], "of games that were given up nobody knows how they would go on"
    return [met["times"], met["of"], *whole(wilson(met["times"], met["of"]))]


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


@recount("plays.goes_round", "findings.support", "findings.besides")
def _of_sheets(p: Primary, page: str, field: Node) -> Numbers:
    raise AssertionError("said on the sheets alone, of which `sheets` reads each line")


def sheets(p: Primary) -> Iterable[str]:
    """The lines of the FAQ and of the playtest sheet that are not what is counted."""
    faq, playtest = (
        (p.folder / p.id / name).read_text(encoding="utf-8").replace("\\", "") for name in ("faq.md", "playtest.md")
    )
    lines = {clause["id"]: str(clause["line"]) for clause in p.clauses}
    yield from (one[0] for one in re.finditer(r"^- line (\d+) \(([^)]+)\)", faq, re.M) if lines[one[2]] != one[1])
    for option in re.finditer(r"^- \*.*\*: (lines?) ([\d, ]+)$", faq, re.M):
        cited = option[2].split(", ")
        if not {*cited} <= {*lines.values()} or (option[1] == "lines") != (len(cited) > 1):
            yield option[0]
    brings = {"which brings " + run["came"] for run in runs(p, "")}
    yield from (one[0] for one in re.finditer(r"which brings [^)]*", faq) if one[0] not in brings)
    counts = {
        "questions": (len(re.findall("^## ", faq, re.M)), len(p.standing)),
        "rulings": (faq.count("**Ruled** by"), sum("by" in f for f in p.standing.values())),
        "cards": (len(re.findall("^## ", playtest, re.M)), len(played_and_open(p))),
    }
    yield from (f"{name}: {told} instead of {n}" for name, (told, n) in counts.items() if told != n)
    ends = {e["play"]["back_to"] for f in p.document["findings"] for e in f["evidence"] if e["play"]}
    yield from (n for n in re.findall(r"after step (\d+): this can go round", playtest) if int(n) not in ends)


def played_and_open(p: Primary) -> list[str]:
    """The open findings that some play shows."""
    shown = [f["id"] for f in p.document["findings"] if any(e["play"] for e in f["evidence"])]
    return [id_ for id_ in shown if id_ in p.open]


@recount("plays.routine")
def _routine(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    """As many as there are frames of the film, at most, in which nobody decides anything."""
    quiet = [one for one in p.pages[page].every("li", class_="frame") if "data-quiet" in one.attributes]
    return [[n] for n in range(1, len(quiet) + 1)]


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


@recount("findings.opened", "findings.vanished", "findings.other_verdicts", "findings.came")
def _besides(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    what, told = field.attributes["data-source"].partition(".")[2], []
    for run in runs(p, page):
        others = sum(v["after"] != "VIOLATED" for v in run["verdicts"])
        ends = sum(title in run["new_deadlocks"] for title in run["appeared"])
        opened = [len(run["appeared"]) - ends, ends]
        told.append({
            "opened": opened, "vanished": [len(run["vanished"])], "other_verdicts": [others],
            "came": [*opened, len(run["verdicts"]) - others, others],
        }[what])  # fmt: skip
    return [[n for n in one if n] for one in told]


@recount("findings.at_tables")
def _at_tables(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    """In how many scopes an answer alone makes another verdict, one of both VIOLATED."""
    names = {
        c["property"] for c in p.document["checks"] if about(field) in (c["says"], c["property"].replace("_", " "))
    }
    counts: dict[tuple[str, str, str], int] = {}
    for other in p.document["others"]:
        for v in other["verdicts"] if len(other["reading"]) == 1 else ():
            was, now = p.verdicts.get(v["property"], {}).get(other["scope"]), v["verdict"]
            if v["property"] in names and {was, now} in ({"VIOLATED", "HOLDS IN SCOPE"}, {"VIOLATED", "PROVED"}):
                key = v["property"], str(other["reading"]), now
                counts[key] = counts.get(key, 0) + 1
    return [[n] for n in counts.values()]


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


# --- the book ---------------------------------------------------------------------------------------------------------


@recount("book.whole")
def _whole(p: Primary, page: str, field: Node) -> Numbers:
    chapters = [name for name in p.pages if re.fullmatch(r"rules-\d+\.html", name)]
    c, clauses, left = p.said["coverage"], len(p.clauses), len(p.left_out)
    missing = [clauses - c["modelled"] - left]
    return [len(p.lines), clauses, len(chapters), c["modelled"], left, *(missing if missing[0] else ())]


@recount("book.of_chapter")
def _of_chapter(p: Primary, page: str, field: Node) -> Numbers:
    name, key = about(field).split()
    entries = p.pages[name].every("article", class_="entry")
    if key in ("clauses", "idle"):
        return [sum(key == "clauses" or "idle" in one.attributes["class"].split() for one in entries)]
    ids = {one.attributes["id"].removeprefix("c-") for one in entries}
    found = {id_ for id_, f in p.standing.items() if ids & {*f["clauses"]}}
    return [sum(key == "findings" or p.findings[id_]["severity"] == "high" for id_ in found)]


@recount("book.with_findings", "book.in_state")
def _entries(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.pages[page].every("article", class_=about(field) or "conflict"))]


def clause(p: Primary, field: Node) -> Json:
    lines = (line for chapter in p.document["register"]["chapters"] for line in chapter["lines"])
    return next(one for line in lines for one in line["clauses"] if one["id"] == about(field))


@recount("book.met")
def _met(p: Primary, page: str, field: Node) -> Numbers:
    one = clause(p, field)
    return [len(set(one["exercised"])), len(set(one["decisive"])), len(p.scopes)]


@recount("book.more_checks", "book.more_scopes")
def _more_of_clause(p: Primary, page: str, field: Node) -> Numbers:
    key = "checked" if field.attributes["data-source"].endswith("checks") else "decisive"
    return [len(clause(p, field)[key]) - 4]


@recount("book.covered", "book.in_all")
def _covered(p: Primary, page: str, field: Node) -> Numbers:
    c, clauses, left = p.said["coverage"], len(p.clauses), len(p.left_out)
    missing = clauses - c["modelled"] - left
    known = {
        "clauses": clauses, "excluded": left, "not_yet_modelled": missing, "modelled": c["modelled"],
        "decisive": c["decisive"],
    }  # fmt: skip
    return [known[about(field)]] if about(field) else [clauses, missing]


@recount("book.covered_in")
def _covered_in(p: Primary, page: str, field: Node) -> Numbers:
    section, key = about(field).rsplit(" ", 1)
    row = next(one for one in p.said["coverage"]["sections"] if one["section"] == section)
    listed = p.left_out if key == "excluded" else p.clauses if key == "clauses" else []
    mine = [one for one in listed if re.match(rf"{re.escape(section)}(?!\d)", one["id"])]
    return [len(mine) if listed else row[key]]


@recount("book.source_lines")
def _source_lines(p: Primary, page: str, field: Node) -> Numbers:
    source = p.said["coverage"]["source"]
    return [source["lines"], len(source["numbers"])]


@recount("book.decisive_from")
def _decisive_from(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.said["coverage"]["decisive_from"])]


@recount("book.reason")
def _reason(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(one["reason"] == about(field) for one in p.left_out)]


# --- scopes -----------------------------------------------------------------------------------------------------------


@recount("scopes.counted")
def _of_scope(p: Primary, page: str, field: Node) -> Numbers:
    name, key = about(field).rsplit(" ", 1)
    found = p.scopes[name][key]
    return [len(found) if isinstance(found, list) else found]


@recount("scopes.size", "scopes.states")
def _size(p: Primary, page: str, field: Node) -> Numbers:
    scope = p.scopes[about(field) or page.removeprefix("states-").removesuffix(".html")]
    return [scope["states"]] if about(field) else [scope["states"], scope["transitions"]]


@recount("scopes.more")
def _more_scopes(p: Primary, page: str, field: Node) -> Numbers:
    names = field.above.attributes["title"].split(", ") if field.above is not None else []
    return [*(float(n) for name in names[:3] for n in re.findall(r"\d+", name)), len(names) - 3]


@recount("scopes.dead_end")
def _dead_end(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [
        [end["states"], *(float(n) for n in re.findall(r"\d+", name))]
        for name, scope in p.scopes.items()
        for end in scope["dead_ends"]
    ]


@recount("scopes.of_class")
def _of_class(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    views = [q for s in p.document["scopes"] for q in s["quotients"]]
    return [[one["states"]] for q in views for one in q["classes"]]


@recount("scopes.group")
def _group(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(p.best(name) == about(field) for name in p.properties)]


@recount("scopes.unproved")
def _unproved(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.said["unproved"]), p.said["proof_budget"]]


def proof(p: Primary, field: Node) -> Json:
    return p.proofs[field.around("article").attributes["id"].removeprefix("p-")]


@recount("scopes.assumed")
def _assumed(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    told = [v for s in p.scopes.values() for v in (*s["properties"], *s["violations"])]
    return [[len(v["assumed"])] for v in told]


@recount("scopes.induction", "scopes.obligations")
def _of_proof(p: Primary, page: str, field: Node) -> Numbers:
    key = "k" if field.attributes["data-source"].endswith("induction") else "obligations"
    return [proof(p, field)[key]]


def _of_property(p: Primary, field: Node) -> dict[str, str]:
    return p.verdicts[field.around("article").attributes["id"].removeprefix("p-")]


@recount("scopes.more_against")
def _more_against(p: Primary, page: str, field: Node) -> Numbers:
    return [sum(word == "VIOLATED" for word in _of_property(p, field).values()) - 2]


@recount("scopes.in_some")
def _in_some(p: Primary, page: str, field: Node) -> Numbers:
    words = list(_of_property(p, field).values())
    said = field.around("summary").every("span", class_="verdict")[0].text
    return [words.count(said), len(words)]


@recount("scopes.tried")
def _tried(p: Primary, page: str, field: Node) -> Numbers:
    impact = p.document["impact"]
    left = [len(impact["left_out"])] if impact["left_out"] else []
    return [len({one["scope"] for one in impact["scopes"]}), *left, impact["budget"]]


def asked(p: Primary, field: Node) -> Json:
    return next(one for one in p.document["impact"]["scopes"] if one["scope"] == about(field))


@recount("scopes.asked", "scopes.choices")
def _choices(p: Primary, page: str, field: Node) -> Numbers:
    one = asked(p, field)
    changing = [len({c["choice"] for c in one["changes"]})]
    return [len(one["choices"]), *(changing if field.attributes["data-source"].endswith("asked") else ())]


@recount("scopes.alike")
def _alike(p: Primary, page: str, field: Node) -> Numbers:
    rows = field.around("section").every("tbody")[0].every("tr")
    scopes = [
        *p.document["properties"],
        *({**v, "scope": o["scope"]} for o in p.document["others"] for v in o["verdicts"]),
    ]
    asked = {one["property"] for one in scopes if one["scope"] == about(field)}
    return [len(asked) - len(rows)]


@recount("scopes.under")
def _under(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    name = field.around("section").every("h2")[0].text
    every = [*p.document["scopes"], *p.document["others"]]
    return [[one["states"]] for one in every if one["scope"] == name]


@recount("scopes.unknown")
def _unknown(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    name, found = field.around("section").every("h2")[0].text, []
    for other in p.document["others"]:
        lost = [v["property"] for v in other["verdicts"] if v["verdict"] == "UNKNOWN" and other["scope"] == name]
        found.append([sum(p.verdicts[one].get(name, "UNKNOWN") != "UNKNOWN" for one in lost)])
    return found


@recount("scopes.readings")
def _readings(p: Primary, page: str, field: Node) -> Numbers:
    return [1 + sum(one["scope"] == about(field) for one in p.document["others"])]


# --- games and best play ----------------------------------------------------------------------------------------------


def played(p: Primary, field: Node) -> Json:
    return dict(p.kept("games.json")["play"][field.around("section").every("h2")[0].attributes["id"]])


@recount("games.played", "games.not_counted")
def _played(p: Primary, page: str, field: Node) -> Numbers:
    f = played(p, field)
    games = sum(one["times"] for one in f["ends"])
    if field.attributes["data-source"].endswith("not_counted"):
        return [games - f["ended"], games]
    rest = [f["ended"], f["longest"]] if f["ended"] < games else []
    return [games, f["actions"], f["seed"], *rest]


def plotted(p: Primary, field: Node) -> list[Json]:
    """The shares of the kind of play, by what they are said of on the page."""
    f = played(p, field)
    told = [(one["end"], one) for one in f["ends"]]
    told += [(one["action"].replace("_", " "), one) for one in f["last"]]
    told += [("whoever had the first turn", f["first_player_wins"])]
    told += [(one["player"], one) for one in f["winners"]] + [(one["name"], one["used"]) for one in f["uses"]]
    told += [(p.findings.get(one["finding"], {"title": one["title"]})["title"], one) for one in f["findings"]]
    words = {
        "one player won": "somebody won", "nobody could do anything": "deadlocked", "given up: too long": "cut_off",
        "the rules broke off": "broke_off", "given up: too many choices": "lost", "not played": "beyond",
    }  # fmt: skip
    return [one for label, one in told if label == words.get(about(field), about(field))]


def wilson(times: int, of: int) -> tuple[float, float]:
    """The interval of a share by its formula, in percent."""
    z, share = 1.959964, times / of
    middle, half = share + z * z / (2 * of), z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    low, high = ((middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of))
    return 100 * low if times else 0.0, 100 * high if times < of else 100.0


def whole(shares: Iterable[float]) -> list[float]:
    return [float(f"{one:.0f}") for one in shares]


@recount("games.came_up")
def _came_up(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [[one["came_up"]["times"], one["came_up"]["of"]] for one in plotted(p, field)]


@recount("games.share", "games.percent", "games.interval")
def _share(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    what, found = field.attributes["data-source"].partition(".")[2], plotted(p, field)
    if what == "share":
        return [[one["times"], one["of"]] for one in found]
    if what == "percent":
        return [[round(100 * one["times"] / one["of"])] for one in found]
    return [whole(wilson(one["times"], one["of"])) for one in found]


@recount("games.meets")
def _meets(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    numbers = [float(n) for n in re.findall(r"\d+", p.findings[about(field)]["title"])]
    one = next(one for one in played(p, field)["findings"] if one["finding"] == about(field))
    return [numbers, [*numbers, round(one["of"] / one["times"])]]


@recount("games.lengths")
def _lengths(p: Primary, page: str, field: Node) -> Numbers:
    one = played(p, field)["length" if about(field) == "actions" else "turns"]
    exact = [one["least"], one["most"], one["quartiles"][0], one["quartiles"][2]]
    return [*(float(f"{one[key]:.1f}") for key in ("mean", "low", "high")), *(float(f"{n:g}") for n in exact)]


def bins(p: Primary, field: Node) -> list[list[int]]:
    f = played(p, field)
    return [one for key in ("length", "turns") if f[key] for one in f[key]["bins"]]


@recount("games.span")
def _span(p: Primary, page: str, field: Node) -> Numbers:
    first = field.numbers[0]
    assert first in [begin for begin, _ in bins(p, field)]
    return field.numbers


@recount("games.in_span")
def _in_span(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    begin = float(about(field).split()[0])
    return [[times] for first, times in bins(p, field) if first == begin]


@recount("games.level")
def _level(p: Primary, page: str, field: Node) -> Numbers:
    return [round(100 * played(p, field)["first_player_wins"]["level"])]


@recount("games.confidence")
def _confidence(p: Primary, page: str, field: Node) -> Numbers:
    return [95, 100]


def solved(p: Primary) -> Json:
    return dict(p.kept("solved.json"))


@recount("best_play.worked_out", "best_play.positions")
def _positions(p: Primary, page: str, field: Node) -> Numbers:
    return [solved(p)["solved"]["positions"]]


@recount("best_play.tried")
def _tried_readings(p: Primary, page: str, field: Node) -> Numbers:
    kept = solved(p)
    known = [one for one in kept["readings"] if one["positions"] is not None]
    counts = [kept["readings_unasked"], kept["readings_left"], sum(one["differs"] for one in known)]
    return [n for n in (len(kept["readings"]), *counts, len(kept["readings"]) - len(known)) if n]


def forced(one: Json) -> Numbers:
    moves = [n for n in one["forces"].values() if n]
    worth = list((one["worth"] or {}).values())
    even = all(abs(x) < 1e-9 for x in worth)
    return moves or ([] if even else [float(f"{x:.2f}") for x in worth])


@recount("best_play.beginning")
def _beginning(p: Primary, page: str, field: Node) -> Numbers:
    return forced(next(one for one in solved(p)["solved"]["beginnings"] if one["beginning"] == about(field)))


@recount("best_play.reading")
def _reading(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    one = next(one for one in solved(p)["readings"] if f"{one['choice']} {one['option']}" == about(field))
    told = [forced(b) for b in one["beginnings"] or ()]
    return told if told and all(t == told[0] for t in told) else [[len(told)] if told else field.numbers]


@recount("best_play.worth")
def _worth(p: Primary, page: str, field: Node) -> Numbers:
    kept = solved(p)
    known = {f"{one['choice']} {one['option']}": one["first_turn"] for one in kept["readings"]}
    first = known[about(field)] if about(field) != "usual" else kept["solved"]["first_turn"]
    return [float(f"{first['worth']:.2f}")] if first and first["worth"] is not None and first["positions"] else []


@recount("best_play.first_turn")
def _first_turn(p: Primary, page: str, field: Node) -> Numbers:
    first = solved(p)["solved"]["first_turn"]
    counts = [first[key] for key in ("first_forces", "others_force", "nobody_forces")]
    return [sum(counts), *counts]


@recount("best_play.first_worth")
def _first_worth(p: Primary, page: str, field: Node) -> Numbers:
    return [float(f"{solved(p)['solved']['first_turn']['worth']:.2f}")]


@recount("best_play.more_beginnings", "best_play.nth")
def _beginnings(p: Primary, page: str, field: Node) -> Numbers:
    total = len(solved(p)["solved"]["beginnings"])
    return [total - 12] if field.text.startswith("and") else field.numbers if field.numbers[0] <= total else []


@recount("best_play.decides")
def _decides(p: Primary, page: str, field: Node) -> Numbers:
    return [next(one["positions"] for one in solved(p)["solved"]["decisive"] if one["member"] == about(field))]


@recount("best_play.games_of", "best_play.first_won", "best_play.pumps")
def _of_bot(p: Primary, page: str, field: Node) -> Numbers:
    bot = next(one for one in solved(p)["bots"] if one["bot"] == about(field))
    first = bot["first_player_wins"]
    told = {
        "games_of": [bot["games"]], "first_won": [first["times"], first["of"]] if first["of"] else [],
        "pumps": [len(bot["pumps"])] if bot["pumps"] else [],
    }  # fmt: skip
    return told[field.attributes["data-source"].partition(".")[2]]


@recount("best_play.pumped")
def _pumped(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [[pump["games"]] for bot in solved(p)["bots"] for pump in bot["pumps"]]


def fits(field: Node, expected: Iterable[Any]) -> bool:
    """Whether a field has the numbers that were counted, or those of one of several."""
    listed = list(expected)
    options = listed if listed and all(isinstance(one, Sequence) for one in listed) else [listed]
    return any([float(n) for n in one] == field.numbers for one in options)
