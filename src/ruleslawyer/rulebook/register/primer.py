"""One page for who writes rules with an assistant: how to work, every file by an example, and the whole language."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ruleslawyer.front.analysis import LIBRARY
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.constructs import SYNTAX, Use, constructs
from ruleslawyer.front.explaining import example
from ruleslawyer.front.subset import ALLOWED
from ruleslawyer.front.words import KINDS
from ruleslawyer.front.worked import examples, shortest, shows

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
_OF_PYTHON = "Of Python, and all of it that may be used"
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Decorators, which say what a function is", ("a ruleset", "a", "what")),
    ("Checks, below `checks = Checks(game)`", ("checks",)),
    ("Options, in the brackets of a decorator", ("an option",)),
    ("From `ruleslawyer.lang`, and of a pile", ("from ruleslawyer.lang", "a pile")),
    (_OF_PYTHON, ()),
)
"""Headings, and what the uses are of that stand below each: the longest beginning decides, and Python has the rest."""
_FIRST_SENTENCE = re.compile(r"(?:`[^`]*`:?|[^`.:;]|[.:;](?! |$))*")
_SAID = re.compile(r"RL\d+ (?P<says>.*)\n *\d+ \| *(?P<line>.*)\n(?s:.*?)= help: (?P<mend>.*)")
_WIDE = 118
_FILES = """## The other files

A clause of the register stands below its line, with its kind, which says what may cite it (in brackets):
KINDS

A module of the model takes what another has by its whole name: `from model.RULESET.state import Player, State, game`.
A field begins as 0, False, None or empty. One of an Enum or a sort does not: the initial rule sets it, each entry of a
map too. `ended` asks no question (RL604): where the end hangs on one, an effect asks it and keeps the answer in a
field, such as `over: bool`, which `ended` reads.

A scope, `checks/RULESET/scopes/three.toml`, here of the game above:

```toml
title = "three players"
# large = true             # has many states: generated code explores it from the first on
# campaign = true          # explored where it is named (`--scope`) alone, and by `ruleslawyer campaign`
# campaign = "play"        # for `games`, `why` and scenarios alone: the whole pack of cards
# attributes.Card.rank = [3, 2, 1]   # in columns; "open": any values, and then `prove` alone takes the scope
# constants.Numbers.stones = 6       # a number of the book that is another here
[sorts]
Player.Ann = { left = "Bob" }        # each member with its attributes; without attributes, Player = ["Ann", "Bob"]
Player.Bob = { left = "Cid" }
Player.Cid = { left = "Ann" }
[initial]                            # fields, written over what the initial rule has made: nothing follows from them
turn = "Ann"
```

A file of scenarios, `checks/RULESET/scenarios/turns.toml`:

```toml
scope = "three"
[[scenario]]
name = "whoever points at a ghost loses the life"
clauses = ["4"]
when = [{ action = "point", who = "Ann", at = "Bob" }]
[scenario.given]   # the fields that are not as at the beginning
lives = { Ann = 2, Bob = 0, Cid = 1 }
[scenario.then]    # or refused_by = "2", permitted_by = "2", not_allowed = true, ended = true, winners = ["Ann"]
lives = { Ann = 1 }
```

A finding, `findings/RULESET/001-no-end.md`, here of a property that is VIOLATED in the pattern `fists`:

```toml
+++
id = "001"
title = "A round without an end"
kind = "non-termination"   # or contradiction, ambiguity, gap, loophole, dead-rule, wrong-reference, terminology
severity = "high"          # or medium, low
state = "open"
clauses = ["1"]
ask = "Does a round end in which nobody hides a coin?"
answer = [
    { says = "No", then = "It is played again.", wording = "A round in which nobody hides a coin is played again." },
    { says = "Yes", then = "The next round begins.", wording = "A round in which nobody hides a coin is a draw." },
]
[[evidence]]
scope = "tiny"
ask = "verdict"            # or event, deadlock, core, dead, terminates, scenario, text
about = { property = "the_game_ends" }
expect = { word = "VIOLATED" }
+++
```

`about` holds of `event`: kind, subject, pair; of `deadlock`: unspoken, forbidden; of `verdict`: property; of `core`:
subject, clauses; of `dead`: rule; of `"terminates"`: ending; of `scenario`: file, name; of `text`: clauses, term,
defined, reference. Below `+++` stands what the text says, and why it matters.

