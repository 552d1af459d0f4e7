"""Questions and their answers: which settle most, what each answer brings, and the pages that tell what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED, Finding
from ruleslawyer.check.together import Together
from ruleslawyer.ir.system import System
from ruleslawyer.report.finding_layout import link, standing, story_of
from ruleslawyer.report.moment import differing
from ruleslawyer.report.scopes import matrix
from ruleslawyer.rulebook.claims.readings import question_of, whole_questions

_LATER = 1e-6
"""A handicap for each place further down, so that of two equally good questions the first is taken; far below one
question."""


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


# --- what answers bring -----------------------------------------------------------------------------------------------


class Consequences:
    """The outcomes of answers. system: the rules as the book has them."""

    def __init__(self, alone: Iterable[Together], system: System) -> None:
        self._system = system
        self._alone = {(id_, about(ruled)): one for one in alone for id_, ruled in one.given.items()}

    def of(self, finding: str, answers: Sequence[Json]) -> list[Json | None]:
        """The outcome of each answer to a finding by itself; None of one that was not tried."""
        found = [self._alone.get((finding, about(answer["ruling"]))) for answer in answers]
        return [None if one is None else self.tell(one) for one in found]

    def tell(self, found: Together) -> Json:
        return found.json(self._system)


def about(ruling: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A ruling, whether it is for whole questions or for their gaps."""
    return tuple(sorted(whole_questions(ruling).items()))


# --- the pages of questions -------------------------------------------------------------------------------------------


def answers_page(r: Json, asked: list[Json]) -> Json:
    """The parts of the page of all questions and answers."""
    known = standing(r)
    settled = [f for f in known if f["answered"]]
    return {"matrix": matrix(r), "asked": asked, "settled": settled, "known": known}


def questions_with_answers(r: Json) -> list[Json]:
    """Each question that a finding asks, with the findings about it and what each of its answers changes."""
    found: dict[str, Json] = {}
    for f in standing(r):
        for q in f["questions"]:
            one = found.setdefault(q["name"], {"question": q, "findings": [], "answers": []})
            one["findings"].append(f)
    for name, one in found.items():
        tables = _tables(one["findings"], name, [option["name"] for option in one["question"]["options"]])
        for option in one["question"]["options"]:
            one["answers"].append({
                "option": option,
                "tables": tables[option["name"]],
                "comes": [
                    {"finding": f["id"], "comes": answer["comes"]} for f in one["findings"]
                    for answer in story_of(f)["answers"]
                    if answer.get("comes") and about(answer["ruling"]) == ((name, option["name"]),)
                ],
            })  # fmt: skip
    return list(found.values())


def _tables(findings: list[Json], question: str, options: list[str]) -> dict[str, list[Json]]:
    """Under each answer, the tables of findings one move on, each as far as it is another one under other answers."""
    found: dict[str, list[Json]] = {option: [] for option in options}
    for f in findings:
        afters = {option: after for option in options if (after := _table(f, question, option))}
        cut = differing([after["table"] for after in afters.values()])
        for (option, after), table in zip(afters.items(), cut, strict=True):
            if table is not None:
                found[option].append({"finding": f, "after": {**after, "table": table}})
    return found


def _table(f: Json, question: str, option: str) -> Json | None:
    """The table of a finding one move on, under an answer."""
    for answer in story_of(f)["answers"]:
        if whole_questions(answer["ruling"]) == {question: option}:
            found: Json | None = answer["after"]
            return found
    return None


def runs_of_answer(f: Json) -> Iterator[Json]:
    """The runs of the answer of its page that a finding was given."""
    number = f["answered"]["answer"] if f["answered"] else None
    ruling = None if number is None else story_of(f)["answers"][number]["ruling"]
    if ruling:
        ruled = whole_questions(ruling)
        yield from (run for run in f["settled"] if whole_questions(run["ruling"]) == ruled)


def link_findings(one: Json) -> Json:
    """A question, of whose findings no more is said than what leads to them."""
    answers = [
        {**answer, "tables": [{**t, "finding": link(t["finding"])} for t in answer["tables"]]}
        for answer in one["answers"]
    ]
    return {**one, "findings": [link(f) for f in one["findings"]], "answers": answers}
