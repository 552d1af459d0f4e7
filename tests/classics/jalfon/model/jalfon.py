"""Israeli and Jalfon's ring: somebody says which token moves, and a coin to which side. Two that meet are one."""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Ruleset, Sort, defines, domain, simultaneous, state

jalfon = Ruleset("jalfon")
jalfon.closed_world(assumed="one token moves at a time, and nothing else happens")


@defines("1")
class Player(Sort):
    """The scheduler, who may be as unkind as he likes."""


@defines("1")
class Process(Sort):
    """A process in the ring."""

    left: Process
    right: Process


@state
class State:
    """Who has a token, and whose is to move."""

    token: Map[Process, bool]
    chosen: Process | None


@jalfon.initial("1")
def begin(s: State, those: frozenset[Process]) -> None:
    """Any tokens, one at least."""
    domain(len(those) > 0)
    for p in Process:
        s.token[p] = p in those


@jalfon.awaits
def next_one(s: State) -> frozenset[Player] | Chance:
    """Chance, once a token is chosen."""
    return frozenset(Player) if s.chosen is None else CHANCE


@jalfon.action("2")
def choose(s: State, who: Player, p: Process) -> None:
    """A token."""
    domain(s.token[p])
    s.chosen = p


@jalfon.chance("2")
def move(s: State, p: Process, left: bool) -> None:
    """The chosen one, to either side."""
    domain(s.chosen == p)
    with simultaneous():
        s.token[p] = False
        s.chosen = None
        if left:
            s.token[p.left] = True
        else:
            s.token[p.right] = True


checks = Checks(jalfon)


@checks.always("3")
def some_token(s: State) -> bool:
    return any(s.token[p] for p in Process)


@checks.eventually("3", fair=CHANCE)
def one_token_is_left(s: State) -> bool:
    return sum(1 for p in Process if s.token[p]) == 1


@checks.eventually("3", strongly_fair=move.each("p", "left"))
def one_token_by_each_side(s: State) -> bool:
    return sum(1 for p in Process if s.token[p]) == 1


@checks.leads_to("3", fair=CHANCE)
def each_gets_it(s: State, p: Process) -> tuple[bool, bool]:
    return True, s.token[p]
