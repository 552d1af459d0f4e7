"""Metamorphic relations: changes of a program's text after which the product says the same, by no oracle but itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.oracle.programs import GUEST, Program
from tests.oracle.writer import NAME

BLANK = "\n\n\n"
"""Between two definitions."""
ACTION = re.compile(r"@book\.(action|chance|joint)\(")
PALE = "all_are_pale"
"""What a guest asks of the attribute that it adds."""
Said = dict[str, Any]


class DoesNotApply(Exception):
    """A program that has nothing to be changed so."""


def renamed(program: Program) -> Program:
    """Every name that the program makes up is another, and their alphabetical order is turned round."""
    return Program(_other_names(program.model), _other_names(program.scope))


def _other_names(text: str) -> str:
    """A name is a stem and a number: the number is taken from a thousand, so that doing it twice undoes it."""
    return re.sub(r"(?<![A-Za-z0-9])([a-z]|check|Frame|Moment)(\d+)\b", lambda m: f"{m[1]}{1000 - int(m[2])}", text)


def reordered(program: Program) -> Program:
    """The actions, each with its clauses, are declared in the opposite order; so are the properties."""
    before, actions, after = parts(program)
    if len(actions) < 2 or any("also=" in block for group in actions for block in group):
        raise DoesNotApply
    head, checks = after[: _checks(after)], after[_checks(after) :]
    if not any("reached=" in block for block in checks):
        checks = [checks[0], *reversed(checks[1:])]
    groups = [block for group in reversed(actions) for block in group]
    return of_blocks(program, [*before, *groups, *head, *checks])


def with_dead_clauses(program: Program) -> Program:
    """Each action has one more forbid and one more permit, which never hold. An outcome of chance has them only where
    it has others: its citation permits it as long as it has none."""
    before, actions, after = parts(program)
    made = []
    for group in actions:
        name, signature = _defined(group[0])
        clauses = re.search(rf"@{name}\.(permit|forbid)", "".join(group))
        if clauses or group[0].startswith("@book.action("):
            for kind in ("permit", "forbid"):
                clause = f'@{name}.{kind}("2")\ndef dead_{kind}_{name}{signature} -> bool:\n    return False'
                group = [*group, clause]
        made += group
    if made == [block for group in actions for block in group]:
        raise DoesNotApply
    return of_blocks(program, [*before, *made, *after])


def with_idle_members(program: Program) -> Program:
    """One more sort, of whose members no rule speaks, and a field that says something of each."""
    model = program.model.replace("class Thing(Sort):", "class Ghost(Sort):\n    pale: bool\n\n\nclass Thing(Sort):")
    model = model.replace("class State:\n", "class State:\n    seen: Map[Ghost, bool]\n    first: Ghost | None\n")
    scope = program.scope.replace("[sorts]\n", "[sorts]\nGhost = 3\n")
    return Program(model, scope + "\n[attributes.Ghost]\npale = [true, false, false]\n")


def on_a_host(program: Program) -> Program:
    """The first action and all before it are a host's rules; the rest is a guest on it, which adds a field, and an
    attribute, of which one more property speaks and no rule."""
    before, actions, after = parts(program)
    host = BLANK.join([*before, *actions[0]]) + "\n"
    rest = BLANK.join([*(block for group in actions[1:] for block in group), *after])
    known = re.findall(r"^(?:(?:def|class) )?(\w+)(?=[(:]| = book\.doubt)", host, re.MULTILINE)
    imports = before[0][before[0].index("from __future__") : before[0].index("book = Ruleset")]
    adds = (
        f"class Print(Thing):\n    pale: bool{BLANK}@state\nclass Game(State):\n    extra: Annotated[int, Range(0, 1)]"
    )
    top = f"{imports}\nfrom {NAME}.model import {', '.join(['book', *known])}\n\ngame = Ruleset('{GUEST}', on=book)"
    guest = rest.replace("@book.", "@game.").replace("checks = Checks(book)", "checks = Checks(game)")
    things = re.search(r"Thing = (\d)", program.scope)
    assert things is not None
    pale = f"[attributes.Thing]\npale = [{', '.join(['true'] * int(things[1]))}]"
    scope = program.scope.replace("[attributes.Thing]", pale)
    asked = (
        f'@checks.sometimes("1")\ndef {PALE}(s: State) -> bool:\n    return all(narrow(x, Print).pale for x in Thing)'
    )
    text = f'"""A guest."""\n\n{top}{BLANK}{adds}{BLANK}{guest}{BLANK}{asked}\n'
    return Program(host, scope, guest=text)


def split(program: Program) -> Program:
    """One action becomes two with the same clauses: one for who has the first rank, one for all others."""
    before, actions, after = parts(program)
    for place, group in enumerate(actions):
        name, signature = _defined(group[0])
        elsewhere = "".join(block for other in (before, after, *actions) if other is not group for block in other)
        spoken_of = re.search(rf"\b{name}\b", elsewhere + program.scope)
        if "who: Player" in signature and "also=" not in "".join(group) and not spoken_of:
            halves = [
                _half(group, name, signature, "=="),
                _half([_twin(b, group) for b in group], f"{name}_b", signature, "!="),
            ]
            groups = [*actions[:place], *halves, *actions[place + 1 :]]
            return of_blocks(program, [*before, *(block for one in groups for block in one), *after])
    raise DoesNotApply


def _twin(block: str, group: list[str]) -> str:
    """The same block with the group's own names changed."""
    for own in (_defined(b)[0] for b in group):
        block = re.sub(rf"\b{own}\b", f"{own}_b", block)
    return block


