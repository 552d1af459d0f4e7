"""Names and numbers as words on a table, and sentences with values from a play: a hole that is empty is a mistake.

In braces stands a choice of the last action (`{who}`), a member of the scope (`{Bob}`), a field (`{memory}`), a field
by members (`{money[who]}`), a number of the book (`{Numbers.track}`), and of a member what it has by a path
(`{card.cost}`). `before.` looks one action back, and two numbers may be added or taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.table.look import Look, Names, Printed
from ruleslawyer.semantics.trace import Trace

HAS_TURN = "has the turn"
"""The word beside whoever has the turn where the decision is nobody's, or somebody else's."""


def lower(name: str) -> str:
    """A name of the model in small letters: ``FULL_HAND`` is ``full hand``. One or two letters are short for something,
    and stay: ``IQ``, ``C10``."""
    return name if sum(map(str.isalpha, name)) < 3 else name.replace("_", " ").lower()


def with_sign(value: int | str) -> str:
    """A number with its sign; one that is not seen as it is."""
    return str(value).replace("-", "−")


def words(value: object) -> str:
    """A value of a state: nothing, numbers, names, and lists."""
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case int():
            return with_sign(value)
        case list():
            return ", ".join(map(words, value)) or "nothing"
        case dict():
            return ", ".join(f"{plain_name(str(key))} {words(one)}" for key, one in value.items())
    return plain_name(str(value)) if str(value) != str(value).upper() else lower(str(value))


def beside(value: object) -> str:
    """A value after its word, which says enough where it is true."""
    return "" if value is True else words(value)


def space_of(name: str, players: Iterable[str]) -> tuple[str, str]:
    """A space whose name is that of a player and a number: whose it is, and how it is called there. ``Bob13`` is space
    13 of Bob. Another one is called by its name, and nobody's."""
    for player in players:
        number = name.removeprefix(player)
        if number != name and number.isdecimal():
            return player, f"space {number}"
    return "", name


_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=\d)")
"""Where a word begins inside a name of the model."""


def plain_name(name: str, players: Iterable[str] = ()) -> str:
    """A member of a scope as a sentence names it: ``Bob13`` is ``Bob’s space 13``, ``AnnCo`` ``Ann Co``, ``Ring2``
    ``Ring 2``."""
    whose, space = space_of(name, players)
    return f"{whose}’s {space}" if whose else _PARTS.sub(" ", name)


_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def spoken(name: object) -> str:
    """A name of the model as words. A hyphen between letters is one of a name; any other may be a minus, and stays."""
    return _HYPHEN.sub(" ", plain_name(str(name).replace("_", " ")))


def capital(text: object) -> str:
    """A text that begins with a capital letter; the rest of it as it is."""
    said = str(text)
    return said[:1].upper() + said[1:]


_KIND = re.compile(r"\bthe ((?:(?!(?:of|to|with|in|at|for|upon)\b)\w+ ){1,2})\{(\w+)\}")
"""A kind of card before the place of its name: ``the event {card}``."""


def hidden_member(sort: str) -> str:
    """The words for a member of a sort whose name is not to be said: ``a hidden die``."""
    return f"a hidden {plain_name(sort).lower()}"


def veil_words(
    said: str | None,
    hidden: Mapping[str, object],
    cards: Collection[str],
    players: Collection[str],
    hidden_card: str = "a hidden card",
) -> tuple[str | None, dict[str, str]]:
    """A sentence with places for choices, and the words for those whose names are not to be said: ``the event {card}``
    becomes ``a hidden event``. hidden_card: the words for a card, see `hidden_member`."""
    of_cards = {name for name, meant in hidden.items() if meant in cards}
    told = {name: "somebody" if meant in players else "something hidden" for name, meant in hidden.items()}
    told |= dict.fromkeys(of_cards, hidden_card)
    if said is not None:
        said = _KIND.sub(lambda found: f"a hidden {found[1].strip()}" if found[2] in of_cards else found[0], said)
    return said, told


def with_titles(said: str, titles: Iterable[str]) -> str:
    """A sentence in which these names have the letters that they have there: ``Defend Cell``, where a value of the
    state in small letters came before ``Cell``."""
    for title in titles:
        said = re.sub(rf"\b{re.escape(title)}\b", title, said, flags=re.IGNORECASE)
    return said


def names_area(text: str, title: str) -> bool:
    """Whether a text speaks of a part of the table: of a hand, of hands."""
    return bool(title) and re.search(rf"\b{re.escape(title.removesuffix('s'))}s?\b", text, re.IGNORECASE) is not None


HOLE = re.compile(r"\{([^{}]*)\}")
_SUM = re.compile(r"(.+?) ([+-]) (.+)")
_AT = re.compile(r"([\w.]+)\[([^\[\]]+)\](?:\[([^\[\]]+)\])?")


def measured_text(one: Json, sign: str = "") -> str:
    """A value with its unit, or else behind its word, which is said once where the value is the same."""
    if one["unit"]:
        return f"{sign}{one['text']} {one['unit']}".strip()
    return f"{'' if one['word'] == one['text'] else one['word']} {sign}{one['text']}".strip()


def print_text(one: Json) -> str:
    """A value as it stands on a card; what it is, where no unit says so."""
    said = measured_text(one, {"gain": "+", "loss": "−"}.get(one["look"], ""))
    return f"{said} (book: {one['book']})" if one["book"] else said


def number_text(one: Json) -> str:
    """A number that is not the book's."""
    name = one["name"].rpartition(".")[2].replace("_", " ")
    return f"{name} {one['value']} (book: {one['book']})"


def value_text(one: Json) -> str:
    """A value with its word, of which one may be nothing."""
    return f"{one['word']} {one['value']}".strip()


