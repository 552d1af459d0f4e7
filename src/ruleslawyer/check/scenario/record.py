"""Recording a scenario: a play that was made anywhere, as a scenario file that expects what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, toml_key, toml_value
from ruleslawyer.check.scenario.names import NONE
from ruleslawyer.ir import types as t
from ruleslawyer.play.explain import judge_and_explain
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.trace import replay as replay_trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

Table = Json


def record(ruleset: LoadedRuleset, system: TransitionSystem, trace: Trace, name: str) -> str:
    """The text of a scenario file: the play's scope, reading and actions, and what its last action makes of the state.

    A play that ends in an event which no scenario can expect is a `UsageError`. The play has to replay.
    """
    codec, shown = Codec(system.system, system.scope), _actions_of(trace)
    events = replay_trace(system, trace)
    lines = [
        f"ruleset = {toml_value(ruleset.name)}",
        f"scope = {toml_value(system.scope.name)}",
        "",
        "[[scenario]]",
        f"name = {toml_value(name)}",
    ]
    clauses = _clauses(ruleset, system, trace)
    if clauses:
        lines.append(f"clauses = {toml_value(clauses)}")
    read = {key: option for key, option in sorted(system.reading.items()) if key not in system.rulings}
    if read:
        lines.append(f"readings = [{toml_value(read)}]")
    if system.rulings:
        lines.append(f"rulings = {toml_value({key: system.reading[key] for key in sorted(system.rulings)})}")
    if trace.start.instance.args:
        lines.append(f"start = {toml_value(_arguments(codec, trace.start.instance))}")
    if shown:
        lines.append("when = [")
        lines += [f"    {toml_value({'action': i.action, **_arguments(codec, i)})}," for i in shown]
        lines.append("]")
    then = _then(system, codec, trace, events)
    lines += ["", "[scenario.then]", *(f"{toml_key(key)} = {toml_value(value)}" for key, value in then.items())]
    return "\n".join(lines) + "\n"


def record_if_possible(ruleset: LoadedRuleset, system: TransitionSystem, trace: Trace, name: str) -> str:
    """The same; empty where no scenario can say how the play ends."""
    try:
        return record(ruleset, system, trace, name)
    except UsageError:
        return ""


def _actions_of(trace: Trace) -> list[Instance]:
    """Every action, one that is only looked at included."""
    return [*(step.instance for step in trace.steps), *([trace.last] if trace.last else [])]


def _arguments(codec: Codec, instance: Instance) -> Table:
    """The arguments as a scenario writes them: of a joint choice those who choose; nothing is `none`."""
    found: Table = {}
    for (name, type_), value in zip(codec.parameters(instance.action), instance.args, strict=True):
        if isinstance(type_, t.Map):
            seats = zip(codec.members(type_.key), value, strict=True)
            found[name] = {seat: _value(codec, type_.value, v) for seat, v in seats if v is not None}
        else:
            found[name] = _value(codec, type_, value)
    return found


def _value(codec: Codec, type_: t.Type, value: object) -> object:
    return NONE if value is None else codec.value(type_, value)


def _clauses(ruleset: LoadedRuleset, system: TransitionSystem, trace: Trace) -> list[str]:
    """The clauses of the book behind the last action."""
    cites: Sequence[str] = ()
    if trace.last is not None and trace.end is not None:
        judgement = system.judge(trace.end, trace.last).judgement
        cites = judgement.clauses if judgement else ()
    elif trace.steps:
        last = trace.steps[-1]
        cites = (*last.clauses, *(c for s in last.substeps for c in s.cites))
    known = ruleset.register.citable_clauses if ruleset.register is not None else ()
    return [c for c in dict.fromkeys(cites) if c in known]


# --- what is expected ---------------------------------------------------------------------------------------------


def _then(system: TransitionSystem, codec: Codec, trace: Trace, events: Sequence[Event]) -> Table:
    found = _last_events(events)
    if trace.last is not None:
        assert trace.end is not None, "nothing can be looked at where a play has ended"
        found = _looked_at(system, codec, trace.end, trace.last, events)
    elif trace.end is not None:
        before = trace.steps[-2].after if len(trace.steps) > 1 else trace.start.after if trace.steps else None
        found |= _changes(codec, before, trace.end) | _situation(system, codec, trace.end)
    if not found:
        raise UsageError("no scenario can say how this play ends", None, _ending(events))
    return found


def _ending(events: Sequence[Event]) -> str:
    ends = events[-1] if events else None
    about = f"{ends.kind}: {ends.title}" if ends is not None else "in an event"
    return f"it ends with {about}; scenarios know contradictions and gaps"


def _last_events(events: Sequence[Event]) -> Table:
    """The last contradiction of the play, and every gap."""
    found: Table = {}
    gaps = list(dict.fromkeys(e.subject for e in events if e.kind == "gap"))
    clashes = [list(e.pair) for e in events if e.kind == "contradiction"]
    clashes += [list(e.cites[:2]) for e in events if e.kind == "place" and len(set(e.cites)) > 1]
    if clashes:
        found["contradiction"] = clashes[-1]
    if gaps:
        found["gap"] = gaps
    return found


def _looked_at(
    system: TransitionSystem, codec: Codec, state: State, instance: Instance, events: Sequence[Event]
) -> Table:
    """The expectations about an action that was only looked at; a scenario takes one that is allowed."""
    said = _verdict(system, codec, state, instance)
    if "allowed" in said:
        outcome = system.take(state, instance)
        events = (*events, *outcome.events)
        said = {} if outcome.state is None else said
    return {**said, **_last_events(events)}


def _verdict(system: TransitionSystem, codec: Codec, state: State, instance: Instance) -> Table:
    """The verdict of the rules on an action that was only looked at."""
    found = judge_and_explain(system, codec, state, instance)
    if found.allowed:
        return {"allowed": True}
    if found.obstacle:
        return {} if found.events else {"not_offered": True}
    match found.verdict:
        case "illegal":
            return {"refused_by": list(dict.fromkeys(s.name for s in found.stance("forbidden")))}
        case "unspoken":
            return {"unspoken": True}
    return {}


def _changes(codec: Codec, before: State | None, after: State) -> Table:
    """The entries that the last action changed; without one, nothing."""
    if before is None:
        return {}
    old, new = dict(_leaves(codec, before)), dict(_leaves(codec, after))
    return {name: value for name, value in new.items() if name not in old or old[name] != value}


def _leaves(codec: Codec, state: State) -> Iterator[tuple[str, object]]:
    """Each entry of a state by the name that a scenario has for it."""
    schema = codec.schema
    records = [("", schema.slots, state.fields)]
    for name, slots, record in zip(schema.frame_names, schema.frame_slots, state.frames, strict=True):
        if record is not None:
            records.append((f"{name}.", slots, record))
    for prefix, slots, values in records:
        for slot, value in zip(slots, values, strict=True):
            for keys, leaf in leaves(slot.field.type, value):
                named = "".join(f"[{key}]" for key in _names(codec, slot.field.type, keys))
                yield f"{prefix}{slot.field.name}{named}", _value(codec, t.leaf_type(slot.field.type), leaf)


def _names(codec: Codec, type_: t.Type, keys: tuple[int, ...]) -> Iterator[str]:
    for key in keys:
        assert isinstance(type_, t.Map)
        yield codec.members(type_.key)[key]
        type_ = type_.value


def _situation(system: TransitionSystem, codec: Codec, state: State) -> Table:
    """The winners, or the players whose decision it is."""
    players = t.Set(t.Sort(system.system.players))
    fields = {field.name for field in system.system.state.fields}
    if system.is_over(state):
        found = {"ended": True, "winners": codec.value(players, system.winners(state))}
        if got := system.payoffs(state):
            found["payoffs"] = dict(zip(codec.members(players.item), got, strict=True))
    else:
        found = {"awaits": codec.value(t.Awaits(players.item), system.awaits(state))}
        if state.frames and any(frame is not None for frame in state.frames):
            found["open"] = codec.schema.innermost(state)
    return {word: value for word, value in found.items() if word not in fields}
