"""Scope files: what each entry becomes. Their mistakes are shown under tests/errors/scopes."""

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.scopes.load import load_scope

PRELUDE = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
PRELUDE = PRELUDE.replace(
    "    wind: int\n", "    wind: int\n    last: Player | None\n    pool: Map[Player, Map[Phase, int]]\n"
)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    root = tmp_path_factory.mktemp("harbour")
    (root / "prelude.py").write_text(PRELUDE, encoding="utf-8")
    return lower(RulesetConfig("harbour", "Harbour", ("prelude",), (), root, root, root, None), root)


def scope(tmp_path: Path, system: System, text: str) -> Scope:
    file = tmp_path / "tiny.toml"
    file.write_text(text, encoding="utf-8")
    return load_scope(file, system)


def test_members_by_tables(tmp_path: Path, system: System) -> None:
    text = """
title = "two players, two ships"
[sorts]
Player = ["Ann", "Bob"]
[sorts.Ship.Argo]
cost = 3
builder = "Bob"
score = { END = 2 }
[sorts.Ship."Sea Cloud"]
cost = 2
builder = "Ann"
score = { BUY = 1, END = 1 }
"""
    found = scope(tmp_path, system, text)
    assert (found.name, found.title) == ("tiny", "two players, two ships")
    assert found.names == {"Player": ("Ann", "Bob"), "Ship": ("Argo", "Sea Cloud")}
    assert found.attributes == {
        ("Ship", "cost"): (3, 2),
        ("Ship", "builder"): (1, 0),
        ("Ship", "score"): ((0, 2), (1, 1)),
    }
    assert found.constants == {"Numbers.money": 10}
    assert (found.shrunk, found.caps, found.bounds, found.initial) == ((), {}, {}, ())
    assert not found.is_open
    assert not found.campaign
    assert found.size("Ship") == 2


@pytest.mark.parametrize("flag", ["campaign", "large"])
def test_a_scope_of_the_campaign_or_large(tmp_path: Path, system: System, flag: str) -> None:
    text = flag + ' = {}\n[sorts]\nPlayer = 1\n[sorts.Ship.Argo]\ncost = 3\nbuilder = "Player0"\n'
    found = scope(tmp_path, system, text.format("true"))
    assert getattr(found, flag) is True
    assert found.large
    assert not scope(tmp_path, system, text.format("false")).large
    with pytest.raises(ModelError, match=f"`{flag}` is true or false"):
        scope(tmp_path, system, text.format("1"))


def test_defaults_fill_in_what_members_leave_out(tmp_path: Path, system: System) -> None:
    text = """
[sorts]
Player = ["Ann", "Bob"]
[defaults.Ship]
cost = 2
builder = "Ann"
score = {}
[sorts.Ship.Argo]
cost = 3
[sorts.Ship.Nina]
builder = "Bob"
"""
    found = scope(tmp_path, system, text)
    assert found.attributes == {
        ("Ship", "cost"): (3, 2),
        ("Ship", "builder"): (0, 1),
        ("Ship", "score"): ((0, 0), (0, 0)),
    }


def test_an_attribute_that_is_left_out_has_the_default_of_its_type(tmp_path: Path, system: System) -> None:
    tables = '[sorts]\nPlayer = ["Ann"]\n[sorts.Ship.Argo]\nbuilder = "Ann"\n'
    lists = '[sorts]\nPlayer = ["Ann"]\nShip = ["Argo"]\n[attributes.Ship]\nbuilder = ["Ann"]\n'
    for text in (tables, lists):
        assert scope(tmp_path, system, text).attributes == {
            ("Ship", "cost"): (0,), ("Ship", "builder"): (0,), ("Ship", "score"): ((0, 0),),
        }  # fmt: skip


def test_members_by_number_and_open_attributes(tmp_path: Path, system: System) -> None:
    text = """
[sorts]
Player = 2
Ship = 2
[attributes.Ship]
cost = [1, 2]
builder = "open"
score = [{}, { BUY = 3 }]
"""
    found = scope(tmp_path, system, text)
    assert found.title == "tiny"
    assert found.names == {"Player": ("Player0", "Player1"), "Ship": ("Ship0", "Ship1")}
    assert found.attributes["Ship", "builder"] is None
    assert found.attributes["Ship", "score"] == ((0, 0), (3, 0))
    assert found.is_open


