"""A view that is read draws each card once: random views of a stall, and one by hand of what lies at its owner's."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.read import load_view
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sight import observe, unknown_members
from ruleslawyer.semantics.state import State
from tests.unit.table.test_draw import cards_in, walk

STALL = Path(__file__).parents[2] / "projects" / "stall"
SEEDS, PASSED = 120, 80
AT_OWNERS = '[card]\nsort = "Ware"\nowner = "owner"\nwhere = "{where}"\n\n[[area]]\ntitle = "{title}"\n'


@pytest.fixture(scope="module")
def stall() -> LoadedRuleset:
    return loaded_ruleset(STALL, "stall")


@pytest.fixture(scope="module")
def states(stall: LoadedRuleset) -> list[State]:
    """States of plays; and as many in which wares lie anywhere: two on a spot, one upon another, in two piles."""
    system = stall.transition_system("tiny")
    codec, names = Codec(stall.system, stall.scope("tiny")), stall.scope("tiny").names
    found = [state for seed in range(4) for state in walk(system, Random(seed), 8)]
    dice, wares = Random(7), names["Ware"]

    def some(*values: object) -> dict[str, Any]:
        return {ware: dice.choice(values) for ware in wares}

    def pile() -> list[str]:
        return dice.sample(wares, dice.randint(0, len(wares)))

    return found + [
        codec.parse_state({
            **codec.state(state), "zone": some("CRATE", "SHELF"), "held": some(None, *names["Player"]),
            "spot": some(None, *names["Spot"]), "beneath": some(None, *wares), "heap": pile(),
            "stock": {player: pile() for player in names["Player"]},
        })
        for state in found
    ]  # fmt: skip


def written(dice: Random) -> str:
    """A view of wares as an author might write it: places, piles and the rest in areas of their own, and all that says
    whose a ware is or what it lies beneath, or none of it."""
    said = {
        "owner": ("owner", "maker.lives"), "seat": ("held", "maker.lives"), "slot": ("spot",), "bound_for": ("bound",),
        "beneath": ("beneath",),
    }  # fmt: skip
    lines = [f'{key} = "{dice.choice(some)}"' for key, some in said.items() if dice.random() < 0.5]
    where = dice.sample(["zone", "held", "spot"], dice.randint(1, 3))
    areas = [f'of = "{one}"' for one in ("heap", "stock") if dice.random() < 0.3]
    areas += dice.choice([['at = ["CRATE", "SHELF"]'], ['at = "CRATE"', 'at = "SHELF"'], [""], ['at = "SHELF"', ""]])
    if set(where) - {"zone"} and "" not in areas:
        areas.append("")
    if "zone" not in where:
        areas = [area for area in areas if "at" not in area]
    draws = ("row", "pile", "grid") if any("slot" in line for line in lines) else ("row", "pile")
    flags = ("", "shared = true", "always = true", "shared = true\nalways = true")
    told = [f'[[area]]\ntitle = "T"\n{one}\ndraw = "{dice.choice(draws)}"\n{dice.choice(flags)}' for one in areas]
    dice.shuffle(told)
    return "\n".join(["[card]", 'sort = "Ware"', f"where = {where}".replace("'", '"'), *lines, *told, ""])


def read(stall: LoadedRuleset, folder: Path, text: str) -> View | None:
    """A view, where it has no mistakes."""
    (folder / "view.toml").write_text(text, encoding="utf-8")
    try:
        return load_view(folder, "", stall.system)
    except ModelError:
        return None


def places(view: View, values: Any, ware: str) -> list[Any]:
    """What the state itself says of where a ware is: its places, and the drawn piles that have it."""
    assert view.cards is not None
    found = [values[name][ware] for name in view.cards.where if values[name][ware] is not None]
    for held in (values[area.of] for area in view.areas if area.of):
        found += [cards for cards in (held.values() if isinstance(held, dict) else [held]) if ware in cards]
    return found


def test_each_ware_is_drawn_once(stall: LoadedRuleset, states: list[State], tmp_path: Path) -> None:
    """Never twice; and where its place is said and each place has an area, once. So does each seat see it."""
    system, scope, passed, somewhere = stall.transition_system("tiny"), stall.scope("tiny"), 0, 0
    for seed in range(SEEDS):
        dice = Random(seed)
        view = read(stall, tmp_path, written(dice))
        if view is None:
            continue
        passed += 1
        tables = Tables(view, stall.system, scope)
        for state in dice.sample(states, 3):
            drawn = Counter(one["name"] for one in cards_in(tables.draw(state)))
            values = tables.codec.state(state)
            for ware in scope.names["Ware"]:
                said = places(view, values, ware)
                assert drawn[ware] <= 1, (seed, ware, drawn)
                if said:
                    somewhere += 1
                    assert drawn[ware] == 1, (seed, ware, said)
            for seat in range(2):
                sight = partial(observe, system, tables.codec, player=seat)
                hidden = {scope.names[s][m] for s, some in unknown_members(system, state, seat).items() for m in some}
                seen = Counter(one["name"] for one in cards_in(tables.draw(state, sight=sight, hidden=hidden)))
                assert all(seen[ware] <= 1 for ware in scope.names["Ware"]), (seed, seat, seen)
    assert passed >= PASSED and somewhere >= PASSED, "the law was asked of many views"


@pytest.mark.parametrize(("where", "title"), [("owner_now", ""), ("zone", "Wares")])
def test_what_is_ones_own_lies_at_ones_own_seat(
    stall: LoadedRuleset, states: list[State], tmp_path: Path, where: str, title: str
) -> None:
    """An area at seats without `at`: only a player's own wares lie there, be their place a player or a shelf."""
    view = read(stall, tmp_path, AT_OWNERS.format(where="held" if where == "owner_now" else where, title=title))
    assert view is not None
    tables = Tables(view, stall.system, stall.scope("tiny"))
    met = 0
    for state in states:
        values, drawing = tables.codec.state(state), tables.draw(state)
        for seat in drawing["seats"]:
            for ware in (card["name"] for area in seat["areas"] for card in area["cards"]):
                met += 1
                mine = values["held"][ware] if where == "owner_now" else tables.attribute("Ware", "owner", ware)
                assert mine == seat["name"]
        assert not [card for area in drawing["shared"]["areas"] for card in area["cards"]]
    assert met, "some ware lies at a seat"


