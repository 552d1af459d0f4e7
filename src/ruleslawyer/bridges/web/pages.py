"""The page over HTTP: its files, and what it asks; nothing comes from elsewhere, and nothing else may be loaded."""

from __future__ import annotations

import socket
from importlib import resources

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruleslawyer.bridges.serve.answers import UNKNOWN
from ruleslawyer.bridges.serve.http import Answer, Desk, Guard, respond, run
from ruleslawyer.bridges.web.room import Room

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "cache-control": "no-cache"}
FILES = {
    "": ("ruleslawyer.bridges.web", "assets/play.html", "text/html; charset=utf-8"),
    "play.js": ("ruleslawyer.bridges.web", "assets/play.js", "text/javascript; charset=utf-8"),
    "play.css": ("ruleslawyer.bridges.web", "assets/play.css", "text/css; charset=utf-8"),
    "site.css": ("ruleslawyer.report", "assets/site.css", "text/css; charset=utf-8"),
    "theme.js": ("ruleslawyer.report", "assets/theme.js", "text/javascript; charset=utf-8"),
    "table.css": ("ruleslawyer.rulebook.table", "table.css", "text/css; charset=utf-8"),
}
"""What the page consists of: the report's palette, the table's colours, and its own."""


def application(desk: Desk) -> Starlette:
    """The page at /, its files beside it, and each request at /ask/NAME."""

    def file(name: str) -> Route:
        package, kept, kind = FILES[name]
        body = (resources.files(package) / kept).read_bytes()

        async def got(request: Request) -> Response:
            return Response(body, media_type=kind, headers=HEADERS)

        return Route(f"/{name}", got, methods=["GET"])

    async def post(request: Request) -> Response:
        return await respond(desk, request.path_params["name"], request)

    async def refuse(request: Request, error: Exception) -> Response:
        return Answer(desk, {"error": "there is no such request here", "kind": UNKNOWN}, 404)

    return Starlette(
        routes=[*map(file, FILES), Route("/ask/{name}", post, methods=["POST"])],
        middleware=[Middleware(Guard, desk=desk)],
        exception_handlers={404: refuse, 405: refuse},
    )


def serve(room: Room, at: socket.socket) -> None:
    """Answer at a socket until Ctrl-C."""
    run(room.answer, application, at)
