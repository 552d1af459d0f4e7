"""Ends of a search at something that the engine has no room for, as rows of its log say."""

from __future__ import annotations

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import LOG_ENTRIES, MEMORY, OWN, UNBOUNDED, Site
from ruleslawyer.engines.native.storage import MOST_COUNTED
from ruleslawyer.ir.system import System


class Beyond(Exception):
    """Something that the engine has no room for; the message says what."""

    def __init__(self, kind: str, said: str) -> None:
        super().__init__(said)
        self.kind = kind


def within(low: Lowering, log: Integers) -> None:
    """`Beyond` where some rows of the log end a search."""
    if len(log) == LOG_ENTRIES:
        raise Beyond(MEMORY, "stopped where more was met at once than can be kept")
    failed = log[log[:, 0] == low.names.failure]
    rules = list(low.names.rules)
    for answer in np.unique(failed[:, 2]).tolist() if len(failed) else ():
        site, rule = low.names.site_of(answer), answer >> 32
        if site.kind in OWN:
            raise Beyond(site.kind, _why(site, _place(low.system, rules[rule - 1] if rule else "")))


def _why(site: Site, place: str) -> str:
    match site.kind:
        case kind if kind == MEMORY:
            return f"stopped where one step needs more room for {site.subject} than there is{place}"
        case kind if kind == UNBOUNDED:
            bits = MOST_COUNTED.bit_length()
            return (
                f"stopped where {site.subject} needs more than {bits} bits, and nothing bounds it{place}: give it a "
                f"cap ([caps] {site.subject} = 20), or a range in its type"
            )
    return f"stopped at a number of more than 64 bits{place or f' in {site.subject}'}"


def _place(system: System, rule: str) -> str:
    """The rule that was running, and its line."""
    origin = next((each.origin for each in system.rules() if each.name == rule), None)
    return f" in {rule} ({origin.span})" if origin else ""
