"""The picture that services show with a link to a finding: the table and the question, as a PNG of few colours.

Services show no SVG, and no font comes with Python: shapes are painted by hand, and words in letters of 5 by 8 points.
"""

from __future__ import annotations

import re
import struct
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from urllib.parse import quote
from xml.etree import ElementTree

import numpy as np

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.finding_layout import laid_out
from ruleslawyer.report.games import often
from ruleslawyer.report.plays import PlayPages
from ruleslawyer.report.statement import visible
from ruleslawyer.rulebook.table.shapes import NARROW
from ruleslawyer.rulebook.table.svg import svg
from ruleslawyer.rulebook.table.told import LETTERS

WIDE, HIGH, EDGE = 1200, 630, 40
"""Pixels: the size that services ask for."""
_COLOURS = {
    "paper": "fffdf8", "say": "23262b", "dim": "5c626b", "felt": "eef2ea", "rim": "c9d3c3", "edge": "b9b2a3",
    "hot": "b35900", "p0": "1b5a8a", "p1": "9c2f4f", "p2": "2f6b2f", "p3": "6a4a9c", "p4": "7a5800", "p5": "0c665c",
}  # fmt: skip
"""Those of the table by day."""
_NUMBERS = {name: number for number, name in enumerate(_COLOURS)}
_BANDS = {"high": "p1", "medium": "p4"}
_LINES, _WORDS = {"mat": "rim", "card": "edge", "space": "rim", "back": "edge", "track": "rim"}, re.compile(r"\S+")
_FILLS = {
    "mat": "felt", "card": "paper", "back": "rim", "turn": "hot", "track": "felt", "marker": "hot", "bent": "hot",
    "patch": "felt", "head": "hot", "coins": "p4", "hearts": "p1", "shields": "p0",
}  # fmt: skip
_DOTS = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495522500005030000001c2241000041221c0014083e0814"
    "08083e080800503000000808080808006060000020100804023e5149453e00427f400042615149462141454b311814127f102745454539"
    "3c4a49493001710905033649494936064949291e003636000000563600000814224100141414141400412214080201510906324979413e"
    "7e1111117e7f494949363e414141227f4141221c7f494949417f090909013e4149497a7f0808087f00417f41002040413f017f08142241"
    "7f404040407f020c027f7f0408107f3e4141413e7f090909063e4151215e7f09192946464949493101017f01013f4040403f1f2040201f"
    "3f4038403f63140814630708700807615149454300" + "7f4141000204081020" + "0041417f00040201020440404040400001020400"
    "20545454787f484444383844444420384444487f3854545418087e09010218a4a4a47c7f0804047800447d40002040443d00"
    "7f1028440000417f40007c041804787c080404783844444438fc2424241818242424fc7c080404084854545420043f444020"
    "3c4040207c1c2040201c3c4030403c44281028441ca0a0a07c4464544c44000836410000007f000000413608001008081008"
)
"""The letters from the space on, five columns each, the lowest bit on top."""
_SIGNS = {
    "●": "1c3e3e3e1c",
    "■": "3e3e3e3e3e",
    "▲": "3038 3e3830",
    "◆": "081c3e1c08",
    "▼": "060e3e0e06",
    "★": "2c1c3e1c2c",
}
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-", "…": "~", "·": "-"})


def previews(found: Json, pages: Mapping[str, str], address: str) -> Iterator[tuple[str, bytes]]:
    """The pages of findings with what leads services to their pictures, and the pictures. address: where the site will
    lie, as links of services must be whole."""
    for r in found["rulesets"]:
        plays, met = PlayPages(r), often(r)
        for f in r["findings"]:
            path, name = (f"{r['id']}/finding-{f['id']}.{kind}" for kind in ("html", "png"))
            if path not in pages:
                continue
            whole = {
                key: escape(f"{address.rstrip('/')}/{quote(one)}") for key, one in (("image", name), ("url", path))
            }
            told = "".join(f'<meta property="og:{key}" content="{one}">' for key, one in whole.items())
            told += '<meta name="twitter:card" content="summary_large_image">'
            yield path, pages[path].replace("</head>", f"{told}</head>", 1).encode()
            yield name, picture(r["title"], f, laid_out(r, f, plays.of_finding(f), met))


