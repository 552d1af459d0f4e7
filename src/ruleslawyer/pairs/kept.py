"""Variants of a template that an earlier run explored: known while nothing that can matter in them has changed."""

from __future__ import annotations

from ruleslawyer.answers.of_scopes import OfScopes
from ruleslawyer.answers.store import Answers
from ruleslawyer.claims.limits import Limits, at_states
from ruleslawyer.pairs.template import Template
from ruleslawyer.pairs.variant import BY_A_CAP, Explored, Exploring, Task
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.study.study import answered


class KeptVariants:
    """Those of one template. What an end of memory stopped is not kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset, template: Template, limits: Limits) -> None:
        self._of = OfScopes(answers, ruleset)
        self._question = "pairs", template.outcome, template.at, template.reading, limits.states
        self.known = 0
        """How many of those that were explored were known."""

    def exploring(self, explore: Exploring) -> Exploring:
        """Explores what is not known, and keeps it as it comes; the results come in the order of the tasks."""
        return lambda tasks: answered(tasks, self._known, explore, self.write)

    def _known(self, task: Task) -> Explored | None:
        found = self.read(task)
        self.known += found is not None
        return found

    def read(self, task: Task) -> Explored | None:
        scope, raised = task
        found = self._of.read(scope, *self._question, raised)
        return found if isinstance(found, Explored) else None

    def write(self, task: Task, made: Explored) -> None:
        scope, raised = task
        if not made.stopped or at_states(made.stopped) or made.stopped.startswith(BY_A_CAP):
            self._of.write(made, scope, *self._question, raised)
