"""Pairs of keywords in one template: as a table of symbols, as JSON for scripts, as a part of a page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.pairs.interaction import (
    HOW,
    RESULTS,
    PairResult,
    PairsResult,
    PlaceResult,
    Result,
    Seen,
    Witness,
)
from ruleslawyer.studies.pairs.variant import Outcome

SYMBOLS: Mapping[Result, str] = {
    "changes": "#", "unknown": "?", "add up": "+", "alone": "=", "never": "·", "cannot meet": "-",
}  # fmt: skip
EVENT = "!"
COMBINATION = "x"
LEGEND: Mapping[str, str] = {
    EVENT: "an event, deadlock or violation that only both raise, whatever else they do",
    "#": f"changes: {RESULTS['changes']}",
    COMBINATION: "changes, but only as a combination: no field by itself shows it",
    **{SYMBOLS[word]: f"{word}: {text}" for word, text in RESULTS.items() if word != "changes"},
}


def symbol(pair: PairResult) -> str:
    """A pair in one character."""
    if pair.events:
        return EVENT
    if pair.result == "changes" and not pair.fields:
        return COMBINATION
    return SYMBOLS[pair.result]


def matrix(found: PairsResult) -> Iterator[tuple[str, list[str]]]:
    """A row for each keyword that was asked about, with its pairs with itself and those before it; "" where a pair was
    not looked at."""
    return triangle(table_keywords(found), {(pair.first, pair.second): symbol(pair) for pair in found.pairs})


def triangle(names: Sequence[str], cells: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, list[str]]]:
    """A row for each name, with the cells of it and itself and of it and those before it; "" where there is none."""
    for i, name in enumerate(names):
        yield name, [cells.get((other, name), "") for other in names[: i + 1]]


def table_keywords(found: PairsResult) -> list[str]:
    """The keywords of the table, in the order of the enum."""
    return keywords_in_pairs(found.template.keywords, ((pair.first, pair.second) for pair in found.pairs))


def keywords_in_pairs(keywords: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The keywords that are in some pair, in their order."""
    there = {name for pair in pairs for name in pair}
    return [name for name in keywords if name in there]


def count_results(found: PairsResult) -> dict[str, int]:
    """How many pairs each word is said of, and how many raise an event."""
    counts: dict[str, int] = {word: sum(pair.result == word for pair in found.pairs) for word in RESULTS}
    return {**counts, "events": sum(bool(pair.events) for pair in found.pairs)}


def bearers(pair: PairResult, place: PlaceResult) -> str:
    """The members that bear each keyword: ``FLYING on Att, BOND on Def``."""
    return f"{pair.first} on {place.members[0]}, {pair.second} on {place.members[1]}"


def variant(pair: PairResult, place: PlaceResult, witness: Witness) -> str:
    """The variant in which a play stands, in words, and those without any such play."""
    names: Mapping[Seen, str] = {
        "neither": "neither keyword",
        "first": f"{pair.first} on {place.members[0]} alone",
        "second": f"{pair.second} on {place.members[1]} alone",
        "both": "both",
    }
    lacking = ", ".join(names[seen] for seen in witness.lacking)
    return f"with {names[witness.variant]} (never with {lacking})"


