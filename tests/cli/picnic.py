"""A picnic of one, whose two questions hang together; worked out by hand.

Whoever sits there sips from the cup, or leaves, which is the end. May one leave while one may sip? Is a cup that was
sipped from filled again, so that one may sip again? Nobody answers either.

| | it is empty (default) | the cup is filled again |
|---|---|---|
| one leaves when one likes (default) | one may leave | one may leave |
| one leaves when nothing can be sipped | one sips, and leaves | nobody may ever leave |

So the game has no end by two answers together, and by neither of them alone. Whoever leaves only when nothing is left
leaves not thirsty: that promise is repaired, and what is asked of thirsty ones falls away. A second sip is one too many
with one cup, as on the small table; the book has two.
"""

from __future__ import annotations

import json
from pathlib import Path

MODEL = '''"""A picnic."""

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Range, Ruleset, Sort, ask, effect, number, state

picnic = Ruleset("picnic")
picnic.closed_world(assumed="what nobody allows is not done")
checks = Checks(picnic)


class Numbers(Constants):
    cups: int = number(2, "1")


class Player(Sort):
    """Who sits there."""


@state
class State:
    sips: Annotated[int, Range(0, 2)]
    left: bool
    missed: bool


@picnic.initial("1")
def begin(s: State) -> None:
    """Everybody sits."""
    with effect("1"):
        s.sips = 0


@picnic.winners("5")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@picnic.ended("5")
def over(s: State) -> bool:
    """Whoever has left is gone."""
    return s.left


@picnic.question("May one leave while something is left to sip?")
def leaves_early(s: State) -> bool:
    ask()


@leaves_early.reading("when one likes", default=True)
def when_one_likes(s: State) -> bool:
    return True


@leaves_early.reading("when nothing is left")
def when_nothing_is_left(s: State) -> bool:
    return False


@picnic.question("Is a cup filled again?")
def filled_again(s: State) -> bool:
    ask()


@filled_again.reading("again")
def again(s: State) -> bool:
    return True


@filled_again.reading("it is empty", default=True)
def it_is_empty(s: State) -> bool:
    return False


@picnic.question("Is somebody missed who leaves thirsty?")
def is_missed(s: State) -> bool:
    ask()


@is_missed.reading("yes", default=True)
def one_is_missed(s: State) -> bool:
    return True


@is_missed.reading("no")
def one_is_not(s: State) -> bool:
    return False


@picnic.action("2")
def sip(s: State, who: Player) -> None:
    """Sip from the cup."""
    with effect("2"):
        s.sips = min(2, s.sips + 1)


@sip.permit("2")
def something_is_left(s: State, who: Player) -> bool:
    return s.sips == 0 or filled_again(s)


@picnic.action("3")
def leave(s: State, who: Player) -> None:
    """Get up and go."""
    with effect("3"):
        s.left = True
        if s.sips == 0:
            s.missed = is_missed(s)


@leave.permit("3")
def one_may_go(s: State, who: Player) -> bool:
    return s.sips > 0 and not filled_again(s) or leaves_early(s)


@checks.possible("5")
def the_picnic_can_end(s: State) -> bool:
    """From everywhere one can come to the end."""
    return s.left


@checks.always("2")
def nobody_leaves_thirsty(s: State) -> bool:
    """Whoever has left has sipped."""
    return not s.left or s.sips > 0


@checks.always("1")
def cups_suffice(s: State) -> bool:
    """Nobody sips more often than there are cups."""
    return s.sips <= Numbers.cups
'''
SCOPE = """title = "One cup"

[sorts]
Player = ["Ann"]

[constants]
"Numbers.cups" = 1
"""
FINDING = """+++
id = "{id}"
title = "{title}"
kind = "gap"
severity = "medium"
state = "open"
clauses = ["{clause}"]
questions = ["{question}"]
ask = "{title}"

[[evidence]]
scope = "tiny"
ask = "event"
about = {{ kind = "gap", subject = "{question}" }}

[[answer]]
says = "{yes}"
ruling = {{ {question} = "{first}" }}

[[answer]]
says = "{no}"
ruling = {{ {question} = "{second}" }}
+++
Nobody says it.
"""
ASKED = (
    ("001", "May one leave early?", "3", "leaves_early", "Yes", "when_one_likes", "No", "when_nothing_is_left"),
    ("002", "Is a cup filled again?", "2", "filled_again", "Yes", "again", "No", "it_is_empty"),
    ("003", "Is one missed who leaves thirsty?", "3", "is_missed", "Yes", "one_is_missed", "No", "one_is_not"),
)


def picnic(folder: Path) -> Path:
    """The project in a folder."""
    for part in ("model", "checks/picnic/scopes", "findings/picnic"):
        (folder / part).mkdir(parents=True)
    settings = '[tool.ruleslawyer.rulesets.picnic]\ntitle = "A picnic"\nmodules = ["model.picnic"]\n'
    (folder / "pyproject.toml").write_text(settings, "utf-8")
    (folder / "model" / "picnic.py").write_text(MODEL, "utf-8")
    (folder / "checks" / "picnic" / "scopes" / "tiny.toml").write_text(SCOPE, "utf-8")
    for row in ASKED:
        keys = ("id", "title", "clause", "question", "yes", "first", "no", "second")
        text = FINDING.format(**dict(zip(keys, row, strict=True)))
        (folder / "findings" / "picnic" / f"{row[0]}-asked.md").write_text(text, "utf-8")
    return folder


def answers(folder: Path, *given: tuple[str, str, dict[str, str]], **more: object) -> str:
    """A file of answers, each the id of a finding, its words and what it rules."""
    told = [{"finding": id_, "state": "ruled", "says": says, "ruling": ruling} for id_, says, ruling in given]
    path = folder / "picnic-answers.json"
    path.write_text(json.dumps({"ruleset": "picnic", "answers": told, **more}), "utf-8")
    return str(path)


STAY = ("001", "No", {"leaves_early": "when_nothing_is_left"})
GO = ("001", "Yes", {"leaves_early": "when_one_likes"})
EMPTY = ("002", "No", {"filled_again": "it_is_empty"})
FULL = ("002", "Yes", {"filled_again": "again"})
