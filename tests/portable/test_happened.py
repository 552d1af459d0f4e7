"""What happened in a step is one list: a file tells what the tool tells, to whoever sees all and to each seat."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.bridges.serve.server import Server
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.happened import sub_steps
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.semantics.sight import unknown_members
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import ROOT, bundled
from tests.cli.schemas import problems
from tests.portable.test_equal import SLOWLY_MADE

TELL = Path(__file__).parent / "happened.cjs"
SCOPES = {"daemons": "duel", "mnemonic": "tiny", "mere_mortals": "tiny", "memesis": "tiny", "megacorp": "tiny"}


def lists(ruleset: Ruleset, scope: str, steps: int, seed: int) -> Iterator[Any]:
    """Steps of random plays, with what happened in each."""
    system, dice = ruleset.transition_system(scope), Random(seed)
    rules, tables = Rules(system), Tables(view_of(ruleset), ruleset.system, system.scope)
    starts = [state for _, state in rules.starts()]
    state = dice.choice(starts)
    for _ in range(steps):
        allowed = [] if system.is_over(state) else list(system.allowed_instances(state))
        if not allowed:
            state = dice.choice(starts)
            continue
        taken = dice.choice(allowed)
        led = system.take(state, taken)
        step = Step(taken, (), led.substeps, led.state)
        told = [
            {"seat": None if seat is None else rules.seats[seat], "list": sub_steps(tables, system, step, state, seat)}
            for seat in (None, *range(len(rules.seats)))
        ]
        for seat, one in enumerate(told[1:]):  # nobody is told of a card that is not known to them before or after
            still = unknown(system, step.last_state, seat) if step.last_state else set(tables.members)
            names = set(tables.members) & unknown(system, state, seat) & still
            assert not [name for name in names if re.search(rf"\b{name}\b", json.dumps(one["list"]))]
        assert '"says": ""' not in json.dumps(told)
        yield {"state": rules.codec.state(state), "action": rules.codec.instance(taken), "told": told}
        state = led.state or dice.choice(starts)


def unknown(system: TransitionSystem, state: State, seat: int) -> set[str]:
    names = system.scope.names
    return {names[sort][m] for sort, some in unknown_members(system, state, seat).items() for m in some}


def compare(folder: Path, ruleset: Ruleset, scope: str) -> Any:
    words = ["node", str(TELL), str(folder), ruleset.name, scope]
    lines = "\n".join(map(json.dumps, lists(ruleset, scope, 60, 7)))
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["different"] == 0, json.dumps(found["first"])[:3000]
    assert found["lists"] > 100
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.campaign] * (name in SLOWLY_MADE)) for name in SCOPES]
)
def test_one_list(built: Callable[..., Path], name: str) -> None:
    ruleset, scope = bundled().ruleset(name), SCOPES[name]
    found = compare(built(name, scope), ruleset, scope)
    assert {"action", "chance", "moved", "dealt"} <= found["kinds"].keys()


def test_a_forced_rule_says_something(built: Callable[..., Path]) -> None:
    """A duty of Mere Mortals that has no docstring is told by its name, as the server tells it."""
    told = json.loads((built("mere_mortals", "small") / "mere_mortals.json").read_text("utf-8"))["steps"]
    assert told["fill_the_place"]["says"] == "Fill the place."
    assert [name for name, step in told.items() if not step["says"]] == []
    assert told["lay_out_the_shade_cards"]["says"] == "The game begins with the Shade Cards."


def test_one_list_of_dice(built: Callable[..., Path]) -> None:
    dudo = Project.load(ROOT / "examples" / "liars-dice")
    compare(built("liars_dice", "tiny", of=dudo), dudo.ruleset("liars_dice"), "tiny")


def test_by_hand() -> None:
    """A card that Ann puts aside in Daemons, as the server tells it to her, and to Bob, who does not know it."""
    server = Server(bundled().ruleset("daemons"), "duel", {}, {})
    start = server.answer({"request": "initials"})["initials"][0]
    server.answer({"request": "initial", "args": start})
    assert server.answer({"request": "happened"}) == {"happened": []}
    for _ in range(10):
        legal = server.answer({"request": "legal"})["legal"]
        wanted = next((one for one in legal if one["action"] == "put_aside"), legal[0])
        server.answer({"request": "step", "action": wanted["action"], "args": wanted["args"]})
        if wanted["action"] == "put_aside":
            break
    who, card = wanted["args"]["who"], wanted["args"]["card"]
    move = {"kind": "moved", "from": {"seat": who, "area": "Grip"}, "to": {"seat": who, "area": "Put aside"}}
    told = server.answer({"request": "happened", "player": who})
    assert not problems("serve-message", told)
    spots = f"Grip of {who} → Put aside of {who}"
    step = {"kind": "action", "name": "put_aside", "who": who, "clauses": ["2.11"]}
    mine = [{**move, "card": card, "says": f"{card}: {spots}"}]
    assert told == {"happened": [{**step, "says": f"{who} puts {card} aside", "changes": mine}]}
    other = next(name for name in ("Ann", "Bob") if name != who)
    theirs = [{**move, "card": "?", "says": f"a hidden card: {spots}"}]
    told = server.answer({"request": "happened", "player": other})
    assert told == {"happened": [{**step, "says": f"{who}: put aside", "changes": theirs}]}


def test_what_chance_gives_a_hidden_die_is_hidden_with_it() -> None:
    """Ann's die shows Aces: that is for Ann, whose die it is, and for nobody else."""
    ruleset = Project.load(ROOT / "examples" / "liars-dice").ruleset("liars_dice")
    server = Server(ruleset, "tiny", {}, {})
    server.answer({"request": "initial", "args": {"first": "Ann"}})
    server.answer({"request": "step", "action": "throw", "args": {"die": "A1", "face": "Aces"}})
    told = [server.answer({"request": "happened", "player": who})["happened"][0]["says"] for who in ("Ann", "Bob")]
    assert told == ["A1 shows Aces", "throw"]
