"""Dask clusters for tests: a scheduler and workers as users start them, each a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

READY = 60.0


class Started:
    """A scheduler on this machine, and some workers of one thread each."""

    def __init__(self, workers: int = 2, settings: Mapping[str, str] | None = None, scheme: str = "tcp") -> None:
        self.number, self.settings, self.scheme = workers, dict(settings or {}), scheme
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{scheme}://127.0.0.1:{self.port}"
        self.log = Path(tempfile.mkdtemp()) / "log"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Started:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        self.scheduler = self._run(
            "dask_scheduler", "--host", f"{self.scheme}://127.0.0.1", "--port", str(self.port), "--no-show"
        )
        end = time.monotonic() + READY
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.1)
        for _ in range(self.number):
            self.add()

    def add(self) -> None:
        """One worker more, without the process that would start it again."""
        self.workers.append(
            self._run("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "20")
        )

    def kill(self, number: int) -> None:
        self.workers[number].kill()
        self.workers[number].wait()

    def pause(self, number: int) -> None:
        os.kill(self.workers[number].pid, signal.SIGSTOP)

    def go_on(self, number: int) -> None:
        os.kill(self.workers[number].pid, signal.SIGCONT)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                process.kill()
                process.wait()
        self.workers.clear()

    def _run(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words, "--no-dashboard"]
        env = {**os.environ, **self.settings}
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=env, cwd=self.log.parent)
