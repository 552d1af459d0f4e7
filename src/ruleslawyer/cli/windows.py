"""`ruleslawyer windows`: responses made one window earlier and one later, within one phase."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ruleslawyer.check import unasked
from ruleslawyer.cli.laws import Minutes, Seed, print_break, print_drawn
from ruleslawyer.cli.options import Json, Name
from ruleslawyer.cli.output import FALLS_SHORT, count, leave, print_json, progress, say, shown, spaced, table
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.cli.unasked import Keep, keep_part
from ruleslawyer.studies.laws.run import ENOUGH, Tally, insert_responses


def windows(
    context: typer.Context,
    name: Name,
    times: Annotated[int, typer.Option(min=1, help="Stop once so many responses came out in both windows.")] = ENOUGH,
    states: Annotated[int | None, typer.Option(min=1, help="Look at so many states at most.")] = None,
    minutes: Minutes = 5.0,
    seed: Seed = 0,
    keep: Keep = False,
    json: Json = False,
) -> None:
    """Make a response one window earlier and one later within a phase, and show what then comes out otherwise.

    A window is a state in which somebody may respond. Between it and the next one
    of the same phase another player does something that names nothing which the
    response names. The response is made before that, and in another play behind it;
    where somebody has to pass first, he passes; then all pass, as long as the phase
    lasts. Where both come to the same, nothing is said. Where they do not, a clause
    says when (of the kinds order, timing and precedence, and cited by what takes
    part), or the difference is shown in the simplest state that was found.

    The states are those of `sweep --laws`, dealt for it: what a response names is
    printed on other cards, and put in their places. A difference that is known is named in
    checks/RULESET/laws.toml (docs/howto/laws.md). A scope in which no window opened
    is named.

    The exit code is 1 when a difference is shown that is not known, or too few
    responses were inserted. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer sweep memesis --windows

      ruleslawyer sweep daemons --windows --times 200 --seed 7 --json
    """
    from ruleslawyer.studies.laws.report import document_of_windows

    ruleset = ruleset_of(context, name)
    with progress(f"{ruleset.name}, windows") as tell:
        found, inserted = insert_responses(ruleset, wanted=times, states=states, minutes=minutes, seed=seed, tell=tell)
    told = document_of_windows(found, inserted)
    if json:
        print_json(told)
    else:
        _print(ruleset.title, found, told)
    if keep:
        keep_part(ruleset, "windows", unasked.windows(told, ruleset.system.digest))
    leave(found.stopped)
    if found.is_new or not told["enough"]:
        raise typer.Exit(FALLS_SHORT)


def _print(title: str, found: Tally, told: dict[str, Any]) -> None:
    responses = count(told["inserted"], "response that was inserted", "responses that were inserted")
    say(f"{title}: {responses}, {count(told['states']['scopes'], 'scope')}", "bold")
    print_drawn(found, told)
    rows = table("window", "response", "opened", "inserted", numbers=(2, 3))
    for one in told["windows"]:
        rows.add_row(one["at"], one["response"], spaced(one["opened"]), spaced(one["inserted"]))
    if told["windows"]:
        shown(rows)
    else:
        say("no window opened")
    if told["never_opened"]:
        say(f"no window opened in: {', '.join(told['never_opened'])}")
    for why, times in told["failed"].items():
        say(f"not inserted: {why}; {count(times, 'time')}", "dim")
    for at, clauses in told["said"].items():
        say(f"{at}: differs, as {', '.join(clauses)} may say", "dim")
    for one in told["differences"]:
        print_break("one window earlier and later", one)
    say()
    if not told["inserted"]:
        say("no response came out in both windows: nothing was tried")
    elif not told["differences"]:
        say("nothing differs that no clause speaks of")
    if not told["enough"]:
        say(f"too few: {spaced(told['inserted'])} of {spaced(found.wanted)} responses were inserted", "yellow")
