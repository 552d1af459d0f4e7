"""Quotients: counts that add up to the graph's, in both engines; coarser where there would be too many classes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from grandalf.graphs import Edge, Vertex

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration import quotient
from ruleslawyer.exploration.explore import EngineName
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.report.picture import picture

ROOT = Path(__file__).parents[3]
WAR = ROOT / "examples" / "war"
FERRY = ROOT / "tests" / "projects" / "ferry"


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_the_ferry_by_player(engine: EngineName) -> None:
    """Two starts, Ann's and Bob's; each sends the light cart, and then nobody may act: 4 states, 2 steps."""
    found = Project.load(FERRY).ruleset("ferry").explore(engine=engine, views=Views())
    by = {q.by: q for q in found.quotients}
    assert set(by) == {("player",), ()}
    player = by["player",]
    assert {c.label: (c.states, c.initial, c.deadlocks) for c in player.classes} == {
        ("Ann",): (2, 1, 1), ("Bob",): (2, 1, 1),
    }  # fmt: skip
    names = [c.label[0] for c in player.classes]
    assert {(names[a], names[b], action, n) for a, b, action, n in player.edges} == {
        ("Ann", "Bob", "cross", 1), ("Bob", "Ann", "cross", 1),
    }  # fmt: skip
    assert len(by[()].classes) == 4


def test_numbers_add_up_and_a_view_that_is_too_fine_is_made_coarser(monkeypatch: pytest.MonkeyPatch) -> None:
    """In war with four cards each of the 24 deals and its plays: more classes by the hands than are allowed here."""
    monkeypatch.setattr(quotient, "MOST_CLASSES", 30)
    ruleset = Project.load(WAR).ruleset("war")
    fields = [f.name for f in ruleset.system.state.fields]
    found = ruleset.explore("n4", views=Views((tuple(fields[:1]),)))
    assert any(q.note for q in found.quotients)
    for q in found.quotients:
        assert sum(c.states for c in q.classes) == found.states
        assert sum(c.ended for c in q.classes) == found.ended
        assert sum(c.initial for c in q.classes) == found.initial
        assert sum(n for *_, n in q.edges) == found.transitions
        assert len(q.classes) <= quotient.MOST_CLASSES
        assert bool(q.note) == (("…",) * len(q.by) in {c.label for c in q.classes})


def test_a_field_that_is_none() -> None:
    with pytest.raises(UsageError, match="turm"):
        Project.load(FERRY).ruleset("ferry").explore(views=Views((("turm",),)))


@pytest.mark.parametrize("seed", [5, 8, 9])
def test_a_picture_does_not_depend_on_the_memory(seed: int) -> None:
    """Between one layout and the next, the places of edges that are gone are given back in another order."""
    random = Random(seed)
    ends = [(a, b) for a in range(8) for b in range(8) if a != b and random.random() < 0.3]
    q = {
        "by": ["x"],
        "classes": [{"label": [f"c{i}"], "states": 1, "initial": i == 0, "ended": 0, "deadlocks": 0} for i in range(8)],
        "edges": [{"from": a, "to": b, "action": "go", "transitions": 1} for a, b in ends],
        "note": "",
    }
    drawn = [picture(q)]
    for _ in range(4):
        others = [Edge(Vertex(0), Vertex(1)) for _ in range(300)]
        random.shuffle(others)
        del others[::2]
        drawn.append(picture(q))
    assert all(one == drawn[0] for one in drawn)


def test_boxes_do_not_overlap_and_arrows_end_at_boxes() -> None:
    """A ring with a chord, a pair of arrows both ways, a box that nothing leads to, and one that plays stay in."""
    ends = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (2, 0), (4, 4)]
    q = {
        "by": ["x"],
        "classes": [{"label": [f"c{i}"], "states": 1, "initial": i == 0, "ended": 0, "deadlocks": 0} for i in range(6)],
        "edges": [{"from": a, "to": b, "action": "go", "transitions": 1} for a, b in ends],
        "note": "",
    }
    drawn = picture(q)
    assert drawn == picture(q)
    boxes = drawn["boxes"]
    for i, a in enumerate(boxes):
        assert a["x"] >= drawn["left"] and a["x"] + a["w"] <= drawn["left"] + drawn["width"]
        assert a["y"] >= 0 and a["y"] + a["h"] <= drawn["height"]
        for b in boxes[i + 1 :]:
            apart = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
            assert apart or a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
    assert {(a["from"], a["to"]) for a in drawn["arrows"]} == set(ends) - {(4, 4)}
    assert boxes[4]["rounds"] == ["go"]
    for arrow in drawn["arrows"]:
        for (x, y), box in ((arrow["points"][0], boxes[arrow["from"]]), (arrow["points"][-1], boxes[arrow["to"]])):
            assert box["x"] - 10 <= x <= box["x"] + box["w"] + 10 and box["y"] - 1 <= y <= box["y"] + box["h"] + 1
