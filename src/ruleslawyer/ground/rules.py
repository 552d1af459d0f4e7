"""Partial evaluation of what rules are made of: exceptions, terms, questions, norms and their verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from ruleslawyer.ground.context import Store
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, equal, negate
from ruleslawyer.ground.statements import Block, Statements
from ruleslawyer.ground.values import Spoken, Value, merge, same
from ruleslawyer.ground.world import World
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Layer, Lift, Norm, Option, Question, Settle
from ruleslawyer.semantics.settle import ROUND


class Rules(Statements):
    """The evaluator as a whole. Rules only read; `act` runs an effect.

    judged: where a report is made, for each base judged whether it is permitted and forbidden there.
    """

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.judged: list[tuple[Node, Node]] = []

    def act(self, function: n.Function, store: Store, args: tuple[Any, ...]) -> None:
        """Run an effect on a store, which is changed."""
        self.store = store
        self.rules.append(function.name)
        try:
            self.enter(function, args)
        finally:
            self.rules.pop()
            self.store = None

    def settle(self, held: Iterable[tuple[Settle, tuple[Any, ...], Node]], store: Store) -> None:
        """Run a round of settles on a store: each where its condition holds, all in one simultaneous block."""
        block = self.simultaneous = Block()
        try:
            for settle, args, condition in held:
                with self.assuming(condition):
                    if self.path is not FALSE:
                        self.mark("live", settle.name, TRUE)
                        self.act(settle.function, store, (store, *args))
        finally:
            self.simultaneous = None
        self.store = store
        self.rules.append(ROUND)
        self.end_block(block)
        self.rules.pop()
        self.store = None

    def ask(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        """The value of a function that only reads, under its own name."""
        self.rules.append(function.name)
        try:
            return self.helper(function, args)
        finally:
            self.rules.pop()

    def holds(self, function: n.Function, args: tuple[Any, ...]) -> Node:
        if self.path is FALSE:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Node) and value.sort == "bool", function.name
        return self.known(value)

    def helper(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        writing, self.store = self.store, None
        block, self.simultaneous = self.simultaneous, None
        try:
            value = self.enter(function, args)
        finally:
            self.store, self.simultaneous = writing, block
        if value is None:
            return self.shape.default(function.returns)
        return self.shape.coerce(value, function.returns)

    def named(self, name: str, args: tuple[Any, ...]) -> Value:
        return self.term(name, args) if name in self.system.terms else self.question(name, args)

    # --- exceptions and terms -------------------------------------------------------------------------------------

    def lifted(self, exceptions: tuple[Lift, ...], args: tuple[Any, ...]) -> Node:
        """Whether some live exception lifts the clause; all are evaluated, each one's own only where it holds."""
        found: list[Node] = []
        for lift in exceptions:
            condition = self.holds(lift.function, args)
            with self.assuming(condition):
                found.append(both(condition, negate(self.lifted(lift.exceptions, args))))
        for lift, live in zip(exceptions, found, strict=True):
            self.mark("live", lift.name, live)
        return either(*found)

    def term(self, name: str, args: tuple[Any, ...]) -> Value:
        """The base value, or what the live exceptions say; where they differ, the reading decides each pair."""
        term = self.system.terms[name]
        value = self.ask(term.function, args)
        spoken: list[tuple[Layer, Node, Value]] = []
        for layer in term.exceptions:
            said = self.ask(layer.function, args)
            assert isinstance(said, Spoken)
            if said.value is None:
                continue
            speaks = negate(said.silent)
            with self.assuming(speaks):
                live = both(speaks, negate(self.lifted(layer.exceptions, args)))
            spoken.append((layer, live, self.shape.coerce(said.value, term.function.returns)))
        for layer, live, _ in spoken:
            self.mark("live", layer.name, live)
        self.mark("live", name, negate(either(*(live for _, live, _ in spoken))))
        loses: dict[str, list[Node]] = {layer.name: [] for layer, _, _ in spoken}
        for (a, live_a, one), (b, live_b, other) in combinations(spoken, 2):
            differ = both(live_a, live_b, negate(same(one, other)))
            if differ is not FALSE:
                self.note("contradiction", name, (a.name, b.name), differ)
                second = self.world.clash(f"{name}:{a.name}/{b.name}", (a.name, b.name))
                loses[a.name].append(both(differ, second))
                loses[b.name].append(both(differ, negate(second)))
        value = self.shape.coerce(value, term.function.returns)
        for _, live, said in reversed(spoken):  # where the choices go round in a circle: the first that is live
            value = merge(live, said, value)
        for layer, live, said in reversed(spoken):
            value = merge(both(live, negate(either(*loses[layer.name]))), said, value)
        return value

    # --- questions ------------------------------------------------------------------------------------------------

    def question(self, name: str, args: tuple[Any, ...]) -> Value:
        """What the answers agree on; where none speaks or two differ, the option that the reading takes."""
        question = self.system.questions[name]
        returns = question.function.returns
        chosen = self.world.option(question)
        settled = name in self.world.rulings
        answers = [] if settled else self._answers(question, args)
        for option, condition, _ in answers:
            self.mark("live", option.name, condition)
        live = [condition for _, condition, _ in answers]
        gap = negate(either(*live))
        clash: list[Node] = []
        for (a, live_a, one), (b, live_b, other) in combinations(answers, 2):
            differ = both(live_a, live_b, negate(same(one, other)))
            if differ is not FALSE:
                self.note("contradiction", name, (a.name, b.name), differ)
                clash.append(differ)
        if not settled:
            self.note("gap", name, (), gap)
        agreed: Value | None = None
        for _, condition, value in reversed(answers):
            agreed = value if agreed is None else merge(condition, value, agreed)
        decided = either(gap, *clash)
        with self.assuming(decided):
            if self.path is FALSE:
                return self.shape.default(returns) if agreed is None else agreed
            value = self._chosen(question, chosen.cases, None if settled else answers, args)
        return value if agreed is None else merge(decided, value, agreed)

    def _answers(self, question: Question, args: tuple[Any, ...]) -> list[tuple[Option, Node, Value]]:
        """The answers that can speak, when each does and is not beaten, and what it says."""
        said: dict[str, tuple[Option, Node, Value]] = {}
        for option in question.options:
            if option.kind == "answer":
                value = self.ask(option.function, args)
                speaks = TRUE
                if isinstance(value, Spoken):
                    speaks = negate(value.silent)
                    if value.value is None:
                        continue
                    value = value.value
                if speaks is not FALSE:
                    said[option.name] = (option, speaks, self.shape.coerce(value, question.function.returns))
        alive = unbeaten(
            {name: condition for name, (_, condition, _) in said.items()},
            {name: option.over for name, (option, _, _) in said.items()},
        )
        return [(option, alive[name], value) for name, (option, _, value) in said.items()]

    def _chosen(
        self,
        question: Question,
        cases: tuple[tuple[int, Node], ...],
        answers: list[tuple[Option, Node, Value]] | None,
        args: tuple[Any, ...],
    ) -> Value:
        """The chosen option's value; the branch ends where it is silent, or a beaten answer."""
        returns = question.function.returns
        given = {option.name: (live, value) for option, live, value in answers or ()}
        result: Value | None = None
        for index, picked in cases:
            option = question.options[index]
            with self.assuming(picked):
                if option.kind == "answer" and answers is not None:
                    speaks, value = given.get(option.name, (FALSE, self.shape.default(returns)))
                else:
                    speaks, value = self._spoken(option, returns, args)
                self.check(
                    speaks,
                    "the chosen option is silent here",
                    None,
                    kind="unresolved",
                    subject=question.name,
                    cites=option.origin.cites,
                )
                self.mark("live", option.name, TRUE)
            result = value if result is None else merge(picked, value, result)
        assert result is not None
        return result

    def _spoken(self, option: Option, returns: Any, args: tuple[Any, ...]) -> tuple[Node, Value]:
        if self.path is FALSE:
            return FALSE, self.shape.default(returns)
        value = self.ask(option.function, args)
        if isinstance(value, Spoken):
            said = self.shape.default(returns) if value.value is None else value.value
            return negate(value.silent), self.shape.coerce(said, returns)
        return TRUE, self.shape.coerce(value, returns)

    # --- norms ----------------------------------------------------------------------------------------------------

    def _mark_norms(self, norms: tuple[Norm, ...], holding: Mapping[str, Node], live: Mapping[str, Node]) -> None:
        """Which norms are live, and without which the answer would be another; whether any speaks."""
        permits, forbids = answers(norms, live)
        over = {norm.name: norm.over for norm in norms}
        for norm in norms:
            self.mark("live", norm.name, live[norm.name])
            others = tuple(n for n in norms if n is not norm)
            less = unbeaten({n: c for n, c in holding.items() if n != norm.name}, over)
            permits_less, forbids_less = answers(others, less)
            same_answer = both(equal(permits, permits_less), equal(forbids, forbids_less))
            self.mark("decisive", norm.name, both(holding[norm.name], negate(same_answer)))
        self.judged.append((permits, forbids))

    def judge(self, base: str, norms: tuple[Norm, ...], args: tuple[Any, ...]) -> Node:
        """Whether an instance of a base is allowed: some live permit prevails over every live forbid."""
        holding: dict[str, Node] = {}
        for norm in norms:
            condition = self.holds(norm.function, args)
            with self.assuming(condition):
                holding[norm.name] = both(condition, negate(self.lifted(norm.exceptions, args)))
        live = unbeaten(holding, {norm.name: norm.over for norm in norms})
        permits = [norm.name for norm in norms if norm.kind == "permit"]
        forbids = [norm.name for norm in norms if norm.kind == "forbid"]
        if self.world.recording:
            self._mark_norms(norms, holding, live)
        allowed: list[Node] = []
        for permit in permits:
            prevails = [live[permit]]
            for forbid in forbids:
                met = both(live[permit], live[forbid])
                if met is FALSE:
                    continue
                self.note("contradiction", base, (permit, forbid), met)
                over = self.world.clash(f"{base}:{permit}/{forbid}", ("forbid", "permit"))
                prevails.append(either(negate(live[forbid]), over))
            allowed.append(both(*prevails))
        return either(*allowed)


def answers(norms: Iterable[Norm], live: Mapping[str, Node]) -> tuple[Node, Node]:
    """Whether some live norm permits, and whether some forbids."""
    kinds = {norm.name: norm.kind for norm in norms}
    permits, forbids = (either(*(c for n, c in live.items() if kinds[n] == kind)) for kind in ("permit", "forbid"))
    return permits, forbids


def unbeaten(holds: Mapping[str, Node], over: Mapping[str, Iterable[str]]) -> dict[str, Node]:
    """When each clause is live: it holds and no live one beats it (`over` has no cycles)."""
    beaters: dict[str, list[str]] = {name: [] for name in holds}
    for name in holds:
        for target in over[name]:
            if target in beaters:
                beaters[target].append(name)
    alive: dict[str, Node] = {}

    def live(name: str) -> Node:
        if name not in alive:
            alive[name] = both(holds[name], negate(either(*[live(b) for b in beaters[name]])))
        return alive[name]

    return {name: live(name) for name in holds}
