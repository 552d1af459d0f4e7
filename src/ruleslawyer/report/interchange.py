"""A report for other programs: SARIF 2.1.0 for code hosts and editors, JUnit XML for build machines, the index of the
site's search.

The SARIF log has a run for each ruleset, and in it a result for each finding that has a place in a text: a line of the
rulebook; a play is a code flow. In JUnit a property is a case in each scope that says something of it, a proof and a
finding are one; what falls short fails. Where nothing of a property happens in any scope, it is one case that was
skipped: in how many scopes it is vacuous besides, and why, `report.json.gz` has. What all verdicts of a scope are said
under, is a property of the suite.

The index is a script with one list, since a page from a file may fetch nothing. A finding is also found by what the
words of the game in it mean, as the register says it: who looks for a creature finds a Daemon. The words are ranked in
the browser, by MiniSearch (`assets/minisearch.js`): how often they come up, in how few entries, and whether in a title.
`assets/search.js` says what counts as the same word, and that an entry with more of what is asked stands before one
with less.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree as xml

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import KINDS, WITHDRAWN
from ruleslawyer.report import finding_layout
from ruleslawyer.report.book import HOST, chapters
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.finding_layout import stakes_of, standing, story_of
from ruleslawyer.report.headline import words_in
from ruleslawyer.report.statement import visible
from ruleslawyer.rulebook.claims.verdict import FOR_ANY_NUMBER
from ruleslawyer.rulebook.table.words import spoken
from ruleslawyer.studies.games.kept import measured_severity, stakes_in_words

# --- SARIF ------------------------------------------------------------------------------------------------------------


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note"}
MOST_RESULTS, MOST_PLACES, MOST_STEPS = 5_000, 100, 1_000
"""The most that GitHub shows: results of a run, locations of a result, steps of all its code flows together."""
_HELP = {
    "contradiction": "Two clauses say different things about one situation.",
    "ambiguity": "A clause can be read in more than one way.",
    "gap": "A situation comes up about which no clause speaks.",
    "loophole": "Something is allowed that the text does not seem to want.",
    "non-termination": "Play need not end.",
    "dead-rule": "A clause never applies.",
    "wrong-reference": "A clause points at something that is not there.",
    "terminology": "A word is used in two ways, or is nowhere defined.",
}


def run(found: Json, r: Json) -> Json:
    """The SARIF run of one ruleset."""
    rules = [
        {"id": kind, "shortDescription": {"text": _HELP[kind]}, "properties": {"tags": ["rulebook"]}} for kind in KINDS
    ]
    return {
        "tool": {"driver": {"name": "ruleslawyer", "semanticVersion": found["tool"], "rules": rules}},
        "automationDetails": {"id": f"{visible(r['id'])}/"},
        "results": [_result(r, f) for f in standing(r)][:MOST_RESULTS],
    }


def _result(r: Json, f: Json) -> Json:
    source = r["register"]["source"] if r["register"] else ""
    places = [_location(source, c) for c in f["clauses"]]
    result: Json = {
        "ruleId": f["kind"],
        "level": LEVELS.get(f["severity"], "warning"),
        "message": {"text": _message(f)},
        "locations": places[:1],
        "relatedLocations": [{**place, "id": i} for i, place in enumerate(places[1:MOST_PLACES], 1)],
        "partialFingerprints": {"finding/v1": _fingerprint(r["id"], f["id"])},
        "properties": {
            "finding": visible(f["id"]), "severity": f["severity"], "state": f["state"], "reproduced": f["reproduced"],
        },
    }  # fmt: skip
    if rows := stakes_of(r).get(f["id"]):
        told = {way: stakes_in_words(row) for way, row in rows.items()}
        result["properties"] |= {"measured": measured_severity(rows), "stakes": told}
    flows = list(_flows(source, f))
    if flows:
        result["codeFlows"] = flows
    if f["answered"]:
        said = visible(f"{f['answered']['by']} ({f['answered']['source']}): {f['answered']['where']}")
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": said}]
    return result


def _message(f: Json) -> str:
    """A finding in words: its title, which some show alone, the question and its answers, and its clauses."""
    story = story_of(f)
    answers = "; ".join(text_of(one["says"]) for one in story["answers"])
    title = f["title"] if f["title"].endswith(("?", ".", "!")) else f"{f['title']}."
    told = filter(None, (title, text_of(story["ask"]), answers))
    return str(visible(f"{' '.join(told)} ({', '.join(c['id'] for c in f['clauses'])})"))


def _flows(source: str, f: Json) -> Iterator[Json]:
    """The plays of a finding's evidence, as far as all of them together fit."""
    left = MOST_STEPS
    for e in f["evidence"]:
        if e["play"]:
            steps = list(_steps(source, e, f["clauses"]))
            left -= len(steps)
            if left < 0:
                return
            yield {"message": {"text": visible(spoken(e["asked"]))}, "threadFlows": [{"locations": steps}]}


