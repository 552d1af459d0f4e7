"""Steps, moves and answers a second: of the Python API, of bots and libraries of games, of `serve` and of `conform`."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks import ROOT, finish, machine, spent
from ruleslawyer.api import Project
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.session import walk
from ruleslawyer.play.coded import CompiledScope
from ruleslawyer.play.extensive.game import CHANCE, Extensive, Move, Position
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.games.bots import measure, player

if TYPE_CHECKING:
    from ruleslawyer.pettingzoo.environment import Environment

SCOPES = ("daemons:duel", "mnemonic:tiny", "mere_mortals:tiny", "memesis:tiny", "megacorp:tiny", "megacorp:full_decks")
BEGINNINGS = 8
Where = Annotated[list[str] | None, typer.Argument(metavar="[RULESET:SCOPE]…", help="Only these.")]


# --- the Python API ---------------------------------------------------------------------------------------------------


STEP_COLUMNS = (
    "rulebook and scope",
    "code, s",
    "interpreter",
    "compiled, JSON",
    "compiled, bytes",
    "playouts",
    "JSON, bytes",
)
LONGEST_PLAY = 300


def steps(
    number: Annotated[int, typer.Argument(help="Steps of each way.")] = 3000,
    where: Where = None,
    here: Annotated[bool, typer.Option("--here", hidden=True)] = False,
) -> None:
    """Steps a second by rulebook: compiled code beside the interpreter, each in a process of its own.

    Random plays that ask `legal` and `step` in JSON, the same without JSON (`Stepper`, states as bytes), and
    `playouts`. Seconds are of a processor, once the best code is made; what making it takes is told apart. Plays are
    the same for both engines, and it is checked that they end in the same state.
    """
    if here and where:
        name, scope = where[0].split(":")
        print(" | ".join(measure_steps(name, scope, number)), flush=True)
        return
    print(" | ".join(STEP_COLUMNS), "|".join("---" for _ in STEP_COLUMNS), sep="\n", flush=True)
    for one in where or ("daemons:small", *SCOPES):
        subprocess.run([sys.executable, "-m", "benchmarks", "steps", str(number), one, "--here"], check=True, cwd=ROOT)


def measure_steps(name: str, scope: str, steps: int) -> list[str]:
    """One row of the table."""
    ruleset = Project.load(ROOT).ruleset(name)
    rules = ruleset.engine(scope, direct=False)
    began = time.process_time()
    code = ruleset.engine(scope, compiled=True)
    assert code.code is not None
    finish(code.code.code.book)
    made = time.process_time() - began
    begun = [outcome.state for _, outcome in starts_of(rules.system) if outcome.state is not None]
    starts = [rules.codec.state(state) for state in begun[:BEGINNINGS]]
    few = max(20, steps // 20)
    slow, slowly = play_at_random(starts, rules.legal, rules.step, few)
    _, quickly = play_at_random(starts, code.legal, code.step, few)
    if slowly != quickly:
        raise SystemExit(f"{name}:{scope}: the engines do not come to the same state")
    quick, _ = play_at_random(starts, code.legal, code.step, steps)
    stepper = code.code.code
    written = [stepper.bytes_of(code.codec.parse_state(state)) for state in starts]
    bare, _ = play_at_random(written, stepper.choices, stepper.step, steps)
    code.playouts(starts[0], 2, longest=LONGEST_PLAY)
    began, plays = time.process_time(), code.playouts(starts[0], max(20, steps // 10), longest=LONGEST_PLAY)
    bulk = sum(play["steps"] for play in plays) / (time.process_time() - began)
    size = f"{len(str(starts[0]))}"
    return [f"{name} {scope}", f"{made:.1f}", *(f"{rate:,.0f}" for rate in (slow, quick, bare, bulk)), size]


def play_at_random(
    starts: list[Any], legal: Callable[[Any], Any], step: Callable[[Any, Any], Any], steps: int
) -> tuple[float, Any]:
    """Steps a second of some random plays, and the state that was come to."""
    dice, state, along = random.Random(1), starts[0], 0
    began = time.process_time()
    for _ in range(steps):
        choices = legal(state)
        if not choices or along > LONGEST_PLAY:
            state, along = dice.choice(starts), 0
            continue
        state, along = step(state, dice.choice(choices)), along + 1
    return steps / (time.process_time() - began), state


# --- bots and libraries of games --------------------------------------------------------------------------------------


BOT_COLUMNS = ("rulebook and scope", "rules", "code, s", "greedy", "mcts", "OpenSpiel", "PettingZoo")
LONGEST, MCTS_PLAYS = 200, 100


def bots(
    seconds: Annotated[float, typer.Argument(help="Of a processor, for each.")] = 3.0, where: Where = None
) -> None:
    """The time of a move: of each bot, and of both adapters, with the rules interpreted and compiled.

    Bots play against themselves from each beginning in turn. An adapter's step is a random move with what a program of
    research asks on the way: legal moves and what the seat sees. Seconds are of a processor, or of one move where that
    takes longer; making the code is told apart.
    """
    project = LoadedProject.at(ROOT)
    print(" | ".join(BOT_COLUMNS), "|".join("---" for _ in BOT_COLUMNS), sep="\n", flush=True)
    for one in where or SCOPES:
        name, scope = one.split(":")
        for compiled in (False, True):
            shown = "compiled" if compiled else "interpreted"
            row = measure_bots(project.ruleset(name), scope, compiled, seconds)
            print(" | ".join([one, shown, *row]), flush=True)


def measure_bots(ruleset: LoadedRuleset, scope: str, compiled: bool, seconds: float) -> Iterator[str]:
    """Moves, or steps, a second of a processor."""
    from ruleslawyer.open_spiel import adapter
    from ruleslawyer.pettingzoo.environment import Environment

    system = ruleset.transition_system(scope)
    began = time.process_time()
    game = Extensive(system, compiled=compiled)
    if game.compiled_code is not None:
        finish(game.compiled_code.code.book)
    yield f"{time.process_time() - began:.1f}"
    begun = [state for _, state in islice(game.beginnings, BEGINNINGS)]
    for name in ("greedy", "mcts"):
        bot = player(name, game, measure(ruleset), 1, MCTS_PLAYS)
        yield moves_a_second(partial(bot_moves, game, bot.choose, begun), seconds)
    spiel = adapter.load(ruleset, scope, uniform=True)
    spiel.table.game = game
    yield moves_a_second(lambda: spiel_steps(spiel), seconds)
    env = Environment(ruleset, scope, uniform=True)
    env.table.game = game
    yield moves_a_second(lambda: zoo_steps(env), seconds)


def moves_a_second(moves: Callable[[], Iterator[None]], seconds: float) -> str:
    """How many of these there are in a second."""
    began, done = time.process_time(), 0
    for _ in moves():
        done += 1
        spent = time.process_time() - began
        if spent > seconds:
            break
    found = done / spent
    return f"{found:,.0f}" if found >= 10 else f"{found:.2g}"


def bot_moves(game: Extensive, choose: Callable[[Position], Move], begun: Sequence[State]) -> Iterator[None]:
    """Moves of one bot on all seats; those of chance are made on the way."""
    dice = random.Random(1)
    while True:
        position = Position(dice.choice(begun))
        for _ in range(LONGEST):
            found = game.decision(position)
            if found is None:
                break
            if found.seat == CHANCE:
                position = game.after(position, CHANCE, dice.choice(found.moves))
                continue
            position = game.after(position, found.seat, choose(position))
            yield


def spiel_steps(game: Any) -> Iterator[None]:
    dice = random.Random(1)
    while True:
        state = game.new_initial_state()
        for _ in range(LONGEST):
            if state.is_terminal():
                break
            if not state.is_chance_node():
                state.observation_tensor(state.current_player())
            state.apply_action(dice.choice(state.legal_actions()))
            yield


def zoo_steps(env: Environment) -> Iterator[None]:
    dice = random.Random(1)
    for seed in range(1 << 30):
        env.reset(seed=seed)
        for _ in range(LONGEST):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(dice.choice(observation["action_mask"].nonzero()[0].tolist()))
            yield


FIRST = "[attributes.Player]\nfirst = [true, false]\n"
SPIEL_COLUMNS = ("game", "steps/s", "beside C++")
PLAYS = 200


def openspiel(seconds: Annotated[float, typer.Argument(help="Of a processor, for each.")] = 3.0) -> None:
    """Steps a second beside OpenSpiel's own games of the same rules: in C++, in Python, and ours in three ways.

    Random plays. A step asks what is legal, draws one of it and takes it. All are called from Python, one step at a
    time, but for the last row of ours, which plays to the end by itself. Ratios are to OpenSpiel's C++ game in the same
    run. Nim has three heaps of three, and who takes the last wins.
    """
    from tests.unit.extensive.tables import CLASSICS

    with TemporaryDirectory() as folder:
        ours = LoadedProject.at(CLASSICS / "tictactoe").ruleset("tictactoe")
        print_rows("tic-tac-toe", rows("tic_tac_toe", "python_tic_tac_toe", ours, "board", seconds))
        print_rows("Nim", rows("nim(pile_sizes=3;3;3,is_misere=false)", None, nim(Path(folder)), "tiny", seconds))


def nim(folder: Path) -> LoadedRuleset:
    """The ruleset that the tests solve, in a project of its own."""
    from tests.agree.written import written
    from tests.unit.games.test_solve import NIM, PLAYERS

    text = "\n\nclass Player(Sort):\n    first: bool\n" + NIM
    scope = f"{PLAYERS}Heap = 3\n\n{FIRST}[attributes.Heap]\nnumber = [0, 1, 2]\n"
    return LoadedProject.at(written(folder, "nim", text, scope)).ruleset("nim")


def rows(
    theirs: str, in_python: str | None, ours: LoadedRuleset, scope: str, seconds: float
) -> Iterator[tuple[str, float]]:
    """Figures of a measurement, with steps a second."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  # it registers itself

    from ruleslawyer.open_spiel import adapter

    yield "OpenSpiel's, in C++", steps_a_second(steps_of(pyspiel.load_game(theirs).new_initial_state), seconds)
    if in_python:
        yield (
            "OpenSpiel's, in Python",
            steps_a_second(steps_of(pyspiel.load_game(in_python).new_initial_state), seconds),
        )
    game = adapter.load(ours, scope, uniform=True)
    begin = game.new_initial_state
    if begin().is_chance_node():  # the last way to begin has all heaps full
        begin = lambda: game.new_initial_state().child(len(game.table.beginnings) - 1)  # noqa: E731
    yield "the rulebook in OpenSpiel", steps_a_second(steps_of(begin), seconds)
    coded = CompiledScope(ours.transition_system(scope))
    finish(coded.code.book)
    first = coded.code.bytes_of(game.table.beginnings[-1][1])
    yield "the rulebook's compiled code", steps_a_second(lambda: bare(coded.code, first), seconds)
    plays = ours_in_bulk(coded, game.table.beginnings[-1][1])
    yield "the same, whole plays at once", steps_a_second(plays, seconds)


