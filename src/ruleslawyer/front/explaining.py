"""Explanations of diagnostics, constructs and patterns, and one page of all for who writes rules with an assistant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

import ruleslawyer
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.front.codes import MEANINGS, Meaning
from ruleslawyer.front.constructs import Construct, about, construct_of, constructs
from ruleslawyer.front.worked import examples, excerpt, shortest

_OF_SCOPES = ("large", "campaign")
"""Keys of a scope's file whose name does not say what they do: the diagnostic about its keys does."""
_DIGITS = str.maketrans("OI", "01")
"""Letters that are read for digits."""
_LANGUAGES = {".py": "python", ".toml": "toml"}


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake, and what is said of it. language: `python` or `toml`."""

    source: str
    language: str
    said: str


def meaning_of(code: str) -> tuple[str, Meaning]:
    """A code as it is written, and what it means; `rl207` and `207` are the same. An unknown one is a `UsageError`."""
    written = code.strip().upper()
    written = written if written.startswith("RL") else f"RL{written}"
    if written not in MEANINGS:
        mend = nearest(written.translate(_DIGITS), MEANINGS, "`ruleslawyer explain` lists them all")
        raise UsageError(f"there is no diagnostic `{code[:60]}`", None, mend)
    return written, MEANINGS[written]


@cache
def diagnostic_examples() -> Mapping[str, str]:
    """The files of examples by their path, with their text: from one file inside the package where that is installed
    (`hatch_build.py`), else from the tests."""
    package = Path(ruleslawyer.__file__).parent
    packed, folder = package / "bundled" / "errors.json", package.parents[1] / "tests" / "errors"
    if packed.is_file():
        return dict(json.loads(packed.read_text(encoding="utf-8")))
    paths = (path for path in folder.glob("*/*.*") if path.suffix in (".err", *_LANGUAGES))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def example(code: str) -> Example | None:
    """The smallest mistake that shows a diagnostic, and what is said to it first; None where no example comes along."""
    texts = diagnostic_examples()
    said = {PurePosixPath(name): text for name, text in texts.items() if f"/{code.lower()}_" in name}
    shown = [path for path in said if path.suffix == ".err"]
    if not shown:
        return None
    least = min(shown, key=lambda path: (len(said[path].encode()), path.name))
    source = next(path for path in said if path.with_suffix("") == least.with_suffix("") and path != least)
    messages = said[least].split("\n\n")
    mine = next((message for message in messages if f" {code} " in message.partition("\n")[0]), messages[0])
    return Example(said[source].rstrip("\n"), _LANGUAGES[source.suffix], mine.rstrip("\n"))


Kind: TypeAlias = Literal["code", "construct", "pattern"]


def explain(*names: str) -> list[Json]:
    """Each of these names explained, with an example; all diagnostics where none is named. A name that nothing has is
    a `UsageError` with the nearest one."""
    return [_JSON[kind](name) for kind, name in kinds_of(names or sorted(MEANINGS))]


def kinds_of(typed: Iterable[str]) -> list[tuple[Kind, str]]:
    """The kind of thing that each name names, each once, and its spelling there."""
    return list(dict.fromkeys(map(_kind_of, typed)))


def _kind_of(typed: str) -> tuple[Kind, str]:
    name = typed.strip()
    if name in _OF_SCOPES:
        return "code", "RL701"
    if re.match(r"(?i)(rl)?[\doi]*\d[\doi]*$", name):
        return "code", meaning_of(name)[0]
    if name.lower() in examples() and name not in constructs():
        return "pattern", name.lower()
    try:
        return "construct", construct_of(name).name
    except UsageError as unknown:
        known = [*examples(), *constructs(), *MEANINGS]
        mend = nearest(name, known, "`ruleslawyer explain` lists all that it explains")
        raise UsageError(f"nothing here is called `{name[:60]}`", None, mend) from unknown


def _code_json(code: str) -> Json:
    meaning, shown = MEANINGS[code], example(code)
    return {
        "code": code,
        "title": meaning.title,
        "reason": meaning.reason or None,
        "mend": meaning.mend,
        "example": {"source": shown.source, "language": shown.language, "said": shown.said} if shown else None,
    }


def _construct_json(name: str) -> Json:
    construct = constructs()[name]
    shown = excerpt(construct)
    return {
        "construct": name,
        "uses": [{"of": use.of, "written": use.written, "says": use.says} for use in construct.uses],
        "example": {
            "pattern": shown.worked.name, "sentences": list(shown.sentences), "source": shown.source,
        } if shown else None,
        "diagnostics": list(about(name)),
    }  # fmt: skip


def _pattern_json(name: str) -> Json:
    worked = examples()[name]
    return {"pattern": name, "title": worked.title, "source": worked.source}


_JSON: dict[Kind, Callable[[str], Json]] = {
    "code": _code_json, "construct": _construct_json, "pattern": _pattern_json,
}  # fmt: skip


WHOLE = "elimination"
"""The game of the cookbook that the page has in full."""
MISTAKES = ("RL201", "RL303", "RL503", "RL601", "RL207", "RL301", "RL109", "RL508", "RL511", "RL604")
"""Ten mistakes that are made often, the first ones most."""
_ABOVE = """# How this project is written

It holds the rules of a game against each other: which sentences of the rulebook contradict each other, where the book
is silent, and what no play can reach. `ruleslawyer explain --all` prints this page. RULESET stands for the ruleset's
id, which `pyproject.toml` has under `[tool.ruleslawyer.rulesets]`.

## The four folders

- `spec/RULESET/` the register: each sentence of `text/` by its line, in words of our own, as numbered clauses. One
  verdict to a clause. `doubt = "…"` says what a line leaves open. No sentence of the book is copied.
