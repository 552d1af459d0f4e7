"""Work that another machine may do: who does it, by the option `--cluster`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruleslawyer.rulesets.loaded import LoadedRuleset, remember

if TYPE_CHECKING:  # an optional extra
    from ruleslawyer.cluster.client import Cluster


def cluster_at(address: str | None, rulesets: Iterable[LoadedRuleset]) -> Cluster | None:
    """The cluster that is asked about these rulesets, where one is named; else None."""
    if address is None:
        return None
    from ruleslawyer.cluster.client import Cluster

    for ruleset in rulesets:
        remember(ruleset)
    return Cluster(address)
