"""The course of a play, for a screen: each sub-step of a step, and the table after each action.

It is the difference of two drawings, so that nobody is told more than a drawing shows. `client/happened.js` says the
same of the same drawings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import TypeAlias, TypeVar

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import Duty, Settle, System
from ruleslawyer.rulebook.table.draw import Cited, Tables
from ruleslawyer.rulebook.table.words import spoken
from ruleslawyer.semantics.sight import UNSEEN, hidden_names, observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import SubStep, TransitionSystem


def opens_at(tables: Tables, trace: Trace, *, busy: bool = True) -> int:
    """The frame that tells a play: the last one; or the last one in which much is done (`busy`), as passes and draws
    only lead on from it."""
    deeds = [*(step.instance for step in trace.steps), *([trace.last] if trace.last else [])]
    told = [number for number, deed in enumerate(deeds, 1) if deed.action not in tables.view.quiet]
    return told[-1] if busy and told else trace.length


def frames(
    tables: Tables, trace: Trace, cited: Cited = (), hide: Collection[str] = (), *, before: bool = False,
    opens: int | None = None, text: str = "",
) -> list[Json]:  # fmt: skip
    """The frames of the start, of each step, and of what is asked for at the end: what is done, in a sentence, what
    happened by it, and the table then; none where a play ends before there is any. In the last one and in the one that
    a page `opens` with the values that are `cited` are marked, and empty areas drawn that a `text` names; and the last
    one does not say what is hidden (`turn`: whose it is). before: the last action is drawn as one that somebody wants
    to take, since what comes of it is what is asked."""
    state = trace.start.after
    marked, draw = {trace.length, opens}, partial(tables.draw, reading=dict(trace.reading))
    told, system = partial(draw, cited=cited, text=text), TransitionSystem(tables.machine, dict(trace.reading))
    found = [
        _frame(
            tables.beginning(trace.start.instance), None if state is None else (told if 0 in marked else draw)(state)
        )
    ]
    for number, step in enumerate(trace.steps, 1):
        after, says = step.last_state, tables.sentence(step.instance, state)
        quiet, who = step.instance.action in tables.view.quiet, tables.actor(step.instance)
        shown = told if number in marked else draw
        if before and number == trace.length and trace.last is None and state is not None:
            table = shown(state, asked=step.instance)
            found.append(_frame(says, table, quiet=quiet, asked=True, who=who))
            break
        done = [] if state is None else sub_steps(tables, system, step, state)
        drawing = None if after is None else shown(after, state)
        found.append(_frame(says, drawing, quiet=quiet, who=who, done=done))
        state = after or state
    if trace.last is not None:
        drawing = None if state is None else told(state, asked=trace.last)
        quiet, who = trace.last.action in tables.view.quiet, tables.actor(trace.last)
        found.append(_frame(tables.sentence(trace.last, state), drawing, quiet=quiet, asked=True, who=who))
    last = found[-1]["table"]
    if "turn" in hide and last is not None:
        last["seats"] = [{**seat, "turn": False} for seat in last["seats"]]
        for sub in found[-1]["happened"]:
            sub["changes"] = [change for change in sub["changes"] if change["kind"] != "turn"]
    return found


def _frame(
    says: str, table: Json | None, *, quiet: bool = False, asked: bool = False, who: str | None = None,
    done: Sequence[Json] = (),
) -> Json:  # fmt: skip
    return {"says": says, "quiet": quiet, "asked": asked, "who": who, "happened": [*done], "table": table}


FALLS = {"coins": "paid", "hearts": "damaged", "shields": "damaged"}
"""The word for fewer tokens of a kind than before; any other change is `counted`."""
T = TypeVar("T")
Place: TypeAlias = Json
"""Where a card lies: `seat`, `area`, and where there are such the `space` of a grid and the card that it is `under`."""


def sub_steps(
    tables: Tables, system: TransitionSystem, step: Step, before: State, seat: int | None = None
) -> list[Json]:  # fmt: skip
    """The sub-steps of an action that was taken, those that are forced one by one: `kind` (action, chance, duty,
    settle), `name`, `says`, `who` takes it, `clauses`, and the `changes` of the table. What expires, and what is
    forgotten at rest, belongs to the sub-step before it. seat: whose sight it is."""
    action = system.system.actions[step.instance.action]
    whole = list(_with_states(step))
    drawings = [_drawing(tables, system, state, seat) for state in (before, *(state for _, state in whole))]
    found = []
    for number, (sub, state) in enumerate(whole):
        who, kind = None, sub.kind
        if kind == "action":
            who, kind = tables.actor(step.instance), "chance" if action.kind == "chance" else kind
        says = _rules_say(system, sub) if sub.kind != "action" else _sentence(tables, system, step, before, state, seat)
        was, now = drawings[number], drawings[number + 1]
        changes = [
            one | {"says": _says(one, now, tables.hidden_card)} for one in differences(was, now, dealt=kind == "chance")
        ]
        found.append({
            "kind": kind, "name": step.instance.action if sub.kind == "action" else sub.name, "says": says, "who": who,
            "clauses": list(sub.cites), "changes": changes,
        })  # fmt: skip
    return found


def _with_states(step: Step) -> Iterator[tuple[SubStep, State]]:
    """The sub-steps but for expiries, each with the state that it comes to; none where the action broke off first."""
    subs = [one for one in step.substeps if one.kind != "expiry"]
    behind = zip_longest(step.substeps, step.substeps[1:])
    states = [one.state for one, then in behind if then is None or then.kind != "expiry"]
    if step.after is not None and states:
        states[-1] = step.after
    yield from zip(subs, states, strict=True)


def _drawing(tables: Tables, system: TransitionSystem, state: State, seat: int | None) -> Json:
    if seat is None:
        return tables.draw(state, sight=tables.codec.state)  # from whom a card is hidden, nobody asks here
    sight = partial(observe, system, tables.codec, player=seat)
    return tables.draw(state, sight=sight, hidden=hidden_names(system, state, seat), reading=system.reading)


def _sentence(
    tables: Tables, system: TransitionSystem, step: Step, before: State, after: State, seat: int | None
) -> str:  # fmt: skip
    """The action in words; where something is hidden, of what others chose only that they did."""
    if seat is None or not system.system.sights:
        return tables.sentence(step.instance, before)
    who = tables.actor(step.instance)
    by_chance = system.system.actions[step.instance.action].kind == "chance" and not system.system.covered
    if by_chance or who == tables.players[seat]:  # a number that chance gives is a choice, and no name
        hidden = hidden_names(system, before, seat) & hidden_names(system, after, seat)
        return tables.sentence(step.instance, before, hidden)
    return tables.bare_sentence(step.instance)


def _rules_say(system: TransitionSystem, sub: SubStep) -> str:
    says = {name: forced_says(name, rule) for name, rule in forced_rules(system.system)}
    return " ".join(dict.fromkeys(says[name] for name in sub.name.split(", ")))


def forced_rules(system: System) -> Iterator[tuple[str, Settle | Duty]]:
    """The rules that are carried out by themselves, by the name that a step is told by."""
    yield from ((settle.name, settle) for settle in system.settles.values())
    yield from ((duty.function.name, duty) for duty in system.duties.values())


def forced_says(name: str, rule: Settle | Duty) -> str:
    """The paraphrase of such a rule; of one that has no docstring, its name in words."""
    said = spoken(name)
    return rule.function.doc or f"{said[:1].upper()}{said[1:]}."


def _says(change: Json, drawing: Json, hidden_card: str) -> str:
    """A change in a few words."""
    of, subject = change["kind"], change.get("card") or change.get("seat")
    card = hidden_card if subject == UNSEEN else subject
    if of in ("moved", "dealt"):
        return f"{card}: {' → '.join(_spot(change[end], hidden_card) for end in ('from', 'to'))}"
    if of in ("turned", "marked", "flagged", "out"):
        ways = {"turned": drawing["turned"] or "turned", "down": "face down"}
        word = ways[change["way"]] if of == "turned" else change.get("word", "out")
        return f"{card}: {'' if change['now'] else 'no longer '}{word}"
    if of == "pointed":
        return f"{change['from']} → {change['to']}: {'' if change['now'] else 'no longer '}{change['word']}"
    was, now = (
        "nothing" if one is None else str(one).replace("-", "−") or "yes" for one in (change["was"], change["now"])
    )
    where = f"{change['board']}, {change['at']}" if of == "placed" else card
    told = [where, "turn" if of == "turn" else change["word"].removesuffix(":")]
    side = f" ({change['side']})" if change.get("side") else ""
    return f"{': '.join(filter(None, told))}: {was} → {now}{side}"


def _spot(place: Place | None, hidden_card: str) -> str:
    """A place in words."""
    if place is None:
        return "nowhere to be seen"
    space, under = place.get("space"), place.get("under")
    whose = f" of {place['seat']}" if place["seat"] else ""
    beneath = f" under {hidden_card}" if under == UNSEEN else f" under {under}" if under else ""
    return f"{place['area']}{whose}{f' ({space})' if space else ''}{beneath}"


# --- two drawings -----------------------------------------------------------------------------------------------------


def differences(was: Json, now: Json, *, dealt: bool = False) -> Iterator[Json]:
    """The changes from a drawing to the next one, cards first. dealt: chance moves them."""
    old, new = _cards(was), _cards(now)
    for name, lay, lies in _moves(old, new):
        yield {"kind": "dealt" if dealt else "moved", "card": name, "from": lay, "to": lies}
    before, after = ({c["name"]: c for c, _ in some if c["name"] != UNSEEN} for some in (old, new))
    for name, card in after.items():
        if name in before:
            yield from _of_card(before[name], card)
    yield from _counts(was, now)
    for a, b in zip(was["seats"], now["seats"], strict=True):
        for word, here in _turnover(*([flag["word"] for flag in one["flags"]] for one in (a, b))):
            yield {"kind": "flagged", "seat": a["name"], "word": word, "now": here}
        if a["out"] != b["out"]:
            yield {"kind": "out", "seat": a["name"], "now": b["out"]}
    turns = [next((seat["name"] for seat in one["seats"] if seat["turn"]), None) for one in (was, now)]
    if turns[0] != turns[1]:
        yield {"kind": "turn", "was": turns[0], "now": turns[1]}
    yield from _of_table(was["shared"], now["shared"])
    arrows = ([(arrow["from"], arrow["word"], arrow["to"]) for arrow in one["arrows"]] for one in (was, now))
    for (start, word, end), here in _turnover(*arrows):
        yield {"kind": "pointed", "from": start, "to": end, "word": word, "now": here}


def _turnover(was: Sequence[T], now: Sequence[T]) -> Iterator[tuple[T, bool]]:
    """The things that are gone (False), and those that have come (True), each once."""
    yield from ((one, False) for one in dict.fromkeys(was) if one not in now)
    yield from ((one, True) for one in dict.fromkeys(now) if one not in was)


def _cards(drawing: Json) -> list[tuple[Json, Place]]:
    """Every card of a drawing with its place, in the order in which they lie."""
    found: list[tuple[Json, Place]] = []

    def lay(card: Json, place: Place) -> None:
        found.append((card, place))
        for one in card["beneath"]:
            lay(one, {**place, "under": card["name"]})

    for seat, here in ((None, drawing["shared"]), *((seat["name"], seat) for seat in drawing["seats"])):
        for area in here["areas"]:
            place = {"seat": seat, "area": area["title"]}
            for card in area["cards"]:
                lay(card, place)
            for cell in area.get("cells", ()):
                if cell["card"] is not None:
                    lay(cell["card"], {**place, "space": cell["name"]})
    return found


def _moves(
    old: Sequence[tuple[Json, Place]], new: Sequence[tuple[Json, Place]]
) -> Iterator[tuple[str, Place | None, Place | None]]:
    """Each card that lies elsewhere than before: where it lay, and where it lies. Of cards that are not known there are
    fewer in one place and more in another; one that is known from now on, or no more, is one of those."""
    before, after = ({c["name"]: place for c, place in some if c["name"] != UNSEEN} for some in (old, new))
    unknown = [[place for c, place in some if c["name"] == UNSEEN] for some in (old, new)]
    gone, come = _without(unknown[0], unknown[1]), _without(unknown[1], unknown[0])
    for name, place in after.items():
        lay = before[name] if name in before else _one_of(gone, place)
        if lay != place:
            yield name, lay, place
    for name, place in before.items():
        if name not in after:
            lies = _one_of(come, place)
            if lies != place:
                yield name, place, lies
    while gone:
        place = gone.pop(0)
        yield UNSEEN, place, _one_of(come, place)
    for place in come:
        yield UNSEEN, None, place


def _without(places: Sequence[Place], others: Sequence[Place]) -> list[Place]:
    """The places of more unknown cards than there are in the others."""
    left, found = Counter(str(sorted(place.items(), key=str)) for place in others), []
    for place in places:
        key = str(sorted(place.items(), key=str))
        if left[key]:
            left[key] -= 1
        else:
            found.append(place)
    return found


def _one_of(places: list[Place], near: Place) -> Place | None:
    """One of some places, at the same seat if there is such, which is then none of them."""
    if not places:
        return None
    return places.pop(next((i for i, place in enumerate(places) if place["seat"] == near["seat"]), 0))


def _of_card(was: Json, now: Json) -> Iterator[Json]:
    for way in ("turned", "down"):
        if was[way] != now[way]:
            yield {"kind": "turned", "card": now["name"], "way": way, "now": now[way]}
    for word, here in _turnover(*([mark["word"] for mark in one["marks"]] for one in (was, now))):
        yield {"kind": "marked", "card": now["name"], "word": word, "now": here}


def _counts(was: Json, now: Json) -> Iterator[Json]:
    for seat, a, b in (
        (None, was["shared"], now["shared"]),
        *((b["name"], a, b) for a, b in zip(was["seats"], now["seats"], strict=True)),
    ):
        before, after = ({(c["word"], c["unit"]): c for c in one["counters"]} for one in (a, b))
        for key, counter in {**before, **after}.items():
            values = [one[key]["value"] if key in one else 0 for one in (before, after)]
            if values[0] != values[1]:
                fell = UNSEEN not in values and values[1] < values[0]
                kind = FALLS.get(counter["draw"], "counted") if fell else "counted"
                yield {
                    "kind": kind,
                    "seat": seat,
                    "word": counter["word"],
                    "unit": counter["unit"],
                    "was": values[0],
                    "now": values[1],
                }


def _of_table(was: Json, now: Json) -> Iterator[Json]:
    """The changes of tracks, of values beside the table, and of boards; None: there is nothing of it."""
    for kind, list_, key, value in (("tracked", "tracks", "title", "value"), ("said", "said", "word", "value")):
        before, after = ({one[key]: one for one in some[list_]} for some in (was, now))
        for name in {**before, **after}:
            values = [one[name][value] if name in one else None for one in (before, after)]
            sides = [one[name].get("side") if name in one else None for one in (before, after)]
            if values[0] != values[1] or sides[0] != sides[1]:
                side = {"side": sides[1]} if kind == "tracked" else {}
                yield {"kind": kind, "word": name, "was": values[0], "now": values[1], **side}
    for a, b in zip(was["boards"], now["boards"], strict=True):
        for before, after in zip(a["cells"], b["cells"], strict=True):
            said = [{v["word"]: v["value"] for v in one["values"]} for one in (before, after)]
            for word in {**said[0], **said[1]}:
                values = [one.get(word) for one in said]
                if values[0] != values[1]:
                    yield {
                        "kind": "placed",
                        "board": b["title"],
                        "at": after["name"],
                        "word": word,
                        "was": values[0],
                        "now": values[1],
                    }
