"""Programs that break the protocol: each in its own way, said as it is, within bounded time and memory."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.peer import Claims, Peer, Refused
from ruleslawyer.bridges.conform.program import Fault, Program, command_of
from ruleslawyer.bridges.conform.protocol import LONGEST_LINE
from ruleslawyer.bridges.conform.view import View
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import TINY


def asked(code: str, wait: float = 30.0) -> Fault:
    """How a program fails that runs this code and is asked twice."""
    with Program([sys.executable, "-c", "import sys\n" + code], wait) as program, pytest.raises(Fault) as found:
        program.ask({"request": "one"})
        time.sleep(0.05)
        program.ask({"request": "two"})
    return found.value


READ = "sys.stdin.readline(); "
ANSWER = "sys.stdout.write({!r}); sys.stdout.flush()\n"


@pytest.mark.parametrize(
    ("code", "kind", "about"),
    [
        ("import time; time.sleep(60)", "hangs", "no answer within 0.3 s"),
        (READ + ANSWER.format("{") + "import time; time.sleep(60)", "hangs", "no answer"),
        ("sys.exit(7)", "does not start", "exit code 7"),
        ("import os; os.kill(os.getpid(), 9)", "does not start", "signal 9"),
        (READ + ANSWER.format("{}\n"), "dies", "exit code 0"),
        (f"sys.stdout.write('x' * {LONGEST_LINE + 70_000})", "floods", "more than 4 MB"),
        ("while True: sys.stdout.write('{}\\n')", "floods", ""),
        (READ + ANSWER.format("{}\n{}\n"), "floods", "more than one line"),
        (READ + ANSWER.format("nothing\n"), "garbage", "not JSON"),
        (READ + ANSWER.format("\n"), "garbage", "not JSON: an empty line"),
        (READ + ANSWER.format("[1]\n"), "garbage", "not a JSON object"),
        (READ + ANSWER.format('{"a": NaN}\n'), "garbage", "not JSON"),
        (READ + ANSWER.format('{"a": ' + "9" * 5000 + "}\n"), "garbage", "not JSON"),
        (READ + "sys.stdout.write('[' * 200_000 + '\\n'); sys.stdout.flush()", "garbage", "nested too deeply"),
        (READ + "sys.stdout.buffer.write(b'{\\xff\\n'); sys.stdout.flush()", "garbage", "not UTF-8"),
    ],
)
def test_faults(code: str, kind: str, about: str) -> None:
    fault = asked(code, 0.3 if kind == "hangs" else 30.0)
    assert (fault.kind, about in fault.text) == (kind, True), fault.text


def test_requests_that_wait_are_answered_in_turn() -> None:
    """All of them are in the pipe before the first is answered."""
    code = "import sys, time; time.sleep(0.2); lines = [sys.stdin.readline() for _ in range(3)]\n"
    code += "for line in lines: print(line.strip(), flush=True)\nsys.stdin.readline()"
    requests = [{"request": "step", "at": at} for at in range(3)]
    with Program([sys.executable, "-c", code], 30.0) as program:
        assert program.ask_all(requests) == requests


@pytest.mark.parametrize(("lines", "kind"), [(2, "hangs"), (4, "floods")])
def test_fewer_or_more_answers_than_requests(lines: int, kind: str) -> None:
    code = f"import sys, time\nsys.stdin.readline()\nsys.stdout.write('{{}}\\n' * {lines})\nsys.stdout.flush()\n"
    program = Program([sys.executable, "-c", code + "time.sleep(60)"], 1.0 if kind == "hangs" else 30.0)
    with program, pytest.raises(Fault) as found:
        program.ask_all([{"request": "step"}] * 3)
    assert found.value.kind == kind


def test_what_it_says_is_kept_up_to_its_end() -> None:
    fault = asked("sys.stderr.write('a' * 300_000 + ' the last words'); sys.stderr.flush(); sys.exit(1)")
    assert fault.said.endswith("the last words") and len(fault.said) <= 2_000


def test_speaking_out_of_turn_is_not_taken_for_an_answer() -> None:
    code = READ + "sys.stdout.write('{}\\n'); sys.stdout.flush()\nimport time; time.sleep(0.02)\n"
    code += "sys.stdout.write('{\"late\": 1}\\n'); sys.stdout.flush(); time.sleep(60)"
    assert asked(code).kind == "floods"


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    """The program and its children are gone, also where it never answered."""
    file = tmp_path / "pid"
    code = "import subprocess\nchild = subprocess.Popen(['sleep', '60'])\n"
    code += f"open({str(file)!r}, 'w').write(str(child.pid))\n"
    asked(code + "child.wait()", 1.0)
    pid = int(file.read_text("utf-8"))
    for _ in range(100):
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or status.read_text("utf-8").split()[2] == "Z":
            return
        time.sleep(0.02)
    os.kill(pid, 9)
    raise AssertionError("the child still runs")


def test_a_long_request_and_a_program_that_does_not_read() -> None:
    sleeper = Program([sys.executable, "-c", "import time; time.sleep(60)"], 0.3)
    with sleeper as program, pytest.raises(Fault, match="no answer"):
        program.ask({"state": "x" * 1_000_000})


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    assert command_of("bot 'a b' ; rm $HOME `x`") == ["bot", "a b", ";", "rm", "$HOME", "`x`"]
    for wrong in ("", "  ", "'open"):
        with pytest.raises(UsageError):
            command_of(wrong)
    for command in (["no-such-program"], [str(tmp_path)], ["a\0b"]):
        with pytest.raises(UsageError), Program(command, 1) as program:
            program.ask({})


# --- answers that are JSON, and no messages -----------------------------------------------------------------------


class Saying(Program):
    """Answers as it is told."""

    def __init__(self, answer: Json) -> None:
        super().__init__([], 1.0)
        self.answer: Json = {"protocol": 1, "loads": True, "observes": True}
        self.next = answer

    def ask(self, request: Json) -> Json:
        given, self.answer = self.answer, self.next
        return given


SYSTEM: TransitionSystem = Project.load(TINY).ruleset("t47_pile").transition_system("tiny")
START = next(instance for instance, _ in SYSTEM.initial())
STATE = next(outcome.state for _, outcome in SYSTEM.initial() if outcome.state is not None)
NAMES = st.sampled_from(
    ["state", "legal", "error", "action", "args", "protocol", "fields", "actions", "chance", ""]
    + [field.name for field in SYSTEM.system.state.fields]
    + list(SYSTEM.system.actions)
    + [member for names in SYSTEM.scope.names.values() for member in names]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False)
    | NAMES
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(NAMES, VALUES, max_size=4), st.integers(0, 4))
def test_any_object_is_an_answer_a_refusal_or_garbage(answer: Json, which: int) -> None:
    json.dumps(answer)
    peer = Peer(Saying(answer), SYSTEM, "t47_pile")
    requests = (peer.legal, lambda: peer.initial(START), lambda: peer.load(STATE), lambda: peer.observe(0), peer._hello)
    try:
        found = requests[which]()
    except (Fault, Refused):
        return
    assert isinstance(found, list | View | dict | Claims)


def test_a_misspelt_field_is_said_with_the_nearest() -> None:
    program = Saying({})
    program.answer = {"protocol": 1, "fields": ["dekc"]}
    with pytest.raises(Fault, match="names `dekc`: "):
        Peer(program, SYSTEM, "t47_pile")
