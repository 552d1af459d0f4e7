"""Commands in processes of their own that have loaded everything already: each is a fork of one that waits.

Loading takes longer than most commands. What a command had to load all the same, the process that waits loads before
the next. What a hash seed changes, it changes in the process that is forked, so there is one for each seed. What a new
process does as it starts is tested elsewhere (`test_loading.py`, `test_wheel.py`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_SERVER = """
import json, os, signal, sys, sysconfig, traceback
from contextlib import suppress
from importlib import import_module
import ruleslawyer
from ruleslawyer.__main__ import SOLVING, main
from ruleslawyer.cli.forms import module_of
from ruleslawyer.cli.verbs import DECLARED
for verb in DECLARED:
    import_module(f"ruleslawyer.cli.{module_of(verb)}")
import jsonschema, networkx, z3

SOLVING.clear()  # each command is a process of its own anyway

OURS = (*map(sysconfig.get_path, ("stdlib", "purelib", "platlib")), os.path.dirname(ruleslawyer.__file__))

def loaded(known):
    # The modules of the tool and of libraries, none of a project, that were not there before.
    new = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items()) if name not in known]
    return [name for name, file in new if file and file.startswith(OURS)]

def run(asked):
    known = set(sys.modules)
    os.chdir(asked["folder"])
    os.environ.update(asked["environment"])
    for number, (file, mode) in enumerate(((asked["input"], os.O_RDONLY), (asked["output"], os.O_WRONLY),
                                           (asked["errors"], os.O_WRONLY))):
        os.dup2(os.open(file, mode), number)
    sys.argv = ["ruleslawyer", *asked["arguments"]]
    signal.alarm(asked["longest"])
    code = 0
    try:
        exec(asked["first"], {})
        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    with open(asked["loaded"], "w") as file:
        json.dump(loaded(known), file)
    os._exit(code)

print("ready", flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        run(asked)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(asked["loaded"]) as file:
        names = json.loads(file.read() or "[]")
    print(ended, flush=True)
    for name in names:
        with suppress(Exception):
            import_module(name)
"""


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@cache
def _server(seed: int) -> subprocess.Popen[str]:
    """The process that waits; it ends with the tests, since its standard input does."""
    found = subprocess.Popen(
        (sys.executable, "-B", "-c", _SERVER), env={**os.environ, "PYTHONHASHSEED": str(seed)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert found.stdout is not None
    assert found.stdout.readline() == "ready\n"
    return found


def forked(
    folder: Path, *arguments: str, seed: int = 1, typed: str = "", environment: Mapping[str, str] | None = None,
    first: str = "", longest: int = 600,
) -> Ran:  # fmt: skip
    """What a command does in a folder, with what is typed, under a hash seed. `first`: Python that is run before it, in
    its process; `longest`: after how many seconds that is ended."""
    server = _server(seed)
    assert server.stdin is not None and server.stdout is not None
    with tempfile.TemporaryDirectory() as place:
        files = {name: str(Path(place) / name) for name in ("input", "output", "errors", "loaded")}
        for name, path in files.items():
            Path(path).write_text(typed if name == "input" else "", encoding="utf-8")
        asked: dict[str, Any] = {"folder": str(folder), "arguments": arguments, **files}
        asked |= {"environment": dict(environment or {}), "first": first, "longest": longest}
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        out, err = (Path(files[name]).read_text(encoding="utf-8") for name in ("output", "errors"))
    return Ran(code, out, err)
