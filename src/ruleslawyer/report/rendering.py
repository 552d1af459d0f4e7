"""Templates filled in: what they may ask for and print, how they are kept compiled, and a page in fewer letters.

What is drawn or described several times on a page is written once, values have quotes where they need them, and no line
ends before a block. A picture is a tree of groups. Equal groups are one, whatever they are in, so that a page becomes a
graph without circles; what is led to more than once is kept at the beginning of the page, and used where it was.
"""

from __future__ import annotations

import marshal
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from markupsafe import Markup

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.kept import KeptCode, cache_folder
from ruleslawyer.check.evidence.finding import BASES, SEVERITIES, STATES, WITHDRAWN
from ruleslawyer.report.finding_layout import KINDS
from ruleslawyer.report.moment import mark_players, mark_players_in_pieces
from ruleslawyer.report.parts import digest_of
from ruleslawyer.report.picture import argument, picture
from ruleslawyer.report.plays import at, film, parse_call
from ruleslawyer.report.statement import say, visible
from ruleslawyer.rulebook.kept.rules import tool
from ruleslawyer.rulebook.table.shapes import CARD, LARGE, MIDDLE, NARROW, Size
from ruleslawyer.rulebook.table.svg import sheet, svg
from ruleslawyer.rulebook.table.told import LETTERS
from ruleslawyer.rulebook.table.words import capital, spoken

_GOOD = ("PROVED", "HOLDS IN SCOPE", "CERTIFICATE", "ENDS WITH PROBABILITY 1")
_TONES = {**dict.fromkeys(_GOOD, "good"), "VIOLATED": "bad", "LASSO": "bad"}
"""The colours of verdicts; every other one is between good and bad."""
ROOM_ON_A6 = 400
"""Units of a picture to print that a card of A6 has room for."""
_SCRIPTS = ("tools", "ranking", "search", "keys", "film", "copy", "picture", "filter", "pass_on", "answers")
"""The scripts that every page loads, joined in one file."""


def render(template: str, told: Mapping[str, object]) -> str:
    """A page of the site, in few letters."""
    page = share_shapes(environment().get_template(template).render(told))
    return without_quotes(short_links(tight(page)))


@cache
def environment() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("ruleslawyer.report", "templates"),
        bytecode_cache=Compiled(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_print_value,
    )
    found.filters |= {
        "tone": lambda word: next((tone for begins, tone in _TONES.items() if str(word).startswith(begins)), "fair"),
        "spoken": spoken,
        "capital": capital,
        "at": at,
        "film": film,
        "called": parse_call,
        "picture": picture,
        "argument": argument,
        "table": _table,
        "named": mark_players,
        "each_named": mark_players_in_pieces,
        "px": _px,
        "is_tall": _is_tall,
        "sign": str,
    }
    found.globals |= {
        "say": say,
        "severities": SEVERITIES,
        "kinds": KINDS,
        "bases": BASES,
        "letters": LETTERS,
        "middle": MIDDLE,
        "to_print": CARD,
        "narrow": NARROW,
        "states": [state for state in STATES if state != WITHDRAWN],
    }
    return found


def _print_value(value: object) -> object:
    """A value as a template prints it, which is never a number by itself: a number is said by a statement (`say`), is a
    measure of a drawing (`px`), or names something, as that of a line does (`sign`)."""
    if isinstance(value, int | float):
        raise TypeError(f"a template prints {value}, and does not say where it comes from")
    return visible(value)


def _px(length: float) -> str:
    return str(length) if isinstance(length, int) else f"{length:.1f}"


def _is_tall(picture: str) -> bool:
    """Whether a picture is too high for a card of A6, beside what is asked on it."""
    frame = re.search(r'viewBox="0 0 [^ ]* ([^"]*)"', picture)
    return frame is not None and float(frame[1]) > ROOM_ON_A6


def _table(drawing: Json, label: str, size: Size = LARGE, whole: bool = True, part: Collection[str] = ()) -> Markup:
    return Markup(visible(svg(drawing, size, label, whole=whole, part=part)))


class Compiled(BytecodeCache):
    """Found by the name and the text of a template, by Jinja and by Python."""

    def __init__(self) -> None:
        self._kept = KeptCode(cache_folder())

    def load_bytecode(self, bucket: Bucket) -> None:
        data = self._kept.read(_key(bucket))
        if data is not None:
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept.write(_key(bucket), bucket.bytecode_to_string())


