"""Forced steps: rounds of settles, and how a row of such steps can fail to come to rest."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir.system import Duty, Settle
from ruleslawyer.semantics.events import DUTIES, LOOP, ROUND, UNSETTLED, BranchEnds, Event
from ruleslawyer.semantics.state import State

SUBSTEPS = 1000
"""Sub-steps between two rest states; more is an event, not a hang."""
AGAIN = SUBSTEPS // 2
"""Forced steps come round where a state comes again that lies so many sub-steps behind the action at most, and within
so many more."""


@dataclass(frozen=True, slots=True)
class Round:
    """The settles that fired in one state, together. settles: in declaration order; at least one."""

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


class Course:
    """A row of forced steps from an effect on."""

    def __init__(self) -> None:
        self.steps: list[Duty | Round] = []
        self._places: dict[State, int] = {}

    def goes_on(self, state: State) -> None:
        """Something is due in a state: `BranchEnds` where it has been there before."""
        place = self._places.setdefault(state, len(self.steps))
        if place <= AGAIN and 0 < len(self.steps) - place <= AGAIN:
            raise coming_round(*self.steps[place:])

    @property
    def unending(self) -> BranchEnds:
        """The end of a branch in which there are too many."""
        last = self.steps[-1]
        if isinstance(last, Round):
            return BranchEnds(Event("unending", ROUND, cites=last.cites, reason=UNSETTLED))
        return BranchEnds(Event("unending", DUTIES, reason=f"no decision within {SUBSTEPS} forced steps"))


def stays_due(duty: Duty, *, unchanged: bool) -> BranchEnds:
    """The end of a branch in which a duty does not make its `when` false."""
    if unchanged:
        return BranchEnds(Event(LOOP, duty.name, cites=duty.origin.cites, reason="it stays due, and changes nothing"))
    return BranchEnds(Event("unending", duty.name, cites=duty.origin.cites, reason="it stays due"))


def coming_round(*steps: Duty | Round) -> BranchEnds:
    """The end of a branch in which these lead back to where they began."""
    names = dict.fromkeys(step.title if isinstance(step, Round) else step.name for step in steps)
    cites = dict.fromkeys(c for step in steps for c in (step.cites if isinstance(step, Round) else step.origin.cites))
    subject = ROUND if all(isinstance(step, Round) for step in steps) else DUTIES
    reason = f"{', '.join(names)}: forced steps come back to where they were"
    return BranchEnds(Event(LOOP, subject, cites=tuple(cites), reason=reason))
