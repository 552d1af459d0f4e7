"""A program that answers JSON lines: started without a shell, waited for so long, and never believed in its length."""

from __future__ import annotations

import json
import os
import re
import selectors
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, TooDeep, json_value
from ruleslawyer.bridges.conform.protocol import LONGEST_LINE
from ruleslawyer.rulebook.rulesets.fields import NONE, Fields

LAST_WORDS = 2_000
"""Bytes of its standard error that are kept, the last ones."""
MOST_PLAYS = 1_000
"""Plays of which the requests are kept, the last ones of a process."""
BEGINS = ("hello", "initial", "load")
"""The requests with which something begins that later ones hang on."""
PIECE = 1 << 16
MORE_SECONDS = 1.0
"""For a line that nobody asked for, once an answer makes no sense."""
TOO_MANY_LINES = "more than one line in answer to one request"

FaultKind = Literal["does not start", "hangs", "dies", "floods", "garbage", "declines"]


ERROR = re.compile(
    r"^(?:(?:Uncaught |Exception in thread \S+ )?[\w.$]*(?:Error|Exception)\b(?: \[\w+\])?:"
    r"|panic:|[Ee]rror\b|thread .* panicked).*",
    re.MULTILINE,
)
"""The line of an error, among the lines of its trace: of JavaScript, Python, Java, Go, Rust."""


def error_line(said: str) -> str:
    """The first line of the error in what a program wrote to standard error; empty where it wrote nothing."""
    found, lines = ERROR.search(said), said.strip().splitlines() or [""]
    line = found[0] if found else lines[-1 if lines[0].startswith("Traceback") else 0]
    return line.strip()[:200]


class Fault(Exception):
    """The program broke the protocol, or declines to play at all. said: the end of what it wrote to standard error."""

    def __init__(self, kind: FaultKind, text: str, said: str = "") -> None:
        super().__init__(text)
        self.kind: FaultKind = kind
        self.text, self.said = text, said


