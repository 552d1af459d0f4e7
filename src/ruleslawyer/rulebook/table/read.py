"""A view that is declared beside a model, in `view.toml`: read whole, and every mistake said at its line.

docs/howto/view.md describes the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.read import read_text
from ruleslawyer.base.files.toml import Key, NotToml, Places, parse
from ruleslawyer.base.origin import Span
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.derive import WRONG, derive_view, not_once, places_of, usual_sentences
from ruleslawyer.rulebook.table.look import Names
from ruleslawyer.rulebook.table.view import (
    BEGINNING,
    Area,
    Arrow,
    Board,
    Cards,
    Counter,
    Draw,
    Look,
    Print,
    Seats,
    Tokens,
    Track,
    View,
)
from ruleslawyer.rulebook.table.words import HOLE

FILE = "view.toml"
UNSAID = "RL713"
"""An action without a word."""
_KEYS = ("seats", "card", "area", "counter", "track", "board", "arrow", "said", "deeds", "quiet", "themes")
_CARD = (
    "sort", "kind", "owner", "where", "seat", "slot", "bound_for", "beneath", "turned", "down", "prints", "marks",
    "secret", "words",
)  # fmt: skip


def view_of(ruleset: LoadedRuleset) -> View:
    """How the table of a ruleset is drawn: as its author declares it beside the model, or as types say."""
    folder = module_file(ruleset.root, ruleset.config.modules[0]).parent
    return load_view(folder, folder.relative_to(ruleset.root).as_posix(), ruleset.system)


def load_view(folder: Path, shown: str, system: System) -> View:
    """The view declared in a folder; without a declaration the one from types. Raises ModelError with every mistake."""
    path = folder / FILE
    if not is_there(path):
        return derive_view(system)
    name = FILE if shown in ("", ".") else f"{shown}/{FILE}"
    text = read_text(path, name, "take it away, and the table is derived")
    places = Places(name, text)
    try:
        document = parse(text)
    except NotToml as error:
        line, column = error.line or 1, error.column or 1
        span = Span(name, line, column, line, column + 1)
        raise ModelError([Diagnostic(WRONG, error.message, span, help=error.mend)]) from error
    reading = _Reading(system, places)
    view = reading.view(document)
    if reading.wrong:
        raise ModelError(reading.wrong)
    return view


@dataclass
class _Reading:
    system: System
    places: Places
    wrong: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = Names(self.system)
        self.shared: dict[str, Mapping[str, str]] = {}
        """The texts for members of enums, of all prints that give no other."""

    def view(self, document: Json) -> View:
        self._keys((), document, _KEYS)
        cards = self._cards(self._table((), document, "card"))
        areas = tuple(self._area(cards, *one) for one in self._tables(document, "area"))
        view = View(
            seats=self._seats(self._table((), document, "seats")), cards=cards, areas=areas,
            counters=tuple(self._counter(*one) for one in self._tables(document, "counter")),
            tracks=tuple(self._track(*one) for one in self._tables(document, "track")),
            boards=tuple(board for one in self._tables(document, "board") if (board := self._board(*one))),
            arrows=tuple(self._arrow(*one) for one in self._tables(document, "arrow")),
            said=self._words_at((), document, "said", self.names.fields, "field"),
            deeds=self._deeds(document), quiet=frozenset(self._quiet(document)), themes=self._themes(document),
        )  # fmt: skip
        if cards:
            for at, code, message, mend in not_once(self.names, cards, areas, self.places):
                self._report(at, message, mend, code)
        return view

    # --- parts --------------------------------------------------------------------------------------------------------

    def _seats(self, given: Json) -> Seats:
        at = ("seats",)
        self._keys(at, given, ("turn", "out", "flags"))
        player = t.Sort(self.names.players)
        turn = self._field(at, given, "turn", lambda type_: t.unwrap(type_) in (player, t.Pile(player)), "a player")
        flags = {name: type_ for name, type_ in self.names.fields.items() if type_ == t.Map(player, t.Bool())}
        out = self._name(at, given, "out", flags, "field that is true of players")
        return Seats(turn, out, self._words_at(at, given, "flags", flags, "field that is true of players"))

    def _cards(self, given: Json) -> Cards | None:
        if not given:
            return None
        at = ("card",)
        self._keys(at, given, _CARD)
        sort = self._name(at, given, "sort", self.system.sorts, "sort")
        if sort is None:
            if "sort" not in given:
                self._report(at, "`sort` is missing", 'say which sort is the cards: sort = "Card"')
            return None
        own, printed = self.names.of(sort), self.names.attributes(sort)

        def fitting(fits: Callable[[t.Type], bool]) -> list[str]:
            """The fields by card with something that fits."""
            return [name for name, type_ in own.items() if name not in printed and fits(t.unwrap(type_))]

        def path(key: str) -> str | None:
            value = self._text(at, given, key)
            if value is not None and self.names.path(sort, value) != t.Sort(self.names.players):
                every = self.names.paths(sort, lambda type_: type_ == t.Sort(self.names.players))
                self._report((*at, key), f"`{value}` leads to no {self.names.players}", nearest(value, every))
                return None
            return value

        flags = fitting(lambda type_: type_ == t.Bool())
        wheres = fitting(lambda type_: isinstance(type_, t.Enum | t.Sort))
        places = self._texts(at, given, "where")
        for place in places:
            if place not in wheres:
                self._report((*at, "where"), f"`{place}` does not say where a {sort} is", nearest(place, wheres))
        grids = fitting(lambda type_: isinstance(type_, t.Sort) and self.system.sorts[type_.name].grid)
        every = self._table(at, given, "words")
        for enum in every:
            if enum not in self.system.enums:
                self._report((*at, "words", enum), f"there is no enum `{enum}`", nearest(enum, self.system.enums))
            said = self._texts_at((*at, "words"), every, enum)
            self.shared[enum] = self._member_words((*at, "words", enum), said, enum, printed, enum)
        return Cards(
            sort, self._name(at, given, "kind", printed, "attribute"), path("owner"),
            places, path("seat"),
            self._name(at, given, "slot", grids, "field with a space of a grid"),
            self._name(at, given, "bound_for", grids, "field with a space of a grid"),
            self._name(at, given, "beneath", fitting(lambda type_: type_ == t.Sort(sort)), f"field with a {sort}"),
            self._name(at, given, "turned", flags, "field that is true or false"),
            self._name(at, given, "down", flags, "field that is true or false"),
            tuple(self._print(sort, *one) for one in self._tables(given, "prints", at)),
            self._words_at(at, given, "marks", own, f"field or attribute of a {sort}"),
            self._truth(at, given, "secret"),
        )  # fmt: skip

    def _print(self, sort: str, at: Key, given: Json) -> Print:
        self._keys(at, given, ("field", "word", "unit", "look", "words", "only", "unless", "always"))
        printed = self.names.attributes(sort)
        known = {**printed, **{name: one.type for name, one in self.system.constants.items()}}
        name = self._name(at, given, "field", known, f"attribute of a {sort}, and no number of the book", needed=True)
        enum = None if name is None else t.unwrap(t.leaf_type(t.unwrap(known[name])))
        of = enum.name if isinstance(enum, t.Enum) else ""
        own = self._member_words((*at, "words"), self._texts_at(at, given, "words"), of, printed, name or "")
        word = self._text(at, given, "word")
        return Print(
            name or "", (name or "").replace("_", " ") if word is None else word,
            self._text(at, given, "unit") or "",
            cast(Look, self._one_of(at, given, "look", get_args(Look), "word")), own or self.shared.get(of, {}),
            self._values(at, given, "only", printed), self._values(at, given, "unless", printed),
            self._truth(at, given, "always"),
        )  # fmt: skip

    def _member_words(
        self, at: Key, words: Mapping[str, str], of: str, printed: Mapping[str, t.Type], of_what: str
    ) -> Mapping[str, str]:
        """The texts for members of an enum, looked over: of one print, or of all prints with such a value."""
        members = self.system.enums[of].members if of in self.system.enums else ()
        for member, text in words.items():
            if member not in members:
                self._report((*at, member), f"`{member}` is no value of `{of_what}`", nearest(member, members))
            self._holes((*at, member), text, printed)
        return words

    def _values(self, at: Key, given: Json, key: str, printed: Mapping[str, t.Type]) -> dict[str, tuple[str, ...]]:
        found = {}
        for name, values in self._table(at, given, key).items():
            type_ = t.unwrap(printed[name]) if name in printed else None
            members = self.system.enums[type_.name].members if isinstance(type_, t.Enum) else ()
            if not members or not isinstance(values, list):
                about = "values are a list" if members else f"`{name}` is no attribute with a kind"
                self._report((*at, key, name), about, f'{name} = ["…"]' if members else nearest(name, printed))
                continue
            for value in values:
                if value not in members:
                    self._report((*at, key, name), f"`{value}` is no value of `{name}`", nearest(str(value), members))
            found[name] = tuple(map(str, values))
        return found

    def _area(self, cards: Cards | None, at: Key, given: Json) -> Area:
        self._keys(at, given, ("title", "at", "of", "draw", "shared", "always"))
        values = self._texts(at, given, "at")
        known = places_of(self.names, cards) if cards else []
        for value in values:
            if value not in known:
                self._report((*at, "at"), f"no card can be at `{value}`", nearest(value, known))
        of = self._name(at, given, "of", self._piles(cards), "pile of cards, by whom or what it may be")
        draw = cast(Draw, self._one_of(at, given, "draw", get_args(Draw), "row"))
        if draw == "grid" and (cards is None or cards.slot is None):
            self._report((*at, "draw"), "cards have no spaces of a grid", 'say which field has them: [card] slot = "…"')
        if cards is None:
            self._report(at, "there are no cards that could lie here", 'say what cards are: [card] sort = "Card"')
        elif not values and "of" not in given and not cards.where:
            mend = "name places with `at`, a pile with `of`, or under [card] the field that says `where` a card is"
            self._report(at, "nothing says which cards lie here", mend)
        title = self._text(at, given, "title")
        if title is None:
            self._report(at, "`title` is missing", 'add title = "…"')
        return Area(title or "", values, of, draw, self._truth(at, given, "shared"), self._truth(at, given, "always"))

    def _piles(self, cards: Cards | None) -> list[str]:
        """The fields with a pile of cards, or one for each member of a sort."""
        if cards is None:
            return []
        pile = t.Pile(t.Sort(cards.sort))
        fields = self.names.fields.items()
        return [name for name, ty in fields if pile in (ty, ty.value if isinstance(ty, t.Map) else None)]

    def _counter(self, at: Key, given: Json) -> Counter:
        self._keys(at, given, ("field", "word", "unit", "draw", "always"))
        numbers = {
            name: type_ for name, type_ in self.names.fields.items() if isinstance(t.leaf_type(type_), t.Int | t.Pile)
        }
        name = self._name(at, given, "field", numbers, "field with a number or a pile", needed=True) or ""
        return Counter(
            name, self._text(at, given, "word") or name.replace("_", " "), self._text(at, given, "unit") or "",
            cast(Tokens, self._one_of(at, given, "draw", get_args(Tokens), "number")), self._truth(at, given, "always"),
        )  # fmt: skip

    def _track(self, at: Key, given: Json) -> Track:
        self._keys(at, given, ("field", "title", "side", "end"))
        ranges = {
            name: type_ for name, type_ in self.names.fields.items()
            if isinstance(type_, t.Int) and type_.low is not None and type_.high is not None
        }  # fmt: skip
        name = self._name(at, given, "field", ranges, "number with a least and a greatest", needed=True) or ""
        player = t.Sort(self.names.players)
        side = self._field(at, given, "side", lambda type_: t.unwrap(type_) == player, "a player")
        ends = {name: one for name, one in self.system.constants.items() if isinstance(one.type, t.Int)}
        end = self._name(at, given, "end", ends, "number of the book")
        return Track(name, self._text(at, given, "title") or name.replace("_", " "), side, end)

    def _board(self, at: Key, given: Json) -> Board | None:
        self._keys(at, given, ("sort", "title", "shows", "columns", "row", "column", "lines"))
        sort = self._name(at, given, "sort", self.system.sorts, "sort", needed=True)
        if sort is None:
            return None
        known, shows = self.names.of(sort), self._texts(at, given, "shows")
        for name in shows:
            if name not in known:
                about = f"`{name}` is no field or attribute of a {sort}"
                self._report((*at, "shows"), about, nearest(name, known))
        columns = given.get("columns")
        if columns is not None and (not isinstance(columns, int) or isinstance(columns, bool) or columns < 1):
            self._report((*at, "columns"), "how many places stand in a row is a number", "columns = 3")
            columns = None
        row, column = (self._of_place(at, given, key, sort, t.Int, "a number") for key in ("row", "column"))
        if ("row" in given) != ("column" in given):
            self._report(at, "`row` and `column` say together where a place lies", "give both, or `columns` alone")
        elif "row" in given and columns is not None:
            self._report((*at, "columns"), "`row` and `column` say where each place lies", "take one of them away")
        lines = self._of_place(at, given, "lines", sort, t.Set, f"a set of {sort}")
        return Board(sort, self._text(at, given, "title") or sort, shows, columns, row, column, lines)

    def _of_place(self, at: Key, given: Json, key: str, sort: str, kind: type[t.Type], what: str) -> str | None:
        """An attribute that says where a place lies, or what it is joined to."""
        attributes = {name: t.unwrap(type_) for name, type_ in self.names.attributes(sort).items()}
        known = [
            name for name, type_ in attributes.items()
            if isinstance(type_, kind) and (not isinstance(type_, t.Set) or type_.item == t.Sort(sort))
        ]  # fmt: skip
        return self._name(at, given, key, known, f"attribute of a {sort} with {what}")

    def _arrow(self, at: Key, given: Json) -> Arrow:
        self._keys(at, given, ("field", "to", "word"))
        sorts = {
            name: type_ for name, type_ in self.names.fields.items()
            if isinstance(t.unwrap(t.leaf_type(type_)), t.Sort) or isinstance(t.leaf_type(type_), t.Set)
        }  # fmt: skip
        what = "field with a card, a player or a space"
        name = self._name(at, given, "field", sorts, what, needed=True) or ""
        to = self._name(at, given, "to", sorts, what)
        return Arrow(name, self._text(at, given, "word") or name.replace("_", " "), to)

    # --- words --------------------------------------------------------------------------------------------------------

    def _deeds(self, document: Json) -> dict[str, str]:
        found = self._words_at((), document, "deeds", (BEGINNING, *self.system.actions), "action")
        for name, text in found.items():
            if name == BEGINNING:
                self._holes(("deeds", name), text, [one.name for one in self.system.initial.function.parameters])
            elif name in self.system.actions:
                choices = [one.name for one in self.system.actions[name].function.parameters]
                self._holes(("deeds", name), text, [*choices, "turn"])
        if found:
            for name in self.system.actions:
                if name not in found:
                    self._report(("deeds",), f"`{name}` has no sentence", f'add {name} = "…"', UNSAID)
        return {**usual_sentences(self.system), **found}

    def _quiet(self, document: Json) -> Iterable[str]:
        for name in self._texts((), document, "quiet"):
            if name not in self.system.actions:
                self._report(("quiet",), f"`{name}` is no action", nearest(name, self.system.actions))
            yield name

    def _themes(self, document: Json) -> dict[str, tuple[str, ...]]:
        found = {}
        for name, sections in self._table((), document, "themes").items():
            if not isinstance(sections, list) or not all(isinstance(one, str) for one in sections):
                self._report(("themes", name), "a theme is a list of sections", f'"{name}" = ["1", "2.3"]')
            else:
                found[name] = tuple(sections)
        return found

    def _holes(self, at: Key, text: str, known: Iterable[str]) -> None:
        """Reports holes in a text that nothing fills."""
        for hole in HOLE.findall(text):
            if hole not in known:
                self._report(at, f"`{{{hole}}}` is nothing that can be filled in here", nearest(hole, list(known)))

    # --- reading ------------------------------------------------------------------------------------------------------

    def _table(self, at: Key, given: Json, key: str) -> Json:
        found = given.get(key, {})
        if not isinstance(found, dict):
            self._report((*at, key), f"`{key}` is a table", f"write [{key}]")
            return {}
        return found

    def _tables(self, given: Json, key: str, at: tuple[str, ...] = ()) -> Iterable[tuple[Key, Json]]:
        found = given.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self._report((*at, key), f"`{key}` is a list of tables", f"write [[{'.'.join((*at, key))}]]")
            return
        for number, one in enumerate(found):
            yield (*at, key, number), one

    def _texts_at(self, at: Key, given: Json, key: str) -> dict[str, str]:
        """A table of texts."""
        found = self._table(at, given, key)
        for name, text in found.items():
            if not isinstance(text, str):
                self._report((*at, key, name), "this is a text", f'{name} = "…"')
        return {name: text for name, text in found.items() if isinstance(text, str)}

    def _texts(self, at: Key, given: Json, key: str) -> tuple[str, ...]:
        """A list of texts; one alone need not stand in a list."""
        found = given.get(key, [])
        some = found if isinstance(found, list) else [found]
        if not all(isinstance(one, str) for one in some):
            self._report((*at, key), f"`{key}` is a list of names", f'{key} = ["…"]')
        return tuple(one for one in some if isinstance(one, str))

    def _truth(self, at: Key, given: Json, key: str) -> bool:
        found = given.get(key, False)
        if not isinstance(found, bool):
            self._report((*at, key), f"`{key}` is true or false", f"{key} = true")
        return found is True

    def _keys(self, at: Key, given: Json, known: Iterable[str]) -> None:
        for key in given:
            if key not in known:
                self._report((*at, key), f"there is no key `{key}` here", nearest(key, list(known)))

    def _text(self, at: Key, given: Json, key: str) -> str | None:
        value = given.get(key)
        if value is None or isinstance(value, str):
            return value
        self._report((*at, key), f"`{key}` is a text", f'{key} = "…"')
        return None

    def _one_of(self, at: Key, given: Json, key: str, known: tuple[str, ...], usual: str) -> str:
        value = given.get(key, usual)
        if value not in known:
            self._report((*at, key), f"there is no {key} `{value}`", nearest(str(value), known))
            return usual
        return str(value)

    def _name(
        self, at: Key, given: Json, key: str, known: Iterable[str], what: str, *, needed: bool = False
    ) -> str | None:
        value = self._text(at, given, key)
        if key not in given and needed:
            self._report(at, f"`{key}` is missing", f'add {key} = "…", a {what}')
        if value is not None and value not in known:
            self._report((*at, key), f"`{value}` is no {what}", nearest(value, list(known)))
            return None
        return value

    def _field(self, at: Key, given: Json, key: str, fits: Callable[[t.Type], bool], what: str) -> str | None:
        known = [name for name, type_ in self.names.fields.items() if fits(type_)]
        return self._name(at, given, key, known, f"field with {what}")

    def _words_at(self, at: Key, given: Json, key: str, known: Iterable[str], what: str) -> dict[str, str]:
        """Names, each with its word."""
        found = {}
        for name, word in self._table(at, given, key).items():
            if name not in known:
                self._report((*at, key, name), f"`{name}` is no {what}", nearest(name, list(known)))
            elif not isinstance(word, str):
                self._report((*at, key, name), "a word is a text", f'{name} = "…"')
            else:
                found[name] = word
        return found

    def _report(self, at: Key, message: str, mend: str, code: str = WRONG) -> None:
        self.wrong.append(Diagnostic(code, message, self.places.find(at), help=mend))
