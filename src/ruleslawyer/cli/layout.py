"""How a scope's states are packed, printed: `ruleslawyer explore RULESET --show-layout`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli.asking import asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import out, print_json, say, table
from ruleslawyer.exploration.asked import StateLayout
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # they need the native engine
    from ruleslawyer.engines.native.scope_data import Layout
    from ruleslawyer.engines.native.slots import Slot


@asking(StateLayout)
def layout(ruleset: Ruleset, asked: StateLayout, *, json: Json = False) -> None:
    """Show where in a packed state each part of each field lies."""
    from ruleslawyer.engines.native.slots import slots_of

    packed = asked(ruleset)
    slots = [_row(packed, slot) for slot in slots_of(packed)]
    if json:
        print_json(
            {
                "ruleset": ruleset.name,
                "scope": asked.scope,
                "reading": dict(asked.system(ruleset).reading),
                "bits": packed.bits,
                "words": packed.words,
                "slots": slots,
                "constants": {},  # what never changes is not known before a scope is explored
            }
        )
        return
    found = table("field", "word", "bits", "values", numbers=(1,))
    for row in slots:
        first, bits = row["shift"], row["bits"]
        place = f"{first}" if bits == 1 else f"{first}-{first + bits - 1}"
        values = f"{row['low']} to {row['high']}" if row["bounded"] else "any: nothing bounds it"
        found.add_row(row["field"], str(row["word"]), place, values)
    out().print(found)
    say(f"{packed.bits} bits in {packed.words} words of 64")


def _row(layout: Layout, slot: Slot) -> JsonObject:
    """A slot as it is printed; `shift` may lead on into the next word."""
    return {
        "field": _name(layout, slot),
        "word": slot.pieces[0].word,
        "shift": slot.pieces[0].shift,
        "bits": slot.bits,
        "low": slot.low,
        "high": slot.low + (1 << slot.bits) - 1,
        "bounded": not slot.is_open,
    }


def _name(layout: Layout, slot: Slot) -> str:
    """The name of a slot: the field as an author writes it, and the part of it, such as a member of a set."""
    codec, (frame, field, keys) = Codec(layout.system, layout.scope), slot.cell
    if not field:
        return f"{frame} is open"
    part = slot.tokens[2 + len(keys) :]
    prefix = f"{frame}." if frame else ""
    name = f"{prefix}{field}{codec.keys(layout.places[frame, field].type, keys)}"
    if not part:
        return name
    (last,) = part
    return f"{name}{{{layout.scope.names[last[0]][last[1]]}}}" if isinstance(last, tuple) else f"{name}.{last}"
