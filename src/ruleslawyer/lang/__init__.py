"""What authors of rules and checks import. Runs as plain Python; knows no source text and no solver."""

from ruleslawyer.lang.records import (
    CHANCE,
    SILENT,
    Chance,
    Map,
    Pile,
    Range,
    Silent,
    ask,
    cite,
    close_frame,
    effect,
    frame,
    frame_of,
    gain,
    is_open,
    lose,
    open_frame,
    simultaneous,
    state,
    the,
    until,
)
from ruleslawyer.lang.rules import Checks, Ruleset
from ruleslawyer.lang.sorts import Constants, Sort, defines, number

__all__ = [
    "CHANCE", "SILENT", "Chance", "Checks", "Constants", "Map", "Pile", "Range", "Ruleset", "Silent", "Sort",
    "ask", "cite", "close_frame", "defines", "effect", "frame", "frame_of", "gain", "is_open", "lose", "number", "open_frame",
    "simultaneous", "state", "the", "until",
]
