"""What random rulesets have shown: each mistake of an engine as the smallest ruleset in the language that shows it.

Counts are worked out by hand; the interpreter, the direct run and the native engine have to agree on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.semantics.beginnings import NoBeginning
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.strategies import bundle

HEAD = '''"""{about}"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import CHANCE, Chance, Map, Range, Ruleset, Sort, effect, simultaneous, state

book = Ruleset("{name}")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Thing(Sort):
    """What is played with."""


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


'''
ALWAYS = '''
@book.ended("9")
def over(s: State) -> bool:
    """Never."""
    return False


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.initial("1")
def begin(s: State) -> None:
    """Nothing happens."""
'''


@dataclass(frozen=True)
class Case:
    """A ruleset of one player and two things, and what it comes to: states, transitions, deadlocks."""

    name: str
    about: str
    text: str
    counts: tuple[int, int, int]


TICKING = (
    """
@state
class State:
    time: Annotated[int, Range(0, {steps})]
"""
    + ALWAYS
    + """

@book.duty("2")
def tick(s: State) -> None:
    with effect("2"):
        s.time = s.time + 1


@tick.when
def is_even(s: State) -> bool:
    return s.time < {steps} and s.time % 2 == 0


@book.duty("3")
def tock(s: State) -> None:
    with effect("3"):
        s.time = s.time + 1


@tock.when
def is_odd(s: State) -> bool:
    return s.time < {steps} and s.time % 2 == 1
"""
)
"""Two duties in turn, this often; then nothing can be done."""

CASES = [
    Case(
        "early_return",
        "A return out of a simultaneous block ends it: what was written before counts. (The interpreter lost it.)",
        """
@state
class State:
    left: bool
    right: bool
"""
        + ALWAYS
        + """

@book.action("2")
def act(s: State, who: Player, leave: bool) -> None:
    with effect("2"), simultaneous():
        s.left = True
        if leave:
            return
        s.right = True


@act.permit("2")
def may(s: State, who: Player, leave: bool) -> bool:
    return True
""",
        # Neither, left alone, or both: two ways out of each, and with both nothing changes any more.
        (3, 6, 0),
    ),
    Case(
        "absent_number",
        "A number that is not there is nothing, whatever its parameter's least value. (It was stored: -1.)",
        """
@state
class State:
    number: int | None
"""
        + ALWAYS
        + """

@book.action("2")
def put(s: State, who: Player, number: Annotated[int, Range(-1, 1)] | None) -> None:
    with effect("2"):
        s.number = number


@put.permit("2")
def may(s: State, who: Player, number: int | None) -> bool:
    return True
""",
        # None, -1, 0, 1, from each to each.
        (4, 16, 0),
    ),
    Case(
        "narrow_number",
        "The same with a field that cannot hold the parameter's least value. (The search widened it for ever.)",
        """
@state
class State:
    number: Annotated[int, Range(0, 1)] | None
"""
        + ALWAYS
        + """

@book.action("2")
def put(s: State, who: Player, number: Annotated[int, Range(-9, 1)] | None) -> None:
    with effect("2"):
        s.number = number


@put.permit("2")
def may(s: State, who: Player, number: int | None) -> bool:
    return number is None or number >= 0
""",
        # None, 0, 1, from each to each.
        (3, 9, 0),
    ),
    Case(
        "empty_chance",
        "Chance without norms of its own is permitted by nature, an empty choice too. (The scope's relation refused.)",
        '''
@state
class State:
    drawn: frozenset[Thing]


@book.ended("9")
def over(s: State) -> bool:
    """Never."""
    return False


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    """Chance alone."""
    return CHANCE


@book.initial("1")
def begin(s: State) -> None:
    """Nothing happens."""


@book.chance("2")
def draw(s: State, things: frozenset[Thing]) -> None:
    with effect("2"):
        s.drawn = things


@draw.member(of="things")
def each(s: State, thing: Thing) -> None:
    """One of them."""


@each.permit("3")
def another(s: State, thing: Thing) -> bool:
    return thing not in s.drawn
