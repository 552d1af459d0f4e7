"""`serve` over HTTP under load: games at once, each played at random by a client that asks what is legal and steps.

Run it as `python -m benchmarks.serve [RULESET [SCOPE [GAMES [STEPS [PAUSE]]]]]`; a client waits up to twice PAUSE
seconds before a step, 0 by default. It prints p50 and p99 of each request, answers a second of wall clock and of the
server's processor time, and the server's memory. Clients run in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Measured:
    """The seconds of each answer, by request."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"initial": [], "legal": [], "step": []})


class Client:
    """One connection, which is kept."""

    def __init__(self, port: int, measured: Measured) -> None:
        self.port, self.measured = port, measured

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, name: str, **more: Any) -> dict[str, Any]:
        body = json.dumps(more).encode()
        began = time.perf_counter()
        head = f"POST /{name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        self.writer.write(head + body)
        heading = await self.reader.readuntil(b"\r\n\r\n")
        length = int(heading.lower().partition(b"content-length:")[2].split()[0])
        found: dict[str, Any] = json.loads(await self.reader.readexactly(length))
        self.measured.seconds.setdefault(name, []).append(time.perf_counter() - began)
        assert "error" not in found, found
        return found


async def game(client: Client, name: str, begins: list[Any], steps: int, pause: float) -> None:
    dice = random.Random(name)
    await client.open()
    at: dict[str, Any] = {"ended": True}
    for _ in range(steps):
        await asyncio.sleep(2 * pause * dice.random())
        legal = [] if at["ended"] else (await client.ask("legal", game=name))["legal"]
        if not legal:
            at = await client.ask("initial", game=name, args=dice.choice(begins))
            continue
        chosen = dice.choice(legal)
        at = await client.ask("step", game=name, version=at["version"], action=chosen["action"], args=chosen["args"])
    client.writer.close()


async def load(port: int, games: int, steps: int, pause: float) -> Measured:
    measured = Measured()
    first = Client(port, measured)
    await first.open()
    begins = (await first.ask("initials"))["initials"]
    await asyncio.gather(*(game(Client(port, measured), f"g{i}", begins, steps, pause) for i in range(games)))
    return measured


def main(
    ruleset: str = "daemons", scope: str = "duel", games: str = "200", steps: str = "20", pause: str = "0"
) -> None:
    words = [sys.executable, "-m", "ruleslawyer", "serve", ruleset, "--scope", scope, "--http", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            port = int(server.stdout.readline().split()[0].rpartition(":")[2])
            before, began = _processor(server.pid), time.perf_counter()
            measured = asyncio.run(load(port, int(games), int(steps), float(pause)))
            wall, processor = time.perf_counter() - began, _processor(server.pid) - before
            print(f"{ruleset}, {scope}: {games} games at once")
            for name, seconds in measured.seconds.items():
                ranked = sorted(seconds)
                p50, p99 = (ranked[int(len(ranked) * share)] for share in (0.5, 0.99))
                print(f"{name:10} {len(ranked):6} answers  p50 {p50 * 1000:7.1f} ms  p99 {p99 * 1000:7.1f} ms")
            asked = sum(map(len, measured.seconds.values()))
            print(f"{asked / wall:.0f} answers/s of wall clock, {asked / processor:.0f} of the server's processor")
            print(f"{_memory(server.pid)} MiB")
        finally:
            server.terminate()


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/status").read_text(encoding="utf-8").partition("VmRSS:")[2].split()[0]) >> 10


if __name__ == "__main__":
    main(*sys.argv[1:])