def steps_a_second(steps: Callable[[], Iterator[int]], seconds: float) -> float:
    began, done = time.process_time(), 0
    for count in steps():
        done += count
        spent = time.process_time() - began
        if spent > seconds:
            break
    return done / spent


def steps_of(begin: Callable[[], Any]) -> Callable[[], Iterator[int]]:
    """Plays of a `pyspiel` game, a batch at a time."""

    def played() -> Iterator[int]:
        dice = random.Random(1)
        while True:
            done = 0
            for _ in range(PLAYS):
                state = begin()
                while not state.is_terminal():
                    state.apply_action(dice.choice(state.legal_actions()))
                    done += 1
            yield done

    return played


def bare(code: Any, first: bytes) -> Iterator[int]:
    dice = random.Random(1)
    while True:
        done = 0
        for _ in range(PLAYS):
            state = first
            while choices := code.choices(state):
                state = code.step(state, dice.choice(choices))
                done += 1
        yield done


def ours_in_bulk(coded: CompiledScope, first: Any) -> Callable[[], Iterator[int]]:
    from ruleslawyer.engines.native.stepper import Playouts

    plays, written_ = Playouts(coded.system), coded.code.bytes_of(first)

    def played() -> Iterator[int]:
        for seed in range(1 << 30):
            yield sum(steps for _, steps, _ in plays.from_(written_, 10 * PLAYS, seed, 100))

    return played


