"""The faults that test the net are still faults of the code as it is, and a handful of them is caught here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.compare import WAYS
from tests.oracle.faults import ENOUGH, ROOT, TABLE, faults

QUICK = ("scoped-cap",)
"""One that a ruleset which it names shows; all are looked for in `make campaign`."""


FAULTS = faults()


@pytest.mark.parametrize("engine", dict.fromkeys(fault.engine for fault in FAULTS))
def test_their_texts_are_there_once(engine: str) -> None:
    """Where this fails, the code has changed: put the fault into what stands there now."""
    for fault in FAULTS:
        if fault.engine == engine:
            compile(fault.applied(), fault.name, "exec", dont_inherit=True)
            assert fault.old != fault.new, fault.name
            assert set(fault.ways) <= set(WAYS), fault.name


def test_the_table_is_of_these_faults() -> None:
    text = TABLE.read_text(encoding="utf-8")
    lines = re.findall(r"^\| `([a-z0-9-]+)` \| (.*?) \| (\S+) \|", text, re.MULTILINE)
    assert sorted((name, says) for name, says, _ in lines) == sorted((fault.name, fault.says) for fault in FAULTS)
    survive = {name for name, _, by in lines if by == "**survives**"}
    assert survive == {fault.name for fault in FAULTS if fault.survives}
    assert len(survive) <= (1 - ENOUGH) * len(lines)


def test_a_handful_is_caught(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.oracle.faults",
        "--programs",
        "10",
        "--output",
        str(tmp_path),
        "--only",
        *QUICK,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"{len(QUICK)} of {len(QUICK)} caught" in done.stdout, done.stdout + done.stderr
