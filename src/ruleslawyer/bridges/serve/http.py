"""The same requests over HTTP: each is posted under its name, and answered by `Server.answer`, one after the other.

Connections live in a thread of their own. Answers are made in the main one, where an alarm ends what takes too long.
What a connection may keep is bounded: the requests that are read and the answers that nobody has taken yet count
together, and the system closes a connection whose other end does not read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import resource
import socket
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import HTTPException
from fastapi.openapi.utils import get_openapi
from fastapi.responses import RedirectResponse
from fastapi_offline import FastAPIOffline
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.protocol import LONGEST_LINE
from ruleslawyer.bridges.serve.answers import LATE, STALE, UNKNOWN
from ruleslawyer.bridges.serve.events import MOST_LISTENERS, Audience, Listener, stream
from ruleslawyer.bridges.serve.lines import read
from ruleslawyer.bridges.serve.openapi import components_for_generators, events_operation, operation
from ruleslawyer.bridges.serve.server import REQUESTS, Server

MOST_CONNECTIONS = 2_000
"""While there are as many, whoever asks is told that the server is busy: the first ones too."""
MOST_HELD = 64_000_000
"""Bytes of requests that are being read, and of answers that were not taken yet."""
PATIENCE = 30.0
"""Seconds for a request to arrive whole, for an answer to be taken, and between the requests of a connection."""
PIECE = 1 << 16
STATUS = {UNKNOWN: 404, STALE: 409, LATE: 503}
"""Of mistakes by their kind; any other one is 400."""


Waiting: TypeAlias = "tuple[object, Callable[[], None] | None, asyncio.AbstractEventLoop, asyncio.Future[Answer]]"


class Desk:
    """Requests go in where connections are, and are answered where `work` runs."""

    def __init__(self, answer: Callable[[object], Json]) -> None:
        self._answer = answer
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self.held = 0

    async def ask(self, request: object, then: Callable[[], None] | None = None) -> Answer:
        """`then`: called where answers are made, behind one that is no mistake and before the next."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._waiting.put((request, then, loop, future))
        return await future

    def work(self) -> None:
        """Answer until `close`."""
        while (asked := self._waiting.get()) is not None:
            request, then, loop, future = asked
            found = self._answer(request)
            status = STATUS.get(found.get("kind", ""), 400) if "error" in found else 200
            if then is not None and status == 200:
                then()
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(_settle, future, Answer(self, found, status))

    def close(self) -> None:
        self._waiting.put(None)


class Answer(Response):
    """An answer, sent piece by piece as it is taken; what waits counts as held."""

    def __init__(self, desk: Desk, found: Json, status: int = 400) -> None:
        super().__init__(json.dumps(found, separators=(",", ":")).encode(), status, media_type="application/json")
        self.desk, self.found = desk, found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = memoryview(self.body)
        self.desk.held += len(body)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for at in range(0, len(body), PIECE):
                more = at + PIECE < len(body)
                await send({"type": "http.response.body", "body": bytes(body[at : at + PIECE]), "more_body": more})
        finally:
            self.desk.held -= len(body)


def _settle(future: asyncio.Future[Answer], answer: Answer) -> None:
    if not future.done():
        future.set_result(answer)


class Guard:
    """Lets nobody in who comes by another site's page: a browser says from where it asks, and for whom. Anybody can
    have a name that leads here, so those by which somebody may ask are the address itself and those that are given."""

    def __init__(self, app: ASGIApp, desk: Desk, names: Collection[str] = ()) -> None:
        """`names`: as `host_name` makes them."""
        self.app, self.desk, self.names = app, desk, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {key: value.decode("latin-1") for key, value in scope.get("headers", ())}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        name = host_name(host)
        if name not in self.names and not _is_address(name, (scope.get("server") or ("",))[0]):
            about = "this address is asked for by its own name alone, such as localhost, or one that --allow-host gives"
        elif origin is not None and origin.partition("://")[2] != host:
            about = "another site's page may not ask here"
        else:
            await self.app(scope, receive, send)
            return
        await Answer(self.desk, {"error": about}, 403)(scope, receive, send)


def host_name(host: str) -> str:
    """The name in a `Host`, as all ways to write it are one; empty where it is none."""
    with suppress(ValueError):
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    return ""


