"""`ruleslawyer spec --ledger`: a watch of two at a lamp, of which each decision that no clause makes is a line.

The lamp has 3 drops of oil. Who is on watch fills it up to 4, or lights it; what happens at night follows by itself:
two duties are due together, of which the one that is declared first takes the last drop.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.exploration.study import OutOfTime
from ruleslawyer.studies.ledger import decisive_plays
from tests.cli.command import Answer, Command
from tests.cli.schemas import problems, undocumented

GAME = '''"""A watch at a lamp."""

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, cite, close_frame, effect, frame, open_frame, state, yes, no

lamp = Ruleset("lamp")
lamp.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who watches."""


@state
class State:
    oil: Annotated[int, Range(0, 9), cite("1.1")]
    tired: Map[Player, bool]
    lit: bool
    seen: Annotated[bool, cite("3.1")]
    count: int
    night: bool
    burnt: Annotated[int, cite("4.1")]
    spilt: Annotated[int, cite("4.2")]


@frame("5.1")
class Story:
    """A story is told."""

    awaits: frozenset[Player]


@frame("5.2")
class Song:
    """A song is sung."""

    awaits: frozenset[Player]


def is_dark(s: State) -> bool:
    """Whether no lamp burns."""
    return not s.lit


def is_filled(s: State) -> bool:
    """Whether there is oil, as 1.1 has it."""
    return s.oil > 0


def is_awake(s: State, who: Player) -> bool:
    """Whether a player may watch."""
    return not s.tired[who]


def at_most(amount: int) -> int:
    """What the lamp holds."""
    return min(4, amount)


stories_tire = lamp.doubt("does a story tire?", it_tires=yes("yes", default=True), it_does_not=no("no"))


@lamp.initial("1.1")
def begin(s: State) -> None:
    """Three drops."""
    with effect("1.1"):
        s.oil = 3


@lamp.awaits
def watches(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if not s.tired[p])


@lamp.matters("seen")
def is_to_be_seen(s: State) -> bool:
    return s.lit


@lamp.action("2.1")
def fill(s: State, who: Player) -> None:
    """Fill the lamp."""
    if is_dark(s):
        with effect("2.1"):
            s.oil = at_most(s.oil + 2)


@fill.domain
def it_can_be_filled(s: State, who: Player) -> bool:
    return is_dark(s) and not s.night and stories_tire(s)


@fill.permit("2.1")
def may_fill(s: State, who: Player) -> bool:
    return is_awake(s, who)


@lamp.action("3.1")
def light(s: State, who: Player) -> None:
    """Light the lamp."""
    with effect("3.1"):
        if s.oil > 0:
            s.lit = True
        s.seen = True
        s.count = s.count + 1


@light.domain
def it_is_not_lit(s: State, who: Player) -> bool:
    return is_dark(s)


@light.permit("3.1")
def may_light(s: State, who: Player) -> bool:
    return is_filled(s)


@lamp.action("5.1")
def tell(s: State, who: Player) -> None:
    """Tell a story, and sing."""
    with effect("5.1"):
        open_frame(s, Story(awaits=frozenset({who})))
    with effect("5.2"):
        open_frame(s, Song(awaits=frozenset({who})))


@tell.permit("5.1")
def may_tell(s: State, who: Player) -> bool:
    return s.lit


@lamp.action("4.3")
def sleep(s: State, who: Player) -> None:
    """Go to sleep: it is night."""
    with effect("4.3"):
        s.night = True


@sleep.permit("4.3")
def may_sleep(s: State, who: Player) -> bool:
    return s.lit and not s.night


@lamp.duty("4.1")
def burn(s: State) -> None:
    """The lamp burns all of its oil."""
    with effect("4.1"):
        s.burnt = s.oil
        s.oil = 0


@burn.when
def it_burns(s: State) -> bool:
    return s.night and s.oil > 0


@lamp.duty("4.2")
def spill(s: State) -> None:
    """Some of it is spilt."""
    with effect("4.2"):
        s.spilt = 1
        s.oil = s.oil - 1


@spill.when
def it_spills(s: State) -> bool:
    return s.night and s.oil > 0 and s.spilt == 0
