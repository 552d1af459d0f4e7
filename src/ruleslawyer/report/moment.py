"""The moment that a finding's page opens with: its frame, which cards have a part in it, and what differs after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import (
    brief,
    decides,
    deed_at,
    fits,
    has,
    is_spoken_of,
    lay_open,
    names,
    names_in,
    spoken_in,
    subjects_of,
    things_in,
)
from ruleslawyer.rulebook.table.areas import areas_of, lying, on_table
from ruleslawyer.rulebook.table.words import HAS_TURN, plain_name, with_sign
from ruleslawyer.semantics.sight import UNSEEN

_MARKS = frozenset({"changed", "asked", "cited", "before", "side_before", "hidden"})
"""What a drawing says of the way to a state, or of who looks at it; the rest is the state."""
MOST = 5
"""Differences between the tables under two answers that are said; the picture has all."""
SIDEWAYS = "turned sideways"
"""How a card lies of which the game has no word for it."""
ACTS = "decides"
"""Who decides in somebody else's turn."""
FEW = 2
"""Different passes and draws after a deed that are told."""
MOVES_ON = "passes and draws, as they come"
"""The words for several of them."""
_DONE = re.compile(r"(?:being )?(?:\w+ed|kept|put)(?: \w+)?", re.IGNORECASE)
"""Titles of areas that say what was done to a card: Put aside, Kept, Being played."""
_THERE = re.compile(r"(?:on|in|upon|not|aside)\b", re.IGNORECASE)
"""Beginnings of titles that say where it lies: On the stack."""
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
    here, said = part(frames, story), spoken_in(story)
    deed = deed_at(frames, number, story)
    led = [] if frame["asked"] else [one["says"] for one in frames[frames.index(deed) + 1 : number + 1]] if deed else []
    named_here = things_in(story, [frame["table"]])
    table, absent = focus_table(lay_open(_lit(frame, deed, story), named_here), here)
    drawn = {card["name"] for card in on_table(table)} & here
    table, here = as_in_book(brief(table, here, said)), here if drawn else frozenset()
    wanted = deed is not None and (frame["asked"] or frames.index(deed) > number)
    return {
        "number": number, "table": table, "says": deed["says"] if deed else "", "asked": wanted,
        "who": deed.get("who") if deed else None, "then": _in_turn(led), "part": here, "absent": absent,
        "fits": fits(frames, number, story), "signs": signs(table),
    }  # fmt: skip


def _in_turn(led: Sequence[str]) -> str:
    """The sentences of what only led on, each once, and whether it came again; where they are many, what they are."""
    told = [says if n == 1 else f"{says} (more than once)" for says, n in Counter(led).items()]
    return "; ".join(told) if len(told) <= FEW else MOVES_ON


def as_in_book(table: Json) -> Json:
    """A table of which it is not said in which numbers it is smaller than the book's: that is told further down."""
    shared = table["shared"]
    return {
        **table, "numbers": [], "shared": {**shared, "tracks": [{**one, "book": None} for one in shared["tracks"]]},
    }  # fmt: skip


def _lit(frame: Json, deed: Json | None, story: Json) -> Json:
    """The table of a frame, on which whoever decides is to move, and it is said whose turn it is where that is somebody
    else; nobody is where that is hidden, or the question is about others. The cards that the question names are framed,
    or, where it names none, those of the deed."""
    table: Json = frame["table"]
    about, asked = subjects_of(story, table), names_in(story["ask"], [table])
    turn = next((seat["name"] for seat in table["seats"] if seat["turn"]), None)
    who = deed["who"] if deed and (frame["asked"] or deed is not frame) else turn
    lit = (
        who
        if turn and (not about or who in about or (deed and deed["who"] == who and decides(deed, story, table)))
        else None
    )
    seats = []
    for seat in table["seats"]:
        word = {"word": ACTS} if seat["name"] == lit != turn else {}
        flags = [{"word": HAS_TURN, "changed": False}] if seat["name"] == turn != lit and lit else []
        plain = {key: value for key, value in seat.items() if key != "word"}
        seats.append({**plain, "turn": seat["name"] == lit, **word, "flags": [*flags, *seat["flags"]]})
    return _frame_names({**table, "seats": seats}, asked) if asked else {**table, "seats": seats}


