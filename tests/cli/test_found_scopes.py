"""The scopes that are meant where none is named: by what they are, in rulesets that name them as they like."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.campaign import tasks_of
from ruleslawyer.rulebook.scopes.found import SECONDS, WORDS, note_seconds
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
WAR = EXAMPLES / "war"
MOTIONS = EXAMPLES / "order-of-motions"


def test_by_hand() -> None:
    """War's scopes are deals of two to six cards, so that the largest is one of six. Of the motions `all` is left to
    campaigns; `disposal` and `privileged` have eight each. The rulebooks have theirs from the first die or card on."""
    war, motions = (Project.load(folder).ruleset(name) for folder, name in ((WAR, "war"), (MOTIONS, "motions")))
    assert (war.usual_scope, war.whole_game, war.drawn_game, war.open_scope) == ("n6", "n6", "n6", None)
    assert (motions.usual_scope, motions.whole_game, motions.open_scope) == ("disposal", "all", None)
    daemons, megacorp = (Project.load(ROOT).ruleset(name) for name in ("daemons", "megacorp"))
    assert (daemons.usual_scope, daemons.whole_game, daemons.drawn_game) == ("tiny", "full_decks", "whole")
    assert (megacorp.usual_scope, megacorp.whole_game, megacorp.drawn_game) == ("setup", "full_decks", "whole")
    assert daemons.open_scope == "open" == megacorp.open_scope


def test_slow_scopes_are_not_the_usual_ones(tmp_path: Path) -> None:
    shutil.copytree(WAR, tmp_path / "war", ignore=shutil.ignore_patterns("__pycache__"))
    war = Project.load(tmp_path / "war").ruleset("war")
    note_seconds(war.root, "war", {"n6": SECONDS + 1, "n5": SECONDS - 1})
    assert (war.usual_scope, war.whole_game) == ("n5", "n6")
    note_seconds(war.root, "war", {"n6": SECONDS - 1})
    assert war.usual_scope == "n6"


def test_nothing_to_explore(tmp_path: Path, command: Command) -> None:
    """A ruleset whose scopes leave something open has none to explore, and says so."""
    harbour = tmp_path / "harbour"
    shutil.copytree(ROOT / "tests" / "projects" / "harbour", harbour, ignore=shutil.ignore_patterns("__pycache__"))
    (harbour / "scopes" / "small.toml").unlink()
    ruleset = Project.load(harbour).ruleset("harbour")
    with pytest.raises(UsageError, match="every scope leaves something open"):
        ruleset.transition_system()
    assert command("explore", "harbour", project=harbour).code == 2


def test_an_open_scope_names_those_that_are_not(tmp_path: Path, command: Command) -> None:
    """Never the refused one; and where every scope is open, what would close it."""
    harbour = tmp_path / "harbour"
    shutil.copytree(ROOT / "tests" / "projects" / "harbour", harbour, ignore=shutil.ignore_patterns("__pycache__"))
    (opened,) = [name for name in ("open", "any") if (harbour / "scopes" / f"{name}.toml").is_file()]
    refused = command("explore", "harbour", "--scope", opened, project=harbour)
    assert refused.code == 2 and "= help: choose another scope: small\n" in refused.err
    (harbour / "scopes" / "small.toml").unlink()
    assert 'values in place of "open"' in command("explore", "harbour", "--scope", opened, project=harbour).err


def test_too_many_beginnings_say_what_else_there_is(tmp_path: Path, command: Command) -> None:
    assert command("init", str(tmp_path / "quay")).code == 0
    file = tmp_path / "quay/model/quay/state.py"
    text = file.read_text("utf-8").replace("first: Player)", "first: Player, drawn: Annotated[int, Range(0, 2000000)])")
    file.write_text(
        text.replace("s.turn = first\n", "s.turn = first\n        s.passed = drawn > 3\n"), encoding="utf-8"
    )
    refused = command("explore", "quay", project=tmp_path / "quay")
    told = " ".join((refused.out + refused.err).split())
    assert refused.code == 2 and "RL707" in told and "deal by chance" in told and "attribute of the members" in told


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("explore", "--help"), "usual_scope"), (("play", "--help"), "usual_scope"), (("why", "--help"), "usual_scope"),
        (("serve", "--help"), "usual_scope"), (("export", "--help"), "usual_scope"),
        (("adequacy", "x", "--clauses", "--help"), "usual_scope"),
        (("games", "--help"), "whole_game"), (("games", "x", "--fuzz", "--help"), "drawn_game"),
        (("games", "x", "--best", "--help"), "usual_scope"),
        (("findings", "x", "--new", "1", "--help"), "usual_scope"),
    ],
)  # fmt: skip
def test_the_help_says_how(words: tuple[str, ...], found: str, command: Command) -> None:
    told = " ".join(command(*words).out.replace("│", " ").split())
    assert re.search(rf"\[default: \({re.escape(WORDS[found])}\)\]", told)


def test_a_campaign_plays_where_nothing_can_be_explored() -> None:
    """Scopes with `campaign = "play"` are simulated and fuzzed; those with `campaign = true` are explored."""
    motions = Project.load(MOTIONS).ruleset("motions")
    assert ("motions", "--engine", "native", "--scope", "all") in [one.words for one in tasks_of(motions)]
    tasks = list(tasks_of(Project.load(ROOT).ruleset("daemons")))
    explored = {one.words[-1] for one in tasks if "native" in one.words}
    assert explored == {"draft_all", "small", "medium", "large"}
    assert ("daemons", "--scope", "whole", "--simulate", "100") in [one.words for one in tasks]
    assert ("games", ("daemons", "--fuzz", "--minutes", "10")) in [(one.verb, one.words) for one in tasks]
