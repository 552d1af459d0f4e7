"""VS Code without a screen: its server part, a page of it in Chromium, and the wait for what runs inside."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from tests.release.steps import FallsShort, NotRun

PATIENCE = 600.0
"""Seconds for all of it: a machine may be busy."""
NOWHERE_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""The page asks this machine alone."""


@contextmanager
def serving(command: Sequence[str | Path], folder: Path, **environment: str) -> Iterator[str]:
    """VS Code served from a folder of its own on this machine alone; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "config.yaml"
    config.write_text("auth: none\n", encoding="utf-8")
    words = [*map(str, command), "--config", str(config), *own(folder), "--bind-addr", f"127.0.0.1:{port}"]
    quiet = ("--disable-telemetry", "--disable-update-check", "--disable-workspace-trust")
    with (folder / "said").open("w", encoding="utf-8") as said:
        env = {**os.environ, **environment}
        server = subprocess.Popen([*words, *quiet], env=env, stdout=said, stderr=said, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}/"
        _wait_for(address, server)
        yield address
    finally:
        server.terminate()
        server.wait(20)


def own(folder: Path) -> tuple[str, ...]:
    """The options that keep an editor's settings and extensions apart from anybody's."""
    return "--user-data-dir", str(folder / "data"), "--extensions-dir", str(folder / "extensions")


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < end:
        try:
            with urlopen(f"{address}healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise FallsShort("VS Code's server does not answer")


def wait_for(address: str, project: Path, file: str) -> str:
    """Open a project in the editor, and wait until an extension has written a file into it. Returns what it says; where
    nothing is written, which an extension that was started does in any case, it was `NotRun`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", NOWHERE_ELSE])
        page = browser.new_page()
        page.goto(f"{address}?folder={quote(str(project))}", timeout=PATIENCE * 1000)
        end = time.monotonic() + PATIENCE
        while not (project / file).exists() and time.monotonic() < end:
            page.wait_for_timeout(200)
        browser.close()
    if not (project / file).exists():
        raise NotRun(f"VS Code has not run its extensions to their end in {PATIENCE:.0f} seconds")
    return (project / file).read_text(encoding="utf-8")


def _chromium() -> str | None:
    return next((found for name in ("chromium-headless-shell", "chromium") if (found := shutil.which(name))), None)
