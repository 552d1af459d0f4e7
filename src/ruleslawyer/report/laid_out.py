"""A finding as its page lays it out: which rules stand side by side, which table, why it matters, how it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleslawyer.table.hidden import hides

Json = dict[str, Any]
KINDS = {
    "contradiction": "two rules disagree",
    "gap": "no rule says",
    "ambiguity": "can be read two ways",
    "loophole": "allows too much",
    "non-termination": "need not end",
    "dead-rule": "a rule that never applies",
    "wrong-reference": "points to nothing",
    "terminology": "a word without a meaning",
}
"""What is wrong, in a designer's words."""
_WHY, _SETTLE = "Why it matters", "What would settle it"
LETTERS = "ABCDEFGHIJ"
"""The answers to a question, in order."""
MOST_SIDES = 4
"""Rules that stand beside the table; further ones are folded."""


_UNTOLD: Json = {"written": False, "crux": [], "ask": [], "wording": "", "answers": []}


def story_of(f: Json) -> Json:
    """What its page opens with; nothing in a document from before there were stories."""
    found: Json = f.get("story") or _UNTOLD
    return found


def laid_out(r: Json, f: Json, plays: list[Json], often: Mapping[str, float]) -> Json:
    """What the page of a finding needs besides the finding itself."""
    first = plays[0] if plays else None
    frames = first["frames"] if first else None
    clashing = (told["shown"]["sides"] for told in plays if told["shown"])
    sides = [_side(f, side) for side in next(filter(None, clashing), ())]
    beside = {c["id"] for side in sides for c in side["clauses"]}
    others = [c for c in f["clauses"] if c["id"] not in beside]
    if not sides:
        sides = [{"letter": "", "says": "", "clauses": [c]} for c in others[:MOST_SIDES]]
        others = others[MOST_SIDES:]
    stand = {c["id"] for side in sides for c in side["clauses"]} | {c["id"] for c in others}
    told = sections(f["prose"])
    readings = next((name for name in told if "reading" in name.lower() or "ways" in name.lower()), "")
    played = first["play"] if first else None
    scope = next((s for s in r["scopes"] if played and s["scope"] == played["scope"]), None)
    tables = [s for e in r["events"] if f["id"] in e["findings"] for s in e["scopes"]]
    return {
        "drawn": bool(frames and frames[-1]["table"]), "story": story_of(f),
        "numbers": frames[-1]["table"]["numbers"] if frames and frames[-1]["table"] else [],
        "sides": sides, "others": others, "places": [p for p in f["places"] if p["clause"] not in stand],
        "why": told.pop(_WHY, []), "settle": told.pop(_SETTLE, []),
        "readings": [] if story_of(f)["answers"] else told.pop(readings, []), "told": told,
        "scope": scope, "met": len(set(tables)), "often": often.get(f["id"]),
        "seats": _seats(frames or [], story_of(f)["answers"]),
        "pictured": any(a["after"] for a in story_of(f)["answers"]),
    }  # fmt: skip


def _seats(frames: list[Json], answers: list[Json]) -> list[str]:
    """The names of those who look at the pictures of a page, where they do not all see the same."""
    tables = [one["table"] for one in (*frames, *(a["after"] for a in answers if a["after"])) if one["table"]]
    return [seat["name"] for seat in tables[0]["seats"]] if any(map(hides, tables)) else []


def _side(f: Json, side: Json) -> Json:
    """A rule as a designer reads it: what it says, where the book says so, and the letter of the answer that it is."""
    answers = zip(LETTERS, story_of(f)["answers"], strict=False)
    letter = next((letter for letter, a in answers if side["name"] in a["ruling"].values()), "")
    return {"letter": letter, "says": side["says"], "clauses": side["clauses"]}


def sections(prose: list[Json]) -> dict[str, list[Json]]:
    """The blocks of a text by the headings above them; before the first one, under no name."""
    found: dict[str, list[Json]] = {}
    name = ""
    for block in prose:
        if block["kind"] == "heading":
            name = block["text"]
            found.setdefault(name, [])
        else:
            found.setdefault(name, []).append(block)
    return found
