"""One call of an assistant, answered by a process of its own, which can be ended and reads the project as it is now.

A request is a line of JSON on standard input; the answer, `{"text": …, "json": …}` or `{"error": …}`, goes to standard
output. It ends with its standard input, and so with whoever asked."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from threading import Thread

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.assistant_tools import RESOURCES, TOOLS, WRITES
from ruleslawyer.cli.main import mistake_text
from ruleslawyer.cli.output import print_json
from ruleslawyer.cli.session import Session

LONGEST = 1_000_000
"""Characters of an answer."""


def answer(request: Json) -> Json:
    """The answer to a request: a `folder` (null: the bundled rulesets), a `call`, and `arguments` with a ruleset."""
    session = Session(Path(request["folder"]) if request["folder"] else None)
    name, arguments = request["call"], dict(request["arguments"])
    try:
        project = session.own if name in WRITES else session.project
        found, show = (TOOLS | RESOURCES)[name](project.ruleset(arguments.pop("ruleset")), **arguments)
        value = _output_of(found if callable(found) else lambda: print_json(found))
        text = _output_of(show)
        if max(len(value), len(text)) > LONGEST:
            raise UsageError("the answer is too long to be sent", name, "ask for less, or the command in a terminal")
        return {"text": text, "json": json.loads(value)}
    except Exception as error:
        said = mistake_text(error, session)
        if said is None:
            raise
        return {"error": said}


def _output_of(show: Callable[[], object]) -> str:
    """The output of a part of the command; whether something falls short it says, and no exit code."""
    text = io.StringIO()
    with redirect_stdout(text), suppress(typer.Exit):
        show()
    return text.getvalue()


if __name__ == "__main__":
    request = json.loads(sys.stdin.buffer.readline())
    Thread(target=lambda: sys.stdin.buffer.read() or os._exit(1), daemon=True).start()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)  # what else is printed is no answer
        json.dump(answer(request), out)
    os._exit(0)  # rules are large: taking them apart takes seconds
