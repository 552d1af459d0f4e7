"""A quarrel of two, into which gaps are put, and what `ruleslawyer sweep --questions` asks about it.

Ann has a Cup, Bob a Dish, both on the table, and three coins lie in the pot. Who curses a card keeps it from being
played once it is in a hand; whoever grabs takes a coin; who calls has both vote, and passing is a vote too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.command import Answer, Command, answered_once

GAME = '''"""A quarrel."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import CHANCE, Chance
from ruleslawyer.lang import Map, Range, Ruleset, Sort, cite, close_frame, effect, frame, open_frame, state

quarrel = Ruleset("quarrel")
quarrel.closed_world(assumed="what no line allows is not done")
DOUBT


class Player(Sort):
    """Who quarrels."""

    elder: bool


class Zone(Enum):
    TABLE = "on the table"
    HAND = "in the hand"


class Card(Sort):
    owner: Player


@state
class State:
    lies: Map[Card, Zone]
    blessed_by_nobody: Map[Card, bool]
    cursed_by_somebody: Annotated[Map[Card, bool], cite("2.1")]
    aimed_at: Annotated[Card | None, cite("5.1")]
    pot: Annotated[int, cite("3.1")]
    taken: Map[Player, bool]
    gone: Map[Player, bool]
    voted: bool


@frame("4.1")
class Vote:
    """Something is voted on."""

    awaits: frozenset[Player]
    caller: Player


@frame("4.1")
class Toast:
    """Somebody drinks to it, or a card is dealt."""

    awaits: frozenset[Player] | Chance


@quarrel.out("7.1")
def is_out(s: State, who: Player) -> bool:
    """Who has left."""
    return s.gone[who]


@quarrel.initial("1.1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1.1"):
        s.pot = 3
        for c in Card:
            s.lies[c] = Zone.TABLE


@quarrel.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@quarrel.ended("6.1")
def over(s: State) -> bool:
    """When both have a coin."""
    return all(s.taken[p] for p in Player)


@quarrel.winners("6.2")
def winning(s: State) -> frozenset[Player]:
    """Who has won."""
    return frozenset(p for p in Player if WINS)


@quarrel.action("2.1")
def curse(s: State, who: Player, card: Card) -> None:
    """Curse a card."""
    with effect("2.1"):
        s.cursed_by_somebody[card] = True


@curse.permit("2.1")
def on_the_table(s: State, who: Player, card: Card) -> bool:
    return card.owner == who and s.lies[card] == Zone.TABLE and (FRESH)


@quarrel.action("2.2")
def lift(s: State, who: Player, card: Card) -> None:
    """Take a card up."""
    with effect("2.2"):
        s.lies[card] = Zone.HAND
        CLEAR


@lift.permit("2.2")
def ones_own(s: State, who: Player, card: Card) -> bool:
    return card.owner == who and s.lies[card] == Zone.TABLE


@quarrel.action("2.3")
def show(s: State, who: Player, card: Card) -> None:
    """Put a card back that is not cursed."""
    with effect("2.3"):
        s.lies[card] = Zone.TABLE
        SHOWN


@show.permit("2.3")
def free(s: State, who: Player, card: Card) -> bool:
    return card.owner == who and s.lies[card] == Zone.HAND and SHOWS


@quarrel.action("3.1")
def grab(s: State, who: Player) -> None:
    """Take a coin."""
    with effect("3.1"):
        if BEFORE:
            s.pot = PAID
        s.taken[who] = True


@grab.permit("3.1")
def once(s: State, who: Player) -> bool:
    return not s.taken[who] and ENOUGH


@quarrel.action("4.1")
def call(s: State, who: Player) -> None:
    """Call a vote."""
    with effect("4.1"):
        s.voted = True
        open_frame(s, Vote(awaits=frozenset(Player), caller=who))
        TOAST


@call.permit("4.1")
def first(s: State, who: Player) -> bool:
    return not s.voted


@quarrel.action("4.2", at=Vote)
def vote(s: State, f: Vote, who: Player) -> None:
    """Vote."""
    with effect("4.2"):
        COUNTED


@vote.permit("4.2")
def may_vote(s: State, f: Vote, who: Player) -> bool:
    return VOTES


@quarrel.action("4.3", at=Vote, passes=True)
def say_nothing(s: State, f: Vote, who: Player) -> None:
    """Say nothing."""
    with effect("4.3"):
        f.awaits = f.awaits - frozenset({who})
        if SILENCE:
            close_frame(s, Vote)


@say_nothing.permit("4.3")
def may_be_silent(s: State, f: Vote, who: Player) -> bool:
    return VOTES


@quarrel.action("4.1", at=Toast)
def drink(s: State, f: Toast, who: Player) -> None:
    """Drink to it."""
    with effect("4.1"):
        close_frame(s, Toast)


@drink.permit("4.1")
def may_drink(s: State, f: Toast, who: Player) -> bool:
    return True


