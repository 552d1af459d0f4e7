"""The files of a project: their keys as the readers of these files know them, each with what it holds.

A key that a reader knows and nobody has described here ends the build of the documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pages.markdown import code, prose, table
from ruleslawyer.check.evidence import claim, finding, known_limits, query
from ruleslawyer.project import config as project
from ruleslawyer.rulebook.register import clause, load
from ruleslawyer.rulebook.scopes import load as scopes

_PROJECT = {
    "title": "the name for people",
    "source": "the name of the file with the rulebook's text; the folder is named when it is needed",
    "on": "the ruleset whose rules are the base of this one",
    "modules": "the modules of the model, in order; each imports only earlier ones",
    "checks": "the modules with properties",
    "spec": "the folder of the register, `spec/<id>` by default",
    "scopes": "the folder of the scopes, `checks/<id>/scopes` by default",
    "findings": "the folder of the findings, `findings/<id>` by default",
}
_BOOK = {
    "title": "the title of the book",
    "source": "the name of the file with its text",
    "digest": "of the whole text; `spec --verify --update` writes it",
    "chapters": "the chapter files, in order",
    "term": "`[[term]]`: `name`, what it `means` in a few words, the clauses where it is `defined` and `used`",
    "reference": "`[[reference]]`: `clause`, the place that it points `to`, in which `words`",
    "digests": "`[digests]`: of each line of the text that is not blank, by its number",
    "players": "the fewest and the most who may play: `[2, 4]`",
}
_CHAPTER = {"chapter": "its number", "title": "its heading", "line": "`[[line]]`: one for each line of the text"}
_LINE = {
    "number": "which line of the text it is",
    "section": "the section that it belongs to",
    "bullet": "which bullet of the section",
    "kind": "what kind of line it is, see below",
    "note": "a remark",
    "clause": "`[[line.clause]]`: the statements in it, each with one verdict",
}
_CLAUSE = {
    "id": "its number, such as `5.4.2a`",
    "kind": "what the model owes it, see below",
    "says": "a paraphrase",
    "doubt": "what the text leaves open",
    "immaterial": "why it makes no difference what the doubt is about",
    "reason": "why no model can speak of it, where the kind is `register-only`",
    "todo": "true while nobody has paraphrased it",
    "players": "the numbers of players for which it counts: `[3]`; with `sets`",
    "sets": "what it gives for them, in the same words in each clause that gives it for others",
}
_SCOPE = {
    "title": "what it is for",
    "campaign": "true: `check` passes it over unless it is named",
    "large": "true: generated code explores it from the start",
    "interchangeable": "sorts whose members are alike as far as their attributes are",
    "off": "rules that do not exist here",
    "cards": 'a list of cards, its path from where the scope stands: `"cards.csv"`; or `[cards]`, one for each sort, '
    "as a table with `file`, `each` and `original` where it is dealt to players",
    "sorts": "`[sorts]`: the members of each sort; or `[sorts.Card.Ace]` with the attributes of one",
    "grids": "`[grids.Slot]` with `rows`, `columns` and `names`: the members are generated",
    "defaults": "`[defaults.Card]`: attributes of all members that do not give their own",
    "attributes": '`[attributes.Card]`: a list with a value for each member, or `"open"` for the solver',
    "constants": "`[constants]`: numbers of the book that are changed here",
    "caps": "`[caps]`: how far a number without a bound is followed",
    "bounds": "`[bounds]`: the least and greatest value of a choice that is a number",
    "initial": "`[initial]`: how the game begins, where not by the rules of setting up",
}
_FINDING = {
    "id": "its number, as in the file's name",
    "title": "the problem, in a line",
    "kind": "what kind of problem it is, see below",
    "severity": "how bad it is, see below",
    "state": "how far it has come, see below",
    "by": "who answered it",
    "where": "where the answer can be read",
    "source": "of what authority the answer is, see below",
    "printed": "the sentence that whoever answered it prints",
    "instead": "the places of the book that this sentence stands in place of: clauses, or `64:3`, a sentence of a line",
    "behind": "or the place behind which it stands",
    "because": "why it is withdrawn, and which lines settle it",
    "into": "the finding that tells it now, where it is withdrawn for that",
    "second": "what somebody else read otherwise, and how the text settled it, in one line",
    "under": "the overview of its family: the finding that it hangs under",
    "lost": "what the text that was read may have lost of the book, where the finding rests on its absence",
    "clauses": "the clauses that it is about",
    "questions": "the questions of the model that it is about",
    "claim": "`[[claim]]`: a sentence of the prose that speaks of the model, and what backs it, see below",
    "evidence": "`[[evidence]]`: what is asked (`ask`, `scope`, `reading`, `about`), and what to `expect`",
    "crux": "the problem in one sentence, with holes that the play fills in, such as `{card.cost}`",
    "ask": "the question of it, in the same way",
    "moment": "the step of the play after which the page shows the table; by default it is before the last real deed",
    "hide": "what its pictures leave out, as it would answer the question: `turn`",
    "one_answer": "why the model plays one answer alone, where a severe finding has no other in it",
    "severity_stays": "why its severity stays, where `games --stakes` measured another by two steps",
    "not_counted": "why games are not counted for it, where what they meet is more than it asks",
    "answer": "`[[answer]]`: what a designer could say (`says`), what happens `then`, the `ruling` that says so, and "
    "the sentence to print that says this answer alone (`wording`)",
    "settle": "`[[settle]]`: the `ruling` that would settle it, in which `scope`, with a `note`",
}
_CLAIM = {
    "says": "words that stand in the prose",
    "scenario": "the file of a scenario that bears it out",
    "play": "the name of the scenario in it",
    "scope": "or a query, as in `[[evidence]]`: where it is asked",
    "reading": "under which reading",
    "ask": "what is asked, see above",
    "about": "of what",
    "expect": "and what the answer should be",
}
_LIMIT = {
    "about": "what it is about, see below",
    "says": "the limit, in a sentence or two; or `[[limit.says]]`, one for each sentence",
    "clauses": "the clauses that it is about",
    "findings": "the findings that tell more of it",
}
_SENTENCE = {
    "text": "the sentence",
    "scenario": "the scenario that shows it, as `FILE.toml: its name`; it has to pass",
    "property": "the property that says it; it has to hold or be proved",
    "absent": "a word that no name in the model is, or has as a part: of actions, deeds, duties, terms, questions, "
    "options, fields and values",
    "judgement": "`true` where nothing can be run",
}
_BEGINNING = """# Files of a project