'''
CLAUSES = ("1.1", "2.1", "3.1", "4.1", "4.2", "4.3", "5.1", "5.2")
RICH = 'title = "Two"\n\n[sorts]\nPlayer.Ann = {}\nPlayer.Bob = {}\n'


def watch(folder: Path, decided: str = "", text: str = GAME) -> Path:
    lines = "".join(
        f'[[line]]\nnumber = {number}\nsection = "{clause[0]}"\nkind = "normative"\n[[line.clause]]\nid = "{clause}"\n'
        f'kind = "effect"\nsays = "What line {clause} says."\n'
        for number, clause in enumerate(CLAUSES, 1)
    )
    files = {
        "pyproject.toml": '[tool.ruleslawyer.rulesets.lamp]\ntitle = "Lamp"\nmodules = ["lamp.model"]\n'
        'scopes = "lamp/scopes"\nspec = "lamp/spec"\nfindings = "lamp/findings"\n',
        "lamp/model.py": text,
        "lamp/scopes/rich.toml": RICH,
        "lamp/spec/book.toml": 'title = "Lamp"\nsource = "lamp.txt"\nchapters = ["all.toml"]\ndigest = "0"\n',
        "lamp/spec/all.toml": 'chapter = "1"\ntitle = "All"\n' + lines,
        **({"checks/lamp/ledger.toml": decided} if decided else {}),
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def ledger(command: Command, project: Path, *more: str) -> Answer:
    return command("spec", "--ledger", "lamp", *more, project=project)


def lines_of(answer: Answer) -> dict[str, dict[str, Any]]:
    return {f"{one['kind']} {one['name']}": one for one in answer.json["lines"]}


@pytest.mark.parametrize(
    ("line", "status", "by", "clauses"),
    [
        ("domain fill: is_dark(s)", "open", "by a helper", []),
        ("domain fill: not s.night", "open", "decided by nobody", []),
        ("domain fill: stories_tire(s)", "doubt", "decided by nobody", []),
        ("awaits watches: frozenset(p for p in Player if not s.tired[p])", "open", "decided by nobody", []),
        ("awaits tell opens Story: {who}", "clause", "decided by nobody", ["5.1"]),
        ("matters is_to_be_seen: seen", "open", "decided by nobody", []),
        ("else fill: is_dark(s)", "open", "by a helper", []),
        ("else light: s.oil > 0", "clause", "decided by nobody", ["3.1"]),
        ("cut at_most: min(4, amount)", "open", "decided by nobody", []),
        ("frames Song within Story", "open", "by declaration order", []),
        ("initial lit: no", "open", "decided by nobody", []),
        ("initial seen: no", "clause", "decided by nobody", ["3.1"]),
        ("initial count: 0", "apparatus", "decided by nobody", []),
        ("helper is_dark", "open", "by a helper", []),
        ("helper is_filled", "clause", "by a helper", ["1.1"]),  # its description names it
        ("helper is_awake", "clause", "by a helper", ["2.1"]),  # one clause alone asks it
        ("helper at_most", "clause", "by a helper", ["2.1"]),
    ],
)
def test_each_decision_is_a_line(
    command: Command, tmp_path: Path, line: str, status: str, by: str, clauses: list[str]
) -> None:
    """As the model above shows: what a citation stands around is a clause's, and what no clause reads a guess."""
    answer = ledger(command, watch(tmp_path), "--json")
    assert answer.code == 1
    found = lines_of(answer)[line]
    assert (found["status"], found["by"], found["clauses"]) == (status, by, clauses)
    assert found["guessed"] == (status == "apparatus")
    assert not problems("spec-ledger", answer.json) and not undocumented("spec-ledger", answer.json)


def test_where_a_line_alone_decides(command: Command, tmp_path: Path) -> None:
    """Lighting makes it light: only behind that does it tell that a lamp that burns is not filled."""
    answer = ledger(command, watch(tmp_path), "--json", "--minutes", "5")
    found = lines_of(answer)
    play = found["domain fill: is_dark(s)"]["play"]
    assert (play["play"], play["says"]) == (
        ["initial()", "light(who=Ann)"], "without it fill(who=Ann) could be chosen",
    )  # fmt: skip
    cut = found["cut at_most: min(4, amount)"]["play"]  # with 3 drops at the beginning, 5 are cut off
    assert (cut["play"], cut["says"]) == (["initial()"], "without it fill(who=Ann) comes out otherwise")
    assert found["initial lit: no"]["play"] is None  # it is not looked for


def test_the_order_of_two_duties_is_no_line_but_a_gap(command: Command, tmp_path: Path) -> None:
    """It is night behind lighting and sleeping, and both are due: what is spilt first is not there to burn."""
    events = command("explore", "lamp", "--json", project=watch(tmp_path)).json["gaps"]
    met = {one["subject"]: (one["clauses"], len(one["play"])) for one in events if one["kind"] == "gap"}
    assert met["burn before spill"][1] == 3


def test_lines_for_which_there_was_no_time_are_counted(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over at the first line: of those in whose place another thing could stand all others are left."""

    def no_time(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(decisive_plays, "find_decisive_play", no_time)
    text = " ".join(ledger(command, watch(tmp_path), "--minutes", "5").out.split())
    assert "stopped after 5 minutes; this is what was found by then" in text
    assert re.search(r"there was no time to look for a play for \d\d lines", text)
    assert "no play was found for 1 line;" in text


DECIDED = """
[[decided]]
domain = ["fill: is_dark(s)"]
else = ["fill: is_dark(s)"]
helper = ["is_dark"]
clauses = ["2.1"]

[[decided]]
frames = ["Song within Story"]
model_only = "one has to come first"

[[decided]]
matters = ["is_to_be_seen: seen"]
doubt = "stories_tire"
"""


def test_who_answers_for_it(command: Command, tmp_path: Path) -> None:
    found = lines_of(ledger(command, watch(tmp_path, DECIDED), "--json"))
    assert {(found[f"{kind} fill: is_dark(s)"]["status"]) for kind in ("domain", "else")} == {"clause"}
    assert found["frames Song within Story"]["why"] == "one has to come first"
    assert (found["matters is_to_be_seen: seen"]["status"], found["helper is_dark"]["clauses"]) == ("doubt", ["2.1"])
    text = ledger(command, watch(tmp_path, DECIDED)).out
    assert "fill: not s.night" in text and "Song within Story" not in text
    assert "taken for bookkeeping, as no clause reads it (a guess): count" in text
    assert "Song within Story" in ledger(command, watch(tmp_path, DECIDED), "--all").out
    assert "fill: not s.night" not in ledger(command, watch(tmp_path, DECIDED), "--kind", "initial").out


def test_the_report_has_it(command: Command, tmp_path: Path) -> None:
    """In the one ledger of assumptions: what nobody decides, and what the model alone does, with the reason."""
    found = command("check", "--no-prove", "--json", project=watch(tmp_path, DECIDED)).json
    entries = {(one["kind"], one["what"].split(": ", 1)[-1]): one for one in found["rulesets"][0]["ledger"]}
    assert ("decided by nobody", "fill: not s.night") in entries
    assert entries["model only", "Song within Story"]["why"] == "the model alone decides it: one has to come first"
    assert ("apparatus", "count: 0") in entries
    assert not [key for key in entries if key[1] == "fill: is_dark(s)"]


@pytest.mark.parametrize(
    ("decided", "says"),
    [
        ('[[decided]]\ndomain = ["fill: is_light(s)"]\nclauses = ["2.1"]\n', "there is no line `fill: is_light(s)`"),
        ('[[decided]]\ndomain = ["fill: is_dark(s)"]\nclauses = ["2.9"]\n', "there is no clause `2.9`"),
        ('[[decided]]\ndomain = ["fill: is_dark(s)"]\ndoubt = "stories"\n', "unknown doubt `stories`"),
        ('[[decided]]\ndomain = ["fill: is_dark(s)"]\n', "one thing answers for a line"),
        ('[[decided]]\nclauses = ["2.1"]\n', "no line is named"),
        ('[[decided]]\nhelper = ["is_dark", "is_dark"]\nclauses = ["2.1"]\n', "`is_dark` is answered for twice"),
        ('apparatus = ["oil"]\n', "`oil` is no bookkeeping: may_light (3.1) reads it"),
        ('apparatus = ["oils"]\n', "the state has no field `oils`"),
        ('[[decided]]\norder = ["burn before spill"]\nclauses = ["2.1"]\n', "has no `order`"),
    ],
)
def test_what_cannot_be_said(command: Command, tmp_path: Path, decided: str, says: str) -> None:
    answer = ledger(command, watch(tmp_path, decided))
    assert answer.code == 2
    assert says in answer.err and "checks/lamp/ledger.toml:" in answer.err and "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        (
            "dim", "@lamp.awaits",
            '@lamp.settle("3.1")\ndef dim(s: State) -> None:\n    """Out."""\n    when(s.lit and s.count > 5)\n'
            "    s.lit = False\n\n\n@lamp.awaits",
        ),
        ("burn", "return s.night and s.oil > 0\n\n\n@lamp", "return s.night and s.oil > s.count\n\n\n@lamp"),
    ],
    ids=["settle", "duty"],
)  # fmt: skip
def test_what_follows_by_a_clause_reads_no_bookkeeping(
    command: Command, tmp_path: Path, rule: str, old: str, new: str
) -> None:
    """A clause says what comes of it by itself, and what has to be done then."""
    assert old in GAME
    text = GAME.replace("yes, no\n", "yes, no, when\n", 1).replace(old, new, 1)
    answer = ledger(command, watch(tmp_path, 'apparatus = ["count"]\n', text))
    assert (answer.code, answer.out) == (2, "")
    assert f"checks/lamp/ledger.toml:1: `count` is no bookkeeping: {rule} (" in answer.err


def test_a_declared_field_is_no_guess(command: Command, tmp_path: Path) -> None:
    found = lines_of(ledger(command, watch(tmp_path, 'apparatus = ["count"]\n'), "--json"))
    assert (found["initial count: 0"]["status"], found["initial count: 0"]["guessed"]) == ("apparatus", False)