class Report:
    """One template's results with names instead of numbers."""

    def __init__(self, ruleset: str, found: PairsResult) -> None:
        self.ruleset, self.found = ruleset, found
        self.codec = Codec(found.template.system, found.template.scope)
        self.types = {f.name: f.type for f in found.template.system.state.fields}

    def outcome(self, outcome: Outcome) -> Json:
        """An outcome by name: a field and its value."""
        fields = self.found.template.outcome
        return {n: self.codec.value(self.types[n], v) for n, v in zip(fields, outcome, strict=True)}

    # --- for scripts ----------------------------------------------------------------------------------------------

    def json(self) -> Json:
        found, template = self.found, self.found.template
        return {
            "ruleset": self.ruleset,
            "template": template.name,
            "title": template.title,
            "file": template.file,
            "sort": template.sort,
            "attribute": template.attribute,
            "keywords": list(template.keywords),
            "places": [[template.members[p], template.members[q]] for p, q in template.places],
            "outcome": list(template.outcome),
            "variants": found.variants,
            "asked": found.asked,
            "complete": not found.stopped and not any(p.result == "unknown" for p in found.pairs),
            "stopped": found.stopped or None,
            "counts": count_results(found),
            "pairs": [self._pair(pair) for pair in found.pairs],
            "unreplayed": list(found.unreplayed),
        }

    def _pair(self, pair: PairResult) -> Json:
        return {
            "first": pair.first,
            "second": pair.second,
            "symbol": symbol(pair),
            "result": pair.result,
            "reason": pair.reason or None,
            "decides": list(pair.decides),
            "fields": list(pair.fields),
            "states": pair.states,
            "places": [self._place(place) for place in pair.places],
        }

    def _place(self, place: PlaceResult) -> Json:
        witness = place.witness
        return {
            "first": place.members[0],
            "second": place.members[1],
            "result": place.result,
            "reason": place.reason or None,
            "decides": place.decides or None,
            "how": list(place.how),
            "fields": list(place.fields),
            "states": dict(place.states),
            "outcomes": dict(place.outcomes),
            "witness": witness
            and {
                "variant": witness.variant,
                "lacking": list(witness.lacking),
                "outcome": self.outcome(witness.outcome),
                "play": calls(witness.trace, self.codec),
            },
            "events": [self._event(event) for event in place.events],
        }

    def _event(self, raised: Met) -> Json:
        return {**raised.json(), "play": calls(raised.states, self.codec)}

    # --- for people -----------------------------------------------------------------------------------------------

    def markdown(self) -> Iterator[str]:
        """The lines of the page: the table, then each pair that does something with its plays, then the others."""
        found, names = self.found, table_keywords(self.found)
        yield f"## {self.ruleset}: {found.template.title}"
        yield ""
        yield f"Template `{found.template.file}`; {len(found.pairs)} of {found.asked} pairs, {found.variants} variants."
        if found.stopped:
            yield f"Incomplete: {found.stopped}."
        yield ""
        yield from table(matrix(found), len(names))
        yield ""
        yield from (f"- `{sign}` {text}" for sign, text in LEGEND.items())
        for pair in found.pairs:
            if pair.events or pair.result == "changes":
                yield from self._report_lines(pair)
        for word in ("unknown", "add up", "alone", "never", "cannot meet"):
            rest = [pair for pair in found.pairs if pair.result == word]
            if rest:
                yield from ("", f"### {word}: {RESULTS[word]}", "")
                yield from (f"- {text}" for text in lines(rest))
        yield ""

    def _report_lines(self, pair: PairResult) -> Iterator[str]:
        yield from ("", f"### {pair.first} and {pair.second}")
        for place in pair.places:
            if place.witness is None and not place.events:
                continue
            yield from ("", f"{bearers(pair, place)}: {place.result}" + remarks(pair, place))
            if place.witness is not None:
                yield from ("", f"A play {variant(pair, place, place.witness)}:", "")
                yield from self._play(calls(place.witness.trace, self.codec))
                yield from ("", f"Outcome: {self.text(place.witness.outcome)}")
            for event in place.events:
                yield from ("", f"**{event.kind}**, only with both: {event.title}{event.citation_suffix}", "")
                yield from self._play(calls(event.states, self.codec))

    @staticmethod
    def _play(found: list[str]) -> Iterator[str]:
        yield from (f"{number}. `{call}`" for number, call in enumerate(found))

    def text(self, outcome: Outcome) -> str:
        """An outcome in one line."""
        return "; ".join(f"{name} {_short(value)}" for name, value in self.outcome(outcome).items())


def table(rows: Iterable[tuple[str, list[str]]], width: int) -> Iterator[str]:
    """A table of so many columns in Markdown; the columns have the numbers of the rows."""
    yield "| | " + " | ".join(str(i) for i in range(1, width + 1)) + " |"
    yield "|---" * (width + 1) + "|"
    for number, (name, cells) in enumerate(rows, 1):
        yield f"| {number} {name} | " + " | ".join([*cells, *[""] * (width - len(cells))]) + " |"


def remarks(pair: PairResult, place: PlaceResult) -> str:
    """Further remarks on a place."""
    first, second = pair.first, pair.second
    if first == second:
        first, second = f"{first} on {place.members[0]}", f"{second} on {place.members[1]}"
    parts = [place.reason, *(HOW[how].format(first=first, second=second) for how in place.how)]
    if place.result == "changes":
        parts.append(f"seen in {', '.join(place.fields)}" if place.fields else "seen only in their combination")
    if place.decides:
        parts.append(f"{place.decides} decides")
    text = "; ".join(filter(None, parts))
    return f" ({text})" if text else ""


def lines(pairs: Iterable[PairResult]) -> Iterator[str]:
    """Pairs in one line each; many that a single keyword keeps apart share one."""
    reasons: dict[str, list[PairResult]] = {}
    for number, pair in enumerate(pairs):
        reasons.setdefault(pair.reason or str(number), []).append(pair)
    for reason, alike in reasons.items():
        common = set.intersection(*({pair.first, pair.second} for pair in alike))
        if len(alike) > 2 and len(common) == 1:
            yield f"{common.pop()} with any of {len(alike)}: {reason}"
        else:
            yield from map(_line, alike)


def _line(pair: PairResult) -> str:
    states = f" ({pair.states} states)" if pair.states else ""
    more = pair.reason or (f"{' and '.join(pair.decides)} decides" if pair.decides else "")
    return f"{pair.first}, {pair.second}{states}" + (f": {more}" if more else "")


def _short(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"{{{', '.join(map(_short, value))}}}"
        case dict():
            said = (f"{key}: {_short(inner)}" for key, inner in value.items() if not _blank(inner))
            return ", ".join(said) or "none"
    return str(value)


def _blank(value: object) -> bool:
    """Whether an outcome need not tell of an entry: it is zero, no, none, nothing, or a map of these."""
    return all(map(_blank, value.values())) if isinstance(value, dict) else not value
