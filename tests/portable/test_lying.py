"""Where cards lie in a page's drawing: as in the tool's own, by random views of states in which wares lie anywhere."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

from ruleslawyer.bridges import portable
from ruleslawyer.bridges.portable.tables import describe_table, describe_view, described_attributes
from ruleslawyer.bridges.portable.types import describe_type
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.semantics.state import State
from tests.unit.table.test_derive_once import read, stall, states, written

__all__ = ["stall", "states"]
DRAWING = Path(portable.__file__).parent / "client" / "drawing.js"
LYING = Path(__file__).parent / "lying.cjs"


def test_cards_lie_where_the_tool_has_them(stall: LoadedRuleset, states: list[State], tmp_path: Path) -> None:
    lines = []
    for seed in range(80):
        dice = Random(seed)
        view = read(stall, tmp_path, written(dice))
        if view is not None:
            tables, few = Tables(view, stall.system, stall.scope("tiny")), dice.sample(states, 5)
            lines.append({
                **described(tables), "states": [tables.codec.state(one) for one in few],
                "drawings": [tables.draw(one) for one in few],
            })  # fmt: skip
    words = ["node", str(LYING), str(DRAWING)]
    done = subprocess.run(words, input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["drawn"] >= 200, "few views are refused"
    assert found["first"] is None, found["first"]


def described(tables: Tables) -> dict[str, Any]:
    """What a module and its tables say beside a drawing's own code."""
    system, scope = tables.system, tables.scope
    fields = [(name, *name.rpartition(".")[::2], type_) for name, type_ in tables.names.fields.items()]
    printed = {
        sort: {name: [tables.attribute(sort, name, member) for member in scope.names[sort]] for name in known}
        for sort, known in described_attributes(system).items()
    }
    return {
        "about": {
            **describe_view(tables.view, system), "players": system.players, "seen": [],
            "enums": {enum.name: list(enum.members) for enum in system.enums.values()},
        },
        "scope": {
            **describe_table(scope, tables.view), "names": dict(scope.names), "printed": printed,
            "state": {"fields": [
                {"frame": frame or None, "name": name, "type": describe_type(type_)} for _, frame, name, type_ in fields
            ]},
        },
    }  # fmt: skip
