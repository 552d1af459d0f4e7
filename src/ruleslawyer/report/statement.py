"""A statement: a sentence with a number or a claim, which has a name, its words, and where its values come from.

Pages, Markdown and the terminal print numbers in no other way. On a page it carries its name as `data-source`, so that
whoever doubts it, a test or a reader, can count again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter

from markupsafe import Markup, escape

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.visible import visible

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


def statement(words: str) -> Callable[[Callable[..., Values | None]], Statement]:
    """A statement of these words; the function gives its values, and is named like it."""

    def declare(values: Callable[..., Values | None]) -> Statement:
        subject = values.__module__.rpartition(".")[2].removeprefix("says_")
        name = f"{subject}.{values.__name__}"
        assert name not in STATEMENTS, f"{name} is said twice"
        STATEMENTS[name] = Statement(name, words, values)
        return STATEMENTS[name]

    return declare


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
