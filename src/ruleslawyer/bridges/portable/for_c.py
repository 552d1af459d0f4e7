"""A rulebook for C programs: a header with all that is called, and a file for each scope."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from ruleslawyer.bridges.portable.answered import NOTHING, Answered
from ruleslawyer.bridges.portable.description import PLACES, memory_of, starts
from ruleslawyer.engines.native.filed import PortableCode
from ruleslawyer.engines.native.image import Image, kept_choice, registers
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem

MAGIC = b"RULES\0\0\1"
HEADER = Path(__file__).parent / "client" / "rules.h"
SIGNATURES = """\
void @RULES@_list(void *context);
void @RULES@_step(void *context);
int64_t @RULES@_ended(void *context);
int64_t @RULES@_paid(void *context, int64_t seat);
int64_t @RULES@_sees(void *context, int64_t sort, int64_t member, int64_t seat);
int64_t @RULES@_walk(void *context, int64_t longest, int64_t greedy);
int64_t @RULES@_valued(void *context, int64_t seat);
int64_t @RULES@_gained(void *context);
void @RULES@_begin(void *context);
int64_t @RULES@_search(void *context, int64_t most);
void @RULES@_hashed(void *context, const void *state, void *found);
void @RULES@_packed(void *context, const void *state, void *into);
void @RULES@_unpacked(void *context, const void *from, void *state);"""


def for_c(
    ruleset: LoadedRuleset, filed: PortableCode, build: str, names: Iterable[str], said: Answered = NOTHING
) -> dict[str, bytes]:  # fmt: skip
    """The header, and the scopes as files."""
    systems = {name: said.in_scope(ruleset, name) for name in names}
    files = {f"{ruleset.name}.{name}.scope": _scope(ruleset, filed, build, one) for name, one in systems.items()}
    return {f"{ruleset.name}.h": _header(ruleset, filed, build).encode(), **files}


def _header(ruleset: LoadedRuleset, filed: PortableCode, build: str) -> str:
    words = registers()
    actions = list(ruleset.system.actions)
    said = {
        "CALLED": SIGNATURES, "TITLE": ruleset.title, "BUILD": build, "RULES": ruleset.name,
        "UPPER": ruleset.name.upper(), "CHOICE": kept_choice(filed.low), "SHORT": short(build),
        "ACTIONS": ", ".join(f"RULES_{name.upper()}" for name in actions),
        "NAMES": ", ".join(f'"{name}"' for name in actions),
        "PLACES": ", ".join(f"RULES_{name}" for name in PLACES),
        "MAGIC": "".join(f"\\{byte:03o}" for byte in MAGIC),
        **words["context"], **words["game"],
    }  # fmt: skip
    text = HEADER.read_text("utf-8")
    for name, value in said.items():
        text = text.replace(f"@{name}@", str(value))
    left = re.findall(r"@[A-Z_]+@", text)
    assert not left, left
    return text


def short(build: str) -> int:
    """The last digits of a build, as a number."""
    return int(build[-8:], 16)


def _scope(ruleset: LoadedRuleset, filed: PortableCode, build: str, system: TransitionSystem) -> bytes:
    """The same image as a page has, with the beginnings behind it."""
    layout = Layout(filed.low, system.scope)
    memory = memory_of(ruleset, layout, system)
    states = [state for _, state in starts(layout, system)]
    head = (short(build), memory.size, len(memory.pointers), len(memory.pieces), layout.bytes, 8 * layout.words)
    return b"".join([
        MAGIC, _words((*head, len(states), len(PLACES))),
        *(_words(memory.places[place]) for place in PLACES),
        _words(memory.pointers), *_pieces(memory), *states,
    ])  # fmt: skip


def _pieces(memory: Image) -> Iterable[bytes]:
    for at, data in memory.pieces:
        yield _words((at, len(data))) + data


def _words(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)