def _steps(source: str, evidence: Json, about: list[Json]) -> Iterator[Json]:
    """Each step, in their order, at the clause that permits it; what has none, and the end, at what the finding is
    about. Each in words where its play is drawn."""
    play, frames = evidence["play"], evidence.get("frames") or ()
    calls = [(play["start"]["call"], about), *((s["call"], s["clauses"] or about) for s in play["steps"])]
    if play["last"]:
        calls.append((play["last"], about))
    says = [frame["says"] for frame in frames] + [""] * (len(calls) - len(frames))
    for number, ((call, clauses), said) in enumerate(zip(calls, says, strict=True)):
        text = visible(f"{number}. {said or spoken(call)}")
        yield {"location": {**_location(source, clauses[0]), "message": {"text": text}}}


def _location(source: str, clause: Json) -> Json:
    """A line of the rulebook's text; where the text has no file, the clause by its name alone."""
    name = {"logicalLocations": [{"name": visible(clause["id"])}]}
    if not source or not clause["line"]:
        return name
    place = {"artifactLocation": {"uri": quote(source)}, "region": {"startLine": clause["line"]}}
    return {"physicalLocation": place, **name}


def _fingerprint(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:32]


# --- JUnit ------------------------------------------------------------------------------------------------------------


def suite(r: Json) -> str:
    """The JUnit suite of one ruleset, as it stands in the file. Times are in timings.json: two runs give the same
    bytes."""
    found = _suite(r)
    xml.indent(found, space="")  # of thousands of lines: what would stand before them is a third of a megabyte
    return xml.tostring(found, encoding="unicode")


def _suite(r: Json) -> xml.Element:
    suite = xml.Element("testsuite")
    under = {f"{r['id']}.{p['scope']}": p["under"] for p in r["properties"] if p["under"]}
    if under:
        told = xml.SubElement(suite, "properties")
        for place, says in under.items():
            xml.SubElement(told, "property", name=_text(place), value=_text(says))
    short = {(_group(s["kind"]), scope, s["subject"]): s for s in r["falls_short"] for scope in s["scope"].split(", ")}
    silent: dict[str, list[Json]] = defaultdict(list)
    for p in r["properties"]:
        key = "property", p["scope"], p["property"]
        if _is_silent(p) and key not in short:
            silent[p["property"]].append(p)
        else:
            _judge(_case(suite, r, p["scope"], p["property"]), short.pop(key, None), p["verdict"], _alone(p))
    judged = {case.get("name") for case in suite.iter("testcase")}
    for name, all_ in silent.items():
        if name not in judged:
            place = "all scopes" if len(all_) > 1 else all_[0]["scope"]
            _judge(_case(suite, r, place, name), None, all_[0]["verdict"], _alone(all_[0]))
    for p in r["proofs"]:
        case = _case(suite, r, FOR_ANY_NUMBER, p["property"])
        _judge(case, short.pop(("proof", FOR_ANY_NUMBER, p["property"]), None), p["verdict"], p["reason"])
    for f in r["findings"]:
        case = _case(suite, r, "findings", f"{f['id']} {f['title']}")
        mine = [short.pop(key) for key in list(short) if key[0] == "finding" and key[2] == f["id"]]
        _judge(case, mine[0] if mine else None, "", "")
    for (kind, scope, subject), s in short.items():
        _judge(_case(suite, r, scope or "all scopes", f"{kind}: {subject}"), s, "", "")
    cases = list(suite.iter("testcase"))
    suite.attrib.update(
        name=_text(r["id"]),
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors="0",
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
    )
    return suite


