"""Clients send requests, a server answers with what fits, and the clients receive it.

After mypyvy's examples/client_server_ae.pyv, from Feldman, Padon, Immerman, Sagiv and Shoham, "Bounded quantifier
instantiation for checking inductive invariants" (TACAS 2017). The lemma is theirs: what was answered was asked for.
"""


class Request(Sort):
    """A request of a client."""


class Response(Sort):
    """A response of the server."""


@state
class State:
    fits: Map[Response, Request]
    asked: Map[Player, Map[Request, bool]]
    answered: Map[Player, Map[Response, bool]]
    received: Map[Player, Map[Response, bool]]


@book.initial("1")
def begin(s: State, fits: Map[Response, Request]) -> None:
    """Each response names its request."""
    with effect("1"):
        for how in Response:
            s.fits[how] = fits[how]


@book.action("2")
def request(s: State, who: Player, what: Request) -> None:
    """Ask."""
    with effect("2"):
        s.asked[who][what] = True


@request.permit("2")
def not_yet(s: State, who: Player, what: Request) -> bool:
    return not s.asked[who][what]


@book.action("3")
def respond(s: State, who: Player, to: Player, what: Request, how: Response) -> None:
    """Somebody answers another."""
    with effect("3"):
        s.answered[to][how] = True


@respond.permit("3")
def it_fits(s: State, who: Player, to: Player, what: Request, how: Response) -> bool:
    return s.asked[to][what] and s.fits[how] == what


@book.action("4")
def receive(s: State, who: Player, how: Response) -> None:
    """It arrives."""
    with effect("4"):
        s.received[who][how] = True


@receive.permit("4")
def was_answered(s: State, who: Player, how: Response) -> bool:
    return s.answered[who][how]


@checks.always("5")
def right_what_is_answered_was_asked_for(s: State) -> bool:
    return all(
        not s.answered[p][how] or any(s.asked[p][what] and s.fits[how] == what for what in Request)
        for p in Player
        for how in Response
    )


@checks.always("5")
def right_what_is_received_was_asked_for(s: State) -> bool:
    return all(
        not s.received[p][how] or any(s.asked[p][what] and s.fits[how] == what for what in Request)
        for p in Player
        for how in Response
    )


@checks.always("6")
def wrong_what_is_answered_is_received(s: State) -> bool:
    return all(not s.answered[p][how] or s.received[p][how] for p in Player for how in Response)


@checks.always("6")
def wrong_all_that_is_received_was_asked_for_by_all(s: State) -> bool:
    return all(
        not s.received[p][how] or all(any(s.asked[q][what] for what in Request) for q in Player)
        for p in Player
        for how in Response
    )
