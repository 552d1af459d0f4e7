"""Work that another machine may do: who does it, by the option `--cluster`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, remember

if TYPE_CHECKING:  # an optional extra
    from ruleslawyer.studies.cluster.client import Cluster


def cluster_at(
    address: str | None, rulesets: Iterable[LoadedRuleset], *, besides_workers: bool = False
) -> Cluster | None:
    """The cluster that is asked about these rulesets, where one is named; else None. `besides_workers`: processes of
    this machine were asked for too."""
    if address is None:
        return None
    if besides_workers:
        raise UsageError("a cluster has its own processes", "--workers", "leave one of the two out")
    from ruleslawyer.studies.cluster.client import Cluster

    for ruleset in rulesets:
        remember(ruleset)
    return Cluster(address)
