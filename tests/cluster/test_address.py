"""Addresses of clusters: what is none, and what leaves this machine without protection, ends with code 2."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.studies.cluster.client import full_address, may_be_plain
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
VERBS = (
    "check",
    "prove ferry",
    "sweep ferry",
    "prove ferry --clashes",
    "adequacy ferry --clauses",
    "export ferry --to vectors",
)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "localhost:1", "tcp://[::1]:8786", "tls://10.0.0.1:8786"])
def test_addresses(address: str) -> None:
    assert full_address(address).endswith(address)


@pytest.mark.parametrize(
    "address", ["", "8786", "cluster", "tcp://127.0.0.1", "http://127.0.0.1:1", "tcp://h:1/x", "a:b"]
)
def test_no_address(address: str) -> None:
    with pytest.raises(UsageError, match="no address"):
        full_address(address)


@pytest.mark.parametrize("address", ["tcp://192.0.2.1:8786", "example.org:8786"])
def test_beyond_this_machine_tls_is_required(address: str) -> None:
    with pytest.raises(UsageError, match="the connection is not encrypted"):
        full_address(address)
    assert not may_be_plain(f"tcp://{address.removeprefix('tcp://')}")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_asks_much_has_it(verb: str, command: Command) -> None:
    """A flag that were ignored would end otherwise."""
    found = command(*verb.split(), "--cluster", "tcp://192.0.2.1:8786", project=FERRY)
    assert found.code == 2
    assert "the connection is not encrypted" in found.err


def test_tls_without_certificates(command: Command) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'ruleslawyer[cluster]'")
    found = command("adequacy", "--clauses", "ferry", "--cluster", "tls://192.0.2.1:8786", project=FERRY)
    assert found.code == 2
    assert "no certificates are named" in found.err


def test_nobody_there(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleslawyer.studies.cluster.client.ANSWERS", 0.5)
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'ruleslawyer[cluster]'")
    found = command("adequacy", "--clauses", "ferry", "--cluster", "127.0.0.1:1", project=FERRY)
    assert found.code == 2
    assert "does not answer" in found.err


def test_dask_is_not_installed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = command("adequacy", "--clauses", "ferry", "--cluster", "127.0.0.1:1", project=FERRY)
    assert found.code == 2
    assert "Dask is not installed" in found.err
    assert "ruleslawyer[cluster]" in found.err