def _is_address(name: str, at: str) -> bool:
    """Whether a name is that address, at which somebody was reached."""
    if is_loopback(at):
        return is_loopback(name)
    with suppress(ValueError):
        return ipaddress.ip_address(name) == ipaddress.ip_address(at)
    return False


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, for itself alone."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def application(server: Server, desk: Desk, *, names: Collection[str] = ()) -> FastAPI:
    """The requests as a web application, with what OpenAPI says of them at /docs, for which no network is needed."""
    about = f"Games of {server.ruleset.title}, as docs/serve.md describes it. Every mistake is an answer with `error`."
    made: Any = FastAPIOffline  # its arguments are FastAPI's, and its types say nothing of them
    title = f"{server.ruleset.title}, to be played"
    app = cast(FastAPI, made(title=title, version=__version__, description=about, redoc_url=None))
    app.add_middleware(cast(Any, Guard), desk=desk, names=names)

    def add(name: str) -> None:
        async def post(request: Request) -> Response:
            return await respond(desk, name, request)

        says = (REQUESTS[name].__doc__ or "").strip()
        app.add_api_route(f"/{name}", post, methods=["POST"], summary=says, openapi_extra=operation(name))

    for name in REQUESTS:
        add(name)

    audience = Audience()
    server.tell = audience.tell

    async def events(request: Request) -> Response:
        """The state of a game, and each change of it as it comes."""
        if audience.full:
            return Answer(desk, {"error": f"{MOST_LISTENERS} listen already; ask again later", "kind": LATE}, 503)
        game = request.query_params.get("game", "")
        listener = Listener(game, asyncio.get_running_loop())
        asked = {"game": game, "request": "state"}
        answer = await desk.ask(asked, partial(audience.enrol, listener))
        return answer if answer.status_code != 200 else stream(listener, {**asked, **answer.found})

    app.add_api_route("/events", events, methods=["GET"], summary=events.__doc__, openapi_extra=events_operation())

    @app.get("/", include_in_schema=False)
    async def first() -> Response:
        return RedirectResponse("/docs")

    @app.exception_handler(404)
    @app.exception_handler(405)
    async def refused(request: Request, error: HTTPException) -> Response:
        mistake = UsageError("there is no such request here", request.url.path[:100], "post a request, as /docs says")
        return Answer(desk, {"error": str(mistake), "kind": UNKNOWN}, error.status_code)

    def describe() -> Json:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, description=about, routes=app.routes)
            app.openapi_schema = {**found, "components": {"schemas": components_for_generators()}}
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]
    return app


async def respond(desk: Desk, name: str, request: Request) -> Response:
    """The answer to a request of this name with a body that is being read."""
    if desk.held > MOST_HELD:
        return Answer(desk, {"error": "too much is going on here; ask again later", "kind": LATE}, 503)
    body = bytearray()
    length = 0
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                length += len(piece)
                if length <= LONGEST_LINE:
                    body += piece
                    desk.held += len(piece)
                elif length > 16 * LONGEST_LINE:
                    break
        if length > LONGEST_LINE:
            return Answer(desk, {"error": f"a request has no more than {LONGEST_LINE} bytes"}, 413)
        found = read(bytes(body)) if body.strip() else ({},)
        if isinstance(found, str):
            return Answer(desk, {"error": found})
        if not isinstance(found[0], dict):
            return Answer(desk, {"error": "the body is a JSON object: the request without its name"})
        answer = await desk.ask({**found[0], "request": name})
        if name == "bye":
            answer.headers["Connection"] = "close"
        return answer
    except TimeoutError:
        return Answer(desk, {"error": f"the request did not arrive within {PATIENCE:g} s"}, 408)
    except ClientDisconnect:
        return Answer(desk, {"error": "nobody waits for an answer"})
    finally:
        desk.held -= len(body)


def listen(host: str, port: int, option: str = "--http", patience: float = PATIENCE) -> socket.socket:
    """A socket at an address; connections whose other end does not read are closed after so many seconds. An address
    that cannot be listened at is a `UsageError`."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.create_server((host, port), family=family, backlog=2 * MOST_CONNECTIONS)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{host}:{port} cannot be listened at: {why}", option, "choose another port, or 0") from None
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio does it for sockets of a named protocol alone
    with suppress(AttributeError, OSError):  # where the system has it
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(patience * 1000))
    return found


def serve(server: Server, at: socket.socket, *, names: Collection[str] = ()) -> None:
    """Answer at a socket until Ctrl-C."""
    run(server.answer, partial(application, server, names=names), at)


def run(answer: Callable[[object], Json], made: Callable[[Desk], ASGIApp], at: socket.socket) -> None:
    """Have a web application that is made for a desk answer at a socket until Ctrl-C."""
    with suppress(ValueError, OSError):  # a file for each connection
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * MOST_CONNECTIONS)), hard))
    desk = Desk(answer)
    config = uvicorn.Config(
        made(desk), http="h11", ws="none", lifespan="off", log_config=None,
        log_level="critical", access_log=False, server_header=False, limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=int(PATIENCE), timeout_graceful_shutdown=1,
    )  # fmt: skip
    connections = uvicorn.Server(config)

    def connect() -> None:
        try:
            connections.run(sockets=[at])
        finally:
            desk.close()

    thread = Thread(target=connect, name="connections", daemon=True)
    thread.start()
    try:
        desk.work()
    finally:
        connections.should_exit = True
        thread.join()
