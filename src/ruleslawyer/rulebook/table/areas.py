"""Areas of a drawn table, the cards in them, also one beneath another, and the players from whom a card is hidden."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.semantics.sight import UNSEEN


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


def hidden_from(card: Json) -> tuple[int, ...]:
    """The seats that do not know a card."""
    return tuple(card["hidden"])


def hides(drawing: Json) -> bool:
    """Whether anybody at the table does not see all of it."""
    return any(map(hidden_from, on_table(drawing)))


def who_knows(hidden: Sequence[int], seats: Sequence[str], one: str = "it") -> str:
    """The players from whom a card is hidden, by the names of all seats; `one`: how the card is called."""
    know = [name for number, name in enumerate(seats) if number not in hidden]
    if not know:
        return f"nobody knows {one}"
    return f"only {know[0]} knows {one}" if len(know) == 1 else f"hidden from {_list_text([seats[n] for n in hidden])}"


def _list_text(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def veil(value: object, hidden: Collection[str]) -> Any:
    """A value of a state without the names that are not to be said."""
    match value:
        case str():
            return UNSEEN if value in hidden else value
        case list():
            return sorted((veil(one, hidden) for one in value), key=lambda one: one == UNSEEN)
        case dict():
            return {key: veil(one, hidden) for key, one in value.items() if key not in hidden}
    return value
