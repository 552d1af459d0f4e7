"""Every statement, by its name: the door through which templates, Markdown and the terminal say things."""

from __future__ import annotations

from markupsafe import Markup

from ruleslawyer.report import (
    says_best_play,
    says_book,
    says_check,
    says_findings,
    says_front,
    says_games,
    says_plays,
    says_scopes,
    says_unasked,
)
from ruleslawyer.report.statement import STATEMENTS

SUBJECTS = (
    says_best_play, says_book, says_check, says_findings, says_front, says_games, says_plays, says_scopes,
    says_unasked,
)  # fmt: skip
"""The modules that have statements."""


def say(name: str, *of: object) -> Markup:
    """A statement as a field of a page; nothing where it has nothing to say."""
    return STATEMENTS[name].html(*of)
