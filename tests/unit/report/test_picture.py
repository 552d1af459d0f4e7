"""Pictures of how the lemmas of a proof hang together."""

from __future__ import annotations

from typing import Any

from ruleslawyer.report.picture import argument


def part(name: str, **uses: list[str]) -> dict[str, Any]:
    return {"name": name, "where": "in every state", "says": f"It is {name}.", "uses": uses}


def test_each_part_has_a_box_and_what_it_uses_an_arrow() -> None:
    """a rests on b, in two rules, and on c; c is kept by itself, which no arrow shows but a sign."""
    found = argument([part("a", b=["go", "stay"], c=["go"]), part("b"), part("c", c=["go"])])
    assert [box["parts"][0]["name"] for box in found["boxes"]] == ["a", "b", "c"]
    assert {(a["from"], a["to"]): a["actions"] for a in found["arrows"]} == {(0, 1): ["go", "stay"], (0, 2): ["go"]}
    assert [bool(box["rounds"]) for box in found["boxes"]] == [False, False, True]
    assert found["boxes"][0]["look"] == ["initial"]


def test_of_many_those_that_need_one_another_are_one_box() -> None:
    """Nine lemmas in a round, of which the property needs one, and which need one that needs none."""
    names = "bcdefghij"
    round_ = [part(one, **{other: ["go"]}) for one, other in zip(names, names[1:] + names[:1], strict=True)]
    round_[0]["uses"]["k"] = ["stay"]
    found = argument([part("a", b=["go"]), *round_, part("k")])
    assert [[one["name"] for one in box["parts"]] for box in found["boxes"]] == [["a"], [*names], ["k"]]
    assert found["boxes"][1]["lines"] == ["9 conditions", "that need one another"]
    assert {(a["from"], a["to"]): a["actions"] for a in found["arrows"]} == {(0, 1): ["go"], (1, 2): ["stay"]}