def _is_silent(p: Json) -> bool:
    """Whether nothing of a property happens in its scope, or only what the scope switches off could show it."""
    return p["verdict"] == "VACUOUS" or "(without: VACUOUS" in p["reason"]


def _alone(p: Json) -> str:
    """The reason of a verdict, without what all verdicts of its scope are said under, of which the name is left."""
    reason = str(p["reason"])
    for part in str(p["under"]).split("; "):
        reason = f"; {reason}; ".replace(f"; {part}; ", "; ").strip("; ")
        reason = reason.replace(part, part.partition(":")[0])
    return reason


def _group(kind: str) -> str:
    return kind if kind in ("property", "proof", "finding") else f"unexplained {kind}" if kind == "event" else kind


def _case(suite: xml.Element, r: Json, place: str, name: str) -> xml.Element:
    return xml.SubElement(suite, "testcase", classname=_text(f"{r['id']}.{place}"), name=_text(name))


def _judge(case: xml.Element, short: Json | None, verdict: str, reason: str) -> None:
    """A failure where it falls short; skipped where nothing is known."""
    if short is not None:
        failure = xml.SubElement(case, "failure", type=_text(short["kind"]), message=_text(short["message"]))
        failure.text = _text(short["mend"])
    elif verdict in ("UNKNOWN", "VACUOUS"):
        xml.SubElement(case, "skipped", message=_text(f"{verdict}: {reason}"))


def _text(value: str) -> str:
    """A text that XML can hold."""
    return str(visible(value)).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


# --- the index of the search ------------------------------------------------------------------------------------------


def search_entries(r: Json, folder: str | None = None) -> list[str | list[list[str]]]:
    """The rulebook, the way to its folder, and its entries that can be found: kind, id, title, further words, page."""
    return [
        visible(r["title"]), f"{r['id']}/" if folder is None else folder, [list(map(visible, one)) for one in _of(r)]
    ]  # fmt: skip


def _of(r: Json) -> Iterator[list[str]]:
    for f in r["findings"]:
        story, kind = story_of(f), "withdrawn finding" if f["state"] == WITHDRAWN else "finding"
        told = (story["crux"], story["ask"], *(answer["says"] for answer in story["answers"]))
        words = (
            *map(text_of, told),
            *(answer["wording"] for answer in story["answers"]),
            finding_layout.KINDS.get(f["kind"], f["kind"]),
            f["severity"],
            f["state"],
            *(c["id"] for c in f["clauses"]),
        )
        words += tuple(word["means"] for word in words_in(r, f"{f['title']} {words[0]}", most=None))
        yield [kind, f["id"], f["title"], " ".join(words), f"finding-{f['id']}.html"]
    for chapter in chapters(r):
        yield ["chapter", chapter["number"], chapter["title"], "", chapter["file"]]
        for line in chapter["lines"]:
            for c in line["clauses"]:
                beside = (one["says"] for one in line["clauses"] if one is not c)
                means = (word["means"] for word in words_in(r, c["says"], most=None))
                more = " ".join((spoken(c["kind"]), chapter["title"], *beside, *means))
                yield ["clause", c["id"], c["says"], more, f"{chapter['file']}#c-{c['id']}"]
    for c in r["register"]["host"] if r["register"] else ():
        yield ["clause", c["id"], c["says"], "assumed", f"{HOST}#c-{c['id']}"]
    for c in r["checks"]:
        yield ["property", "", spoken(c["property"]), c["says"], f"proofs.html#p-{c['property']}"]
