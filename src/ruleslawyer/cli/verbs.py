"""The verbs by name; the module of one is imported when it is called, and none for the list of them."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from ruleslawyer.cli.output import INTERRUPTED, err, screen

PANELS = {
    "From a rulebook to a report": ("init", "lint", "check", "report", "diff"),
    "Every game of a scope": (
        "explore", "sweep", "fuzz", "laws", "hunt", "stats", "solve", "adequacy", "cores", "pairs", "readings",
        "ablate", "campaign",
    ),
    "Every card that could be printed": ("prove", "discover", "terminates", "certify"),
    "One game": ("play", "replay", "why"),
    "Other programs": ("vectors", "conform", "serve", "build", "export"),
    "Registers, findings, scenarios, cards": ("spec", "findings", "scenario", "cards"),
    "The tool itself": ("explain", "lsp", "cache"),
}  # fmt: skip
"""What stands together in the help. A verb is the function, or the group of verbs, of its name in the module of its
name in this package."""
CUT = frozenset({
    "ablate", "adequacy", "certify", "check", "conform", "cores", "discover", "explore", "fuzz", "hunt", "pairs",
    "prove", "readings", "solve", "stats", "sweep", "terminates", "vectors",
})  # fmt: skip
"""Verbs that print one screen of what they find, and all of it with `--all`."""
_PANEL = {verb: panel for panel, verbs in PANELS.items() for verb in verbs}


class Verbs(TyperGroup):
    """The verbs; a command that Ctrl-C ends says so."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Loaded()
        self._listed = False

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            err().print("interrupted before the end: there is no result, or a part of one")
            raise typer.Exit(INTERRUPTED) from None

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_PANEL)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if self._listed and cmd_name in _PANEL:
            return TyperCommand(cmd_name, help=_purpose(cmd_name), rich_help_panel=_PANEL[cmd_name])
        return self.commands.get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        with self._listing():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        with self._listing():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _listing(self) -> Iterator[None]:
        """Verbs are asked for their names and what they are for."""
        self._listed = True
        try:
            yield
        finally:
            self._listed = False


class _Loaded(MutableMapping[str, Any]):
    """The verbs as commands, each made when it is asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = _command(name, _PANEL[name])
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        raise TypeError("no verb can be taken away")

    def __iter__(self) -> Iterator[str]:
        return iter(_PANEL)

    def __len__(self) -> int:
        return len(_PANEL)


def command(verb: str) -> Any:
    """A verb, to be run by its words."""
    return _command(verb, _PANEL[verb])


def _command(name: str, panel: str) -> Any:
    verb = getattr(import_module(f"ruleslawyer.cli.{name}"), name)
    alone = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich")
    if isinstance(verb, typer.Typer):
        alone.add_typer(verb, name=name, rich_help_panel=panel)
    else:
        alone.command(name, rich_help_panel=panel)(verb)
        if name in CUT:
            alone.command("whole")(_whole)
    commands = get_group(alone).commands
    if name in CUT:
        commands[name].params += commands["whole"].params
    _fill(commands[name])
    return commands[name]


def _fill(command: Any) -> None:
    """Each paragraph of a help text becomes one line, which wraps where the terminal ends; examples are indented, and
    stay."""
    if command.help:
        command.help = re.sub(r"(?<=\S)\n(?=\S)", " ", command.help)
    for part in getattr(command, "commands", {}).values():
        _fill(part)


def _wholly(asked: bool) -> None:
    screen.whole = screen.whole or asked


def _whole(
    all_: Annotated[
        bool,
        typer.Option(
            "--all", help="Print all that was found, not one screen of it.", callback=_wholly, expose_value=False
        ),
    ] = False,
) -> None:
    """Carries the option that verbs have whose results may be longer than a screen."""


def _purpose(name: str) -> str:
    """The first paragraph of a verb's docstring, or of that of the question that it asks; of a group its `help`. It is
    read from sources, since to import all verbs takes a second."""
    source, of = _source(f"cli/{name}"), name
    asks = re.search(r"^@asking\(\s*(\w+)", source, re.MULTILINE)
    if asks:
        of = asks[1]
        module = re.search(rf"^from ruleslawyer\.(\S+) import (?:\([^)]*|.*)\b{of}\b", source, re.MULTILINE)
        source = _source(module[1].replace(".", "/")) if module else ""
    says = rf'^(?:(?:def|class) {of}\(.*?\n    """|{of} = typer.Typer\(.*?help=")(.*?)("|\n\n)'
    found = re.search(says, source, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _source(module: str) -> str:
    return (pkgutil.get_data("ruleslawyer", f"{module}.py") or b"").decode()
