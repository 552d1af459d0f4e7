"""The ledger asks for a number of players that the book allows and no clause speaks of: the cookbook's match."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.front.worked import cookbook
from tests.cli.command import Answer, Command

SAYS = {
    "1": ("Before each round five stones are laid out.", ""),
    "1b": ("With two players two are put aside.", 'players = [2]\nsets = "stones put aside"'),
    "1c": ("With three players one is put aside.", 'players = [3]\nsets = "stones put aside"'),
    "2": ("With two players each has two chips.", 'players = [2]\nsets = "chips"'),
    "2b": ("With three or four players each has one chip.", 'players = [3, 4]\nsets = "chips"'),
    "3": ("The player to the left of the dealer begins.", ""),
    "4": ("Whoever takes the last stone gets a point.", ""),
    "5": ("Whoever has two points has won.", ""),
}
"""The clauses of the match, and for which numbers of players they count."""


def match(folder: Path, *, players: str = "players = [2, 4]\n", decided: str = "", **other: str) -> Path:
    """The game with a register. other: what a clause says of numbers of players instead."""
    for name in ("model/match.py", "checks/match/scopes/tiny.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(cookbook() / name, folder / name)
    lines = [
        f'[[line]]\nnumber = {number}\nsection = "1"\nkind = "normative"\n[[line.clause]]\nid = "{clause}"\n'
        f'kind = "quantity"\nsays = "{says}"\n{other.get(f"of_{clause}", of)}\n'
        for number, (clause, (says, of)) in enumerate(SAYS.items(), 1)
    ]
    files = {
        "pyproject.toml": '[tool.ruleslawyer.rulesets.match]\ntitle = "Match"\nmodules = ["model.match"]\n',
        "spec/match/book.toml": f'title = "Match"\nchapters = ["01-rounds.toml"]\n{players}',
        "spec/match/01-rounds.toml": 'chapter = "1"\ntitle = "Rounds"\n' + "".join(lines),
        **({"checks/match/ledger.toml": decided} if decided else {}),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def ledger(command: Command, project: Path, *more: str) -> Answer:
    return command("spec", "match", "--ledger", "--kind", "players", *more, project=project)


def missing(command: Command, project: Path) -> list[tuple[str, str]]:
    lines = ledger(command, project, "--json").json["lines"]
    return [(one["name"], one["status"]) for one in lines if one["kind"] == "players"]


def test_a_number_that_is_left_out_is_asked_for(command: Command, tmp_path: Path) -> None:
    """Of what is put aside with four players nothing is said; the line stands where the last of its clauses does."""
    project = match(tmp_path)
    assert missing(command, project) == [("stones put aside: with 4 players", "open")]
    shown = ledger(command, project)
    assert shown.code == 1
    assert "players  stones put aside: with 4 players\n    the text is silent (spec/match/01-rounds.toml:" in shown.out


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ({"of_1c": 'players = [3, 4]\nsets = "stones put aside"'}, []),
        ({"of_1c": ""}, ["stones put aside: with 3 players", "stones put aside: with 4 players"]),
        ({"of_2b": 'players = [3]\nsets = "chips"'}, ["stones put aside: with 4 players", "chips: with 4 players"]),
        ({"players": "players = [2, 3]\n", "of_2b": 'players = [3]\nsets = "chips"'}, []),
        ({"players": "players = [1, 4]\n"},
         ["stones put aside: with 1 player", "stones put aside: with 4 players", "chips: with 1 player"]),
    ],
)  # fmt: skip
def test_by_hand(command: Command, tmp_path: Path, other: dict[str, str], names: list[str]) -> None:
    """Each number of the book's range less those that clauses with the same words name."""
    assert [name for name, _ in missing(command, match(tmp_path, **other))] == names


def test_who_answers_for_it(command: Command, tmp_path: Path) -> None:
    decided = '[[decided]]\nplayers = ["stones put aside: with 4 players"]\ndoubt = "aside_with_four"\n'
    assert missing(command, match(tmp_path, decided=decided)) == [("stones put aside: with 4 players", "doubt")]


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"players": ""}, "the book does not say how many may play"),
        ({"players": "players = [4, 2]\n"}, "`players` is the fewest and the most who may play"),
        ({"players": 'players = "2-4"\n'}, "`players` is the fewest and the most who may play"),
        ({"of_1c": "players = [3]"}, "`players` without what the clause `sets` for them"),
        ({"of_1c": 'sets = "chips"'}, "`sets` without `players`"),
        ({"of_1c": 'players = 3\nsets = "chips"'}, "`players` are the numbers of players for which it counts"),
        ({"of_1c": 'players = [5]\nsets = "chips"'}, "with 5 players nobody plays: spec/match/book.toml says 2 to 4"),
    ],
)
def test_wrong_forms(command: Command, tmp_path: Path, other: dict[str, str], says: str) -> None:
    answer = ledger(command, match(tmp_path, **other))
    assert answer.code == 2 and answer.out == ""
    assert answer.err.startswith("error: spec/match/") and says in answer.err and "= help: " in answer.err
