"""A round of settles: those that fired in one state, together."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir.system import Settle
from ruleslawyer.semantics.events import ROUND, UNSETTLED, BranchEnds, Event


@dataclass(frozen=True, slots=True)
class Round:
    """settles: in declaration order; at least one."""

    settles: tuple[Settle, ...]

    @property
    def name(self) -> str:
        return ROUND

    @property
    def title(self) -> str:
        """The names of its settles."""
        return ", ".join(settle.name for settle in self.settles)

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c for settle in self.settles for c in settle.origin.cites))

    @property
    def origin(self) -> Origin:
        return Origin(self.settles[0].origin.span, self.cites)

    @property
    def unending(self) -> BranchEnds:
        """The end of a branch in which rounds do not."""
        return BranchEnds(Event("unending", ROUND, cites=self.cites, reason=UNSETTLED))
