"""A page for whoever writes rules with an assistant: folders, the loop, the language, and mistakes with their mends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.constructs import Construct, constructs
from ruleslawyer.front.explained import example
from ruleslawyer.front.worked import examples, shortest

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
