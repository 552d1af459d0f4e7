"""The page for an assistant: every construct with a line of a game that runs, commands that there are, and mistakes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from ruleslawyer.check.evidence.finding import KINDS as FINDING_KINDS
from ruleslawyer.check.evidence.finding import SEVERITIES
from ruleslawyer.check.evidence.query import ABOUT
from ruleslawyer.cli.main import app
from ruleslawyer.front.constructs import constructs
from ruleslawyer.front.words import KINDS
from ruleslawyer.front.worked import cookbook, examples
from ruleslawyer.rulebook.register.clause import CLAUSE_KINDS
from tests.cli.command import Command
from tests.prose import length, sentences

REGISTER = Path(__file__).parents[2] / "docs" / "howto" / "register.md"
ERRORS = Path(__file__).parents[1] / "errors"
MOST = 350


@pytest.fixture
def page(command: Command) -> str:
    printed = command("explain", "--all")
    assert (printed.code, printed.err) == (0, "")
    return printed.out


def test_it_is_what_init_writes(command: Command, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.md").write_text("# Stones\n\nEach player takes a stone.\n", encoding="utf-8")
    assert command("init", "harbour").code == command("init", "quay", "--from", "rules.md").code == 0
    assert Path("harbour/AGENTS.md").read_text("utf-8") == Path("quay/AGENTS.md").read_text("utf-8") == page
    assert page.count("\n") <= MOST
    assert command("explain", "--all", "--json").json == [{"schema": 1, "page": page}]


def test_the_folders_that_it_names_are_made(
    command: Command, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("init", "harbour").code == 0
    named = re.findall(r"^- `(\w+/RULESET/)`", page, re.MULTILINE)
    assert len(named) == 4
    assert all(Path("harbour", name.replace("RULESET", "harbour")).is_dir() for name in named)


def test_each_construct_has_a_line_of_a_game(page: str) -> None:
    """A line of its own or one with others, or the game above; what is Python's is named alone. Joined lines lose a
    comma before a bracket, and a blank behind one."""
    games = "".join(_plain(path.read_text("utf-8")) for path in sorted(cookbook().glob("model/*.py")))
    language = page.partition("## The language")[2].partition("\n## ")[0]
    above = page.partition("```python\n")[2].partition("```")[0]
    met: list[str] = []
    for line in language.split("\n"):
        if not line.startswith("- "):
            continue
        names = re.findall(r"(?:^- |; |: )`([^`]+)`(?= (?:\(|[A-Z]|`[a-z_]+=))", line)
        if line.startswith("- In the game above: "):
            assert all(re.search(rf"(?<!\w){name}(?!\w)", above) for name in names)
        elif names:
            shown = re.fullmatch(r"- .*`([^`]+)`", line)
            assert shown is not None and _plain(shown[1]) in games, line
            assert all(re.search(rf"(?<!\w){name}(?!\w)", shown[1]) for name in names), line
        met += names
    python = set(re.findall(r"[\w!<>=+*/%&|-]+", language.partition("Of Python")[2]))
    assert len(met) == len(set(met)), "once each"
    assert {name for name in set(constructs()) - set(met) if not set(name.split()) <= python} == set()


def test_no_line_is_shown_twice(page: str) -> None:
    shown = re.findall(r"^- .*: `([^`]+)`$", page.partition("## The language")[2].partition("\n## ")[0], re.MULTILINE)
    assert len(shown) > 60 and len(set(shown)) == len(shown)


def test_its_files_are_files(command: Command, page: str, tmp_path: Path) -> None:
    """The scope and the scenarios of the game that stands there, and the finding of its pattern: it reproduces."""
    scope, scenarios, finding = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    elimination, fists = tmp_path / "elimination", tmp_path / "fists"
    assert command("explain", "elimination", "-o", str(elimination)).code == 0
    (elimination / "checks/elimination/scopes/three.toml").write_text(scope, encoding="utf-8")
    (elimination / "checks/elimination/scenarios/turns.toml").write_text(scenarios, encoding="utf-8")
    played = command("scenario", "elimination", project=elimination)
    assert played.code == 0 and "whoever points at a ghost" in played.out, played.out + played.err
    assert command("explain", "fists", "-o", str(fists)).code == 0
    (fists / "findings/fists").mkdir(parents=True)
    (fists / "findings/fists/001-no-end.md").write_text(finding + "\nNo sentence ends it.\n", encoding="utf-8")
    asked = command("findings", "fists", "--verify", project=fists)
    assert asked.code == 0 and "reproduces" in asked.out, asked.out + asked.err


def test_it_says_what_files_may_hold(page: str) -> None:
    files = " ".join(page.partition("## The other files")[2].partition("\n## ")[0].split())
    for ask, about in ABOUT.items():
        assert f"of `{ask}`: {', '.join(about)}" in files.replace('"terminates"', "terminates")
    for words in (FINDING_KINDS, SEVERITIES, CLAUSE_KINDS, ("title", "sorts", "initial", "large", "campaign")):
        assert [word for word in words if not re.search(rf"(?<![\w-]){word}(?![\w-])", files)] == []
    assert [name for name in examples() if not re.search(rf"`{name}`\s", page.partition("## Patterns")[2])] == []
    assert "docs/" not in page, "`init` brings none"


def test_the_kinds_of_a_clause_are_those_of_the_guide() -> None:
    rows = re.findall(r"^ +\| `([\w-]+)` \| (.*?) \| (.*?) ?\|$", REGISTER.read_text("utf-8"), re.MULTILINE)
    assert rows == [(kind, says, cited) for kind, (says, cited) in KINDS.items()]


def test_an_end_that_hangs_on_an_open_question(command: Command, page: str, tmp_path: Path) -> None:
    """As the page says it: an effect asks, a field keeps the answer, and `ended` reads it."""
    assert "`over: bool`" in page
    assert command("init", str(tmp_path / "quay")).code == 0
    state, turn = tmp_path / "quay/model/quay/state.py", tmp_path / "quay/model/quay/turn.py"
    text = state.read_text("utf-8").replace("    passed: bool\n", "    passed: bool\n    over: bool\n")
    text = text.replace("number, state, the\n", "no, number, state, the, yes\n")
    asked = (
        'one_is_none = game.doubt("is one stone no stone?", so=yes("a heap"), not_so=no("as printed", default=True))'
    )
    end = text.replace("\n\n@game.ended", f"\n\n{asked}\n\n\n@game.ended")
    state.write_text(end.replace("return s.middle == 0", "return s.middle == 0 or one_is_none(s)"), encoding="utf-8")
    refused = command("lint", project=tmp_path / "quay")
    assert "RL604" in refused.err + refused.out
    state.write_text(end.replace("return s.middle == 0", "return s.over"), encoding="utf-8")
    acts = turn.read_text("utf-8").replace(
        "import Player, State, game, opponent", "import Player, State, game, one_is_none, opponent"
    )
    kept = '    with effect("3.1"):\n        s.over = s.middle == 0 or (s.middle == 1 and one_is_none(s))\n'
    turn.write_text(acts.replace("\n\n\n@take.domain", f"\n{kept}\n\n@take.domain"), encoding="utf-8")
    taken = command("lint", project=tmp_path / "quay")
    assert taken.code == 0, taken.out + taken.err


def _plain(text: str) -> str:
    return re.sub(r",?(?=[)\]}])", "", re.sub(r"#.*|\s+", "", re.sub(r"  # .*", "", text)))


def test_its_commands_are_commands(page: str) -> None:
    lines = re.findall(r"`(ruleslawyer [^`]*)`", page)
    assert len(set(lines)) >= 10
    for line in lines:
        verb: Any = get_command(app)
        _, *words = shlex.split(line)
        while hasattr(verb, "commands"):
            _, verb, words = verb.resolve_command(typer.Context(verb, resilient_parsing=True), words)
        verb.make_parser(typer.Context(verb)).parse_args(words)


def test_ten_mistakes_that_tests_make(page: str) -> None:
    """Each line stands in an example of its code, and what is said of it too."""
    found = re.findall(r"^- `(.*)` (RL\d+): (.*?)\. Mend: .+\.$", page, re.MULTILINE)
    assert len({code for _, code, _ in found}) == len(found) == 10
    for line, code, says in found:
        said = [path.read_text("utf-8") for path in ERRORS.glob(f"*/{code.lower()}_*.err")]
        assert any(line in text and f"{code} {says}" in text for text in said), code


def test_its_sentences_are_read_at_once(page: str) -> None:
    above = page.partition("## The language")[0]
    assert [s for s in sentences(above) if length(s) > 40] == []


def test_a_name_beside_all(command: Command) -> None:
    refused = command("explain", "frame", "--all")
    assert (refused.code, refused.out) == (2, "") and "= help: " in refused.err
