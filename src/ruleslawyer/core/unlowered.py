"""A construct that an engine cannot run: an error that names both, never a rule that is left out in silence."""

from __future__ import annotations

from typing import Never

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import nodes as n

MEND = "ask another engine (see `--engine`), or leave the rule out with a scope's `off`"


def no_lowering(engine: str, node: n.Expr | n.Stmt) -> UsageError:
    """engine: in words, such as "the native engine"."""
    return UsageError(f"{engine} has nothing for {type(node).__name__}", str(node.origin.span), MEND)


def unreachable_construct(engine: str, node: Never) -> UsageError:
    """The same where a type checker finds that the engine knows every construct."""
    return no_lowering(engine, node)
