"""Plays on pages: as film strips, the page on which each is shown, and statements about their length."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.finding_layout import WRITTEN
from ruleslawyer.report.statement import Values, statements_about
from ruleslawyer.rulebook.table.words import capital, spoken

_PLACE = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
_NOTHING = frozenset({"none", "0", "no", "{}", "empty", "closed"})
"""How a place reads at which there is nothing; what starts there is not in a play's start."""


def film(play: Json) -> list[Json]:
    """The frames of a play: the start, then each step. A frame's rows are the fields of the table that are at more
    than nothing before or after it; a cell of a row is one place of the field, with its value."""
    table = {item["place"]: item["value"] for item in play["start"]["state"]}
    frames = [{"call": play["start"]["call"], "clauses": [], "rows": _rows(table, table), "did": [], "asked": False}]
    for step in play["steps"]:
        did = [{"kind": "", "name": "", "clauses": step["clauses"], "changes": step["changes"]}, *step["then"]]
        changes = [change for part in did for change in part["changes"]]
        for change in reversed(changes):
            table[change["place"]] = change["before"]
        before = dict(table)
        table.update((change["place"], change["after"]) for change in changes)
        frames.append(
            {"call": step["call"], "clauses": step["clauses"], "rows": _rows(before, table), "did": did, "asked": False}
        )
    if play["last"]:
        frames.append({"call": play["last"], "clauses": [], "rows": _rows(table, table), "did": [], "asked": True})
    return frames


def _rows(before: dict[str, str], after: dict[str, str]) -> list[Json]:
    rows: dict[str, Json] = {}
    for place in after:
        was, now = before[place], after[place]
        if was not in _NOTHING or now not in _NOTHING:
            field, key = at(place)
            row = rows.setdefault(field, {"field": field, "changed": False, "before": [], "after": []})
            row["changed"] |= was != now
            for side, value in (("before", was), ("after", now)):
                if value not in _NOTHING or was != now:
                    row[side].append({"key": key, "value": value, "changed": was != now})
    return list(rows.values())


