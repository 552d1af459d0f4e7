"""Every verb of the command with its options, from the help that it prints."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from pages.markdown import code, fenced, prose, table
from ruleslawyer.cli.forms import GROUPS
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import questions


def page() -> str:
    """One section for each verb."""
    group: Any = get_command(app)
    lines = [
        "# Commands", "", prose(group.help), "", _options(group), prose(group.epilog),
        "What `--json` prints is described in [What `--json` prints](../json.md).",
    ]  # fmt: skip
    for name, verb in [*_verbs(group), *questions().items()]:
        purpose, _, rest = (verb.help or "").partition("\n\n")
        about, _, examples = rest.partition("Examples:")
        lines += ["", f"## {name}", "", prose(purpose), "", prose(about), ""]
        lines += [
            fenced("\n".join(line for line in textwrap.dedent(examples).splitlines() if line.strip())),
            _options(verb),
        ]
    return "\n".join(lines) + "\n"


def _verbs(group: Any, *above: str) -> Iterator[tuple[str, Any]]:
    for name, verb in group.commands.items():
        if name in GROUPS:
            continue
        if hasattr(verb, "commands"):
            yield from _verbs(verb, *above, name)
        else:
            yield " ".join((*above, name)), verb


def _options(verb: Any) -> str:
    rows = []
    for parameter in verb.params:
        if parameter.param_type_name == "argument":
            rows.append([code(parameter.metavar or parameter.name.upper()), prose(parameter.help or "")])
        elif not getattr(parameter, "hidden", False) and "completion" not in parameter.name:
            names = ", ".join(code(opt) for opt in (*parameter.opts, *parameter.secondary_opts))
            rows.append([names, prose(parameter.help or "")])
    return table(["argument", "says"], rows) if rows else ""
