"""Text as it may stand on a page: what nobody sees, or what turns the direction of a line, is shown as a code."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls but for tab and new line; marks and overrides of direction; what has no width; halves of pairs."""


def visible(value: object) -> Any:
    """A text with what nobody sees written as ``\\u202e``; anything else, markup of a template included, as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", value)
    return value
