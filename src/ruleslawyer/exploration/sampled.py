"""Steps of an exploration by generated code, taken again by the interpreter: whether both say the same."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State


@dataclass(frozen=True, slots=True)
class Sampled:
    """states: how many were compared; steps: how many lead on from there; differing: after how many actions the two
    differ, and how."""

    states: int
    steps: int
    differing: tuple[str, ...] = ()


def sampled(graph: NativeExploration, most: int) -> Sampled:
    """Where the interpreter leads from up to `most` states, spread evenly over those that were explored, held against
    where the code leads."""
    by_code, found = graph.by_code, graph.found
    ids = [int(identity) for _, _, slice_ in found.rest_states() for identity in slice_]
    every = max(1, -(-len(ids) // most))
    chosen, differing, steps = ids[::every], list[str](), 0
    with by_code.crew(1) as crew:
        for identity in chosen:
            index, partition = divmod(identity, PARTITIONS)
            rows = by_code.expanded(crew, (partition, index, index + 1), by_code.contexts[0])
            by_code.contexts[0].logged()
            coded = {tuple(row[: found.set.words].tolist()) for row in rows}
            state = by_code.state(identity)
            number, read = _interpreted(graph, state)
            steps += number
            if coded != read:
                where = f"after {found.depth_of(identity)} actions"
                differing.append(
                    f"{where}: {len(coded - read)} results of the code alone, {len(read - coded)} of the interpreter"
                )
    return Sampled(len(chosen), steps, tuple(differing))


def _interpreted(graph: NativeExploration, state: State) -> tuple[int, set[tuple[int, ...]]]:
    """How many steps the interpreter takes from a state, and the packed states to which they lead."""
    try:
        taken = [judged.instance for judged in graph.steps.candidates(state) if judged.allowed]
    except BranchEnds:  # it cannot be told whose decision it is
        return 0, set()
    after = [graph.steps.take(state, instance).state for instance in taken]
    return len(taken), {graph.by_code.layout.packed(one) for one in after if one is not None}
