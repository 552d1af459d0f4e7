"""Plain moves of a random program: actions that are nearly always open, each of which goes through a field's values.

They make the graphs: what the other rules do is done from many states then.
"""

from __future__ import annotations

from dataclasses import replace

from tests.oracle.phrases import Field, Type
from tests.oracle.schema import PLAYER, SchemaWriter, written

SIZES = {"Player": 2, "Thing": 2, "Phase": 2, "Hue": 3, "Spot": 3}
"""About how many members there are."""


def values(type_: Type) -> int:
    """About how many values a field has; 0 for too many."""
    many = SIZES.get(type_.of, 2)
    match type_.kind:
        case "int":
            one = 0 if type_.high is None or type_.low is None else type_.high - type_.low + 1
        case "maybe":
            one = many + 1
        case "set":
            one = 2**many
        case "pile":
            one = 5
        case _:
            one = many
    for key in type_.keys:
        one = one ** SIZES[key] if one < 10 else 0
    return one if one <= 100 else 0


class MoveWriter(SchemaWriter):
    """A program with its moves."""

    def moves(self) -> None:
        """Some fields that move, as many as leave the graph of a size that can be looked at, and the turn."""
        room = 60 if self.often("small", 0) else self.base.pick((4, 12, 30))
        fields = [f for f in self.state_fields if f.name not in ("count", "turn")]
        first = self.below(len(fields))
        for f in [*fields[first:], *fields[:first], *(f for f in self.state_fields if f.name == "turn")]:
            if 0 < values(f.type) <= room or f.name == "turn":
                room //= values(f.type)
                self.move(f)
        if self.chanced and self.chance(85):
            step = ["s.turn = (s.turn + lot) % 3"]
            lots = ["s: State", "lot: Annotated[int, Range(1, 2)]"]
            self.function('book.chance("2")', self.fresh("a"), lots, "None", self.block(step))

    def move(self, f: Field) -> None:
        """An action that changes one field to any of its values, one after the other or as the player chooses."""
        name, clause = self.fresh("a"), self.fresh("c")
        parameters: list[tuple[str, Type]] = [("who", PLAYER)]
        where = f"s.{f.name}"
        for i, key in enumerate(f.type.keys):
            own = key == "Player"
            if not own:
                parameters.append((f"k{i}", Type("one", key)))
            where += "[who]" if own else f"[k{i}]"
        body = self.changed(f.type, where, parameters)
        here = replace(self.base, variables=tuple(parameters))
        signature = ["s: State", *(f"{n}: {written(t)}" for n, t in parameters)]
        if self.base.moments and self.often("emitted", 20):
            moment, of = self.base.pick(self.base.moments)
            body.append(f"emit(s, {moment}(whom={here.one(of)}))")
        if self.base.deeds and self.often("deeds", 15):
            body.append(here.call(self.base.pick(self.base.deeds)))
        passes = ", passes=True" if self.often("idle", 8) else ""
        self.function(f'book.action("2"{passes})', name, signature, "None", self.block(body))
        truth = here.truth(1) if self.often("guarded", 15) else "True"
        self.function(f'{name}.permit("2")', clause, signature, "bool", [f"return {truth}"])
        self.actions.append((name, parameters, None))

    def changed(self, type_: Type, where: str, parameters: list[tuple[str, Type]]) -> list[str]:
        """The statements; what they take besides is added to the parameters."""
        match type_.kind:
            case "int":
                low, wide = type_.low or 0, (type_.high or 0) - (type_.low or 0) + 1
                if self.chance(30):
                    return [f"if {where} < {type_.high}:", f"    {where} += 1"]
                by = 1 + self.below(2)
                return [f"{where} = {low} + ({where} - {low} + {by}) % {wide}"]
            case "bool":
                return [f"{where} = not {where}"]
            case "one" | "maybe":
                parameters.append(("to", Type(type_.kind, type_.of)))
                return [f"{where} = to"]
        parameters.append(("to", Type("one", type_.of)))
        if type_.kind == "set":
            single = "frozenset({to})"
            return [
                f"if to in {where}:", f"    {where} = {where} - {single}", "else:", f"    {where} = {where} | {single}",
            ]  # fmt: skip
        put = self.base.pick(("with_top", "with_bottom"))
        out = self.base.pick(("to", f"{where}.top"))
        return [
            f"if to in {where}:",
            f"    {where} = {where}.without({out})",
            "else:",
            f"    {where} = {where}.{put}(to)",
        ]
