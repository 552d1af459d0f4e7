"""A drawing as a picture: SVG without styles or scripts of its own, every shape with a class that a style sheet knows.

A picture on a page of its own brings its style along; of a thumbnail the style sheet leaves the words out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from html import escape
from importlib import resources

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.areas import hidden_from, who_knows
from ruleslawyer.rulebook.table.letters import in_words
from ruleslawyer.rulebook.table.shapes import (
    CARD,
    LARGE,
    LINE,
    MIDDLE,
    NARROW,
    SMALL,
    Box,
    Flow,
    Laid,
    Named,
    Paper,
    Place,
    Size,
    arrow_between,
    button,
    face,
    in_lines,
    list_of_names,
    point,
    rect,
    text_at,
    width_of,
)
from ruleslawyer.rulebook.table.words import number_text, plain_name, print_text, space_of, value_text, with_sign
from ruleslawyer.semantics.sight import UNSEEN

GLYPHS = "●■▲◆▼★"
"""The mark of each seat, beside its colour."""
_TOKENS = {
    "coins": '<circle cx="6" cy="6" r="5"/>',
    "hearts": '<path d="M6 11 1.500 6.400a2.700 2.700 0 0 1 3.800-3.800l.7.7.7-.7a2.700 2.700 0 0 1 3.800 3.800z"/>',
    "shields": '<path d="M6 1 11 2.800v3.500c0 2.700-2.100 4.400-5 5.200C3.100 10.700 1 9 1 6.300V2.800z"/>',
}  # fmt: skip
_MOST_TOKENS = 8
LEAST_STEP = 18
"""Units of a step of a track that has room for its number; where there is less, every other one has it."""
BESIDE_MARKER = 20
"""Units from the middle of a marker within which a number would be hidden by it."""
_EYE = '<path class="eye" d="M0 5q6-7 12 0q-6 7-12 0z"/><circle cx="6" cy="5" r="1.8"/>'
_SHUT = '<path class="eye" d="M0 5q6-7 12 0q-6 7-12 0zM1 10 11 0"/>'
"""The sign of a card that is hidden from some seat, before the marks of those that know it; of one that nobody does."""


_KINDS = {LARGE: "tabletop", MIDDLE: "tabletop middle", CARD: "tabletop to-print", NARROW: "tabletop narrow"}


def svg(
    drawing: Json, size: Size = LARGE, label: str = "The table", live: Collection[str] = (), *, whole: bool = True,
    part: Collection[str] = (),
) -> str:  # fmt: skip
    """The picture of a drawing, with all of it in words; or with what has changed alone, between two that have all.
    live: names of what can be chosen in it, each a button; part: names of cards that have a part in it, beside which
    others are faint."""
    return _Picture(drawing, size, label, frozenset(live), frozenset(part)).text(in_words(drawing, whole=whole))


def sheet() -> str:
    """The style sheet that knows the classes of a picture."""
    return (resources.files("ruleslawyer.rulebook.table") / "table.css").read_text(encoding="utf-8")


def with_namespace(picture: str) -> str:
    """A picture that may stand outside a page of HTML, which knows without being told what an `svg` is."""
    return picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


class _Picture:
    def __init__(self, drawing: Json, size: Size, label: str, live: frozenset[str], part: frozenset[str]) -> None:
        self.drawing, self.size, self.label, self.part = drawing, size, label, part
        self.paper = Paper(size, live)
        self.names = [seat["name"] for seat in drawing["seats"]]
        self.signs: dict[tuple[int, ...], None] = {}

    def text(self, words: str) -> str:
        size, y = self.size, 1.0
        shapes: list[str] = []
        first, *others = (None if seat.get("folded") else self._seat(seat) for seat in self.drawing["seats"])
        boxes = [place for place in (*reversed(others), self._shared_place(), first) if place]
        for place in boxes:
            shapes.append(place.put(1, y))
            y += place.height + size.gap
        for below in (*([self._legend()] if self.signs else []), *self._numbers()):
            shapes.append(below.at(8, y))
            y += below.height + size.gap
        height = max(0.0, y - size.gap + 1)  # nothing at all may be drawn
        kind, label = _KINDS[size], escape(self.label)
        role = "group" if self.paper.live else "img"
        return (
            f'<svg class="{kind}" viewBox="0 0 {size.width} {height:g}" role="{role}" aria-label="{label}">'
            f"<desc>{escape(words)}</desc>"
            f"<g>{''.join(shapes)}{''.join(self._arrows())}</g></svg>"
        )

    # --- parts ------------------------------------------------------------------------------------------------------

    def _seat(self, seat: Json) -> Place:
        head = self._seat_head(seat)
        parts = [self._area(area) for area in seat["areas"]]
        parts += [self._note("; ".join(seat["beside"]))] if seat.get("beside") else []
        state = " out" if seat["out"] else " turn" if seat["turn"] else ""
        kind = f"seat p{seat['number'] % 6}{state}"
        return Place(self.paper, head, [part for part in parts if part], kind, seat["name"])

    def _seat_head(self, seat: Json) -> list[Box]:
        glyph = GLYPHS[seat["number"] % len(GLYPHS)]
        name = f"{glyph} {seat['name']}"
        found = [self._words(name, f"name p{seat['number'] % 6}{' asked' if seat['asked'] else ''}", 1.1, bold=True)]
        if seat["turn"] and not seat["out"]:
            found.append(self._flag(seat.get("word", "to move"), "turn"))
        if seat["out"]:
            found.append(self._flag("out of the game", "out"))
        found += [self._flag(flag["word"], "changed" if flag["changed"] else "") for flag in seat["flags"]]
        return [*found, *map(self._counter, seat["counters"])]

    def _shared_place(self) -> Place | None:
        shared = self.drawing["shared"]
        head = [
            *(self._words(value_text(one), f"said{_change_class(one)}", 1) for one in shared["said"]),
            *map(self._counter, shared["counters"]),
        ]
        parts = [self._track(track) for track in shared["tracks"]]
        parts += [box for area in shared["areas"] if (box := self._area(area))]
        parts += [self._board(board) for board in shared["boards"]]
        parts += [self._note("; ".join(shared["beside"]))] if shared.get("beside") else []
        if not head and not parts:
            return None
        return Place(self.paper, head, parts, "shared", "")

    def _note(self, words: str) -> Flow:
        """Words for what is not drawn, as wide as there is room."""
        return Flow(self.paper, "", [self._lines(words, self.size.width - 20)], "told")

    def _lines(self, words: str, room: float) -> Named:
        text = self.size.text * SMALL
        lines = in_lines(words, room, text, 9)
        shapes = [text_at(line, 0, 11 + 15 * k, "soft", text) for k, line in enumerate(lines)]
        return Named(min(room, max(width_of(line, text) for line in lines)), 15.0 * len(lines), shapes, [])

    def _flag(self, word: str, kind: str) -> Box:
        text = self.size.text * SMALL
        width = width_of(word, text, bold=True) + 12
        shape = f'<rect class="{f"flag {kind}".strip()}" width="{width:.0f}" height="18"/>'
        return Box(width, 18, [shape, text_at(word, 6, 13, f"flagged {kind}".strip(), text)])

    def _counter(self, counter: Json) -> Box:
        size, x = self.size, 0.0
        shapes: list[str] = []
        value, before = counter["value"], counter["before"]
        if counter["draw"] in _TOKENS and value != UNSEEN and 0 < value <= _MOST_TOKENS:
            for k in range(value):
                token = _TOKENS[counter["draw"]]
                shapes.append(f'<g class="token {counter["draw"]}" transform="translate({k * 13} 3)">{token}</g>')
            x = value * 13 + 3.0
        number = with_sign(value) if value == before else f"{with_sign(before)} → {with_sign(value)}"
        word = counter["word"] if counter["draw"] == "number" or not counter["unit"] else ""
        said = f"{word} {number} {counter['unit']}".strip()
        width = x + width_of(said, size.text)
        marks = (" changed" if value != before else "") + (" cited" if counter["cited"] else "")
        shapes.append(text_at(said, x, 13, f"counter{marks}", size.text))
        return Box(width + 4, 18, shapes)

    def _words(self, text: str, kind: str, scale: float, *, bold: bool = False) -> Box:
        size = self.size.text * scale
        return Box(width_of(text, size, bold=bold) + 4, 18, [text_at(text, 0, 13, kind, size)])

    # --- who knows a card -------------------------------------------------------------------------------------------

    def _sign(self, hidden: tuple[int, ...]) -> Box:
        """An eye and the marks of those who know a card that is hidden from some; where nobody does, a shut one."""
        know = [number for number in range(len(self.names)) if number not in hidden]
        marks = "".join(
            text_at(GLYPHS[number % len(GLYPHS)], 14 + 11 * i, 9, f"p{number % 6}", self.size.text * SMALL)
            for i, number in enumerate(know)
        )
        self.signs.setdefault(hidden)
        return Box(14.0 + 11 * len(know), 12, [f'<g class="sign">{_EYE if know else _SHUT}{marks}</g>'])

    def _legend(self) -> Box:
        """The legend of the signs of this picture."""
        text, room = self.size.text * SMALL, self.size.width - 16
        shapes: list[str] = []
        x = y = 0.0
        for hidden in sorted(self.signs):
            sign, said = self._sign(hidden), who_knows(hidden, self.names)
            width = sign.width + 3 + width_of(said, text) + 14
            if x and x + width > room:
                x, y = 0.0, y + 16
            shapes += [sign.at(x, y + 1), text_at(said, x + sign.width + 3, y + 10, "soft", text)]
            x += width
        return Box(room, y + 13, shapes)

    def _numbers(self) -> Iterator[Box]:
        """The numbers in which this table is smaller than the book's."""
        if self.drawing["numbers"]:
            said = f"This small table: {', '.join(map(number_text, self.drawing['numbers']))}"
            yield self._lines(said, self.size.width - 16)

    # --- areas ------------------------------------------------------------------------------------------------------

    def _area(self, area: Json) -> Flow | None:
        title = area["title"]
        if area["draw"] == "pile":
            return Flow(self.paper, title, [self._stack(area)], "pile")
        if area["draw"] == "grid":
            return self._grid(area, title)
        cards = [self._card(card) for card in area["cards"]]
        cards += [self._lines(area["beside"], self.size.card)] if area.get("beside") else []
        return Flow(self.paper, title, cards or [self._space("", asked=False)], "row")

    def _grid(self, area: Json, title: str) -> Flow:
        """The rows and columns on which something lies, as wide as there is room; further spaces are left out."""
        columns = area["columns"]
        rows = [area["cells"][i : i + columns] for i in range(0, len(area["cells"]), columns)]
        held = [(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if _holds(cell)] or [(0, 0)]
        top, bottom = min(y for y, _ in held), max(y for y, _ in held)
        left, right = min(x for _, x in held), max(x for _, x in held)
        usual, wide = self.size, right - left + 1
        room = (usual.width - 20 - (wide - 1) * usual.gap / 2) / wide
        self.size = replace(usual, card=min(usual.card, int(room)))
        boxes = [self._cell(cell) for row in rows[top : bottom + 1] for cell in row[left : right + 1]]
        boxes += [self._card(card) for card in area["cards"]]
        self.size = usual
        return Flow(self.paper, title, boxes, "grid", wide)

    def _stack(self, area: Json) -> Named:
        size, cards = self.size, area["cards"]
        count = len(cards)
        shapes = [
            rect(30, 42, f"back{_any(cards, 'changed')}" if cards else "space"),
            text_at(str(count), 15, 26, "count", size.text, "middle"),
        ]
        groups: dict[tuple[int, ...], list[str]] = {}
        for card in cards:
            groups.setdefault(hidden_from(card), []).append(card["name"])
        y = 12.0
        for hidden, here in list(groups.items())[:3]:
            known = [name for name in here if name != UNSEEN]
            known.sort(key=lambda name: bool(self.part) and name not in self.part)  # the others are cut first
            names = [*known, *["face down"] * (len(known) < len(here))]
            sign = self._sign(hidden) if hidden else None
            x = 36 + (sign.width + 2 if sign else 0)
            lines = list_of_names(
                list(map(plain_name, names)), size.card - x, size.text * SMALL, max(1, 3 // len(groups))
            )
            shapes += [sign.at(36, y - 9)] if sign else []
            said = "".join(text_at(line, x, y + 14 * i, "in", size.text * SMALL) for i, line in enumerate(lines))
            shapes.append(face(said, hidden))
            y += 14 * len(lines)
        return Named(size.card, 46, shapes, [card["name"] for card in cards])

    def _space(self, name: str, *, asked: bool) -> Named:
        size = self.size
        shapes = [rect(size.card, size.least, f"space{' asked' if asked else ''}")]
        if name:
            where = space_of(name, self.names)[1]
            shapes.append(text_at(where, size.card / 2, size.least / 2 + 4, "soft", size.text * SMALL, "middle"))
        return Named(size.card, size.least, shapes, [name] if name else [])

    def _cell(self, cell: Json) -> Named:
        if cell["card"] is not None:
            box = self._card(cell["card"])
            box.names.append(cell["name"])
            return box
        if cell["ghost"] is not None:
            box = self._card(cell["ghost"], ghost=True)
            return Named(box.width, box.height, box.shapes, [cell["name"]])
        return self._space(cell["name"], asked=cell["asked"])

    def _card(self, card: Json, *, ghost: bool = False) -> Named:
        size = self.size
        owner = "nobody" if card["owner"] is None else f"p{card['owner'] % 6}"
        kinds = [owner, *(word for word in ("turned", "down", "changed", "asked") if card[word])]
        kind = " ".join(["card", *kinds, *(["ghost"] if ghost else [])])
        text, small, room, y = size.text, size.text * SMALL, size.card - 12, 15.0
        hidden = hidden_from(card)
        sign = self._sign(hidden) if hidden else None
        glyph = "" if card["owner"] is None else GLYPHS[card["owner"] % len(GLYPHS)] + " "
        name = f"{glyph}{plain_name(card['name'])}{'?' if ghost else ''}"
        corner = 4 + (sign.width if sign else 0) + (14 if card["turned"] else 0)
        beside = sign is not None and width_of(name, text) <= size.card - 8 - corner
        lines = in_lines(name, room, text, 2)
        shapes = [text_at(line, 6, y + 14 * i, "name", text) for i, line in enumerate(lines)]
        y += 14 * (len(lines) - 1)
        if card["kind"]:
            y += 14
            shapes.append(text_at(in_lines(card["kind"], room, small, 1)[0], 6, y, "soft", small))
        y, chips = self._chips(card["prints"], y + 5)
        shapes += chips
        for mark in card["marks"]:
            kind_of = f"mark{_change_class(mark)}{' cited' if mark['cited'] else ''}"
            for line in in_lines(mark["word"], room, small, 2):
                y += 14
                shapes.append(text_at(line, 6, y, kind_of, small))
        height = max(size.least, y + 8)
        if card["turned"]:
            shapes.append(f'<path class="bent" d="M{size.card - 16} 0h16v16z"/>')
        whole = [rect(size.card, height, kind), *shapes]
        if sign:
            back = rect(size.card, height, f"card {owner} down")
            level = 5 if beside else 3 + 14 * len(lines)
            whole = [back, face("".join(whole), hidden), sign.at(size.card - corner, level)]
        if self.part and card["name"] not in self.part:
            whole = [f'<g class="aside"><g>{"".join(whole)}</g></g>']  # inside is the card as it is drawn elsewhere
        return self._tuck(Named(size.card, height, whole, [card["name"]]), card["beneath"])

    def _tuck(self, over: Named, beneath: Sequence[Json]) -> Named:
        """A card with those that lie beneath it: each is drawn first, and its upper edge is covered."""
        if not beneath:
            return over
        usual = self.size
        self.size = replace(usual, card=usual.card - 8, least=0)
        shapes = [button("".join(over.shapes), self.paper.live.intersection(over.names))]
        height, held = over.height, over.names
        for one in beneath:
            under = self._card(one)
            shapes.insert(0, button(under.at(8, height - 3), self.paper.live.intersection(under.names)))
            height, held = height - 3 + under.height, [*held, *under.names, *under.held]
        self.size = usual
        return Named(over.width, height, shapes, [], held)

    def _chips(self, prints: Sequence[Json], y: float) -> tuple[float, list[str]]:
        """The chips on a card, in rows; where they end. What is too long for one has its lines."""
        size, x, high, shapes = self.size, 6.0, 0.0, list[str]()
        text, room = size.text * SMALL, size.card - 12
        for one in prints:
            said, bold = print_text(one), one["look"] == "score"
            lines = in_lines(said, room - 8, text, 3)
            width = min(room, max(width_of(line, text, bold=bold) for line in lines) + 8)
            if x > 6 and x + width > room + 6:
                x, y, high = 6.0, y + high + 2, 0.0
            tall = 2 + 14 * len(lines)
            marks = (" cited" if one["cited"] else "") + (" book" if one["book"] else "")
            inside = "".join(f"<text{point(4, 12 + 14 * i)}>{escape(line)}</text>" for i, line in enumerate(lines))
            kind, where = f"chip {one['look']}{marks}", f"translate({x:.4g} {y:.4g})"
            frame = f'<rect width="{width:.0f}" height="{tall}"/>'
            shapes.append(f'<g class="{kind}" transform="{where}">{frame}{inside}</g>')
            x, high = x + width + 3, max(high, tall)
        return (y + high + 2 if prints else y), shapes

    # --- boards and tracks --------------------------------------------------------------------------------------------

    def _board(self, board: Json) -> Flow:
        size = self.size
        widest = min(size.card, 84.0)
        spots = [(cell["row"], cell["column"]) for cell in board["cells"]]
        if not board["cells"] or None in spots[0]:
            boxes = [self._place(cell, widest) for cell in board["cells"]]
            return Flow(self.paper, board["title"], boxes, "board", board["columns"])
        width = min(widest, (size.width - 20 - LINE * (board["columns"] - 1)) / board["columns"])
        boxes = [self._place(cell, max(width, 24.0)) for cell in board["cells"]]
        return Laid(self.paper, board["title"], boxes, spots, board["lines"])

    def _place(self, cell: Json, width: float) -> Named:
        size = self.size
        changed = _any(cell["values"], "changed")
        shapes = [text_at(in_lines(cell["name"], width - 8, size.text * SMALL, 1)[0], 4, 12, "soft", size.text * SMALL)]
        y = 14.0
        for value in cell["values"]:
            for line in in_lines(value_text(value), width - 8, size.text, 2):
                y += 14
                shapes.append(text_at(line, 4, y, f"value{_change_class(value)}", size.text))
        height = max(40.0, y + 8)
        asked = " asked" if cell["asked"] else ""
        return Named(width, height, [rect(width, height, f"space{changed}{asked}"), *shapes], [cell["name"]])

    def _track(self, track: Json) -> Flow:
        size = self.size
        low, high = int(track["low"]), int(track["high"])
        steps = high - low + 1
        wide = size.width - 24
        step, high_ = wide / steps, 26.0

        def x(value: int, side: str | None) -> float:
            turned = side is not None and side != self.drawing["seats"][0]["name"]
            return float((-value if turned else value) - low + 0.5) * step

        shapes = [f'<rect class="track" width="{wide:g}" height="{high_:g}"/>']
        now, was = (
            None if track[one] == UNSEEN else x(track[one], track[side])
            for one, side in (("value", "side"), ("before", "side_before"))
        )
        for k in range(steps):
            value, middle = low + k, (k + 0.5) * step
            if (step < LEAST_STEP and value % 2) or (now is not None and abs(middle - now) < BESIDE_MARKER):
                continue
            shapes.append(text_at(str(abs(value)), middle, 17, "step", size.text * SMALL, "middle"))
        if was is not None and was != now:
            shapes.append(f'<circle class="was" cx="{was:.1f}" cy="13" r="11"/>')
        if now is not None:
            shapes.append(f'<circle class="marker" cx="{now:.1f}" cy="13" r="12"/>')
            shapes.append(text_at(str(abs(track["value"])), now, 17, "marked", size.text, "middle"))
        if track["side"] is not None:
            names = [seat["name"] for seat in self.drawing["seats"][:2]]
            shapes.append(text_at(f"{GLYPHS[1]} {names[-1]}’s side", 2, 40, "soft", size.text * SMALL))
            shapes.append(text_at(f"{names[0]}’s side {GLYPHS[0]}", wide - 2, 40, "soft", size.text * SMALL, "end"))
            high_ = 44.0
        if track.get("book") is not None:
            said = f"ends at {high} (book: {track['book']})"
            low_line = 40 if track["side"] is None else 55  # beneath the names of both sides
            shapes.append(text_at(said, wide / 2, low_line, "said changed", size.text * SMALL, "middle"))
            high_ = low_line + 4.0
        title = track["title"] if now is not None else f"{track['title']} {UNSEEN}"
        return Flow(self.paper, title, [Named(wide, high_, shapes, [])], "tracks")

    # --- arrows -----------------------------------------------------------------------------------------------------

    def _arrows(self) -> Iterator[str]:
        places, written = self.paper.places, self.paper.written
        for arrow in self.drawing["arrows"]:
            if arrow["from"] in places and arrow["to"] in places and arrow["from"] != arrow["to"]:
                ends = places[arrow["from"]], places[arrow["to"]]
                cards = {box for box in places.values() if box not in ends}
                yield arrow_between(*ends, arrow["word"], cards, cards | written, self.size)


def _holds(cell: Json) -> bool:
    """Whether a space of a grid is to be seen."""
    return bool(cell["card"] or cell["ghost"] or cell["asked"])


def _change_class(one: Json) -> str:
    return " changed" if one["changed"] else ""


def _any(some: Sequence[Json], key: str) -> str:
    return f" {key}" if any(one[key] for one in some) else ""
