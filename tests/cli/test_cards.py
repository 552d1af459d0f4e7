"""`check --cards`: the ferry's carts by hand, on the seats of its smallest scope."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
LIST = str(FERRY / "checks" / "ferry" / "cards" / "carts.csv")
SEATS = ("--scope", "tiny", "--sort", "Cart", "--seats", "hay,iron")


def test_a_heavy_cart_never_crosses(command: Command) -> None:
    """A clause forbids heavy carts, so that no action names one; the light one crosses."""
    answer = command("check", "--cards", LIST, *SEATS, "--json", project=FERRY)
    assert answer.code == 0
    assert answer.json["complete"]
    assert {card["name"]: bool(card["actions"]) for card in answer.json["cards"]} == {"straw": True, "stones": False}
    assert [(pair["first"], pair["second"]) for pair in answer.json["pairs"]] == [("straw", "stones")]


def test_for_people(command: Command) -> None:
    printed = command("check", "--cards", LIST, *SEATS, project=FERRY).out
    assert "2 of 2 cards, 1 of 1 pair; bound: 1000 states each, 300 s in all" in printed
    assert "stones (line 3): in " in printed


def test_a_bound_is_said(command: Command) -> None:
    answer = command("check", "--cards", LIST, *SEATS, "--max-states", "1", "--no-pairs", "--json", project=FERRY)
    assert answer.code == 1
    assert not answer.json["complete"]
    assert answer.json["cards"][0]["stopped"] == "stopped at the limit of 1 states"
    assert answer.json["pairs"] == []


def test_mistakes(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("Cart;owner;heavy\nstraw;Anne;no\nstraw;Ann;mayhap\n", "utf-8")
    answer = command("check", "--cards", str(tmp_path / "bad.csv"), *SEATS, project=FERRY)
    assert answer.code == 2
    for line in ("bad.csv:2:7: RL702 `Anne`", "did you mean `Ann`?", "bad.csv:3:1: RL706", "bad.csv:3:11: RL703"):
        assert line in answer.err
    answer = command("check", "--cards", LIST, "--scope", "tiny", "--sort", "Cart", project=FERRY)
    assert answer.code == 2
    assert "has no Cart `First`" in answer.err


def test_it_goes_on_where_it_stopped(command: Command, tmp_path: Path) -> None:
    """What is in the file is not looked at again, and the result is the same; a file of another list is refused."""
    done = tmp_path / "done.jsonl"
    whole = command("check", "--cards", LIST, *SEATS, "--resume", str(done), "--json", project=FERRY).json
    lines = done.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 1 + 2 + 1  # what it is of; no card; each card; the pair
    done.write_text("".join(lines[:3]) + lines[3][:20], "utf-8")
    again = command("check", "--cards", LIST, *SEATS, "--resume", str(done), "--json", project=FERRY).json
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    assert done.read_text("utf-8").splitlines(keepends=True) == lines
    other = command("check", "--cards", LIST, *SEATS, "--max-states", "9", "--resume", str(done), project=FERRY)
    assert other.code == 2
    assert "this file is of another cards: max_states differ" in other.err


def test_bad_input(command: Command, tmp_path: Path) -> None:
    """A byte-order mark, semicolons and empty lines are read; each mistake is one message with line, column and mend,
    and a formula is executed by nobody."""
    good = "\ufeffCart;owner;heavy\r\n\r\nstraw;Ann;no\r\n;;\r\nstones;Bob;yes\r\n"
    (tmp_path / "good.csv").write_bytes(good.encode())
    answer = command("check", "--cards", str(tmp_path / "good.csv"), *SEATS, "--no-pairs", "--json", project=FERRY)
    assert answer.code == 0
    assert [(card["name"], card["line"]) for card in answer.json["cards"]] == [("straw", 3), ("stones", 5)]
    for text, message in (
        ("Cart;owner\nstraw;Ann\nstraw;Bob\n", "3:1: RL706 two of `Cart` are called `straw`; the first is on line 2"),
        ("Cart;heavy\nstraw;=1+1\n", "2:7: RL710 `=1+1` is a formula, and nothing is calculated here"),
        ("Cart;owner\nstraw;Anne\n", "2:7: RL702 `Anne`"),
        ("Cart;owmer\nstraw;Ann\n", "1:6: RL702 `Cart` has no attribute `owmer`"),
        ("Cart;owner\nstraw;Ann;3\n", "2:1: RL710 this line has 3 cells, and the head has 2"),
    ):
        (tmp_path / "bad.csv").write_text(text, "utf-8")
        answer = command("check", "--cards", str(tmp_path / "bad.csv"), *SEATS, project=FERRY)
        assert answer.code == 2
        assert answer.out == ""
        assert f"bad.csv:{message}" in answer.err
        assert answer.err.count("error:") == 1
