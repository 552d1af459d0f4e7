"""Questions that nobody asked, and laws, as a sweep keeps them in `checks/RULESET/unasked.json`: a check shows them
again, and looks for none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.base.files.content import Json, is_there, write_whole
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.base.files.toml import read_toml
from ruleslawyer.check.result import Shortfall

FILE, HUNT = "unasked.json", "hunt.toml"
OPTIONS = {"questions": "--questions", "laws": "--laws"}
"""The parts of the file, and the questions of `sweep` that write them."""
_LISTS = {"questions": "open", "laws": "laws"}
MOST = 15
"""Questions that are kept; a person is shown no more."""
_OF_A_QUESTION = ("id", "asks", "model", "otherwise", "decided", "by", "clauses", "where", "play", "reading", "drawn")
_OF_A_BREAK = ("at", "says", "member", "with", "scope", "play", "reading", "suffices", "known")


def load_parts(root: Path, ruleset: str) -> dict[str, Json] | None:
    """The kept parts of a ruleset; None where nothing is kept. A part that no question writes any more is passed over;
    a file of another form is a `UsageError`."""
    mend = f"take it away; ruleslawyer sweep {ruleset} --questions --keep writes it again"
    found = read_kept_json(root, f"checks/{ruleset}/{FILE}", "kept questions and laws", mend, _parts)
    if found is None:
        return None
    answered = _answers(root, ruleset)
    if "questions" in found and answered:
        several = found["questions"]["open"]
        left = [one for one in several if one["id"] not in answered]
        found = {**found, "questions": {**found["questions"], "open": left}}
    return found


def _parts(found: Json) -> dict[str, Json]:
    parts = {name: found[name] for name in OPTIONS if name in found}
    forms = (isinstance(part["digest"], str) and isinstance(part[_LISTS[name]], list) for name, part in parts.items())
    if not parts or not all(forms):
        raise ValueError
    return parts


def _answers(root: Path, ruleset: str) -> frozenset[str]:
    """The questions that a clause or a finding answers by now, as somebody has written since they were kept."""
    shown = f"checks/{ruleset}/{HUNT}"
    if not is_there(root / shown):
        return frozenset()
    file = read_toml(root / shown, shown)
    return frozenset(table.text("question") for key in ("settled", "known") for table in file.tables(key))


def keep(root: Path, ruleset: str, part: str, told: Json) -> None:
    """Write one part; the others stay as they are."""
    kept = {**(load_parts(root, ruleset) or {}), part: told}
    write_whole(
        root / "checks" / ruleset / FILE,
        json.dumps({name: kept[name] for name in OPTIONS if name in kept}, indent=1) + "\n",
    )


def questions(told: Json, digest: str) -> Json:
    """The open questions of a hunt, as they are kept. digest: of the rules."""
    several = [one for one in told["questions"] if one["open"]]
    return {
        "digest": digest,
        "stopped": told["stopped"],
        "not_met": sum(words["not met"] for words in told["counts"].values()),
        "left": max(0, len(several) - MOST),
        "shapes": _shapes(told["questions"]),
        "open": [{key: one[key] for key in _OF_A_QUESTION} for one in several[:MOST]],
    }


def _shapes(questions: list[Json]) -> Json:
    """How many questions of each shape came up, and how many of them are settled by a clause, known, or open."""
    counts: dict[str, Counter[str]] = {}
    for one in questions:
        word = "open" if one["open"] else "settled" if one["settled_by"] else "known" if one["known"] else "elsewhere"
        counts.setdefault(one["shape"], Counter())[word] += 1
    return {shape: dict(sorted(counts[shape].items())) for shape in sorted(counts)}


def laws(told: Json, digest: str) -> Json:
    """The laws, with what breaks each, and in how many states: those that a play came to, and those that were drawn."""
    several = [
        {
            **{key: one[key] for key in ("name", "reason", "clauses", "met", "word")},
            "broken": [{key: broken[key] for key in _OF_A_BREAK} for broken in one["broken"]],
        }
        for one in told["laws"]
    ]
    states = {key: told["states"][key] for key in ("played", "drawn")}
    return {"digest": digest, "stopped": told["stopped"], "states": states, "laws": several}


def of_parts(ruleset: str, digest: str, kept: dict[str, Json]) -> Iterator[Shortfall]:
    """Breaks of laws that are not known: findings where the text breaks a law, faults where the model does. Of other
    rules than these nothing is known, and the report says so."""
    told = kept.get("laws")
    if told is None or told["digest"] != digest:
        return
    mend = f"mend the model, or name the finding in checks/{ruleset}/laws.toml; then "
    mend += f"`ruleslawyer sweep {ruleset} {OPTIONS['laws']} --keep`"
    for law in told["laws"]:
        for one in (one for one in law["broken"] if not one["known"]):
            subject = f"{law['name']}, at {one['at']}"
            yield Shortfall("law", one["scope"], subject, f"the law is broken: {one['says']}", mend)
