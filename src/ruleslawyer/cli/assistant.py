"""A server of the Model Context Protocol: the tools and resources of a project, over standard input and output.

It reads no project itself: each call goes to a process of its own (`assistant_call`), which ends with its time."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from inspect import Parameter, getdoc, signature
from typing import Any, get_args

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

import ruleslawyer
from ruleslawyer.api import Project, primer
from ruleslawyer.base.files.content import Json
from ruleslawyer.cli.assistant_tools import RESOURCES, SECONDS, TOOLS, WRITES
from ruleslawyer.rulebook.declared import Option, evaluate_type

LONGEST_REQUEST, LONGEST_TEXT = 200_000, 6_000
"""Bytes of a call, and characters of an answer for people: some screens."""
AT_ONCE = 2
SCHEME = "ruleslawyer://"
LANGUAGE = f"{SCHEME}language"
_RESOURCE = re.compile(rf"{SCHEME}([a-z][a-z0-9_]{{0,99}})/({'|'.join(RESOURCES)})")
_INSTRUCTIONS = """Rules of a game, checked against each other by `ruleslawyer`. Read {} first: it says how the project
is written. Rulesets here: {}. Nothing here writes but {}. Each call ends after {:g} s."""


class Assistant:
    """The answers to an assistant about one project."""

    def __init__(self, project: Project, seconds: float = SECONDS) -> None:
        self.project, self.seconds = project, seconds
        self.arguments = {name: self._arguments_of(name) for name in TOOLS}
        self.limiter = anyio.CapacityLimiter(AT_ONCE)

    def _arguments_of(self, name: str) -> type[BaseModel]:
        """The parameters of a tool, as what checks them and has a schema."""
        tool, known = TOOLS[name], list(self.project.rulesets)
        one = known[0] if len(known) == 1 else ...
        fields: Json = {"ruleset": (str, Field(one, description=f"One of: {', '.join(known)}"))}
        for parameter in list(signature(tool).parameters.values())[1:]:
            of, *marks = get_args(evaluate_type(parameter.annotation, tool.__globals__))
            option = next(mark for mark in marks if isinstance(mark, Option))
            default = ... if parameter.default is Parameter.empty else parameter.default
            fields[parameter.name] = (of, Field(default, description=option.how["help"], ge=option.how.get("min")))
        return create_model(name, __config__=ConfigDict(extra="forbid", strict=True), **fields)

    async def list_tools(self, *_: object) -> types.ListToolsResult:
        tools = []
        for name, of in self.arguments.items():
            hints = types.ToolAnnotations(read_only_hint=name not in WRITES, destructive_hint=False)
            schema, says = of.model_json_schema(), _says(TOOLS[name])
            tools.append(types.Tool(name=name, description=says, input_schema=schema, annotations=hints))
        return types.ListToolsResult(tools=tools)

    async def call_tool(self, _: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
        if asked.name not in TOOLS:
            return _answer(f"there is no tool `{asked.name[:60]}`", is_error=True)
        try:
            given = self.arguments[asked.name].model_validate(asked.arguments or {})
        except ValidationError as error:
            said = (f"{'.'.join(map(str, one['loc']))[:100]}: {one['msg'][:200]}" for one in error.errors())
            return _answer("\n".join(said), is_error=True)
        found = await self._ask(asked.name, dict(given))
        if "error" in found:
            return _answer(found["error"], is_error=True)
        return _answer(found["text"], {"results": found["json"]} if isinstance(found["json"], list) else found["json"])

    async def list_resources(self, *_: object) -> types.ListResourcesResult:
        page = types.Resource(uri=LANGUAGE, name="language", description=_says(primer), mime_type="text/markdown")
        others = [
            types.Resource(uri=f"{SCHEME}{ruleset}/{name}", name=f"{ruleset}: {name}", description=_says(of))
            for ruleset in self.project.rulesets
            for name, of in RESOURCES.items()
        ]
        return types.ListResourcesResult(resources=[page, *others])

    async def read_resource(self, _: object, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri, match = str(asked.uri), _RESOURCE.fullmatch(str(asked.uri))
        found = {"text": primer()} if uri == LANGUAGE else {"error": f"there is no resource `{uri[:100]}`"}
        if match is not None:
            found = await self._ask(match[2], {"ruleset": match[1]})
        if "error" in found:
            raise MCPError(types.INVALID_PARAMS, found["error"])
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=found["text"])])

    async def _ask(self, name: str, arguments: Json) -> Json:
        """The answer of a process of its own, in a folder where nothing lies that it could import."""
        folder = None if self.project.bundled else str(self.project.root.resolve())
        request = json.dumps({"folder": folder, "call": name, "arguments": arguments}).encode() + b"\n"
        if len(request) > LONGEST_REQUEST:
            return {"error": f"arguments have no more than {LONGEST_REQUEST} bytes"}
        command, said = (sys.executable, "-P", "-m", "ruleslawyer.cli.assistant_call"), b""
        async with (
            self.limiter,
            await anyio.open_process(command, cwd=os.sep, stderr=subprocess.DEVNULL, start_new_session=True) as process,
        ):
            assert process.stdin is not None and process.stdout is not None
            try:
                with anyio.fail_after(self.seconds), suppress(anyio.BrokenResourceError):
                    await process.stdin.send(request)
                    async for part in process.stdout:
                        said += part
            except TimeoutError:
                return {"error": f"no answer within {self.seconds:g} s\n  = help: ask for less, or in a terminal"}
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        found: Json = json.loads(said or b'{"error": "internal error: the call broke off"}')
        return found

    async def serve(self) -> None:
        """Answer until the input ends."""
        said = _INSTRUCTIONS.format(LANGUAGE, ", ".join(self.project.rulesets), ", ".join(WRITES), self.seconds)
        server: Server[Any] = Server(
            "ruleslawyer", version=ruleslawyer.__version__, instructions=said,
            on_list_tools=self.list_tools, on_call_tool=self.call_tool,
            on_list_resources=self.list_resources, on_read_resource=self.read_resource,
        )  # fmt: skip
        async with stdio_server() as (requests, answers):
            await server.run(requests, answers, server.create_initialization_options())


def serve(project: Project) -> None:
    """Answer an assistant about a project, until its input ends."""
    anyio.run(Assistant(project).serve)


def _says(of: Any) -> str:
    return " ".join((getdoc(of) or "").split())


def _answer(text: str, value: Json | None = None, *, is_error: bool = False) -> types.CallToolResult:
    """An answer, whose text is some screens at most: what is left out its JSON has."""
    if len(text) > LONGEST_TEXT:
        shown = text[:LONGEST_TEXT].rpartition("\n")[0]
        text = f"{shown}\n… and {text.count(chr(10)) - shown.count(chr(10))} lines more"
    content = types.TextContent(type="text", text=text)
    return types.CallToolResult(content=[content], structured_content=value, is_error=is_error)
