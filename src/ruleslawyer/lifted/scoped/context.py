"""Answers about any state of a scope."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.lifted.scoped.nodes import Node


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question about any state, and where a check fails on the way."""

    value: Node
    failed: Node
