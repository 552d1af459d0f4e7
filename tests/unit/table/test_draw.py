"""Drawings of states: nothing on the table is left out or drawn twice, and what has changed is marked."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.rulebook.table.derive import derive_view
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.happened import frames
from ruleslawyer.rulebook.table.letters import in_words, letters
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.rulebook.table.shapes import NARROW
from ruleslawyer.rulebook.table.svg import svg
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.sight import observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import play
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.bundled import bundled

ROOT = Path(__file__).parents[3]
SCOPES = (
    ("daemons", "effects"), ("mnemonic", "flying"), ("mere_mortals", "powers"), ("memesis", "interception"),
    ("megacorp", "bargain"),
)  # fmt: skip


@cache
def book(name: str) -> Ruleset:
    return bundled().ruleset(name)


@cache
def game(name: str, scope: str, *, declared: bool) -> tuple[TransitionSystem, Tables]:
    ruleset = book(name)
    system = ruleset.transition_system(scope)
    view = view_of(ruleset) if declared else derive_view(ruleset.system)
    return system, Tables(view, ruleset.system, ruleset.scope(scope))


def walk(system: TransitionSystem, dice: Random, length: int) -> list[State]:
    """The sub-steps of a random play."""
    begun = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    found = [dice.choice(begun)]
    for _ in range(length):
        try:
            due = system.due(found[-1])
            left = [] if due or system.is_over(found[-1]) else [j for j in system.candidates(found[-1]) if j.is_allowed]
            if due is None and not left:
                break
            after = system.substep(found[-1], due or dice.choice(left).instance).state
        except BranchEnds:
            break
        if after is None:
            break
        found.append(after)
    return found


def cards_in(drawing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every card of a drawing, those beneath others too."""
    areas = [*drawing["shared"]["areas"], *(area for seat in drawing["seats"] for area in seat["areas"])]
    waiting = [card for area in areas for card in area["cards"]]
    waiting += [cell["card"] for area in areas for cell in area.get("cells", ()) if cell["card"]]
    while waiting:
        card = waiting.pop()
        yield card
        waiting += card["beneath"]


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "derived"])
@pytest.mark.parametrize(("name", "scope"), SCOPES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_card_lies_somewhere_once(name: str, scope: str, declared: bool, seed: int) -> None:
    """The cards of all areas together are the cards of the scope; the changed ones lie elsewhere, or otherwise."""
    system, tables = game(name, scope, declared=declared)
    cards = tables.view.cards
    assert cards is not None
    states = walk(system, Random(seed), 15)
    for before, state in pairwise(states):
        drawing = tables.draw(state, before)
        found = list(cards_in(drawing))
        assert Counter(one["name"] for one in found) == Counter(system.scope.names[cards.sort])
        changed = {place for place, _, _ in tables.codec.changes(before, state)}
        looked = [*cards.where, *(name for name in (cards.slot, cards.beneath, cards.turned, cards.down) if name)]
        for one in found:
            assert one["changed"] == any(f"{field}[{one['name']}]" in changed for field in looked)


@pytest.mark.parametrize(("name", "scope"), SCOPES)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_picture_shows_the_drawing(name: str, scope: str, seed: int) -> None:
    """Well-formed, without styles or scripts; every card's name stands in it."""
    system, tables = game(name, scope, declared=True)
    states = walk(system, Random(seed), 12)
    drawing = tables.draw(states[-1], states[max(0, len(states) - 2)])
    picture = ElementTree.fromstring(svg(drawing))
    assert not [one for one in picture.iter() if "style" in one.attrib or one.tag in ("style", "script")]
    words = " ".join("".join(one.itertext()) for one in picture.iter("text"))
    for area in (area for seat in drawing["seats"] for area in seat["areas"] if area["draw"] != "pile"):
        assert all(card["name"] in words for card in area["cards"])
    assert max(map(len, letters(drawing, 60).splitlines())) <= 60


@pytest.mark.parametrize(("name", "scope"), SCOPES)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_card_says_from_whom_it_is_hidden(name: str, scope: str, seed: int) -> None:
    """By what `observe` shows of a state: a card that a seat does not know is no key of any field there."""
    system, tables = game(name, scope, declared=True)
    codec, names = tables.codec, system.scope.names[system.system.players]
    for state in walk(system, Random(seed), 10)[::3]:
        seen = [observe(system, codec, state, seat) for seat in range(len(names))]
        keyed = next(
            field
            for field, held in codec.state(state).items()
            if isinstance(held, dict) and {*tables.members} == {*held}
        )
        for card in cards_in(tables.draw(state)):
            assert card["hidden"] == [n for n, values in enumerate(seen) if card["name"] not in values[keyed]]


def the_track() -> tuple[TransitionSystem, Tables]:
    return game("daemons", "gauge", declared=True)


def test_a_play_as_frames() -> None:
    """Daemons, lines 77 and 83: Bob pays for a Script, and the tracker goes over to the other side and comes back. The
    marker is drawn on the side of whoever has the turn."""
    system, tables = the_track()
    start = next(instance for instance, outcome in system.initial() if outcome.state is not None)
    trace = play(system, start, ())
    state = trace.start.after
    assert state is not None
    asked = next(j.instance for j in system.candidates(state) if j.is_allowed)
    drawn = frames(tables, play(system, start, (asked,)))
    assert [one["asked"] for one in drawn] == [False, False]
    assert drawn[0]["says"] == ""
    assert drawn[1]["says"] == tables.sentence(asked, state)
    done = drawn[1]["happened"]
    assert (drawn[0]["happened"], done[0]["says"], done[0]["kind"]) == ([], drawn[1]["says"], "action")
    gauge = [change["kind"] for step in done for change in step["changes"] if change.get("word") == "Memory gauge"]
    assert set(gauge) == {"tracked"}
    track = drawn[0]["table"]["shared"]["tracks"][0]
    assert (track["low"], track["high"], track["book"]) == (-3, 3, 10), "the scope has a gauge of three, line 83 of ten"


def test_what_is_asked_about_is_not_drawn_as_done() -> None:
    """The last frame is the table before the action, which is wanted; the one before it is the same table."""
    system, tables = the_track()
    start = next(instance for instance, outcome in system.initial() if outcome.state is not None)
    trace = play(system, start, ())
    state = trace.start.after
    assert state is not None
    asked = next(j.instance for j in system.candidates(state) if j.is_allowed)
    trace = play(system, start, (asked,))
    first, last = frames(tables, trace, before=True)
    assert (last["asked"], last["says"]) == (True, tables.sentence(asked, state))
    assert last["table"] == tables.draw(state, asked=asked) and last["table"] != first["table"]
    assert frames(tables, trace)[-1]["table"] == tables.draw(trace.steps[-1].after or state, state)


def test_a_wish_is_not_yet_a_move() -> None:
    """What somebody wants to play is marked where it lies, and nothing has changed."""
    system, tables = the_track()
    state = walk(system, Random(1), 0)[0]
    wish = next(
        (j.instance for j in system.candidates(state) if "card" in tables.codec.instance(j.instance)["args"]), None
    )
    assert wish is not None
    card = tables.codec.instance(wish)["args"]["card"]
    drawing = tables.draw(state, asked=wish)
    assert [one["name"] for one in cards_in(drawing) if one["asked"]] == [card]
    assert not any(one["changed"] for one in cards_in(drawing))


def test_tic_tac_toe_in_letters() -> None:
    """By hand: X takes the middle, O a corner."""
    ruleset = Project.load(ROOT / "tests" / "classics" / "tictactoe").ruleset("tictactoe")
    system = ruleset.transition_system("board")
    tables = Tables(view_of(ruleset), ruleset.system, system.scope)
    start = next(instance for instance, outcome in system.initial() if outcome.state is not None)
    moves = [tables.codec.parse_instance({"action": "put", "args": args}, "move") for args in (
        {"who": "X", "cell": "b2"}, {"who": "O", "cell": "a1"},
    )]  # fmt: skip
    drawn = frames(tables, play(system, start, tuple(moves)))
    assert [one["says"] for one in drawn] == ["", "X marks b2", "O marks a1"]
    assert letters(drawn[-1]["table"]) == "X: to move\nO\nBoard:\n  a1: O*\n  b2: X"


def test_a_board_with_a_map() -> None:
    """By hand: the places lie as their rows and columns say, also in letters; each line is there once; what went away
    left nothing, and not nobody."""
    ruleset = Project.load(ROOT / "examples" / "hare-and-hounds").ruleset("harehounds")
    system = ruleset.transition_system("tiny")
    tables = Tables(view_of(ruleset), ruleset.system, system.scope)
    start = next(instance for instance, outcome in system.initial() if outcome.state is not None and instance.args[0])
    args = {"who": "Hugo", "start": "B1", "to": "C1"}
    move = tables.codec.parse_instance({"action": "advance", "args": args}, "move")
    table = frames(tables, play(system, start, (move,)))[-1]["table"]
    (board,) = table["shared"]["boards"]
    assert {cell["name"]: (cell["row"], cell["column"]) for cell in board["cells"]} == {
        "A2": (2, 1), "B1": (1, 2), "B2": (2, 2), "B3": (3, 2), "C1": (1, 3), "C2": (2, 3), "C3": (3, 3),
        "D1": (1, 4), "D2": (2, 4), "D3": (3, 4), "E2": (2, 5),
    }  # fmt: skip
    joined = {frozenset(line) for line in board["lines"]}
    assert len(board["lines"]) == len(joined) == 22  # so many has the board in recreomath.qc.ca/dict_militaire_jeu.htm
    assert letters(table).splitlines()[-3:] == [
        "            B1 nothing*  C1 hound*  D1",
        "  A2 hound  B2           C2 hare    D2  E2",
        "            B3 hound     C3         D3",
    ]
    assert "C1: hound*" in in_words(table), "one after the other, where they are read out"
    picture = svg(table)
    assert picture.count('class="line"') == 22 and svg(table, NARROW).count('class="line"') == 22


def test_an_instance_that_has_no_sentence() -> None:
    system, tables = game("daemons", "effects", declared=False)
    state = walk(system, Random(0), 0)[0]
    chosen: Instance = next(j.instance for j in system.candidates(state))
    assert tables.sentence(chosen, state).startswith(("Ann: ", "Bob: ", chosen.action.replace("_", " ")))
