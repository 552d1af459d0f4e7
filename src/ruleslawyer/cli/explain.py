"""`ruleslawyer explain`: what a diagnostic means, an example that shows it, and how it is mended."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ruleslawyer.cli import complete
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import out, print_json, quote, say, table
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.explained import example, meaning_of


def explain(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE",
            help="Diagnostics, such as RL207; without one all are listed.",
            autocompletion=complete.codes,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Explain diagnostics: what each means, an example of the mistake, and how it is mended.

    Examples:

      ruleslawyer explain RL207

      ruleslawyer explain RL801 RL803 --json

      ruleslawyer explain
    """
    wanted = list(dict.fromkeys(meaning_of(code)[0] for code in codes or sorted(MEANINGS)))
    if json:
        print_json([_json(code) for code in wanted])
    elif not codes:
        found = table("code", "about")
        for code in wanted:
            found.add_row(code, MEANINGS[code].title)
        out().print(found)
    for number, code in enumerate(wanted if codes and not json else ()):
        if number:
            say()
        _show(code)


def _show(code: str) -> None:
    meaning, shown = MEANINGS[code], example(code)
    say(f"{code}: {meaning.title}", "bold")
    if meaning.reason:
        say(f"Why: {meaning.reason}.")
    say(f"Mend: {meaning.mend}.")
    if shown is not None:
        say()
        say("An example:", "bold")
        quote("\n".join(f"    {line}".rstrip() for line in shown.source.splitlines()))
        say()
        say("What is said to it:", "bold")
        quote("\n".join(f"    {line}".rstrip() for line in shown.said.splitlines()))


def _json(code: str) -> dict[str, Any]:
    meaning, shown = MEANINGS[code], example(code)
    return {
        "code": code,
        "title": meaning.title,
        "reason": meaning.reason or None,
        "mend": meaning.mend,
        "example": {"source": shown.source, "language": shown.language, "said": shown.said} if shown else None,
    }
