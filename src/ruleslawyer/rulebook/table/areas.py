"""Areas of a drawn table, and the cards in them, also one beneath another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.base.files.content import Json


def on_table(drawing: Json) -> Iterator[Json]:
    """Every card of a drawing."""
    return lying(areas_of(drawing))


def areas_of(drawing: Json) -> list[Json]:
    """Every area of a drawing, those that are shared first."""
    return [area for place in (drawing["shared"], *drawing["seats"]) for area in place["areas"]]


def lying(areas: Iterable[Json]) -> Iterator[Json]:
    """Every card of some areas, also beneath others, or on its way to a space."""
    waiting = []
    for area in areas:
        waiting += area["cards"]
        waiting += [cell[key] for cell in area.get("cells", ()) for key in ("card", "ghost") if cell[key]]
    while waiting:
        card = waiting.pop()
        yield card
        waiting += card["beneath"]


def goes_round(over: Mapping[str, str | None], card: str) -> bool:
    """Whether a card lies beneath itself, as a model may have it: nothing can be drawn so."""
    at, left = over[card], len(over)
    while at is not None and at != card and left:
        at, left = over.get(at), left - 1
    return at == card
