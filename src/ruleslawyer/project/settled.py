"""Answers that were given, and are the model's from then on: `checks/<ruleset>/settled.toml`.

    [settled.004]
    "how_else_a_turn_ends?" = "its_player_says_so"

Below the id of a finding stands what was ruled there, under the keys of rulings; `findings --settle --from` writes it.
Without the file the model is as the book has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ruleslawyer.base.files.content import is_there, toml_key, toml_value
from ruleslawyer.base.files.toml import read_toml

FILE = "settled.toml"
_HEAD = "# Answers that the model follows. To take one back: ruleslawyer findings {}/ID --settle --undo\n"
_EXAMPLE = 'write [settled.004] with "question" = "option"'

Settled = tuple[tuple[str, str], ...]
"""Rulings by key, in the order of the keys."""


def settled_file(root: Path, ruleset: str) -> Path:
    return root / "checks" / ruleset / FILE


def place_of(ruleset: str) -> str:
    """The file as messages name it."""
    return f"checks/{ruleset}/{FILE}"


def read_answers(root: Path, ruleset: str) -> dict[str, dict[str, str]]:
    """By the ids of findings what was ruled; nothing where there is no file. A `UsageError` where the file is another
    one, or two findings rule one key otherwise."""
    path = settled_file(root, ruleset)
    if not is_there(path):
        return {}
    file = read_toml(path, place_of(ruleset), shape=_EXAMPLE)
    file.expect_keys(("settled",))
    tables = file.table("settled", _EXAMPLE)
    found: dict[str, dict[str, str]] = {}
    ruled: dict[str, tuple[str, str]] = {}
    for id_ in tables.data:
        table = tables.table(id_, _EXAMPLE)
        found[id_] = {key: table.text(key) for key in table.data}
        for key, option in found[id_].items():
            other, before = ruled.setdefault(key, (id_, option))
            if before != option:
                about = f"`{key}` is settled twice: as `{before}` by {other}, and as `{option}` by {id_}"
                raise table.wrong(about, "keep one of them", key)
    return found


def rulings_in(settled: Mapping[str, Mapping[str, str]]) -> Settled:
    """All that was ruled."""
    return tuple(sorted({key: option for of in settled.values() for key, option in of.items()}.items()))


def settled_text(ruleset: str, settled: Mapping[str, Mapping[str, str]]) -> str:
    """The file's text."""
    text = _HEAD.format(ruleset)
    for id_, of in sorted(settled.items()):
        lines = (f"{toml_key(key)} = {toml_value(option)}\n" for key, option in of.items())
        text += f"\n[settled.{toml_key(id_)}]\n{''.join(lines)}"
    return text
