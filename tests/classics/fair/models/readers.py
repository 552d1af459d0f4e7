"""Readers and writers in a queue, after ReadersWriters (github.com/tlaplus/Examples, specifications/ReadersWriters)."""

from __future__ import annotations

from ruleslawyer.lang import Checks, Pile, Ruleset, Sort, effect, state

readers = Ruleset("readers")
readers.closed_world(assumed="nothing happens but what a rule describes")


class Actor(Sort):
    """Who reads and writes; one is watched."""

    watched: bool


class Request(Sort):
    """What an actor asks for: to read or to write."""

    by: Actor
    writes: bool


@state
class State:
    reading: frozenset[Actor]
    writing: frozenset[Actor]
    queue: Pile[Request]


@readers.initial("1")
def begin(s: State) -> None:
    """Nobody reads, writes or waits."""


@readers.awaits
def anybody(s: State) -> frozenset[Actor]:
    """Any of them may be next."""
    return frozenset(Actor)


@readers.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@readers.winners()
def nobody(s: State) -> frozenset[Actor]:
    """It is no contest."""
    return frozenset()


@readers.action("2")
def queue_up(s: State, who: Actor, request: Request) -> None:
    """A request goes to the end of the queue."""
    with effect("2"):
        s.queue = s.queue.with_bottom(request)


@queue_up.permit("2")
def own_and_new(s: State, who: Actor, request: Request) -> bool:
    return request.by == who and request not in s.queue


@readers.action("3")
def serve(s: State, who: Actor) -> None:
    """The actor whose request is the first one reads or writes."""
    with effect("3"):
        if s.queue.top.writes:
            s.writing = s.writing | frozenset({who})
        else:
            s.reading = s.reading | frozenset({who})
        s.queue = s.queue.without(s.queue.top)


@serve.permit("3")
def is_first(s: State, who: Actor) -> bool:
    return (
        len(s.queue) > 0
        and s.queue.top.by == who
        and len(s.writing) == 0
        and (not s.queue.top.writes or len(s.reading) == 0)
    )


@readers.action("4")
def stop(s: State, who: Actor) -> None:
    """Whoever reads or writes stops."""
    with effect("4"):
        if who in s.reading:
            s.reading = s.reading - frozenset({who})
        else:
            s.writing = s.writing - frozenset({who})


@stop.permit("4")
def at_it(s: State, who: Actor) -> bool:
    return who in s.reading or who in s.writing


def active(s: State, writes: bool) -> bool:
    """Whether the one that is watched writes (or reads)."""
    return any(a.watched and (a in s.writing if writes else a in s.reading) for a in Actor)


checks = Checks(readers)


@checks.leads_to("5", fair=(queue_up.each("request"), serve, stop))
def writes_again(s: State) -> tuple[bool, bool]:
    """Everybody writes again and again."""
    return True, active(s, True)


@checks.leads_to("5", fair=(queue_up.each("request"), serve, stop))
def reads_again(s: State) -> tuple[bool, bool]:
    """Everybody reads again and again."""
    return True, active(s, False)


@checks.leads_to("5", fair=(queue_up.each("request"), serve, stop))
def stops_writing(s: State) -> tuple[bool, bool]:
    """Nobody writes for ever."""
    return True, not active(s, True)


@checks.leads_to("5", fair=(queue_up.each("request"), serve, stop))
def stops_reading(s: State) -> tuple[bool, bool]:
    """Nobody reads for ever."""
    return True, not active(s, False)


@checks.leads_to("5", fair=(queue_up, serve, stop))
def need_not_ask(s: State) -> tuple[bool, bool]:
    """Fairness to requests as a whole lets one actor never ask."""
    return True, active(s, True)