class Unfilled(Exception):
    """A hole that no value fills, and what there is instead."""

    def __init__(self, hole: str, message: str, mend: str) -> None:
        super().__init__(f"{{{hole}}}: {message}")
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a filled sentence. kind: plain, a value, a player or another member. place: the field or attribute and
    the member that a value was looked up at."""

    text: str
    kind: str = "plain"
    seat: int | None = None
    place: tuple[str, str] | None = None


def pieces(text: str, fill: Callable[[str], Piece]) -> Iterator[Piece]:
    """A sentence in pieces, its holes filled."""
    at = 0
    for match in HOLE.finditer(text):
        if match.start() > at:
            yield Piece(text[at : match.start()])
        yield fill(match[1])
        at = match.end()
    if at < len(text):
        yield Piece(text[at:])


def unknown_in(hole: str, names: Names, numbers: Collection[str], called: Collection[str]) -> str:
    """The name in a hole that nothing in any play has: no field, number of the book, choice or member. Empty where a
    play may fill it. called: the choices and members that there are."""
    sum_ = _SUM.fullmatch(hole)
    for part in (sum_[1], sum_[3]) if sum_ is not None else (hole,):
        name = part.removeprefix("before.")
        by = _AT.fullmatch(name)
        if by is not None:
            missing = [] if isinstance(names.fields.get(by[1]), t.Map) else [by[1]]
            missing += [key for key in by.groups()[1:] if key is not None and key not in called]
        elif name in names.fields or name in numbers:
            missing = []
        else:
            first, _, path = name.partition(".")
            has = not path or any(names.path(sort, path) is not None for sort in names.system.sorts)
            missing = [first] * (first not in called) or [path] * (not has)
        if missing:
            return missing[0]
    return ""


class Filling:
    """The values of a play at its last step; `before`: one action earlier."""

    def __init__(self, printed: Printed, trace: Trace) -> None:
        self.printed = printed
        states = [state for state in trace.states if state is not None]
        ways = (step.last_state for step in reversed(trace.steps) if step.last_state is not None)
        now = next(ways, trace.start.after)
        was = now if trace.last is not None or not trace.steps else states[-2 if trace.end is not None else -1]
        self.now = None if now is None else Look(printed, now)
        self.was = None if was is None else Look(printed, was)
        done = trace.last or (trace.steps[-1].instance if trace.steps else None)
        self.choices = {} if done is None else printed.codec.instance(done)["args"]

    def piece(self, hole: str) -> Piece:
        """The piece that fills a hole; raises Unfilled."""
        sum_ = _SUM.fullmatch(hole)
        if sum_ is None:
            value, place = self._value(hole, hole)
        else:
            numbers = [self._value(hole, part)[0] for part in (sum_[1], sum_[3])]
            if not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
                raise Unfilled(hole, "only numbers can be added", "take one value alone")
            value, place = numbers[0] + numbers[1] * (1 if sum_[2] == "+" else -1), None
        if isinstance(value, str) and self._sorts(value):
            seat = self.printed.players.index(value) if value in self.printed.players else None
            text = value if seat is not None else plain_name(value, self.printed.players)
            return Piece(text, "member" if seat is None else "player", seat)
        return Piece(words(value), "value", None, place)

    def _value(self, hole: str, part: str) -> tuple[Any, tuple[str, str] | None]:
        look, name = (self.was, part.removeprefix("before.")) if part.startswith("before.") else (self.now, part)
        if look is None:
            raise Unfilled(hole, "the play ends before there is a state", "write the value out")
        by = _AT.fullmatch(name)
        if by is not None:
            return self._by(hole, look, by)
        fields = self.printed.names.fields
        if name in self.choices and part == name:
            return self.choices[name], None
        if name in fields:
            return look.field(name), (name, "")
        if name in self.printed.scope.constants:
            return self.printed.scope.constants[name], None
        first, dot, path = name.partition(".")
        member = self.choices.get(first, first)
        if not dot:
            if first in self.choices or self._sorts(first):
                return member, None
            known = [*self.choices, *fields, *(m for names in self.printed.scope.names.values() for m in names)]
            raise Unfilled(hole, f"nothing is called `{first}` here", nearest(first, known))
        sorts = self._sorts(member)
        if not sorts:
            raise Unfilled(hole, f"`{first}` is nobody and nothing in this play", nearest(first, self.choices))
        sort = next((one for one in sorts if self.printed.names.path(one, path) is not None), None)
        if sort is None:
            raise Unfilled(hole, f"a {sorts[0]} has no `{path}`", nearest(path, self.printed.names.of(sorts[0])))
        return look.path(sort, member, path), (path, member)

    def _by(self, hole: str, look: Look, by: re.Match[str]) -> tuple[Any, tuple[str, str]]:
        """A field by one or two members."""
        name, *keys = (part for part in by.groups() if part is not None)
        if not isinstance(self.printed.names.fields.get(name), t.Map):
            maps = [field for field, type_ in self.printed.names.fields.items() if isinstance(type_, t.Map)]
            raise Unfilled(hole, f"`{name}` is kept for nobody", nearest(name, maps))
        held = look.field(name)
        members = [self.choices.get(key, key) for key in keys]
        for member in members:
            if not isinstance(held, dict) or member not in held:
                raise Unfilled(hole, f"`{name}` has nothing for `{member}`", nearest(str(member), held or ()))
            held = held[member]
        return held, (name, str(members[0]))

    def _sorts(self, member: object) -> list[str]:
        """The sorts that a name is a member of; a card may be called like what is printed on it."""
        return [sort for sort, names in self.printed.scope.names.items() if member in names]