def at(place: str) -> tuple[str, str]:
    """``coins[Ann][hand]`` is ``coins`` at ``Ann, hand``."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return place, ""
    return found[1], ", ".join(re.findall(r"\[([^\[\]]*)\]", found[2]))


def parse_call(call: str) -> Json:
    """``buy(buyer=Ann, ship=Argo)`` as its name and its named choices."""
    name, bracket, rest = call.partition("(")
    inside = rest.removesuffix(")")
    pieces = re.split(r", (?=\w+=)", inside) if bracket and inside else []
    return {"name": name, "choices": [dict(zip(("name", "value"), p.split("=", 1), strict=False)) for p in pieces]}


# --- the page of a play -----------------------------------------------------------------------------------------------


AGAINST = 1
"""Plays against one property that have pages, the shortest first: each scope has its own. Each reading has one, too."""


class PlayPages:
    """The places of one ruleset's plays."""

    def __init__(self, r: Json) -> None:
        self._pages: dict[str, tuple[str, Json, list[str], Json | None]] = {}
        self._places: dict[str, str] = {}
        self._met: dict[str, list[Json]] = {}
        for f in r["findings"]:
            for e in f["evidence"]:
                if e["play"]:
                    self._places.setdefault(_key(e["play"]), f"finding-{f['id']}.html")
        for e in r["events"]:
            self._show(e["play"], e["title"], _of_event(e))
        for d in r["deadlocks"]:
            self._show(d["play"], f"Nobody may act in {d['scope']}")
        seen, under = Counter[str](), set[tuple[str, str]]()
        for p in sorted(r["properties"], key=_moves):
            if p["play"] and seen[p["property"]] < (AGAINST if p["verdict"] == "VIOLATED" else 1):
                seen[p["property"]] += 1
                self._show(p["play"], f"{p['property']} is {p['verdict']} in {p['scope']}")
        every = [(other, verdict) for other in r["others"] for verdict in other["verdicts"]]
        for o, v in sorted(every, key=lambda told: _moves(told[1])):
            chosen = ", ".join(f"{k} = {v}" for k, v in o["reading"].items())
            if v["play"] and (v["property"], chosen) not in under:
                under.add((v["property"], chosen))
                self._show(v["play"], f"{v['property']} is {v['verdict']} in {o['scope']}, reading {chosen}")
        self._events = r["events"]
        self._properties = {c["property"]: c["says"] for c in r["checks"]}

    def _show(self, play: Json | None, title: str, shown: Json | None = None) -> None:
        if play is None:
            return
        key = _key(play)
        if key in self._places:
            return
        if key not in self._pages:
            self._pages[key] = (f"play-{len(self._pages) + 1}.html", play, [], shown)
        self._pages[key][2].append(title)

    def where(self, play: Json) -> str:
        """The page of a play, from another page of the same ruleset; empty where it is not shown."""
        key = _key(play)
        return self._places.get(key) or (self._pages[key][0] if key in self._pages else "")

    def of_finding(self, f: Json) -> list[Json]:
        """The different plays that show a finding, those of its evidence first."""
        found: dict[str, Json] = {}

        def show(play: Json | None, label: str, shown: Json | None, e: Json | None = None) -> None:
            if play:
                anything, frames = (e["anything"], e.get("frames")) if e else (None, None)
                told = {
                    "play": play, "label": label, "shown": shown, "anything": anything, "frames": frames,
                    "called": "The shortest play" if e and _is_shortest(e) else "The play",
                }  # fmt: skip
                found.setdefault(_key(play), told)

        shown = [self._ending_of(e) for e in f["evidence"]]
        for e, what in zip(f["evidence"], shown, strict=True):
            show(e["play"], f"For {e['asked']}", what, e)
        for e, what in zip(f["evidence"], shown, strict=True):
            show(e["another"], f"Another play, in {e['scope']}", what)
        drawn = any(told["frames"] for told in found.values())
        for e in () if drawn else self._events:  # where there is a picture, those have their own pages
            if f["id"] in e["findings"]:
                show(e["play"], "Another play, in another scope", _of_event(e))
        return list(found.values())

    def _ending_of(self, e: Json) -> Json | None:
        """The event at the end of a query's play, or the property that fails or is met there."""
        about = e["about"]
        if e["ask"] == "event":
            pair = set(about.get("pair") or ())
            for met in self._events:
                same = (met["kind"], met["subject"]) == (about["kind"], about["subject"])
                if same and pair <= {side["name"] for side in met["sides"]}:
                    return _of_event(met)
        said = self._properties.get(about.get("property", ""))
        if e["ask"] == "verdict" and said is not None:
            return _of_property(about["property"], said, e["asked"].endswith("VIOLATED"))
        return None

    def pages(self) -> Iterator[tuple[str, Json, list[str], Json | None]]:
        """The plays with pages of their own: file, play, what it shows, and what is said where it ends."""
        yield from self._pages.values()


def _is_shortest(e: Json) -> bool:
    """Whether the play of a query is one that a search met first; what somebody wrote down, or goes round, is not."""
    return e["ask"] not in WRITTEN and e["play"]["back_to"] is None


def _of_event(e: Json) -> Json:
    """The words for the event at the end of a play."""
    words = {"contradiction": "Here the text contradicts itself.", "gap": "Here no clause answers."}
    return {
        "words": words.get(e["kind"], f"Here: {spoken(e['title'])}."),
        "says": e["question"]["text"] if e["question"] else "",
        "sides": e["sides"],
    }


def _of_property(name: str, says: str, fails: bool) -> Json:
    words = f"{capital(spoken(name))}: here it is {'not ' if fails else ''}so."
    return {"words": words, "says": says, "sides": []}


def _moves(p: Json) -> int:
    """How long the play of a verdict is; what is violated goes before what is not."""
    length: int = p["play"]["actions"] if p["play"] else 0
    return length if p["verdict"] == "VIOLATED" else 1_000_000 + length


def _key(play: Mapping[str, object]) -> str:
    return json.dumps(play, sort_keys=True)


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("plays")


@statement("{n} {n:move|moves}")
def moves(play: Json, about: str) -> Values:
    return {"n": play["actions"], "about": about}


@statement("{n} {n:move|moves}")
def length(calls: Sequence[str]) -> Values:
    return {"n": len(calls)}


@statement("{n} more")
def shown_too(shows: Sequence[str]) -> Values:
    return {"n": len(shows) - 1}


@statement("step {n}")
def back_to(play: Json) -> Values:
    return {"n": play["back_to"]}


@statement("All is as it was after step {n}: this can go round for ever.")
def goes_round(play: Json) -> Values | None:
    return {"n": play["back_to"]} if play["back_to"] is not None else None
