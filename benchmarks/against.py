"""Plays against properties: under which of some readings a play breaks one, in the first of some scopes that has it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.engines.native.family import MOST_READINGS, Family
from ruleslawyer.engines.native.verdicts import verdicts
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem

Reading = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Against:
    """The shortest play of a scope that breaks a property under a reading, as a person writes it."""

    scope: str
    reading: Reading
    play: tuple[str, ...]


def plays_against(
    ruleset: LoadedRuleset, wanted: Mapping[str, Sequence[Reading]], scopes: Collection[str], states: int,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Against]:  # fmt: skip
    """For each property of which some reading is given under which it may be wrong, the first play that shows it, with
    as few answers other than the default ones as that takes. states: how many of a scope are looked at, under each
    reading."""
    found: dict[str, Against] = {}
    for scope in scopes:
        left = {name: readings for name, readings in wanted.items() if name not in found}
        if not left:
            break
        tell(f"{scope}, {len(left)} properties left")
        for name, reading in _broken(ruleset.transition_system(scope, brief=True), left, states).items():
            against = _against(ruleset, scope, name, reading, states)
            if against is None:
                continue
            for question in reading if len(reading) > 1 else ():
                fewer = {key: answer for key, answer in against.reading.items() if key != question}
                against = _against(ruleset, scope, name, fewer, states) or against
            found[name] = against
    return found


def _against(ruleset: LoadedRuleset, scope: str, name: str, reading: Reading, states: int) -> Against | None:
    """The play that breaks a property in a scope under a reading; None where none of these states shows one."""
    system = ruleset.transition_system(scope, reading)
    trace = next(v for v in explore_scope(system, limits=Limits(states=states)).verdicts if v.name == name).trace
    if trace is None:
        return None
    return Against(scope, reading, tuple(calls(trace, Codec(system.system, system.scope))))


def _broken(system: TransitionSystem, wanted: Mapping[str, Sequence[Reading]], states: int) -> dict[str, Reading]:
    """The properties that a play of a scope breaks, each with the first of its readings under which one does."""
    readings: list[Reading] = []
    for one in (reading for given in wanted.values() for reading in given):
        if one not in readings:
            readings.append(one)
    found: dict[str, Reading] = {}
    for start in range(0, len(readings), MOST_READINGS):
        batch = tuple(readings[start : start + MOST_READINGS])
        family = Family(system, batch)
        words = verdicts(family, family.search(Limits(), most=states))
        for name, given in wanted.items():
            broken = [one for one in given if one in batch and words[name][batch.index(one)] == "VIOLATED"]
            if broken and name not in found:
                found[name] = broken[0]
    return found