What is not as usual and right all the same stands in `checks/RULESET/expected.toml`: a table `[tiny.the_game_ends]`, of
a scope (or `every`) and a property, with `verdict = "VIOLATED"` and `reason = "…"`. `ruleslawyer games RULESET
--scope SCOPE --games 100` plays whole games: how they end, and which findings matter.
"""
_PATTERNS = """## Patterns

Each is a small game that runs; `ruleslawyer explain auction` shows one, and with `-o FOLDER` it is a project:
PATTERNS
"""
_MISTAKES = """## Ten mistakes, and their mends
"""


def primer() -> str:
    """The page, in Markdown."""
    game = re.sub(r"\n{3,}", "\n\n", examples()[WHOLE].source.rstrip("\n"))
    kinds = _run(f"`{name}` {says} ({cited})" if cited else f"`{name}` {says}" for name, (says, cited) in KINDS.items())
    patterns = _run(f"`{name}` {worked.title[0].lower()}{worked.title[1:]}" for name, worked in examples().items())
    lines = [_ABOVE, "```python", game, "```\n", _LANGUAGE]
    entries = _entries(WHOLE)
    for heading, of in _GROUPS:
        lines += [f"{heading}:\n", *(entries[heading] if of else _of_python()), ""]
    lines += [_FILES.replace("KINDS", kinds), _PATTERNS.replace("PATTERNS", patterns), _MISTAKES, *_mistakes()]
    return "\n".join(lines) + "\n"


def _run(parts: Iterable[str]) -> str:
    """Parts of one sentence, on lines that are no longer than others of the page."""
    return "\n".join(textwrap.wrap(f"{'; '.join(parts)}.", _WIDE, break_on_hyphens=False, break_long_words=False))


def _entries(whole: str) -> dict[str, list[str]]:
    """The items below each heading, in its order. Constructs that one line shows stand together, below the first
    heading of theirs; and those of a game that stands above need no line."""
    headings = [heading for heading, _ in _GROUPS]
    found: dict[str, list[str]] = {heading: [] for heading in headings}
    above: dict[str, list[str]] = {heading: [] for heading in headings}
    told: dict[str, list[tuple[int, str]]] = {}
    for construct in constructs().values():
        if _heading(construct.uses[0]) == _OF_PYTHON:
            continue
        use, line = shortest(construct)
        said = _FIRST_SENTENCE.match(use.says)
        of = re.match(r"(?:a(?!n option| ruleset| pile)|what)[^,:]*", use.of)
        entry = f"`{construct.name}`{f' ({of[0]})' if of else ''} {said[0] if said else ''}"
        if shows(examples()[whole], replace(construct, uses=(use,))):
            above[_heading(use)].append(entry)
        else:
            told.setdefault(line, []).append((headings.index(_heading(use)), entry))
    for line, some in told.items():
        found[headings[min(some)[0]]].append(f"- {'; '.join(entry for _, entry in sorted(some))}: `{line}`")
    for heading, here in above.items():
        found[heading] = [f"- In the game above: {'; '.join(here)}"][: len(here)] + sorted(found[heading])
    return found


def _heading(use: Use) -> str:
    fits = [(len(begins), heading) for heading, of in _GROUPS for begins in of if use.of.startswith(begins)]
    return max(fits)[1] if fits else _OF_PYTHON


def _of_python() -> Iterator[str]:
    """Statements, operators and names: who knows Python needs no example of them."""
    yield f"- Written: {'; '.join(SYNTAX[node] for node in ALLOWED if node in SYNTAX)}"
    names = [c for c in constructs().values() if c.node is None and any(use.of == "Python" for use in c.uses)]
    yield f"- Known: {', '.join(f'`{c.name}`' for c in names)}"
    lent = (f"`from {module} import {', '.join(found)}`" for module, found in LIBRARY.items())
    yield f"- Imported, besides `ruleslawyer.lang`: {'; '.join(line for line in lent if 'ruleslawyer' not in line)}"


def _mistakes() -> Iterator[str]:
    """Each with the line that is wrong in its example, what is said to it, and what would mend it."""
    for code in MISTAKES:
        shown = example(code)
        found = _SAID.search(shown.said if shown else "")
        assert found is not None, code
        mend = MEANINGS[code].mend if found["mend"].startswith("did you mean") else found["mend"]
        yield f"- `{found['line']}` {code}: {found['says']}. Mend: {mend}."
