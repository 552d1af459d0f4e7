"""A state as a drawing: who sits where, what lies there, what is printed on it, what has changed, who sees it.

A drawing is plain data; `table` in `docs/schemas/report.schema.json` is its form. Numbers stand for seats, from 0 in
the order of players.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.areas import veil
from ruleslawyer.rulebook.table.look import Look, Printed
from ruleslawyer.rulebook.table.lying import Lying, Part, draw_board
from ruleslawyer.rulebook.table.view import Counter, Print, Track, View
from ruleslawyer.rulebook.table.words import (
    HOLE,
    beside,
    hidden_member,
    lower,
    names_area,
    plain_name,
    veil_words,
    with_titles,
    words,
)
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Reading
from ruleslawyer.semantics.sight import UNSEEN, unknown_members
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

Cited = Collection[tuple[str, str]]
"""Values that a sentence names: an attribute or a field, and whose it is."""
MOST = 4
"""States that are kept by name: most are drawn as what was before, too."""
Sight: TypeAlias = Callable[[State], Json]
"""What somebody sees of a state, as `observe` says it."""


class Tables(Printed):
    """Drawings of the states of one scope."""

    def __init__(self, view: View, system: System, scope: Scope) -> None:
        super().__init__(system, scope)
        self.view = view
        self.members = scope.names[view.cards.sort] if view.cards else ()
        self.hidden_card = hidden_member(view.cards.sort if view.cards else "Card")
        self.titles = tuple(area.title for area in view.areas if " " in area.title and area.title.istitle())
        self.look, self.prints = lru_cache(MOST)(self._look), cache(self._prints)

    @cached_property
    def machine(self) -> Interpreter:
        """The interpreter that answers the rules of sight."""
        return Interpreter(self.system, self.scope, brief=True)

    @cached_property
    def spaces(self) -> dict[str, str | None]:
        """The spaces of the grid on which cards lie, each with whose it is."""
        cards = self.view.cards
        if cards is None or cards.slot is None:
            return {}
        type_ = t.unwrap(self.names.of(cards.sort)[cards.slot])
        assert isinstance(type_, t.Sort)
        whose: dict[str, str | None] = dict.fromkeys(self.scope.names[type_.name])
        for name, held in self.names.attributes(type_.name).items():
            if held == t.Sort(self.system.players):
                whose = {space: self.attribute(type_.name, name, space) for space in whose}
        return whose

    def turn(self, look: Look) -> str | None:
        """Whoever has the turn."""
        name = self.view.seats.turn
        found = None if name is None else look.field(name)
        if isinstance(found, list):
            found = found[0] if found else None
        return found

    # --- a drawing ----------------------------------------------------------------------------------------------------

    def draw(
        self, state: State, before: State | None = None, asked: Instance | None = None, cited: Cited = (),
        sight: Sight | None = None, hidden: Collection[str] = (), reading: Reading | None = None, text: str = "",
    ) -> Json:  # fmt: skip
        """A state; what differs from the one before it is marked, and so are the choices of an action that somebody
        wants to take, and what is cited. text: what is said of it, by which an area is drawn that is empty. sight:
        somebody's, so that nothing else of either state is drawn; hidden: cards that they do not know, which lie face
        down where they are, if that is no secret. Without a sight all is drawn, and each card says from whom it is
        hidden, under a reading."""
        now = Look(self, state, sight(state)) if sight else self.look(state)
        was = now
        if before is not None:
            was = Look(self, before, sight(before)) if sight else self.look(before)
        wanted = self._names_in(asked)
        secret = self.view.cards is not None and self.view.cards.secret
        backs = {card: self.look(state) for card in hidden if card in self.members and not secret}
        unseen = self.hidden_from(state, reading or {}) if sight is None else {}
        return _Drawing(self, now, was, wanted, frozenset(cited), backs, unseen, text).json()

    def _look(self, state: State) -> Look:
        return Look(self, state)

    def hidden_from(self, state: State, reading: Reading) -> Mapping[str, list[int]]:
        """The seats that do not know a card, by the rules of sight; of each card that is hidden from some."""
        cards = self.view.cards
        if cards is None or cards.sort not in self.system.seen:
            return {}
        found: dict[str, list[int]] = {}
        system = TransitionSystem(self.machine, reading)
        for seat in range(len(self.players)):
            for member in sorted(unknown_members(system, state, seat)[cards.sort]):
                found.setdefault(self.members[member], []).append(seat)
        return found

    def sentence(self, instance: Instance, state: State | None, hidden: Collection[str] = ()) -> str:
        """An action in the words of the view; `state`: before it. hidden: names that are not to be said; what chance
        gives such a member besides its owner, as a face, is hidden with it."""
        choices = self.codec.instance(instance)["args"]
        action = self.system.actions.get(instance.action)
        if hidden and action is not None and action.kind == "chance":
            given = {one for each in choices.values() for one in (each if isinstance(each, list) else (each,))}
            if given & {*hidden} and given - {*hidden, *self.players}:
                return self.bare_sentence(instance)
        return self.in_words(instance, veil(choices, hidden), state)

    def bare_sentence(self, instance: Instance) -> str:
        """The sentence of an action without its choices: who takes it, and its name."""
        who, says = self.actor(instance), instance.action.replace("_", " ")
        return f"{who}: {says}" if who else says

    def beginning(self, start: Instance, hidden: Collection[str] = ()) -> str:
        """The choices of a beginning in the words of the view; empty where it has none."""
        return self.sentence(start, None, hidden) if start.action in self.view.deeds else ""

    def in_words(self, instance: Instance, choices: Json, state: State | None) -> str:
        """The same with what is to be said of its choices."""
        turn = None if state is None else self.turn(self.look(state))
        action = self.system.actions.get(instance.action)
        if action is not None and action.kind == "joint":
            choices = {name: _made_parts(value) for name, value in choices.items()}
        meant = {k: one for k, one in self.codec.instance(instance)["args"].items() if choices.get(k) == UNSEEN}
        form = self.view.deeds.get(instance.action)
        said, veiled = veil_words(form, meant, self.members, self.players, self.hidden_card)
        if said is None:
            told = {k: "hidden" if k in veiled else self._choice_text(v) for k, v in choices.items() if k != "who"}
            named = [f"{name.replace('_', ' ')} {one}" for name, one in told.items()]
            who = f"{choices['who']}: " if "who" in choices else ""
            return who + instance.action.replace("_", " ") + (f" ({', '.join(named)})" if named else "")
        look = None if state is None else self.look(state)
        filled = {name: self._choice_text(value, look) for name, value in {**choices, "turn": turn}.items()} | veiled
        return with_titles(HOLE.sub(lambda hole: filled.get(hole[1], hole[0]), said), self.titles)

    def actor(self, instance: Instance) -> str | None:
        """The player who takes an action; None where nobody does."""
        who = self.system.actions[instance.action].actor_of(instance.args)
        return None if who is None else self.players[who]

    def _prints(self, card: str) -> list[tuple[str, Json]]:
        """The prints on a card, in every state: of which attribute or number, and how it is drawn."""
        cards = self.view.cards
        return [] if cards is None else [one for each in cards.prints for one in self._printing(cards.sort, card, each)]

    def _printing(self, sort: str, card: str, print_: Print) -> Iterator[tuple[str, Json]]:
        printed = self.printed(sort, card)
        only = any(printed.get(name) not in values for name, values in print_.only.items())
        if only or any(printed.get(name) in values for name, values in print_.unless.items()):
            return
        book = None
        if print_.field in printed:
            value = printed[print_.field]
        else:
            value = self.scope.constants[print_.field]
            own = self.system.constants[print_.field].value
            book = own if own != value else None
        pairs = value.items() if isinstance(value, dict) else [("", value)]
        for key, one in pairs:
            if one in (None, False) or (one in (0, []) and not print_.always):
                continue
            text = print_.words.get(str(one))
            if text is not None:
                text = HOLE.sub(lambda hole: words(printed.get(hole[1])), text)
            elif one is True:
                text = lower(key) if key else print_.word
            else:
                text = self._choice_text(one)
            unit = "" if one is True else print_.unit.replace("{key}", key)
            word = print_.word
            if key and one is not True and "{key}" not in print_.unit:
                unit, word = (f"{unit} {lower(key)}", word) if unit else ("", f"{word} {lower(key)}:".strip())
            yield print_.field, {
                "text": text, "unit": unit, "word": word, "look": print_.look, "cited": False,
                "book": None if book is None else words(book),
            }  # fmt: skip

    def _names_in(self, asked: Instance | None) -> frozenset[str]:
        if asked is None:
            return frozenset()
        values = self.codec.instance(asked)["args"].values()
        return frozenset(value for value in values if isinstance(value, str))

    def _choice_text(self, value: object, look: Look | None = None) -> str:
        """A choice in words; the name of a member as it is, and a space with the card that lies there."""
        if isinstance(value, str) and value in self.spaces:
            slot = self.view.cards.slot if self.view.cards else None
            where = plain_name(value, self.players)
            lies = next((card for card in self.members if look and look.at(slot, card) == value), None)
            return where if lies is None else f"{plain_name(lies)} ({where})"
        members = (name for names in self.scope.names.values() for name in names)
        return plain_name(value) if isinstance(value, str) and value in members else words(value)


def _made_parts(choice: object) -> object:
    """A choice of a joint action without the seats that have none, or have not made it yet."""
    if not isinstance(choice, dict):
        return choice
    return {seat: value for seat, value in choice.items() if value is not None}


class _Drawing:
    def __init__(
        self, tables: Tables, now: Look, was: Look, wanted: frozenset[str], cited: frozenset[object],
        backs: Mapping[str, Look], unseen: Mapping[str, list[int]], text: str,
    ) -> None:  # fmt: skip
        """`backs`: of each card of which only the back is seen, the state that tells where it lies; `unseen`: the seats
        from which a card is hidden."""
        self.tables, self.view, self.now, self.was = tables, tables.view, now, was
        self.backs, self.unseen, self.text = backs, unseen, text
        self.wanted, self.cited = wanted, cited
        self.cards = self.view.cards
        self.under: dict[str, list[str]] = {}
        if self.cards is not None:
            self.lying = Lying(tables, tables.view, now, backs, tables.spaces)
            for card, one in self.lying.over.items():
                self.under.setdefault(one, []).append(card)

    def json(self) -> Json:
        tables = self.tables
        turn = tables.turn(self.now)
        return {
            "seats": [self._seat(number, name, turn) for number, name in enumerate(tables.players)],
            "shared": {
                "areas": self._areas(None),
                "boards": [draw_board(tables, board, self.now, self.was, self.wanted) for board in self.view.boards],
                "tracks": [self._track(one) for one in self.view.tracks if self.now.field(one.field) is not None],
                "counters": [c for one in self.view.counters for c in self._counters(one, None)],
                "said": [
                    {"word": word, "value": beside(self.now.field(name)), "changed": self._differs(name)}
                    for name, word in self.view.said.items() if self.now.field(name) not in (None, False)
                ],
            },
            "arrows": list(self._arrows()),
            "turned": lower((self.cards and self.cards.turned) or ""),
            "numbers": [
                {"name": name, "value": tables.scope.constants[name], "book": tables.system.constants[name].value}
                for name in tables.scope.shrunk if isinstance(tables.scope.constants[name], int)
            ],
        }  # fmt: skip

    def _differs(self, name: str) -> bool:
        return bool(self.now.field(name) != self.was.field(name))

    # --- seats --------------------------------------------------------------------------------------------------------

    def _seat(self, number: int, name: str, turn: str | None) -> Json:
        seats = self.view.seats
        return {
            "name": name, "number": number, "turn": name == turn,
            "out": self.now.at(seats.out, name) not in (None, False, UNSEEN), "asked": name in self.wanted,
            "flags": [
                {"word": f"{word} {UNSEEN}" if one == UNSEEN else word, "changed": self.was.at(field, name) != one}
                for field, word in seats.flags.items() if (one := self.now.at(field, name))
            ],
            "counters": [c for one in self.view.counters for c in self._counters(one, name)],
            "areas": self._areas(name),
        }  # fmt: skip

    def _counters(self, counter: Counter, seat: str | None) -> Iterator[Json]:
        type_ = self.tables.names.fields[counter.field]
        mine = isinstance(type_, t.Map) and type_.key == t.Sort(self.tables.system.players)
        if mine != (seat is not None):
            return
        now, was = self.now.field(counter.field), self.was.field(counter.field)
        if seat is not None:
            now, was = now[seat], was[seat]
        for key in now if isinstance(now, dict) else was if isinstance(was, dict) else ("",):
            value, before = (held.get(key) if isinstance(held, dict) else held for held in (now, was))
            value, before = (len(x) if isinstance(x, list) else x for x in (value, before))
            if value or before or counter.always:
                yield {
                    "word": counter.word.replace("{key}", lower(key)), "unit": counter.unit.replace("{key}", key),
                    "draw": counter.draw, "value": value or 0, "before": before or 0,
                    "cited": (counter.field, seat or "") in self.cited,
                }  # fmt: skip

    # --- cards --------------------------------------------------------------------------------------------------------

    def _path(self, look: Look, card: str, path: str | None) -> Any:
        assert self.cards is not None
        return None if path is None else look.path(self.cards.sort, card, path)

    def _areas(self, seat: str | None) -> list[Json]:
        """The areas at a seat, or at nobody's."""
        parts = self.lying.parts if self.cards is not None else ()
        return [self._area(part) for part in parts if part.seat == seat and self._is_shown(part)]

    def _is_shown(self, part: Part) -> bool:
        """Whether a part has a card, or is drawn without one."""
        named = bool(part.area.at) and not part.beside and names_area(self.text, part.title)
        return bool(self._top(part)) or part.always or named

    def _top(self, part: Part) -> list[str]:
        """The cards of a part that do not lie beneath others."""
        return [card for card in part.cards if card not in self.lying.over]

    def _area(self, part: Part) -> Json:
        area, top, draw = part.area, self._top(part), part.area.draw
        assert self.cards is not None
        slots = {card: self.lying.look(card).at(self.cards.slot, card) for card in top}
        if self.view.derived and area.at and part.seat is not None and any(slots.values()):
            draw = "grid"
        if draw != "grid":
            return {"title": part.title, "draw": draw, "cards": [self._card(card) for card in top]}
        at = {space: card for card, space in slots.items()}
        cells = []
        for space in (name for name, whose in self.tables.spaces.items() if area.shared or whose == part.seat):
            card = at.get(space)
            ghost = None if card is not None else self._ghost(space)
            cells.append({
                "name": space, "card": None if card is None else self._card(card), "ghost": ghost,
                "asked": space in self.wanted,
            })  # fmt: skip
        placed = {at.get(cell["name"]) for cell in cells}
        loose = [self._card(card) for card in top if card not in placed]
        return {
            "title": part.title, "draw": draw, "cards": loose, "cells": cells, "columns": self._columns(len(cells)),
        }  # fmt: skip

    def _columns(self, cells: int) -> int:
        assert self.cards is not None and self.cards.slot is not None
        type_ = t.unwrap(self.tables.names.of(self.cards.sort)[self.cards.slot])
        assert isinstance(type_, t.Sort)
        size = self.tables.scope.grids.get(type_.name)
        return size.columns if size is not None else max(1, min(cells, 5))

    def _ghost(self, space: str) -> Json | None:
        """A card that is on its way to an empty space, or that somebody wants to put there."""
        assert self.cards is not None
        coming = next((c for c in self.tables.members if self.now.at(self.cards.bound, c) == space), None)
        if coming is None and space in self.wanted:
            coming = next((c for c in self.tables.members if c in self.wanted), None)
        return None if coming is None else self._card(coming)

    def _card(self, held: str) -> Json:
        cards = self.cards
        assert cards is not None
        card = UNSEEN if held in self.backs else held
        owner = self._path(self.now, card, cards.owner)
        kind = self.tables.attribute(cards.sort, cards.kind, card) if cards.kind else None
        return {
            "name": card, "kind": "" if kind is None else lower(str(kind)),
            "owner": self.tables.players.index(owner) if owner in self.tables.players else None,
            "prints": [
                {**one, "cited": (field, card) in self.cited} for field, one in self.tables.prints(card)
            ] if card != UNSEEN else [],
            "marks": list(self._marks(card)),
            "turned": bool(self.now.at(cards.turned, card)),
            "down": card == UNSEEN or bool(self.now.at(cards.down, card)),
            "changed": self._has_moved(card), "asked": card in self.wanted, "hidden": self.unseen.get(card, []),
            "beneath": [self._card(one) for one in self.under.get(held, ())],
        }  # fmt: skip

    def _marks(self, card: str) -> Iterator[Json]:
        assert self.cards is not None
        for field, word in self.cards.marks.items():
            now, was = self._path(self.now, card, field), self._path(self.was, card, field)
            if isinstance(now, dict):
                said = ", ".join(
                    f"{words(v)} {plain_name(key)}" if v is not True else lower(key) for key, v in now.items() if v
                )
            else:
                said = "" if now is True else words(now)
            if now in (None, False, 0, [], {}) or (isinstance(now, dict) and not said):
                continue
            yield {"word": f"{word} {said}".strip(), "changed": now != was, "cited": (field, card) in self.cited}

    def _has_moved(self, card: str) -> bool:
        assert self.cards is not None
        looked = (*self.cards.where, self.cards.slot, self.cards.beneath, self.cards.turned, self.cards.down)
        return any(self.now.at(name, card) != self.was.at(name, card) for name in looked if name)

    # --- what is nobody's -------------------------------------------------------------------------------------------

    def _track(self, track: Track) -> Json:
        type_ = self.tables.names.fields[track.field]
        assert isinstance(type_, t.Int) and type_.low is not None and type_.high is not None
        now, was = self.now.field(track.field), self.was.field(track.field)
        was = now if was is None else was  # its frame was closed
        low, high, book = type_.low, type_.high, None
        if track.end is not None:
            ends = max(self.tables.scope.constants[track.end], *(abs(one) for one in (now, was) if one != UNSEEN))
            own = self.tables.system.constants[track.end].value
            low, high, book = max(low, -ends), min(high, ends), own if own != ends else None
        return {
            "title": track.title, "low": low, "high": high, "value": now, "before": was, "book": book,
            "side": None if track.side is None else self.now.field(track.side),
            "side_before": None if track.side is None else self.was.field(track.side),
        }  # fmt: skip

    def _arrows(self) -> Iterator[Json]:
        for arrow in self.view.arrows:
            held, word = self.now.field(arrow.field), arrow.word
            if arrow.to is not None:
                to = self.now.field(arrow.to)
                if isinstance(held, str) and isinstance(to, str) and UNSEEN not in (held, to):
                    yield {"from": held, "to": to, "word": word}
            elif isinstance(held, dict):
                for card, to in held.items():
                    for one in to if isinstance(to, list) else [to]:
                        if isinstance(one, str) and one != UNSEEN:
                            yield {"from": card, "to": one, "word": word}
