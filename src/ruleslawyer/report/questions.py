"""The smallest list of questions whose answers settle the open findings: a smallest hitting set (Karp 1972)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED, Finding
from ruleslawyer.rulebook.claims.readings import question_of

_LATER = 1e-6
"""What makes the first of two equally good questions the one that is taken; far below one question."""


def answer_first(findings: Sequence[Finding]) -> tuple[list[Json], list[str]]:
    """The fewest keys of a reading or a ruling that every open finding has one of, most serious first, each with the
    findings that it bears on; and the open findings that no key answers."""
    keys = {f.id: _keys(f) for f in findings if f.state in UNANSWERED}
    weight = {f.id: SEVERITIES.index(f.severity) for f in findings}
    chosen = smallest({id_: found for id_, found in keys.items() if found})
    listed = [{"key": key, "findings": [id_ for id_, mine in keys.items() if key in mine]} for key in chosen]
    listed.sort(key=lambda q: sorted(weight[id_] for id_ in q["findings"]))
    listed.sort(key=lambda q: (min(weight[id_] for id_ in q["findings"]), -len(q["findings"])))
    return listed, [id_ for id_, mine in keys.items() if not mine]


def _keys(finding: Finding) -> list[str]:
    """The keys that would answer a finding: its questions, and those that its proposals and the answers on its page
    rule."""
    rulings = (*(p.rulings for p in finding.proposals), *(a.ruling for a in finding.story.answers))
    return list(dict.fromkeys((*finding.questions, *(question_of(key) for ruling in rulings for key in ruling))))


def smallest(sets: Mapping[str, Sequence[str]]) -> list[str]:
    """A smallest list of members that meets each of these sets; among equals, the earliest."""
    import numpy as np  # every verb would wait for it

    from ruleslawyer.base.linear import cheapest

    members = list(dict.fromkeys(m for found in sets.values() for m in found))
    if not members:
        return []
    rows = enumerate(sets.values())
    places = np.array([(row, members.index(m)) for row, found in rows for m in dict.fromkeys(found)])
    entries = [(*places.T, np.ones(len(places)))]
    taken = cheapest(1 + _LATER * np.arange(len(members)), entries, np.ones(len(sets)), 1, whole=True)
    assert taken is not None, "every set has a member, so that all of them together meet each"
    return [m for m, share in zip(members, taken, strict=True) if share > 0.5]
