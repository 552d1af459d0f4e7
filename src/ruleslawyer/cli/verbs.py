"""The verbs by name; the module of one is imported when it is called, and none for the list of them."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from importlib import import_module
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.forms import (
    ALONE,
    BY_FAMILY,
    FORMS,
    GROUPS,
    INNER,
    OF,
    Form,
    module_of,
    parse_question,
)
from ruleslawyer.cli.kept_help import load_drawing
from ruleslawyer.cli.output import INTERRUPTED, err, screen
from ruleslawyer.cli.plain import take_plainly

PANELS = {
    "Check a rulebook": ("init", "lint", "check", "report", "findings", "scenario", "spec"),
    "Play it": ("play", "why", "games"),
    "Prove it": ("explore", "prove", "sweep", "adequacy"),
    "Use it from elsewhere": ("conform", "export", "serve", "build"),
}  # fmt: skip
"""The verbs of the first help, by who asks."""
OTHERS = ("campaign", "diff", "explain", "cache", "lsp")
"""Verbs that it only names."""
DECLARED = tuple(
    dict.fromkeys(
        [verb for verbs in PANELS.values() for verb in verbs if verb not in ALONE or verb in GROUPS]
        + [form.declared.split()[0] for form in FORMS]
        + [BY_FAMILY.declared, *OTHERS]
    )
)
"""The declared verbs: each is a function, or a group of verbs, of its name in the module that `module_of` says.
Those of `INNER` are spelled as `forms` says."""
CUT = frozenset({
    "ablate", "adequacy", "analyse", "certify", "check", "conform", "cores", "explore", "family",
    "findings list", "fuzz", "hunt", "omissions", "prove", "readings", "simulate", "solve", "stakes", "stats", "sweep",
    "symmetry", "terminates", "vectors",
})  # fmt: skip
"""Verbs that print one screen of what they find, and all of it with `--all`."""
BREAK = "\n\n"
"""What stands between the paragraphs of a help text."""
_PANEL = {verb: panel for panel, verbs in PANELS.items() for verb in verbs}


NO_RESULT = "interrupted before the end: there is no result, or a part of one"


class Verbs(TyperGroup):
    """The verbs; a command that Ctrl-C ends says so."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Loaded()
        self._listed = ""
        take_plainly(self)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            err().print(NO_RESULT)
            raise typer.Exit(INTERRUPTED) from None
        except Exception as error:
            _say_where_it_goes(error)
            if hasattr(error, "format_message"):  # typer draws it
                load_drawing()
            raise

    def list_commands(self, ctx: Any) -> list[str]:
        return list(dict.fromkeys([*_PANEL, *self.commands]))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in INNER:
            return None
        if self._listed and (cmd_name in _PANEL or cmd_name in DECLARED):
            panel = _PANEL.get(cmd_name)
            hidden = self._listed == "help" and panel is None
            return TyperCommand(cmd_name, help=_purpose(_declared_name(cmd_name)), rich_help_panel=panel, hidden=hidden)
        return self.commands.get(_declared_name(cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        found = parse_question(args)
        if found is None:
            if args[0] in INNER and not ctx.resilient_parsing:
                form = next(form for name, form in OF.items() if name.split()[0] == args[0])
                ctx.fail(f"No such command '{args[0]}': it is `{form.spelling}`")
            return super().resolve_command(ctx, args)
        form, rest = found
        return form.name, command(form.declared), rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        with self._listing("help"):
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        with self._listing("completion"):
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _listing(self, where: str) -> Iterator[None]:
        """Verbs are asked for their names and what they are for; the help has those of the first screen."""
        self._listed = where
        try:
            yield
        finally:
            self._listed = ""


class _Loaded(MutableMapping[str, Any]):
    """The verbs as commands, each made when it is asked for."""

    def __init__(self) -> None:
        self._made: Json = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = _command(name)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        raise TypeError("no verb can be taken away")

    def __iter__(self) -> Iterator[str]:
        return (name for name in DECLARED if name not in INNER)

    def __len__(self) -> int:
        return len(DECLARED) - len(INNER)


def command(declared: str) -> Any:
    """A declared verb or question, to be run by its words."""
    group, *names = declared.split()
    found = _command(group)
    for name in names:
        found = _parts(found)[name]
    return found


def questions() -> Json:
    """The commands of questions that are spelled with more than a verb's name, or by another one, by their spelling."""
    return {form.spelling: command(form.declared) for form in OF.values()}


def _say_where_it_goes(error: Exception) -> None:
    """Say of an option that a question does not have which questions of the verb have it, if one does."""
    context, option = getattr(error, "ctx", None), getattr(error, "option_name", "")
    if type(error).__name__ != "NoSuchOption" or context is None:
        return
    asked = context.info_name
    verb = asked.split()[0]
    forms = [form for form in OF.values() if form.verb == verb]
    there = {verb: verb} if verb in DECLARED and verb not in GROUPS else {}
    there |= {form.name if form.option or form is ALONE.get(verb) else form.spelling: form.declared for form in forms}
    at = [form.name for form in forms if form.option[:1] == (option,)] or [
        name for name, declared in there.items() if any(option in param.opts for param in command(declared).params)
    ]
    if at:
        goes = ", ".join(f"`{name}`" for name in at)
        vars(error).update(message=f"`{asked}` has no {option}: it goes with {goes}", possibilities=None)


def _declared_name(verb: str) -> str:
    """The name under which a verb of the help is declared."""
    return verb if verb in DECLARED or verb not in ALONE else ALONE[verb].declared


def _command(name: str) -> Any:
    if name not in DECLARED:
        raise KeyError(name)
    verb, panel = getattr(import_module(f"ruleslawyer.cli.{module_of(name)}"), name), _PANEL.get(name)
    alone = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich")
    if isinstance(verb, typer.Typer):
        alone.add_typer(verb, name=name, rich_help_panel=panel, cls=_Group if name in GROUPS else TyperGroup)
    else:
        alone.command(name, rich_help_panel=panel)(verb)
    alone.command("whole")(_whole)
    commands = get_group(alone).commands
    made: Any = commands[name]
    for path, command in [(name, made), *((f"{name} {part}", one) for part, one in _parts(made).items())]:
        if path in CUT:
            command.params += commands["whole"].params
    _fill(made)
    made.params += _questions(name, made)
    for one in (made, *_parts(made).values()):
        take_plainly(one)
    if name in GROUPS:
        for form in FORMS:
            if _by_arguments(form, name):
                purpose = made.commands[form.declared.split()[1]].help.partition(BREAK)[0]
                made.help += f"{BREAK}{form.spelling}: {purpose}"
    return made


def _by_arguments(form: Form, verb: str) -> bool:
    """Whether the arguments alone say that a question of a verb is meant."""
    return form.verb == verb and not form.option


class _Group(TyperGroup):
    """A group of questions, of which only the help is asked: it has their spellings, not what they are declared as."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [*super().collect_usage_pieces(ctx)[:-1], ALONE[str(self.name)].spelling.split()[1]]

    def list_commands(self, ctx: Any) -> list[str]:
        return []


def _questions(name: str, made: Any) -> list[Any]:
    """The options by which a verb asks its other questions; a command that has one never comes here."""
    found = typer.Typer()
    for number, form in enumerate(
        form for form in FORMS if len(form.option) == 1 and _declared_name(form.verb) == name
    ):
        module, *part = form.declared.split()
        there = _parts(made).get(part[0]) if part else None
        says = there.help.partition(BREAK)[0] if there is not None else _purpose(module)
        kind: Any = str if form.metavar else bool
        option = typer.Option(
            *form.option, help=says, metavar=form.metavar, expose_value=False,
            rich_help_panel="Its other questions, each with a --help of its own",
        )  # fmt: skip
        found.command(f"_{number}")(_taking(Annotated[kind, option], "" if form.metavar else False))
    commands = get_group(found).commands.values() if found.registered_commands else ()
    return [param for command in commands for param in command.params]


def _taking(type_: Any, default: object) -> Callable[..., None]:
    """A function with one option, for typer to read."""

    def one(**_: Any) -> None:
        """Carries the option."""

    one.__signature__ = Signature([Parameter("asks", Parameter.KEYWORD_ONLY, default=default, annotation=type_)])  # type: ignore[attr-defined]
    one.__annotations__ = {}
    return one


def _fill(command: Any) -> None:
    """Each paragraph of a help text becomes one line, which wraps where the terminal ends; examples are indented, and
    stay."""
    if command.help:
        command.help = re.sub(r"(?<=\S)\n(?=\S)", " ", command.help)
    for part in _parts(command).values():
        _fill(part)


def _parts(command: Any) -> Json:
    """The verbs of a group; none of any other."""
    parts: Json = getattr(command, "commands", {})
    return parts


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
    source, of = _source(f"cli/{module_of(name)}"), name
    asking = r"^@asking\(\s*(\w+)(?:(?!^def ).)*^def "
    asks = re.search(rf"{asking}{name}\(", source, re.M | re.S) or re.search(asking, source, re.M | re.S)
    if asks:
        of = asks[1]
        module = re.search(rf"^from ruleslawyer\.(\S+) import (?:\([^)]*|.*)\b{of}\b", source, re.MULTILINE)
        source = _source(module[1].replace(".", "/")) if module else ""
    says = rf'^(?:(?:def|class) {of}\(.*?\n    """|{of} = typer.Typer\(.*?help=")(.*?)("|\n\n)'
    found = re.search(says, source, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _source(module: str) -> str:
    return (pkgutil.get_data("ruleslawyer", f"{module}.py") or b"").decode()
