"""All readings at once, printed: `ruleslawyer explore RULESET --family`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.premises import premises
from ruleslawyer.cli import show
from ruleslawyer.cli.output import count, print_json, progress, say, shown, table
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.variants.family import ASKED, FamilyResult, explore_family, family_json


def print_family(
    ruleset: str, title: str, system: TransitionSystem, questions: Sequence[str], limits: Limits, workers: int | None,
    json: bool,
) -> str:  # fmt: skip
    """Explore every reading and print what it amounts to; why not everything was explored, if so."""
    with progress(f"{ruleset}, scope {system.scope.name}, all readings") as tell:
        found = explore_family(system, questions, limits, workers, tell)
    if json:
        print_json(family_json(ruleset, found))
    else:
        say(f"{title}, scope {system.scope.name}: {count(len(found.all_choices), 'choice')} of the reading", "bold")
        show.limits(system.scope)
        _partings(found)
        _verdicts(found)
        _answers(found)
        if found.stopped:
            say(f"INCOMPLETE: {found.stopped}")
    return found.stopped


def _partings(found: FamilyResult) -> None:
    codec = Codec(found.system.system, found.system.scope)
    rows = table("options that players can tell apart", "after", "shown by")
    for parted in found.parted:
        if parted.ever:
            after = count(len(parted.play.steps), "action") if parted.play else "the start"
            by = codec.call(parted.shown_by) if parted.shown_by else ""
            rows.add_row(f"{parted.choice}: {parted.options[0]} / {parted.options[1]}", after, by)
    say()
    shown(rows)
    questions = [c for c in found.indistinguishable if c in found.system.system.questions]
    if questions:
        say("never distinguishable in this scope, so they do not matter here: " + ", ".join(questions))
    clashes = len(found.indistinguishable) - len(questions)
    if clashes:
        say(f"{clashes} clashes of rules that could need a ruling never decide anything here")


def _verdicts(found: FamilyResult) -> None:
    say()
    if not found.choices:
        say(f"no choice changes the verdict on a property here; {premises(found.system).without(found.choices).text()}")
        return
    say(f"{count(len(found.rows), 'combination')} of {', '.join(found.choices)} (the others keep their defaults)")
    alike: dict[tuple[str, str], list[str]] = {}
    for name, check in found.system.system.checks.items():
        words = Counter(row.verdicts[name] for row in found.rows)
        if check.kind in ASKED and (len(words) > 1 or "VIOLATED" in words):
            counts = ", ".join(f"{word} {number}" for word, number in words.items())
            alike.setdefault((", ".join(found.impact[name]) or "nothing here", counts), []).append(name)
    under = premises(found.system).without(found.choices).text()
    rows = table("properties", "decided by", "verdicts")
    for (choices, counts), names in alike.items():
        rows.add_row("\n".join(names), choices, show.cell(counts, under))
    shown(rows)


def _answers(found: FamilyResult) -> None:
    under = premises(found.system).without(found.choices).text()
    if found.hopeless:
        say(f"hold under none of these combinations: {', '.join(found.hopeless)}; {under}")
    rest = "every other property" if found.hopeless else "every property"
    if found.stopped:
        say("which answers are enough is not known")
    elif not found.smallest:
        say(f"no answers to these questions make {rest} hold; {under}")
    elif not found.smallest[0].answers:
        say(f"{rest} holds however these questions are answered; {under}")
    else:
        say(f"the smallest list of answers with which {rest} holds; {under}:")
        for answers in found.smallest:
            say("  " + ", ".join(f"{choice} = {option}" for choice, option in answers.answers.items()))
