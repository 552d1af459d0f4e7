"""The same state under other rules of the same game, such as those without a fault: what does it show there?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.hunt.listed import DeclarationIndex
from ruleslawyer.studies.hunt.question import Question, QuestionPhrases, Way, question_name
from ruleslawyer.studies.hunt.relocation import Relocator, put_elsewhere
from ruleslawyer.studies.hunt.settled import load_declarations
from ruleslawyer.studies.hunt.shapes import ShapeProbe
from ruleslawyer.studies.hunt.spots import Spot


class Again:
    """Looks at states of another version of a ruleset, which has the same fields and frames."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.ruleset, self.listed = ruleset, DeclarationIndex(ruleset.system, load_declarations(ruleset))
        self.words = QuestionPhrases(ruleset, self.listed)

    def ways(self, spot: Spot) -> frozenset[tuple[str, Way]]:
        """The questions that a state shows by their names, each with its ways."""
        found = set[tuple[str, Way]]()

        def ask(
            shape: str, key: tuple[str, ...], spot: Spot, made: Callable[[], Question], ways: Iterable[Way] = ()
        ) -> None:
            found.update((question_name(shape, key), way) for way in ways)

        shapes = ShapeProbe(self.listed, self.words, lambda key, spot: None, ask)
        system = self.ruleset.in_scope(spot.system.scope, dict(spot.reading), brief=True)
        here: Spot | None = replace(spot, system=system)
        if spot.moved is not None:
            here = put_elsewhere(replace(spot, system=system, state=spot.moved.before), spot.moved)
            elsewhere = Relocator(self.listed, self.words, shapes.marks, shapes.ends, ask, 0)
            if here is not None:
                elsewhere.look(here)
        if here is not None:
            shapes.marks.look(here)
        return frozenset(found)