def command_of(text: str) -> list[str]:
    """The words of a command line; no shell reads them. A line without words, or with an open quotation mark, is a
    `UsageError`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"`{text[:100]}` is no command: {error}", "--exec", "close the quotation marks") from error
    if not words:
        raise UsageError("there is no command", "--exec", "write the program and its arguments, as for a shell")
    return words


class Program:
    """One process at a time, in a process group of its own so that nothing it started survives it."""

    def __init__(self, command: Sequence[str], seconds: float, fields: Fields = NONE) -> None:
        """`fields`: what every `hello` tells it of the fields of a state."""
        self.command, self.seconds, self.fields = list(command), seconds, fields
        self.requests = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._waiting = bytearray()
        """What it has written, and nobody has read yet."""
        self._said = bytearray()
        self._has_answered = False
        self.plays: deque[list[Json]] = deque(maxlen=MOST_PLAYS)
        """The requests of this process, those of each play together."""

    def another(self) -> Program:
        """The same program, in a process of its own."""
        return Program(self.command, self.seconds, self.fields)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def running(self) -> bool:
        """Whether the program was started, and has not failed since."""
        return self._process is not None

    def start(self) -> None:
        """A new process, the old one ended; a command that cannot be run is a `UsageError`."""
        self.stop()
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            mend = "name a program that can be run; a shell's words need a shell: sh -c '…'"
            raise UsageError(f"`{self.command[0][:200]}` cannot be run: {why}", "--exec", mend) from error
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._waiting, self._said, self._has_answered = bytearray(), bytearray(), False
        self.plays.clear()

    def stop(self) -> None:
        """End the process and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def ask(self, request: Json) -> Json:
        """One line there, one line back: a JSON object; anything else is a `Fault`, after which `start` is due."""
        (answer,) = self.ask_all([request])
        return answer

    def ask_all(self, requests: Sequence[Json]) -> list[Json]:
        """The same of several requests, which are sent before any is answered."""
        if self._process is None:
            self.start()
        self.requests += len(requests)
        for request in requests:
            if request.get("request") in BEGINS:
                self.plays.append([])
            if self.plays:
                self.plays[-1].append(request)
        text = "".join(json.dumps(request, ensure_ascii=False) + "\n" for request in requests)
        try:
            return [self._read(line) for line in self._exchange(text.encode(), len(requests))]
        except Fault:
            self.stop()
            raise

    def flood(self) -> Fault | None:
        """The fault of a program that writes more lines than it is asked for, if it does: where several requests wait
        in a queue, a second line in answer to one is read as the answer to the next, of which it makes no sense."""
        process = self._process
        if process is None or process.stdout is None:
            return None
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            more = ready.select(MORE_SECONDS) and _at_once(process.stdout.fileno()).strip()
        return self._fault("floods", TOO_MANY_LINES) if more else None

    def _exchange(self, line: bytes, number: int) -> list[bytes]:
        process = self._process
        assert process is not None and process.stdin and process.stdout and process.stderr
        if _at_once(process.stdout.fileno()).strip():
            raise self._fault("floods", "it writes without being asked")
        until = time.monotonic() + self.seconds
        unsent = memoryview(line)
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            ready.register(process.stderr, selectors.EVENT_READ)
            while True:
                left = until - time.monotonic()
                events = ready.select(left) if left > 0 else []
                if not events:
                    raise self._fault("hangs", f"no answer within {self.seconds:g} s")
                for key, _ in events:
                    if key.fileobj is process.stdin:
                        unsent = self._write(unsent)
                        if not unsent:
                            ready.unregister(process.stdin)
                        continue
                    piece = os.read(key.fd, PIECE)
                    if key.fileobj is process.stderr:
                        self._said = (self._said + piece)[-LAST_WORDS:]
                        if not piece:
                            ready.unregister(process.stderr)
                        continue
                    if not piece:
                        raise self._dead()
                    self._waiting += piece
                    found = self._lines(number)
                    if found is not None:
                        return found

    def _write(self, unsent: memoryview) -> memoryview:
        assert self._process is not None and self._process.stdin
        try:
            return unsent[os.write(self._process.stdin.fileno(), unsent[:PIECE]) :]
        except BrokenPipeError:
            raise self._dead() from None

    def _lines(self, number: int) -> list[bytes] | None:
        """The answers, once all are whole; more lines than that, or a line without an end, are a flood."""
        *lines, rest = self._waiting.split(b"\n")
        if max(map(len, (*lines, rest))) > LONGEST_LINE:
            raise self._fault("floods", f"a line of more than {LONGEST_LINE // 1_000_000} MB")
        self._has_answered = self._has_answered or bool(lines)
        if len(lines) < number:
            return None
        if rest.strip() or any(line.strip() for line in lines[number:]):
            raise self._fault("floods", TOO_MANY_LINES)
        self._waiting = bytearray()
        return [bytes(line) for line in lines[:number]]

    def _read(self, line: bytes) -> Json:
        try:
            found = json_value(line.decode("utf-8"), parse_constant=_no_number)
        except UnicodeDecodeError:
            raise self._fault("garbage", "the answer is not UTF-8") from None
        except TooDeep:
            raise self._fault("garbage", "the answer is nested too deeply") from None
        except ValueError:
            raise self._fault("garbage", f"the answer is not JSON: {_begin(line)}") from None
        if not isinstance(found, dict):
            raise self._fault("garbage", f"the answer is not a JSON object: {_begin(line)}")
        return found

    def _dead(self) -> Fault:
        process = self._process
        assert process is not None
        try:
            code = process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return self._fault("dies", "it closed its standard output")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        if process.stderr is not None:
            self._said = (self._said + (process.stderr.read(PIECE) or b""))[-LAST_WORDS:]
        fault = self._fault("dies", f"it ended ({how}) before it answered")
        if not self._has_answered:
            fault.kind, fault.text = "does not start", f"{error_line(fault.said) or 'it says nothing'} ({how})"
        return fault

    def _fault(self, kind: FaultKind, text: str) -> Fault:
        return Fault(kind, text, self._said.decode("utf-8", "replace").strip())


def _at_once(descriptor: int) -> bytes:
    """The bytes that can be read at once, up to a piece."""
    try:
        return os.read(descriptor, PIECE)
    except BlockingIOError:
        return b""


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _begin(line: bytes) -> str:
    text = line[:80].decode("utf-8", "replace")
    return text + "…" if len(line) > 80 else text or "an empty line"
