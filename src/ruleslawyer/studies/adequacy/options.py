"""Faults noticed by options of questions: an option shows something only with the fault; `check` asks that in small
scopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from ruleslawyer.check.options import is_held, load_declarations
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.exploration.variants.choices import others
from ruleslawyer.exploration.variants.shown import DEADLOCK, NO_PLAY, STOPS, Shown
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import ENDS
from ruleslawyer.studies.adequacy.faults import Fault
from ruleslawyer.studies.adequacy.place import Place, Spot


def shows(native: NativeExploration) -> frozenset[str]:
    """Results of an exploration in the words of `check`: properties violated, and plays that cannot go on."""
    found = set(native.violations())
    if native.deadlocks:
        found.add(DEADLOCK)
    if not native.found.transitions:
        found.add(NO_PLAY)
    if any(key[0] in ENDS for key in native.event_keys):
        found.add(STOPS)
    return frozenset(found)


class ByOption:
    """A scope under each option of the questions that plays ask there."""

    def __init__(self, ruleset: LoadedRuleset, place: Callable[[Spot], Place]) -> None:
        """place: a spot with the code of all faults."""
        self.place = place
        self.held = is_held(ruleset.root, ruleset.name)
        self.declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)

    def signs_by_fault(self, spot: Spot, left: Sequence[Fault], number: Mapping[str, int]) -> dict[str, str]:
        """Shows, by fault, what some option shows with it, and neither the default nor the unchanged rules show."""
        usual = self.place(spot)
        by_default, found = shows(usual.native), dict[str, str]()
        choices = {one.event.choice for one in usual.native.occurrences}
        for fault in left:
            choices |= _asked_newly(usual, fault, number[fault.name])
        for choice, option in sorted(others(usual.spot.system, choices), key=itemgetter(0)):
            waiting = [fault for fault in left if fault.name not in found]
            place = self.place(Spot(spot.name, spot.by, spot.system.under(choice, option)))
            reached = [fault for fault in waiting if place.reaches(number[fault.name], fault)]
            before = shows(place.native) | by_default if reached else by_default
            for fault in reached:
                tried = place.try_fault(number[fault.name], fault)
                fresh = shows(tried.native) - before if tried is not None else ()
                for what in sorted(fresh):
                    shown = Shown({choice: option}, what, spot.name)
                    if fault.name not in found and not any(one.covers(shown) for one in self.declared):
                        found[fault.name] = f"option {shown}"
        return found


def _asked_newly(usual: Place, fault: Fault, number: int) -> set[str]:
    """The choices that decide events which only the fault brings about."""
    tried = usual.try_fault(number, fault) if usual.reaches(number, fault) else None
    if tried is None:
        return set()
    there = dict(tried.native.observation.events())
    met = (tried.native.occurrence(key) for key in tried.look.events - usual.base.events if key in there)
    return {one.event.choice for one in met if one is not None}
