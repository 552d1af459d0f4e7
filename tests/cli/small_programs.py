"""Small programs in which branches end early, properties cannot be evaluated, and things are forgotten: a text each."""

from __future__ import annotations

import re
from pathlib import Path

from tests.agree.written import SCOPE, written
from tests.bank import rules_of


def program(folder: Path, text: str, begin: str = "", scope: str = SCOPE) -> Path:
    """A project of one ruleset, `case`; `begin`: its initial rule, where it does something."""
    return written(folder, "case", f'{text}\n\n@book.initial("1")\n{begin}' if begin else text, scope)


ENDS = rules_of("t151_before_it_ends")
"""One state, 0. The only action leads to 3, whose duty breaks the range."""

ZERO = '''
@state
class State:
    x: Annotated[int, Range(0, 9)]


@book.duty("2")
def zero(s: State) -> None:
    """It goes."""
    with effect("2"):
        s.x = {to}


@zero.when
def some(s: State) -> bool:
    return s.x > 0


checks = Checks(book)


@checks.step("2")
def by_one(before: State, after: State) -> bool:
    return before.x - after.x <= 1


@checks.step("2")
def by_three(before: State, after: State) -> bool:
    return before.x - after.x <= 3


@checks.step("2")
def divided(before: State, after: State) -> bool:
    return 6 // (before.x - 3) < 7
'''

SOMEWHERE = '''def begin(s: State, at: Annotated[int, Range(1, 3)]) -> None:
    """Somewhere."""
    with effect("1"):
        s.x = at
'''

NEVER = '''
@state
class State:
    x: Annotated[int, Range(0, 9)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Nobody ever may."""
    with effect("2"):
        s.x = 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x > 5


checks = Checks(book)


@checks.step("2", of=go)
def to_one(before: State, after: State, who: Player) -> bool:
    return after.x == 1


@checks.step("2", of=go)
def to_two(before: State, after: State, who: Player) -> bool:
    return after.x == 2


@checks.step("2")
def no_step(before: State, after: State) -> bool:
    return False
'''


def broken(most: int = 4) -> str:
    """From 0 one by one to the last number. What divides by 2 - x cannot be evaluated at 2, and so on.

    At 0 `leads` asks for the end, which waits through 2; at 3 `leads_not` asks for 0, which does not come again.
    6 // (3 - x) is 6 at 2, and from 4 on never again.
    """
    return re.sub(r"\b4\b", str(most), rules_of("t150_unclear"))


CHOICES = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.question("how far?")
def far(s: State) -> int:
    ask()


@far.reading("one", default=True)
def one(s: State) -> int:
    return 1


@far.reading("two")
def two(s: State) -> int:
    return 2


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x = far(s)


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x == 0


checks = Checks(book)


@checks.always("2")
def low(s: State) -> bool:
    return s.x < 4


@checks.always("2")
def below_two(s: State) -> bool:
    return s.x < 2


@checks.step("2", of=go)
def one_on(before: State, after: State, who: Player) -> bool:
    return after.x == before.x + 1


@checks.sometimes("2")
def at_two(s: State) -> bool:
    return s.x == 2
'''

CHAIN = rules_of("t152_forgotten_in_turn")

SORTED = '''
@state
class State:
    chosen: Thing | None
    marked: frozenset[Thing]


@book.action("2")
def mark(s: State, who: Player, what: Thing) -> None:
    """Mark one."""
    with effect("2"):
        s.marked = s.marked | frozenset({what})


@mark.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return s.chosen == what and what not in s.marked
'''

DUE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x += 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x < 2


@book.duty("3")
def back(s: State) -> None:
    """Back, or not."""
    with effect("3"):
        s.x = 3 - s.x


@back.when
def due(s: State) -> bool:
    return {due}


checks = Checks(book)


@checks.step("2", of=go)
def stays(before: State, after: State, who: Player) -> bool:
    return after.x == before.x


@checks.step("2")
def never_two(before: State, after: State) -> bool:
    return after.x != 2
'''

LIVE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]
    kept: Annotated[int, Range(0, 3)]


@book.term("2")
def reach(s: State) -> int:
    """How far."""
    return 1


@reach.exception("3")
def in_a_domain(s: State) -> int | Silent:
    return 2 if s.x == 1 else SILENT


@book.term("2")
def worth(s: State) -> int:
    """How much."""
    return 1


@worth.exception("3")
def in_matters(s: State) -> int | Silent:
    return 2 if s.x == 1 else SILENT


@book.matters("kept")
def kept_matters(s: State) -> bool:
    return worth(s) == 2


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x += 1
        s.kept = 1


@go.domain
def within(s: State, who: Player) -> bool:
    return reach(s) > s.x


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True
'''

CHANCE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.chance("2")
def roll(s: State, number: Annotated[int, Range(1, 2)]) -> None:
    """A number."""
    with effect("2"):
        s.x = number


@roll.{clause}("3")
def once(s: State, number: Annotated[int, Range(1, 2)]) -> bool:
    return s.x {condition} 0
'''


def by_chance(folder: Path, clause: str, condition: str) -> Path:
    root = program(folder, CHANCE.format(clause=clause, condition=condition))
    model = root / "case" / "model.py"
    named = "from ruleslawyer.lang import CHANCE, Chance\nfrom ruleslawyer.lang import"
    text = model.read_text(encoding="utf-8").replace("from ruleslawyer.lang import", named, 1)
    text = text.replace(
        '-> frozenset[Player]:\n    """Everybody, always.', '-> frozenset[Player] | Chance:\n    """Chance.'
    )
    model.write_text(text.replace("    return frozenset(Player)\n", "    return CHANCE\n"), encoding="utf-8")
    return root
