"""Lemmas of a whole run, by name: with them another run has only to see that they are inductive still."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace

from ruleslawyer.engines.smt.certify.argument import parse_key

OPTIONAL = ("lone", "chains", "any_players")
"""What is written where there is some."""
_OF_PROPERTIES = ("states", "alone", "steps", "lone", "chains")


@dataclass(frozen=True, slots=True)
class Lemmas:
    """states: properties of states, each with its level before it where that is not the first. alone: properties of
    steps that follow from their rules; steps: those for which something of states has to be known, of writes, and of
    states, as `states`, what follows from what is known of each. conditions: of states, which nobody wrote down, as
    `states`. lone: those of `states` that rest on no other. chains: of states, as `states`, what rules one after the
    other show. any_players: the properties that were proved for any number of players, the others for two. Nothing of
    it is believed: what is not inductive is dropped."""

    states: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    lone: tuple[str, ...] = ()
    chains: tuple[str, ...] = ()
    any_players: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        keys = (*self.states, *self.chains, *self.alone, *self.steps)
        return tuple(parse_key(key)[0] for key in keys)

    def _of(self, wanted: Callable[[str], bool]) -> Lemmas:
        """The part about some properties."""
        every = {of: getattr(self, of) for of in _OF_PROPERTIES}
        return Lemmas(**{of: tuple(key for key in keys if wanted(parse_key(key)[0])) for of, keys in every.items()})

    def _with(self, more: Lemmas) -> Lemmas:
        """The lemmas with those of another run about other properties, and its conditions."""
        return replace(
            self, conditions=tuple(dict.fromkeys((*self.conditions, *more.conditions))),
            **{of: getattr(self, of) + getattr(more, of) for of in _OF_PROPERTIES},
        )  # fmt: skip

    def for_any_players(self) -> Lemmas:
        """The part that was proved for any number of players, with all conditions that nobody wrote down."""
        return replace(self._of(self.any_players.__contains__), conditions=self.conditions)

    def and_for_any_players(self, found: Lemmas) -> Lemmas:
        """The lemmas with those found for any number of players; what is new among these holds of two as well."""
        known = self.properties
        new = replace(found._of(lambda name: name not in known), conditions=found.conditions)
        return replace(self._with(new), any_players=found.properties)

    def beside(self, before: Lemmas, late: Collection[str]) -> Lemmas:
        """The lemmas with those of a run before for which this one had no time, and all conditions of that where there
        is one."""
        again = before._of(late.__contains__)
        found = self._with(replace(again, conditions=before.conditions) if again != Lemmas() else again)
        return replace(found, any_players=tuple(name for name in before.any_players if name in found.properties))


@dataclass(frozen=True, slots=True)
class LapsedLemma:
    """A property or condition that was kept once, and is not now. late: for want of time, so that it may still hold."""

    name: str
    rule: str
    reason: str
    late: bool = False
    property: bool = True

    def json(self) -> dict[str, object]:
        return asdict(self)
