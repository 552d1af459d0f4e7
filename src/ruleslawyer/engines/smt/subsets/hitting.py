"""Sets of a given size that hit every group, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import z3


def hitting_sets(
    elements: int, groups: Sequence[Collection[int]], apart: Sequence[Collection[int]], size: int
) -> Iterator[tuple[int, ...]]:
    """Each set of so many of the elements 0, 1, … that has one of every group and at most one of each of `apart`."""
    context = z3.Context()
    marks = [z3.Bool(f"element {i}", context) for i in range(elements)]
    solver = z3.Solver(ctx=context)
    solver.set("random_seed", 0)
    solver.add(z3.AtMost(*marks, size), z3.AtLeast(*marks, size))
    solver.add(*(z3.Or(*(marks[i] for i in group), context) for group in groups))
    solver.add(*(z3.AtMost(*(marks[i] for i in some), 1) for some in apart))
    while solver.check() == z3.sat:
        model = solver.model()
        found = tuple(i for i, mark in enumerate(marks) if z3.is_true(model.eval(mark, model_completion=True)))
        yield found
        solver.add(z3.Or(*(z3.Not(marks[i]) for i in found)))
