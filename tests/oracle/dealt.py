"""A sweep made by the oracle: every card that can be dealt alone, each in a scope of its own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tests.oracle import values as v
from tests.oracle.graph import VIOLATED, Explorer, Found, TooLarge
from tests.oracle.sentences import number
from tests.oracle.truth import Oracle, Truth, unlike

FEW = 24
"""Scopes that the oracle explores for one sweep."""


def values_of(type_: Any, usual: Any) -> list[Any]:
    """What docs/howto/sweep.md says is tried of an attribute, as a scope writes it: both of a boolean, each of an enum
    or a sort, one keyword at a time, the least number and what is just above it."""
    match type_:
        case v.Bool():
            found: list[Any] = [False, True]
        case v.OneOf():
            found = [m.__dict__["_name"] if type_.is_sort else m.name for m in type_.all()]
        case v.Num(low, high):
            least = low or 0
            found = [n for n in (least, least + 1, least + 2) if high is None or n <= high]
            found += [high] if high is not None and high <= least + 10 and high not in found else []
        case v.Optional(of):
            found = ["none", *values_of(of, usual)]
        case v.SetOf(of) if not of.is_sort:
            found = [[], *([m.name] for m in of.all())]
        case _:
            found = []
    return [usual, *(one for one in found if one != usual)]


class OfSweep(Truth):
    """Claims of `sweep --cards 1` where no sweep.toml says what is dealt: the first member of a sort is varied by the
    types of its attributes, the others stay."""

    most = 2_000
    """States after which a scope is given up."""

    def __init__(self, oracle: Oracle, said: Any) -> None:
        super().__init__(oracle, said)
        self.sort = said["sort"]
        self.base = oracle.found()
        self.scopes = oracle.folder / oracle.name / "scopes"
        self.document = tomllib.loads((self.scopes / f"{oracle.scope}.toml").read_text(encoding="utf-8"))
        world = oracle.explorer().play.world
        cls = next(s for s in world.book.sorts if s.__name__ == self.sort)
        self.card = cls.members[0].__dict__["_name"]
        usual = {name: column[0] for name, column in self.document["attributes"][self.sort].items()}
        self.factors = {name: values_of(t, usual[name]) for name, t in world._attributes(cls).items()}

    def rows(self) -> Iterator[dict[str, Any]]:
        for values in product(*self.factors.values()):
            yield dict(zip(self.factors, values, strict=True))

    def small(self) -> bool:
        many = 1
        for values in self.factors.values():
            many *= len(values)
        return many <= FEW

    def explored(self, row: Mapping[str, Any]) -> Found:
        """The scope with the first card as a row says."""
        return self.explorer({self.card: row}).found

    def explorer(self, given: Mapping[str, Mapping[str, Any]]) -> Explorer:
        """The scope with what is given of its cards, of each by its name."""
        there = self.document["sorts"][self.sort]
        names = there if isinstance(there, list) else [f"{self.sort}{i}" for i in range(there)]
        lines = (self.scopes / f"{self.oracle.scope}.toml").read_text(encoding="utf-8").split("\n")
        table = ""
        for place, line in enumerate(lines):
            table = line if line.startswith("[") else table
            name = line.partition(" = ")[0]
            if table == f"[attributes.{self.sort}]" and name in self.factors:
                column = self.document["attributes"][self.sort][name]
                dealt = [given.get(card, {}).get(name, usual) for card, usual in zip(names, column, strict=True)]
                lines[place] = f"{name} = [{', '.join(map(_toml, dealt))}]"
        (self.scopes / "dealt.toml").write_text("\n".join(lines), encoding="utf-8")
        try:
            found = Explorer(self.oracle.folder, self.oracle.name, "dealt", most=self.oracle.most)
            found.explore()
        finally:
            (self.scopes / "dealt.toml").unlink()
        return found

    def all_met(self) -> dict[str, set[str]]:
        """What is met in some scope and is news: by kind, the subjects."""
        found: dict[str, set[str]] = {}
        for row in self.rows():
            one = self.explored(row)
            if not self.is_dealt(one):
                continue
            for key, material in one.material.items():
                if material and key[0] not in ("cap", "idle"):
                    found.setdefault(key[0], set()).add(":".join(key[1:]))
            for name, word in one.verdicts.items():
                if word == VIOLATED:
                    found.setdefault("violated", set()).add(name)
            if one.deadlocks:
                found.setdefault("deadlock", set()).add("")
            found.setdefault("never live", set()).update(set(self.base.never_live) - set(one.never_live))
        return {kind: subjects for kind, subjects in found.items() if subjects}

    def whole(self) -> str:
        """That all that the oracle meets is said, and nothing else. Which rules are live is compared by their names, of
        those that the oracle knows; of events how many there are of each kind."""
        met = self.all_met()
        true = {kind: len(subjects) for kind, subjects in met.items() if kind not in ("deadlock", "never live")}
        said: dict[str, int] = {}
        for one in self.said["found"]:
            if one["kind"] not in ("deadlock", "idle", "never live"):
                said[one["kind"]] = said.get(one["kind"], 0) + 1
        live = {one["title"].partition(",")[0] for one in self.said["found"] if one["kind"] == "never live"}
        live &= self.base.live | set(self.base.never_live)
        dead = any(one["kind"] == "deadlock" for one in self.said["found"])
        wrong = said != true or live != met.get("never live", set()) or dead != ("deadlock" in met)
        return f"found {said}, {sorted(live)}, deadlock {dead}; the oracle meets {met}" if wrong else ""

    # sentences

    def swept(self, scopes: str, states: str) -> str:
        """Of scopes that are explored whole the states are those that the oracle counts."""
        told = unlike((number(scopes), number(states)), (self.said["scopes"], self.said["states"]))
        alone = len(self.said["combinations"]) == 1 and not self.said["bounded"] and len(self._varied) <= 2
        if told or not alone:
            return told
        try:
            dealt = [one for row in self.rows() if self.is_dealt(one := self.explored(row))]
        except TooLarge:
            return ""
        return unlike(number(states), sum(len(one.depth) for one in dealt))

    def begun(self, base: str, by_rules: str, given: str) -> str:
        """A position is given in all scopes where the base gives one, and in none where it does not."""
        of_all = self.said["scopes"] if self.document.get("initial") else 0
        true = self.oracle.scope, self.said["scopes"] - of_all, of_all
        return unlike((base, number(by_rules), number(given or "0")), true)

    def not_dealt(self, scopes: str, why: str) -> str:
        return unlike(number(scopes), self.said["refusals"].get(why))

    def no_scope(self) -> str:
        return unlike(0, self.said["scopes"])

    def kept(self, how_many: str) -> str:
        return unlike(number(how_many), len(self.said["positions_keep"]))

    def varied(self, names: str, sort: str, members: str) -> str:
        """The attributes that are varied: those with several values, of the cards of this sort."""
        true = {name for name, values in self.factors.items() if len(values) > 1}
        said = set(names.split(", "))
        there = self.document["sorts"][self.sort]
        return unlike((said, sort), (true, self.sort)) or (
            "" if isinstance(there, list) else unlike(len(members.split(", ")), there)
        )

    def nothing_new(self, scopes: str) -> str:
        if number(scopes) != self.said["scopes"] or not self.said["scopes"]:
            return f"explored were {self.said['scopes']}"
        true = self.all_met()
        return f"the oracle meets {true}" if true else ""

    def dealt(self, cards: str, *numbers: str) -> str:
        """Of one card, of which at most two things are varied, each combination is a scope of its own."""
        said = tuple(map(number, numbers))
        if cards.startswith("1"):
            try:
                true = self._one_card()
            except TooLarge:
                return ""
            return unlike((said[0], *said[2:]), true) if len(self._varied) <= 2 and not said[1] else ""
        if cards == "2, all dealt":
            ways = len(list(self.rows()))
            least = ways + ways * (ways + 1) // 2  # two cards that are alike may change places
            there = self.said["scopes"] + sum(self.said["refusals"].values())
            return f"two cards can be dealt in {least - ways} ways at least, in {there} scopes" if there < least else ""
        return ""

    def _one_card(self) -> tuple[int, int, int, int, int]:
        """Combinations, and those that are refused, dealt, explored whole, and met."""
        found = [self.explored(row) for row in self.rows()]
        dealt = [one for one in found if self.is_dealt(one)]
        whole = [one for one in dealt if len(one.depth) <= self.most and not any(k[0] == "cap" for k in one.material)]
        met = [one for one in dealt if self.comes_up(one)]
        return len(found), len(found) - len(dealt), len(dealt), len(whole), len(met)

    def is_dealt(self, found: Found) -> bool:
        """Whether there is a beginning, and it breaks nothing that always holds."""
        return bool(found.depth) and not any(found.lengths.get(name) == 0 for name in self.said["positions_keep"])

    def comes_up(self, found: Found) -> bool:
        """Whether something is said of the card in some state that no beginning says."""
        begun = [state for state, depth in found.depth.items() if depth == 0]
        paths = list(self.oracle.explorer().play.world.types)

        def of_card(place: int, value: Any) -> Any:
            """What a leaf says of the card."""
            if self.card in map(str, paths[place]):
                return value
            if isinstance(value, frozenset | v.Pile):
                return self.card in map(str, value)
            return str(value) == self.card

        return any(
            all(of_card(i, x) != of_card(i, state[i]) for state in begun)
            for other in found.depth for i, x in enumerate(other)
        )  # fmt: skip

    @property
    def _varied(self) -> list[list[Any]]:
        return [values for values in self.factors.values() if len(values) > 1]

    def least_scope(self, cards: str, sort: str, states: str, values: str) -> str:
        """So many states are in the scope that is named."""
        if number(states) > self.most:  # it was given up
            return ""
        given: dict[str, dict[str, Any]] = {}
        for one in values.split(", ") if values != "all as usual" else ():
            name, _, value = one.partition(" = ")
            member, _, attribute = name.rpartition(".")
            if not member or attribute not in self.factors:
                return ""
            given.setdefault(member, {})[attribute] = _read(value)
        try:
            return unlike(number(states), len(self.explorer(given).found.depth))
        except TooLarge:
            return ""

    def play_of(self, play: str) -> str:
        return ""

    def met(self, kind: str, about: str, cites: str) -> str:
        if kind == "never live":
            return "it is live in the scope itself" if about.partition(",")[0] in self.base.live else ""
        return ""


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(x)}" for k, x in value.items()) + " }"
    return json.dumps(value)


def _read(value: str) -> Any:
    return tomllib.loads(f"x = {value}")["x"]
