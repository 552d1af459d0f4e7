"""What all tests share: their option to rewrite expected outputs, their folders, and the rulebooks once lowered."""

import ctypes
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from ruleslawyer.base.processes import garbage
from ruleslawyer.check import glance
from ruleslawyer.cli import check, verbs
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import Project, RulesetConfig
from ruleslawyer.project.modules import module_file
from tests.bank import TINY
from tests.longer import leave_to_the_campaign

ROOT = Path(__file__).parents[1]

# How long an example takes says how busy the machine is, and fails nothing.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
# Code that a test makes is kept for the others, apart from the user's own.
os.environ.setdefault("RULESLAWYER_CACHE", str(Path(tempfile.gettempdir()) / "ruleslawyer-tests"))
# So is the secret that it is sealed with.
os.environ["XDG_STATE_HOME"] = str(Path(tempfile.gettempdir()) / f"ruleslawyer-tests-state-{os.getuid()}")
# Answers are computed: tests plant faults, and what they find then is nobody else's.
os.environ["RULESLAWYER_ANSWERS"] = ""
# What a slow command says meanwhile hangs on how busy the machine is.
os.environ.setdefault("RULESLAWYER_PROGRESS", "0")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's job in the background ignores Ctrl-C, and so would the commands that tests end by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1
"""What `mallopt` of glibc calls two of its settings."""
if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallopt"):
    # Tests make thousands of contexts of z3. The memory of each went back to the system and came anew, page by page.
    ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, 1 << 25)
    ctypes.CDLL(None).mallopt(TRIM_THRESHOLD, 1 << 28)

garbage.SELDOM = 2_000, 50, 100
"""Objects that are looked at while they are still in the processor's caches cost half of what many at once do; the
oldest are looked at seldom. Commands that tests run ask for the tool's own setting, and get this."""


def pytest_collectstart() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Fifteen thousand tests and what they load stay until the end: looking through them for garbage finds none."""
    gc.collect()
    gc.freeze()
    garbage.collect_seldom()
    gc.callbacks.append(_leave_in_peace)
    gc.enable()


def _leave_in_peace(phase: str, about: dict[str, int]) -> None:
    """Freeze all objects that a full collection has left. They are rules and what was made of them, and hardly ever
    become garbage; to go through millions of them again takes seconds."""
    if phase == "stop" and about["generation"] == 2:
        gc.freeze()


def pytest_sessionfinish() -> None:
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    leave_to_the_campaign(items)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite expected outputs (*.err); read the difference",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays go by the interpreter, as where a scope cannot be compiled: code of a whole rulebook takes seconds."""
    monkeypatch.setattr("ruleslawyer.play.rules._compile", lambda system: None)


def _share_what_is_read() -> None:
    """This repository and the bank of tiny rulesets are read once in a process, and modules with the same text are
    lowered once, wherever they lie: thousands of tests begin with it."""
    patch = pytest.MonkeyPatch()  # never undone
    find: Any = Project.find
    read: dict[tuple[Path, int], Project | None] = {}
    lowered: dict[tuple[object, ...], System] = {}

    def found_once(cls: type[Project], path: Path) -> Project | None:
        root = path.resolve()
        if root not in (ROOT, TINY):
            return find.__func__(cls, path)
        key = root, (root / "pyproject.toml").stat().st_mtime_ns
        if key not in read:
            read[key] = find.__func__(cls, path)
        return read[key]

    def lowered_once(config: RulesetConfig, root: Path, *registered: Collection[str] | None) -> System:
        try:
            modules = tuple((name, module_file(root, name).read_bytes()) for name in (*config.rules, *config.checks))
        except OSError:
            return lower(config, root, *registered)
        ids = (None if found is None else frozenset(found) for found in (*registered, None, None)[:2])
        key = (config.name, config.modules, config.host and config.host.name, *ids, modules)
        if key not in lowered:
            lowered[key] = lower(config, root, *registered)
        # But for this repository's, each is an object of its own: what was compiled of another is not at hand for it.
        return lowered[key] if root == ROOT else replace(lowered[key])

    patch.setattr(Project, "find", classmethod(found_once))
    patch.setattr("ruleslawyer.front.lower.lower", lowered_once)
    # Nor are they kept between runs: a test may put a mistake into what this process makes of them.
    patch.setattr("ruleslawyer.rulebook.kept.rules.SMALL", 1 << 60)


def _do_less() -> None:
    """Take out of tests the work that pays only for a large ruleset, or that a command does once and tests thousands of
    times."""
    patch = pytest.MonkeyPatch()  # never undone
    # After an edit it looks for garbage, but not among all that other tests have left.
    for waiting in (check, glance):
        patch.setattr(waiting, "collect_now", gc.collect)
    patch.setattr(verbs, "_command", cache(verbs._command))
    # Small rulesets have no more states to throw out candidates for lemmas by.
    patch.setattr("ruleslawyer.proof.any_number.PLAYED", 1.0)


_share_what_is_read()
_do_less()
