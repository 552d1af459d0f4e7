"""`cards check`: the ferry's carts by hand, on the seats of its smallest scope."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
LIST = str(FERRY / "checks" / "ferry" / "cards" / "carts.csv")
SEATS = ("--scope", "tiny", "--sort", "Cart", "--seats", "hay,iron")


def test_a_heavy_cart_never_crosses(command: Command) -> None:
    """A clause forbids heavy carts, so that no action names one; the light one crosses."""
    answer = command("cards", "check", LIST, *SEATS, "--json", project=FERRY)
    assert answer.code == 0
    assert answer.json["complete"]
    assert {card["name"]: bool(card["actions"]) for card in answer.json["cards"]} == {"straw": True, "stones": False}
    assert [(pair["first"], pair["second"]) for pair in answer.json["pairs"]] == [("straw", "stones")]


def test_for_people(command: Command) -> None:
    printed = command("cards", "check", LIST, *SEATS, project=FERRY).out
    assert "2 of 2 cards, 1 of 1 pair; bound: 1000 states each, 300 s in all" in printed
    assert "stones (line 3): in " in printed


def test_a_bound_is_said(command: Command) -> None:
    answer = command("cards", "check", LIST, *SEATS, "--max-states", "1", "--no-pairs", "--json", project=FERRY)
    assert answer.code == 1
    assert not answer.json["complete"]
    assert answer.json["cards"][0]["stopped"] == "stopped at the limit of 1 states"
    assert answer.json["pairs"] == []


def test_mistakes(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("Cart;owner;heavy\nstraw;Anne;no\nstraw;Ann;mayhap\n", "utf-8")
    answer = command("cards", "check", str(tmp_path / "bad.csv"), *SEATS, project=FERRY)
    assert answer.code == 2
    for line in ("bad.csv:2:7: RL702 `Anne`", "did you mean `Ann`?", "bad.csv:3:1: RL706", "bad.csv:3:11: RL703"):
        assert line in answer.err
    answer = command("cards", "check", LIST, "--scope", "tiny", "--sort", "Cart", project=FERRY)
    assert answer.code == 2
    assert "has no Cart `First`" in answer.err
