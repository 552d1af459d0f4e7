"""The tree of a play on the ferry: two carters with a coin each, Bob's hay and Ann's iron; all expectations by hand.

Who crosses pays the owner of the cart. 2.1 lets a carter cross in the own turn, 2.2 keeps heavy carts: iron. With
nothing ruled, 2.2 prevails.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.web.play import Play, Sitting
from ruleslawyer.rulebook.table.read import view_of

FERRY, HARBOUR = (Path(__file__).parents[2] / "projects" / name for name in ("ferry", "harbour"))
HEAVY = "cross:own_turn/too_heavy"


def ferry(sitting: Sitting | None = None) -> Play:
    ruleset = Project.load(FERRY).ruleset("ferry")
    return Play(ruleset, view_of(ruleset), "tiny", {}, {}, sitting or Sitting())


def begun(first: str = "Ann") -> Play:
    play = ferry()
    choose(play, f"initial(first={first})")
    return play


def calls(play: Play) -> list[str]:
    return [play.rules.codec.call(offer.instance) for offer in play.offers()]


def choose(play: Play, call: str) -> None:
    play.choose(play.offers()[calls(play).index(call)])


def state(play: Play) -> dict[str, object]:
    assert play.at and play.at.state
    return play.rules.codec.state(play.at.state)


def path(play: Play) -> list[str]:
    assert play.at
    return [play.rules.codec.call(node.instance) for node in play.at.path]


def test_a_play_begins_as_is_chosen() -> None:
    play = ferry()
    assert play.situation() == "How does it begin?"
    assert calls(play) == ["initial(first=Ann)", "initial(first=Bob)"]
    choose(play, "initial(first=Bob)")
    assert play.situation() == "Bob decides."


def test_contradictions_are_offered_and_not_taken() -> None:
    play = begun()
    assert [(call, offer.is_allowed) for call, offer in zip(calls(play), play.offers(), strict=True)] == [
        ("cross(who=Ann, cart=hay)", True),
        ("cross(who=Ann, cart=iron)", False),
    ]
    with pytest.raises(UsageError, match=r"2\.1 own_turn, forbidden by 2\.2 too_heavy"):
        choose(play, "cross(who=Ann, cart=iron)")
    assert path(play) == ["initial(first=Ann)"]


def test_a_ruling_goes_on_from_the_same_place() -> None:
    play = begun()
    choose(play, "cross(who=Ann, cart=hay)")
    assert play.situation().startswith("A deadlock: nobody may act")
    before = state(play)
    play.reread({}, {HEAVY: "permit"})
    assert state(play) == before and play.notice == "" and play.rules.unusual_choices() == f"ruled {HEAVY}=permit"
    choose(play, "cross(who=Bob, cart=iron)")
    assert state(play)["coins"] == {"Ann": 1, "Bob": 1}
    assert play.situation() == "The game is over: Ann, Bob won."
    play.candidates()
    assert list(play.by_turns()) == [], "where it is over nothing is refused"
    assert [(root.rules.unusual_choices(), len(root.children)) for root in play.roots] == [
        ("", 1),
        (f"ruled {HEAVY}=permit", 1),
    ]


def test_another_reading_says_where_it_stops() -> None:
    """With `the_same`, Ann goes on after the hay, and Bob cannot choose."""
    play = begun()
    choose(play, "cross(who=Ann, cart=hay)")
    play.reread({}, {HEAVY: "permit"})
    choose(play, "cross(who=Bob, cart=iron)")
    play.reread({"follower": "the_same"}, {HEAVY: "permit"})
    assert path(play) == ["initial(first=Ann)", "cross(who=Ann, cart=hay)"]
    assert play.notice.startswith("Under this reading the play goes as far as action 1 of 2;")
    assert play.notice.endswith("cannot be taken: nobody could choose it here.")
    assert play.situation().startswith("A deadlock"), "Ann has no coin left"


def test_the_tree_keeps_what_was_tried() -> None:
    play = begun()
    choose(play, "cross(who=Ann, cart=hay)")
    tried = play.at
    play.undo()
    with pytest.raises(UsageError, match="nothing was done yet"):
        play.undo()
    play.reread({}, {HEAVY: "permit"})
    choose(play, "cross(who=Ann, cart=iron)")
    assert tried
    play.jump(tried.number)
    assert play.at is tried and play.rules.rulings == {}, "the branch has its own rules"
    play.undo()
    play.redo()
    assert play.at is tried
    choose_again = len(play.nodes)
    play.undo()
    choose(play, "cross(who=Ann, cart=hay)")
    assert play.at is tried and len(play.nodes) == choose_again, "what was tried is gone back to"
    with pytest.raises(UsageError, match="nothing was undone here"):
        play.redo()
    with pytest.raises(UsageError, match="there is no node 99"):
        play.jump(99)


def test_an_opponent_moves_by_itself() -> None:
    play = ferry(Sitting(seat="Ann", opponent="random", by_itself=True, seed=1))
    play.begin_somehow()
    assert play.at and play.whose() in (["Ann"], ["Bob"])
    assert play.is_own() or not any(j.is_allowed for j in play.candidates())
    with pytest.raises(UsageError, match="there is no player `Eve`"):
        play.sit(Sitting(seat="Eve"))
    with pytest.raises(UsageError, match="there is no bot"):
        play.sit(Sitting(opponent="oracle"))


def test_undo_goes_back_behind_what_others_chose() -> None:
    """Ann crosses with iron, Bob with hay: two actions, of which the second is the bot's."""
    ruleset = Project.load(FERRY).ruleset("ferry")
    play = Play(ruleset, view_of(ruleset), "tiny", {}, {HEAVY: "permit"}, Sitting("Ann", "random"))
    play.begin(play.rules.first_starts[0])
    choose(play, "cross(who=Ann, cart=iron)")
    assert path(play)[1:] == ["cross(who=Ann, cart=iron)", "cross(who=Bob, cart=hay)"]
    play.undo()
    assert path(play) == ["initial(first=Ann)"]
    play.redo()
    assert len(path(play)) == 3


def test_a_bid_is_ones_own_though_the_bot_bids_last() -> None:
    """Ann ends her turn and bids for the Tern, and Bob, a bot, bids and goes on (6.1): undo asks for her bid again."""
    ruleset = Project.load(HARBOUR).ruleset("harbour")
    play = Play(ruleset, view_of(ruleset), "small", {}, {}, Sitting("Ann", "random"))
    play.begin(play.rules.first_starts[0])
    choose(play, "finish(who=Ann)")
    choose(play, "reveal(bids={Ann: 2})")
    assert len(path(play)) > 2
    play.undo()
    assert path(play) == ["initial(first=Ann)", "finish(who=Ann)"]
    assert calls(play)[-1] == "reveal(bids={Ann: 2})"


def test_people_at_one_screen_change_seats() -> None:
    """Bob begins: on Ann's seat nothing is offered until somebody sits on his."""
    play = ferry(Sitting(seat="Ann"))
    play.begin(play.rules.first_starts[1])
    assert not play.is_own() and play.offers() == [] and play.whose() == ["Bob"]
    play.sit(Sitting(seat="Bob"))
    assert calls(play) == ["cross(who=Bob, cart=hay)", "cross(who=Bob, cart=iron)"]
