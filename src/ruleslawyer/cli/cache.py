"""`ruleslawyer cache`: what is kept between runs, and how to be rid of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ruleslawyer.base.files.kept import cache as cache_
from ruleslawyer.base.files.kept import clear_cache
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, out, print_json, say, table, with_spaces

cache = typer.Typer(no_args_is_help=True, help="The cache: answers and machine code that are kept between runs.")


class Which(StrEnum):
    """The part of the cache that is taken away."""

    answers = "answers"
    code = "code"
    all = "all"


@cache.callback()
def _cache() -> None:
    """The cache: answers and machine code that are kept between runs."""


@cache.command("show")
def show(json: Json = False) -> None:
    """Show how much is kept between runs, and where.

    An answer (an exploration, a file of scenarios, a whole check) is found by all that
    it depends on: rules, scope, question, and the tool to the letter. What changed is
    computed again, and what was not asked for longest goes when there is too much.
    RULESLAWYER_CACHE names another folder, RULESLAWYER_ANSWERS one for answers alone;
    empty, nothing is kept.

    Examples:

      ruleslawyer cache show

      ruleslawyer cache show --json
    """
    kept = cache_()
    if json:
        print_json(kept)
        return
    found = table("kept", "files", "bytes", "where", numbers=(1, 2))
    for name, of in kept.items():
        found.add_row(name, with_spaces(of["files"]), with_spaces(of["bytes"]), of["folder"] or "nowhere")
    out().print(found)
    foreign = kept["code"]["foreign"]
    if foreign is None and kept["code"]["folder"] is not None:
        say("no code is kept: there is no place for a secret outside this folder; see docs/cache.md")
    elif foreign:
        say(f"{count(foreign, 'file')} of code not made by this user on this machine: never loaded, and made anew")


@cache.command("clear")
def clear(
    which: Annotated[Which, typer.Argument(metavar="KIND", help="What to delete: answers, code, or all.")] = Which.all,
    json: Json = False,
) -> None:
    """Delete what is kept between runs; it is computed again when it is needed.

    Examples:

      ruleslawyer cache clear

      ruleslawyer cache clear answers --json
    """
    gone = clear_cache(*(() if which is Which.all else (which.value,)))
    if json:
        print_json(gone)
    else:
        say(f"{count(gone['files'], 'file')} of {with_spaces(gone['bytes'])} bytes taken away")