Everything is text: TOML, Python, and Markdown with TOML in front. Unknown keys are refused, with the nearest known one.

| file | holds |
| --- | --- |
| `pyproject.toml` | which rulesets there are, and of which modules each consists |
| `spec/<id>/book.toml`, and its chapters | the register: every statement of the book |
| `model/<id>/*.py` | the rules, in [the rule language](language.md) |
| `checks/<id>/*.py` | properties |
| `checks/<id>/scopes/*.toml` | scopes: what is explored |
| `checks/<id>/scopes/common/*.toml` | what several scopes have in common: they extend it |
| `checks/<id>/scenarios/*.toml` | [scenarios](../scenarios.md) |
| `checks/<id>/expected.toml` | verdicts that are expected although not the best, and rules that no scope has live |
| `checks/<id>/limits.toml` | known limits of the model, which its report shows |
| `checks/<id>/sweep.toml` | [what a sweep deals](../howto/sweep.md) |
| `checks/<id>/play.toml` | [whose turn it is, and what greedy players want](../howto/statistics.md) |
| `checks/<id>/games.json` | [what is kept of games that were played](../howto/statistics.md) |
| `findings/<id>/NNN-….md` | findings |

What the commands write is JSON: [schemas](schemas.md).
"""


def page() -> str:
    """A table of keys for each kind of file."""
    asked = [[code(ask), _codes(about), _codes(query.EXPECT[ask])] for ask, about in query.ABOUT.items()]
    return "\n".join([
        _BEGINNING,
        "## pyproject.toml\n\n`[tool.ruleslawyer.rulesets.<id>]`; no ruleset has to give all of these.\n",
        _keys(project._KEYS, _PROJECT),
        "## book.toml\n", _keys(load._BOOK_KEYS, _BOOK),
        "## A chapter\n", _keys(load._CHAPTER_KEYS, _CHAPTER),
        "### A line\n", _keys(load._LINE_KEYS, _LINE), _listed("Kinds of lines", clause.LINE_KINDS),
        "### A clause\n", _keys(load._CLAUSE_KEYS, _CLAUSE), _listed("Kinds of clauses", clause.CLAUSE_KINDS),
        "## A scope\n", _keys(scopes._TABLES, _SCOPE),
        "## limits.toml\n\n`[[limit]]`: one for each thing that the model leaves out or decides on its own.\n",
        _keys(known_limits.KEYS, _LIMIT),
        "`[[limit.says]]` has one of the last four. Where one is written, `check` asks all.\n",
        _keys(known_limits.SENTENCE_KEYS, _SENTENCE), _listed("What it is about", known_limits.ABOUT),
        "## A finding\n\nTOML between two lines of `+++`, then Markdown for the designer.\n",
        _keys(finding._KEYS, _FINDING),
        _listed("Kinds", finding.KINDS), _listed("Severities", finding.SEVERITIES),
        _listed("States", finding.STATES), _listed("Sources of an answer", finding.SOURCES),
        "### Evidence\n",
        table(["ask", "about", "expect"], asked),
        "### A claim\n", _keys(claim.KEYS, _CLAIM),
    ])  # fmt: skip


def _keys(known: Iterable[str], described: Mapping[str, str]) -> str:
    return table(["key", "holds"], [[code(key), prose(described[key])] for key in known])


def _listed(title: str, values: Iterable[str]) -> str:
    return f"{title}: {_codes(values)}.\n"


def _codes(values: Iterable[str]) -> str:
    return ", ".join(code(value) for value in values)