def _key(bucket: Bucket) -> bytes:
    made_by = jinja2.__version__, sys.version, marshal.version
    return repr(("template", bucket.key, bucket.checksum, *made_by)).encode()


def assets() -> Iterator[tuple[str, str]]:
    folder = resources.files("ruleslawyer.report") / "assets"
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda f: f.name)}
    together = "".join(texts.pop(f"{name}.js") for name in _SCRIPTS)
    texts |= {"site.js": together, "site.css": texts["site.css"] + sheet()}
    yield from ((f"assets/{name}", text) for name, text in texts.items())


def script(name: str) -> str:
    """One of the scripts that pages load together."""
    return (resources.files("ruleslawyer.report") / "assets" / f"{name}.js").read_text(encoding="utf-8")


@cache
def made_by() -> str:
    """The version of the tool that makes pages, of its templates and of what fills them in, to the letter."""
    folder = resources.files("ruleslawyer.report") / "templates"
    texts = [file.read_bytes() for file in sorted(folder.iterdir(), key=lambda f: f.name)]
    return digest_of(b"\0".join((tool(), jinja2.__version__.encode(), *texts)))


# --- fewer letters ----------------------------------------------------------------------------------------------------

_PICTURE = re.compile(r'(<svg class="tabletop[^>]*>(?:<desc[^>]*>.*?</desc>)?)(.*?)(</svg>)', re.DOTALL)
_DESCRIBED = re.compile(r'(<svg class="tabletop[^>]*)><desc>(.*?)</desc>', re.DOTALL)
_GROUP = re.compile(r'<g(?: class="([^"]*)")?(?: transform="translate\(([^ ,)]*)[ ,]([^ ,)]*)\)")?>|</g>')
_HELD = re.compile("\0(\\d+) ([^ \0]*) ([^ \0]*)\0")
"""Where a group is held by another, by its number, and at which place; no text has the sign."""
_HERE = ("0", "0")
"""The place of a group that is not moved."""
_WORDY = 40
"""Letters of words under which a picture has them itself."""
_TAG = re.compile(r"<[a-z][^<>]*>")
_QUOTED = re.compile(r'="([\w.#:/(),-]*[\w.#:(),-])"(?=[ >])')
"""A value that HTML takes without quotes, whatever stands around it."""
_ENDED = re.compile(r'="([\w.#:/-]*[\w.#:-])"/>')
"""The same at the end of a tag that ends itself, of which the value must not take the stroke for its own."""
_BLOCKS = (
    "article body caption dd details div dl dt fieldset figure footer h[1-6] head header html li link main meta nav ol "
    "p script section table tbody td tfoot th thead title tr ul"
)
_BEFORE_BLOCK = re.compile(rf"\n+(?=</?(?:{_BLOCKS.replace(' ', '|')})\b)")
_BESIDE = re.compile(r' href="\./(?=[a-z][\w-]*\.html[#"])')
_BEGIN = '<main id="main" tabindex="-1">'
"""Where groups are kept: what is not displayed, as a frame of a film may be, lends no style to its copies."""


def share_shapes(page: str) -> str:
    """The same page, in which groups of shapes that are there twice are drawn once and used again, and a picture that
    is there in two layouts is described in the first of them."""
    page = _described_once(page)
    groups = _Groups()
    held = _PICTURE.sub(lambda found: found[1] + groups.number_groups(found[2]) + found[3], page)
    return groups.page_with_groups(held)


def without_quotes(page: str) -> str:
    """The same page without the quotes that HTML does not ask for."""
    return _TAG.sub(_bare, page)


def _bare(tag: re.Match[str]) -> str:
    """A tag without them."""
    bare = _QUOTED.sub(_value, tag[0])
    return _ENDED.sub(_last_value, bare) if bare.endswith('"/>') else bare


def _value(found: re.Match[str]) -> str:  # a template for this would be read again each time
    return "=" + found[1]


def _last_value(found: re.Match[str]) -> str:
    return f"={found[1]} />"


def short_links(page: str) -> str:
    """The same page, in which links to pages beside it begin with their names, which have no colon."""
    return _BESIDE.sub(' href="', page)


def tight(page: str) -> str:
    """The same page without the line ends before blocks, which nobody sees."""
    return _BEFORE_BLOCK.sub("", page)


