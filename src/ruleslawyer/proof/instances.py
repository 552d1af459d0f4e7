"""The files of the instances that answer the questions of the kept proofs, `checks/RULESET/instances.json`, and of the
rankings that somebody proposes, `rankings.json`.

Whoever proves what `lemmas.json` names looks for instances of what is known that answer each question. Those that were
kept are tried first. Nothing of the file is believed: it costs or saves time alone. Terms and instances are written
once for all questions, each by the places of its parts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.base.files.write import write_whole

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
