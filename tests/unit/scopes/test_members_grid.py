"""Grids and switches of a scope: what they become, and what is said of mistakes in them."""

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.schema import GridSize, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.scopes.load import load_scope

PRELUDE = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
PRELUDE = PRELUDE.replace("    Constants,\n", "    Constants,\n    Grid,\n").replace(
    "class Numbers(",
    """class Berth(Grid):
    column: int
    row: Annotated[int, Range(1, 3)]
    rim: bool
    port: Player


class Buoy(Grid):
    row: int


class Numbers(""",
)
BEGIN = '[sorts]\nPlayer = ["Ann", "Bob"]\nShip = 0\n'
BUOYS = "[grids.Buoy]\nrows = 1\ncolumns = 2\n"


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    root = tmp_path_factory.mktemp("harbour")
    (root / "prelude.py").write_text(PRELUDE, encoding="utf-8")
    return lower(RulesetConfig("harbour", "Harbour", ("prelude",), (), root, root, root, None), root)


def scope(tmp_path: Path, system: System, text: str) -> Scope:
    file = tmp_path / "tiny.toml"
    file.write_text(text, encoding="utf-8")
    return load_scope(file, system)


def test_members_are_generated(tmp_path: Path, system: System) -> None:
    """Grid by grid, row by row, with their places, the rim and whose they are."""
    found = scope(tmp_path, system, f"{BEGIN}[grids.Berth]\nrows = 3\ncolumns = 3\n{BUOYS}")
    assert found.names["Berth"][:4] == ("Ann11", "Ann12", "Ann13", "Ann21")
    assert (found.size("Berth"), found.names["Berth"][-1], found.names["Buoy"]) == (18, "Bob33", ("Buoy11", "Buoy12"))
    assert list(found.names) == list(system.sorts)
    assert found.attributes["Berth", "row"] == (1, 1, 1, 2, 2, 2, 3, 3, 3) * 2
    assert found.attributes["Berth", "column"] == (1, 2, 3) * 6
    assert found.attributes["Berth", "port"] == (0,) * 9 + (1,) * 9
    assert found.attributes["Berth", "rim"] == (True, True, True, True, False, True, True, True, True) * 2
    assert found.rims == {"Berth": frozenset(range(18)) - {4, 13}, "Buoy": frozenset({0, 1})}
    assert found.grids == {"Berth": GridSize(3, 3, "Player"), "Buoy": GridSize(1, 2)}
    assert str(found.grids["Berth"]) == "3 × 3 for each Player"


def test_names(tmp_path: Path, system: System) -> None:
    """As the scope writes them; apart where a number may have two digits."""
    text = f'{BEGIN}[grids.Berth]\nrows = 1\ncolumns = 2\nnames = "row {{row}} of {{port}} {{column}}"\n'
    found = scope(tmp_path, system, f"{text}[grids.Buoy]\nrows = 1\ncolumns = 11\n")
    assert found.names["Berth"] == ("row 1 of Ann 1", "row 1 of Ann 2", "row 1 of Bob 1", "row 1 of Bob 2")
    assert (found.names["Buoy"][0], found.names["Buoy"][10]) == ("Buoy-1-1", "Buoy-1-11")


def test_members_by_hand(tmp_path: Path, system: System) -> None:
    """Their rim is what they say."""
    berths = '[sorts.Berth.West]\nrow = 1\ncolumn = 1\nrim = false\nport = "Ann"\n'
    berths += '[sorts.Berth.East]\nrow = 1\ncolumn = 2\nrim = true\nport = "Ann"\n'
    found = scope(tmp_path, system, f"{BEGIN}{berths}{BUOYS}")
    assert (found.rims["Berth"], "Berth" in found.grids) == (frozenset({1}), False)


def test_switches(tmp_path: Path, system: System) -> None:
    found = scope(tmp_path, system, f'off = ["buy"]\n{BEGIN}[grids.Berth]\nrows = 1\ncolumns = 1\n{BUOYS}')
    assert found.off == ("buy",)
    assert "buy" not in {action.name for action in found.on(system.actions)}


@pytest.mark.parametrize(
    ("text", "message", "mend"),
    [
        ("[grids.Berth]\nrows = 0\ncolumns = 2\n", "a grid cannot have 0 rows", "write 1 or more"),
        ("[grids.Berth]\nrows = 2\n", "a grid says how many columns it has", "write columns = 3"),
        ("[grids.Berth]\nrows = true\ncolumns = 2\n", "`rows` is a number, found true", "write rows = 3"),
        ("[grids.Berth]\nrows = 2\ncolumns = 9999\n", "this is more of `Berth` than", "write fewer rows or columns"),
        ("[grids.Berth]\nrows = 4\ncolumns = 1\n", "4 is out of range", "write a value from 1 to 3"),
        ("[grids.Berth]\nrow = 4\ncolumns = 1\n", "a grid has no `row`", "did you mean `rows`?"),
        ("[grids]\nBerth = 4\n", "a grid is a table of its rows and columns", "write [grids.Berth]"),
        ('[grids.Berth]\nrows = 1\ncolumns = 2\nnames = "{dock}"\n', "a name is not made of `{dock}`", "{port}, {row}"),
        ('[grids.Berth]\nrows = 1\ncolumns = 2\nnames = "{row}"\n', "two of `Berth` are called `1`", "put each of"),
        ("[grids.Berth]\nrows = 1\ncolumns = 2\nnames = 3\n", "`names` is a text, found 3", "use {port}"),
        ("Berth = 2\n[grids.Berth]\nrows = 1\ncolumns = 2\n", "`Berth` has a grid, and members", "leave one of them"),
        ("[grids.Bert]\nrows = 1\n", "the ruleset has no sort `Bert`", "did you mean `Berth`?"),
        ("", "the scope does not say how many of `Berth` there are", "write [grids.Berth] with rows = 2"),
        (
            "[grids.Berth]\nrows = 1\ncolumns = 2\n[attributes.Berth]\nrim = [true]\n",
            "the grid of `Berth` fills in its attributes",
            "take them out",
        ),
    ],
)
def test_mistakes(tmp_path: Path, system: System, text: str, message: str, mend: str) -> None:
    """One message for each, with the place and a mend."""
    with pytest.raises(ModelError) as caught:
        scope(tmp_path, system, BEGIN + text + BUOYS)
    wrong = [d for d in caught.value.diagnostics if "Bert" in text or "Berth" in d.message]
    assert len(wrong) == 1 or text.startswith("[grids.Bert]"), caught.value.render(tmp_path)
    assert any(message in d.message and mend in d.help for d in wrong), caught.value.render(tmp_path)


@pytest.mark.parametrize(
    ("off", "message", "mend"),
    [
        ('["bye"]', "`bye` is no rule that could be switched off", "did you mean `buy`?"),
        ('"buy"', "`off` is a list of rules", 'write off = ["…"]'),
        ('["buy", "buy"]', "`buy` is listed twice", "list each once"),
        ("[3]", "expected the name of a rule, found 3", "write it in quotes"),
    ],
)
def test_wrong_switches(tmp_path: Path, system: System, off: str, message: str, mend: str) -> None:
    with pytest.raises(ModelError) as caught:
        scope(tmp_path, system, f"off = {off}\n{BEGIN}[grids.Berth]\nrows = 1\ncolumns = 1\n{BUOYS}")
    (wrong,) = caught.value.diagnostics
    assert message in wrong.message
    assert mend in wrong.help
