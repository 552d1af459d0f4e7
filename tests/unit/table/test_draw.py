"""Drawings of states: nothing on the table is left out or drawn twice, and what has changed is marked."""

from __future__ import annotations

import re
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
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.sight import observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import play
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.table.derive import derived
from ruleslawyer.table.draw import Tables
from ruleslawyer.table.frames import frames
from ruleslawyer.table.hidden import hides
from ruleslawyer.table.letters import letters
from ruleslawyer.table.read import view_of
from ruleslawyer.table.svg import alone, svg, thumbnail
from tests.bundled import bundled

ROOT = Path(__file__).parents[3]
SCOPES = (
    ("daemons", "effects"), ("mnemonic", "flying"), ("mere_mortals", "powers"), ("memesis", "interception"),
    ("megacorp", "bargain"),
)  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


@cache
def book(name: str) -> Ruleset:
    return bundled().ruleset(name)


@cache
def game(name: str, scope: str, *, declared: bool) -> tuple[TransitionSystem, Tables]:
    ruleset = book(name)
    system = ruleset.transition_system(scope)
    view = view_of(ruleset) if declared else derived(ruleset.system)
    return system, Tables(view, ruleset.system, ruleset.scope(scope))


def walk(system: TransitionSystem, dice: Random, length: int) -> list[State]:
    """The sub-steps of a random play."""
    begun = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    found = [dice.choice(begun)]
    for _ in range(length):
        try:
            due = system.due(found[-1])
            left = [] if due or system.ended(found[-1]) else [j for j in system.candidates(found[-1]) if j.allowed]
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
    """Well-formed, without styles or scripts; every card's name stands in it; the small one is the same shapes, and
    nobody is told of them twice."""
    system, tables = game(name, scope, declared=True)
    states = walk(system, Random(seed), 12)
    drawing = tables.draw(states[-1], states[max(0, len(states) - 2)])
    picture = ElementTree.fromstring(svg(drawing))
    assert not [one for one in picture.iter() if "style" in one.attrib or one.tag in ("style", "script")]
    words = " ".join("".join(one.itertext()) for one in picture.iter("text"))
    for area in (area for seat in drawing["seats"] for area in seat["areas"] if area["draw"] != "pile"):
        assert all(card["name"] in words for card in area["cards"])
    small = ElementTree.fromstring(thumbnail(svg(drawing)))
    assert ElementTree.tostring(small[0]) == ElementTree.tostring(picture[1]) and len(small) == 1
    assert small.attrib["aria-hidden"] == "true" and not {"role", "aria-label"} & set(small.attrib)
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


def hand(hidden: dict[str, list[int]], draw: str = "row") -> Any:
    """A drawing by hand: three seats, cards in the hand of the first, each hidden from some seats."""
    made: Any = [
        {
            "name": name, "kind": "", "owner": 0, "prints": [], "marks": [], "turned": False, "down": False,
            "changed": False, "asked": False, "hidden": some, "beneath": [],
        }
        for name, some in hidden.items()
    ]  # fmt: skip
    found = small(1)
    seats = [{**found["seats"][0], "name": name, "number": n} for n, name in enumerate(("Ann", "Bob", "Cy"))]
    seats[0]["areas"] = [{"title": "Hand", "draw": draw, "cards": made}]
    return {**found, "seats": seats}


def test_who_knows_a_card_in_words_and_as_a_sign() -> None:
    drawing = hand({"Imp": [1, 2], "Elf": [0, 1, 2], "Bat": [2], "Owl": []})
    told = letters(drawing)
    assert "Imp (only Ann knows it)" in told and "Elf (nobody knows it)" in told
    assert "Bat (hidden from Cy)" in told and told.splitlines()[5] == "    Owl"
    picture = ElementTree.fromstring(svg(drawing))
    signs = ["".join(one.itertext()) for one in picture.iter("g") if one.attrib.get("class") == "sign"]
    assert signs[:3] == ["●", "", "●■"]
    assert sorted(signs[3:]) == sorted(signs[:3]), "each stands once more beneath the table, with its words"
    words = ["".join(one.itertext()) for one in picture.iter("text") if one.attrib["class"] == "soft s"]
    assert words == ["nobody knows it", "only Ann knows it", "hidden from Cy"]
    assert hides(drawing) and not hides(hand({"Owl": []}))


def test_a_pile_says_who_knows_its_cards() -> None:
    drawing = hand({"Imp": [1, 2], "Elf": [1, 2], "Bat": []}, "pile")
    assert "Hand (3): Imp, Elf (only Ann knows them); Bat" in letters(drawing)
    assert svg(drawing).count('class="sign"') == 2


def test_a_face_is_in_a_group_of_each_seat_that_does_not_see_it() -> None:
    """Of nobody's card it is in three groups; its back, and the sign, are in none."""
    picture = ElementTree.fromstring(svg(hand({"Elf": [0, 2]})))
    (outer,) = [one for one in picture.iter("g") if one.attrib.get("class") == "h2"]
    (inner,) = outer
    assert inner.attrib["class"] == "h0" and "Elf" in "".join(inner.itertext())
    assert "Elf" not in "".join("".join(g.itertext()) for g in picture.iter("g") if g.attrib.get("class") == "sign")
    assert [one.attrib["class"] for one in picture.iter("rect") if "card" in one.attrib["class"]] == [
        "card p0 down", "card p0",
    ]  # fmt: skip


