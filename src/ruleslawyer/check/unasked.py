"""Questions that nobody asked, laws and windows, as a sweep keeps them in `checks/RULESET/unasked.json`: a check shows
them again, and looks for none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.base.files.toml import read_toml
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.check.result import Shortfall

FILE, HUNT = "unasked.json", "hunt.toml"
OPTIONS = {"questions": "--questions", "laws": "--laws", "windows": "--windows"}
"""The parts of the file, and the questions of `sweep` that write them."""
_LISTS = {"questions": ("open",), "laws": ("laws",), "windows": ("differences", "never_opened")}
MOST = 15
"""Questions that are kept; a person is shown no more."""
_OF_A_QUESTION = ("id", "asks", "model", "otherwise", "decided", "by", "clauses", "where", "play", "reading", "drawn")
_OF_A_BREAK = ("at", "says", "member", "with", "scope", "play", "reading", "suffices", "known")


def load_parts(root: Path, ruleset: str) -> dict[str, Json] | None:
    """The kept parts of a ruleset; None where nothing is kept. A file of another form is a `UsageError`."""
    mend = f"take it away, or write it again: ruleslawyer sweep {ruleset} --questions --keep"
    found = read_kept_json(root, f"checks/{ruleset}/{FILE}", "kept questions, laws and windows", mend, _parts)
    if found is None:
        return None
    answered = _answers(root, ruleset)
    if "questions" in found and answered:
        several = found["questions"]["open"]
        left = [one for one in several if one["id"] not in answered]
        found = {**found, "questions": {**found["questions"], "open": left}}
    return found


def _parts(found: Json) -> dict[str, Json]:
    fits = set(found) <= set(OPTIONS) and all(isinstance(part["digest"], str) for part in found.values())
    if not fits or not all(isinstance(found[name][key], list) for name in found for key in _LISTS[name]):
        raise ValueError
    return dict(found)


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
    """The laws, with what breaks each, and in how many states."""
    several = [
        {**{key: one[key] for key in ("name", "reason", "clauses", "met", "word")}, "broken": _breaks(one["broken"])}
        for one in told["laws"]
    ]
    return {"digest": digest, "stopped": told["stopped"], "states": _states(told), "laws": several}


def windows(told: Json, digest: str) -> Json:
    """The differences between windows."""
    kept = {key: told[key] for key in ("stopped", "inserted", "never_opened")}
    return {"digest": digest, **kept, "states": _states(told), "differences": _breaks(told["differences"])}


def _states(told: Json) -> Json:
    """The states that were looked at: those that a play came to, and those that were drawn."""
    return {key: told["states"][key] for key in ("played", "drawn")}


def _breaks(told: list[Json]) -> list[Json]:
    return [{key: one[key] for key in _OF_A_BREAK} for one in told]


def of_parts(ruleset: str, digest: str, kept: dict[str, Json]) -> Iterator[Shortfall]:
    """Breaks of laws, and differences between windows, that are not known: findings where the text breaks a law, faults
    where the model does. Of other rules than these nothing is known, and the report says so."""
    for part, named in (("laws", "the law is broken"), ("windows", "the window tells")):
        told = kept.get(part)
        if told is None or told["digest"] != digest:
            continue
        rows = [(law["name"], law["broken"]) for law in told["laws"]] if part == "laws" else [("", told["differences"])]
        for name, broken in rows:
            for one in (one for one in broken if not one["known"]):
                mend = f"mend the model, or name the finding in checks/{ruleset}/laws.toml; then "
                mend += f"`ruleslawyer sweep {ruleset} {OPTIONS[part]} --keep`"
                subject = f"{name}, at {one['at']}" if name else one["at"]
                yield Shortfall("law", one["scope"], subject, f"{named}: {one['says']}", mend)
