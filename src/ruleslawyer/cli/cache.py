"""`ruleslawyer cache`: what is kept between runs, and how to be rid of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ruleslawyer.base.files.kept import ANSWERS, CODE, Kept, KeptCode, answers_folder, cache_folder
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, out, print_json, say, spaced, table

cache = typer.Typer(no_args_is_help=True, help="What is kept between runs: answers, and machine code.")
KINDS = {"answers": (answers_folder, ANSWERS), "code": (cache_folder, CODE)}
"""Where each kind is kept, and how its files end."""


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
    """Say what is kept between runs, and where.

    An answer (an exploration, a file of scenarios, a whole check) is found by all that
    it depends on: rules, scope, question, and the tool to the letter. What changed is
    computed again, and what was not asked for longest goes when there is too much.
    RULESLAWYER_CACHE names another folder, RULESLAWYER_ANSWERS one for answers alone;
    empty, nothing is kept.

    Examples:

      ruleslawyer cache show

      ruleslawyer cache show --json
    """
    kept = {name: (folder(), *Kept(folder(), suffix, 0).size()) for name, (folder, suffix) in KINDS.items()}
    foreign = KeptCode(cache_folder()).foreign()
    if json:
        print_json({
            name: {"folder": folder.as_posix() if folder else None, "files": files, "bytes": size}
            | ({"foreign": foreign} if name == "code" else {})
            for name, (folder, files, size) in kept.items()
        })  # fmt: skip
        return
    found = table("kept", "files", "bytes", "where", numbers=(1, 2))
    for name, (folder, files, size) in kept.items():
        found.add_row(name, spaced(files), spaced(size), folder.as_posix() if folder else "nowhere")
    out().print(found)
    if foreign is None and kept["code"][0] is not None:
        say("no code is kept: there is no place for a secret outside this folder; see docs/cache.md")
    elif foreign:
        say(f"{count(foreign, 'file')} of code not made by this user on this machine: never loaded, and made anew")


@cache.command("clear")
def clear(
    which: Annotated[Which, typer.Argument(metavar="KIND", help="Of answers, of code, or of all.")] = Which.all,
    json: Json = False,
) -> None:
    """Take away what is kept between runs; nothing is lost but time.

    Examples:

      ruleslawyer cache clear

      ruleslawyer cache clear answers --json
    """
    wanted = KINDS if which is Which.all else {which.value: KINDS[which.value]}
    gone = [Kept(folder(), suffix, 0).prune() for folder, suffix in wanted.values()]
    files, size = sum(files for files, _ in gone), sum(size for _, size in gone)
    if json:
        print_json({"files": files, "bytes": size})
    else:
        say(f"{count(files, 'file')} of {spaced(size)} bytes taken away")
