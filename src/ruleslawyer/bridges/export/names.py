"""Names of another language, made from ours: readable, never two alike, never a word that the language keeps."""

from __future__ import annotations

import re


class Names:
    """Identifiers of one exported text. Each begins with a prefix and `_`, so that none is a keyword or a macro."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()

    def of(self, prefix: str, name: str) -> str:
        """``v_bid_Ann`` for the prefix ``v`` and ``bid[Ann]``; the same for the same name, with a number where another
        name would come out alike."""
        found = self._made.get((prefix, name))
        if found is None:
            plain = f"{prefix}_{re.sub('[^A-Za-z0-9]+', '_', name).strip('_')}"
            found, number = plain, 2
            while found in self._taken:
                found, number = f"{plain}_{number}", number + 1
            self._taken.add(found)
            self._made[prefix, name] = found
        return found


def remark(text: str) -> str:
    """A text that can stand in a comment or a string of any of the languages."""
    return re.sub(r"[^A-Za-z0-9_ (),.:;=\[\]{}#?+-]", "_", text)
