"""Results for a list of cards: for scripts, and grouped for people."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.studies.cards.result import CardResult, CardsResult


def document(ruleset: str, file: str, found: CardsResult) -> Json:
    """All of it, as `--json` prints it."""
    return {
        "ruleset": ruleset,
        "file": file,
        "scope": found.seats.scope.name,
        "sort": found.seats.sort,
        "seats": list(found.seats.names),
        "complete": found.complete,
        "stopped": found.stopped or None,
        "limits": {"states": found.limits.states, "seconds": found.limits.seconds},
        "asked": {"cards": found.listed, "pairs": found.asked},
        "cards": [_card(card) for card in found.cards],
        "pairs": [{"first": pair.first, "second": pair.second, **pair.looked.json()} for pair in found.pairs],
        "seconds": round(found.seconds, 3),
    }


def _card(found: CardResult) -> Json:
    return {
        "name": found.card.name,
        "line": found.card.line,
        "uncovered": [{"attribute": u.attribute, "value": u.value or None} for u in found.uncovered],
        "actions": list(found.actions),
        **found.looked.json(),
    }


def pairs_by_event(found: CardsResult) -> Iterator[tuple[Met, list[str]]]:
    """Events that pairs of cards meet, each once, with the pairs that meet it; what no finding names comes first, then
    by how many pairs meet it."""
    first: dict[tuple[str, str], Met] = {}
    pairs: dict[tuple[str, str], list[str]] = {}
    for pair in found.pairs:
        for met in pair.looked.met:
            key = met.kind, met.title
            first.setdefault(key, met)
            pairs.setdefault(key, []).append(f"{pair.first} with {pair.second}")
    for key in sorted(first, key=lambda k: (bool(first[k].findings), -len(pairs[k]), k)):
        yield first[key], list(dict.fromkeys(pairs[key]))
