"""What a move takes: of each bot, and of both adapters, by rulebook, with the rules interpreted and compiled.

`python -m benchmarks.bots [SECONDS [RULESET:SCOPE …]]`: each is asked for so many seconds of a processor, 3 by default,
or for one move where that takes longer. Bots play against themselves from each beginning in turn. An adapter's step is
a random move with what a program of research asks on the way: legal moves and what the seat sees. Seconds are of a
processor; making the code is told apart.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from benchmarks.machine import finish
from benchmarks.scopes import ROOT
from ruleslawyer.open_spiel import adapter
from ruleslawyer.pettingzoo.environment import Environment
from ruleslawyer.play.extensive.game import CHANCE, Extensive, Move, Position
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.bots.players import measure, player

WHERE = ("daemons:duel", "mnemonic:tiny", "mere_mortals:tiny", "memesis:tiny", "megacorp:tiny", "megacorp:full_decks")
HEAD = ("rulebook and scope", "rules", "code, s", "greedy", "mcts", "OpenSpiel", "PettingZoo")
LONGEST, BEGINNINGS, MCTS_PLAYS = 200, 8, 100


def main() -> None:
    seconds, *where = sys.argv[1:] or ["3"]
    project = LoadedProject.at(ROOT)
    print(" | ".join(HEAD), "|".join("---" for _ in HEAD), sep="\n", flush=True)
    for one in where or WHERE:
        name, scope = one.split(":")
        for compiled in (False, True):
            shown = "compiled" if compiled else "interpreted"
            row = measured(project.ruleset(name), scope, compiled, float(seconds))
            print(" | ".join([one, shown, *row]), flush=True)


def measured(ruleset: LoadedRuleset, scope: str, compiled: bool, seconds: float) -> Iterator[str]:
    """Moves, or steps, a second of a processor."""
    system = ruleset.transition_system(scope)
    began = time.process_time()
    game = Extensive(system, compiled=compiled)
    if game.compiled_code is not None:
        finish(game.compiled_code.code.book)
    yield f"{time.process_time() - began:.1f}"
    begun = [state for _, state in islice(game.beginnings, BEGINNINGS)]
    for name in ("greedy", "mcts"):
        bot = player(name, game, measure(ruleset), 1, MCTS_PLAYS)
        yield rate(partial(bot_moves, game, bot.choose, begun), seconds)
    spiel = adapter.load(ruleset, scope, uniform=True)
    spiel.table.game = game
    yield rate(lambda: spiel_steps(spiel), seconds)
    env = Environment(ruleset, scope, uniform=True)
    env.table.game = game
    yield rate(lambda: zoo_steps(env), seconds)


def rate(moves: Callable[[], Iterator[None]], seconds: float) -> str:
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


if __name__ == "__main__":
    main()