def _frame_names(table: Json, asked: frozenset[str]) -> Json:
    """A table on which those cards and places alone are framed."""

    def card(one: Json) -> Json:
        return {**one, "asked": one["name"] in asked, "beneath": list(map(card, one["beneath"]))}

    def area(one: Json) -> Json:
        cells = [{
            **cell, "asked": cell["name"] in asked,
            **{key: cell[key] and card(cell[key]) for key in ("card", "ghost") if key in cell},
        } for cell in one.get("cells", ())]  # fmt: skip
        return {**one, "cards": list(map(card, one["cards"])), **({"cells": cells} if cells else {})}

    seats = [{**seat, "areas": list(map(area, seat["areas"]))} for seat in table["seats"]]
    return {**table, "seats": seats, "shared": {**table["shared"], "areas": list(map(area, table["shared"]["areas"]))}}


def signs(table: Json) -> Json:
    """The signs that a picture has, of those that nobody knows without being told; `turned`: the game's word for it."""
    areas = areas_of(table)
    cards = list(lying(area for area in areas if area["draw"] != "pile"))
    cells = [cell for area in areas for cell in area.get("cells", ())]
    return {
        "turned": (table.get("turned") or SIDEWAYS) if any(card.get("turned") for card in cards) else "",
        "asked": any(one["asked"] for one in (*cards, *cells)),
        "changed": any(card["changed"] for card in cards),
    }


def focus_table(table: Json, part: frozenset[str]) -> tuple[Json, list[str]]:
    """A table on which cards that have no part lie in piles where they are many; and who, of several, has none at all
    and is left out."""

    def gather(areas: list[Json]) -> list[Json]:
        return [
            {**area, "draw": "pile"}
            if area["draw"] == "row" and len(area["cards"]) > FEW and part.isdisjoint(names(area)) else area
            for area in areas
        ]  # fmt: skip

    many, seats, absent = len(table["seats"]) > 2, list[Json](), list[str]()
    for seat in table["seats"]:
        moved = seat["turn"] or seat["asked"] or any(one["value"] != one["before"] for one in seat["counters"])
        folded = many and not moved and part.isdisjoint([seat["name"], *(n for a in seat["areas"] for n in names(a))])
        absent += [seat["name"]] * folded
        seats.append({**seat, "areas": gather(seat["areas"]), "folded": folded})
    return {**table, "seats": seats, "shared": {**table["shared"], "areas": gather(table["shared"]["areas"])}}, absent


def mark_players(text: str, players: Sequence[str]) -> list[Json]:
    """A text in pieces, those that are a player by themselves."""
    if not players:
        return [_plain(text)]
    parts = re.split(rf"\b({'|'.join(map(re.escape, players))})\b", text)
    return [
        {"text": one, "kind": "player", "seat": players.index(one)} if k % 2 else _plain(one)
        for k, one in enumerate(parts) if one
    ]  # fmt: skip


def mark_players_in_pieces(pieces: Sequence[Json], players: Sequence[str]) -> list[Json]:
    """The same of a sentence that is in pieces already."""
    return [one for p in pieces for one in (mark_players(p["text"], players) if p["kind"] == "plain" else [p])]


def _plain(text: str) -> Json:
    return {"text": text, "kind": "plain", "seat": None}


def part(frames: Sequence[Json], story: Json) -> frozenset[str]:
    """The cards and players that have a part in a play: they move or change, somebody wants them, or a sentence names
    them."""
    tables = [frame["table"] for frame in frames if frame["table"]]
    tables += [answer["after"]["table"] for answer in story["answers"] if answer["after"]]
    text = " ".join([*(frame["says"] for frame in frames), spoken_in(story)])
    found = {name for table in tables for arrow in table["arrows"] for name in (arrow["from"], arrow["to"])}
    found |= {seat["name"] for seat in tables[0]["seats"] if has(text, seat["name"])}
    for cell in (c for t in tables for seat in t["seats"] for area in seat["areas"] for c in area.get("cells", ())):
        if cell["asked"] or cell["name"] in found:
            found |= {cell["name"], *([cell["card"]["name"]] if cell["card"] else [])}
    lying = [card for one in tables for card in on_table(one)]
    for card in lying:
        inside = (one["cited"] for key in ("prints", "marks") for one in card[key])
        if card["changed"] or card["asked"] or has(text, plain_name(card["name"])) or any(inside):
            found.add(card["name"])
    found |= {card["name"] for card in lying if any(one["name"] in found for one in card["beneath"])}
    return frozenset(found)


