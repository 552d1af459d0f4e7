"""The one option of the test suite: rewriting the expected outputs that lie beside the tests."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says how busy the machine is, and fails nothing.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
# Code that a test makes is kept for the others, apart from the user's own.
os.environ.setdefault("RULESLAWYER_CACHE", str(Path(tempfile.gettempdir()) / "ruleslawyer-tests"))
# Answers are computed: tests plant faults, and what they find then is nobody else's.
os.environ["RULESLAWYER_ANSWERS"] = ""
# What a slow command says meanwhile hangs on how busy the machine is.
os.environ.setdefault("RULESLAWYER_PROGRESS", "0")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite expected outputs (*.err); read the difference",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
