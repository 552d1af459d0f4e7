"""`ruleslawyer explain`: a diagnostic, a construct of the rule language or a pattern of rules, with an example."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, out, print_json, quote, say, table
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.constructs import about, constructs
from ruleslawyer.front.explaining import example, kinds_of
from ruleslawyer.front.explaining import explain as explanations
from ruleslawyer.front.words import KINDS, WORDS
from ruleslawyer.front.worked import cookbook, examples, excerpt
from ruleslawyer.project.copied import copy
from ruleslawyer.rulebook.register.primer import primer


def explain(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Diagnostics, such as RL207, constructs, such as `frame`, patterns, such as `auction`, or "
            "printed words and kinds of clauses, such as `immaterial` and `ending`; without one all are listed.",
            autocompletion=complete.explainable_names,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Copy a pattern into this project, or make one of it."),
    ] = None,
    all_: Annotated[
        bool,
        typer.Option(
            "--all", help="Print the language on one page, with how to work: the AGENTS.md that `init` writes."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Explain a diagnostic, a construct of the rule language, or a pattern of rules, each with an example.

    A pattern is a small game that runs: its sentences and its model. With `-o` it
    becomes a project of its own, or a part of one that is there.

    Examples:

      ruleslawyer explain RL207

      ruleslawyer explain frame

      ruleslawyer explain auction -o auction

      ruleslawyer explain RL801 RL803 --json

      ruleslawyer explain

      ruleslawyer explain --all
    """
    if all_ and (names or output is not None):
        raise UsageError("--all prints one page, of everything", "--all", "leave out the name, or --all")
    if output is not None:
        _copy(names or [], output, json)
        return
    if json:
        print_json([{"page": primer()}] if all_ else explanations(*names or ()))
    elif all_:
        sys.stdout.write(primer())
    elif not names:
        _list()
    for number, (kind, name) in enumerate(kinds_of(names) if names and not json else ()):
        if number:
            say()
        _SHOWN[kind](name)


def _list() -> None:
    patterns = table("pattern", "about")
    for worked in examples().values():
        patterns.add_row(worked.name, worked.title)
    out().print(patterns)
    say()
    say("constructs", "bold")
    say(", ".join(name for name in constructs() if name[0].isalpha()))
    say()
    say("words of verdicts and events, keys of a scope", "bold")
    say(", ".join(word for word in WORDS if word not in KINDS))
    say()
    say("kinds of clauses", "bold")
    say(", ".join(KINDS))
    say()
    found = table("code", "about")
    for code in sorted(MEANINGS):
        found.add_row(code, MEANINGS[code].title)
    out().print(found)


def _copy(names: list[str], folder: Path, json: bool) -> None:
    kinds = kinds_of(names)
    if len(kinds) != 1 or kinds[0][0] != "pattern":
        raise UsageError("what is copied is one pattern", "-o", "name one: `ruleslawyer explain` lists them")
    name = kinds[0][1]
    files = copy(name, cookbook(), folder)
    if json:
        print_json({"folder": folder.as_posix(), "ruleset": name, "files": list(files)})
        return
    say(f"copied `{name}` into {folder.as_posix()}: {count(len(files), 'file')}")
    say(f"  ruleslawyer --project {folder.as_posix()} explore {name}")


def _show_code(code: str) -> None:
    meaning, shown = MEANINGS[code], example(code)
    say(f"{code}: {meaning.title}", "bold")
    if meaning.reason:
        say(f"Why: {meaning.reason}.")
    say(f"Mend: {meaning.mend}.")
    if shown is not None:
        say()
        say("An example:", "bold")
        _quote(shown.source)
        say()
        say("What is said to it:", "bold")
        _quote(shown.said)


def _show_construct(name: str) -> None:
    construct = constructs()[name]
    for use in construct.uses:
        say(f"{use.written}  ({use.of})", "bold")
        if use.says:
            say(f"  {use.says}")
    shown = excerpt(construct)
    if shown is not None:
        say()
        say(f"An example, from `ruleslawyer explain {shown.worked.name}`:", "bold")
        for sentence in shown.sentences:
            say(f"    {sentence}")
        say()
        _quote(shown.source)
    if about(name):
        say()
        say(f"Mistakes with it: {', '.join(about(name))}")


def _show_pattern(name: str) -> None:
    worked = examples()[name]
    say(f"{name}: {worked.title}", "bold")
    say()
    _quote(worked.source.rstrip("\n"))
    say()
    say(f"`ruleslawyer explain {name} -o {name}` makes a project of it", "dim")


def _quote(text: str) -> None:
    quote("\n".join(f"    {line}".rstrip() for line in text.splitlines()))


def _show_word(name: str) -> None:
    say(f"{name}: {WORDS[name]}")


_SHOWN: dict[str, Callable[[str], None]] = {
    "code": _show_code, "construct": _show_construct, "pattern": _show_pattern, "word": _show_word,
}  # fmt: skip
