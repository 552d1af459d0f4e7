"""Code that cannot be made, at each moment at which a search makes some: it goes on by what there is, or says one clear
message, and nothing that was found is lost.

The compiler is broken in the process of the command, for texts with a function of some name.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.forked import Ran, forked

HANOI = Path(__file__).parents[1] / "classics" / "hanoi"
BROKEN = """
from ruleslawyer.base.diagnostics import NoCode
from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.exploration import explore
from ruleslawyer.cli import explore as shown
makes, explore.SMALL, shown.SMALL = build.Compiler.object, 10, 10

def object(self, text, key=""):
    if {function!r} in text:
        raise {error}
    return makes(self, text, key)

build.Compiler.object = object
{more}
"""
ERRORS = {
    "LLVM made no code: bad luck": "NoCode('LLVM made no code: bad luck')",
    "there is not enough memory": "MemoryError",
}
WALKS, TREES = " @spread(", " @unfold_parents("


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for all of them."""
    return tmp_path_factory.mktemp("cache")


def explored(kept: Path, *options: str, function: str = "nothing", error: str = "MemoryError", more: str = "") -> Ran:
    """The command, where code with a function cannot be made."""
    first = BROKEN.format(function=function, error=error, more=more)
    words = "explore", "hanoi", "--scope", "three", "--fresh", *options
    ran = forked(HANOI, *words, first=first, environment={"RULESLAWYER_CACHE": str(kept)}, longest=120)
    assert "Traceback" not in ran.err and ran.err.count("error:") == (ran.code == 2), ran.err
    return ran


def found(ran: Ran) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(ran.out)
    return {**document, "verdicts": {one["property"]: one["verdict"] for one in document["properties"]}}


COUNTS = 27, 78, 7
"""The states and transitions of three discs, and how many moves the farthest is away, as published."""


def counts(document: dict[str, Any]) -> tuple[int, int, int]:
    return document["states"], document["transitions"], document["depth"]


@pytest.mark.parametrize("said", ERRORS)
@pytest.mark.parametrize("options", [(), ("--disk", "states")], ids=["memory", "disk"])
def test_behind_a_search(kept: Path, said: str, options: tuple[str, ...], tmp_path: Path) -> None:
    """Properties of all plays are UNKNOWN then; the next run, with a compiler, answers them."""
    options = tuple(str(tmp_path / word) if word == "states" else word for word in options)
    ran = explored(kept, "--engine", "native", "--json", *options, function=WALKS, error=ERRORS[said])
    document = found(ran)
    assert (ran.code, counts(document), document["complete"]) == (1, COUNTS, False)
    assert document["stopped"].startswith(said)
    assert document["verdicts"] == {"tower_elsewhere": "UNKNOWN"}
    known = explored(kept, "--engine", "native", "--json", *options)
    assert known.code == 0 and found(known)["verdicts"] == {"tower_elsewhere": "HOLDS IN SCOPE"}


NO_ROOM = """
from ruleslawyer.engines.native.edges import ForcedPasses
def destinations(*_):
    raise MemoryError
ForcedPasses.destinations = destinations
"""


def test_memory_that_ends_behind_a_search(kept: Path) -> None:
    """In anything that is asked then: what was answered before stays."""
    document = found(ran := explored(kept, "--engine", "native", "--json", more=NO_ROOM))
    assert (ran.code, counts(document), document["verdicts"]) == (1, COUNTS, {"tower_elsewhere": "HOLDS IN SCOPE"})
    assert document["stopped"] == "stopped as the system gave no more memory"


@pytest.mark.parametrize("function", [" @insert(", " @gather(", " @drive("])
def test_before_a_search(kept: Path, function: str) -> None:
    """The reference explorer explores, unless code was asked for."""
    error = ERRORS["LLVM made no code: bad luck"]
    document = found(ran := explored(kept, "--json", function=function, error=error))
    assert (ran.code, document["engine"], counts(document)) == (0, "networkx", COUNTS)
    assert "was not to be had: explored by the reference" in explored(kept, function=function, error=error).out
    ran = explored(kept, "--engine", "native", function=function, error=error)
    assert (ran.code, ran.out) == (2, "") and "error: LLVM made no code: bad luck" in ran.err


FOLDED = "from ruleslawyer.engines.native import sets; sets.LEAST_WORDS = 1\n"
NO_SET = f"""{FOLDED}
makes_set = sets.set_code
def set_code(*given, rooted=False, **more):
    if rooted:
        raise MemoryError
    return makes_set(*given, **more)
sets.set_code = set_code
"""
NO_THREAD = """
from ruleslawyer.engines.native import drive
class Thread(drive.Thread):
    def start(self):
        raise RuntimeError("no thread")
drive.Thread, Crew.worth_seconds, Crew.block = Thread, 0.0, 1
"""
AT_ONCE = "from ruleslawyer.engines.native import scope_code; scope_code.MANY = 1"


@pytest.mark.parametrize(
    ("function", "options", "more"),
    [
        (TREES, ("--compress", "always"), FOLDED),
        ("nothing", ("--compress", "always"), NO_SET),
        (" @sink_here(", (), AT_ONCE),
        ("nothing", ("--workers", "3"), NO_THREAD),
    ],
    ids=["trees", "their set", "packing", "threads"],
)
def test_within_a_search(kept: Path, function: str, options: tuple[str, ...], more: str) -> None:
    """It goes on by the code, and the threads, that there are."""
    document = found(ran := explored(kept, "--engine", "native", "--json", *options, function=function, more=more))
    assert (ran.code, counts(document), document["engine"]) == (0, COUNTS, "native")
    assert document["verdicts"] == {"tower_elsewhere": "HOLDS IN SCOPE"}


BETTER = """
import resource, sys

def improve(self, wanted, improves=build.TieredModules._improve):
    with open("/proc/self/statm") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (taken + {room}, before[1]))
    try:
        improves(self, wanted)
        sys.stderr.write("better code was made")
    except MemoryError:
        sys.stderr.write("there was no room for better code")
        raise
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)

build.TieredModules._improve, build.TieredModules._ran = improve, lambda self, seconds: self.finish()
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="the test limits address space by what Linux tells of a process in /proc"
)
@pytest.mark.parametrize(("room", "said"), [(4 << 20, "there was no room for"), (1 << 32, "was made")])
def test_address_space_that_ends_behind_a_search(tmp_path: Path, room: int, said: str) -> None:
    """As by `ulimit -v`, in the thread that makes better code: where LLVM gets no memory it ends the whole process."""
    ran = explored(tmp_path / "cache", "--engine", "native", "--json", more=BETTER.format(room=room))
    assert said in ran.err
    assert (ran.code, counts(found(ran))) == (0, COUNTS)
