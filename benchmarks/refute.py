"""`python -m benchmarks.refute`: how long the solver takes to refute a false invariant, against its shortest violation.

The false invariants say that a situation never comes up, of classics whose shortest ways there are published. What is
printed is for a person: the length of the play that was found, and the seconds, with those of making its rules apart.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.lifted.scoped.instances import Scoped

CLASSICS = Path(__file__).parents[1] / "tests" / "classics"
CASES = (
    ("peterson", "two", "somebody_inside"),
    ("buckets", "one_three_from_two", "can_be_measured"),
    ("buckets", "two_three_from_one", "can_be_measured"),
    ("buckets", "three_five_from_one", "can_be_measured"),
    ("buckets", "three_five_from_two", "can_be_measured"),
    ("buckets", "five_one_for_two", "can_be_measured"),
    ("buckets", "six_fifteen_for_nine", "can_be_measured"),
    ("buckets", "seven_eleven_from_two", "can_be_measured"),
    ("buckets", "seven_eleven_from_one", "can_be_measured"),
)


def main() -> None:
    """Each case once, in turn."""
    print(f"{'ruleset':10} {'scope':24} {'steps':>5} {'making':>9} {'refuting':>8}")
    for name, scope_name, situation in CASES:
        ruleset = Project.load(CLASSICS / name).ruleset(name)
        system, scope = ruleset.system, ruleset.scope(scope_name)
        clock = monotonic()
        Relation(Scoped(system, scope))
        making = monotonic() - clock
        clock = monotonic()
        result = prove(system, scope, [situation], timeout=120.0)[0]
        refuting = monotonic() - clock - making
        found = str(len(result.steps) - 1) if result.witness is not None else "none"
        print(f"{name:10} {scope_name:24} {found:>5} {making:>8.1f}s {refuting:>7.1f}s", flush=True)


if __name__ == "__main__":
    main()
