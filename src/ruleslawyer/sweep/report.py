"""What a sweep found, as JSON for scripts, and each of it as a scope file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ruleslawyer.claims.as_json import Json
from ruleslawyer.files.write import toml_key, toml_value
from ruleslawyer.sweep.plan import Plan
from ruleslawyer.sweep.sweep import Figures, New, Swept

ENTRIES = ("sorts", "attributes", "grids", "defaults")
"""Tables of a scope whose entries are tables themselves."""


def ordered(found: Swept) -> list[New]:
    """What was found: by kind, the least first."""
    return sorted(found.new.values(), key=lambda new: (new.met.kind, *new.case.size, new.met.key))


def figures_json(figures: Figures) -> Json:
    return {
        "cards": list(figures.members),
        "every": figures.every,
        "impossible": figures.impossible,
        "refused": figures.refused,
        "dealt": len(figures.dealt),
        "whole": len(figures.whole),
        "met": len(figures.met),
    }


def document(ruleset: str, found: Swept, kept: Iterable[str], files: dict[tuple[str, ...], str]) -> Json:
    """A sweep as JSON; `files`: where scopes were written."""
    return {
        "ruleset": ruleset,
        "base": found.plan.base,
        "sort": found.plan.sort,
        "strength": found.strength,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "scopes": found.scopes,
        "whole": found.whole,
        "bounded": found.bounded,
        "refusals": found.refusals,
        "states": found.states,
        "by_hand": found.by_hand,
        "positions_keep": list(kept),
        "fixed": dict(found.plan.fixed),
        "combinations": [figures_json(one) for one in found.figures],
        "found": [_new(new, files.get(new.met.key)) for new in ordered(found)],
        "seconds": round(found.seconds, 3),
    }


def _new(new: New, file: str | None) -> Json:
    return {
        "kind": new.met.kind,
        "title": new.met.title,
        "clauses": list(new.met.cites),
        "cards": list(new.case.members),
        "values": new.case.values,
        "states": new.states,
        "least": new.shrunk,
        "play": list(new.met.play),
        "file": file,
    }


def file_name(new: New) -> str:
    """A name for its scope file, of what it is about."""
    return f"{scope_name(new.met.key)}.toml"


def scope_name(key: Iterable[str]) -> str:
    """The name of a scope about this."""
    words = re.findall(r"[a-z0-9]+", " ".join(key).lower())
    return "_".join(words)[:80].strip("_")


def scope_file(plan: Plan, new: New) -> str:
    """The least scope as a file that can be put among the ruleset's scopes."""
    made, _ = plan.scope(new.case.members, new.case.values)
    about = [f"{new.met.kind}: {new.met.title}", *(f"[{', '.join(new.met.cites)}]" for _ in new.met.cites[:1])]
    lines = [f"# Found by a sweep: {' '.join(about)}"]
    if new.met.play:
        lines.append(f"# The play: {', '.join(new.met.play)}")
    return scope_text({**made, "title": _title(new)}, lines)


def scope_text(document: Json, comments: Iterable[str]) -> str:
    """A scope as a file says it."""
    lines = [*comments, f"title = {toml_value(document['title'])}"]
    plain = {k: v for k, v in document.items() if k != "title" and not isinstance(v, dict)}
    lines += [f"{toml_key(k)} = {toml_value(v)}" for k, v in plain.items()]
    for table, entries in document.items():
        if isinstance(entries, dict) and entries:
            lines += ["", f"[{table}]", *_entries(table, entries)]
    return "\n".join(lines) + "\n"


def _entries(table: str, entries: Json) -> Iterable[str]:
    for key, value in entries.items():
        if table in ENTRIES and isinstance(value, dict):
            yield from (f"{toml_key(key)}.{toml_key(inner)} = {toml_value(v)}" for inner, v in value.items())
        else:
            yield f"{toml_key(key)} = {toml_value(value)}"


def _title(new: New) -> str:
    return f"{new.met.title}: {said(new.case.values)}"


def said(values: dict[str, Any]) -> str:
    """Values of factors in a line."""
    return ", ".join(f"{name} = {toml_value(value)}" for name, value in values.items()) or "all as usual"
