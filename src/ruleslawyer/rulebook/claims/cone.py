"""The cone of influence of a property, and the caveats to its verdict: rules switched off, rims that were reached.

A place is a field of the state or of a frame, or (without a field's name) whether a frame is open. The cone of a
property has what it reads, and with each place what the rules read that write it: what they are asked in terms,
questions and helpers, in their guards and effects, whose decision it is, and whether the game has ended.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.rules import APART, FOLLOWED, JUDGED, OF_PLAYS, WRITES, Check
from ruleslawyer.ir.schema import RecordDef, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import promise_clauses
from ruleslawyer.ir.uses import Functions, Place, Uses, of_rules
from ruleslawyer.rulebook.claims.verdict import Verdict, Word

RULES_KEPT = 4
"""Whose cones are known, of those that were asked about last."""


class Acting(Functions):
    """The fields that rules read and write."""

    @cached_property
    def lifetime_places(self) -> dict[str, frozenset[Place]]:
        """For each field of the state, what decides how long it lasts and whether it matters."""
        return {
            field.name: frozenset(
                ({(None, field.until.field)} if field.until is not None else set())
                | (self.uses([field.matters]).reads if field.matters is not None else set())
            )
            for field in self.system.state.fields
        }

    @cached_property
    def always(self) -> frozenset[Place]:
        """The fields that decide whether anybody may do anything at all."""
        return self.uses([self.system.awaits, self.system.ended]).reads

    @cached_property
    def always_cites(self) -> frozenset[str]:
        """The clauses behind that, and behind what is not allowed where nothing permits it."""
        world = self.system.closed_world
        asked = self.uses([self.system.awaits, self.system.ended])
        return frozenset((*asked.cites, *(world.origin.cites if world else ())))

    @cached_property
    def rules(self) -> dict[str, Uses]:
        """Each rule that acts. Its guard reads which frame is innermost, a duty's also whether a trigger is pending:
        the rule that would close the frame may be off, and while a trigger waits there is a state of rest."""
        opened = {(frame, "") for frame in self.system.frames}
        waiting = {(None, trigger.field) for trigger in self.system.triggers.values()}
        found = {}
        for action in self.system.actions.values():
            uses = self.uses(of_rules(action.rules()))
            awaits = {(frame, "awaits") for frame in action.at if frame}
            found[action.name] = replace(uses, reads=uses.reads | self.always | opened | awaits)
        for duty in self.system.duties.values():
            uses = self.uses([*of_rules(duty.rules()), self.system.ended])
            found[duty.name] = replace(uses, reads=uses.reads | opened | waiting)
        for settle in self.system.settles.values():
            found[settle.name] = self.uses(of_rules(settle.rules()))
        return found


class Cones:
    """The cones of a ruleset's properties in one scope."""

    _known: ClassVar[dict[int, Cones]] = {}

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope
        self._functions = Acting(system)
        self._off: dict[tuple[tuple[str, ...], str], tuple[str, ...]] = {}
        self._assumed: dict[str, tuple[str, ...]] = {}

    @classmethod
    def of(cls, system: System, scope: Scope) -> Cones:
        """The same; of the rules that were asked about last what is known is kept, for whatever scope."""
        return latest(cls._known, id(system), RULES_KEPT, lambda: Cones(system, scope)).in_scope(scope)

    def in_scope(self, scope: Scope) -> Cones:
        """The same in another scope: what rules read and write is looked at once."""
        found = copy(self)
        found.scope = scope
        return found

    def switched_off(self, name: str) -> tuple[str, ...]:
        """The rules that are off in the cone of a property (a check, or what the solver asks besides), in order.

        An answer over all ways on depends on every rule: one that is off may be the way out, or lead in circles.
        """
        if not self.scope.off:
            return ()
        key = self.scope.off, name
        if key not in self._off:
            self._off[key] = self.rules_in_cone(name, self.scope.off)
        return self._off[key]

    def rules_in_cone(self, name: str, rules: tuple[str, ...]) -> tuple[str, ...]:
        """The rules, of some, that lie in the cone of a property (see `switched_off`)."""
        check = self.system.checks.get(name)
        if name.startswith(APART):
            asking = self._asking(name.removeprefix(APART).partition(":")[0])
            cone = self._closure({place for rule in asking for place in self._functions.rules[rule].reads})
            return tuple(rule for rule in rules if rule in asking or self._functions.rules[rule].writes & cone)
        if check.kind in OF_PLAYS if check else not name.startswith(WRITES):
            return rules
        cone = self._closure(self._of_check(check) if check else {self._place(name.removeprefix(WRITES))})
        asked = self._functions.uses([check.function]).calls | {check.of} if check else frozenset()
        return tuple(rule for rule in rules if rule in asked or self._functions.rules[rule].writes & cone)

    def assumed_clauses(self, name: str) -> tuple[str, ...]:
        """The clauses of the host on which the verdict on a property rests: those behind what lies in its cone, and
        behind whose decision it is, how a game begins, and when it has ended."""
        if self.system.host is None:
            return ()
        if name not in self._assumed:
            self._assumed[name] = self._rested_on(name)
        return self._assumed[name]

    def _rested_on(self, name: str) -> tuple[str, ...]:
        check = self.system.checks.get(name)
        everything = check.kind in OF_PLAYS if check else not name.startswith(WRITES)
        begins = self._functions.uses([f for f in (self.system.initial.function, self.system.initial.domain) if f])
        found = {*begins.cites, *self._functions.always_cites}
        found.update(check.origin.cites if check else ())
        if everything:
            records: list[tuple[str | None, RecordDef]] = [(None, self.system.state), *self.system.frames.items()]
            cone: set[Place] = {(of, field.name) for of, record in records for field in record.fields}
        else:
            cone = self._closure(self._of_check(check) if check else {self._place(name.removeprefix(WRITES))})
        for rule, uses in self._functions.rules.items():
            if everything or uses.writes & cone or (check and rule == check.of):
                found.update(uses.cites)
        functions = [f for f in (check.function, check.goal) if f] if check else []
        found.update(self._functions.uses(functions).cites)
        for record, field in cone:
            found.update(self._of_field(record, field))
        return tuple(sorted((c for c in found if self.system.is_assumed(c)), key=_natural))

    def _asking(self, subject: str) -> tuple[str, ...]:
        """The rules that judge an action, seat or member, or that come to ask a term or a question, or demand a deed;
        all of them where a check asks."""
        checks = [f for c in self.system.checks.values() for f in (c.function, c.goal) if f]
        if subject in self._functions.uses(checks).calls:
            return tuple(self._functions.rules)
        judging = {r.name: r.base for r in self.system.rules() if r.role in JUDGED}
        return tuple(
            rule
            for rule, uses in self._functions.rules.items()
            if rule == judging.get(subject, subject) or subject in uses.calls
        )

    # --- what a property begins with ------------------------------------------------------------------------------

    def _of_check(self, check: Check) -> set[Place]:
        reads = set(self._functions.uses([check.function]).reads)
        if check.of is not None:
            reads |= self._functions.rules[check.of].reads
        if check.reached is not None:
            reads |= self._of_check(self.system.checks[check.reached])
        if check.kind == "possible":  # a frame that opens and never closes keeps everything else from happening
            reads |= {(frame, "") for frame in self.system.frames} | self._functions.always
        return reads

    @staticmethod
    def _place(name: str) -> Place:
        """The place of ``money`` or ``Auction.price``."""
        record, _, field = name.rpartition(".")
        return (record or None, field)

    def _closure(self, cone: set[Place]) -> set[Place]:
        rules = list(self._functions.rules.values())
        while True:
            more, others = set[Place](), list[Uses]()
            for uses in rules:
                if uses.writes.isdisjoint(cone):
                    others.append(uses)
                else:
                    more |= uses.reads
            for field, reads in self._functions.lifetime_places.items():
                if (None, field) in cone:
                    more |= reads
            if more <= cone:
                return cone
            cone, rules = cone | more, others

    def _of_field(self, record: str | None, field: str) -> Iterator[str]:
        """The clauses that define a field, and those that promise its range or end its lifetime."""
        owner = self.system.state if record is None else self.system.frames[record]
        yield from owner.origin.cites
        for found in owner.fields:
            if found.name == field:
                yield from found.origin.cites
                yield from promise_clauses(found.type)
                if found.until is not None:
                    yield from found.until.origin.cites
                if found.matters is not None:
                    yield from self._functions.uses([found.matters]).cites


