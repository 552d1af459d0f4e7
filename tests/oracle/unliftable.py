"""Small random rulesets for proofs of any number: rules that can be said for no number, piles, loops that return early.

Some rules cannot be lifted, such as one that changes a pile of an enum; properties are of what such rules write, of what
others do, and of steps. Most are false for some number of things, many only after a few steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.oracle.phrases import Choices
from tests.oracle.programs import NAME, Program

HEAD = f'''"""A random book."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    Checks, Map, Pile, Range, Ruleset, Size, Sort, close_frame, effect, frame, is_open, open_frame, simultaneous, state,
)

book = Ruleset("{NAME}")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Hue(Enum):
    RED = 0
    BLUE = 1


class Thing(Sort):
    """What there is."""

    cost: int
    shiny: bool


@state
class State:
    deck: Pile[Thing]
    row: Annotated[Pile[Hue], Size(5)]
    hit: Thing | None
    held: frozenset[Thing]
    mark: Map[Thing, bool]
    has: Map[Thing, Hue]
    n: Annotated[int, Range(0, 9)]
    flag: bool
    hue: Hue


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.hue = Hue.RED
        for t in Thing:
            s.has[t] = Hue.RED


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()
'''
SCOPE = '''title = "Tiny"

[sorts]
Player = ["Ann", "Bob"]
Thing = 2