def test_attributes_by_member_beside_lists_of_names(tmp_path: Path, system: System) -> None:
    """Below `[attributes.Ship]` a member has a table as it has below `[sorts]`; who has none has what is usual."""
    text = """
[sorts]
Player = ["Ann", "Bob"]
Ship = ["Argo", "Sea Cloud"]
[attributes.Ship]
builder = ["Bob", "Ann"]
"Sea Cloud" = { cost = 2, score = { END = 1 } }
"""
    found = scope(tmp_path, system, text)
    assert found.attributes == {
        ("Ship", "cost"): (0, 2),
        ("Ship", "builder"): (1, 0),
        ("Ship", "score"): ((0, 0), (0, 1)),
    }


def test_a_whole_sort_is_open_and_one_attribute_of_named_members(tmp_path: Path, system: System) -> None:
    whole = scope(tmp_path, system, '[sorts]\nPlayer = 2\nShip = 3\n[attributes]\nShip = "open"\n')
    assert set(whole.attributes.values()) == {None}
    text = """
[sorts]
Player = ["Ann"]
[sorts.Ship.Argo]
cost = 3
score = {}
[attributes.Ship]
builder = "open"
"""
    assert scope(tmp_path, system, text).attributes == {
        ("Ship", "cost"): (3,), ("Ship", "builder"): None, ("Ship", "score"): ((0, 0),),
    }  # fmt: skip


@pytest.mark.parametrize("entry", ['[constants]\n"Numbers.money" = 3', "[constants]\nNumbers.money = 3"])
def test_a_shrunk_number_is_named(tmp_path: Path, system: System, entry: str) -> None:
    found = scope(tmp_path, system, f"[sorts]\nPlayer = 2\nShip = 0\n{entry}\n")
    assert (found.constants, found.shrunk) == ({"Numbers.money": 3}, ("Numbers.money",))


def test_an_open_number_is_not_shrunk(tmp_path: Path, system: System) -> None:
    found = scope(tmp_path, system, '[sorts]\nPlayer = 2\nShip = 0\n[constants]\n"Numbers.money" = "open"\n')
    assert (found.constants, found.shrunk, found.is_open) == ({"Numbers.money": OPEN}, (), True)


def test_caps_bounds_and_the_start(tmp_path: Path, system: System) -> None:
    text = """
[sorts]
Player = ["Ann", "Bob"]
Ship = 2
[attributes]
Ship = "open"
[caps]
coins = 12
[bounds]
"reveal.bids" = [0, 3]
[initial]
turn = "Bob"
last = "none"
phase = "END"
coins = { Ann = 4 }
quay = ["Ship1", "Ship0"]
sunk = []
owner = { Ship1 = "none" }
pool.Bob = { END = 2 }
"""
    found = scope(tmp_path, system, text)
    assert found.caps == {"coins": 12}
    assert found.bounds == {"reveal.bids": (0, 3)}
    assert found.initial == (  # in the order of the state's fields
        ("coins", (0,), 4),
        ("owner", (1,), None),
        ("phase", (), 1),
        ("turn", (), 1),
        ("quay", (), (1, 0)),
        ("sunk", (), frozenset()),
        ("last", (), None),
        ("pool", (1, 1), 2),
    )


def test_what_is_to_be_explored_has_bounds(tmp_path: Path, system: System) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text("[sorts]\nPlayer = 2\nShip = 0\n", encoding="utf-8")
    assert load_scope(path, system).bounds == {}
    with pytest.raises(ModelError, match=r"RL704 the scope does not say how large `reveal\.bids` may be"):
        load_scope(path, system, bounded=True)

    path.write_text('off = ["reveal"]\n[sorts]\nPlayer = 2\nShip = 0\n', encoding="utf-8")
    assert load_scope(path, system, bounded=True).off == ("reveal",)


def test_no_such_file(tmp_path: Path, system: System) -> None:
    scope(tmp_path, system, "[sorts]\nPlayer = 2\nShip = 0\n")
    with pytest.raises(UsageError, match=r"no scope file tine\.toml") as caught:
        load_scope(tmp_path / "tine.toml", system)
    assert "did you mean `tiny`?" in str(caught.value)


