"""A construct of the core that an engine cannot run: an error that names both, never a rule left out in silence."""

from __future__ import annotations

from typing import NoReturn

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.ir import nodes as n

MEND = "another engine may run it: see `--engine`; the rules themselves are sound"


def unlowered(engine: str, node: n.Expr | n.Stmt) -> NoReturn:
    """engine: in words, such as "the native engine"."""
    raise UsageError(f"{engine} has nothing for {type(node).__name__}", str(node.origin.span), MEND)
