"""Live events of games that are served: whoever listens to one is told each change, as server-sent events.

Changes are made in one thread and sent in another; a listener is enrolled in the thread of changes, behind the answer
that tells where the game stands, so that none is missed and none comes twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.responses import StreamingResponse

from ruleslawyer.base.files.content import Json

MOST_LISTENERS = 1_000
MOST_WAITING = 100
"""Events that a listener has not taken; one with more is sent away, and comes again to where the game then stands."""
HEARTBEAT = 15.0
"""Seconds after which silence is broken, so that nobody between takes the connection for a dead one."""


@dataclass(eq=False)
class Listener:
    """Whoever listens to a game; None in the queue is the end."""

    game: str
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    gone: bool = False

    def hear(self, event: bytes | None) -> None:
        """Called where connections are."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(event)
        elif not self.gone:
            self.gone = True
            self.queue.put_nowait(None)


class Audience:
    """All who listen, by game."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    @property
    def full(self) -> bool:
        return sum(map(len, self._listeners.values())) >= MOST_LISTENERS

    def enrol(self, listener: Listener) -> None:
        """Tell it each change from now on."""
        here = [one for one in self._listeners.get(listener.game, ()) if not one.gone]
        self._listeners[listener.game] = [*here, listener]

    def tell(self, name: str, event: Json) -> None:
        """A change of a game, to all who listen to it; the end of the game is the end of listening."""
        here = [one for one in self._listeners.pop(name, ()) if not one.gone]
        if not here:
            return
        data, last = event_text(event), event["request"] == "end"
        if not last:
            self._listeners[name] = here
        for one in here:
            with suppress(RuntimeError):  # the loop has ended
                one.loop.call_soon_threadsafe(one.hear, data)
                if last:
                    one.loop.call_soon_threadsafe(one.hear, None)


def event_text(event: Json) -> bytes:
    """A server-sent event; its id is the version that the game then has."""
    number = f"id: {event['version']}\n" if "version" in event else ""
    return f"{number}data: {json.dumps(event, separators=(',', ':'))}\n\n".encode()


def stream(listener: Listener, first: Json) -> StreamingResponse:
    """The state of the game, and then each change."""

    async def events() -> AsyncIterator[bytes]:
        try:
            yield event_text(first)
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        event = await listener.queue.get()
                except TimeoutError:
                    event = b": still here\n\n"
                if event is None:
                    return
                yield event
        finally:
            listener.gone = True

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)
