"""Minimal sets: of things that cannot stand together, without which the others can, and that hit every group."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import z3


@dataclass(frozen=True, slots=True)
class MinimalSubsets:
    """cores: the minimal unsatisfiable subsets; corrections: the minimal correction sets, which are the minimal hitting
    sets of the cores. Each in the order of the elements, the smallest first. complete: these are all."""

    cores: tuple[tuple[str, ...], ...]
    corrections: tuple[tuple[str, ...], ...]
    complete: bool


def enumerate_subsets(
    elements: Sequence[str], stands: Callable[[frozenset[str]], bool], most: int = 64
) -> MinimalSubsets:
    """All cores and corrections of some elements, or the first `most` of them together.

    MARCO (Liffiton, Previti, Malik, Marques-Silva: *Fast, flexible MUS enumeration*, Constraints 2016): z3 keeps a map
    of the subsets about which nothing is known yet; whoever asks says of one after the other whether it stands.

    stands: whether a set of elements can stand together; so can each part of it.
    """
    context = z3.Context()
    marks = {name: z3.Bool(f"element {i}", context) for i, name in enumerate(elements)}
    unknown = z3.Solver(ctx=context)
    unknown.set("random_seed", 0)
    cores: list[tuple[str, ...]] = []
    corrections: list[tuple[str, ...]] = []

    def in_order(names: Iterable[str]) -> tuple[str, ...]:
        wanted = set(names)
        return tuple(name for name in elements if name in wanted)

    while len(cores) + len(corrections) < most:
        if unknown.check() != z3.sat:
            return MinimalSubsets(_by_size(cores), _by_size(corrections), complete=True)
        model = unknown.model()
        seed = frozenset(name for name, mark in marks.items() if z3.is_true(model.eval(mark, model_completion=True)))
        if stands(seed):
            for name in elements:
                if name not in seed and stands(seed | {name}):
                    seed |= {name}
            missing = in_order(name for name in elements if name not in seed)
            corrections.append(missing)
            unknown.add(z3.Or(*(marks[name] for name in missing), context))
        else:
            for name in elements:
                if name in seed and not stands(seed - {name}):
                    seed -= {name}
            cores.append(in_order(seed))
            unknown.add(z3.Or(*(z3.Not(marks[name]) for name in seed), context))
    return MinimalSubsets(_by_size(cores), _by_size(corrections), complete=False)


def _by_size(found: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(found, key=lambda names: (len(names), names)))


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
