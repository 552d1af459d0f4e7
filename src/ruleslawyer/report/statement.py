"""A statement: a sentence with a number or a claim, which has a name, its words, and where its values come from.

Pages, Markdown and the terminal print numbers in no other way. On a page it carries its name as `data-source`, so that
whoever doubts it, a test or a reader, can count again. What nobody sees is shown in it, as in any text of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter
from typing import Any

from markupsafe import Markup, escape

from ruleslawyer.base.files.content import Json

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls but for tab and new line; marks and overrides of direction; what has no width; halves of pairs."""


def visible(value: object) -> Any:
    """A text with what nobody sees written as ``\\u202e``; anything else, markup of a template included, as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", value)
    return value


Values = Json
ABOUT = "about"
"""The value that no sentence prints: the name of what a statement is about, where a page says the same of several."""
_TAG = re.compile(r"</?\w+>")


@dataclass(frozen=True, slots=True)
class Statement:
    """The words have holes: `{n}` is a number as people write it, `{n:was|were}` the word for one or for another
    number, `{x:+.2f}` a format of Python's. Of nothing to say the values are None."""

    name: str
    words: str
    values: Callable[..., Values | None]

    def text(self, *of: object) -> str:
        """The sentence without marks; empty where there is nothing to say."""
        values = self.values(*of)
        return "" if values is None else _Plain().vformat(_TAG.sub("", self.words), (), values)

    def html(self, *of: object) -> Markup:
        """The sentence as a field of a page."""
        values = self.values(*of)
        if values is None:
            return Markup()
        about = f' data-about="{escape(visible(values[ABOUT]))}"' if ABOUT in values else ""
        return Markup(f'<span data-source="{self.name}"{about}>{_Escaped().vformat(self.words, (), values)}</span>')


STATEMENTS: dict[str, Statement] = {}
"""Every statement by its name, as far as their modules are loaded."""


def statements_about(subject: str) -> Callable[[str], Callable[[Callable[..., Values | None]], Statement]]:
    """A decorator for statements about a subject, of their words; the function gives the values, and names it."""

    def statement(words: str) -> Callable[[Callable[..., Values | None]], Statement]:
        def declare(values: Callable[..., Values | None]) -> Statement:
            name = f"{subject}.{values.__name__}"
            assert name not in STATEMENTS, f"{name} is said twice"
            STATEMENTS[name] = Statement(name, words, values)
            return STATEMENTS[name]

        return declare

    return statement


def say(name: str, *of: object) -> Markup:
    """A statement as a field of a page; nothing where it has nothing to say."""
    return STATEMENTS[name].html(*of)


class _Plain(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec:
            one, _, others = format_spec.partition("|")
            return one if value == 1 else others
        if isinstance(value, int) and not format_spec:
            return f"{value:,}"
        return str(visible(format(value, format_spec)))


class _Escaped(_Plain):
    def format_field(self, value: object, format_spec: str) -> str:
        return str(value if isinstance(value, Markup) else escape(super().format_field(value, format_spec)))
