"""Ctrl-C while z3 works, where Python loses it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from time import sleep

import pytest
import z3

from ruleslawyer.engines.smt.encoding.interrupts import WELL_INSIDE, interruptible, new_context


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


def pigeons() -> z3.Solver:
    """A pigeonhole of eleven, which takes z3 minutes."""
    solver = z3.Solver(ctx=new_context())
    solver.set(timeout=20_000)
    where = [[z3.Bool(f"{pigeon} in {hole}", solver.ctx) for hole in range(10)] for pigeon in range(11)]
    solver.add(*(z3.Or(*row) for row in where))
    solver.add(*(z3.Or(z3.Not(a), z3.Not(b)) for c in zip(*where, strict=True) for a in c for b in c if a is not b))
    return solver


@pytest.mark.usefixtures("_heard")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_z3_still_gives_up() -> None:
    """Also where it begins a question just as it is told to."""
    for _ in range(3):
        solver, said = pigeons(), "canceled"
        with suppress(KeyboardInterrupt), interruptible():  # as it says so where it was kept from beginning so long
            solver.push()  # with which it searches from the first
            Freed()
            solver.check()
            said = solver.reason_unknown()
        assert said == "canceled"


@pytest.mark.usefixtures("_heard")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_it_is_an_interrupt_where_z3_was_not_at_work() -> None:
    solver = pigeons()
    with pytest.raises(KeyboardInterrupt), interruptible():
        Freed()
        sleep(4 * WELL_INSIDE)
        solver.push()
