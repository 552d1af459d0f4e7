"""A sample of the net: random programs, as text, of which the product has to say what the oracle says.

`make campaign` looks at very many more. Where one fails, `python -m tests.oracle.campaign --first SEED --programs 1
--every` shrinks it and writes it to build/net.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from hypothesis import HealthCheck, given, settings

from tests.oracle.campaign import failure, programs_of, unlike
from tests.oracle.compare import WAYS
from tests.oracle.constructs import every, of
from tests.oracle.edges import EDGES
from tests.oracle.graph import TooLarge, explored
from tests.oracle.printed import Table, parts
from tests.oracle.programs import NAME, Program, Seeded, program, programs
from tests.oracle.relations import on_a_host
from tests.oracle.written import SPOKEN, TINY, Place, spoken, traps, written

SAMPLE = {
    "networkx": range(12),
    "direct": range(260, 264),
    "reading": range(100, 105),
    "ruling": range(130, 140),
    "relations": range(196, 199),
    "nothing": range(280, 284),
    "forged": range(251, 254),
    "native": range(160, 162),
    "file": range(160, 162),
    "plays": range(202, 206),
    "symmetry": range(176, 179),
    "lifted": range(200, 201),
    "explore": range(210, 213),
    "family": range(222, 224),
    "check": range(230, 231),
    "report": range(232, 233),
    "prove": range(186, 187),
    "unlifted": range(2),
}
"""The seeds that are compared in each way."""
SHARE = 10
RARE = (318, 265, 369, 111, 72, 352, 82, 132, 195, 478, 46, 189, 493, 86, 296, 300, 442)
"""Seeds of programs that have all constructs together; where programs have become others, more are looked at."""


def shares() -> list[tuple[str, range]]:
    return [(way, seeds[i : i + SHARE]) for way, seeds in SAMPLE.items() for i in range(0, len(seeds), SHARE)]


@pytest.mark.parametrize(("way", "seeds"), shares(), ids=lambda x: x if isinstance(x, str) else str(x.start))
def test_the_product_says_what_the_oracle_says(way: str, seeds: range) -> None:
    told = programs_of(seeds, [way], every=True)
    assert told.failed == []
    assert told.comparisons[way] > 0


AT_EDGES = {"mended": (1, 2), **dict.fromkeys(EDGES, (3, 9)), "unbegun": (1, 2, 3)}
"""Of small programs, for four players and for two; each way of having no beginning."""


@pytest.mark.parametrize(("way", "seeds"), AT_EDGES.items())
def test_edges(way: str, seeds: tuple[int, ...]) -> None:
    """Nothing of a sort, no beginning, several players, who may leave, forced steps that go round, two duties due at
    once; what is said where branches end early is so where they do not."""
    told = programs_of(seeds, [way], every=True)
    assert told.failed == []
    assert told.comparisons[way] > 0


@pytest.mark.parametrize(
    ("way", "seed"),
    [
        ("prove", 1420), ("solve", 1080), ("solve", 5040), ("solve", 5100), ("games", 1020), ("adequacy", 3120),
        ("ruling", 5016), ("ruling", 6360), ("ablate", 5080), ("ablate", 5240), ("stats", 6180), ("explore", 6708),
    ],
)  # fmt: skip
def test_the_net_claims_no_more_than_is_said(way: str, seed: int) -> None:
    """A write out of range is another property's than `unbroken`; a game that is over as it begins, or stuck, has no
    first turn; choices that come to one state are one beginning, and where a branch ends is a position; of games of
    which none ends it is not said how they end; a fault may change a step, and no number; a demand that is beaten beats
    nothing, whatever is ruled; what is over a trigger is over the permit by its citation, of which something may be
    ruled, too; a clause of two actions is noticed of each by itself; of fewer than ten games that ended nothing is
    said; of ten events the numbers stand to the right."""
    told = programs_of([seed], [way], every=True)
    assert told.failed == [] and told.comparisons[way] + told.passed.total() > 0


def test_a_sentence_as_wide_as_the_table_below_it_is_none_of_its_heads() -> None:
    table = ["verdict   property  ", "─" * 20, "UNKNOWN   check14   "]
    said, below = parts("\n".join(["taken as given: all ", *table]))
    assert said == "taken as given: all" and isinstance(below, Table) and below.heads == ("verdict", "property")
    (broken,) = parts("\n".join(["of the              ", *table]))
    assert isinstance(broken, Table) and broken.heads == ("of the verdict", "property")


def test_most_programs_are_accepted_and_have_some_states(tmp_path: Path) -> None:
    """The net is as good as its programs: they are varied, and few are refused or trivial."""
    sizes = []
    for seed in range(24):
        try:
            sizes.append(len(explored(program(Seeded(seed)).write(tmp_path / str(seed)), NAME, most=300).depth))
        except TooLarge:
            sizes.append(301)
    assert median(sizes) >= 8
    assert sum(size > 300 for size in sizes) < 6


CLASSICS = [place for place in written() if place.folder not in (TINY, spoken(), spoken("scoped"), traps())]


@pytest.mark.parametrize("place", CLASSICS, ids=lambda p: f"{p.name}-{p.scope}")
def test_classics(place: Place) -> None:
    """Rulesets that are written by hand; of the tiny ones each engine is compared with what was worked out by hand."""
    assert unlike(place, "networkx") == ""


@pytest.mark.parametrize(("name", "way"), [(name, way) for name, ways in SPOKEN.items() for way in ways])
def test_what_is_said_of_the_rulesets_of_this_net(name: str, way: str) -> None:
    """Each sentence that a command prints of them is so."""
    for place in written():
        if place.name == name:
            assert unlike(place, way) == "", place.scope


@settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_programs_that_hypothesis_draws(made: Program) -> None:
    """The same programs can be drawn, so that those that fail shrink."""
    assert failure(made, "networkx", 0) == ""


def test_every_way_has_a_sample_or_a_tool_of_its_own() -> None:
    asked = {*SAMPLE, *AT_EDGES, *(way for ways in SPOKEN.values() for way in ways)}
    assert set(WAYS) - asked == {"spin", "rumur"}


def test_each_construct_of_the_language_comes_in_some_program() -> None:
    """Also as a guest's on a host: there what the guest adds is seen by narrowing."""
    left = every() - of(on_a_host(program(Seeded(0))))
    for seed in (*RARE, *range(600)):
        if not left:
            return
        left -= of(program(Seeded(seed)))
    assert left == set()