def test_what_lies_beneath_has_a_sign_of_its_own() -> None:
    """An open card under a hidden one is seen by all, and needs none."""
    drawing = hand({"Top": [1, 2], "Low": [], "Deep": [0, 1, 2]})
    (area,) = drawing["seats"][0]["areas"]
    top, *area["cards"][0]["beneath"] = area["cards"]
    area["cards"] = [top]
    assert "Top (only Ann knows it, beneath it Low, beneath it Deep (nobody knows it))" in letters(drawing)
    picture = ElementTree.fromstring(svg(drawing))
    (face,) = [g for g in picture.iter("g") if g.attrib.get("class") == "h2" and "Top" in "".join(g.itertext())]
    assert "Low" not in "".join(face.itertext()) and "● Low" in "".join(picture.itertext())


def test_cards_beneath_another_are_tucked_under_it() -> None:
    """They are drawn before it, each lower than the one above; each is a button of its own where it can be chosen."""
    drawing = hand({"Top": [], "Low": [], "Deep": []})
    (area,) = drawing["seats"][0]["areas"]
    top, *area["cards"][0]["beneath"] = area["cards"]
    area["cards"] = [top]
    picture = svg(drawing, live=("Top", "Low"))
    assert picture.index("● Deep") < picture.index("● Low") < picture.index("● Top")
    moved = re.findall(r'translate\(8 ([\d.]+)\)"><rect class="card', picture)
    assert len(moved) == 2 and float(moved[0]) > float(moved[1]) > 40
    assert re.findall(r'data-names="(\w+)"', picture) == ["Low", "Top"]


def test_an_arrow_runs_from_edge_to_edge_around_other_cards() -> None:
    """From the first of three cards in a row to the third: it begins and ends on a border, and no point of it is on the
    second one; its word has a patch beneath it."""
    drawing = hand({"Ape": [], "Bee": [], "Cow": []})
    drawing["arrows"] = [{"from": "Ape", "to": "Cow", "word": "hits"}]
    picture = svg(drawing)
    path = re.search(r'class="arrow" d="M([\d.-]+) ([\d.-]+)Q([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"', picture)
    assert path is not None
    x, y, p, q, a, b = map(float, path.groups())
    left = 9.0  # of the first card: the frame's border, and its padding
    for k in range(11):
        s = k / 10
        at = (1 - s) ** 2 * x + 2 * s * (1 - s) * p + s * s * a
        below = (1 - s) ** 2 * y + 2 * s * (1 - s) * q + s * s * b
        inside = [left + n * 136 < at < left + n * 136 + 132 for n in range(3)]
        assert not any(inside) or not 46 < below < 103, (k, at, below)
    assert picture.index('class="patch"') < picture.index(">hits<")


def test_an_empty_pile_is_an_empty_frame_with_its_name_and_nothing() -> None:
    drawing = hand({}, "pile")
    picture = ElementTree.fromstring(svg(drawing))
    assert [one.text for one in picture.iter("text") if one.attrib["class"].split()[0] in ("area", "count")] == [
        "Hand", "0",
    ]  # fmt: skip
    assert "space" in {one.attrib["class"] for one in picture.iter("rect")}


def test_what_has_no_part_is_faint() -> None:
    picture = ElementTree.fromstring(svg(hand({"Ape": [], "Bee": []}), part=("Bee",)))
    (faint,) = [one for one in picture.iter("g") if one.attrib.get("class") == "aside"]
    assert "".join(faint.itertext()) == "● Ape"


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
    asked = next(j.instance for j in system.candidates(state) if j.allowed)
    drawn = frames(tables, play(system, start, (asked,)))
    assert [one["asked"] for one in drawn] == [False, False]
    assert drawn[0]["says"] == ""
    assert drawn[1]["says"] == tables.sentence(asked, state)
    track = drawn[0]["table"]["shared"]["tracks"][0]
    assert (track["low"], track["high"], track["book"]) == (-3, 3, 10), "the scope has a gauge of three, line 83 of ten"


def test_what_is_asked_about_is_not_drawn_as_done() -> None:
    """The last frame is the table before the action, which is wanted; the one before it is the same table."""
    system, tables = the_track()
    start = next(instance for instance, outcome in system.initial() if outcome.state is not None)
    trace = play(system, start, ())
    state = trace.start.after
    assert state is not None
    asked = next(j.instance for j in system.candidates(state) if j.allowed)
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


def small(value: int) -> Any:
    """A drawing by hand: one seat with a number, no cards."""
    counter = {"word": "life", "unit": "", "draw": "number", "value": value, "before": 1, "cited": False}
    seat = {
        "name": "<Ann>", "number": 0, "turn": True, "out": False, "asked": False, "flags": [], "counters": [counter],
        "areas": [],
    }  # fmt: skip
    shared: Any = {"areas": [], "boards": [], "tracks": [], "counters": [], "said": []}
    return {"seats": [seat], "shared": shared, "arrows": [], "numbers": []}


def test_negative_numbers_keep_their_sign_and_names_are_text() -> None:
    words = "".join(ElementTree.fromstring(svg(small(-3))).itertext())
    assert "life −3 (−4)" in words
    assert "<Ann>" in words
    assert letters(small(-3)) == "<Ann>: to move, life −3 (before: 1)"


def test_a_file_of_its_own_brings_its_colours() -> None:
    assert "color-scheme" in (ElementTree.fromstring(alone(small(2))).findtext(f"{SVG}style") or "")


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


def test_an_instance_that_has_no_sentence() -> None:
    system, tables = game("daemons", "effects", declared=False)
    state = walk(system, Random(0), 0)[0]
    chosen: Instance = next(j.instance for j in system.candidates(state))
    assert tables.sentence(chosen, state).startswith(("Ann: ", "Bob: ", chosen.action.replace("_", " ")))
