"""The faults that are put back into the models are still faults of these as they are, and the table is of them."""

from __future__ import annotations

import ast

import pytest

from tests.content.put_back import MACHINES, TABLE, PutBack, kept, put_back, table


@pytest.mark.parametrize("fault", put_back(), ids=lambda fault: fault.name)
def test_its_text_is_there_once(fault: PutBack) -> None:
    """Where this fails, the model has changed: put the fault into what stands there now."""
    ast.parse(fault.applied())
    assert fault.old != fault.new
    assert fault.machine in MACHINES
    assert fault.file.startswith(f"model/{fault.ruleset}/")


def test_the_table_is_of_these_faults() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(kept())
