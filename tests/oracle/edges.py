"""Programs at the edges, made of drawn ones: nothing of a sort, no beginning, one to four players, somebody who may
leave, forced steps that go round, two duties that are due at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from tests.oracle.programs import Program
from tests.oracle.relations import BLANK, DoesNotApply, of_blocks, parts
from tests.oracle.resized import NOTHING, with_things

SEATS = (1, 2, 3, 4)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
PLAIN = re.compile(r'^@book\.action\("2"(?!.*(?:passes|outside_play))', re.MULTILINE)
BEGIN = re.compile(r"^(?<=@book\.initial\(\"1\"\)\n)(def begin\(s: State)(.*)(\) -> None:\n)", re.MULTILINE)
DOMAIN = re.compile(r"^(?<=@begin\.domain\n)(def some\(s: State)(.*)(\) -> bool:\n)", re.MULTILINE)
RANGED = re.compile(r"^    (v\d+|turn): Annotated\[int, Range\((-?\d+), (-?\d+)", re.MULTILINE)
COUNT = re.compile(r"^    count: Annotated\[int, Range\(0, (\d+)", re.MULTILINE)


def seated(program: Program, number: int) -> Program:
    """So many play. Who is named and does not play is the first."""
    scope = re.sub(r"^Player = .*$", f"Player = {list(NAMES[:number])}".replace("'", '"'), program.scope, flags=re.M)
    scope = re.sub(r"^rank = .*$", f"rank = {[min(seat, 2) for seat in range(number)]}", scope, flags=re.M)
    for name in NAMES[number:]:
        scope = scope.replace(f'"{name}"', f'"{NAMES[0]}"')
    return replace(program, scope=scope)


def bare(program: Program) -> Program:
    """There is no thing."""
    return replace(program, scope=with_things(program.scope, NOTHING))


def _chooses(program: Program, more: str) -> Program:
    """How it begins has one more parameter, and its domain too."""
    model = BEGIN.sub(rf"\1\2, {more}\3", program.model)
    return replace(program, model=DOMAIN.sub(rf"\1\2, {more}\3", model))


def nothing_to_begin_with(program: Program) -> Program:
    """How it begins chooses a thing, and there is none."""
    return bare(_chooses(program, "lost: Thing"))


def no_choice_allowed(program: Program) -> Program:
    """Of all beginnings none is allowed."""
    chosen = _chooses(program, "lost: bool")
    found = BEGIN.search(chosen.model)
    if found is None or "@begin.domain" in program.model:
        raise DoesNotApply
    none = f"@begin.domain\ndef never(s: State{found[2]}) -> bool:\n    return False{BLANK}"
    return replace(chosen, model=chosen.model.replace("@book.awaits", f"{none}@book.awaits", 1))


def each_fails(program: Program) -> Program:
    """Whatever is chosen divides by nothing."""
    text = BEGIN.sub(lambda m: m[0] + '    with effect("2"):\n        s.count = 1 // s.count\n', program.model)
    return replace(program, model=text)


def leaving(program: Program) -> Program:
    """Every other action that is no pass is outside play."""
    places = [found.end() for found in PLAIN.finditer(program.model)]
    if not places:
        raise DoesNotApply
    text = program.model
    for place in reversed(places[::2]):
        text = f"{text[:place]}, outside_play=True{text[place:]}"
    return replace(program, model=text)


def _of_numbers(program: Program) -> tuple[str, str, str, str]:
    """What the count is at most; the name of another number, and its least and largest value."""
    most, other = COUNT.search(program.model), RANGED.search(program.model)
    if most is None or other is None or other[2] == other[3]:
        raise DoesNotApply
    return most[1], other[1], other[2], other[3]


def _with_rules(program: Program, *rules: str) -> Program:
    before, actions, after = parts(program)
    return of_blocks(program, [*before, *(block for group in actions for block in group), *rules, *after])


def going_round(program: Program) -> Program:
    """Two more duties undo each other, once a count is as large as can be."""
    most, name, low, high = _of_numbers(program)
    duties = [
        f'@book.duty("2")\ndef {own}(s: State) -> None:\n    with effect("2"):\n        s.{name} = {to}{BLANK}'
        f"@{own}.when\ndef {own}_now(s: State) -> bool:\n    return s.count == {most} and s.{name} {sign} {low}"
        for own, to, sign in (("there", high, "=="), ("back", low, "!="))
    ]
    return _with_rules(program, *duties)


def settling_round(program: Program) -> Program:
    """Two settles undo each other, once a count is as large as can be."""
    most, name, low, high = _of_numbers(program)
    settles = [
        f'@book.settle("2")\ndef {own}(s: State) -> None:\n    with effect("2"):\n        s.{name} = {to}{BLANK}'
        f"@{own}.when\ndef {own}_now(s: State) -> bool:\n    return s.count == {most} and s.{name} {sign} {low}"
        for own, to, sign in (("there", high, "=="), ("back", low, "!="))
    ]
    return _with_rules(program, *settles)


def both_due(program: Program, ordered: str = "") -> Program:
    """Whoever calls owes two things, of which one adds to a number and the other says what it is."""
    _, name, low, high = _of_numbers(program)
    fields = "class State:\n    first_due: bool\n    second_due: bool\n"
    model = program.model.replace("class State:\n", fields, 1)
    size = int(high) - int(low) + 1
    more = f"s.{name} = {low} + (s.{name} - {low} + 1) % {size}"
    call = (
        '@book.action("2")\ndef call(s: State, who: Player) -> None:\n    with effect("2"):\n'
        "        s.first_due = True\n        s.second_due = True"
        f'{BLANK}@call.permit("2")\ndef may_call(s: State, who: Player) -> bool:\n    return True'
    )
    duties = [
        f'@book.duty("2"{said})\ndef {own}(s: State) -> None:\n    with effect("2"):\n        s.{own}_due = False\n'
        f"        {does}{BLANK}@{own}.when\ndef {own}_now(s: State) -> bool:\n    return s.{own}_due"
        for own, does, said in (("first", more, ""), ("second", f"s.{name} = {high}", ordered))
    ]
    return _with_rules(replace(program, model=model), call, *duties)


def both_due_in_order(program: Program) -> Program:
    """The same, and it is said which comes first."""
    return both_due(program, ', after=first, because="2: it is said so"')


WITHOUT_BEGINNING = (nothing_to_begin_with, no_choice_allowed, each_fails)
Change = Callable[[Program, int], Program]
"""How a program is changed, by a number: which of several ways, and for how many players."""


def _and_seated(change: Callable[[Program], Program]) -> Change:
    return lambda program, salt: seated(change(program), SEATS[salt % len(SEATS)])


EDGES: Mapping[str, Change] = {
    "players": lambda program, salt: seated(program, SEATS[salt % len(SEATS)]),
    "unbegun": lambda program, salt: WITHOUT_BEGINNING[salt % len(WITHOUT_BEGINNING)](program),
    "bare": lambda program, _: bare(program),
    "leaving": _and_seated(leaving),
    "duties_round": _and_seated(going_round),
    "settles_round": _and_seated(settling_round),
    "both_due": _and_seated(both_due),
    "both_in_order": _and_seated(both_due_in_order),
}
"""Each kind by its name."""
