"""What all tests share: their option to rewrite expected outputs, their folders, and the rulebooks once lowered."""

import gc
import os
import tempfile
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import settings

from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulesets import loaded

ROOT = Path(__file__).parents[1]

# How long an example takes says how busy the machine is, and fails nothing.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
# Code that a test makes is kept for the others, apart from the user's own.
os.environ.setdefault("RULESLAWYER_CACHE", str(Path(tempfile.gettempdir()) / "ruleslawyer-tests"))
# Answers are computed: tests plant faults, and what they find then is nobody else's.
os.environ["RULESLAWYER_ANSWERS"] = ""
# What a slow command says meanwhile hangs on how busy the machine is.
os.environ.setdefault("RULESLAWYER_PROGRESS", "0")

# Fifteen thousand tests and what they load stay until the end: looking through them for garbage finds none.
gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite expected outputs (*.err); read the difference",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


def _share_what_is_lowered() -> None:
    """Rulebooks of this repository are lowered once in a process: hundreds of tests begin with it."""
    lowered: dict[tuple[object, ...], System] = {}

    def once(config: RulesetConfig, root: Path, *registered: Collection[str] | None) -> System:
        if root != ROOT:
            return lower(config, root, *registered)
        files = [*(root / "model").rglob("*.py"), *(root / "checks").rglob("*.py"), root / "pyproject.toml"]
        ids = (None if found is None else frozenset(found) for found in registered)
        key = (config.name, *ids, *((path, path.stat().st_mtime_ns) for path in sorted(files)))
        if key not in lowered:
            lowered[key] = lower(config, root, *registered)
        return lowered[key]

    loaded.lower = once  # type: ignore[assignment, attr-defined]


_share_what_is_lowered()
