"""Queries: what the evidence of a finding asks of a scope, of a play or of the text, and what should be answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, get_args

from ruleslawyer.base.diagnostics import Mistakes, UsageError, nearest
from ruleslawyer.base.files.content import Json, toml_value
from ruleslawyer.base.files.toml import Table
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.readings import blame, valid_reading
from ruleslawyer.rulebook.claims.verdict import ENDINGS, EndingWord, Word
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.semantics.events import Kind

V = TypeVar("V")
ABOUT: Mapping[str, tuple[str, ...]] = {
    "event": ("kind", "subject", "pair"),
    "deadlock": ("unspoken", "forbidden"),
    "verdict": ("property",),
    "core": ("subject", "clauses"),
    "dead": ("rule",),
    "terminates": ("ending",),
    "scenario": ("file", "name"),
    "text": ("clauses", "term", "defined", "reference"),
}
"""What each kind of evidence query may name."""
EXPECT: Mapping[str, tuple[str, ...]] = {
    "event": ("material", "actions"),
    "deadlock": ("actions",),
    "verdict": ("word", "actions"),
    "core": ("actions",),
    "dead": (),
    "terminates": ("word", "actions"),
    "scenario": (),
    "text": ("digests",),
}
_WORDS = {
    "verdict": ("VIOLATED", *(word for word in get_args(Word) if word != "VIOLATED")),
    "terminates": ("LASSO", *(word for word in get_args(EndingWord) if word != "LASSO")),
}
"""The verdicts of a query, the usual one first."""
UNEXPLORED = ("scenario", "text")
"""Queries that no exploration answers."""
MOMENTS = ("event", "core", "scenario")
"""Queries of which the play ends at a single decision."""
LATER = ("lasso", "pump", "redundant")
"""Queries that findings may have one day, and that nothing answers yet."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One query: what is asked of which scope under which reading, and what the answer should be."""

    ask: str
    scope: str
    reading: Mapping[str, str]
    about: Json
    expect: Json

    @property
    def word(self) -> str:
        """The verdict that is expected, where one is asked for."""
        found: str = self.expect.get("word", _WORDS[self.ask][0] if self.ask in _WORDS else "")
        return found

    def __str__(self) -> str:
        match self.ask:
            case "event":
                pair = self.about.get("pair")
                return f"{self.about['kind']} of {self.about['subject']}" + (f" ({' / '.join(pair)})" if pair else "")
            case "deadlock":
                unspoken = [f"{a} unspoken" for a in self.about.get("unspoken", ())]
                forbidden = [f"forbidden by {n}" for n in self.about.get("forbidden", ())]
                return f"deadlock: {', '.join(unspoken + forbidden)}"
            case "verdict":
                return f"{self.about['property']} is {self.word}"
            case "core":
                over = f" over {self.about['subject']}" if "subject" in self.about else ""
                return f"{', '.join(self.about['clauses'])} cannot all stand{over}"
            case "dead":
                return f"{self.about['rule']} is never live"
            case "terminates":
                return f"“{self.about['ending']}”: {self.word}"
            case "scenario":
                return f"the play “{self.about['name']}” of {self.about['file']}"
        if "defined" in self.about:
            return f"`{self.about['term']}` is defined by {' and by '.join(self.about['defined'])}"
        if "term" in self.about:
            return f"`{self.about['term']}` is used and never defined"
        if "reference" in self.about:
            pair = self.about["reference"]
            return f"{pair['clause']} points at {pair['to']}, which does not exist"
        return f"the text of {', '.join(self.about['clauses'])}"


def evidence_in(
    table: Table, register: Register | None, system: System | None, scopes: Collection[str] | None
) -> Evidence:
    """One query; all mistakes in it are told at once."""
    mistakes = Mistakes()
    mistakes.of(lambda: table.expect_keys(("scope", "reading", "ask", "about", "expect")), None)
    about, expect = table.table("about"), table.table("expect")
    ask = mistakes.of(lambda: _ask(table), "") or _likely_query(table, about)
    scope = mistakes.of(lambda: scope_in(table, scopes, "" if ask in UNEXPLORED else None), "")
    reading: Mapping[str, str] = mistakes.of(lambda: table.names("reading"), _NONE)
    if ask == "scenario" and (scope or reading):
        key = "scope" if scope else "reading"
        mistakes.found.append(table.wrong(_ITSELF, "take them out here", key))
    if system is not None and reading:
        reading = mistakes.of(lambda: valid(valid_reading, system, reading, table, "reading"), _NONE)
    if ask:
        mistakes.of(lambda: _check_about(ask, about, register, system), None)
        mistakes.of(lambda: _check_expect(ask, about, expect), None)
    mistakes.expect_none()
    return Evidence(ask, scope, reading, about.data, expect.data)


def _ask(table: Table) -> str:
    ask = table.text("ask")
    if ask in LATER:
        raise table.wrong(f"nothing answers `{ask}` yet", f"ask one of {', '.join(ABOUT)}", "ask")
    if ask not in ABOUT:
        meant = _likely_query(table, table.table("about"))
        mend = f"did you mean `{meant}`? It asks about: {', '.join(ABOUT[meant])}" if meant else nearest(ask, ABOUT)
        raise table.wrong(f"unknown ask `{ask}`", mend, "ask")
    return ask


def _likely_query(table: Table, about: Table) -> str:
    """The query that is meant by another word: the only one that asks about what that word, or the keys of `about`,
    name; empty where none is, or several are."""
    named = {str(table.data.get("ask")), *about.data}
    found = [ask for ask, keys in ABOUT.items() if not named.isdisjoint(keys)]
    return found[0] if len(found) == 1 else ""


