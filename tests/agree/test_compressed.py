"""Searches with states as trees and with whole ones: the same log, graph, forced passes and report.

That ids, words, parents and counts are the same is asked wherever a scope is explored with several workers.
"""

from __future__ import annotations

from functools import cache

import pytest

from ruleslawyer.engines.native.graph import gather_edges
from ruleslawyer.engines.native.searched_graph import edges
from ruleslawyer.engines.native.sets import CompressedSet
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.rulebook.claims.limits import Compress, Limits
from ruleslawyer.rulebook.claims.result import scope_json
from ruleslawyer.semantics.codec import Codec
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of

SCOPES = (("megacorp", "start2"), ("memesis", "tiny"), ("daemons", "tiny"))


@cache
def explored(name: str, scope: str, compress: Compress) -> NativeExploration:
    return explore_natively(system_of(ROOT, name, scope), Limits(compress=compress), workers=2)


def both(name: str, scope: str) -> tuple[NativeExploration, NativeExploration]:
    return explored(name, scope, "never"), explored(name, scope, "always")


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_searches(name: str, scope: str) -> None:
    whole, trees = both(name, scope)
    assert isinstance(trees.found.set, CompressedSet)
    assert trees.by_code.log.tolist() == whole.by_code.log.tolist()
    assert trees.passes == whole.passes
    assert [a.tolist() for a in trees.by_code.endings()[1]] == [a.tolist() for a in whole.by_code.endings()[1]]


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_graphs(name: str, scope: str) -> None:
    """With edges that were kept on the way, if they were, and with every state expanded once more."""
    made = []
    for found in both(name, scope):
        crew = found.by_code.crew(1)
        again = gather_edges(found.found, crew, None)
        kept = edges(found.by_code)
        made.append([a.tolist() for a in (again.digraph.to, again.labels, kept.digraph.to, kept.labels, kept.ids)])
    assert made[0] == made[1]
    assert made[0][:2] == made[0][2:4]


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_reports(name: str, scope: str) -> None:
    told = []
    for found in both(name, scope):
        result = result_of(found, None, None)
        json = scope_json(name, result, Codec(found.system.system, found.system.scope))
        told.append({key: value for key, value in json.items() if key not in {"seconds", "bytes_as_trees"}})
    assert told[0] == told[1]
