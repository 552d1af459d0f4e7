"""`python -m benchmarks CASE …`: one case of the suite; without a case the list of all."""

from __future__ import annotations

import ast
import signal
import sys
from importlib import import_module
from pathlib import Path

import typer

CASES = {
    "speed": ("speed", "whole", "since", "start"),
    "peers": ("bench",),
    "engine": ("engine", "lifted", "reference", "limit", "family", "decks", "memory"),
    "checks": ("cold", "after_edit", "edits"),
    "proofs": ("any_number", "again", "certificates"),
    "scale": ("beyond", "speedup", "workers", "exchange"),
    "play": ("steps", "bots", "openspiel", "serve", "conform"),
    "portable": ("portable",),
    "studies": ("cores", "ends", "vectors", "rulebooks"),
    "same": ("same",),
}
"""By module: a case is a function of its name. Goals are in goals.toml."""
MODULES = {case: module for module, cases in CASES.items() for case in cases}


def command(case: str) -> typer.Typer:
    """The command line of a case, for tests too."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(getattr(import_module(f"benchmarks.{MODULES[case]}"), case))
    return app


def abouts() -> dict[str, str]:
    """The first line that each case says of itself; nothing is loaded."""
    found: dict[str, str] = {}
    for module in CASES:
        tree = ast.parse(Path(__file__).with_name(f"{module}.py").read_text("utf-8"))
        texts = {one.name: ast.get_docstring(one) or "" for one in tree.body if isinstance(one, ast.FunctionDef)}
        found |= {case: texts[case].partition("\n")[0] for case in CASES[module]}
    return found


def main() -> None:
    """The case that is named first."""
    case = sys.argv[1] if len(sys.argv) > 1 else ""
    if case not in MODULES:
        print("\n".join(f"{name:14} {about}" for name, about in abouts().items()))
        sys.exit(0 if case in ("", "--help") else f"{case} is no case")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what a case runs ends with it, and its folders go
    command(case)(sys.argv[2:], prog_name=f"python -m benchmarks {case}")


if __name__ == "__main__":
    main()
