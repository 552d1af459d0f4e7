"""A file with a fault in it: one text in place of another; and the first test that fails with it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
PRODUCT = ROOT / "src" / "ruleslawyer"
TOTAL = "20"
"""Seconds that `test_seats.py` gives a prover with a fault for each ruleset."""
PYTEST = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no", "-rfE")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


def planted(name: str, path: Path, old: str, new: str) -> str:
    """The text of a file with the fault of that name; a ValueError where its old text does not stand there once."""
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{name}: its text is {text.count(old)} times in {path}: {old}")
    return text.replace(old, new)


def first_failing(file: str, text: str, *rows: Iterable[str]) -> str:
    """The first test that fails with another text of a file of the product, row by row; empty where none does. It is
    put into a copy of the product, with which the tests run in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, PRODUCT.name)
        shutil.copytree(PRODUCT, copy)
        (copy / file).write_text(text, encoding="utf-8")
        for tests in rows:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *PYTEST, *tests],
                cwd=ROOT, env={**os.environ, "PYTHONPATH": folder, "RULESLAWYER_TESTS_TOTAL": TOTAL},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            found = _FAILED.search(done.stdout)
            if found is None and done.returncode:
                raise AssertionError(done.stdout + done.stderr)
            if found is not None:
                return found[1]
    return ""