BASE = """
title = "one ship"
campaign = true
off = ["reveal"]
[sorts]
Player = ["Ann", "Bob"]
[sorts.Ship.Argo]
cost = 3
builder = "Bob"
score = { BUY = 1, END = 2 }
[constants]
"Numbers.money" = 4
[initial]
turn = "Ann"
wind = 2
"""


def test_a_scope_has_what_the_one_that_it_extends_has(tmp_path: Path, system: System) -> None:
    (tmp_path / "base.toml").write_text(BASE, encoding="utf-8")
    text = """
title = "two ships"
extends = "base"
without = ['constants."Numbers.money"', "initial.wind"]
[sorts.Ship.Argo]
cost = 1
score = { END = 3 }
[sorts.Ship.Echo]
cost = 2
builder = "Ann"
[initial]
phase = "END"
"""
    whole = """
title = "two ships"
off = ["reveal"]
[sorts]
Player = ["Ann", "Bob"]
[sorts.Ship.Argo]
cost = 1
builder = "Bob"
score = { END = 3 }
[sorts.Ship.Echo]
cost = 2
builder = "Ann"
[initial]
turn = "Ann"
phase = "END"
"""
    assert scope(tmp_path, system, text) == scope(tmp_path, system, whole)


def test_what_is_common_extends_what_is_common_and_is_no_scope(tmp_path: Path, system: System) -> None:
    """Files of `common/` are named by their folder, whoever extends them; mistakes in them are shown there."""
    folder = tmp_path / "common"
    folder.mkdir()
    (folder / "table.toml").write_text(BASE, encoding="utf-8")
    (folder / "windy.toml").write_text('extends = "common/table"\n[initial]\nwind = 3\n', encoding="utf-8")
    text = 'extends = "common/windy"\nwithout = ["sorts.Ship"]\n[sorts]\nShip.Echo = { cost = 1, builder = "Bob" }\n'
    found = scope(tmp_path, system, text)
    assert found.names["Ship"] == ("Echo",)
    assert ("wind", (), 3) in found.initial
    (folder / "windy.toml").write_text('extends = "common/tabel"\n', encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        scope(tmp_path, system, text)
    (found_there,) = caught.value.diagnostics
    assert found_there.span.path.endswith("common/windy.toml")
    assert found_there.message == "there is no scope `common/tabel` to extend"
    assert found_there.help == "did you mean `common/table`?"


def test_the_order_of_the_start_in_the_file_means_nothing(tmp_path: Path, system: System) -> None:
    backwards = BASE.replace('turn = "Ann"\nwind = 2', 'wind = 2\nturn = "Ann"')
    assert backwards != BASE
    assert scope(tmp_path, system, backwards) == scope(tmp_path, system, BASE)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('extends = "base"\n[sorts.Ship.Argo]\ncosts = 1', "tiny.toml:3:", "no attribute `costs`"),
        ('extends = "base"\nwithout = ["initial.wings"]', "tiny.toml:2:", "the other scope has no `initial.wings`"),
        ('without = ["initial.wind"]', "tiny.toml:1:", "takes away what another scope has"),
        ('extends = "/base"', "tiny.toml:1:", "there is no scope `/base` to extend"),
        ('extends = "common/../base"', "tiny.toml:1:", "there is no scope `common/../base` to extend"),
        ('extends = "bad"', "bad.toml:2:", "`Ship` has no attribute `mast`"),
        ('extends = "round"', "round.toml:1:", "extend each other: tiny extends round extends tiny"),
    ],
)
def test_mistakes_are_at_the_line_of_the_file_they_stand_in(
    tmp_path: Path, system: System, text: str, line: str, message: str
) -> None:
    (tmp_path / "base.toml").write_text(BASE, encoding="utf-8")
    (tmp_path / "bad.toml").write_text('extends = "base"\nsorts.Ship.Argo.mast = 1\n', encoding="utf-8")
    (tmp_path / "round.toml").write_text('extends = "tiny"\n', encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        scope(tmp_path, system, text)
    found = next(d for d in caught.value.diagnostics if message in d.message)
    assert f"{found.span.path}:{found.span.line}:".endswith(line)
