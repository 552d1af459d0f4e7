"""Steps: how a game begins, what an action leads to, and everything that is forced until the next state of rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.oracle import values as v
from tests.oracle.book import Rule
from tests.oracle.judge import Heard, Judge
from tests.oracle.run import Ends, Run
from tests.oracle.world import FRAME, PENDING, STATE, Path

Leaves = dict[Path, Any]
State = tuple[Any, ...]
"""The values of all leaves, in the order of the schema."""
HALF, BOUND = 500, 1000
"""The bound on sub-steps between two states of rest."""


@dataclass(frozen=True)
class Instance:
    """An action, or the missing of a trigger, with its arguments."""

    rule: Rule
    args: tuple[Any, ...]
    miss: bool = False

    @property
    def name(self) -> str:
        return f"miss_{self.rule.name}" if self.miss else self.rule.name


@dataclass
class Result:
    """Where a step led: a state of rest, or the event that ended the branch; sub-steps with the states around them."""

    rest: State | None = None
    end: tuple[str, ...] | None = None
    steps: list[tuple[State, State]] = field(default_factory=list)


DROPPING = "nobody_out_is_awaited"


class Play(Judge):
    """The steps of a book in a scope, under a reading and rulings. forced: sub-steps since the last action; last: what
    the last of them was."""

    forced, last = 0, ""
    been: dict[State, int]
    """The states in which something was due since the last action, each with how many sub-steps came before it."""
    duties: list[bool]
    """Of each sub-step since, whether it was a duty."""

    def frozen(self, leaves: Leaves) -> State:
        return tuple(leaves[path] for path in self.world.types)

    def thawed(self, state: State) -> Run:
        return Run(self.world, dict(zip(self.world.types, state, strict=True)))

    # beginning

    def beginnings(self) -> list[tuple[Any, ...]]:
        rule = self.book.once["initial"]
        self.run = Run(self.world, dict(self.world.defaults))
        return [args for args in self.world.instances(rule) if self.in_domain(rule, args)]

    def in_domain(self, rule: Rule, args: tuple[Any, ...]) -> bool:
        """Whether an instance makes sense, its seats and members too; one of which that cannot be told is none, and an
        event."""
        try:
            return self.makes_sense(rule, args)
        except Ends as end:
            self.heard.end(end)
            return False

    def makes_sense(self, rule: Rule, args: tuple[Any, ...]) -> bool:
        if rule.domain_ is not None and not self.looked(rule.domain_, args):
            return False
        if rule.kind == "action" and not rule.may_be_out and any(map(self.is_out, self.others(rule, args))):
            return False
        domain = None if rule.stub is None else rule.stub[1].domain_
        return domain is None or all(self.looked(domain, part) for part in self.parts(rule, args))

    def allows(self, rule: Rule, run: Run, given: tuple[Any, ...]) -> bool:
        """Whether an action may be done in a state of rest, with what is given and any members for the rest."""
        types = [type_ for _, type_ in rule.choices]
        for type_, value in zip(types, given, strict=False):
            if not v.fits(type_, value):
                raise v.Fails("None where a value is needed")
        outer = self.run
        try:
            return any(self.may(rule, run, (*given, *more)) for more in product(*map(v.values, types[len(given) :])))
        finally:
            self.run = outer

    def may(self, rule: Rule, run: Run, args: tuple[Any, ...]) -> bool:
        """The same of one instance; where asking fails, that is not told."""
        numbers = [(x, t) for x, (_, t) in zip(args, rule.choices, strict=True) if isinstance(t, v.Num)]
        if rule not in self.world.on(rule.kind) or not all(t.holds(x) for x, t in numbers) or self.ended(run):
            return False
        if rule.kind == "trigger":
            mine = [one for one in self.asked_now(run) if one.rule is rule and one.args == args]
            return bool(mine) and self.legality(rule, args, run)[1]
        if self.pending(run) or run.innermost not in rule.at:
            return False
        awaited = self.awaited(run)
        if awaited is v.CHANCE or rule.kind == "chance":
            decides = awaited is v.CHANCE and rule.kind == "chance"
        else:
            decides = args[self.actor(rule)] in awaited
        self.run = run
        return decides and self.makes_sense(rule, args) and self.legality(rule, args, run)[1]

    def begin(self, args: tuple[Any, ...]) -> Result:
        rule = self.book.once["initial"]
        self.run = Run(self.world, dict(self.world.defaults))
        result = Result()

        def effect() -> None:
            self.said(rule, args)

        self.to_rest(result, effect, None)
        return result

    def override(self) -> None:
        """What the scope writes over the initial rule and its expiries; nothing may be left unwritten then."""
        self.run.leaves.update(self.world.initial())
        for path, value in self.run.leaves.items():
            if path[0] == STATE and value is v.UNSET:
                raise Ends("broken", path[1])

    # whose decision

    def pending(self, run: Run) -> list[Instance]:
        """The triggers that wait for a decision in the innermost frame."""
        found = []
        for trigger in self.world.triggers:
            if run.innermost in trigger.at:
                waiting = [args for args in self.world.instances(trigger) if run.leaves[PENDING, trigger.name, *args]]
                found += [Instance(trigger, args) for args in waiting]
        return found

    def asked_now(self, run: Run) -> list[Instance]:
        """Those of them that nothing of the same moment is before."""
        self.run, turns = run, list[tuple[int, Instance]]()
        for one in self.pending(run):
            turns.append((self.looked(one.rule.order_, one.args) if one.rule.order_ else 0, one))
        return [a for turn, a in turns if not any(other < turn and self.of_one_moment(a, b) for other, b in turns)]

    def of_one_moment(self, one: Instance, other: Instance) -> bool:
        """Whether two reactions are the same trigger's, to the same fields of its moment."""
        if one.rule is not other.rule:
            return False
        fields = self.world.hints(one.rule.on)
        return all(a == b for a, b, (n, _) in zip(one.args, other.args, one.rule.choices, strict=True) if n in fields)

    def ended(self, run: Run) -> bool:
        self.run = run
        return "ended" in self.book.once and bool(self.looked(self.book.once["ended"], ()))

    def awaited(self, run: Run) -> Any:
        self.run = run
        if run.innermost is not None:
            return run.get((FRAME, run.innermost, "awaits"), None)
        found = self.said_to_be_awaited()
        try:
            return found if found is v.CHANCE else frozenset(p for p in found if not self.is_out(p))
        except Ends as ends:  # who is out is asked as part of who is awaited
            if "awaits" not in self.book.once:
                raise
            raise Ends(ends.key[0], self.book.once["awaits"].name) from ends

    def said_to_be_awaited(self) -> Any:
        if "awaits" not in self.book.once:
            return frozenset(self.world.players) if self.world.players != () else v.CHANCE
        return self.looked(self.book.once["awaits"], ())

    # who is out

    def is_out(self, who: Any) -> bool:
        return "out" in self.book.once and bool(self.looked(self.book.once["out"], (who,)))

    def others(self, rule: Rule, args: tuple[Any, ...]) -> list[Any]:
        """The players that are chosen besides the one who chooses."""
        players, found = self.world.players, list[Any]()
        for i, (value, (_, type_)) in enumerate(zip(args, rule.choices, strict=True)):
            if i != self.actor(rule) and value is not None:
                of = type_.of if isinstance(type_, v.Optional | v.SetOf) else type_
                if isinstance(of, v.OneOf) and of.cls is players:
                    found += sorted(value, key=str) if isinstance(type_, v.SetOf) else [value]
        return found

    def awaited_though_out(self) -> bool:
        """Whether a frame, or a pending trigger, awaits somebody who is out."""
        return any(map(self.is_out, [p for _, p in self.kept_waiting()]))

    @property
    def kept_somewhere(self) -> bool:
        """Whether somebody can be awaited by a frame, or a trigger, that he is dropped from."""
        return len(self.book.frames) > len(self.book.for_all) or bool(self.book.of("trigger"))

    def kept_waiting(self) -> list[tuple[Any, Any]]:
        """Whom frames await, and pending triggers: where that is kept, with each player."""
        found: list[tuple[Any, Any]] = []
        for frame in self.book.frames if "out" in self.book.once else ():
            if self.run.is_open(frame.__name__) and frame not in self.book.for_all:
                path = (FRAME, frame.__name__, "awaits")
                found += [(path, p) for p in self.run.leaves[path] if p is not v.CHANCE]
        for trigger in self.world.triggers if "out" in self.book.once else ():
            for args in self.world.instances(trigger):
                if self.run.leaves[path := (PENDING, trigger.name, *args)]:
                    found.append((path, args[self.actor(trigger)]))
        return found

    def drop(self) -> None:
        """Whoever is out is awaited no more."""
        self.heard.live.add(DROPPING)
        out: dict[Path, set[Any]] = {}
        for path, who in self.kept_waiting():
            if self.said(self.book.once["out"], (who,)):
                out.setdefault(path, set()).add(who)
        for path, dropped in out.items():
            self.run.put(path, self.run.leaves[path] - dropped if path[0] == FRAME else False)

    def candidates(self, state: State) -> list[Instance]:
        run = self.thawed(state)
        if self.ended(run):
            return []
        try:
            waiting = self.asked_now(run)
            if waiting:
                return [made for i in waiting for made in (i, Instance(i.rule, i.args, miss=True))]
            awaited, found = self.awaited(run), list[Instance]()
        except Ends as end:
            self.heard.end(end)
            return []
        for rule in self.world.on("action", "joint", "chance"):
            if run.innermost not in rule.at:
                continue
            for args in self.instances(rule, awaited):
                self.run = run
                if self.in_domain(rule, args):
                    found.append(Instance(rule, args))
        return found

    def instances(self, rule: Rule, awaited: Any) -> list[tuple[Any, ...]]:
        """Those whose actor is awaited."""
        if (rule.kind == "chance") != (awaited is v.CHANCE) or awaited == frozenset():
            return []
        if rule.kind == "chance":
            return self.world.instances(rule)
        if rule.kind == "joint":
            found = []
            assert rule.stub is not None
            place = [name for name, _ in rule.choices].index(rule.stub[0])
            for args in self.world.instances(rule):
                seats: Any = v.Map({p: x for p, x in args[place].entries.items() if p in awaited})
                made = (*args[:place], seats, *args[place + 1 :])
                if made not in found:
                    found.append(made)
            return found
        actor = self.actor(rule)
        return [args for args in self.world.instances(rule) if args[actor] in awaited]

    def actor(self, rule: Rule) -> int:
        """The place of the parameter that says who decides: the first of the players' sort."""
        players = self.world.players
        return next(i for i, (_, t) in enumerate(rule.choices) if isinstance(t, v.OneOf) and t.cls is players)

    def judged(self, state: State, instance: Instance) -> tuple[str, bool]:
        if instance.miss:
            self.heard.live.add(f"may_{instance.name}")
            return "legal", True
        return self.legality(instance.rule, instance.args, self.thawed(state))

    # stepping

    def take(self, state: State, instance: Instance) -> Result:
        """An action, and what is forced after it."""
        self.run = self.thawed(state)
        result = Result()

        def effect() -> None:
            if instance.rule.kind == "trigger":
                alone = instance.miss or not instance.rule.first_only
                for one in [instance] if alone else self.pending(self.run):
                    if self.of_one_moment(one, instance):
                        self.run.put((PENDING, one.rule.name, *one.args), False)
            if not instance.miss:
                self.said(instance.rule, instance.args)

        self.to_rest(result, effect, state)
        return result

    def to_rest(self, result: Result, effect: Callable[[], None], before: State | None) -> None:
        try:
            self.substep(effect, None if before is None else result)
            if before is None:
                self.override()
            self.forced, self.been, self.duties = 0, {}, []
            self.settle(result)
            while (duty := self.due()) is not None:
                self.note_orders(duty)
                self.force("duties")
                self.do(duty, result)
                self.settle(result)
            result.rest = self.rest()
        except Ends as end:
            result.end = end.key
            self.heard.end(end)

    def force(self, what: str) -> None:
        """One more forced sub-step; the last one that the bound allows says what has no end. A state that comes again,
        of the first `HALF` and within as many, says that it goes round."""
        here = self.frozen(self.run.leaves)
        since = self.been.setdefault(here, self.forced)
        if since <= HALF and 0 < self.forced - since <= HALF:
            raise Ends("loop", "duties" if any(self.duties[since:]) else "settle round")
        self.duties.append(what == "duties")
        if self.forced == BOUND:
            raise Ends("unending", self.last)
        self.forced, self.last = self.forced + 1, what

    def substep(self, effect: Callable[[], None], result: Result | None) -> None:
        """An effect and its expiries; what was before and after it, unless it is how a game begins."""
        before = dict(self.run.leaves)
        effect()
        after = dict(self.run.leaves)
        for field_, until in self.world.untils.items():
            if any(before[STATE, n] != after[STATE, n] == x for n, x in until.change.items()):
                for path in after:
                    if path[:2] == (STATE, field_):
                        self.run.leaves[path] = self.world.defaults[path]
        if result is not None:
            result.steps.append((self.frozen(before), self.frozen(self.run.leaves)))

    def settle(self, result: Result) -> None:
        """Rounds, until no settle holds."""
        while (found := self.holding()) or self.awaited_though_out():
            self.force("settle round")
            dropping = self.awaited_though_out()

            def round_(found: list[tuple[Rule, tuple[Any, ...]]] = found, dropping: bool = dropping) -> None:
                self.run.enter()
                for rule, args in found:
                    self.heard.live.add(rule.name)
                    self.said(rule, args)
                if dropping:
                    self.drop()
                self.run.leave()

            self.substep(round_, result)

    def holding(self) -> list[tuple[Rule, tuple[Any, ...]]]:
        return [
            (rule, args)
            for rule in self.world.on("settle")
            for args in self.world.instances(rule)
            if self.looked(rule.when_, args)  # type: ignore[arg-type]
        ]

    def due(self) -> Rule | None:
        """The first duty that is due; none where the game has ended, or a trigger waits."""
        if self.ended(self.run) or self.pending(self.run):
            return None
        return next((d for d in self.world.on("duty") if self.is_due(d)), None)

    def is_due(self, duty: Rule) -> bool:
        return self.run.innermost in duty.at and bool(self.looked(duty.when_, ()))  # type: ignore[arg-type]

    def do(self, duty: Rule, result: Result) -> None:
        self.heard.live.add(duty.name)
        before = self.frozen(self.run.leaves)
        self.substep(lambda: self.said(duty, ()), result)
        if self.is_due(duty):
            raise Ends("loop" if self.frozen(self.run.leaves) == before else "unending", duty.name)

    def note_orders(self, first: Rule) -> None:
        """Each other duty that is due too, and that no clause puts behind this one, where it leads elsewhere to do that
        before this one."""
        for other in self.world.on("duty"):
            if other is first or self.comes_first(first, other) or not self.would_be_due(other):
                continue
            if self.tried(first, other) != self.tried(other, first):
                self.heard.add("gap", f"{first.name} before {other.name}", first.name, other.name)

    def comes_first(self, one: Rule, other: Rule) -> bool:
        return any(before is one or self.comes_first(one, before) for before in other.after)

    def would_be_due(self, duty: Rule) -> bool:
        try:
            return self.is_due(duty)
        except Ends:
            return False

    def tried(self, *turns: Rule) -> State | None:
        """Where play comes to rest if these duties are done first; then all is as it was."""
        kept = self.run, self.heard, self.forced, self.last, self.been, self.duties
        self.been, self.duties = dict(self.been), list(self.duties)
        self.run, self.heard, result = Run(self.world, dict(self.run.leaves)), Heard(), Result()
        try:
            for duty in turns:
                if self.due() is not None and self.is_due(duty):
                    self.do(duty, result)
                    self.settle(result)
            while (following := self.due()) is not None:
                self.force("duties")
                self.do(following, result)
                self.settle(result)
            return self.rest()
        except Ends:
            return None
        finally:
            self.run, self.heard, self.forced, self.last, self.been, self.duties = kept

    def rest(self) -> State:
        """What does not matter is forgotten, until nothing changes; that makes no duty due, and no settle hold."""
        again = True
        while again:
            nothing = [
                path
                for rule in self.book.of("matters")
                for path, value in self.run.leaves.items()
                if path[0] == STATE
                and path[1] in rule.fields
                and value != self.world.defaults[path]
                and not self.looked(rule, path[2:])
            ]
            self.run.leaves.update((path, self.world.defaults[path]) for path in nothing)
            again = bool(nothing)
        duty = self.due()
        if duty is not None:
            raise Ends("broken", duty.name)
        if self.holding() or self.awaited_though_out():
            raise Ends("broken", "settle round")
        return self.frozen(self.run.leaves)
