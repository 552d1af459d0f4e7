"""The ferry, a small project, and a scenario that tests write into files of it."""

from __future__ import annotations

from pathlib import Path

FERRY = Path(__file__).parent / "projects" / "ferry"
THE_OTHERS_CART = """
[[scenario]]
name = "the other's cart"
scope = "tiny"
clauses = ["2.3a"]
start = { first = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "hay" }]
then = { "coins[Ann]" = 0 }
"""
"""A scenario of clause 2.3a, which passes."""
