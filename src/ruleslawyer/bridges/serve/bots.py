"""A bot's move in a game that is served: one whole action, which anybody else could have taken there."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.play.extensive.game import CHANCE, Extensive, Move, Position
from ruleslawyer.play.session import Node
from ruleslawyer.semantics.codec import CHANCE as CHANCE_DECIDES
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.bots import player
from ruleslawyer.studies.games.simple import Bot, Random
from ruleslawyer.studies.games.table import PlayTable

MOST_SEED = 1 << 32
USUAL = "greedy"


def choice(at: Node[Extensive], asked: Json, wants: PlayTable) -> tuple[Instance, str]:
    """The action that a bot chooses for whoever is awaited, and its measure in words. Where several may act, `player`
    does, or who goes first is drawn. With `player` and an action, that player's part of a joint action is given, and
    the bot chooses those of the others. A `UsageError` where the name or the seed is none, or nobody of these has to
    choose."""
    game, name, seed = at.rules, asked.get("bot", USUAL), asked.get("seed", 0)
    if not isinstance(name, str):
        raise UsageError("a bot is asked for by its name", "bot", f'"bot": "{USUAL}"')
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MOST_SEED:
        raise UsageError(f"a seed is a number from 0 to {MOST_SEED - 1}", "seed")
    number = int.from_bytes(at.version.encode())  # so that it throws anew at each decision, and equally in equal games
    bot = player(name, game, wants, Dice(seed, number).state)
    chosen = _own_choice(game, at, asked)
    alone = "player" in asked and asked["player"] != CHANCE_DECIDES and not chosen
    position = Position(at.rest, chosen, first=game.seat(asked["player"]) if alone else None)
    while True:
        found = game.decision(position)
        if found is None:
            raise UsageError(game.ending(position) or "nobody else has anything to choose", "game")
        who = game.seats[found.seat] if found.seat != CHANCE else CHANCE_DECIDES
        if "player" in asked and not position.chosen and asked["player"] != who:
            raise UsageError(f"it is the decision of {who}", "player", "leave it out, or wait")
        mover: Bot = Random(game, Dice(seed, number)) if found.seat == CHANCE else bot
        move = mover.choose(position)
        whole = game.whole(position, found.seat, move)
        if whole is not None:
            return whole, bot.says
        position = game.after(position, found.seat, move)


def _own_choice(game: Extensive, at: Node[Extensive], asked: Json) -> tuple[tuple[int, Move], ...]:
    """The part of a joint action that somebody has chosen himself."""
    if "action" not in asked:
        return ()
    seat = game.seat(asked.get("player"))
    instance = game.codec.parse_instance({"action": asked["action"], "args": asked.get("args", {})}, "action")
    if game.actions[instance.action].kind != "joint" or seat not in game.system.awaits(at.rest):
        mend = "take it by `step`, and leave `action` out here"
        raise UsageError(f"{game.codec.call(instance)} is no joint action of {game.seats[seat]} here", "action", mend)
    if instance not in game.allowed_instances(at.rest)[0]:
        raise UsageError(f"{game.codec.call(instance)} cannot be taken here", "action", "choose what `legal` lists")
    return ((seat, game.part(instance, seat)),)
