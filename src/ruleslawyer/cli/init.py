"""`ruleslawyer init`: a new project for a game, with a small game in it to begin from."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import print_json, say
from ruleslawyer.project.scaffold import create, ruleset_id


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to; a folder that is empty or not there.")],
    id_: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="The ruleset's id; by default the folder's name says it."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a project for a game of your own: register, model, checks, findings, tests and a file for CI.

    It has a small game in it, of ten clauses, two of which contradict each
    other: `ruleslawyer check` finds them. Replace the game by yours, file by
    file; docs/tutorial.md goes through it.

    Examples:

      ruleslawyer init mygame

      ruleslawyer init . --id harbour
    """
    name = id_ if id_ is not None else ruleset_id(folder)
    files = create(folder, name)
    if json:
        print_json({"folder": folder.as_posix(), "ruleset": name, "files": list(files)})
        return
    say(f"made {folder.as_posix()}: {len(files)} files, the ruleset `{name}`")
    parts = {part.format(name): about for part, about in _PARTS.items()}
    for part, about in parts.items():
        say(f"  {part:<{max(map(len, parts))}}  {about}")
    say("next:")
    if folder.resolve() != Path.cwd():
        say(f"  cd {shlex.quote(str(folder))}")
    say("  ruleslawyer check")


_PARTS = {
    "text/{}.txt": "the rules as they are printed",
    "spec/{}/": "the same, a clause for each sentence",
    "model/{}/": "what each clause means",
    "checks/{}/": "what must hold, and where to look",
    "findings/{}/": "what is wrong with the text",
}
