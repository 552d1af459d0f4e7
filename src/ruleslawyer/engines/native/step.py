"""The step of an instance of an action that is allowed, to the state that it leads to."""

from __future__ import annotations

from functools import partial

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.rest import StepFunction, ask, keep_substep, tell_cut, tell_failure, where_it_fails
from ruleslawyer.engines.native.written import begin
from ruleslawyer.ir.system import Action


def take(low: Lowering, action: Action) -> str:
    """The function that takes an instance of an action that is allowed."""
    return low.once(("take", action.name), f"take_{action.name}", partial(_step, low, action))


def _step(low: Lowering, action: Action, name: str) -> Code:
    """The step of an instance that is allowed, to the state that it leads to."""
    parameters = action.chosen_parameters
    typed = [f"{low.llvm(p.type)} %a{i}" for i, p in enumerate(parameters)]
    code = StepFunction(low, name, ["ptr %s", *typed])
    counts = not action.outside_play
    if counts and not action.passes:
        code.note_move()
    code.increase(code.register(Register.CHOICES))
    over = code.label()
    next_ = code.get(Register.NEXT, "ptr")
    code.copy(next_, "%s", code.get(Register.BYTES))
    begin(code)
    code.mark(action.function.name)
    code.set(Register.WRITER, low.names.rule(action.function.name))
    code.call(low.function(action.function), [*[f"ptr {next_}"] * action.function.leading, *typed], fails=False)
    code.set(Register.WRITER, 1)
    with where_it_fails(code, over):
        _end_branch(code, action)
    code.call("expire", ["ptr %s", f"ptr {next_}"], fails=False)
    keep_substep(code, next_, action.function.name)
    for check in low.system.checks.values():
        if check.kind == "step" and check.of == action.name:
            ask(code, check, ["ptr %s", f"ptr {next_}", *typed])
    code.call("steps", ["ptr %s", f"ptr {next_}"], fails=False)
    for step in ("to_rest", "forget"):
        code.call(step, [f"ptr {next_}"], fails=False)
        with where_it_fails(code, over):
            code.set(Register.WRITER, 1)
            _end_branch(code, action)
    same = code.call("sink", [f"ptr {next_}"], "i1", fails=False)
    if action.passes:
        code.set(Register.PASSED, 1)
    if counts and action.passes:
        with code.when(code.negate(same)):
            code.note_move()
    code.begin(over)
    return code


def _end_branch(code: StepFunction, action: Action) -> None:
    """A branch ends in a failed check; a pass whose branch ends is a choice all the same. What nothing bounds ends the
    search."""
    tell_failure(code)
    tell_cut(code, action.name)
    if code.low.ablation:
        code.set(Register.FAILED, 1)
    if action.passes and not action.outside_play:
        code.note_move()
