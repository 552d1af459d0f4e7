"""What is drawn several times on a page is written once: a card that lies still from frame to frame is used again."""

from __future__ import annotations

import re
from collections import Counter

_LEAF = re.compile(r'<g( class="[^"]*")?( transform="translate\([^"]*\)")>((?:(?!</?g[ >]|</svg>).)+)</g>', re.DOTALL)
_WORTH = 60
"""Letters from which on it pays to name a shape."""
_BEGIN = '<main id="main" tabindex="-1">'
"""Where shapes are kept: what is not displayed, as a frame of a film may be, lends no style to its copies."""


def shared(page: str) -> str:
    """The same page, in which shapes without groups of their own are drawn once and used again."""
    times = Counter(match[3] for match in _LEAF.finditer(page) if len(match[3]) >= _WORTH)
    names = {shapes: f"d{number}" for number, shapes in enumerate((s for s, n in times.items() if n > 1), 1)}
    if not names:
        return page

    def used(match: re.Match[str]) -> str:
        name = names.get(match[3])
        return match[0] if name is None else f'<use href="#{name}"{match[1] or ""}{match[2]}/>'

    once = "".join(f'<g id="{name}" class="{_kind(shapes)}">{shapes}</g>' for shapes, name in names.items())
    store = f'<svg class="tabletop store" width="0" height="0" aria-hidden="true"><defs>{once}</defs></svg>'
    return _LEAF.sub(used, page).replace(_BEGIN, _BEGIN + store, 1)


def _kind(shapes: str) -> str:
    """The picture that a shape is of: a copy has the style of what stands around it where it is kept. Small pictures
    have no text."""
    return "tabletop" if "<text" in shapes else "tabletop thumb"
