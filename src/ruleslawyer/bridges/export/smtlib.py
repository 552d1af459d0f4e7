"""The transition relation as SMT-LIB 2.6, for any solver: states and labels as data types, one function for each rule.

The relation is that of sub-steps (docs/semantics.md): an action, a duty or a round of settles; between two decisions
there may be several. Whoever unrolls it asserts `init` of a first state, and `step` of each state and the next one.

Words of this text are `State`, `Label`, `state`, `kind`, `ended`, `rest`, `init` and `step`. Names of the model have
two words (`|field count|`, `|holds never_broke|`), so that none is a word of the text, of a solver, or of another kind
of thing: a model may have a field, an action and a property that are all called `step`, or `select`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ruleslawyer.bridges.export.finite import canonical
from ruleslawyer.bridges.export.names import remark
from ruleslawyer.bridges.export.smtlib_text import literal, operation, sort_name, symbol_name
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Leaf
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    SYMBOLS,
    TRUE,
    Node,
    both,
    less_equal,
    negate,
    number,
    postorder,
)
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.semantics.transition import TransitionSystem

USE = """\
To look for a play of two sub-steps that ends in a state as you want it, add:
  (declare-const s0 State) (declare-const s1 State) (declare-const s2 State)
  (declare-const l0 Label) (declare-const l1 Label) (declare-const l2 Label)
  (assert (init l0 s0)) (assert (step s0 l1 s1)) (assert (step s1 l2 s2))
  (assert (rest s2)) (check-sat) (get-model)
