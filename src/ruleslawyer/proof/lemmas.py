"""The files beside the checks of a ruleset, kept of proofs for any number of cards: what was proved (`lemmas.json`:
names alone, proved again, believed in nothing), with which instances, and why the rest was not.

Whoever proves what `lemmas.json` names looks for instances of what is known that answer each question. Those that were
kept are tried first. Nothing of the file is believed: it costs or saves time alone. Terms and instances are written
once for all questions, each by the places of its parts.

A reason is one of a few. `false`: a play breaks it, under the reading that the row says, in its scope. `reading`: it is
proved under the default reading alone, and no play of a small scope is known that breaks it under another. `order`:
what it says after the rule hangs on who lies in a pile below its top; `geometry`: on where the places of a grid lie.
`loop`: induction stops at a rule with a loop whose order may matter, of which only a summary is known. `lemma`: it
stops at a state that perhaps no play reaches, so that something has to be known that was not found. `time`: the solver
came to no end. Two more somebody wrote there. `number`: it is true of as many cards as the book has, not of any number.
`printed`: it is true of the cards that the book has, not of any that could be printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.engines.smt.certify.argument import STATE, STEP, parse_key
from ruleslawyer.engines.smt.lifted.lemmas import OPTIONAL, Lemmas
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "lemmas.json"


def lemmas_path(ruleset: str) -> str:
    return f"checks/{ruleset}/{FILE}"


def update_command(ruleset: str) -> str:
    """The command that makes the file."""
    return f"ruleslawyer prove {ruleset} --any-number --keep"


def load_lemmas(root: Path, ruleset: str) -> Lemmas | None:
    """The lemmas kept for a ruleset; None where there are none. A file of another form is a `UsageError`."""
    mend = f"take it away, or write it again: {update_command(ruleset)}"
    return read_kept_json(root, lemmas_path(ruleset), "kept proofs", mend, _lemmas)


def accepted_lemmas(ruleset: LoadedRuleset, proofs: Iterable[ProofResult]) -> Lemmas:
    """The names of accepted proofs, and of all on which they rest."""
    kept = load_lemmas(ruleset.root, ruleset.name) or Lemmas()
    found: dict[str, dict[str, None]] = {key: {} for key in ("states", "chains", "alone", "steps", "conditions")}

    def of_states(key: str, *, declared: bool) -> None:
        found["chains" if key in kept.chains else "states" if declared else "conditions"][key] = None

    for proof in proofs:
        if proof.accepted is None:
            continue
        item, rests_on = proof.accepted.argument[0].item, proof.accepted.rests_on
        if proof.kind == "always" and not item.startswith(STATE):
            of_states(item, declared=True)
        else:
            found["steps" if rests_on else "alone"][item.removeprefix(STEP).removeprefix(STATE)] = None
        for key in rests_on:
            of_states(key, declared=parse_key(key)[0] in ruleset.system.checks)
    return Lemmas(**{key: tuple(names) for key, names in found.items()})


def _lemmas(found: Json) -> Lemmas:
    names = {key: tuple(found[key]) for key in asdict(Lemmas()) if key in found or key not in OPTIONAL}
    if not all(isinstance(name, str) for listed in names.values() for name in listed):
        raise TypeError
    return Lemmas(**names)


def keep_lemmas(root: Path, ruleset: str, lemmas: Lemmas) -> None:
    names = {key: sorted(listed) for key, listed in asdict(lemmas).items() if listed or key not in OPTIONAL}
    write_whole(root / lemmas_path(ruleset), json.dumps(names, indent=1) + "\n")


INSTANCES, RANKED = "instances.json", "rankings.json"
Instances: TypeAlias = Mapping[tuple[str, str, int], str]
"""By a question, which is an item, a rule and a number, the lines that say what its instances are of."""
TERM, REMARK = "term", ";@ "
Said: TypeAlias = list[str | int | None]
"""A line about an instance or a term: words, and then the places of terms."""
_LINES = ",\n"
PARTS = "terms", "instances", "questions"
ANY = "any"
"""The number of players, where it is any."""
_ARGS = {TERM: 4, "law": 3, "fold": 1, "sum": 1, "sums": 3, "longer": 1}
"""By the first word of a line, from where on it names terms."""


def keep_instances(root: Path, ruleset: str, found: Mapping[int | None, Instances], name: str = INSTANCES) -> None:
    """Writes the instances, by how many play; without any the file is taken away."""
    terms, instances = dict[tuple[object, ...], int](), dict[tuple[object, ...], int]()
    items: dict[tuple[int | str, str], dict[str, list[list[int]]]] = {}
    for players, before in found.items():
        for (item, rule, _), text in sorted(before.items()):
            said = [instances.setdefault(tuple(one), len(instances)) for one in _share(text, terms)]
            items.setdefault((ANY if players is None else players, item), {}).setdefault(rule, []).append(said)
    file = root / f"checks/{ruleset}/{name}"
    if not items:
        file.unlink(missing_ok=True)
        return
    parts = terms, instances, ([*item, rules] for item, rules in items.items())
    listed = (f'"{of}": [\n{_LINES.join(map(_line, part))}\n]' for of, part in zip(PARTS, parts, strict=True))
    write_whole(file, f"{{{_LINES.join(listed)}}}\n")


def load_instances(root: Path, ruleset: str, name: str = INSTANCES) -> dict[int | None, Instances]:
    """The instances kept for a ruleset, by how many play. A file of another form is a `UsageError`."""
    mend = "take it away: proofs are found without it"
    return read_kept_json(root, f"checks/{ruleset}/{name}", "instances", mend, _instances) or {}


def _instances(data: Json) -> dict[int | None, Instances]:
    found: dict[int | None, dict[tuple[str, str, int], str]] = {}
    terms, instances, items = (data[part] for part in PARTS)
    if any(at >= place for place, term in enumerate(terms) for at in term[_ARGS[TERM] - 1 :]):
        raise ValueError("a term has parts that come before it")
    for players, item, rules in items:
        of = found.setdefault(None if players == ANY else int(players), {})
        for rule, questions in rules.items():
            for place, listed in enumerate(questions):
                of[str(item), rule, place] = "\n".join(_apart([instances[at] for at in listed], terms))
    return dict(found)


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _renumber(said: Said, places: Mapping[int, int]) -> Said:
    start = _ARGS[str(said[0])]
    return [*said[:start], *(places[at] if isinstance(at, int) else None for at in said[start:])]


def _share(text: str, terms: dict[tuple[object, ...], int]) -> Iterator[Said]:
    """The lines of a question that are about instances, with the places of terms among those of all questions."""
    here: dict[int, int] = {}
    for line in text.splitlines():
        said = _renumber(json.loads(line.removeprefix(REMARK)), here)
        if said[0] == TERM:
            here[len(here)] = terms.setdefault(tuple(said[1:]), len(terms))
        else:
            yield said


def _apart(said: Iterable[Said], terms: Sequence[Said]) -> Iterator[str]:
    """The lines of a question, the terms of which are written out before."""
    here: dict[int, int] = {}
    for one in said:
        waiting = [at for at in one[_ARGS[str(one[0])] :] if isinstance(at, int)]
        while waiting:
            place = waiting[-1]
            term: Said = [TERM, *terms[place]]
            left = [at for at in term[_ARGS[TERM] :] if isinstance(at, int) and at not in here]
            waiting += left
            if not left:
                waiting.pop()
                if place not in here:
                    yield f"{REMARK}{_line(_renumber(term, here))}"
                    here[place] = len(here)
        yield f"{REMARK}{_line(_renumber(one, here))}"


UNPROVED = "unproved.json"
REASONS = {
    "false": "a play breaks it",
    "reading": "proved under the default reading alone",
    "order": "it hangs on the order of a pile",
    "geometry": "it hangs on where the places of a grid lie",
    "loop": "it stops at a loop whose order may matter",
    "lemma": "something has to be known that was not found",
    "time": "the solver came to no end",
    "number": "it hangs on how many cards there are",
    "printed": "it hangs on what is printed on cards",
}


def load_rows(root: Path, ruleset: str) -> dict[str, Json]:
    """The rows of a ruleset's table, by property; none where there is none. A file of another form is a
    `UsageError`."""
    mend = "take it away, or write it again: python -m benchmarks any_number"
    return read_kept_json(root, f"checks/{ruleset}/{UNPROVED}", "unproved properties", mend, _rows) or {}


def _rows(found: Json) -> dict[str, Json]:
    rows: dict[str, Json] = found["unproved"]
    if not all(row["why"] in REASONS and isinstance(row["rule"], str) for row in rows.values()):
        raise ValueError
    return rows