''',
        # From none to each of the four sets; from one thing to none or the other; from both to none.
        (4, 4 + 2 + 2 + 1, 0),
    ),
    Case(
        "no_key",
        "An entry of a map of maps whose first key is never there is a failed check. (A whole map was taken for it.)",
        """
@state
class State:
    seen: Map[Player, Map[Thing, bool]]
"""
        + ALWAYS
        + """

@book.term("2")
def owner(s: State) -> Player | None:
    return None


@book.action("3")
def look(s: State, who: Player, thing: Thing) -> None:
    with effect("3"):
        s.seen[who][thing] = True


@look.permit("3")
def unseen(s: State, who: Player, thing: Thing) -> bool:
    return not s.seen[owner(s)][thing]
""",
        # Judging fails for both things, so that nothing is allowed.
        (1, 0, 1),
    ),
    Case(
        "only_broken",
        "A field that is written where a check fails each time is a constant. (Its place in a state was looked for.)",
        """
@state
class State:
    flag: bool
    number: Annotated[int, Range(0, 2)]
"""
        + ALWAYS
        + """

@book.action("2")
def turn(s: State, who: Player) -> None:
    with effect("2"):
        s.flag = not s.flag


@turn.permit("2")
def may_turn(s: State, who: Player) -> bool:
    return True


@book.action("3")
def clash(s: State, who: Player) -> None:
    with effect("3"), simultaneous():
        s.number = 1
        s.number = 2


@clash.permit("3")
def may_clash(s: State, who: Player) -> bool:
    return True
""",
        # The flag is up or down; the other action is allowed, so that nothing is stuck, and leads nowhere.
        (2, 2, 0),
    ),
    Case(
        "never_begins",
        "A duty that stays due for ever lets no game begin. (Code was written behind the end of a block.)",
        """
@state
class State:
    flag: bool
"""
        + ALWAYS
        + """

@book.duty("2")
def turn(s: State) -> None:
    with effect("2"):
        s.flag = True


@turn.when
def always(s: State) -> bool:
    return True
""",
        (0, 0, 0),
    ),
    Case(
        "forgotten",
        "A duty reads what is forgotten at rest, and is due again there. (A rest state with a due duty.)",
        """
@state
class State:
    off: bool
    seen: bool


@book.matters("off")
def never_matters(s: State) -> bool:
    return False
"""
        + ALWAYS
        + """

@book.duty("2")
def switch_off(s: State) -> None:
    with effect("2"):
        s.off = True


@switch_off.when
def is_on(s: State) -> bool:
    return not s.off


@book.action("3")
def look(s: State, who: Player) -> None:
    with effect("3"):
        s.seen = s.off


@look.permit("3")
def may(s: State, who: Player) -> bool:
    return True
""",
        # The branch ends at once: what does not matter must not decide whether a state is at rest.
        (0, 0, 0),
    ),
    Case(
        "a_thousand",
        "A thousand forced steps lead to rest. (The interpreter did not look whether the last of them did.)",
        TICKING.format(steps=1000),
        (1, 0, 1),
    ),
    Case("one_more", "A thousand and one forced steps are too many.", TICKING.format(steps=1001), (0, 0, 0)),
]


def systems(folder: Path, case: Case) -> tuple[TransitionSystem, TransitionSystem]:
    """The ruleset written out, lowered, and run by both machines."""
    home = folder / case.name
    home.mkdir()
    (folder / "pyproject.toml").write_text(
        f'[tool.ruleslawyer.rulesets.{case.name}]\ntitle = "a regression"\n'
        f'modules = ["{case.name}.model"]\nscopes = "{case.name}/scopes"\n',
        encoding="utf-8",
    )
    (home / "model.py").write_text(HEAD.format(name=case.name, about=case.about) + case.text, encoding="utf-8")
    (home / "scopes").mkdir()
    (home / "scopes" / "tiny.toml").write_text('title = "Tiny"\n\n[sorts]\nPlayer = 1\nThing = 2\n', encoding="utf-8")
    found = bundle(folder, case.name)
    scope = found.scope("tiny")
    direct = Direct(found.system, scope, found.root, modules=found.modules)
    return TransitionSystem(Interpreter(found.system, scope)), TransitionSystem(direct)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_regression(tmp_path: Path, case: Case) -> None:
    if not any(case.counts):  # said by whoever explores, once code is made
        for system in systems(tmp_path, case):
            with pytest.raises(NoBeginning):
                explore(system)
            with pytest.raises(NoBeginning):
                natively(system, (1,))
        return
    interpreted, direct = (explore(system) for system in systems(tmp_path, case))
    assert (interpreted.states, interpreted.transitions, len(interpreted.deadlocks)) == case.counts
    assert set(direct.graph) == set(interpreted.graph)
    assert direct.transitions == interpreted.transitions
    assert_same(natively(interpreted.system, (1, 2)), interpreted)
