"""Ctrl-C while z3 works, where Python loses it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
import z3

from ruleslawyer.engines.smt.encoding.interrupts import interruptible, new_context


class Freed:
    """Python calls a method as it frees an object, and drops whatever is raised in it."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def _heard() -> Iterator[None]:
    """Whoever runs the tests may ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_heard")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_z3_still_gives_up() -> None:
    """A pigeonhole of eleven, which takes z3 minutes."""
    solver = z3.Solver(ctx=new_context())
    where = [[z3.Bool(f"{pigeon} in {hole}", solver.ctx) for hole in range(10)] for pigeon in range(11)]
    solver.add(*(z3.Or(*row) for row in where))
    solver.add(*(z3.Or(z3.Not(a), z3.Not(b)) for c in zip(*where, strict=True) for a in c for b in c if a is not b))
    with pytest.raises(KeyboardInterrupt), interruptible():
        Freed()
        while True:
            solver.push()
            solver.check()
