"""`prove` beside plays: a counterexample to induction to which a play comes, other numbers of players than a proof is
of, and what a proof speaks of. Verdicts by hand."""

from __future__ import annotations

from pathlib import Path

from tests.bank import composed, table
from tests.cli.command import Answer, Command

MODEL = '''"""Cards are put on a table, one on the other."""


class Card(Sort):
    """A card."""

    cost: Annotated[int, Range(0, 9)]


@state
class State:
    """S."""

    last: Card | None
    turn: Player
    moved: Map[Player, bool]
    number: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


@book.action("2")
def put(s: State, who: Player, card: Card, nxt: Player) -> None:
    """Somebody puts a card on the last one, and somebody else goes on."""
    with effect("2"):
        s.last = card
        s.moved[who] = True
        s.number += 0 if s.number == 2 else 1
        s.turn = nxt


@put.permit("2")
def others_go_on(s: State, who: Player, card: Card, nxt: Player) -> bool:
    return who == s.turn and who != nxt


@checks.always("3")
def is_cheap(s: State) -> bool:
    return s.last is None or s.last.cost <= 3


@checks.always("3")
def begins_with_one(s: State) -> bool:
    return s.number != 0


@checks.always("3")
def at_most_one(s: State) -> bool:
    return s.number <= 1


@checks.always("3")
def two_move(s: State) -> bool:
    return sum(1 for p in Player if s.moved[p]) <= 2


@checks.always("3")
def never_three(s: State) -> bool:
    return s.number <= 2


@checks.sometimes("3")
def it_is_three(s: State) -> bool:
    return s.number == 3


@checks.always("3", reached=it_is_three)
def three_is_odd(s: State) -> bool:
    return s.number != 3 or s.last is None
'''
TWO, THREE = (f'title = "{n}"\n[sorts]\nPlayer = {n}\nCard.Coin = {{ cost = 2 }}\n' for n in (2, 3))


def ruleset(folder: Path, **scopes: str) -> Path:
    (folder / "table" / "scopes").mkdir(parents=True)
    for name, text in scopes.items():
        (folder / "table" / "scopes" / f"{name}.toml").write_text(text, "utf-8")
    (folder / "table" / "model.py").write_text(composed("table", MODEL), "utf-8")
    (folder / "pyproject.toml").write_text(table("table"), "utf-8")
    return folder


def by_name(found: Answer) -> dict[str, dict[str, object]]:
    return {one["property"]: one for one in found.json["results"]}


def test_without_a_scope_a_play_of_its_members_breaks_a_property(tmp_path: Path, command: Command) -> None:
    """A card that costs more than three; at once; and by two actions. For any number and with scopes alike."""
    where = ruleset(tmp_path)
    for asked in (("prove", "table"), ("prove", "table", "--any-number")):
        found = by_name(command(*asked, "--json", project=where))
        lengths = {"is_cheap": 1, "begins_with_one": 0, "at_most_one": 2}
        for name, actions in lengths.items():
            one = found[name]
            play, stuck = one["play"], one["counterexample_to_induction"]
            assert one["verdict"] == "VIOLATED" and isinstance(play, list) and isinstance(stuck, dict), name
            assert len(play) == actions + 1 and play == stuck["play"]
            assert f"after {actions} action" in str(one["reason"])
        assert "(cost " in str(found["is_cheap"]["reason"])
        assert found["never_three"]["verdict"] == "PROVED for any number of Card; 2 players"
    text = command("prove", "table", "is_cheap", project=where).out
    assert "is_cheap: the play" in text and "--scope" not in text and "longer" not in text


def test_what_scopes_keep_is_not_so_of_other_cards(tmp_path: Path, command: Command) -> None:
    """The only card of the scope costs two: beside that it is said of which cards it is not so."""
    found = by_name(command("prove", "table", "is_cheap", "--json", project=ruleset(tmp_path, two=TWO)))
    assert found["is_cheap"]["verdict"] == "HOLDS IN SCOPE"
    assert "; VIOLATED with Player1, Player2, Card1 (cost " in str(found["is_cheap"]["reason"])


def test_a_proof_for_two_players_is_not_so_of_three(tmp_path: Path, command: Command) -> None:
    """Of three players three move; of two two. What is proved for any number needs no scope."""
    where = ruleset(tmp_path, two=TWO, three=THREE)
    found = by_name(command("prove", "table", "two_move", "never_three", "--total", "8", "--json", project=where))
    assert found["two_move"]["verdict"] == "VIOLATED" and found["two_move"]["scope"] == "three"
    assert str(found["never_three"]["verdict"]).startswith("PROVED"), "of three as of two"
    shown = command("prove", "table", "two_move", "--scope", "two", "--total", "8", project=where)
    assert shown.code == 0 and "PROVED for any number of Card; 2 players" in shown.out
    assert "nothing of what is PROVED is said of scopes with 3 Player: three" in " ".join(shown.out.split())


def test_what_a_proof_speaks_of_is_looked_for_in_a_whole_run_too(tmp_path: Path, command: Command) -> None:
    """No number is ever three: there is no such state. Asked by name and together alike."""
    where = ruleset(tmp_path, two=TWO)
    for more in (("--total", "4"), ("three_is_odd",)):
        one = by_name(command("prove", "table", *more, "--json", project=where))["three_is_odd"]
        assert str(one["verdict"]).startswith("PROVED") and one["not_met_in"] == ["two"]