[attributes.Thing]
cost = [0, 3]
shiny = [true, false]
'''


class Small:
    """One ruleset, of a few rules."""

    def __init__(self, choices: Choices) -> None:
        self.choices, self.lines, self.number = choices, [HEAD], 0
        self.actions: list[tuple[str, bool]] = []
        self.finders: list[str] = []
        self.counters: list[str] = []

    def pick(self, options: Sequence[str]) -> str:
        return options[self.choices.below(len(options))]

    def fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    def function(self, decorator: str, signature: str, gives: str, *body: str) -> None:
        self.lines += ["", "", *([f"@{decorator}"] if decorator else []), f"def {signature} -> {gives}:"]
        self.lines += [f"    {line}" for line in body]

    def program(self) -> Program:
        for _ in range(1 + self.choices.below(2)):
            self.finder()
        for _ in range(self.choices.below(2)):
            self.counter()
        self.framed = self.choices.below(4) == 3
        if self.framed:
            self.lines += ["", "", '@frame("7")', "class Talk:", "    awaits: frozenset[Player]"]
        for _ in range(2 + self.choices.below(3)):
            self.action()
        if self.choices.below(3) == 2:
            self.duty()
        if self.choices.below(4) == 3:
            self.ended()
        for _ in range(3 + self.choices.below(4)):
            self.check()
        return Program("\n".join(self.lines) + "\n", SCOPE)

    # terms

    def finder(self) -> None:
        """A term or a helper that goes through a pile, and returns from inside."""
        name = self.fresh("find")
        wanted = self.pick(("c.cost >= 3", "c.shiny", "s.mark[c]", "c in s.held", "c.cost > s.n", "s.has[c] == Hue.BLUE"))
        otherwise = self.pick(("None", "s.hit"))
        body = ("for c in s.deck:", f"    if {wanted}:", "        return c", f"return {otherwise}")
        self.function(self.pick(('book.term("3")', "")), f"{name}(s: State)", "Thing | None", *body)
        self.finders.append(f"{name}(s)")

    def counter(self) -> None:
        name = self.fresh("count")
        body = self.pick((
            "sum(1 for x in s.row if x == Hue.BLUE)", "len(s.row)", "min(len(s.held), 9)", "min(len(s.deck), 9)",
            "sum(1 for t in Thing if s.mark[t]) % 4",
        ))  # fmt: skip
        self.function('book.term("3")', f"{name}(s: State)", "int", f"return {body}")
        self.counters.append(f"{name}(s)")

    # what is done

    def writes(self, thing: bool) -> list[str]:
        """A statement or two."""
        hue = self.pick(("Hue.RED", "Hue.BLUE", "s.hue", "Hue.RED if len(s.row) != 3 else Hue.BLUE"))
        finder = self.pick(self.finders)
        of_all: list[Callable[[], list[str]]] = [
            lambda: ["s.flag = " + self.truth(thing)],
            lambda: ["if len(s.row) < 5:", f"    s.row = s.row.with_{self.pick(('top', 'bottom'))}({hue})"],
            lambda: [f"s.hit = {finder}"],
            lambda: ["if s.n < 9:", "    s.n += 1"],
            lambda: [f"s.n = {self.pick(self.counters or ['3', '9'])}"],
            lambda: ["if len(s.row) > 0:", "    s.hue = s.row.top", "    s.row = s.row.without_top()"],
            lambda: ["if len(s.deck) > 0:", "    s.hit = s.deck.top", "    s.deck = s.deck.without_top()"],
            lambda: ["for t in Thing:", f"    s.mark[t] = {self.pick(('True', 'False', 't.shiny', 't in s.held'))}"],
            lambda: ["s.row = s.row.reversed()"],
            lambda: [f"s.hue = {hue}"],
        ]
        of_one: list[Callable[[], list[str]]] = [
            lambda: ["if c not in s.deck:", f"    s.deck = s.deck.with_{self.pick(('top', 'bottom'))}(c)"],
            lambda: ["s.held = s.held | frozenset({c})"],
            lambda: [f"s.mark[c] = {self.pick(('True', 'not s.mark[c]'))}"],
            lambda: [f"s.has[c] = {hue}"],
            lambda: ["s.hit = c"],
        ]
        options = [*of_all, *(of_one * 2 if thing else [])]
        made = []
        for _ in range(1 + self.choices.below(2)):
            made += options[self.choices.below(len(options))]()
        return made

    def truth(self, thing: bool) -> str:
        options = [
            "not s.flag", "s.hit is None", "Hue.BLUE in s.row", "len(s.row) > 3", "s.n > 3", "s.hue == Hue.BLUE",
            f"{self.pick(self.finders)} is not None", "any(s.mark[t] for t in Thing)", "len(s.held) > 1", "len(s.deck) > 2",
            "all(s.has[t] == Hue.BLUE for t in Thing)", "len(Thing) > 3",
        ]  # fmt: skip
        options += ["c in s.held", "s.mark[c]", "c.shiny", "s.hit == c"] if thing else []
        return self.pick(options)

    def action(self) -> None:
        name, thing = self.fresh("act"), self.choices.below(2) == 1
        inside = self.framed and bool(self.actions) and self.choices.below(2) == 1
        more = ", c: Thing" if thing else ""
        signature = f"s: State{', f: Talk' if inside else ''}, who: Player{more}"
        body = ['with effect("2"):', *(f"    {line}" for line in self.writes(thing))]
        if self.framed and not inside:
            body += ['with effect("2"):', "    if not is_open(s, Talk):",
                     "        open_frame(s, Talk(awaits=frozenset({who})))"]  # fmt: skip
        elif inside:
            body += ['with effect("2"):', "    close_frame(s, Talk)"]
        self.function(f'book.action("2"{", at=Talk" if inside else ""})', f"{name}({signature})", "None", *body)
        may = "True" if self.choices.below(2) == 0 else self.truth(thing)
        self.function(f'{name}.permit("2")', f"{self.fresh('may')}({signature})", "bool", f"return {may}")
        if self.choices.below(3) == 2:
            self.function(f'{name}.forbid("2")', f"{self.fresh('not')}({signature})", "bool", f"return {self.truth(thing)}")
        if not inside:
            self.actions.append((name, thing))

    def duty(self) -> None:
        name, when = self.fresh("must"), self.fresh("when")
        cond, undo = self.pick(("s.flag/s.flag = False", "s.n > 4/s.n = 0", "s.hit is not None/s.hit = None")).split("/")
        more = self.pick(("s.hue = Hue.BLUE", "s.row = s.row.reversed()", "s.held = frozenset()"))
        body = ['with effect("4"):', f"    {undo}", f"    {more}"]
        self.function('book.duty("4")', f"{name}(s: State)", "None", *body)
        self.function(f"{name}.when", f"{when}(s: State)", "bool", f"return {cond}")

    def ended(self) -> None:
        self.function('book.ended("9")', "over(s: State)", "bool", f"return {self.truth(False)}")

    # what is asked

    def check(self) -> None:
        name, (action, thing) = self.fresh("check"), self.actions[self.choices.below(len(self.actions))]
        right = (
            "Hue.BLUE not in s.row", "s.hit is None", "not s.flag", "s.n <= 4", "len(s.row) <= 4", "len(s.row) <= 5",
            "s.hue == Hue.RED", "s.hit is None or s.hit.cost >= 3", "s.hit is None or s.deck.top == s.hit",
            "len(s.held) <= 2", "len(s.deck) <= 3", "all(s.has[t] == Hue.RED for t in Thing)", "s.n <= 9",
            "not any(s.mark[t] for t in Thing)", "s.hit is None or s.hit in s.held", "not s.flag or s.n > 0",
        )  # fmt: skip
        if self.choices.below(3) < 2 or not self.actions:
            said = self.pick(right)
            if self.choices.below(3) == 2:
                said = f"{said} or {self.truth(False)}"
            self.function('checks.always("5")', f"{name}(s: State)", "bool", f"return {said}")
            return
        more = ", c: Thing" if thing else ""
        body = self.pick(("False", "before.flag == s.flag", "before.n <= s.n", "len(before.row) <= len(s.row)",
                          "before.hit == s.hit", "s.n < 9", "before.hue == s.hue"))  # fmt: skip
        self.function(f'checks.step("5", of={action})', f"{name}(before: State, s: State, who: Player{more})", "bool",
                      f"return {body}")  # fmt: skip


def unliftable(choices: Choices) -> Program:
    return Small(choices).program()
