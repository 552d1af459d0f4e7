"""Requests and answers over a pair of streams, one JSON object to a line; what is too long is never held whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import BinaryIO

from ruleslawyer.base.files.content import Json, json_value
from ruleslawyer.bridges.conform.protocol import LONGEST_LINE


def converse(source: BinaryIO, answers: BinaryIO, answer: Callable[[object], Json]) -> None:
    """Answer each line until the input ends, or one says `bye`."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(LONGEST_LINE)
            _say(answers, {"error": f"a request has no more than {LONGEST_LINE} bytes"})
            continue
        if not line.strip():
            continue
        request = read(line)
        if isinstance(request, str):
            _say(answers, {"error": request})
            continue
        _say(answers, answer(request[0]))
        if isinstance(request[0], dict) and request[0].get("request") == "bye":
            return


def read(line: bytes) -> tuple[object] | str:
    """The value of a line, or why it has none."""
    try:
        return (json_value(line),)
    except ValueError as error:
        return f"a request is JSON on one line: {error}"


def _say(answers: BinaryIO, found: Json) -> None:
    answers.write(json.dumps(found, separators=(",", ":")).encode() + b"\n")
    answers.flush()