def print_rows(title: str, found: Iterator[tuple[str, float]]) -> None:
    print(f"\n{title}: {' | '.join(SPIEL_COLUMNS)}", flush=True)
    reference = None
    for called, steps in found:
        reference = reference or steps
        print(f"{called} | {steps:,.0f} | {steps / reference:.3g}", flush=True)


# --- a server under load ----------------------------------------------------------------------------------------------


@dataclass
class Answers:
    """The seconds of each answer, by request."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"initial": [], "legal": [], "step": []})


class Client:
    """One connection, which is kept."""

    def __init__(self, port: int, measured: Answers) -> None:
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


async def load(port: int, games: int, steps: int, pause: float) -> Answers:
    measured = Answers()
    first = Client(port, measured)
    await first.open()
    begins = (await first.ask("initials"))["initials"]
    await asyncio.gather(*(game(Client(port, measured), f"g{i}", begins, steps, pause) for i in range(games)))
    return measured


def serve(
    ruleset: Annotated[str, typer.Argument()] = "daemons",
    scope: Annotated[str, typer.Argument()] = "duel",
    games: Annotated[int, typer.Argument(help="At once.")] = 200,
    steps: Annotated[int, typer.Argument(help="Of each.")] = 20,
    pause: Annotated[float, typer.Argument(help="A client waits up to twice so many seconds before a step.")] = 0.0,
) -> None:
    """`serve` over HTTP under load: games at once, each played at random by a client that asks what is legal and steps.

    Printed are p50 and p99 of each request, answers a second of wall clock and of the server's processor time, and the
    server's memory. Clients run in this process.
    """
    words = [sys.executable, "-m", "ruleslawyer", "serve", ruleset, "--scope", scope, "--http", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            port = int(server.stdout.readline().split()[0].rpartition(":")[2])
            before, began = _processor(server.pid), time.perf_counter()
            measured = asyncio.run(load(port, games, steps, pause))
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


# --- a conformance session --------------------------------------------------------------------------------------------


EXAMPLE = ROOT / "examples" / "node-daemons" / "main.mjs"
SESSION, TIMES = 1000, 3


def measure_session(scope: str) -> tuple[float, float, int, int]:
    """Seconds by the clock and of the processor, answers of node, and plays of one session; one that does not agree is
    no measurement."""
    system = Project.load(ROOT).ruleset("daemons").transition_system(scope)
    seconds, busy, answers, plays = [], [], 0, 0
    for _ in range(TIMES):
        began, used = time.perf_counter(), spent()
        with Program(["node", str(EXAMPLE)], 60.0) as program:
            found = walk(program, system, "daemons", steps=SESSION, seed=0, seconds=600)
            answers, plays = program.requests, found.plays
        if not found.agrees or found.steps != SESSION:
            sys.exit(f"scope {scope}: the session was not one of {SESSION} actions that agree")
        seconds.append(time.perf_counter() - began)
        busy.append(spent() - used)
    return median(seconds), median(busy), answers, plays


def conform(
    scopes: Annotated[
        list[str] | None, typer.Argument(help="Of daemons: tiny, duel, small and whole by default.")
    ] = None,
) -> None:
    """A conformance session of 1 000 actions against the example on node, for each scope.

    Each is played three times, from the start of node to its end; the row has the medians of the clock's seconds and of
    the processor's, ours and node's.
    """
    if shutil.which("node") is None:
        sys.exit("node is not installed")
    for key, value in machine().items():
        print(f"{key}: {value}")
    print(f"| daemons, scope | plays | answers | seconds for {SESSION} actions | of the processor |")
    print("|---|---|---|---|---|")
    for scope in scopes or ("tiny", "duel", "small", "whole"):
        seconds, busy, answers, plays = measure_session(scope)
        print(f"| {scope} | {plays} | {answers} | {seconds:.1f} | {busy:.1f} |")
