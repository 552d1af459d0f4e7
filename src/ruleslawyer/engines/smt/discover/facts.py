"""Facts as a reader wants them: in words, with what holds of each member of a sort said once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import perm

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.invariants.derive import Lemma, stage_fields
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import Node, both, either, negate, postorder

KINDS = ("law", "zone", "count", "order", "range", "phase", "frame", "relation")
"""What facts may be about; of two that say the same, the earlier kind is shown."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that always holds and that nobody wrote down.

    text: with the name of a sort where it holds of each member alike (``Player'``: of another one). single: the
    instances, in words; conditions: as conditions. every: the instances are all that
    there can be. certificate: the folder that it was written to, if any.
    """

    kind: str
    text: str
    single: tuple[str, ...]
    conditions: tuple[Node, ...]
    every: bool
    certificate: str | None = None

    @property
    def sentence(self) -> str:
        """The sentence: the instances themselves, where some are missing."""
        return self.text if self.every else "; ".join(self.single)

    def json(self) -> Json:
        return {
            "kind": self.kind, "text": self.text, "every": self.every, "instances": list(self.single),
            "certificate": self.certificate,
        }  # fmt: skip


def facts(scoped: Scoped, lemmas: Iterable[Lemma]) -> list[Fact]:
    """The lemmas as facts: the broad and short ones first."""
    names, words, stages = _Names(scoped), Words(scoped), _Stages(scoped)
    groups: dict[tuple[str, str], list[tuple[str, tuple[Node, ...]]]] = {}
    staged: dict[tuple[str, Node], dict[int, Node]] = {}
    for lemma in lemmas:
        parts = stages.stage_of(lemma.node) if lemma.kind == "phase" else None
        if parts is not None:
            field, stage, then = parts
            staged.setdefault((field, then), {})[stage] = lemma.node
        else:
            said = lemma.name if lemma.kind in ("law", "count") else words.say(lemma.node)
            groups.setdefault((lemma.kind, names.general(said)), []).append((said, (lemma.node,)))
    for (field, then), known in staged.items():
        said = stages.say(field, list(known), then, words)
        groups.setdefault(("phase", names.general(said)), []).append((said, tuple(known.values())))
    found = [
        Fact(
            kind,
            text,
            tuple(said for said, _ in group),
            tuple(node for _, nodes in group for node in nodes),
            (len(group) == 1 and text == group[0][0]) or names.complete(text, len(group)),
        )
        for (kind, text), group in groups.items()
    ]
    return sorted(found, key=_order)


def _order(found: Fact) -> tuple[int, bool, int, bool, str]:
    """Kind by kind; equalities before bounds, short ones before long ones."""
    first = found.conditions[0]
    return KINDS.index(found.kind), first.op != "equal", sum(1 for _ in postorder([first])), not found.every, found.text


class _Stages:
    """The fields that say how far the game is, and what always holds at some of their values."""

    def __init__(self, scoped: Scoped) -> None:
        self.labels: dict[str, dict[int, str]] = {}
        self._atoms: dict[Node, tuple[str, int]] = {}
        for field, stage in stage_fields(scoped):
            (cell,) = scoped.layout.of_field[field]
            self.labels[field] = {k: scoped.layout.label(cell.type, k) for k, _ in stage.cases}
            self._atoms.update((at, (field, k)) for k, at in stage.cases)

    def stage_of(self, node: Node) -> tuple[str, int, Node] | None:
        """A condition as a stage, and what holds there."""
        for part in (
            (negate(a) for a in node.args) if node.op == "or" else node.args[0].args if node.op == "not" else ()
        ):
            if part in self._atoms:
                return *self._atoms[part], _without(node, part)
        return None

    def say(self, field: str, stages: Sequence[int], then: Node, words: Words) -> str:
        """The words for something that holds at these stages; for something that cannot be there: at which it only
        can."""
        labels = self.labels[field]
        others = [label for k, label in labels.items() if k not in stages]
        if then.op == "not" and len(others) <= len(stages):
            where = f"only while {field} is {_or(others)}" if others else "never"
            return f"{words.say(then.args[0])}: {where}"
        return f"{words.say(then)} while {field} is {_or([labels[k] for k in sorted(stages)])}"


def _without(node: Node, stage: Node) -> Node:
    """The rest of a condition at a stage."""
    if node.op == "or":
        return either(*(part for part in node.args if part is not negate(stage)))
    return negate(both(*(part for part in node.args[0].args if part is not stage)))


def _or(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


class _Names:
    """The members' names of a scope, and the sorts that they belong to."""

    def __init__(self, scoped: Scoped) -> None:
        self.sizes = {sort: len(names) for sort, names in scoped.scope.names.items()}
        self._sort: dict[str, str] = {}
        for sort, names in scoped.scope.names.items():
            for name in names:
                self._sort.setdefault(name, sort)
        longest = sorted((name for name in self._sort if self.sizes[self._sort[name]] > 1), key=len, reverse=True)
        self._name = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, longest))})(?!\w)") if longest else None

    def general(self, text: str) -> str:
        """The sentence with a sort's name for each member; others of the same sort get a `'` more each."""
        seen: dict[str, str] = {}
        count: dict[str, int] = {}

        def put(match: re.Match[str]) -> str:
            name = match[1]
            if name not in seen:
                sort = self._sort[name]
                seen[name] = sort + "'" * count.get(sort, 0)
                count[sort] = count.get(sort, 0) + 1
            return seen[name]

        return self._name.sub(put, text) if self._name else text

    def complete(self, text: str, instances: int) -> bool:
        """Whether there can be no more instances: for each member, or each two in one or either order."""
        all_, alike = 1, 1
        for sort, size in self.sizes.items():
            used = max((len(m[1]) + 1 for m in re.finditer(rf"\b{re.escape(sort)}('*)(?![\w'])", text)), default=0)
            all_ *= perm(size, used)
            alike *= perm(size, used) // (2 if used == 2 else 1)
        return instances in (all_, alike)
