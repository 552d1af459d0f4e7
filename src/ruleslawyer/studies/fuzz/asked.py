"""The question of `games --fuzz`: what whole games meet that nobody knew."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.rulebook.claims.limits import Limits, default_memory
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.studies.fuzz.fuzz import FuzzResult

GAMES = "games.json"
_WRITES = f"Write what is found there, and what was learned, to go on from ({GAMES})."


@dataclass(frozen=True)
class Fuzz(Told["FuzzResult"]):
    """Play whole games at random, and report what they meet that is new.

    Games are guided: actions, choices and states that were seen least are
    played more, and a state that comes nearer to breaking a property is gone on
    from. New is an event or a deadlock that no finding names, and a property
    that is violated and expected to be nowhere. Each comes with a scope of its
    own: it begins shortly before, with the few cards that matter.

    The exit code is 1 when something new is found. Ctrl-C prints what was found
    so far; with --write the same command goes on from there. Nothing is said to
    hold: what was never met in so many games may be met in the next.

    Examples:

      ruleslawyer games daemons --fuzz

      ruleslawyer games megacorp --fuzz --minutes 10 --write build/fuzz

      ruleslawyer games mnemonic --fuzz --games 2000 --seed 7 --json
    """

    scope: Annotated[
        str, Option("The scope whose games are played.", metavar="SCOPE", completes="scopes", finds="drawn_game")
    ] = ""
    minutes: Annotated[
        float | None,
        Option("Play for so long; shrinking has a quarter more.", min=0.01, max=LONGEST, show_default="1"),
    ] = None
    games: Annotated[
        int | None, Option("Play so many games: the same for the same seed.", min=1, max=10**9)
    ] = None  # fmt: skip
    seed: Annotated[int, Option("Other games.", min=0, max=2**63 - 1)] = 1
    max_actions: Annotated[int, Option("Cut games off after so many actions.", min=1, max=60_000)] = 500
    uniform: Annotated[bool, Option("Play at random, and learn nothing from it.", "--uniform")] = False
    write: Annotated[Path | None, Option(_WRITES, metavar="DIR", writes=GAMES)] = None
    workers: Annotated[int | None, Option("Threads.", min=1, max=64, show_default="all cores")] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> FuzzResult:
        from ruleslawyer.base.processes.executor import processors
        from ruleslawyer.studies.fuzz import fuzz
        from ruleslawyer.studies.fuzz.fuzz import FuzzSave

        scope = sha256(repr(ruleset.scope(self.scope)).encode()).hexdigest()
        header = {
            "rules": ruleset.system.digest, "scope": scope, "seed": self.seed, "longest": self.max_actions,
            "guided": not self.uniform,
        }  # fmt: skip
        return fuzz.FuzzRun(
            ruleset, self.scope, seed=self.seed, games=self.games,
            minutes=1.0 if self.minutes is None and self.games is None else self.minutes,
            longest=self.max_actions, uniform=self.uniform, workers=self.workers or processors(),
            limits=Limits(memory=default_memory()), tell=self.progress,
            saved=None if self.write is None else FuzzSave(self.write / GAMES, header),
        ).result()  # fmt: skip
