"""The players who are out of the game: what a ruleset says of them in one place is asked wherever somebody is awaited
or chosen.

Nobody who is out is awaited outside frames, goes on being awaited by a frame or for a trigger, or is chosen by an
action. So he is no actor and no member of a joint action either. `may_be_out=` is the clause of an exception (decision
0185).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.clauses import Assembly
from ruleslawyer.front.declarations import RecordDecl, RuleDecl
from ruleslawyer.front.rules import what
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import RecordDef
from ruleslawyer.ir.system import Action, Out, Settle, System
from ruleslawyer.ir.types import CHANCE, Awaits, Bool, NoneType, Optional, Set, Sort, State, Type

DROPPING = "nobody_out_is_awaited"
"""The settle that drops whoever is out from what a frame, or a pending trigger, awaits."""


def tie_out(analysis: Analysis, rules: Sequence[RuleDecl]) -> None:
    """Refuse exceptions from who is out where nobody who is could be chosen."""
    said = [rule for rule in rules if rule.kind == "out"]
    for rule in rules:
        if "may_be_out" in rule.options and not rule.broken:
            players = _player_parameters(analysis.players, [slot.type for slot in rule.slots])
            _expect_need(analysis, rule, bool(said), len(players) > 1)  # the first is the one who chooses
    for frame in analysis.frames.values():
        if frame.may_be_out:
            _expect_need(analysis, frame, bool(said), chosen=True)


def _expect_need(analysis: Analysis, of: RuleDecl | RecordDecl, said: bool, chosen: bool) -> None:
    """An exception is refused where there is nothing that it could be from."""
    if said and chosen:
        return
    why = "chooses no player besides the one who takes it" if said else "nobody is ever out in this ruleset"
    analysis.report(
        "RL529",
        of.span,
        f"{what(of)} needs no `may_be_out`: {f'it {why}' if said else why}",
        help="take it off" if said else "take it off, or say who is out with `@….out(…)`",
    )


def _player_parameters(players: Type | None, types: Sequence[Type]) -> list[int]:
    """The parameters by which a player is chosen, or several, or perhaps one; the first is the one who chooses."""
    return [i for i, type_ in enumerate(types) if players in (type_, getattr(type_, "item", None))]


def with_out(system: System, assembly: Assembly, analysis: Analysis) -> System:
    """The system in which it is asked; the same, where nobody is ever out."""
    rule = assembly.single("out") if any(r.kind == "out" for r in assembly.rules) else None
    if rule is None or rule.function is None:
        return system
    rewriting = _Rewriting(system, rule, assembly.origin(rule))
    exempt = {r.name for r in assembly.rules if "may_be_out" in r.options}
    actions = {a.name: a if a.name in exempt else rewriting.action(a) for a in system.actions.values()}
    frames = [f for f in system.frames.values() if not analysis.frames[f.name].may_be_out]
    return replace(
        system,
        awaits=rewriting.awaits(system.awaits),
        actions=actions,
        settles={**system.settles, **rewriting.dropping(frames, tuple(system.triggers.values()))},
        out=Out(rewriting.origin, rule.function, rewriting.of),
    )


@dataclass
class _Rewriting:
    """A rewriting of the places of a ruleset that ask who is out. of: the functions that do, each with the parameters
    that it is asked of."""

    system: System
    rule: RuleDecl
    origin: Origin

    def __post_init__(self) -> None:
        self.of: dict[str, tuple[int, ...]] = {}
        self.player = Sort(self.system.players)

    # --- expressions ----------------------------------------------------------------------------------------------

    def _is_out(self, who: n.Expr) -> n.Expr:
        return n.Call(self.origin, Bool(), "helper", self.rule.name, (n.Var(self.origin, State(), 0, "s"), who))

    def _and(self, *items: n.Expr) -> n.Expr:
        return items[0] if len(items) == 1 else n.Logic(self.origin, Bool(), "and", items)

    def _not(self, value: n.Expr) -> n.Expr:
        return n.Not(self.origin, Bool(), value)

    def _some(self, slot: int, type_: Type, body: n.Expr) -> n.Expr:
        """Whether something is true of some member, as an expression."""
        every = n.Domain(self.origin, Set(type_))
        true = n.Const(self.origin, Bool(), True)
        return n.Fold(self.origin, Bool(), "any", slot, "who", every, true, body, None)

    def _those(self, slot: int, condition: n.Expr) -> n.Expr:
        """The players of whom it is so."""
        every, who = n.Domain(self.origin, Set(self.player)), n.Var(self.origin, self.player, slot, "who")
        return n.Fold(self.origin, Set(self.player), "set", slot, "who", every, condition, who, None)

    def _among(self, slot: int, these: n.Expr) -> tuple[n.Expr, n.Expr]:
        """Whether a player is among these, and whether he is out."""
        who = n.Var(self.origin, self.player, slot, "who")
        return n.Member(self.origin, Bool(), who, these), self._is_out(who)

    # --- who is awaited -------------------------------------------------------------------------------------------

    def awaits(self, function: n.Function) -> n.Function:
        """The players who are awaited where no frame is open, without those who are out; chance stays as it is."""
        slot = function.slots
        self.of[function.name] = ()

        def remaining(value: n.Expr) -> n.Expr:
            match value:
                case n.Const(value=known) if known == CHANCE:
                    return value
                case n.IfExpr(then=then, otherwise=otherwise):
                    return replace(value, then=remaining(then), otherwise=remaining(otherwise))
            among, is_out = self._among(slot, value)
            those = self._those(slot, self._and(among, self._not(is_out)))
            if not isinstance(value.type, Awaits):
                return those
            some = self._some(slot, self.player, self._and(among, is_out))
            return n.IfExpr(self.origin, value.type, some, those, value)

        origin = Origin(function.origin.span, (*function.origin.cites, *self.origin.cites))
        return replace(function, origin=origin, slots=slot + 1, body=_returning(function.body, remaining))

    def dropping(self, frames: Sequence[RecordDef], triggers: Sequence[Trigger]) -> dict[str, Settle]:
        """Settles that drop whoever is out by now from those that a frame awaits, and for whom a trigger is pending."""
        held, written_, slots = list[n.Expr](), list[n.Stmt](), 1
        for frame in frames:
            field = next((f for f in frame.fields if f.name == "awaits"), None)
            if field is None:
                continue
            read = n.Read(self.origin, field.type, 0, frame.name, field.name, ())
            among, is_out = self._among(slots, read)
            is_open = n.IsOpen(self.origin, Bool(), 0, frame.name)
            some = self._and(is_open, self._some(slots, self.player, self._and(among, is_out)))
            place = n.Place(self.origin, field.type, frame.name, field.name, ())
            those = self._those(slots, self._and(among, self._not(is_out)))
            held.append(some)
            written_.append(n.If(self.origin, some, (n.Write(self.origin, place, those),), ()))
            slots += 1
        for trigger in triggers:
            some, statement = self._pending(trigger, slots)
            held.append(some)
            written_.append(statement)
            slots += len(trigger.keys)
        if not held:
            return {}
        effect = n.Effect(self.origin, self.origin.cites, tuple(written_))
        when = held[0] if len(held) == 1 else n.Logic(self.origin, Bool(), "or", tuple(held))
        said = n.Return(self.origin, when)
        settle = Settle(
            self.origin,
            DROPPING,
            self._function_of(DROPPING, NoneType(), slots, (effect,)),
            self._function_of("somebody_out_is_awaited", Bool(), slots, (said,)),
        )
        return {DROPPING: settle}

    def _pending(self, trigger: Trigger, first: int) -> tuple[n.Expr, n.Stmt]:
        """Whether a trigger is pending for somebody who is out, and that it is not."""
        keys = tuple(n.Var(self.origin, key.type, first + i, key.name) for i, key in enumerate(trigger.keys))
        read = n.Read(self.origin, Bool(), 0, None, trigger.field, keys)
        some: n.Expr = self._and(read, self._is_out(keys[trigger.decider]))
        place = n.Place(self.origin, Bool(), None, trigger.field, keys)
        over = n.Write(self.origin, place, n.Const(self.origin, Bool(), False))
        statement: n.Stmt = n.If(self.origin, some, (over,), ())
        for key in reversed(keys):
            some = self._some(key.slot, key.type, some)
            statement = n.For(self.origin, key.slot, key.name, n.Domain(self.origin, Set(key.type)), (statement,))
        return some, statement

    def _function_of(self, name: str, returns: Type, slots: int, body: tuple[n.Stmt, ...]) -> n.Function:
        doc = "Whoever is out is awaited no more."
        state = (n.Parameter("s", State()),)
        return n.Function(self.origin, self.rule.module.name, name, doc, state, returns, slots, body)

    # --- who is chosen --------------------------------------------------------------------------------------------

    def action(self, action: Action) -> Action:
        """The action, by which nobody who is out is chosen besides the one who takes it."""
        if action.kind != "action" or action.name in self.system.reactions:
            return action
        types = [p.type for p in action.function.parameters]
        chosen = tuple(i for i in _player_parameters(self.player, types) if i != action.actor)
        if not chosen:
            return action
        function = action.domain or self._everything(action)
        slot = function.slots

        def remaining(value: n.Expr) -> n.Expr:
            if isinstance(value, n.Const) and value.value is False:
                return value
            parameters = (n.Var(self.origin, types[i], i, action.function.parameters[i].name) for i in chosen)
            return self._and(value, *(self._in_the_game(p, slot) for p in parameters))

        self.of[function.name] = chosen
        return replace(action, domain=replace(function, slots=slot + 1, body=_returning(function.body, remaining)))

    def _everything(self, action: Action) -> n.Function:
        """The domain of an action that the author gave none."""
        first = action.function
        body = (n.Return(self.origin, n.Const(self.origin, Bool(), True)),)
        name, doc = f"{action.name}_among_those_in_the_game", "Nobody is chosen who is out of the game."
        return n.Function(
            self.origin, self.rule.module.name, name, doc, first.parameters, Bool(), len(first.parameters), body
        )

    def _in_the_game(self, chosen: n.Var, slot: int) -> n.Expr:
        match chosen.type:
            case Optional():
                nobody = n.Compare(self.origin, Bool(), "==", chosen, n.Const(self.origin, chosen.type, None))
                given = n.Unwrap(self.origin, self.player, chosen)
                return n.Logic(self.origin, Bool(), "or", (nobody, self._not(self._is_out(given))))
            case Set():
                return self._not(self._some(slot, self.player, self._and(*self._among(slot, chosen))))
        return self._not(self._is_out(chosen))


def _returning(body: tuple[n.Stmt, ...], left: Callable[[n.Expr], n.Expr]) -> tuple[n.Stmt, ...]:
    """Statements in which something else is returned."""

    def rewrite() -> Iterator[n.Stmt]:
        for statement in body:
            match statement:
                case n.Return(value=value) if value is not None:
                    yield replace(statement, value=left(value))
                case n.If(then=then, otherwise=otherwise):
                    yield replace(statement, then=_returning(then, left), otherwise=_returning(otherwise, left))
                case n.For(body=inner):
                    yield replace(statement, body=_returning(inner, left))
                case _:
                    yield statement

    return tuple(rewrite())
