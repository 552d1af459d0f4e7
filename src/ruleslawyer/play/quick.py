"""A transition system of which compiled code says what is allowed and where that leads, as the interpreter would.

For whoever asks of many states in many scopes and reads no events. The interpreter is asked wherever the code has no
answer, and of the first states of the rules, so that little that is asked waits for no compiler.
"""

from __future__ import annotations

from typing import ClassVar

from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import System
from ruleslawyer.play.coded import Coded
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

ASKED_FIRST = 100
"""States of the rules that the interpreter is asked of, before there is code."""
RULES_KEPT = 4


class Quick(TransitionSystem):
    """The same answers, sooner."""

    _asked_of_rules: ClassVar[dict[int, tuple[System, list[int]]]] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        self._code: Coded | None = None
        self._made = False
        _, self._asked = latest(self._asked_of_rules, id(self.system), RULES_KEPT, lambda: (self.system, [0]))

    def under(self, choice: str, option: str) -> Quick:
        return Quick(self.machine, {**self.reading, choice: option}, self.rulings)

    def allowed_instances(self, state: State) -> list[Instance]:
        code = self._code_for_next()
        found = None if code is None else code.allowed_choices(state)
        return super().allowed_instances(state) if found is None else list(found)

    def may(self, state: State, instance: Instance) -> bool:
        code = self._code_for_next()
        found = None if code is None else code.allowed_choices(state)
        return super().may(state, instance) if found is None else instance in found

    def after(self, state: State, instance: Instance) -> State | None:
        code = self._code_for_next()
        found = None if code is None else code.after(state, instance)
        return super().after(state, instance) if found is None else found

    def _code_for_next(self) -> Coded | None:
        if not self._made:
            self._asked[0] += 1
            if self._asked[0] > ASKED_FIRST:
                self._code, self._made = Coded.of(self), True
        return self._code