def test_what_is_nobodys_lies_at_no_seat(stall: LoadedRuleset, states: list[State], tmp_path: Path) -> None:
    """Nothing says whose a ware is, and the area is not said to be shared: it does not lie on the first player's mat. A
    pile that is nobody's is drawn, too."""
    for where in (
        'where = "zone"\n\n[[area]]\ntitle = "All"\nat = ["CRATE", "SHELF"]',
        '\n[[area]]\ntitle = "Heap"\nof = "heap"',
    ):
        view = read(stall, tmp_path, f'[card]\nsort = "Ware"\n{where}\n')
        assert view is not None
        for state in states:
            tables = Tables(view, stall.system, stall.scope("tiny"))
            drawing, values = tables.draw(state), tables.codec.state(state)
            assert not [card for seat in drawing["seats"] for area in seat["areas"] for card in area["cards"]]
            wanted = values["heap"] if "heap" in where else stall.scope("tiny").names["Ware"]
            found = [card["name"] for area in drawing["shared"]["areas"] for card in area["cards"]]
            assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize(
    ("areas", "line", "what"),
    [
        ('at = ["CRATE", "SHELF"]\n\n[[area]]\ntitle = "B"\nat = "SHELF"\n', 11, "cards at `SHELF`"),
        ('\n[[area]]\ntitle = "B"\n', 8, "cards at any other place"),
        ('of = "heap"\n\n[[area]]\ntitle = "B"\nof = "heap"\n', 11, "the cards of `heap`"),
    ],
    ids=["value", "rest", "pile"],
)
def test_two_areas_of_one_place_are_refused(
    stall: LoadedRuleset, tmp_path: Path, areas: str, line: int, what: str
) -> None:
    """At the second of them, and it is said where the first stands."""
    text = f'[card]\nsort = "Ware"\nwhere = "zone"\n\n[[area]]\ntitle = "A"\n{areas}'
    (tmp_path / "view.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_view(tmp_path, "", stall.system)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.span.line) == ("RL711", f"{what} lie in two areas", line)
    assert found.help == "say it in one: here, or in the area of line 5"