def known_in(file: Table, key: str, known: Collection[str] | None, what: str) -> tuple[str, ...]:
    names = file.texts(key)
    for number, name in enumerate(names):
        if known is not None and name not in known:
            raise file.wrong(f"unknown {what} `{name}`", nearest(name, known), key, number)
    return names


def scope_in(table: Table, scopes: Collection[str] | None, missing: str | None) -> str:
    scope = table.text("scope", missing)
    if scopes is not None and scope and scope not in scopes:
        raise table.wrong(f"unknown scope `{scope}`", nearest(scope, scopes), "scope")
    return scope


def valid(
    check: Callable[[System, Mapping[str, str]], V], system: System, choices: Mapping[str, str], table: Table, key: str
) -> V:
    """The checked choices; mistakes in them are said with the place in the finding."""
    try:
        return check(system, choices)
    except UsageError as error:
        raise table.wrong(error.message, error.mend, key, *blame(table.names(key), error.message)) from error


def _check_about(ask: str, about: Table, register: Register | None, system: System | None) -> None:
    about.expect_keys(ABOUT[ask])
    match ask:
        case "event":
            about.text("subject")
            about.one_of("kind", get_args(Kind))
            if "pair" in about and len(about.texts("pair")) != 2:
                raise about.wrong("`pair` names the two clauses that clash", 'pair = ["one", "other"]', "pair")
        case "deadlock":
            about.texts("unspoken")
            about.texts("forbidden")
            if not about.data:
                mend = 'about = { unspoken = ["an action"] }, or [] where nothing at all could be done'
                raise about.wrong("`about` names no deadlock", mend)
        case "verdict":
            name = about.text("property")
            if system is not None and name not in system.properties:
                raise about.wrong(f"unknown property `{name}`", nearest(name, system.properties), "property")
        case "core":
            _check_core(about, system)
        case "dead":
            about.text("rule")
        case "terminates":
            about.one_of("ending", ENDINGS)
        case "scenario":
            file = about.text("file")
            if Path(file).is_absolute() or ".." in Path(file).parts:
                raise about.wrong("the file is none of the ruleset's scenarios", "name one by its place there", "file")
            about.text("name")
        case "text":
            _check_text(about, register)


def _check_core(about: Table, system: System | None) -> None:
    """Two clauses that may clash over a subject; or, without one, what is in the way of each move in a deadlock."""
    clauses = about.texts("clauses")
    if not clauses:
        mend = 'clauses = ["one", "other"]'
        raise about.wrong("`clauses` names the clauses that cannot all stand", mend, "clauses")
    if "subject" not in about or system is None:
        return
    subject, there = about.text("subject"), pairs(system)
    if subject not in {pair.subject for pair in there}:
        mend = nearest(subject, {p.subject for p in there})
        raise about.wrong(f"nothing clashes over `{subject}`", mend, "subject")
    known = [f"{p.first}, {p.second}" for p in there if p.subject == subject]
    if not any({p.first, p.second} == set(clauses) for p in there if p.subject == subject):
        raise about.wrong("these are no two clauses that may clash", nearest(", ".join(clauses), known), "clauses")


def _check_text(about: Table, register: Register | None) -> None:
    if len(about.data.keys() - {"defined"}) != 1 or ("defined" in about and "term" not in about):
        mend = 'about = { term = "a word" }, with defined = ["1.1", "2.2"] where it is defined twice'
        raise about.wrong("`about` names one of: clauses, term, reference", mend)
    if "term" in about:
        about.text("term")
        if "defined" in about and len(set(about.texts("defined"))) < 2:
            mend = 'defined = ["1.1", "2.2"]'
            raise about.wrong("`defined` names the clauses that define it apart", mend, "defined")
    elif "reference" in about:
        pair = about.table("reference")
        pair.expect_keys(("clause", "to"))
        for key in ("clause", "to"):
            pair.text(key)
    elif not about.texts("clauses"):
        raise about.wrong("`clauses` is empty", 'clauses = ["5.4.2a"]', "clauses")
    for key in ("clauses", "defined"):
        known_in(about, key, register.citable_clauses if register is not None else None, "clause")


def _check_expect(ask: str, about: Table, expect: Table) -> None:
    for key, value in expect.data.items():
        if key not in EXPECT[ask] and value in _WORDS.get(ask, ()):
            raise expect.wrong(f"unknown key `{key}`", f"the verdict is its `word`: word = {toml_value(value)}", key)
    expect.expect_keys(EXPECT[ask])
    kinds = {"material": bool, "actions": int, "word": str, "digests": list}
    for key, value in expect.data.items():
        if not isinstance(value, kinds[key]) or (key == "actions" and isinstance(value, bool)):
            raise expect.wrong(f"`{key}` in `expect` must be {_AS[key]}", None, key)
    word = expect.data.get("word")
    if word is not None and word not in _WORDS[ask]:
        raise expect.wrong(f"unknown verdict `{word}`", nearest(word, _WORDS[ask]), "word")
    if "digests" in expect and len(expect.data["digests"]) != len(about.data.get("clauses", ())):
        raise expect.wrong("`digests` has one digest for each of `clauses`", None, "digests")


_NONE: Mapping[str, str] = {}
_ITSELF = "a scenario has its scope and its readings itself"
_AS = {"material": "true or false", "actions": "a whole number", "word": "a verdict", "digests": "a list of texts"}
