"""The first part of a random program: sorts, the state and its frames, how it begins, whose decision it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.oracle.phrases import ENUMS, Choices, Context, Field, Type
from tests.oracle.themes import THEMES, both

NAME = "book"
HEAD = f'''"""A random book."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    CHANCE, SILENT, Chance, Checks, Constants, Grid, Map, Pile, Range, Ruleset, Silent, Size, Sort, allows, ask, cite,
    close_frame, defines, effect, emit, frame, frame_of, gain, is_open, lose, moment, narrow, no, number, open_frame,
    remembers, simultaneous, state, the, until, yes,
)

book = Ruleset("{NAME}")
'''
PLAYER, THING, PHASE, HUE, BOOL = (
    Type("one", "Player"), Type("one", "Thing"), Type("one", "Phase"), Type("one", "Hue"), Type("bool"),
)  # fmt: skip
SMALL = Type("int", low=0, high=2)


def written(type_: Type, cap: str = "") -> str:
    """A type as an annotation."""
    match type_.kind:
        case "int":
            low = "" if type_.low is None else str(type_.low)
            high = "" if type_.high is None else f", {type_.high}"
            inner = f"Annotated[int, Range({low}{high}{cap})]" if low else "int"
        case "bool":
            inner = "bool"
        case "one":
            inner = type_.of
        case "maybe":
            inner = f"{type_.of} | None"
        case "set":
            inner = f"frozenset[{type_.of}]"
        case _:
            inner = f"Pile[{type_.of}]"
    for key in reversed(type_.keys):
        inner = f"Map[{key}, {inner}]"
    return inner


class SchemaWriter:
    """What a program's other parts stand on."""

    def __init__(self, choices: Choices) -> None:
        self.base = Context(choices)
        self.base.theme = both(*(self.base.pick(THEMES) for _ in range(2)))
        self.lines: list[str] = [HEAD]
        self.names = 0
        self.actions: list[tuple[str, list[tuple[str, Type]], str | None]] = []
        self.frames: list[tuple[str, list[Field]]] = []
        self.bounds: list[str] = []
        self.deciding = "deciding" in self.base.theme
        """Whether whose decision it is, what may be chosen and when something settles hang on questions."""
        self.outs = False
        """Whether somebody may be out of the game."""
        self.kept: Field | None = None
        """What the initial choice decides."""

    # small things

    def chance(self, percent: int) -> bool:
        return self.base.chance(percent)

    def often(self, what: str, percent: int) -> bool:
        return self.base.often(what, percent)

    def below(self, bound: int) -> int:
        return self.base.below(bound)

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def say(self, *lines: str) -> None:
        self.lines += lines

    def function(self, decorator: str, name: str, parameters: Sequence[str], gives: str, body: Sequence[str]) -> None:
        self.say(
            "", "", f"@{decorator}", f"def {name}({', '.join(parameters)}) -> {gives}:", *(f"    {b}" for b in body)
        )

    def closed(self) -> None:
        if not self.often("open", 25):
            self.say('book.closed_world(assumed="what no clause permits is not allowed")')

    def sorts(self) -> None:
        for name, members in ENUMS.items():
            self.say("", "", f"class {name}(Enum):", *(f'    {m} = "{m.lower()}"' for m in members))
        self.say("", "", "class Player(Sort):", "    rank: Annotated[int, Range(0, 2)]")
        self.say("", "", "class Thing(Sort):", "    cost: Annotated[int, Range(0, 3)]", "    owner: Player")
        self.say("    shiny: bool", "    hues: frozenset[Hue]", "    worth: Map[Hue, Annotated[int, Range(0, 3)]]")
        if self.often("grid", 12):
            self.base.grid = True
            self.say("", "", "class Spot(Grid):", "    row: int", "    column: int", "    rim: bool")
        if self.chance(20):
            self.base.numbers = True
            self.say(
                "", "", "class Numbers(Constants):", '    few: int = number(1, "1")', '    many: int = number(5, "1")'
            )

    def a_type(self) -> Type:
        """The type of a field."""
        keys = self.base.pick(((), (), ("Player",), ("Thing",), ("Phase",), ("Player", "Phase")))
        if self.often("maps", 0):
            return Type("int", low=0, high=1 + self.below(3), keys=(self.base.pick(("Player", "Thing")),))
        if self.often("small", 0):
            return Type("int", low=0, high=1 + self.below(2)) if self.chance(50) else BOOL
        if self.often("piles", 0):
            return Type("pile", "Thing")
        kind = self.below(12)
        of = self.base.pick(("Player", "Thing", "Phase", "Hue", *(["Spot", "Spot"] if self.base.grid else [])))
        if len(keys) == 2:
            return Type("int", low=0, high=1, keys=keys)
        if kind < 4:
            low = -1 - self.below(3) if self.often("below zero", 0) else -self.below(2)
            high = low + 1 + self.below(3)
            if self.often("wide", 6):
                return Type("int", low=0, high=10 ** (3 + self.below(18)), keys=keys)
            return Type("int", low=low, high=None if self.often("no end", 8) else high, keys=keys)
        if kind < 6:
            return Type("bool", keys=keys)
        if kind < 8:
            return Type("maybe" if self.chance(50) else "one", of, keys=keys)
        if kind < 10:
            return Type("set", of if of != "Spot" else "Thing", keys=keys[:1] if self.chance(15) else ())
        return Type("pile", "Thing") if self.chance(50) else Type("maybe", of, keys=keys)

    def schema(self) -> None:
        fields = [Field("count", Type("int", low=0, high=1 + self.below(4)))]
        fields += [Field(self.fresh("v"), self.a_type()) for _ in range(1 + self.below(4))]
        self.moving = self.chance(95)
        if self.moving:
            fields.append(Field("turn", Type("int", low=0, high=2 + self.below(6))))
        self.lasting: set[str] = set()
        phased = self.often("phased", 20)
        if phased:
            fields.insert(0, Field("phase", PHASE))
        self.say("", "", "@state", "class State:")
        for f in fields:
            promised = ', "1"' if self.chance(20) and f.type.high is not None else ""
            text = written(f.type, promised)
            if (
                phased
                and f.name not in ("count", "phase", "turn")
                and f.type.kind != "one"
                and self.often("lifetimes", 50)
            ):
                self.lasting.add(f.name)
                text = f'Annotated[{text}, until("1", phase=Phase.{self.base.pick(ENUMS["Phase"])})]'
            self.say(f"    {f.name}: {text}")
        self.base.fields = fields
        self.state_fields = fields
        for _ in range((2 if self.often("inner", 0) else self.below(3)) if self.often("frames", 30) else 0):
            name = self.fresh("Frame")
            own = [Field("awaits", Type("set", "Player"), "f")]
            own += [Field(self.fresh("w"), self.frame_type(), "f") for _ in range(self.below(3))]
            self.say("", "", '@frame("2")', f"class {name}:")
            for f in own:
                self.say(f"    {f.name}: {written(f.type)}" + (" = 0" if f.type.kind == "int" else ""))
            self.frames.append((name, own))
        self.base.frames = [name for name, _ in self.frames]
        self.base.inside = {name: fields[1:] for name, fields in self.frames}

    def frame_type(self) -> Type:
        return self.base.pick((SMALL, BOOL, PLAYER, Type("maybe", "Thing"), HUE))

    def begin(self) -> None:
        """How it starts: what has no default is written; now and then a choice, which may fail."""
        variables: list[tuple[str, Type]] = []
        if self.often("choices", 35):
            variables = [("first", PLAYER), ("much", Type("int", low=0, high=1 + self.below(2)))][
                : 2 if self.chance(70) else 1
            ]
        body: list[str] = []
        here = self.base.with_("first", PLAYER) if variables else self.base
        here = replace(here, variables=tuple(variables), fields=[])
        for f in self.state_fields:
            if f.type.kind != "one":
                continue
            if self.chance(2):  # forgotten: a failing check
                continue
            for key in f.type.keys:
                body.append(f"for k in {key}:")
            pad = "    " * len(f.type.keys)
            where = f"s.{f.name}" + ("[k]" if f.type.keys else "")
            early = self.chance(4)  # a field may be read that is not written yet
            if f.type.of in ENUMS or variables or early:
                value = (replace(self.base, variables=tuple(variables)) if early else here).one(f.type.of)
            else:
                value = self.least(f.type.of)
            body.append(f"{pad}{where} = {value}")
        if self.often("begins", 25):
            body += replace(self.base, variables=tuple(variables)).statements(2)
        if variables:
            body += self.chosen(variables)
        parameters = ["s: State", *(f"{n}: {written(t)}" for n, t in variables)]
        self.function('book.initial("1")', "begin", parameters, "None", self.block(body) if body else ["pass"])
        if variables and self.chance(30):
            asking = replace(here, fields=self.state_fields) if self.chance(10) else here
            some = asking.truth(1) if self.chance(12) else f"first.rank {self.base.pick(('== 0', '!= 1', '< 2'))}"
            self.function("begin.domain", "some", parameters, "bool", [f"return {some}"])

    def chosen(self, variables: Sequence[tuple[str, Type]]) -> list[str]:
        """What is chosen is kept."""
        much = variables[1:] and not self.chance(20)
        fitting = [
            f for f in self.state_fields if f.type.kind == "int" and not f.type.keys and f.name not in ("count", "turn")
        ]
        if much and fitting:
            self.kept = self.base.pick(fitting)
            return [f"s.{self.kept.name} = {self.kept.type.low or 0} + much"]
        return ["if first.rank == 0:", f"    s.count = {'much' if much else 0}"]

    def followed(self, fields: Sequence[Field]) -> Field:
        """A field: where the initial choice decides one, that more often than others."""
        return self.kept if self.kept and self.kept in fields and self.chance(60) else self.base.pick(fields)

    def least(self, of: str) -> str:
        which = {"Player": "x0.rank == 0", "Thing": "x0.cost == 0", "Spot": "x0.row == 1 and x0.column == 1"}[of]
        return f"the(x0 for x0 in {of} if {which})"

    def block(self, body: list[str], at_once: bool = False) -> list[str]:
        return [
            f'with effect("2"){", simultaneous()" if at_once else ""}:',
            *(f"    {line}" for line in body or ["pass"]),
        ]

    def flow(self) -> None:
        """Whose decision it is, when it ends, who wins."""
        quiet = replace(self.base, asks=False)
        self.chanced = self.often("outcomes", 20)
        players = "frozenset(Player)"
        if self.chance(25):
            single = f"frozenset({{{quiet.one('Player')}}})"
            players = self.base.pick((single, single, f"{single} | {quiet.set('Player')}", quiet.set("Player")))
        if self.deciding and self.chance(50):
            self.outs = True
            gone = replace(self.base, variables=(("who", PLAYER),))
            some = gone.told(gone.pick([f for f in self.state_fields if f.type.kind != "pile"]))
            self.function(
                'book.out("5")',
                "gone",
                ["s: State", "who: Player"],
                "bool",
                [f"return {some} and ({gone.pick((gone.answered, lambda: gone.truth(1)))()})"],
            )
        if self.deciding:
            asked = self.base.with_("who", PLAYER).answered()
            players = f"frozenset(who for who in {players} if {asked})" if self.chance(60) else (
                f"{players} if {self.base.answered()} else frozenset(Player)"
            )  # fmt: skip
        gives, body = "frozenset[Player]", f"return {players}"
        if self.chanced:
            players = f"({players})"
            when = f"s.turn == {1 + self.below(2)}" if self.moving and self.chance(70) else quiet.truth(1)
            gives, body = f"{gives} | Chance", f"return CHANCE if {when} else {players}"
        self.function("book.awaits", "awaited", ["s: State"], gives, [body])
        ended = f"s.count == {next(f for f in self.state_fields if f.name == 'count').type.high}"
        if self.often("ended", 40):
            late = f"s.turn == {self.state_fields[-1].type.high} and " if self.moving else ""
            ended = self.base.pick(("False", "False", late + quiet.told(self.base.pick(self.state_fields))))
        self.function('book.ended("9")', "over", ["s: State"], "bool", [f"return {ended}"])
        self.function('book.winners("9")', "won", ["s: State"], "frozenset[Player]", ["return frozenset()"])
