"""A finding's story in a few sentences of its author: what happens, what is asked, what could be answered.

Values in braces are filled in from the play (`rulebook/table/told.py`), so that sentences and picture agree.
"""

from __future__ import annotations

import re
import unicodedata

from ruleslawyer.base.files.toml import Table
from ruleslawyer.check.evidence.query import valid
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.rulings import canonical, valid_rulings
from ruleslawyer.rulebook.table.told import Answer, Story

KEYS = ("crux", "ask", "moment", "hide", "answer", "one_answer")
HIDDEN = ("turn",)
"""What a picture can leave out, as it would answer the question."""


UNTOLD = Story()


def story_in(file: Table, system: System | None) -> Story:
    """The story in the front matter of a finding; rulings are held against the model."""
    hide = file.texts("hide", HIDDEN[0])
    for number, name in enumerate(hide):
        if name not in HIDDEN:
            raise file.wrong(f"`{name}` cannot be hidden", f'hide = ["{HIDDEN[0]}"]', "hide", number)
    answers = tuple(_answer(table, system) for table in file.tables("answer"))
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


def _answer(table: Table, system: System | None) -> Answer:
    table.expect_keys(("says", "then", "wording", "ruling", "unpromised"))
    ruling = {canonical(key): choice for key, choice in table.names("ruling").items()}
    if system is not None:
        ruling = valid(valid_rulings, system, ruling, table, "ruling")
    given = table.text("says"), table.text("then", ""), ruling, table.text("unpromised", ""), table.text("wording", "")
    return Answer(*given)