def picture(book: str, f: Json, page: Json) -> bytes:
    """The picture of a finding: what happens, the table, the question and its answers."""
    paper, story = _Paper(), page["story"]
    text = [text_of(story[key]) for key in ("crux", "ask")]
    answers = [text_of(one["says"]) for one in story["answers"]]
    paper.rect(0, 0, WIDE, 14, _BANDS.get(f["severity"], "dim"))
    left: float = EDGE
    if page["moment"] and page["moment"]["table"]:
        drawn = svg(page["moment"]["table"], NARROW, "", whole=True, part=page["moment"]["part"])
        left += paper.draw(drawn, EDGE, EDGE + 14, WIDE * 0.42, HIGH - 2 * EDGE) + EDGE
    at = paper.words(text[0] or f["title"], left, EDGE + 14, 3, "say")
    at = paper.words(text[1], left, at + 14, 3, "p0")
    for letter, says in zip(LETTERS, answers, strict=False):
        at = paper.words(f"{letter}  {says}", left, at + 10, 2, "say")
    paper.words(f"{visible(book)}, finding {f['id']}", left, HIGH - EDGE, 2, "dim", least=True)
    return paper.png()


class _Paper:
    """Points of a picture, each the number of a colour."""

    def __init__(self) -> None:
        self.points = np.zeros((HIGH, WIDE), np.uint8)

    def rect(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        a, b, c, d = (max(0, round(one)) for one in (x, y, x + wide, y + high))
        self.points[b:d, a:c] = _NUMBERS[colour]

    def frame(self, x: float, y: float, wide: float, high: float, colour: str, line: int) -> None:
        for down in (y, y + high - line):
            self.rect(x, down, wide, line, colour)
        for along in (x, x + wide - line):
            self.rect(along, y, line, high, colour)

    def disc(self, x: float, y: float, r: float, colour: str) -> None:
        rows, columns = np.ogrid[:HIGH, :WIDE]
        self.points[(columns - x) ** 2 + (rows - y) ** 2 <= r * r] = _NUMBERS[colour]

    def line(self, corners: list[tuple[float, float]], colour: str) -> None:
        for (a, b), (c, d) in pairwise(corners):
            for part in np.linspace(0, 1, 1 + round(max(abs(c - a), abs(d - b)))):
                self.rect(a + (c - a) * part - 1, b + (d - b) * part - 1, 3, 3, colour)

    def letters(self, text: str, x: float, y: float, size: int, colour: str) -> None:
        """A line of words, its left upper corner here; what is off the paper is left out."""
        for place, letter in enumerate(text):
            for column, dots in enumerate(_dots(letter)):
                for row in range(8):
                    if dots >> row & 1 and y + row * size < HIGH:
                        self.rect(x + (6 * place + column) * size, y + row * size, size, size, colour)

    def words(self, text: str, x: float, y: float, size: int, colour: str, *, least: bool = False) -> float:
        """Words in lines as wide as there is room; gives where they end. The last line is for what is `least`."""
        lines = [""]
        for word in _WORDS.findall(_plain(text)):
            longer = f"{lines[-1]} {word}".strip()
            fits = len(longer) * 6 * size <= WIDE - EDGE - x
            lines[-1:] = [longer] if fits or not lines[-1] else [lines[-1], word]
        for line in lines if text else ():
            if y + 9 * size > HIGH - EDGE - 14 and not least:
                return HIGH
            self.letters(line, x, y, size, colour)
            y += 10 * size
        return y

    def draw(self, picture: str, x: float, y: float, wide: float, high: float) -> float:
        """A picture as large as there is room; gives how wide it is."""
        top = ElementTree.fromstring(picture)
        _, _, own_wide, own_high = map(float, top.attrib["viewBox"].split())
        scale = min(wide / own_wide, high / own_high)
        self._shapes(top, x, y, scale, ())
        return own_wide * scale

    def _shapes(self, above: ElementTree.Element, x: float, y: float, scale: float, kinds: tuple[str, ...]) -> None:
        for one in above:
            of = {key: float(one.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
            own = tuple(one.get("class", "").split())
            at = x + scale * (of["x"] or of["cx"]), y + scale * (of["y"] or of["cy"])
            if one.tag == "g":
                moved = re.findall(r"-?[\d.]+", one.get("transform", "0 0"))
                self._shapes(one, x + scale * float(moved[0]), y + scale * float(moved[-1]), scale, (*kinds, *own))
            elif one.tag == "rect":
                self._box((*at, of["width"] * scale, of["height"] * scale), own, kinds)
            elif one.tag == "circle":
                self.disc(*at, of["r"] * scale, _first(_FILLS, (*own, *kinds), "dim"))
            elif one.tag == "path" and {"arrow", "line", "head"} & set(own):
                numbers = [float(number) for number in re.findall(r"-?[\d.]+", one.get("d", ""))]
                corners = [(x + scale * a, y + scale * b) for a, b in zip(numbers[::2], numbers[1::2], strict=False)]
                self.line(corners, "edge" if "line" in own else "hot")
            elif one.tag == "path" and {"hearts", "shields"} & set(kinds):
                self.disc(x + scale * 6, y + scale * 6, scale * 5, _first(_FILLS, kinds, "dim"))
            elif one.tag == "text":
                self._text("".join(one.itertext()), at, own, kinds, scale)

    def _box(self, box: tuple[float, float, float, float], own: tuple[str, ...], kinds: tuple[str, ...]) -> None:
        hot = {"changed", "asked", "cited"} & {*own, *(kinds if "chip" in kinds else ())}
        fill = "say" if "cost" in kinds else _first(_FILLS, own, "")
        if fill and "ghost" not in own:
            self.rect(*box, fill)
        seat = next((one for one in own if re.fullmatch(r"p\d", one)), _first(_LINES, own, "rim"))
        if "patch" not in own:
            self.frame(*box, "hot" if hot else seat, 4 if hot else 2)

    def _text(
        self, text: str, at: tuple[float, float], own: tuple[str, ...], kinds: tuple[str, ...], scale: float
    ) -> None:  # fmt: skip
        light = "cost" in kinds or {"flagged", "turn"} <= set(own) or "marked" in own
        dim = {"soft", "area", "mark", "in", "step", "said"} & set(own)
        seat = next((one for one in own if one in _COLOURS), "dim" if dim else "say")
        colour = "paper" if light else "hot" if {"changed", "cited"} & set(own) else seat
        size = max(1, round(scale))
        wide = len(text) * 6 * size
        left = at[0] - (wide / 2 if "mid" in own else wide if "end" in own else 0)
        self.letters(_plain(text), left, at[1] - 7 * size, size, colour)

    def png(self) -> bytes:
        """Two points in each byte, and of each row what differs from the one above."""
        packed = (self.points[:, ::2] << 4) | self.points[:, 1::2]
        differs = np.diff(packed, axis=0, prepend=np.zeros((1, packed.shape[1]), np.uint8))
        rows = np.hstack([np.full((HIGH, 1), 2, np.uint8), differs]).tobytes()
        colours = bytes.fromhex("".join(_COLOURS.values()))
        parts = (
            (b"IHDR", struct.pack(">2I5B", WIDE, HIGH, 4, 3, 0, 0, 0)),
            (b"PLTE", colours),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in parts
        )


def _first(known: Mapping[str, str], names: tuple[str, ...], otherwise: str) -> str:
    return next((known[name] for name in names if name in known), otherwise)


def _plain(text: str) -> str:
    return str(visible(text)).translate(_PLAIN).replace("~", "...")


def _dots(letter: str) -> bytes:
    if letter in _SIGNS:
        return bytes.fromhex(_SIGNS[letter])
    number = ord(unicodedata.normalize("NFKD", letter)[0]) - 32
    return _DOTS[5 * number : 5 * number + 5] if 0 <= number < len(_DOTS) // 5 else _DOTS[5 * 31 : 5 * 32]
