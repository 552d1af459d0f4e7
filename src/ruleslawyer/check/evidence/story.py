"""A finding's story in a few sentences of its author: what happens, what is asked, what could be answered.

Values in braces are filled in from the play (`rulebook/table/told.py`), so that sentences and picture agree.
"""

from __future__ import annotations

import re
import unicodedata

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.toml import Table
from ruleslawyer.check.evidence.query import valid
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import canonical, valid_rulings
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.table.told import Answer, Story

KEYS = ("crux", "ask", "moment", "hide", "answer", "one_answer")
PLACE = re.compile(r"[1-9]\d*:[1-9]\d*")
"""A sentence of the book by its line and its number there."""
HIDDEN = ("turn",)
"""What a picture can leave out, as it would answer the question."""


UNTOLD = Story()


def story_in(file: Table, system: System | None, register: Register | None) -> Story:
    """The story in the front matter of a finding; rulings are held against the model, places against the register."""
    hide = file.texts("hide", HIDDEN[0])
    for number, name in enumerate(hide):
        if name not in HIDDEN:
            raise file.wrong(f"`{name}` cannot be hidden", f'hide = ["{HIDDEN[0]}"]', "hide", number)
    answers = tuple(_answer(table, system, register) for table in file.tables("answer"))
    if len(answers) == 1:
        raise file.wrong("one answer alone is no choice", "write a second [[answer]]", "answer")
    ask = file.text("ask", "")
    if answers and not ask:
        raise file.wrong("`ask` is missing, and there are answers", 'add ask = "…?"', "answer")
    said: dict[str, int] = {}
    for number, answer in enumerate(answers):
        if answer.wording and said.setdefault(same_sentence(answer.wording), number) != number:
            raise file.wrong("two answers have one sentence to print", "let each have its own, or none", "answer")
    return Story(file.text("crux", ""), ask, _moment(file), hide, answers, file.text("one_answer", ""))


def same_sentence(text: str) -> str:
    """The words of a sentence, by which it is the same as another one: without signs, spaces, capitals and marks."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold().replace("_", " ")))


def _moment(file: Table) -> int | None:
    given = file.data.get("moment")
    if given is not None and (not isinstance(given, int) or isinstance(given, bool) or given < 0):
        raise file.wrong("`moment` is the number of a step of the play, from 0: its start", "moment = 2", "moment")
    return given


def places_in(table: Table, register: Register | None) -> tuple[tuple[str, ...], str]:
    """The sentences of the book in place of which one is printed, and that behind which, each a clause that it says or
    its line and number (`64:3`); clauses are held against the register."""
    instead, behind = table.texts("instead", "4.1c"), table.text("behind", "")
    known = register.clauses if register else None
    for key, number, place in (("behind", None, behind), *(("instead", n, one) for n, one in enumerate(instead))):
        if place and not PLACE.fullmatch(place) and known is not None and place not in known:
            mend = f"{nearest(place, known)}; or a line and which of its sentences: 64:3"
            raise table.wrong(f"no clause `{place[:60]}` to print at", mend, key, *([] if number is None else [number]))
    return instead, behind


def _answer(table: Table, system: System | None, register: Register | None) -> Answer:
    table.expect_keys(("says", "then", "wording", "instead", "behind", "ruling", "unpromised"))
    ruling = {canonical(key): choice for key, choice in table.names("ruling").items()}
    if system is not None:
        ruling = valid(valid_rulings, system, ruling, table, "ruling")
    given = table.text("says"), table.text("then", ""), ruling, table.text("unpromised", ""), table.text("wording", "")
    if not given[-1] and any(key in table for key in ("instead", "behind")):
        raise table.wrong("a place for no sentence", 'wording = "…"', "instead" if "instead" in table else "behind")
    return Answer(*given, *places_in(table, register))
