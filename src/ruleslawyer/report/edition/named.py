"""Sentences of the book that decisions name, by their places: nothing of the book is written into a finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.decided import Decision
from ruleslawyer.check.evidence.story import PLACE
from ruleslawyer.report.edition.edition import text_of
from ruleslawyer.report.edition.sentences import Text
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def with_places(
    ruleset: LoadedRuleset, decisions: Sequence[Decision], source: Path | None, file: str
) -> list[Decision]:
    """The decisions with places where they name sentences. source: the folder with the text. A `UsageError` for what is
    no whole sentence of it, and where there is no text to look in."""
    register, text = ruleset.register, list[Text]()
    known = register.clauses if register else {}

    def place(named: str, where: str) -> str:
        if not named or named in known:
            return named
        if source is None and PLACE.fullmatch(named):
            return named
        if source is None or register is None or not register.source:
            raise UsageError(
                f"a sentence of the book is named: {named[:60]}", where, "name the text's folder: --source DIR"
            )
        if not text:
            text.append(text_of(register, source))
        return text[0].find(named, where).place

    found = []
    for number, one in enumerate(decisions, 1):
        where = f"{file}: answer {number}"
        instead = tuple(place(named, where) for named in one.instead)
        found.append(replace(one, instead=instead, behind=place(one.behind, where)))
    return found
