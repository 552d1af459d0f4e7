"""How a question is said at a table: names of players and cards, moves, clauses in words; no field's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.hunt.listed import Held, Listed
from ruleslawyer.studies.hunt.spots import Spot

TIMELY = ("order", "timing", "precedence")
"""Kinds of clauses that say when something comes."""
COMPARES = re.compile(
    r"\b(or (more|less|fewer)|(at|no|not) (the )?(least|most|more|less|fewer)|(more|less|fewer|higher|lower|greater"
    r"|smaller|larger|as many|as much|as high) (than|as)|exceed(s|ing)?|equal|the same|up to|below|beyond|fewer"
    r"|(not|as far as) (he|she|it|they) can|not enough|too (few|many|much|little))\b"
)


class Words:
    def __init__(self, ruleset: LoadedRuleset, listed: Listed) -> None:
        self.system, self.listed = ruleset.system, listed
        self.clauses = ruleset.register.citable_clauses if ruleset.register else {}

    def member(self, spot: Spot, sort: str, member: int) -> str:
        return spot.system.scope.names[sort][member]

    def player(self, spot: Spot, player: int) -> str:
        return self.member(spot, self.system.players, player)

    def move(self, spot: Spot, instance: Instance) -> str:
        """``Ann: strike, Ape``."""
        action, codec = self.system.actions[instance.action], spot.codec
        actor, said = action.actor_of(instance.args), []
        for number, (parameter, value) in enumerate(zip(action.chosen_parameters, instance.args, strict=True)):
            if action.actor is None or number != action.actor - action.leading:
                said.append(_text(codec.text(parameter.type, value)))
        who = "by chance" if actor is None else self.player(spot, actor)
        return f"{who}: {', '.join([action.name.replace('_', ' '), *said])}"

    def rule(self, name: str) -> str:
        """A rule: what its clause says, or else as plays call it."""
        found = self.listed.acting.get(name)
        return self._clause_or_name(name.replace("_", " "), found.cites if found else ())

    def frame(self, name: str) -> str:
        """The procedure that is going on: what its clause says, or else its name."""
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
        return self._clause_or_name(words, self.system.frames[name].origin.cites)

    def amid(self, frame: str | None) -> str:
        """``, during 4.1 (“…”)``; nothing where nothing is going on."""
        return f", during {self.frame(frame)}" if frame else ""

    def reckoning(self, function: Function) -> str:
        """A rule, or a helper, that reckons: its clause in words, or else the first line of its description."""
        doc = (function.doc.splitlines() or [""])[0].strip().rstrip(".")
        name = function.name.replace("_", " ")
        return self._clause_or_name(f"{name}: {doc}" if doc else name, function.origin.cites)

    def _clause_or_name(self, name: str, cites: Iterable[str]) -> str:
        """The first clause that the register has words for; without one the name, with all of them."""
        first = next((cite for cite in cites if cite in self.clauses and self.clauses[cite].says), None)
        return self.clause(first) if first else _quote(name, cites)

    def clause(self, clause: str) -> str:
        """A clause, with what the register says of it."""
        known = self.clauses.get(clause)
        return f"{clause} (“{known.says.rstrip('.')}”)" if known and known.says else clause

    def note_words(self, held: Held) -> str:
        """The note on a card, in words: by the first clause of its field; without one, by the rules that write it."""
        if held.field.origin.cites:
            return f"what {self.clause(held.field.origin.cites[0])} has noted of it"
        writers = self.listed.writers(held.record, held.field.name)
        said = dict.fromkeys(map(self.rule, writers[:2]))
        return f"what {' and '.join(said)} noted of it" if writers else "what is noted of it"

    def place(self, spot: Spot, sort: str, value: Any) -> str:
        """The place of a member, as its author wrote it."""
        field = self.listed.place[sort]
        type_ = t.unwrap(t.leaf_type(field.type))
        if value is not None and isinstance(type_, t.Enum):
            enum = self.system.enums[type_.name]
            name = enum.members[value].replace("_", " ").lower()
            return f"“{enum.labels[value]}”" if enum.labels else f"“{name}”"
        return "nowhere" if value is None else f"“{spot.codec.text(type_, value)}”"

    def awaiting(self, spot: Spot) -> tuple[str, ...]:
        """The clauses by which somebody is awaited in a state."""
        return (self.system.frames[spot.frame] if spot.frame else self.system.awaits).origin.cites

    def comparing(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """The clauses that say how a number is compared, and so what holds where two are equal, or one is missing."""
        known = self.clauses
        return tuple(c for c in dict.fromkeys(clauses) if c in known and COMPARES.search(known[c].says.lower()))

    def of_kind(self, clauses: Iterable[str], *kinds: str) -> tuple[str, ...]:
        """The clauses of some kind of the register."""
        known = self.clauses
        return tuple(dict.fromkeys(clause for clause in clauses if clause in known and known[clause].kind in kinds))


def _quote(words: str, clauses: Iterable[str]) -> str:
    cited = ", ".join(clauses)
    return f"“{words}” ({cited})" if cited else f"“{words}”"


def _text(text: str) -> str:
    return text.replace("_", " ")
