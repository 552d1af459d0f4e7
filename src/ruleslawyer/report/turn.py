"""The turn as a diagram: the declared steps in their order, phase by phase, what is done in each, and where it leads.

Steps are the members of the first field of the state that holds an enum, with the words that the author gave them: a
phase stands before a colon. What is done, and what follows, is what was met in the scopes that have pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.quotient import JOINT, PHASE
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System


def steps(system: System) -> list[Json]:
    """The steps of a turn as they are declared; none where the state has no enum."""
    enum = next((field.type for field in system.state.fields if isinstance(field.type, t.Enum)), None)
    if enum is None:
        return []
    declared = system.enums[enum.name]
    return [
        {"name": name, "says": said}
        for name, said in zip(declared.members, declared.labels or declared.members, strict=True)
    ]


def diagram(r: Json) -> list[Json]:
    """The phases of a turn, each with its steps. Of a step: its words, what is done that stays in it, and where it
    leads by what, forwards or back; whether play was met there at all."""
    declared = r.get("turn") or []
    place = {one["name"]: number for number, one in enumerate(declared)}
    stays: dict[str, Counter[str]] = {name: Counter() for name in place}
    leads: dict[str, dict[str, Counter[str]]] = {name: {} for name in place}
    met = set[str]()
    for view in (q for s in r["scopes"] for q in s["quotients"] if q["by"] == [PHASE]):
        names = [c["label"][0].partition(JOINT)[0] for c in view["classes"]]
        met |= set(names)
        for edge in view["edges"]:
            start, end = names[edge["from"]], names[edge["to"]]
            if start in place and end in place:
                done = stays[start] if start == end else leads[start].setdefault(end, Counter())
                done[edge["action"]] += edge["transitions"]
    phases: list[Json] = []
    for one in declared:
        phase, colon, step = one["says"].partition(": ")
        if phase.isdigit():  # steps of one phase that are numbered
            phase, colon, step = one["says"], "", ""
        name = phase if colon or len(phase) == 1 else ""
        if not phases or phases[-1]["name"] != name:
            phases.append({"name": name, "steps": []})
        phases[-1]["steps"].append({
            "name": one["name"], "says": step if colon else "" if name else phase, "met": one["name"] in met,
            "does": [action for action, _ in stays[one["name"]].most_common()],
            "leads": _leads(declared, place, one["name"], leads[one["name"]]),
        })  # fmt: skip
    return phases


def _leads(declared: list[Json], place: Mapping[str, int], name: str, leads: Mapping[str, Counter[str]]) -> list[Json]:
    """The steps that a step leads to: to the next one first, then onwards, then back."""
    at = place[name]
    found = []
    for end, done in sorted(leads.items(), key=lambda one: (place[one[0]] < at, abs(place[one[0]] - at))):
        way = "next" if place[end] == at + 1 else "on" if place[end] > at else "back"
        by = [action for action, _ in done.most_common()]
        found.append({"name": end, "says": declared[place[end]]["says"], "way": way, "by": by})
    return found
