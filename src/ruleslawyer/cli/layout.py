"""How a scope's states are packed, printed: `ruleslawyer explore RULESET --show-layout`."""

from __future__ import annotations

from ruleslawyer.cli.output import out, print_json, say, table
from ruleslawyer.engines.native.explore import Preparing
from ruleslawyer.semantics.transition import TransitionSystem


def print_layout(ruleset: str, system: TransitionSystem, json: bool) -> None:
    """The slot of every field that varies, and what every other one always is."""
    layout = Preparing(system).layout()
    constants = {layout.names[i]: value for i, value in sorted(layout.constants.items())}
    if json:
        names = ("field", "word", "shift", "bits", "low", "high", "bounded")
        print_json(
            {
                "ruleset": ruleset,
                "scope": system.scope.name,
                "reading": dict(system.reading),
                "bits": layout.bits,
                "words": layout.words,
                "slots": [dict(zip(names, row, strict=True)) for row in layout.table()],
                "constants": constants,
            }
        )
        return
    found = table("field", "word", "bits", "values", numbers=(1,))
    for name, word, shift, bits, low, high, bounded in layout.table():
        place = f"{shift}" if bits == 1 else f"{shift}-{shift + bits - 1}"
        found.add_row(
            name, str(word), place, f"{low} to {high}" + ("" if bounded else ", wider where that is too little")
        )
    out().print(found)
    say(f"{layout.bits} bits in {layout.words} words of 64; {len(constants)} more fields never change")
