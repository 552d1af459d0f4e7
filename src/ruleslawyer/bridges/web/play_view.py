"""A play as the page shows it: what the person sees of the table, what may be chosen and why, and the tree.

Of members that the person does not know no name is said: neither on the table nor in what was done.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from time import monotonic

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.web.play import Offer, Place, Play, Read
from ruleslawyer.ir.clauses import clauses_of
from ruleslawyer.play.explain import Explanation, explain_judgement, sentence
from ruleslawyer.play.rules import ALL, visible_args
from ruleslawyer.rulebook.claims.readings import choice_json, choices, decided_by, default_reading, is_gap, sides
from ruleslawyer.rulebook.table.areas import veil
from ruleslawyer.rulebook.table.happened import sub_steps
from ruleslawyer.rulebook.table.shapes import LARGE, NARROW
from ruleslawyer.rulebook.table.svg import svg, with_namespace
from ruleslawyer.semantics.codec import CHANCE
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.sight import UNSEEN, hidden_names, observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

AT_ONCE = 1.0
"""Seconds in which what is not allowed is looked for."""
MOST_SHOWN = 400
"""Actions that are listed; of more, those that come first."""


class Seen:
    """A play for the one who sits there."""

    def __init__(self, play: Play) -> None:
        self.play, self.rules = play, play.rules
        self.offers = play.offers()
        if self._hides:  # their order would say who is who
            self.offers.sort(key=self._secret_order)

    @property
    def _hides(self) -> bool:
        return self.play.seer is not None and bool(self.rules.system.system.sights)

    def _secret_order(self, offer: Offer) -> tuple[str, bytes]:
        says = self._label(offer.instance, self._state, self._names_hidden_from_person(self.rules, self._state))
        secret = f"{self.play.secret} {len(self.play.nodes)} {offer.instance}"
        return says, sha256(secret.encode()).digest()

    @property
    def _state(self) -> State | None:
        return self.play.at.last_state if self.play.at else None

    def json(self, *, narrow: bool) -> Json:
        play, rules, sitting = self.play, self.rules, self.play.sitting
        shown = [self._offer(number, offer) for number, offer in enumerate(self.offers[:MOST_SHOWN])]
        live = {name for one in shown for name in one["names"]}
        hidden = self._names_hidden_from_person(rules, self._state)
        scope = rules.system.scope
        whose = [] if play.at is None or play.at.state is None else play.whose()
        return {
            "ruleset": play.ruleset.title, "scope": play.scope, "under": rules.unusual_choices(),
            "players": list(rules.seats), "seat": sitting.seat, "opponent": sitting.opponent,
            "chance": "itself" if sitting.by_itself else "chosen",
            "bot": play.others.bot.says.replace("`", "") if play.others.bot else "",
            "at": None if play.at is None else play.at.number, "version": play.version,
            "table": self._table(live, narrow=narrow), "says": play.situation(), "whose": whose, "own": play.is_own(),
            "chosen": bool(play.others.chosen), "going": play.going, "notice": play.notice,
            "met": [self._event(event) for event in self._new_events()], "happened": list(self._sub_steps()),
            "actions": shown, "more": max(0, len(self.offers) - MOST_SHOWN),
            "hidden": sum(name in hidden for names in scope.names.values() for name in names),
            "tree": [self._node(node) for node in play.nodes],
            "redo": play.at is not None and play.at.last is not None,
        }  # fmt: skip

    # --- the table ------------------------------------------------------------------------------------------------

    def _table(self, live: set[str], *, narrow: bool) -> str | None:
        play, node = self.play, self.play.at
        if node is None or node.last_state is None:
            return None
        before, seer, system = self._before(node), play.seer, self.rules.system
        sight = None if seer is None else partial(observe, system, self.rules.codec, player=seer)
        hidden = self._names_hidden_from_person(self.rules, node.last_state)
        drawing = self.play.tables.draw(node.last_state, before, sight=sight, hidden=hidden, reading=system.reading)
        return with_namespace(svg(drawing, NARROW if narrow else LARGE, "The table", live))

    @staticmethod
    def _before(node: Place) -> State | None:
        """The table as the person last chose something."""
        parent = node.since[0].parent
        return parent.last_state if parent else None

    def _new_events(self) -> list[Event]:
        """The events met since the person last chose something."""
        found = {event.key: event for node in (self.play.at.since if self.play.at else ()) for event in node.events}
        return list(found.values())

    def _sub_steps(self) -> Iterator[Json]:
        """The sub-steps since the person last chose something, as far as they see them."""
        for node in self.play.at.since if self.play.at else ():
            if node.parent is not None:
                system = node.rules.system
                yield from sub_steps(self.play.tables, system, node.taken_step, node.parent.rest, self.play.seer)

    def _names_hidden_from_person(self, rules: Read, *states: State | None) -> frozenset[str]:
        """The names that the person does not know in any of some states."""
        seer = self.play.seer
        if seer is None or not rules.system.system.sights:
            return frozenset()
        found = None
        for state in states:
            if state is not None:
                here = hidden_names(rules.system, state, seer)
                found = here if found is None else found & here
        return frozenset(found or ())

    # --- actions --------------------------------------------------------------------------------------------------

    def _offer(self, number: int, offer: Offer) -> Json:
        hidden = self._names_hidden_from_person(self.rules, self._state)
        args = veil(self.rules.codec.instance(offer.instance)["args"], hidden)
        found = offer.explained
        return {
            "number": number, "says": self._label(offer.instance, self._state, hidden),
            "action": offer.instance.action, "names": sorted(set(_names(args)) & self._members),
            "allowed": offer.is_allowed, **self._why(found, hidden),
        }  # fmt: skip

    @property
    def _members(self) -> set[str]:
        return {name for names in self.rules.system.scope.names.values() for name in names}

    def _why(self, found: Explanation | None, hidden: frozenset[str]) -> Json:
        if found is None:
            return {"verdict": None, "why": "", "clauses": [], "events": []}
        return {
            "verdict": found.verdict, "why": sentence(found) if not hidden else "",
            "clauses": [
                {
                    "name": s.name.replace("_", " "), "stance": s.stance, "clauses": list(s.clauses), "says": s.says,
                    "who": UNSEEN if s.who in hidden else s.who,
                }
                for s in found.speakers
            ],
            "events": [self._event(event) for event in found.events],
        }  # fmt: skip

    def refusals(self) -> Json:
        """The actions that could be chosen here but for a clause, or because none permits them."""
        state = self._state
        if state is None or not self.play.is_own():
            return {"refused": [], "more": False}
        hidden, order = (
            self._names_hidden_from_person(self.rules, state),
            {name: k for k, name in enumerate(self.rules.actions)},
        )
        seat = self.play.sitting.seat
        found, more, until = list[Json](), False, monotonic() + AT_ONCE
        for judged in self.play.by_turns():
            more = monotonic() > until or len(found) == MOST_SHOWN
            if more:
                break
            if judged is None or (seat and self.rules.doer(state, judged.instance) not in (seat, CHANCE, ALL)):
                continue
            if not judged.is_allowed and judged.judgement is not None and not judged.contradictory:
                args = veil(self.rules.codec.instance(judged.instance)["args"], hidden)
                why = explain_judgement(self.rules.system, self.rules.codec, judged)
                found.append({
                    "action": judged.instance.action, "says": self._label(judged.instance, state, hidden),
                    "names": sorted(set(_names(args)) & self._members), **self._why(why, hidden),
                })  # fmt: skip
        found.sort(key=lambda one: order[one["action"]])
        return {"refused": found, "more": more}

    def _event(self, event: Event) -> Json:
        """An event in JSON: what the clauses say, how play went on, and what would settle it."""
        system = self.rules.system.system
        question = system.questions.get(event.subject)
        return {
            "kind": event.kind, "subject": event.subject, "title": event.title, "clauses": list(event.cites),
            "ends": event.ends,
            "asks": question.text if question else "", "taken": self._option_in_force(event),
            "says": [
                {"clauses": list(c.origin.cites), "name": c.name.replace("_", " "), "says": c.function.doc}
                for name in event.pair for c in clauses_of(system, event.subject) if c.name == name
            ] if event.kind == "contradiction" else [],
            "ruling": self._ruling(event),
        }  # fmt: skip

    def _option_in_force(self, event: Event) -> str:
        """The option that was followed where the event left a choice."""
        if not event.choice or event.ends:
            return ""
        chosen = self.rules.system.reading.get(event.choice)
        return chosen or default_reading(self.rules.system.system)[event.choice]

    def _ruling(self, event: Event) -> Json | None:
        """The ruling for this alone that can be made: of a gap for the gap."""
        system = self.rules.system.system
        keys = sorted(decided_by(event), key=lambda key: (not is_gap(key), key))
        known = self.rules.rulable if keys else ()
        ruled = ((key, list(sides(system, key))) for key in keys if key in known)
        return next(({"key": key, "options": options} for key, options in ruled if options), None)

    # --- the tree -------------------------------------------------------------------------------------------------

    def _node(self, node: Place) -> Json:
        key = node.number, self.play.seer
        if key not in self.play.told:
            self.play.told[key] = self._action_text(node)
        return {
            "number": node.number, "parent": None if node.parent is None else node.parent.number,
            "says": self.play.told[key], "who": node.who,
            "on": None if node.last is None else node.last.number,
            "under": node.rules.unusual_choices() if node.parent is None else "",
            "met": sorted({event.kind for event in node.events}), "ends": node.state is None,
        }  # fmt: skip

    def _action_text(self, node: Place) -> str:
        """The action at a node, in words; of what somebody else chose, or chance, what was to be seen."""
        seat, seer, rules = self.play.sitting.seat, self.play.seer, node.rules
        hides = seat_hides(rules, seer)
        if node.parent is None:
            return ("" if hides else self.play.tables.beginning(node.instance)) or "the beginning"
        before = node.parent.rest
        hidden = self._names_hidden_from_person(rules, before, node.last_state)
        if hides and node.who != seat and node.last_state is not None:
            assert seer is not None
            seen = visible_args(rules, node.instance, before, node.last_state, seer)
            return self.play.tables.in_words(node.instance, seen, before)
        if hides and node.who != seat:
            return f"{node.who}: {node.instance.action.replace('_', ' ')} …"
        return self._label(node.instance, before, hidden)

    def _label(self, instance: Instance, state: State | None, hidden: frozenset[str]) -> str:
        if state is None:
            return self.play.tables.beginning(instance, hidden) or "begin"
        return self.play.tables.sentence(instance, state, hidden)


def seat_hides(rules: Read, seer: int | None) -> bool:
    """Whether there is anything that whoever looks on may not know."""
    return seer is not None and bool(rules.system.system.sights)


def readings(play: Play) -> Json:
    """Every question and clash that a reading decides, and what is followed."""
    system = play.rules.system.system
    usual, ruled = default_reading(system), play.rules.rulings
    return {"readings": [
        {
            **choice_json(system, key), "usual": usual[key],
            "follows": ruled.get(key, play.rules.reading.get(key, usual[key])), "ruled": key in ruled,
        }
        for key in choices(system)
    ]}  # fmt: skip


def _names(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _names(one)
        case dict():
            for key, one in value.items():
                if one is not None:
                    yield from (key, *_names(one))