Of the model, a field is `(|field NAME| s)`, a property `(|holds NAME| s)`, a label such as `|action NAME(MEMBER)|`.
`rest`: somebody decides, or the game is over (`ended`). `kind`: every leaf holds a value of its kind, which `init` and
`step` keep. A member is its number, none is -1; a flag for each member is a set."""


def smtlib(system: TransitionSystem) -> str:
    """The whole text: the same bytes for the same rules, scope and reading."""
    scoped = Scoped(system.system, system.scope, system.reading, system.rulings, capped=True, family=())
    return "\n".join(_Relation(system, scoped).text()) + "\n"


class _Relation:
    def __init__(self, system: TransitionSystem, scoped: Scoped) -> None:
        self.system, self.scoped = system, scoped
        self.leaves: list[tuple[int, Leaf]] = [
            (i, leaf) for i, leaf in enumerate(scoped.layout.leaves) if leaf.node.op in SYMBOLS
        ]

    def text(self) -> Iterator[str]:
        scoped = self.scoped
        yield from (f"; {line}" for line in self._title())
        yield ""
        yield "(set-logic ALL)"
        yield "(declare-datatypes ((State 0)) (((state"
        yield from (f"  ({_selector(leaf.node)} {sort_name(leaf.node)})" for _, leaf in self.leaves)
        yield "))))"
        yield "(declare-datatypes ((Label 0)) (("
        yield from (f"  {_constructor(i)}" for i in (*scoped.initial, *scoped.steps))
        yield ")))"
        yield from self._condition("kind", both(*(_kind(leaf.node) for _, leaf in self.leaves)))
        yield from self._condition("ended", both(scoped.rest, scoped.ended))
        yield from self._condition("rest", scoped.rest)
        yield from self._relation("init", scoped.initial)
        yield from self._relation("step", scoped.steps)
        for found in scoped.properties:
            if found.instance is None:
                yield f"; {found.check.kind}: {', '.join(found.check.origin.cites)}"
                yield from self._condition(_bars(f"holds {found.check.name}"), both(found.holds, negate(found.broken)))

    def _title(self) -> Iterator[str]:
        system, scope = self.system.system, self.system.scope
        reading = [f"{q}={option}" for q, option in sorted(self.system.reading.items()) if q in system.questions]
        yield f"Ruleset {system.name}, scope {scope.name}: its transition relation, written by ruleslawyer."
        yield f"Reading: {', '.join(reading) or 'the default option of every question'}."
        yield from USE.split("\n")
        for name, members in (*scope.names.items(), *((e, enum.members) for e, enum in system.enums.items())):
            yield remark(f"{name}: {', '.join(f'{i} {member}' for i, member in enumerate(members))}")

    def _condition(self, name: str, node: Node) -> Iterator[str]:
        yield f"(define-fun {name} ((s State)) Bool"
        yield f"{self._with_lets([node], lambda texts: texts[0], 's')})"

    def _relation(self, name: str, instances: Sequence[Instance]) -> Iterator[str]:
        """A function for each instance, and the one that is any of them."""
        first = name == "init"
        head = "((l Label) (t State))" if first else "((s State) (l Label) (t State))"
        names = []
        for instance in instances:
            guard = both(instance.edge, *canonical(self.scoped, instance))
            if guard is FALSE:
                continue
            called = _bars(f"{name} {instance.label}")
            names.append(f"({called} l t)" if first else f"({called} s l t)")
            if instance.cites:
                yield remark(f"; {instance.label}: {', '.join(instance.cites)}")
            yield f"(define-fun {called} {head} Bool"
            yield f"{self._taking(instance, guard, '' if first else 's')})"
        yield f"(define-fun {name} {head} Bool (or false"
        yield from (f"  {call}" for call in names)
        yield "))"

    def _taking(self, instance: Instance, guard: Node, state: str) -> str:
        """The condition that an instance, with its parameters as the label has them, leads from the one state to the
        other."""
        changed = dict(instance.next)
        after = [changed.get(i, leaf.node) for i, leaf in self.leaves]

        def make(texts: Sequence[str]) -> str:
            return f"(and {texts[0]} (= t (state {' '.join(texts[1:])})))" if after else texts[0]

        label = f"((_ is {_label(instance)}) l)"
        parameters = {node: f"({_selector(node, instance)} l)" for node in instance.parameters}
        return f"  (and {label}\n{self._with_lets([guard, *after], make, state, parameters)})"

    def _with_lets(
        self,
        roots: Sequence[Node],
        made: Callable[[Sequence[str]], str],
        state: str,
        parameters: dict[Node, str] | None = None,
    ) -> str:
        """A text made of the texts of some nodes, below the names that they need."""
        order = list(postorder(roots))
        uses = Counter(a for node in order for a in node.args)
        known: dict[Node, str] = {}
        lets: list[str] = []
        for node in order:
            if node.op == "constant":
                known[node] = literal(node)
            elif node.op == "parameter":
                known[node] = (parameters or {})[node]
            elif node.op in SYMBOLS:
                known[node] = f"({_selector(node)} {state})"
            else:
                known[node] = operation(node, [known[a] for a in node.args])
                if uses[node] > 1:
                    lets.append(f"  (let ((x{len(lets)} {known[node]}))")
                    known[node] = f"x{len(lets) - 1}"
        body = f"  {made([known[root] for root in roots])}"
        return "\n".join([*lets, body]) + ")" * len(lets)


def _bars(name: str) -> str:
    """A name between bars, which allow all but themselves and backslashes."""
    return "|" + re.sub(r"[^ -~]|[%|\\]", lambda m: f"%{ord(m[0]):x};", name) + "|"


def _selector(node: Node, instance: Instance | None = None) -> str:
    return _bars(f"{node.value} of {instance.label}" if instance else f"field {symbol_name(node)}")


def _label(instance: Instance) -> str:
    return _bars(f"{instance.kind} {instance.label}")


def _constructor(instance: Instance) -> str:
    fields = [f"({_selector(node, instance)} {sort_name(node)})" for node in instance.parameters]
    return f"({' '.join([_label(instance), *fields])})"


def _kind(node: Node) -> Node:
    if not node.finite:
        return TRUE
    assert node.low is not None and node.high is not None
    return both(less_equal(number(node.low), node), less_equal(node, number(node.high)))
