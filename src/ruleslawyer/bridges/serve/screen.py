"""The last step of a game for a screen: the list that the drawn table gives."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.latest import latest
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.play.session import Node
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.happened import sub_steps
from ruleslawyer.rulebook.table.read import view_of

MOST_TABLES = 64
"""Scopes of which the table is kept ready."""


class Screen:
    """The tables of a ruleset, each made where it is first asked for."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.ruleset = ruleset
        self._tables: dict[str, Tables] = {}

    def last_step(self, here: Node[Extensive], seat: int | None) -> list[Json]:
        """The sub-steps of the action that led here, as a seat sees them (None: all); none at the beginning."""
        if here.parent is None:
            return []
        system, view = here.rules.system, view_of(self.ruleset)

        def make() -> Tables:
            return Tables(view, system.system, system.scope)

        tables = latest(self._tables, system.scope.name, MOST_TABLES, make)
        return sub_steps(tables, system, here.taken_step, here.parent.rest, seat)
