"""What a whole run found, by name: with it another run has only to see that it is inductive still."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lemmas:
    """Properties: always, of every state; rest, of states at rest; alone, of steps, from the rule itself; steps, from
    what is known of states besides. conditions: what is known of states, and nobody wrote down. Nothing of it is
    believed: what is not inductive is dropped."""

    always: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        return (*self.always, *self.rest, *self.alone, *self.steps)


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A property or condition that was kept once, and is not now. late: for want of time, so that it may still hold."""

    name: str
    rule: str
    reason: str
    late: bool = False
    property: bool = True

    def json(self) -> dict[str, object]:
        return {
            "name": self.name, "property": self.property, "rule": self.rule, "reason": self.reason, "late": self.late,
        }  # fmt: skip