def differences(
    tables: Sequence[Json], part: frozenset[str], said: str = ""
) -> tuple[list[str], frozenset[str]]:  # fmt: skip
    """The differences of each of several tables from another one, in words, what has a part first; and the cards that
    are. Of marks those that a text has a word of."""
    told = [dict(_facts(table, said)) for table in tables]
    for seat in (seat for table in tables for seat in table["seats"]):
        for counter in seat["counters"]:  # one at zero may not be drawn
            for one in told:
                one.setdefault((counter["word"], seat["name"]), f"{seat['name']}: {_amount({**counter, 'value': 0})}")
    keys = [key for key in dict.fromkeys(key for one in told for key in one) if _differ([one.get(key) for one in told])]
    keys.sort(key=lambda key: key[1] not in part)
    says = ["; ".join(one[key] for key in keys[:MOST] if one.get(key)) for one in told]
    return says, frozenset(name for kind, name in keys if kind == "card")


def _facts(table: Json, told: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The statements of a table, each with its kind and whom it is about."""
    turned = table.get("turned") or SIDEWAYS
    for seat in table["seats"]:
        name = seat["name"]
        yield ("turn", name), f"{name} is to move" if seat["turn"] and not seat["out"] else ""
        yield ("out", name), f"{name} is out of the game" if seat["out"] else ""
        for flag in seat["flags"]:
            yield (flag["word"], name), f"{name}: {flag['word']}"
        for one in seat["counters"]:
            yield (one["word"], name), f"{name}: {_amount(one)}"
        for area in seat["areas"]:
            yield from _lying(area, _where(area["title"], name), turned, told)
    shared = table["shared"]
    for area in shared["areas"]:
        yield from _lying(area, _where(area["title"]), turned, told)
    for one in shared["said"]:
        yield (one["word"], ""), f"{one['word']} {one['value']}".strip()
    for one in shared["counters"]:
        yield (one["word"], ""), _amount(one)
    for track in shared["tracks"]:
        others = [seat["name"] for seat in table["seats"] if seat["name"] != track["side"]]
        whose = track["side"] if track["value"] > 0 or not others else others[0]
        on = f" on {whose}’s side" if track["side"] and track["value"] else ""
        yield ("track", track["title"]), f"{track['title']} at {abs(track['value'])}{on}"


def _where(title: str, whose: str = "") -> str:
    """The place of a card, as a sentence goes on: most areas are called by a noun, and some by how a card lies
    there."""
    if not title:
        return f"with {whose}" if whose else "on the table"
    if _DONE.fullmatch(title):
        return f"{title.lower()} by {whose}" if whose else title.lower()
    if _THERE.match(title):
        return title.lower()
    return f"in {whose}’s {title}" if whose else f"in {title}"


def _lying(area: Json, where: str, turned: str, told: str) -> Iterator[tuple[tuple[str, str], str]]:
    for card in lying([area]):
        if card["name"] != UNSEEN:
            known = (mark["word"] for mark in card["marks"] if is_spoken_of(mark["word"], told, ()))
            marks = [*([turned] if card["turned"] else []), *known]
            said = f" ({', '.join(marks)})" if marks else ""
            yield ("card", card["name"]), f"{plain_name(card['name'])} {where}{said}"


def _amount(one: Json) -> str:
    return f"{one['word'].replace('_', ' ')} {with_sign(one['value'])} {one['unit']}".strip()


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


def _bare(value: object) -> object:
    """A drawing without the marks of what has changed."""
    match value:
        case dict():
            return {key: _bare(one) for key, one in value.items() if key not in _MARKS}
        case list():
            return [_bare(one) for one in value]
    return value
