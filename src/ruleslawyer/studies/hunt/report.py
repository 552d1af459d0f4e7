"""A hunt's result, as data for scripts."""

from __future__ import annotations

from collections import Counter

from ruleslawyer.base.files.content import Json
from ruleslawyer.studies.hunt.listed import KINDS, WORDS, Pair
from ruleslawyer.studies.hunt.question import Found
from ruleslawyer.studies.hunt.run import Hunted
from ruleslawyer.studies.hunt.shapes import NOT_BUILT, SHAPES

SETTLED = "question", "settled_by", "digest"


def document(found: Hunted) -> Json:
    counted = Counter((pair.kind, found.word(pair)) for pair in found.pairs)
    ranked = found.in_order()
    return {
        "ruleset": found.ruleset,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "looked": found.looked,
        "left": list(found.left),
        "guessed": list(found.guessed),
        "options_not_tried": list(found.untried),
        "counts": {kind: {word: counted[kind, word] for word in WORDS} for kind in KINDS},
        "pairs": [_pair(found, pair) for pair in found.pairs],
        "shapes": dict(SHAPES),
        "shapes_not_looked_for": list(NOT_BUILT),
        "questions": [_question(one) for one in ranked],
        "open": sum(one.open for one in ranked),
        "settled_and_not_met": list(found.unmet),
        "settled_without_digest": [dict(zip(SETTLED, one, strict=True)) for one in found.undated],
        "seconds": round(found.seconds, 3),
    }


def _pair(found: Hunted, pair: Pair) -> Json:
    spot = None if pair.unreachable else found.met.get(pair.key)
    return {
        "kind": pair.kind,
        "one": pair.one,
        "other": pair.other,
        "word": found.word(pair),
        "why": pair.unreachable or None,
        "where": spot.where if spot else None,
        "play": list(spot.play) if spot else [],
        "reading": dict(spot.reading) if spot else {},
        "drawn": spot.drawn if spot else False,
    }


def _question(found: Found) -> Json:
    one = found.question
    return {
        "id": one.id,
        "shape": one.shape,
        "asks": one.asks,
        "model": one.model,
        "otherwise": one.otherwise,
        "decided": one.decider,
        "by": list(one.near),
        "clauses": list(one.clauses),
        "where": one.spot.where,
        "play": list(one.spot.play),
        "reading": dict(one.spot.reading),
        "drawn": one.spot.drawn,
        "depth": one.depth,
        "times": found.times,
        "alike": sorted(found.others),
        "ways": sorted(" | ".join(way) for way in found.ways),
        "elsewhere": one.spot.moved is not None,
        "known": list(found.known),
        "settled_by": found.settled or None,
        "open": found.open,
    }
