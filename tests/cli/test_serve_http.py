"""The reference over HTTP: the same answers as over pipes, and one answer each to all that nobody should send."""

from __future__ import annotations

import json
import re
import resource
import runpy
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.bridges.conform.protocol import LONGEST_LINE
from ruleslawyer.bridges.serve.server import REQUESTS, Server
from tests.cli.command import Command
from tests.cli.schemas import problems
from tests.cli.test_serve import FERRY, JSONS, KEYS, first, server

pytest.importorskip("fastapi_offline", reason="the extra http is not installed")
Json = dict[str, Any]


class Site:
    """A server in another process."""

    def __init__(self, *options: str) -> None:
        tool = [sys.executable, "-m", "ruleslawyer", "--project", str(FERRY)]
        words = [*tool, "serve", "ferry", "--http", "0", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        self.port = 0 if "--json" in options else int(self.said.split()[0].rpartition(":")[2])

    def raw(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def post(self, name: str, **more: Any) -> tuple[int, Json]:
        status, body = self.raw("POST", f"/{name}", json.dumps(more).encode())
        answer: Json = json.loads(body)
        assert not problems("serve-message", answer)
        return status, answer

    def ask(self, name: str, **more: Any) -> Json:
        status, answer = self.post(name, **more)
        assert status == 200 and "error" not in answer, answer
        assert not problems("serve-request", {**more, "request": name})
        return answer

    @property
    def memory(self) -> int:
        """Mebibytes that it takes now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) >> 10

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """How it ended, and what it complained about."""
        self.process.send_signal(how)
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints


@contextmanager
def site(*options: str) -> Iterator[Site]:
    found = Site(*options)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def shared() -> Iterator[Site]:
    """One for tests that leave it as it was; at its end it has complained about nothing."""
    with site() as found:
        yield found
        code, complaints = found.stop()
        assert (code, complaints) == (130, "")


def taken(legal: Json) -> Json:
    return {key: legal[key] for key in ("action", "args")}


def test_every_answer_is_the_servers(shared: Site) -> None:
    """A play to its end, each request made on both sides."""
    there: Server = server()

    def both(name: str, **more: Any) -> Json:
        answer = shared.ask(name, **more)
        assert answer == there.answer({**more, "request": name})
        return answer

    at = both("initial", args=first(there), game="both")
    version = at["version"]
    while legal := both("legal", game="both")["legal"]:
        for name in ("candidates", "findings", "readings", "log", "state", "vector"):
            both(name, game="both")
        both("explain", game="both", **taken(legal[-1]))
        at = both("step", game="both", version=at["version"], **taken(legal[-1]))
    both("observe", game="both", player="Ann")
    assert both("undo", game="both")["version"] != at["version"]
    assert both("redo", game="both") == at
    status, stale = shared.post("undo", game="both", version=version)
    assert (status, stale["kind"]) == (409, "stale") and version in stale["error"]
    assert both("state", game="both") == at
    both("end", game="both")
    assert shared.post("state", game="both")[0] == 404


def test_a_reading_is_changed_in_the_middle(shared: Site) -> None:
    """What a game follows is its own affair: others go on under theirs."""
    start = shared.ask("initials")["initials"][0]
    shared.ask("initial", args=start, game="one")
    shared.ask("initial", args=start, game="two")
    before = shared.ask("step", game="one", **taken(shared.ask("legal", game="one")["legal"][0]))
    after = shared.ask("reread", game="one", reading={"payee": "other_is_paid"})
    assert before["version"] != after["version"] and before["version"][0] == after["version"][0] == "1"
    follows = {name: shared.ask("readings", game=name)["readings"] for name in ("one", "two")}
    assert {n: [c["follows"] for c in found if c["key"] == "payee"] for n, found in follows.items()} == {
        "one": ["other_is_paid"], "two": ["owner_is_paid"],
    }  # fmt: skip
    assert shared.ask("log", game="one")["log"]["reading"]["payee"] == "other_is_paid"
    assert shared.post("reread", game="one", reading={"payee": "nobody"})[0] == 400
    assert shared.ask("reread", game="one", reading={"payee": "owner_is_paid"})["version"] == before["version"]
    for name in follows:
        shared.ask("end", game=name)


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status", "said"),
    [
        ("POST", "/setp", b"{}", {}, 404, "there is no such request here"),
        ("GET", "/step", b"", {}, 405, "there is no such request here"),
        ("GET", "/../../etc/passwd", b"", {}, 404, "there is no such request here"),
        ("POST", "/state", b'{"game": "nobody"}', {}, 404, "there is no game `nobody`"),
        ("POST", "/initial", b'{"args": 7}', {}, 400, "expected"),
        ("POST", "/games", b"{", {}, 400, "a request is JSON"),
        ("POST", "/games", b"[]", {}, 400, "the body is a JSON object"),
        ("POST", "/games", b"\xff", {}, 400, "a request is JSON"),
        ("POST", "/games", b"[" * 1_000_000, {}, 400, "a request is JSON"),
        ("POST", "/games", b'{"x": "' + b"x" * LONGEST_LINE + b'"}', {}, 413, str(LONGEST_LINE)),
        ("POST", "/load", b'{"state": [' + b"0," * 500_000 + b"0]}", {}, 400, "expected"),
        ("POST", "/games", b"", {"Origin": "http://example.org"}, 403, "another site"),
        ("POST", "/games", b"", {"Host": "example.org"}, 403, "its own name"),
        ("POST", "/games", b"", {"Host": "["}, 403, "its own name"),
    ],
)
def test_mistakes(
    shared: Site, method: str, path: str, body: bytes, headers: dict[str, str], status: int, said: str
) -> None:
    found, answer = shared.raw(method, path, body, **headers)
    assert (found, next(iter(json.loads(answer)))) == (status, "error")
    assert said in json.loads(answer)["error"]


def test_a_browser_on_this_machine_may_ask(shared: Site) -> None:
    for host in (f"localhost:{shared.port}", f"127.0.0.1:{shared.port}", f"[::1]:{shared.port}"):
        assert shared.raw("POST", "/games", Host=host, Origin=f"http://{host}")[0] == 200


@given(
    st.sampled_from(sorted({*REQUESTS} - {"hello"})),
    st.dictionaries(KEYS | st.sampled_from(["version"]), JSONS, max_size=3).map(lambda d: json.dumps(d).encode())
    | st.binary(max_size=40),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_anything_has_one_answer(shared: Site, name: str, body: bytes) -> None:
    status, answer = shared.raw("POST", f"/{name}", body)
    assert status in (200, 400, 404, 409)
    assert not problems("serve-message", json.loads(answer))
    assert "defect" not in answer.decode()


def test_games_go_on_after_a_kill(tmp_path: Path) -> None:
    """With one that was read anew, and one that was begun in a state."""
    with site("--log", str(tmp_path)) as found:
        start = found.ask("initials")["initials"][0]
        state = found.ask("initial", args=start)["state"]
        found.ask("load", state=state, game="put")
        found.ask("step", **taken(found.ask("legal")["legal"][0]))
        found.ask("undo")
        found.ask("redo")
        at = found.ask("reread", reading={"payee": "other_is_paid"})
        put = found.ask("step", game="put", **taken(found.ask("legal", game="put")["legal"][0]))
        assert found.stop(signal.SIGKILL)[0] == -signal.SIGKILL
    with site("--log", str(tmp_path)) as again:
        assert again.ask("games") == {"games": {"": 1, "put": 1}}
        assert again.ask("state") == at and again.ask("state", game="put") == put


def test_a_thousand_connections() -> None:
    """All at once: each gets one answer, all but what would take too much are served, and then all is as before."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with site() as found, ExitStack() as stack:
        found.ask("games")
        before = found.memory
        request = b"POST /initials HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
        sockets = [stack.enter_context(socket.create_connection(("127.0.0.1", found.port), 60)) for _ in range(1000)]
        for one in sockets:
            one.sendall(request)
        answers = [b"".join(iter(lambda one=one: one.recv(65536), b"")) for one in sockets]  # type: ignore[misc]
        statuses = {answer.split(b" ", 2)[1] for answer in answers}
        assert statuses <= {b"200", b"503"} and b"200" in statuses
        assert found.ask("games") == {"games": {}}
        assert found.memory - before < 100
        assert found.stop() == (130, "")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_clients_that_never_read() -> None:
    """What waits for them is bounded, and others are answered meanwhile."""
    with site() as found, ExitStack() as stack:
        found.ask("initial", args=found.ask("initials")["initials"][0])
        before = found.memory
        request = b"POST /candidates HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
        for _ in range(50):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", found.port), 60))
            one.setblocking(False)
            sent = 0
            while sent < 2_000_000:
                try:
                    sent += one.send(request * 500)
                except BlockingIOError:
                    break
        found.ask("legal")
        assert found.memory - before < 100


def test_a_client_that_sends_half(shared: Site) -> None:
    """And goes away, or ends in the middle of nothing that HTTP knows."""
    for half in (b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", b"\0\0\r\n\r\n", b""):
        with socket.create_connection(("127.0.0.1", shared.port), 60) as one:
            one.sendall(half)
    assert shared.ask("games")


def test_the_description(shared: Site) -> None:
    """Every request is there, and all that is pointed at; the page needs nothing from elsewhere."""
    described = json.loads(shared.raw("GET", "/openapi.json")[1])
    assert set(described["paths"]) == {"/events", *(f"/{name}" for name in REQUESTS)}
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(described))) == known
    for name, part in described["components"]["schemas"].items():  # which no generator of clients takes
        assert f'"#/components/schemas/{name}"' not in json.dumps(part)
    status, page = shared.raw("GET", "/docs")
    assert status == 200 and b"//cdn" not in page
    for part in page.decode().split('"'):
        if part.startswith("/static"):
            assert shared.raw("GET", part)[0] == 200


def test_changes_are_heard_as_they_come(shared: Site) -> None:
    """Whoever made them; the stream ends with the game. `bye` closes a connection."""
    start = shared.ask("initial", args=shared.ask("initials")["initials"][0], game="heard")
    connection = HTTPConnection("127.0.0.1", shared.port, timeout=60)
    connection.request("GET", "/events?game=heard")
    stream = connection.getresponse()
    assert stream.getheader("Content-Type", "").startswith("text/event-stream")

    def event() -> Json:
        lines = dict(line.split(": ", 1) for line in iter(lambda: stream.readline().decode().rstrip("\n"), ""))
        data: Json = json.loads(lines["data"])
        assert not problems("serve-message", data) and lines.get("id") == data.get("version")
        return data

    assert event() == {"game": "heard", "request": "state", **start}
    moved = shared.ask("bot", game="heard")
    assert event() == {"game": "heard", "request": "bot", **{k: v for k, v in moved.items() if k != "says"}}
    shared.ask("end", game="heard")
    assert event() == {"game": "heard", "request": "end"}
    assert stream.read() == b""
    assert shared.raw("GET", "/events?game=heard")[0] == 404
    connection.request("POST", "/bye", b"{}")
    assert connection.getresponse().getheader("Connection") == "close"
    connection.close()


def test_an_address_that_is_taken(command: Command, shared: Site) -> None:
    answer = command("serve", "ferry", "--http", str(shared.port), project=FERRY)
    assert answer.code == 2 and "cannot be listened at" in answer.err
    answer = command("serve", "ferry", "--http", "0", "--host", "nowhere.invalid", project=FERRY)
    assert answer.code == 2 and "cannot be listened at" in answer.err
    answer = command("serve", "ferry", "--host", "0.0.0.0", project=FERRY)
    assert answer.code == 2 and "--http" in answer.err


def told_in_json(found: Site) -> Json:
    """Where it answers."""
    assert found.process.stdout
    lines = [found.said]
    while not lines[-1].startswith("}"):
        lines.append(found.process.stdout.readline())
    told: Json = json.loads("".join(lines))
    return told


def test_other_machines_only_where_it_is_said() -> None:
    """And there by no name that somebody else may have pointed here. Where it answers is said in JSON."""
    asked = ("--host", "0.0.0.0", "--allow-host", "games.example.org", "--allow-host", "10.9.8.7", "--json")
    with site(*asked) as found:
        told = told_in_json(found)
        assert not problems("serve", told) and told["ruleset"] == "ferry"
        port = found.port = int(told["url"].rpartition(":")[2])
        assert found.raw("GET", "/openapi.json", Host="localhost")[0] == 200
        for host in ("games.example.org", "GAMES.example.org.", f"games.example.org:{port}", "10.9.8.7", "localhost"):
            assert found.raw("POST", "/games", Host=host, Origin=f"http://{host}")[0] == 200, host
            assert found.raw("POST", "/games", Host=host, Origin="https://example.org")[0] == 403
        for host in (
            "example.org",
            "evil.games.example.org",
            "games.example.org.evil",
            "10.9.8.8",
            "0.0.0.0",
            "",
            "[::",
            "a@b",
        ):
            for method, path in (("POST", "/games"), ("GET", "/docs"), ("GET", "/openapi.json")):
                status, answer = found.raw(method, path, Host=host)
                assert status == 403 and b"--allow-host" in answer, host
        code, complaints = found.stop()
        assert code == 130 and complaints.startswith("warning: whoever reaches 0.0.0.0 can play here")
        assert "its address or as games.example.org, 10.9.8.7" in complaints


@pytest.mark.parametrize("name", ["http://example.org", "example.org:8000", "*", "", "a b", "example.org/x", "a@b"])
def test_names_are_names(command: Command, name: str) -> None:
    answer = command("serve", "ferry", "--http", "0", "--allow-host", name, project=FERRY)
    assert answer.code == 2 and "is no name of a host" in answer.err
    answer = command("serve", "ferry", "--allow-host", "example.org", project=FERRY)
    assert answer.code == 2 and "--http" in answer.err


def test_without_fastapi_the_extra_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ruleslawyer.bridges.serve.http", None)
    answer = command("serve", "ferry", "--http", "0", project=FERRY)
    assert answer.code == 2 and "pip install 'ruleslawyer[http]'" in answer.err


CLIENTS = Path(__file__).parents[2] / "examples" / "clients"


@pytest.mark.parametrize("client", ["play.py", "play.mjs"])
def test_the_clients_play(shared: Site, client: str) -> None:
    """Each plays a game to its end by the same protocol, and leaves nothing behind."""
    if client.endswith(".mjs") and shutil.which("node") is None:
        pytest.skip("node is not installed, so that the client in JavaScript was not run")
    program = sys.executable if client.endswith(".py") else "node"
    words = [program, str(CLIENTS / client), f"http://127.0.0.1:{shared.port}", "5"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    *moves, end = ran.stdout.splitlines()
    assert end.startswith("won by ") and end.endswith(f" after {len(moves)}") and moves
    assert all(" by " in move for move in moves)
    assert shared.ask("games") == {"games": {}}


def test_the_types_are_those_of_the_schemas() -> None:
    namespace = runpy.run_path(str(CLIENTS.parents[1] / "docs" / "typescript.py"))
    assert namespace["FILE"].read_text(encoding="utf-8") == namespace["text"]()
    for name in REQUESTS:
        assert f"\n  {name}: " in namespace["text"]().partition("interface Answers")[2]


def test_typescript_takes_the_types() -> None:
    if shutil.which("tsc") is None:
        pytest.skip("tsc is not installed, so that nobody but us has read messages.d.ts")
    words = ["tsc", "--noEmit", "--strict", str(CLIENTS / "messages.d.ts")]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout
