"""A scope that gives a part of the deal: what is left to choices is said, and plays show the deal that there is."""

from __future__ import annotations

from pathlib import Path

from tests.agree.written import written
from tests.cli.command import Command

GAME = '''
@state
class State:
    owner: Map[Thing, Player]
    done: bool


@book.initial("1")
def begin(s: State, deal: Map[Thing, Player]) -> None:
    """Anybody may get anything."""
    with effect("1"):
        for x in Thing:
            s.owner[x] = deal[x]


@book.action("2")
def act(s: State, who: Player) -> None:
    """Once."""
    with effect("2"):
        s.done = True


@act.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.done and all(s.owner[x] == who for x in Thing)


checks = Checks(book)


@checks.always("2")
def never_done(s: State) -> bool:
    return not s.done
'''
SORTS = '[sorts]\nPlayer = ["Ann", "Bob"]\nThing = ["Axe", "Bow", "Cup", "Die"]\n\n[initial]\n'
THREE = SORTS + 'owner = { Axe = "Bob", Bow = "Bob", Cup = "Bob" }\n'
FOUR = SORTS + 'owner = { Axe = "Bob", Bow = "Bob", Cup = "Bob", Die = "Bob" }\n'
NOTE = (
    "scopes/tiny.toml gives `owner` under [initial] for some of Thing, "
    "and every choice of the initial rule is explored for Die"
)
BEGUN = "initial(deal={Axe: Bob, Bow: Bob, Cup: Bob, Die: Bob})"
"""By hand: only Bob can act, and only where all four are his."""


def play(out: str) -> str:
    """The steps that are printed below the call that begins the game."""
    return out.partition(BEGUN)[2].partition("the table then")[0]


def test_what_is_left_to_choices_is_said(command: Command, tmp_path: Path) -> None:
    """By hand: two ways to begin, in one of which something can be done; the rest is told by place and mend."""
    project = written(tmp_path, "deal", GAME, THREE)
    for engine in ("networkx", "native"):
        told = command("explore", "deal", "--engine", engine, "--json", project=project).json
        assert (told["initial"], told["states"]) == (2, 3)
        (note,) = told["dealt"]
        assert note.startswith(NOTE)
        (broken,) = told["violations"]
        assert broken["play"] == [BEGUN, "act(who=Bob)"], "the deal that the state really has"
    text = command("explore", "deal", "--trace", "never_done", project=project)
    assert NOTE in text.out and BEGUN in text.out and "Ann" not in play(text.out)
    assert NOTE in command("check", "deal", "--no-prove", project=project).out


def test_a_whole_deal_leaves_nothing(command: Command, tmp_path: Path) -> None:
    """By hand: one way to begin, whatever the initial rule's choices were; the play has the deal of the scope."""
    project = written(tmp_path, "deal", GAME, FOUR)
    told = command("explore", "deal", "--json", project=project).json
    assert (told["initial"], told["dealt"]) == (1, [])
    assert told["violations"][0]["play"][0] == BEGUN
    text = command("explore", "deal", "--trace", "never_done", project=project)
    assert "Ann" not in play(text.out)