@quarrel.chance("4.4", at=Toast)
def deal(s: State, f: Toast, card: Card) -> None:
    """Deal a card."""
    with effect("4.4"):
        s.lies[card] = Zone.HAND
        close_frame(s, Toast)


@deal.domain
def it_may_be_dealt(s: State, f: Toast, card: Card) -> bool:
    return s.lies[card] == Zone.TABLE


@quarrel.action("7.1", at=Vote)
def leave(s: State, f: Vote, who: Player) -> None:
    """Leave the game."""
    with effect("7.1"):
        s.gone[who] = True
        if who == f.caller:
            LEFT


@leave.permit("7.1")
def may_leave(s: State, f: Vote, who: Player) -> bool:
    return VOTES


@quarrel.action("5.1")
def aim(s: State, who: Player, card: Card) -> None:
    """Aim at a card."""
    with effect("5.1"):
        s.aimed_at = card


@aim.permit("5.1")
def it_lies_there(s: State, who: Player, card: Card) -> bool:
    return s.aimed_at is None and s.lies[card] == Zone.TABLE


@quarrel.action("5.2")
def hit(s: State, who: Player) -> None:
    """Hit what was aimed at."""
    with effect("5.2"):
        if s.aimed_at is not None:
            s.cursed_by_somebody[s.aimed_at] = True
        s.aimed_at = None


@hit.permit("5.2")
def it_was_aimed(s: State, who: Player) -> bool:
    return s.aimed_at is not None
'''
WHOLE = {
    "DOUBT": "", "FRESH": "not s.cursed_by_somebody[card]",
    "CLEAR": "s.cursed_by_somebody[card] = False\n        AIMED",
    "AIMED": "s.aimed_at = None", "SHOWS": "False", "BEFORE": "s.pot > 0", "PAID": "s.pot - 1", "ENOUGH": "s.pot > 0",
    "SILENCE": "True", "VOTES": "True", "LEFT": "close_frame(s, Vote)",
    "COUNTED": "close_frame(s, Vote)", "WINS": "p.elder", "TOAST": "pass", "SHOWN": "pass",
}  # fmt: skip
CLAUSES = ("1.1", "2.1", "2.2", "2.3", "3.1", "4.1", "4.2", "4.3", "4.4", "5.1", "5.2", "6.1", "6.2", "7.1")
RICH = """title = "Three coins"

[sorts]
Player.Ann = { elder = true }
Player.Bob = { elder = false }
Card.Cup = { owner = "Ann" }
Card.Dish = { owner = "Bob" }
"""


def quarrel(folder: Path, settled: str = "", **gaps: str) -> Path:
    """The game without a gap but for these."""
    text = GAME
    for name, code in {**WHOLE, **gaps}.items():
        text = text.replace(name, code)
    lines = "".join(
        f'[[line]]\nnumber = {number}\nsection = "{clause[0]}"\nkind = "normative"\n[[line.clause]]\nid = "{clause}"\n'
        f'kind = "effect"\nsays = "What line {clause} says."\n'
        for number, clause in enumerate(CLAUSES, 1)
    )
    files = {
        "pyproject.toml": '[tool.ruleslawyer.rulesets.quarrel]\ntitle = "Quarrel"\nmodules = ["quarrel.model"]\n'
        'scopes = "quarrel/scopes"\nspec = "quarrel/spec"\nfindings = "quarrel/findings"\n',
        "quarrel/model.py": text,
        "quarrel/scopes/rich.toml": RICH,
        "quarrel/scopes/poor.toml": RICH + "\n[initial]\npot = 0\n",
        "quarrel/spec/book.toml": 'title = "Quarrel"\nsource = "quarrel.txt"\nchapters = ["all.toml"]\ndigest = "0"\n',
        "quarrel/spec/all.toml": 'chapter = "1"\ntitle = "All"\n' + lines,
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    if settled:
        (folder / "checks" / "quarrel").mkdir(parents=True, exist_ok=True)
        (folder / "checks" / "quarrel" / "hunt.toml").write_text(settled, encoding="utf-8")
    return folder


HUNT = "sweep", "--questions", "quarrel", "--minutes", "5", "--states", "60"


def hunted(command: Command, project: Path, *more: str) -> Answer:
    return command(*HUNT, *more, project=project)


LONGER = "--states", "120"
"""For what is met in few states alone."""


def told(command: Command, project: Path, *more: str) -> Any:
    """A hunt in JSON, which is asked once in a process of equal projects."""
    return answered_once(command, project, *HUNT, *more)


def asked(command: Command, project: Path, shape: str, about: str, *more: str) -> list[dict[str, Any]]:
    """The questions of a shape about something."""
    of_shape = (one for one in told(command, project, *more)["questions"] if one["shape"] == shape)
    return [one for one in of_shape if any(about in asks for asks in (one["asks"], *one["alike"]))]
