"""`ruleslawyer init`: a new project, with a small game in it to begin from, or with a rulebook of one's own."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, note, print_json, say
from ruleslawyer.rulebook.register.draft import Draft
from ruleslawyer.rulebook.register.starting import start


def init(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The project's folder: an empty one, or one that is not there yet.")
    ],
    id_: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="The ruleset's id; by default the folder's name says it."),
    ] = None,
    from_: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="A rulebook as text, Markdown or PDF, in place of the small game."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a project for a game of your own: register, model, checks, findings, tests and a file for CI.

    It has a small game in it, of ten clauses, two of which contradict each
    other: `ruleslawyer check` finds them. Replace the game by yours, file by
    file; `AGENTS.md` there says how each is written, to you or to an assistant.

    With `--from` it begins with your rulebook: its text with a sentence to a line,
    a register with a stub of a clause for each, and a model that has players only.

    Examples:

      ruleslawyer init mygame

      ruleslawyer init . --id harbour

      ruleslawyer init harbour --from rules.md
    """
    made = start(folder, id_, from_)
    note(made.register.caveat if made.register else "")
    note(_note_of_joins(made.joined))
    if json:
        print_json(made.json())
        return
    name = made.ruleset
    say(f"made {folder.as_posix()}: {len(made.files)} files, the ruleset `{name}`")
    about = _PARTS if made.register is None else _parts_from(made.register, made.source)
    parts = {part.format(name): said for part, said in about.items()}
    for part, said in parts.items():
        say(f"  {part:<{max(map(len, parts))}}  {said}")
    say("next:")
    if folder.resolve() != Path.cwd():
        say(f"  cd {shlex.quote(str(folder))}")
    say("  ruleslawyer check" if made.register is None else "  ruleslawyer spec --lint")


def _note_of_joins(lines: Sequence[str]) -> str:
    """A note of lines that may be rules or headings of their own, and are no lines any more."""
    if not lines:
        return ""
    told = ", ".join(f"“{line[:40]}{'…' if len(line) > 40 else ''}”" for line in lines[:3])
    which = f"{count(len(lines), 'line')} without a full stop {'was' if len(lines) == 1 else 'were'} joined to others"
    more = ", …" if len(lines) > 3 else ""
    return f"{which}: {told}{more}; where one is a rule or a heading, use Markdown, with `- ` or `#` before each"


def _parts_from(made: Draft, source: str) -> dict[str, str]:
    return {
        f"text/{source}": "the rules, a sentence to a line",
        "spec/{}/": f"{count(made.stubs, 'stub')} of clauses: say each in your own words, and give it its kind",
        "model/{}/": "what each clause means; there are players, and nothing that they may do",
        "checks/{}/": "the sizes to look at; what must hold comes here too",
        "findings/{}/": "what is wrong with the text",
    }


_PARTS = {
    "text/{}.txt": "the rules as they are printed",
    "spec/{}/": "the same, a clause for each sentence",
    "model/{}/": "what each clause means",
    "checks/{}/": "what must hold, and where to look",
    "findings/{}/": "what is wrong with the text",
}