- `model/RULESET/` what each clause means: a small Python function that cites it. It is read, not executed.
- `checks/RULESET/` what players rely on (`*.py`), the sizes to look at (`scopes/*.toml`), and situations with what
  comes of them (`scenarios/*.toml`).
- `findings/RULESET/` what is wrong with the text, each with evidence that can be asked for again.

## The loop

1. Register: say the stubs of one section in your own words, each with its kind. `ruleslawyer spec RULESET --lint` says
   what is left.
2. One clause: `ruleslawyer spec RULESET 2.1` shows it, and what cites it already.
3. One rule: write the function for it. What lets somebody do something is a permit, and what forbids it a forbid. What
   comes of it is an effect, and what happens by itself a duty or a settle. A value is a term. When it is over says
   `ended`, and who has won `winners`.
4. `ruleslawyer lint` says every mistake at once, with its place and its mend; `ruleslawyer explain RL207` says more of
   one. With `--run` it executes the functions and compares them with what was read.
5. `ruleslawyer explore RULESET` looks at every state of a scope, and lists what is wrong there;
   `ruleslawyer explore RULESET --trace 1` shows the shortest play to the first. Keep scopes as small as you can bear.
6. Judge it by the text. Most of what comes up first is a mistake of the model. What remains is one of the text:
   `ruleslawyer findings RULESET --new 1` drafts a finding, and a person says what is wrong.
7. `ruleslawyer scenario RULESET` plays the situations, `ruleslawyer prove RULESET` tries to prove what must hold, and
   `ruleslawyer check` does all of it.

Doubts instead of choices: you do not decide what the book leaves open.

- Two passages that differ are a question with an answer for each: `@game.question`, `.answer("2.1")`, `.answer("2.4")`.
- Silence is a question whose options are readings: `.reading("2.1")`. Wording that is only suspect is a `doubt`.
- No rule looks whether another clause forbids or permits: the clauses meet, and the clash is reported.
- `over=` is for what the text itself puts above another, with its words in `because=`.
- A rule that the book does not have is not added to make an event go away: it is a finding, with that rule as its mend.
- A finding is not closed, and a property not weakened, so that `check` passes. `expected.toml` needs a reason.

`ruleslawyer why RULESET --scope SCOPE 'buy(who=Ann)'` says whether an action is allowed, and by which clauses.
`ruleslawyer serve --mcp` answers the same over the Model Context Protocol, if `pip install 'ruleslawyer[mcp]'` was run.

## A whole game
"""
_LANGUAGE = """## The language

A rule is a function of the state, written in a part of Python. Each entry has what it says, and a line that uses it,
from the games of `ruleslawyer explain`: `ruleslawyer explain NAME` shows the whole of one.
"""
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Decorators, which say what a function is", ("a ruleset", "a", "what")),
    ("Options, in the brackets of a decorator", ("an option",)),
    ("Checks, below `checks = Checks(game)`", ("checks",)),
    ("From `ruleslawyer.lang`", ("from ruleslawyer.lang",)),
    ("Of a pile", ("a pile",)),
    ("Of Python, and all of it that may be used", ("Python", "from ")),
)
"""Headings, and what the uses are of that stand below each: the longest beginning decides."""
_FIRST_SENTENCE = re.compile(r"(?:`[^`]*`:?|[^`.:;]|[.:;](?! |$))*")
_IN_A_LINE = 3
_SAID = re.compile(r"RL\d+ (?P<says>.*)\n *\d+ \| *(?P<line>.*)\n(?s:.*?)= help: (?P<mend>.*)")
_MISTAKES = """## Ten mistakes, and their mends

`ruleslawyer explain` lists all that `lint` says.
"""


def primer() -> str:
    """The page, in Markdown."""
    game = examples()[WHOLE].source.rstrip("\n")
    lines = [_ABOVE, "```python", game, "```\n", _LANGUAGE]
    entries = sorted(map(_entry, constructs().values()))
    for heading, _ in _GROUPS:
        here = [(says, line) for group, _, says, line in entries if group == heading]
        signs = [line for says, line in here if not says]
        lines += [f"{heading}:\n", *(f"- {line}" for says, line in here if says)]
        lines += [f"- {', '.join(signs[i : i + _IN_A_LINE])}" for i in range(0, len(signs), _IN_A_LINE)]
        lines.append("")
    return "\n".join([*lines, _MISTAKES, *_mistakes()]) + "\n"


def _entry(construct: Construct) -> tuple[str, str, str, str]:
    """The heading under which a construct stands, its name, what it says, and its line."""
    use, line = shortest(construct)
    fits = [(len(begins), heading) for heading, of in _GROUPS for begins in of if use.of.startswith(begins)]
    says = _FIRST_SENTENCE.match(use.says)
    first = says[0] if says else ""
    of = re.match(r"from (?!ruleslawyer)\w+|(?:a(?!n option| ruleset| pile)|what)[^,:]*", use.of)
    told = f"`{construct.name}`{f' ({of[0]})' if of else ''} {first}{': ' if first else ''}`{line}`"
    return max(fits)[1], construct.name, first, told


def _mistakes() -> Iterator[str]:
    """Each with the line that is wrong in its example, what is said to it, and what would mend it."""
    for code in MISTAKES:
        shown = example(code)
        found = _SAID.search(shown.said if shown else "")
        assert found is not None, code
        mend = MEANINGS[code].mend if found["mend"].startswith("did you mean") else found["mend"]
        yield f"- `{found['line']}` {code}: {found['says']}. Mend: {mend}."
