"""A firewall: who is outside may send to somebody inside once somebody inside has written there.

After mypyvy's examples/firewall.pyv, which is from Feldman, Padon, Immerman, Sagiv and Shoham (TACAS 2017). The lemma
is theirs: who may send in was written to from inside.
"""


class Player(Sort):
    inside: bool


@state
class State:
    sent: Map[Player, Map[Player, bool]]
    let_in: Map[Player, bool]


@book.action("2")
def send_out(s: State, who: Player, to: Player) -> None:
    """From inside."""
    with effect("2"):
        s.sent[who][to] = True
        s.let_in[to] = True


@send_out.permit("2")
def goes_out(s: State, who: Player, to: Player) -> bool:
    return who.inside and not to.inside


@book.action("3")
def send_in(s: State, who: Player, to: Player) -> None:
    """From outside."""
    with effect("3"):
        s.sent[who][to] = True


@send_in.permit("3")
def is_let_in(s: State, who: Player, to: Player) -> bool:
    return not who.inside and to.inside and s.let_in[who]


@checks.always("4")
def right_who_is_let_in_was_written_to(s: State) -> bool:
    return all(not s.let_in[p] or any(r.inside and s.sent[r][p] for r in Player) for p in Player)


@checks.always("4")
def right_who_sends_in_was_written_to(s: State) -> bool:
    return all(
        not (s.sent[p][q] and q.inside) or any(r.inside and s.sent[r][p] for r in Player)
        for p in Player
        for q in Player
    )


@checks.always("5")
def wrong_who_sends_in_was_written_to_by_that_one(s: State) -> bool:
    return all(not (s.sent[p][q] and q.inside) or s.sent[q][p] for p in Player for q in Player)


@checks.always("5")
def wrong_nothing_comes_in(s: State) -> bool:
    return all(not (s.sent[p][q] and q.inside) for p in Player for q in Player)
