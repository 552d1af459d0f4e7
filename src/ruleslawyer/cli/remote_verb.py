"""A verb that asks one large question, as a question: its words go to another machine, what it prints and writes comes
back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_bytes_together
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.cli.forms import parse_question
from ruleslawyer.cli.output import FALLS_SHORT, MISTAKE, err, progress
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.verbs import command
from ruleslawyer.project import config
from ruleslawyer.rulebook.claims.limits import Unready
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

_OPTION = "cluster"
_QUOTING = ("vectors",)
"""Verbs that quote sources."""


@dataclass(frozen=True, slots=True)
class Said:
    """The output of a verb, on both streams, and its exit code. files: what it wrote, by the number of the place."""

    out: str
    err: str
    code: int
    files: Mapping[int, Mapping[str, bytes]]


@dataclass(frozen=True, slots=True)
class Called(Question[Said]):
    """A verb with the words after it. places: folders that it writes into, which stand among the words as `{0}`."""

    root: Path
    ruleset: str
    verb: str
    words: tuple[str, ...]
    places: tuple[str, ...] = ()

    @property
    def quotes(self) -> bool:
        return self.verb in _QUOTING

    def __call__(self) -> Said:
        said, errors = io.StringIO(), io.StringIO()
        with TemporaryDirectory(prefix="ruleslawyer-", ignore_cleanup_errors=True) as folder:
            places = [f"{folder}/{number}" for number in range(len(self.places))]
            words = [_local_word(word, places) for word in self.words]
            session = _session(loaded_ruleset(self.root, self.ruleset))
            with redirect_stdout(said), redirect_stderr(errors):
                code = _run(self.verb, words, session)
            files = {number: _content(Path(place)) for number, place in enumerate(places)}
            printed, told = (_with_folders(text.getvalue(), places, self.places) for text in (said, errors))
            return Said(printed, told, code if isinstance(code, int) else 0, files)

    def there(self) -> Called:
        return replace(self, places=("",) * len(self.places))

    def back(self, found: Said) -> Said:
        for number, files in found.files.items():
            folder = Path(self.places[number])
            for name in files:
                if ".." in Path(name).parts or Path(name).is_absolute():
                    raise UsageError(f"a cluster wrote {name}", "--cluster", "ask a cluster that you trust")
            write_bytes_together({folder / name: content for name, content in files.items()})
        places = [standing_for(number) for number in range(len(self.places))]
        return replace(
            found, out=_with_folders(found.out, places, self.places), err=_with_folders(found.err, places, self.places)
        )


def _run(verb: str, words: list[str], session: Session) -> object:
    """The exit code; a user's mistake is said as a command says it."""
    form, words = parse_question([verb, *words]) or (None, words)
    asked = command(form.declared if form else verb)
    try:
        return asked.main(words, prog_name=f"ruleslawyer {verb}", standalone_mode=False, obj=session)
    except UsageError as error:
        err().print(f"error: {error}", soft_wrap=True)
        return MISTAKE
    except Unready as error:
        err().print(f"INCOMPLETE: {error}; nothing was found so far")
        return FALLS_SHORT


def elsewhere(context: typer.Context, cluster: str, ruleset: Ruleset, writes: Mapping[str, Path | None]) -> None:
    """Have a cluster run the verb of a context, and end as it ends. `writes`: its options that name folders."""
    for option, folder in writes.items():
        if folder is not None:
            expect_writable(folder / "written", option)
    places = tuple(folder.as_posix() for folder in writes.values() if folder is not None)
    question = Called(ruleset.root, ruleset.name, context.command.name or "", _words(context, places), places)
    asking = cluster_at(cluster, [ruleset])
    assert asking is not None
    with progress(f"{ruleset.name}, {question.verb}") as tell, asking:
        asking.want(question)
        asking.start()
        said = asking.result(question, tell)
    err().file.write(said.err)
    typer.echo(said.out, nl=False)
    raise typer.Exit(said.code)


def _words(context: typer.Context, places: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the command line after the verb, without those that say who does it."""
    options, arguments = list[str](), list[str]()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name == _OPTION or not _is_on_command_line(context, name):
            continue
        if name not in context.params:  # it is no verb's own
            options.append(parameter.opts[0])
            continue
        value: Any = context.params[name]
        values = value if isinstance(value, list | tuple) else [value]
        texts = [_portable_word(v, places) for v in values]
        if parameter.param_type_name == "argument":
            arguments += texts
        elif isinstance(value, bool):
            options.append(parameter.opts[0] if value else parameter.secondary_opts[0])
        else:
            options += [word for text in texts for word in (parameter.opts[0], text)]
    return (*options, "--", *arguments)


def _is_on_command_line(context: typer.Context, name: str) -> bool:
    """Whether an option stood on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _portable_word(value: object, places: tuple[str, ...]) -> str:
    if isinstance(value, Path) and value.as_posix() in places:
        return standing_for(places.index(value.as_posix()))
    return str(value)


def standing_for(number: int) -> str:
    return f"\0{number}\0"


def _local_word(word: str, places: list[str]) -> str:
    return next((place for number, place in enumerate(places) if word == standing_for(number)), word)


def _with_folders(text: str, before: list[str], after: tuple[str, ...]) -> str:
    """A text with the names of folders as they are called here; where nobody has said how, by their numbers."""
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        text = text.replace(one, other or standing_for(number))
    return text


def _content(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def _session(ruleset: LoadedRuleset) -> Session:
    """A session in which there is this ruleset alone, which may have been sent."""
    project = Project(config.Project(ruleset.root, {ruleset.name: ruleset.config}))
    if ruleset.is_sent:
        project.ruleset(ruleset.name).take(ruleset.system)
    return Session.of(project)
