"""The `ruleslawyer` command: its verbs, its global options, and one clear message for every mistake."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer, current_thread, main_thread
from typing import Annotated

import typer

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import CodecError, InternalError, ModelError, UsageError
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, MISTAKE, TERMINATED, err, screen
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.streams import streams
from ruleslawyer.cli.verbs import NO_RESULT, OTHERS, Verbs
from ruleslawyer.cli.waiting import waiting
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Unready, address_space

app = typer.Typer(
    cls=Verbs,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"Also, for now and then: {', '.join(OTHERS)}.\n\n"
    "Exit codes: 0 as expected, 1 something falls short, 2 a mistake in the command or the model, 130 Ctrl-C, "
    "143 SIGTERM, 141 nobody reads what is printed.",
)


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"ruleslawyer {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    project: Annotated[
        Path | None,
        typer.Option(
            "--project",
            metavar="DIR",
            help="The project's folder; by default that which you are in, else the rulesets that come with the tool.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Formal verification for tabletop rulebooks: contradictions, gaps, dead ends and proofs, each with its clauses."""
    context.obj = Session(project)
    _opened.append(context.obj)


_opened: list[Session] = []
"""The session of the running command, for the places in its error messages."""


def main() -> None:
    """Run the command; a user's mistake is one message and exit code 2, never a traceback."""
    _opened.clear()
    if os.environ.get("RULESLAWYER_DEBUG") != "1":
        sys.unraisablehook = _unraisable
    for name in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS"):
        if name in os.environ:
            os.environ[name] = _complete_line(os.environ[name])
    screen.whole = False
    with streams(), waiting(), _heard() as terminated:
        try:
            _run()
        except SystemExit as end:
            if terminated and end.code == INTERRUPTED:
                sys.exit(TERMINATED)
            raise


def _run() -> None:
    try:
        app(_project_first(sys.argv[1:]))
    except Unready as error:
        err().print(f"INCOMPLETE: {error}; nothing was found so far")
        sys.exit(INTERRUPTED if str(error) == BY_CTRL_C else FALLS_SHORT)
    except BrokenPipeError:
        raise
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 makes one of it while a class is made
            err().print(NO_RESULT)
            sys.exit(INTERRUPTED)
        said = mistake_text(error, _opened[0] if _opened else None)
        if said is None:
            _defect(error)
        else:
            _mistake(f"error: {said}")


def mistake_text(error: Exception, session: Session | None) -> str | None:
    """The message about a user's mistake, with its mend; None where the error is a defect of the tool."""
    match error:
        case ModelError():
            return error.render(_root(session)).rstrip("\n")
        case UsageError():
            return str(error)
        case Unready():
            return f"INCOMPLETE: {error}; nothing was found so far"
        case CodecError():
            return f"{error}\n  = help: the value does not fit this ruleset and scope"
        case OSError():
            place = f"{str(error.filename)[:300]}: " if error.filename else ""
            return f"{place}{error.strerror or error}\n  = help: choose another place, or see to its permissions"
        case MemoryError():
            more = ", or let it have more address space (ulimit -v)" if address_space() else ""
            return f"there is not enough memory for this\n  = help: use a smaller scope, or smaller files{more}"
    if "Symlink loop" in str(error):  # what Python 3.11 and 3.12 say of links that go round
        return f"{error}\n  = help: name a file or a folder, or mend the link"
    return None


@contextmanager
def _heard() -> Iterator[list[int]]:
    """SIGTERM is heard as Ctrl-C is, so that what was found is said and kept; gives its number where it came."""
    came: list[int] = []
    if current_thread() is not main_thread():
        yield came
        return

    def hear(number: int, _: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, hear)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before)


def _unraisable(found: sys.UnraisableHookArgs) -> None:
    """Python drops what is raised while an object is deleted, and z3 deletes many: the signal is sent again.

    Anything else comes of an object that Ctrl-C left half made.
    """
    if found.exc_type is KeyboardInterrupt:
        ignored = signal.getsignal(signal.SIGINT) != signal.default_int_handler
        Timer(0.01, os.kill, (os.getpid(), signal.SIGTERM if ignored else signal.SIGINT)).start()


def _project_first(arguments: list[str]) -> list[str]:
    """`--project DIR` may stand before the verb or after it."""
    for i, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--project" and i + 1 < len(arguments):
            return [*arguments[i : i + 2], *arguments[:i], *arguments[i + 2 :]]
        if word.startswith("--project="):
            return [word, *arguments[:i], *arguments[i + 1 :]]
    return arguments


_LONGEST = 1000
"""Characters in a line of a message: a file or an argument may hold a name of any length."""


def _complete_line(line: str) -> str:
    """The line that a shell asks to complete, likewise; as it is where the folder itself is being written."""
    words = line.split(" ")
    return line if "--project" in words[-2:] else " ".join([words[0], *_project_first(words[1:])])


def _mistake(text: str) -> None:
    """Print what is wrong, without what would command a terminal, and end."""
    lines = (line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in text.split("\n"))
    shown = "\n".join("".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line) for line in lines)
    err().print(shown, soft_wrap=True)
    sys.exit(MISTAKE)


def _defect(error: Exception) -> None:
    """A defect of the tool: the traceback goes to a file (to the terminal only with RULESLAWYER_DEBUG=1)."""
    if os.environ.get("RULESLAWYER_DEBUG") == "1":
        raise error
    text = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
    try:
        file = _opened[0].own.root / "build" / "internal-error.txt"
    except (IndexError, UsageError, OSError):
        file = Path("build", "internal-error.txt")
    try:
        write_whole(file, f"ruleslawyer {__version__}\n{' '.join(sys.argv[1:])}\n\n{traceback.format_exc()}")
        where = f"the details are in {'/'.join(file.parts[-2:])}"
    except OSError:
        where = "set RULESLAWYER_DEBUG=1 to see the details"
    _mistake(f"internal error: {text}\n  = help: this is a defect of ruleslawyer: please report it; {where}")


def _root(session: Session | None) -> Path:
    """The project's folder, or the working directory where there is none."""
    try:
        return session.project.root if session else Path.cwd()
    except (UsageError, OSError):
        return Path.cwd()