def _half(group: list[str], name: str, signature: str, sign: str) -> list[str]:
    """The action for some players only."""
    whose = f"who.rank {sign} 0"
    if any(b.startswith(f"@{name}.domain") for b in group):
        return [b.replace("return ", f"return {whose} and ") if b.startswith(f"@{name}.domain") else b for b in group]
    domain = f"@{name}.domain\ndef half_{name}{signature} -> bool:\n    return {whose}"
    return [group[0], domain, *group[1:]]


def cut_off(program: Program) -> list[Program]:
    """The same with a cap on one number of the state each: branches end where it is passed, and what lies behind them
    is not explored."""
    state = re.search(r"^class State:\n((?:    .*\n)+)", program.model, re.MULTILINE)
    assert state is not None
    fields = re.findall(r"^    (\w+): Annotated\[int, Range\((\d+), (\d+)", state[1], re.MULTILINE)
    capped = re.findall(r"^(\w+) = ", program.scope.partition("[caps]")[2].partition("[")[0], re.MULTILINE)
    found = []
    for name, low, high in fields:
        if name not in capped and int(high) > int(low):
            line = f"[caps]\n{name} = {(int(low) + int(high)) // 2}\n"
            has = "[caps]\n" in program.scope
            scope = program.scope.replace("[caps]\n", line) if has else f"{program.scope}\n{line}"
            found.append(replace(program, scope=scope))
    return found


def parts(program: Program) -> tuple[list[str], list[list[str]], list[str]]:
    """What stands before the actions, each action with what hangs on it, and what stands after them."""
    blocks = program.model.rstrip("\n").split(BLANK)
    starts = [i for i, block in enumerate(blocks) if ACTION.match(block)]
    others = [i for i, b in enumerate(blocks) if i > starts[-1] and b.startswith(("@book.", "checks ="))]
    bounds = [*starts, min(others)]
    groups = [blocks[a:b] for a, b in itertools.pairwise(bounds)]
    return blocks[: starts[0]], groups, blocks[bounds[-1] :]


def _checks(blocks: list[str]) -> int:
    return next(i for i, block in enumerate(blocks) if block.startswith("checks ="))


def _defined(block: str) -> tuple[str, str]:
    """The name and the parameters of a function."""
    found = re.search(r"^def (\w+)(\(.*\)) ->", block, re.MULTILINE)
    assert found is not None, block
    return found[1], re.sub(r"Annotated\[int, [^\]]*\]", "int", found[2])


def of_blocks(program: Program, blocks: list[str]) -> Program:
    """The program whose model has these blocks."""
    return replace(program, model=BLANK.join(blocks) + "\n")


# what is said of the changed program, in the names of the first


def _names_back(said: Said) -> Said:
    return {key: _each(value, _other_names) for key, value in said.items()}


def _each(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(k): _each(x, change) for k, x in value.items()}
    if isinstance(value, (list, tuple)):
        made = [_each(x, change) for x in value]
        return sorted(set(made)) if isinstance(value, list) else tuple(made)
    return value


def _without_dead(said: Said) -> Said:
    return {**said, "never_live": [n for n in said["never_live"] if not n.startswith("dead_")]}


def _without_pale(said: Said) -> Said:
    return {**said, "verdicts": {name: word for name, word in said["verdicts"].items() if name != PALE}}


def _halves_joined(said: Said) -> Said:
    """Which half of a clause is live, is no matter."""
    joined = {key: _each(value, lambda name: name.removesuffix("_b")) for key, value in said.items()}
    return {key: value for key, value in joined.items() if key not in ("never_live", "immaterial")}


RELATIONS: dict[str, tuple[Callable[[Program], Program], Callable[[Said], Said]]] = {
    "renamed": (renamed, _names_back),
    "reordered": (reordered, lambda said: said),
    "dead clauses": (with_dead_clauses, _without_dead),
    "idle members": (with_idle_members, lambda said: said),
    "split": (split, _halves_joined),
    "on a host": (on_a_host, _without_pale),
}
"""Each change, and how what is said afterwards is read in the terms of what was said before."""
