"""A check as JUnit XML for build machines: a case for each property, proof and finding; what falls short fails."""

from __future__ import annotations

from xml.etree import ElementTree as xml

from ruleslawyer.files.content import Json
from ruleslawyer.report.visible import visible


def suite(r: Json) -> str:
    """That of one ruleset, as it stands in the file. Times are in timings.json: two runs give the same bytes."""
    found = _suite(r)
    xml.indent(found, space="")  # of thousands of lines: what would stand before them is a third of a megabyte
    return xml.tostring(found, encoding="unicode")


def _suite(r: Json) -> xml.Element:
    suite = xml.Element("testsuite")
    short = {(_group(s["kind"]), scope, s["subject"]): s for s in r["falls_short"] for scope in s["scope"].split(", ")}
    for p in r["properties"]:
        case = _case(suite, r, p["scope"], p["property"])
        _judge(case, short.pop(("property", p["scope"], p["property"]), None), p["verdict"], _alone(p))
    for p in r["proofs"]:
        case = _case(suite, r, "open", p["property"])
        _judge(case, short.pop(("proof", "open", p["property"]), None), p["verdict"], p["reason"])
    for f in r["findings"]:
        case = _case(suite, r, "findings", f"{f['id']} {f['title']}")
        mine = [short.pop(key) for key in list(short) if key[0] == "finding" and key[2] == f["id"]]
        _judge(case, mine[0] if mine else None, "", "")
    for (kind, scope, subject), s in short.items():
        _judge(_case(suite, r, scope or "all scopes", f"{kind}: {subject}"), s, "", "")
    cases = list(suite)
    suite.attrib.update(
        name=_text(r["id"]),
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors="0",
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
    )
    return suite


def _alone(p: Json) -> str:
    """The reason of a verdict, without what all verdicts of its scope are said under."""
    common = str(p["under"]).split("; ")
    return "; ".join(part for part in str(p["reason"]).split("; ") if part not in common)


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
