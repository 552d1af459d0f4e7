"""Earlier results of a verb, used where nothing that it reads has changed: answers are data, found by all they depend
on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.output import count
from ruleslawyer.rulebook.answers.memo import Files, Memo
from ruleslawyer.rulebook.answers.store import users_answers

T = TypeVar("T")
GAMES, ADEQUACY = "games.json", "adequacy.json"
"""Files of a ruleset that verbs write, and that those which are remembered do not read."""
UNCHANGED = "nothing has changed since this was made: what was found then (--fresh computes it anew)"


def still_known(known: int, asked: int, one: str) -> str:
    """The same where of many questions some are known."""
    about = f"{known} of {count(asked, one)} known: nothing that can matter in them has changed"
    return f"{about} (--fresh computes them anew)"


Fresh = Annotated[bool, typer.Option("--fresh", help="Compute everything anew, and believe nothing that is kept.")]


def remembered(
    ruleset: Ruleset, verb: str, asked: tuple[object, ...], make: Callable[[], T], kind: type[T],
    whole: Callable[[T], bool], *, fresh: bool, rules_alone: bool = False,
) -> tuple[T, bool]:  # fmt: skip
    """The answer to what was `asked`, of a `kind`, and whether it was known. It is kept where it is `whole`: another
    run would not better it, and no file was edited while it was made. `rules_alone`: it reads no findings or scenarios,
    nor what else is declared of rules."""
    memo = Memo(users_answers(fresh=fresh), ruleset, None, Files((GAMES, ADEQUACY), rules_alone))
    return memo.ask(kind, make, whole, verb, asked), memo.answers.reused > 0