def _natural(clause: str) -> list[tuple[bool, int, str]]:
    """5.10 after 5.9, as a book counts."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", clause)]


def rim_notes(scope: Scope, reached: Collection[str]) -> tuple[str, ...]:
    """One sentence for each grid of which a rim member was held in a reached state."""
    return tuple(
        f"the rim of {sort}{f' ({scope.grids[sort]})' if sort in scope.grids else ''} was reached: "
        "nothing beyond it was explored"
        for sort in scope.rims
        if sort in reached
    )


def qualify(
    verdicts: Iterable[Verdict], system: System, scope: Scope, reached: Collection[str] = ()
) -> tuple[Verdict, ...]:
    """Verdicts with what limits them; what a play shows stays shown."""
    cones = Cones.of(system, scope)
    rims = "".join(f"; the rim of {sort} was reached" for sort in scope.rims if sort in reached)
    return tuple(_qualify_verdict(verdict, cones, scope.off, rims) for verdict in verdicts)


def qualified_words(
    words: Iterable[tuple[Check, Word]], system: System, scope: Scope
) -> tuple[tuple[str, Word], ...]:  # fmt: skip
    """The words of verdicts, with what limits them; nobody asks for reasons."""
    cones = Cones.of(system, scope)

    def word_of(check: Check, word: Word) -> Word:
        by_play = shown_by_a_play(word, check.kind)
        return "UNKNOWN" if unknown_where_off(word, "", by_play, cones.switched_off(check.name), ())[0] else word

    return tuple((check.name, word_of(check, word)) for check, word in words)


def rests_on(system: System, assumed: Collection[str]) -> str:
    """The caveat that a verdict rests on clauses which no text of the ruleset has."""
    return f"rests on {len(assumed)} assumed clause{'' if len(assumed) == 1 else 's'} of {system.host}"


def shown_by_a_play(word: Word, kind: str) -> bool:
    """Whether a verdict is what one play shows. That something cannot be reached any more, or that a play ends too
    soon, is no such thing: the way out may be what was left out."""
    return word == ("HOLDS IN SCOPE" if kind == "sometimes" else "VIOLATED") and kind not in FOLLOWED


def fairly(reason: str, check: Check) -> str:
    """A reason with what the property assumes of plays."""
    return f"{reason}; {check.fairness}" if check.fairness else reason


def _qualify_verdict(verdict: Verdict, cones: Cones, off: tuple[str, ...], rims: str) -> Verdict:
    by_play = shown_by_a_play(verdict.word, verdict.kind)
    check = cones.system.properties[verdict.name]
    if check.fairness:
        fair, strongly = ([str(one) for one in sets] for sets in (check.fair, check.strongly_fair))
        reason = fairly(verdict.reason, check)
        verdict = replace(verdict, reason=reason, fair=tuple(fair), strongly_fair=tuple(strongly))
    if rims and not by_play:
        verdict = replace(verdict, reason=verdict.reason + rims)
    assumed = cones.assumed_clauses(verdict.name)
    if assumed:
        verdict = replace(verdict, reason=f"{verdict.reason}; {rests_on(cones.system, assumed)}", assumed=assumed)
    if not off:
        return verdict
    concerned = cones.switched_off(verdict.name)
    unknown, reason = unknown_where_off(verdict.word, verdict.reason, by_play, concerned, off)
    if verdict.word == "UNKNOWN":
        concerned = ()  # it is for another reason
    if unknown:
        verdict = replace(verdict, word="UNKNOWN", member=(), up_to=())
    return replace(verdict, reason=reason, off=concerned)


def unknown_where_off(
    word: str, reason: str, by_play: bool, concerned: tuple[str, ...], off: tuple[str, ...]
) -> tuple[bool, str]:
    """Whether a verdict becomes UNKNOWN where rules are `off`, because some of its cone are `concerned` and no play
    shows it; and its reason, which names them either way."""
    if by_play or not concerned or word == "UNKNOWN":
        return False, f"{reason}; switched off: {', '.join(off)}{'' if concerned else ' (outside its cone)'}"
    return True, f"switched off: {', '.join(concerned)} (without: {word}, {reason})"
