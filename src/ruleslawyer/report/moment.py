"""The moment that a finding's page opens with: its frame, which cards have a part in it, and what differs after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.lying import lying, on_table

_MARKS = frozenset({"changed", "asked", "cited", "before", "side_before", "hidden"})
"""What a drawing says of the way to a state, or of who looks at it; the rest is the state."""
FEW = 2
"""Passes and draws after a deed that are told one by one."""
_OWN, _SHARED = ("areas", "counters", "flags"), ("areas", "boards", "tracks", "said", "counters")
"""What a seat has, and what is everybody's."""


def moment(frames: Sequence[Json] | None, story: Json) -> Json | None:
    """The frame that shows what is asked, its number, and what only led on to it; None where nothing is drawn."""
    if not frames:
        return None
    told = story.get("moment")
    number = len(frames) - 1 if told is None else min(told, len(frames) - 1)
    frame = frames[number]
    if frame["table"] is None:
        return None
    deed = next((k for k in range(number, 0, -1) if not frames[k]["quiet"]), number)
    led = [one["says"] for one in frames[deed + 1 : number + 1]]
    then = "; ".join(led) if len(led) <= FEW else ""
    here = part(frames, story)
    table, absent = focused(frame["table"], here)
    shown = {**frame, "says": frames[deed]["says"], "table": table}
    return {"number": number, "frame": shown, "then": then, "led": len(led), "part": here, "absent": absent}


def focused(table: Json, part: frozenset[str]) -> tuple[Json, list[str]]:
    """A table on which cards that have no part lie in piles where they are many; and who, of several, has none at all
    and is left out."""

    def gather(areas: list[Json]) -> list[Json]:
        return [
            {**area, "draw": "pile"}
            if area["draw"] == "row" and len(area["cards"]) > FEW and part.isdisjoint(_names(area)) else area
            for area in areas
        ]  # fmt: skip

    many, seats, absent = len(table["seats"]) > 2, list[Json](), list[str]()
    for seat in table["seats"]:
        moved = seat["turn"] or seat["asked"] or any(one["value"] != one["before"] for one in seat["counters"])
        folded = many and not moved and part.isdisjoint([seat["name"], *(n for a in seat["areas"] for n in _names(a))])
        absent += [seat["name"]] * folded
        seats.append({**seat, "areas": gather(seat["areas"]), "folded": folded})
    return {**table, "seats": seats, "shared": {**table["shared"], "areas": gather(table["shared"]["areas"])}}, absent


def _names(area: Json) -> Iterator[str]:
    return (card["name"] for card in lying([area]))


def named(text: str, players: Sequence[str]) -> list[Json]:
    """A text in pieces, those that are a player by themselves."""
    if not players:
        return [_plain(text)]
    parts = re.split(rf"\b({'|'.join(map(re.escape, players))})\b", text)
    return [
        {"text": one, "kind": "player", "seat": players.index(one)} if k % 2 else _plain(one)
        for k, one in enumerate(parts) if one
    ]  # fmt: skip


def each_named(pieces: Sequence[Json], players: Sequence[str]) -> list[Json]:
    """The same of a sentence that is in pieces already."""
    return [one for p in pieces for one in (named(p["text"], players) if p["kind"] == "plain" else [p])]


def _plain(text: str) -> Json:
    return {"text": text, "kind": "plain", "seat": None}


def part(frames: Sequence[Json], story: Json) -> frozenset[str]:
    """The cards and players that have a part in a play: they move or change, somebody wants them, or a sentence names
    them."""
    tables = [frame["table"] for frame in frames if frame["table"]]
    tables += [answer["after"]["table"] for answer in story["answers"] if answer["after"]]
    said = [frame["says"] for frame in frames]
    for pieces in (story["crux"], story["ask"], *(a[key] for a in story["answers"] for key in ("says", "then"))):
        said.append("".join(piece["text"] for piece in pieces))
    words = set(re.findall(r"\w+", " ".join(said)))
    found = {name for table in tables for arrow in table["arrows"] for name in (arrow["from"], arrow["to"])}
    found |= words.intersection(seat["name"] for seat in tables[0]["seats"])
    lying = [card for one in tables for card in on_table(one)]
    for card in lying:
        inside = (one["cited"] for key in ("prints", "marks") for one in card[key])
        if card["changed"] or card["asked"] or card["name"] in words or any(inside):
            found.add(card["name"])
    found |= {card["name"] for card in lying if any(one["name"] in found for one in card["beneath"])}
    return frozenset(found)


def differing(tables: Sequence[Json]) -> list[Json | None]:
    """The same drawings with those parts alone in which they differ from each other; None of several that are alike,
    and one alone as it is."""
    if len(tables) < 2:
        return list(tables)
    seats = [number for number in range(len(tables[0]["seats"])) if _differ([one["seats"][number] for one in tables])]
    parts = {
        key: [_changes([one["seats"][number][key] for one in tables]) for number in range(len(tables[0]["seats"]))]
        for key in _OWN
    }  # fmt: skip
    shared = {key: _changes([one["shared"][key] for one in tables]) for key in _SHARED}
    if not seats and not any(shared.values()):
        return [None] * len(tables)
    found: list[Json | None] = []
    for table in tables:
        kept = {key: [one for one in table["shared"][key] if _name(one) in names] for key, names in shared.items()}
        around = [
            {**seat, "folded": number not in seats,
             **{key: [one for one in seat[key] if _name(one) in names[number]] for key, names in parts.items()}}
            for number, seat in enumerate(table["seats"])
        ]  # fmt: skip
        found.append({**table, "seats": around, "shared": {**table["shared"], **kept}, "numbers": []})
    return found


def _changes(several: Sequence[Sequence[Json]]) -> frozenset[str]:
    """The names of what is not the same in all of several lists."""
    by_name: list[Json] = [{_name(one): _bare(one) for one in some} for some in several]
    names = {name for some in by_name for name in some}
    return frozenset(name for name in names if _differ([some.get(name) for some in by_name]))


def _name(one: Mapping[str, object]) -> str:
    return str(one.get("title", one.get("word", "")))


def _differ(several: Sequence[object]) -> bool:
    first, *others = map(_bare, several)
    return any(one != first for one in others)


def _bare(value: object) -> Any:
    """A drawing without the marks of what has changed."""
    match value:
        case dict():
            return {key: _bare(one) for key, one in value.items() if key not in _MARKS}
        case list():
            return [_bare(one) for one in value]
    return value