def _described_once(page: str) -> str:
    """The page in which a picture may have its words in another one, where they are found though it is not shown."""
    times = Counter(found[2] for found in _DESCRIBED.finditer(page))
    known: dict[str, str] = {}

    def describe(found: re.Match[str]) -> str:
        frame, words = found[1], found[2]
        if times[words] == 1 or len(words) < _WORDY:
            return found[0]
        if words in known:
            return f'{frame} aria-describedby="{known[words]}">'
        known[words] = f"w{len(known) + 1}"
        return f'{frame}><desc id="{known[words]}">{words}</desc>'

    return _DESCRIBED.sub(describe, page)


class _Groups:
    """The different groups of a page: the class of each, and what is in it."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, str], int] = {}
        self.kept: dict[int, str] = {}

    def number_groups(self, shapes: str) -> str:
        """Shapes in which the groups are numbers."""
        open_: list[tuple[re.Match[str] | None, list[str]]] = [(None, [])]
        at = 0
        for mark in _GROUP.finditer(shapes):
            open_[-1][1].append(shapes[at : mark.start()])
            at = mark.end()
            if mark[0] != "</g>":
                open_.append((mark, []))
                continue
            begun, inside = open_.pop()
            assert begun is not None, "each group that ends has begun"
            group = begun[1] or "", "".join(inside)
            number = self.numbers.setdefault(group, len(self.numbers))
            open_[-1][1].append(f"\0{number} {begun[2] or 0} {begun[3] or 0}\0")
        return "".join(open_[0][1]) + shapes[at:]

    def page_with_groups(self, page: str) -> str:
        """The page with its groups, those that it pays to keep before the others."""
        listed = list(self.numbers)
        texts = (page, *(inside for _, inside in listed))
        used: dict[int, list[tuple[str, str]]] = {}
        for found in (found for text in texts for found in _HELD.finditer(text)):
            used.setdefault(int(found[1]), []).append((found[2], found[3]))
        whole: list[tuple[str, str]] = []

        def place(found: re.Match[str]) -> str:
            number, at = int(found[1]), (found[2], found[3])
            return _as_use(self.kept[number], *at) if number in self.kept else _as_group(*whole[number], at)

        for number, (kind, inside) in enumerate(listed):  # a group comes after those that it holds
            whole.append((kind, _HELD.sub(place, inside)))
            if len(used[number]) > 1 and _pays(f"d{len(self.kept) + 1}", *whole[number], used[number]):
                self.kept[number] = f"d{len(self.kept) + 1}"
        if not self.kept:
            return _HELD.sub(place, page)
        once = "".join(_as_kept(name, *whole[number]) for number, name in self.kept.items())
        store = f'<svg class="tabletop store" width="0" height="0" aria-hidden="true"><defs>{once}</defs></svg>'
        return _HELD.sub(place, page).replace(_BEGIN, _BEGIN + store, 1)


def _pays(name: str, kind: str, shapes: str, places: Sequence[tuple[str, str]]) -> bool:
    """Whether a group that is kept under a name, and used at these places, is shorter than drawn at each."""
    inside = len(without_quotes(shapes))
    drawn = sum(inside + len(without_quotes(_as_group(kind, "", at))) for at in places)
    again = sum(len(without_quotes(_as_use(name, *at))) for at in places)
    return drawn > again + inside + len(without_quotes(_as_kept(name, kind, "")))


def _as_group(kind: str, shapes: str, at: tuple[str, str] = _HERE) -> str:
    """Shapes as a group at a place, where it says anything of them."""
    moved = "" if at == _HERE else f' transform="translate({at[0]},{at[1]})"'
    named = f' class="{kind}"' if kind else ""
    return f"<g{named}{moved}>{shapes}</g>" if named or moved else shapes


def _as_kept(name: str, kind: str, shapes: str) -> str:
    """Shapes as a group that others use: the style sheet finds what is in a copy by the name around it."""
    return f'<g id="{name}">{_as_group(kind, shapes)}</g>'


def _as_use(name: str, x: str, y: str) -> str:
    """A group that is kept, used at a place."""
    at = "".join(f' {axis}="{value}"' for axis, value in (("x", x), ("y", y)) if value != "0")
    return f'<use href="#{name}"{at}/>'
