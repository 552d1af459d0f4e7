"""A drawing in letters: for the terminal, and for whoever cannot see the picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.areas import hidden_from, who_knows
from ruleslawyer.rulebook.table.words import measured_text, plain_name, value_text, with_sign


def letters(drawing: Json, width: int = 80) -> str:
    """The table in lines of at most so many letters; what has changed has a `*`."""
    lines: list[str] = []
    for line in _table(drawing, width):
        indent = len(line) - len(line.lstrip())
        lines += textwrap.wrap(
            line, max(width, 20), subsequent_indent=" " * (indent + 4), break_long_words=False, break_on_hyphens=False
        )  # fmt: skip
    return "\n".join(lines)


def in_words(drawing: Json, *, whole: bool = True) -> str:
    """The same in one line; or what has changed of it."""
    lines = [line.strip() for line in _table(drawing)]
    if whole:
        return "; ".join(lines)
    return "; ".join(line for line in lines if "*" in line or "(before: " in line) or "as before"


def _holds(cell: Json) -> str:
    """The things that stand on a place, as letters."""
    return ", ".join(value_text(v) + _star(v) for v in cell["values"])


def _grid_lines(board: Json, width: int) -> list[str]:
    """A board whose places lie in rows and columns, as it lies; nothing where it is too wide, or they do not."""
    if any(cell["row"] is None for cell in board["cells"]):
        return []
    texts = {(cell["row"], cell["column"]): f"{cell['name']} {_holds(cell)}".strip() for cell in board["cells"]}
    rows, columns = (range(1, max((spot[k] for spot in texts), default=0) + 1) for k in (0, 1))
    widths = [max(len(texts.get((row, column), "")) for row in rows) for column in columns]
    if sum(widths) + 2 * len(widths) > width:
        return []
    lines = [
        [texts.get((row, column), "").ljust(wide) for column, wide in zip(columns, widths, strict=True)] for row in rows
    ]
    return ["  " + "  ".join(line).rstrip() for line in lines]


def _table(drawing: Json, width: int = 0) -> Iterator[str]:
    """Line by line; a board as it lies, where it fits into a width."""
    names = [seat["name"] for seat in drawing["seats"]]
    for seat in drawing["seats"]:
        said = [
            word
            for word, holds in ((seat.get("word", "to move"), seat["turn"]), ("out of the game", seat["out"]))
            if holds
        ]
        said += [flag["word"] for flag in seat["flags"]] + [_counter(one) for one in seat["counters"]]
        yield f"{seat['name']}: {', '.join(said)}" if said else seat["name"]
        for area in seat["areas"]:
            yield from _area(area, names)
    shared = drawing["shared"]
    said = [value_text(one) + _star(one) for one in shared["said"]]
    said += [_counter(one) for one in shared["counters"]]
    if said:
        yield ", ".join(said)
    for track in shared["tracks"]:
        side = f" on {track['side']}’s side" if track["side"] else ""
        moved = "" if track["value"] == track["before"] else f" (before: {with_sign(track['before'])})"
        yield f"{track['title']}: {with_sign(track['value'])}{side}{moved}"
    for area in shared["areas"]:
        yield from _area(area, names)
    for board in shared["boards"]:
        held = [f"  {cell['name']}: {_holds(cell)}" for cell in board["cells"] if cell["values"]]
        if laid := _grid_lines(board, width) or held:
            yield f"{board['title']}:"
            yield from laid
    for arrow in drawing["arrows"]:
        yield f"{plain_name(arrow['from'], names)} → {plain_name(arrow['to'], names)} ({arrow['word']})"


def _area(area: Json, names: Sequence[str]) -> Iterator[str]:
    cards = [*area["cards"], *(cell["card"] for cell in area.get("cells", ()) if cell["card"])]
    title = area["title"] or "here"
    if area["draw"] == "pile":
        groups = groupby(cards, hidden_from)
        told = "; ".join(_group(list(some), hidden, names) for hidden, some in groups)
        yield f"  {title} ({len(cards)}): {told}"
        return
    if not cards:
        yield f"  {title}: nothing"
        return
    yield f"  {title}:"
    at = {cell["card"]["name"]: cell["name"] for cell in area.get("cells", ()) if cell["card"]}
    for card in cards:
        yield f"    {_card(card, names)}" + (f" at {plain_name(at[card['name']], names)}" if card["name"] in at else "")


def _group(cards: Sequence[Json], hidden: Sequence[int], names: Sequence[str]) -> str:
    """Cards that lie one after the other in a pile and are hidden from the same."""
    said = ", ".join(plain_name(card["name"]) + _star(card) for card in cards)
    return f"{said} ({who_knows(hidden, names, 'it' if len(cards) == 1 else 'them')})" if hidden else said


def _card(card: Json, names: Sequence[str]) -> str:
    words = [word for word in ("turned", "down") if card[word]]
    said = [card["kind"], *map(measured_text, card["prints"])]
    said += [mark["word"] + _star(mark) for mark in card["marks"]]
    said += [{"turned": "turned sideways", "down": "face down"}[word] for word in words]
    said += [who_knows(hidden_from(card), names)] if hidden_from(card) else []
    said += [f"beneath it {_beneath(one, hidden_from(card), names)}" for one in card["beneath"]]
    inside = ", ".join(word for word in said if word)
    return f"{plain_name(card['name'])}{_star(card)}" + (f" ({inside})" if inside else "")


def _beneath(card: Json, over: Sequence[int], names: Sequence[str]) -> str:
    """The name of a card that lies beneath another; with who knows it, where some do not, and it is not who knows the
    other one."""
    hidden = hidden_from(card)
    name = plain_name(card["name"])
    return name if not hidden or hidden == tuple(over) else f"{name} ({who_knows(hidden, names)})"


def _counter(counter: Json) -> str:
    value, before = counter["value"], counter["before"]
    said = f"{counter['word']} {with_sign(value)}{' ' + counter['unit'] if counter['unit'] else ''}"
    return said if value == before else f"{said} (before: {with_sign(before)})"


def _star(one: Json) -> str:
    return "*" if one["changed"] else ""
