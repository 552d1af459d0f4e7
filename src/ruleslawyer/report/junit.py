"""A check as JUnit XML for build machines: a case for each property, proof and finding; what falls short fails.

A property is a case in each scope that says something of it. Where nothing of it happens in any, it is one case that
was skipped: in how many scopes it is vacuous besides, and why, `report.json.gz` has. What all
verdicts of a scope are said under, is a property of the suite.
"""

from __future__ import annotations

from collections import defaultdict
from xml.etree import ElementTree as xml

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.visible import visible
from ruleslawyer.rulebook.claims.verdict import FOR_ANY_NUMBER


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
