"""The statements on the annotated rulebook, on scopes, properties and readings, counted again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.printed.fields import Node
from tests.printed.primary import Json, Primary
from tests.printed.recount import Numbers, about, recount

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


@recount("book.clause_use")
def _met(p: Primary, page: str, field: Node) -> Numbers:
    one = clause(p, field)
    return [len(set(one["exercised"])), len(set(one["decisive"])), len(p.scopes)]


@recount("book.more_checks", "book.more_scopes")
def _more_of_clause(p: Primary, page: str, field: Node) -> Numbers:
    key = "checked" if field.attributes["data-source"].endswith("checks") else "decisive"
    return [len(clause(p, field)[key]) - 4]


@recount("book.coverage", "book.in_all")
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


@recount("scopes.figure")
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


@recount("scopes.open_properties")
def _unproved(p: Primary, page: str, field: Node) -> Numbers:
    return [len(p.said["unproved"])]


def proof(p: Primary, field: Node) -> Json:
    return p.proofs[field.around("article").attributes["id"].removeprefix("p-")]


@recount("scopes.obligations")
def _of_proof(p: Primary, page: str, field: Node) -> Numbers:
    return [proof(p, field)["obligations"]]


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


@recount("scopes.impact")
def _tried(p: Primary, page: str, field: Node) -> Numbers:
    impact = p.document["impact"]
    left = [len(impact["left_out"])] if impact["left_out"] else []
    return [len({one["scope"] for one in impact["scopes"]}), *left, impact["budget"]]


def asked(p: Primary, field: Node) -> Json:
    return next(one for one in p.document["impact"]["scopes"] if one["scope"] == about(field))


@recount("scopes.asked_choices", "scopes.choices")
def _choices(p: Primary, page: str, field: Node) -> Numbers:
    one = asked(p, field)
    changing = [len({c["choice"] for c in one["changes"]})]
    return [len(one["choices"]), *(changing if field.attributes["data-source"].endswith("asked_choices") else ())]


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


@recount("scopes.unknown_choices")
def _unknown(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    name, found = field.around("section").every("h2")[0].text, []
    for other in p.document["others"]:
        lost = [v["property"] for v in other["verdicts"] if v["verdict"] == "UNKNOWN" and other["scope"] == name]
        found.append([sum(p.verdicts[one].get(name, "UNKNOWN") != "UNKNOWN" for one in lost)])
    return found


@recount("scopes.readings")
def _readings(p: Primary, page: str, field: Node) -> Numbers:
    return [1 + sum(one["scope"] == about(field) for one in p.document["others"])]
