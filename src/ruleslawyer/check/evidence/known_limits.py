"""Known limits of a model: what it leaves out or decides on its own, from `checks/<ruleset>/limits.toml`, sentence by
sentence with what each rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "limits.toml"
ABOUT = {
    "model": "What the model leaves out or decides",
    "scopes": "What is explored",
    "proofs": "What is proved",
    "findings": "What findings rest on",
}
"""What a limit may be about, each with its heading, in the order in which they are shown."""
KEYS = ("about", "says", "clauses", "findings")
RESTS = ("scenario", "property", "absent", "judgement")
"""The kinds of things on which a sentence may rest."""
SENTENCE_KEYS = ("text", *RESTS)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a limit. rests: one of `RESTS`, empty where it names nothing; on: the scenario (``file: name``),
    the property, or the word that the model does not have."""

    text: str
    rests: str = ""
    on: str = ""

    @property
    def basis(self) -> str:
        """The scenario, the property or the word, in a phrase; empty where it names nothing."""
        match self.rests:
            case "scenario":
                return f"the scenario “{self.on.partition(': ')[2]}” of {self.on.partition(': ')[0]}"
            case "property":
                return f"the property {self.on}"
            case "absent":
                return f"that nothing of the model is called {self.on}"
            case "judgement":
                return "judgement alone"
        return ""


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit, in a few sentences; the clauses and the findings that tell more of it."""

    about: str
    sentences: tuple[Sentence, ...]
    clauses: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """All of its sentences."""
        return " ".join(one.text for one in self.sentences)

    @property
    def queries(self) -> tuple[Evidence, ...]:
        """The scenarios on which it rests, as the evidence of findings names them."""
        return tuple(query_of(one) for one in self.sentences if one.rests == "scenario")


def query_of(sentence: Sentence) -> Evidence:
    """The query for the scenario on which a sentence rests."""
    file, _, name = sentence.on.partition(": ")
    return Evidence("scenario", "", {}, {"file": file, "name": name}, {})


@dataclass(frozen=True, slots=True)
class AskedSentence:
    """A sentence of a limit with what was found. instead: why it is not so; empty where it is. scopes: where."""

    sentence: Sentence
    instead: str = ""
    scopes: tuple[str, ...] = ()

    def json(self) -> Json:
        of = self.sentence
        return {"says": of.text, "rests": of.rests or None, "on": of.on or None, "instead": self.instead or None}


def limits_of(ruleset: LoadedRuleset) -> tuple[Limit, ...]:
    """The limits of a ruleset, as declared, in the order of the file; what they name exists."""
    return load_limits(ruleset.root / "checks" / ruleset.name / FILE, ruleset)


def load_limits(path: Path, of: LoadedRuleset | None = None) -> tuple[Limit, ...]:
    """The limits in a file, none where there is none; held against the ruleset that is given."""
    if not is_there(path):
        return ()
    file = read_toml(path, "/".join(path.parts[-3:]))
    file.expect_keys(("limit",))
    known = None if of is None else _Known(of)
    return tuple(_limit(table, known) for table in file.tables("limit"))


class _Known:
    """The clauses, findings, properties and scenarios that limits may name."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self._ruleset = ruleset
        self.clauses: Collection[str] = ruleset.register.citable_clauses if ruleset.register else ()
        self.findings: Collection[str] = {finding.id for finding in findings_of(ruleset)}
        self._scenarios: dict[str, set[str]] = {}

    @property
    def properties(self) -> Collection[str]:
        return self._ruleset.system.properties

    @property
    def files(self) -> list[str]:
        """The scenario files by their places in the folder."""
        folder = self._ruleset.scenario_folder
        return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.toml"))]

    def scenarios(self, file: str) -> set[str]:
        """The names of the scenarios of a file."""
        if file not in self._scenarios:
            read = read_toml(self._ruleset.scenario_folder / file, file)
            self._scenarios[file] = {one.text("name") for one in read.tables("scenario")}
        return self._scenarios[file]


def _limit(table: Table, known: _Known | None) -> Limit:
    table.expect_keys(KEYS)
    return Limit(
        table.one_of("about", ABOUT),
        _sentences(table, known),
        _known_names(table, "clauses", "clause", known.clauses if known else None),
        _known_names(table, "findings", "finding", known.findings if known else None),
    )


def _sentences(table: Table, known: _Known | None) -> tuple[Sentence, ...]:
    if table.data.get("says") and isinstance(table.data["says"], list):
        return tuple(_sentence(one, known) for one in table.tables("says", "write [[limit.says]], or one text"))
    return (Sentence(table.text("says")),)


def _sentence(table: Table, known: _Known | None) -> Sentence:
    table.expect_keys(SENTENCE_KEYS)
    text, named = table.text("text"), [key for key in RESTS if key in table]
    if len(named) > 1:
        mend = "take one out, or write two sentences"
        raise table.wrong(f"`{named[1]}` beside `{named[0]}`: a sentence rests on one thing", mend, named[1])
    if named == ["judgement"] and table.truth("judgement"):
        return Sentence(text, "judgement")
    if not named or named == ["judgement"]:
        mend = 'scenario = "FILE.toml: its name", property = "…", absent = "…", or judgement = true'
        raise table.wrong("nothing backs this sentence", mend, *named)
    (rests,) = named
    on = table.text(rests)
    if rests == "absent" and not on.isidentifier():
        raise table.wrong(f"nothing of a model is ever called `{on}`", "give one name, without spaces", rests)
    if known is not None and rests == "property" and on not in known.properties:
        raise table.wrong(f"unknown property `{on}`", nearest(on, known.properties), rests)
    if known is not None and rests == "scenario":
        _check_scenario(table, on, known)
    return Sentence(text, rests, on)


def _check_scenario(table: Table, on: str, known: _Known) -> None:
    file, parted, name = on.partition(": ")
    if not parted:
        raise table.wrong(f"`{on}` names no scenario", 'scenario = "FILE.toml: its name"', "scenario")
    if file not in known.files:
        raise table.wrong(f"there is no scenario file `{file}`", nearest(file, known.files), "scenario")
    if name not in known.scenarios(file):
        raise table.wrong(f"{file} has no scenario `{name}`", nearest(name, known.scenarios(file)), "scenario")


def _known_names(table: Table, key: str, what: str, known: Collection[str] | None) -> tuple[str, ...]:
    names = table.texts(key)
    for number, name in enumerate(names):
        if known is not None and name not in known:
            raise table.wrong(f"unknown {what} `{name}`", nearest(name, known), key, number)
    return names


def in_groups(limits: Iterable[Limit]) -> dict[str, list[Limit]]:
    """The limits under their headings; headings without any are left out."""
    limits = tuple(limits)
    found = {heading: [one for one in limits if one.about == about] for about, heading in ABOUT.items()}
    return {heading: listed for heading, listed in found.items() if listed}
