"""Numbers in a scope: the book's as they are in it, caps of what is counted, bounds of what is chosen."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Int, Pile, leaf_type
from ruleslawyer.rulebook.scopes.values import Mistakes, Values, Wrong, beginnings, integer, value_text
from ruleslawyer.semantics.codec import LARGEST, MOST_DIGITS

MOST_CHOICES = 1_000_000
"""The most values of a number that is chosen: each of them is tried in each state."""


def choices(system: System) -> dict[str, Parameter]:
    """Every parameter of an action or of the initial rule, as `action.parameter`."""
    functions = [action.function for action in system.actions.values()] + [system.initial.function]
    return {f"{f.name}.{p.name}": p for f in functions for p in f.parameters}


def endless(system: System, scope: Scope) -> list[str]:
    """The integer parameters of what may be done in a scope that does not say how large they may be."""
    integers = (name for name, p in choices(system).items() if integer(leaf_type(p.type)) is not None)
    return [name for name in integers if name not in scope.bounds and name.split(".")[0] not in scope.off]


class Numbers:
    """The tables of one file; what is wrong in them is reported."""

    def __init__(self, system: System, values: Values, mistakes: Mistakes) -> None:
        self.system, self.values = system, values
        self._report = mistakes.report

    def constants(self, table: Json) -> tuple[Json, tuple[str, ...]]:
        """The book's numbers, and which of them are others here."""
        known = self.system.constants
        values = {name: constant.value for name, constant in known.items()}
        for name, (path, value) in self._flat(table).items():
            if name not in known:
                self._report("RL702", path, f"the ruleset has no number `{name}`", nearest(name, known))
            elif value == OPEN:
                values[name] = OPEN
            else:
                try:
                    values[name] = self.values.one(path, value, known[name].type)
                except Wrong:
                    continue
        for name in self._sizes_of_piles():
            if values[name] == OPEN:
                mend = "write a number, or take it out of [constants]"
                self._report("RL703", ("constants", name), f"`{name}`, the size of a pile, cannot be left open", mend)
                values[name] = known[name].value
        self.values.numbers = values
        shrunk = tuple(n for n, constant in known.items() if values[n] != OPEN and values[n] != constant.value)
        return values, shrunk

    def _sizes_of_piles(self) -> set[str]:
        """The numbers that say how many things a pile holds."""
        records = (self.system.state, *self.system.frames.values())
        kept = (leaf_type(field.type) for record in records for field in record.fields)
        return {leaf.size for leaf in kept if isinstance(leaf, Pile) and isinstance(leaf.size, str)}

    @staticmethod
    def _flat(table: Json) -> dict[str, tuple[Key, object]]:
        """`"Numbers.hand" = 3`, or the same without quotes, which TOML reads as a table."""
        flat: dict[str, tuple[Key, object]] = {}
        for key, value in table.items():
            if isinstance(value, dict):
                flat |= {f"{key}.{inner}": (("constants", key, inner), v) for inner, v in value.items()}
            else:
                flat[key] = (("constants", key), value)
        return flat

    def caps(self, table: Json) -> dict[str, int]:
        """The cap of each field that counts."""
        caps = {}
        fields = {field.name: leaf_type(field.type) for field in self.system.state.fields}
        counted = [name for name, leaf in fields.items() if isinstance(leaf, Int)]
        for name, value in table.items():
            path = ("caps", name)
            if name not in counted:
                reason = "is not a count" if name in fields else "is not a field of the state"
                self._report("RL702", path, f"`{name}` {reason}", nearest(name, counted))
            elif isinstance(value, bool) or not isinstance(value, int):
                self._report("RL703", path, f"a cap is an integer, found {value_text(value)}", f"write {name} = 12")
            elif value > LARGEST:
                self._report("RL707", path, "this cap is too large", f"write one of up to {MOST_DIGITS} digits")
            elif value < 0:
                self._report("RL707", path, f"a cap of {value} leaves nothing to explore", f"write {name} = 12")
            else:
                caps[name] = value
        return caps

    def bounds(self, table: Json) -> dict[str, tuple[int, int]]:
        """The least and the most of each integer that is chosen, by the rules or by the scope."""
        integers = {name: integer(leaf_type(p.type)) for name, p in choices(self.system).items()}
        known = {name: type_ for name, type_ in integers.items() if type_ is not None}
        bounds = {n: (t.low, t.high) for n, t in known.items() if t.low is not None and t.high is not None}
        for name, value in table.items():
            path = ("bounds", name)
            match value:
                case [int(low), int(high)] if not isinstance(low, bool) and not isinstance(high, bool):
                    pass
                case dict():
                    self._report(
                        "RL703", path, "the name of a bound is written in quotes", f'write "{name}.…" = [0, 3]'
                    )
                    continue
                case _:
                    self._report(
                        "RL703", path, f"a bound is the least and the most, found {value_text(value)}", "write [0, 3]"
                    )
                    continue
            if name not in known:
                reason = "is not an integer" if name in choices(self.system) else "is not a parameter of an action"
                self._report("RL702", path, f"`{name}` {reason}", nearest(name, known))
            elif max(abs(low), abs(high)) > LARGEST:
                self._report("RL707", path, "this bound is too large", f"write numbers of up to {MOST_DIGITS} digits")
            elif low > high:
                self._report("RL707", path, f"no integer is in {low} to {high}", "write the least first")
            else:
                type_ = known[name]
                if (type_.low is not None and low < type_.low) or (type_.high is not None and high > type_.high):
                    allowed = (
                        f"{'…' if type_.low is None else type_.low} to {'…' if type_.high is None else type_.high}"
                    )
                    self._report("RL707", path, f"{low} to {high} goes beyond the rules", f"the rules allow {allowed}")
                else:
                    bounds[name] = (low, high)
        return bounds

    def expect_few_beginnings(self, scope: Scope) -> None:
        """Report where the choices of the initial rule are too many to try each."""
        if beginnings(self.system, scope, MOST_CHOICES) > MOST_CHOICES:
            function = self.system.initial.function
            names = ", ".join(f"`{p.name}`" for p in function.parameters[1:])
            message = f"`{function.name}` would try each choice of {names}, and there are more than {MOST_CHOICES}"
            mend = "make the sorts smaller, let actions choose one by one, deal by chance, or make what is chosen an "
            self._report("RL707", ("sorts",), message, f"{mend}attribute of the members, which the scope gives")

    def expect_bounds(self, scope: Scope) -> None:
        """Report each integer parameter of what may be done here whose values are without end, or too many to try."""
        without_end = endless(self.system, scope)
        for name in choices(self.system):
            low, high = scope.bounds.get(name, (0, 0))
            if high - low >= MOST_CHOICES and name.split(".")[0] not in scope.off:
                message = f"each value of `{name}` would be tried, and there are more than {MOST_CHOICES}"
                self._report("RL707", ("bounds",), message, f'write "{name}" = [{low}, {low + 3}] under [bounds]')
            if name in without_end:
                message = f"the scope does not say how large `{name}` may be"
                self._report("RL704", ("bounds",), message, f'write "{name}" = [0, 3] under [bounds]')
