"""Findings as SARIF 2.1.0, for code hosts and editors: places are lines of the rulebook, a play is a code flow.

The log of a report has a run for each ruleset, and in it a result for each finding that has a place in a text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from urllib.parse import quote

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import KINDS
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.families import standing
from ruleslawyer.report.finding_layout import story_of
from ruleslawyer.report.visible import visible
from ruleslawyer.rulebook.table.words import spoken

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note"}
MOST_RESULTS, MOST_PLACES, MOST_STEPS = 5_000, 100, 1_000
"""What GitHub shows: results of a run, locations of a result, steps of all its code flows together."""
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
