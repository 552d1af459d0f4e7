"""`play --web`: what it says, what it refuses, and how it ends; the page itself is played in tests/browser."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection

import pytest

from ruleslawyer.bridges.web.pages import FILES
from tests.cli.command import Command
from tests.cli.test_serve import FERRY

pytest.importorskip("fastapi_offline", reason="the extra http is not installed")
PLAY = ("play", "ferry", "--web")


def test_it_serves_its_files_and_ends_with_ctrl_c() -> None:
    words = [sys.executable, "-m", "ruleslawyer", "--project", str(FERRY), *PLAY, "--port", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    said = process.stdout.readline()
    assert said.endswith("Ctrl-C ends it\n")
    connection = HTTPConnection("127.0.0.1", int(said.split("127.0.0.1:")[1].split("/")[0]), timeout=60)
    for name, (_, _, kind) in FILES.items():
        connection.request("GET", f"/{name}")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.getheader("content-type") == kind and answer.read()
        assert "default-src 'none'" in str(answer.getheader("content-security-policy"))
    for method, path, origin in (("GET", "/../pyproject.toml", ""), ("GET", "/ask/open", ""), ("POST", "/ask/x", "")):
        connection.request(method, path, headers={"origin": origin} if origin else {})
        answer = connection.getresponse()
        assert answer.status in (404, 405) and b"error" in answer.read()
    connection.request("POST", "/ask/open", "{}", {"origin": "http://elsewhere.example"})
    answer = connection.getresponse()
    assert answer.status == 403 and b"another site" in answer.read()
    for host in ("elsewhere.example", "localhost.elsewhere.example", "10.9.8.7"):
        connection.request("GET", "/", headers={"host": host})
        answer = connection.getresponse()
        assert answer.status == 403 and b"its own name" in answer.read()
    connection.request("GET", "/", headers={"host": "localhost:1"})
    assert connection.getresponse().read().startswith(b"<!")
    process.send_signal(signal.SIGINT)  # with a connection that is kept open
    _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, "")


def test_a_port_that_is_taken(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = command(*PLAY, "--port", str(taken.getsockname()[1]), project=FERRY)
    assert answer.code == 2 and answer.err.startswith("error: --port: 127.0.0.1:")
    assert "choose another port, or 0" in answer.err


def test_without_the_extra_it_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ruleslawyer.bridges.web.pages", "ruleslawyer.bridges.serve.http"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = command(*PLAY, project=FERRY)
    assert answer.code == 2 and "pip install 'ruleslawyer[http]'" in answer.err and "--web" in answer.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--web", "--json"], "saved in the browser"),
        (["--port", "8000"], "there is no port without --web"),
        (["--web", "--as", "Eve"], "there is no player `Eve`"),
        (["--web", "--opponent", "oracle", "--port", "0"], "there is no bot `oracle`"),
        (["--web", "--scope", "open", "--port", "0"], "leaves something open"),
    ],
)
def test_mistakes(command: Command, options: list[str], says: str) -> None:
    answer = command("play", "ferry", *options, project=FERRY)
    assert answer.code == 2 and says in answer.err
