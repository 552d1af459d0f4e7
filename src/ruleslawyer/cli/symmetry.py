"""One state of each orbit, explored: `ruleslawyer explore RULESET --symmetry`."""

from __future__ import annotations

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.asking import ask_within, asking
from ruleslawyer.cli.explore import show_result
from ruleslawyer.cli.options import (
    Compressed,
    Json,
    MostMemory,
    MostSeconds,
    MostStates,
    PlaySaved,
    PlayShown,
    expect_play,
)
from ruleslawyer.exploration.asked import Symmetric
from ruleslawyer.rulebook.claims.limits import Limits


@asking(Symmetric)
def symmetry(
    ruleset: Ruleset, asked: Symmetric, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None,
    compress: Compressed = "auto", trace: PlayShown = None, save: PlaySaved = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what was found, as of the whole graph."""
    expect_play(trace, save)
    limits = Limits.here(max_states, max_seconds, memory, compress)
    result = ask_within(ruleset, asked, limits)
    show_result(ruleset, asked, result, trace=trace, save=save, json=json)
