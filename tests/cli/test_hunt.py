"""`ruleslawyer sweep --questions`: each gap that is put into a quarrel of two is shown, and taken away it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from tests.cli.command import Answer, Command
from tests.cli.quarrel import LONGER, asked, hunted, quarrel, told

VOTING = "during 4.1 (“What line 4.1 says”)"


@pytest.mark.parametrize(
    ("gap", "shape", "about", "model", "depth"),
    [
        (  # a cursed card that was taken up may not be shown: curse, lift
            {"CLEAR": "AIMED", "SHOWS": "not s.cursed_by_somebody[card]"}, "stays",
            "goes from “on the table” to “in the hand”", "it still holds", 2,
        ),
        ({"AIMED": "pass"}, "gone", "what 5.1 (“What line 5.1 says”) has noted of it still names it", "it goes on", 2),
        ({"ENOUGH": "s.pot > 2"}, "order", "Ann: grab; Bob: grab. Either takes the other one away", "whoever is", 0),
        ({"SILENCE": "len(f.awaits) == 0"}, "mind", f"say nothing, {VOTING}. Bob still decides", "no:", 2),
        ({"VOTES": "who.elder"}, "stuck", "Bob has to decide", "others decide", 1),
        ({"ENOUGH": "True"}, "supply", "what 3.1 (“What line 3.1 says”) speaks of", "it goes on without", 1),
        ({"WINS": "s.taken[p]"}, "tie", "more than one has won", "Ann, Bob have won, together", 2),
        ({"FRESH": "True"}, "idle", "Ann: curse, Cup. It is allowed", "yes", 2),
        ({"SHOWS": "True"}, "loop", "Ann: lift, Cup; Ann: show, Cup", "yes", 0),
        ({"PAID": "max(1, s.pot - 4)"}, "cut", "Ann: grab", "it is lost", 1),
        (
            {"COUNTED": "s.pot = s.pot + 1\n        close_frame(s, Vote)"}, "again",
            "What was used up goes back by 4.2 (“What line 4.2 says”), and is taken again at once by 3.1", "yes:", 2,
        ),
        (
            {"SHOWS": "True", "SHOWN": "open_frame(s, Toast(awaits=CHANCE))"}, "again",
            "Cup goes back by 2.3 (“What line 2.3 says”), and is taken again at once by 4.4", "yes:", 2,
        ),
        (  # both cards were taken up, and none is left
            {"TOAST": "open_frame(s, Toast(awaits=CHANCE))"}, "stuck", f"chance, {VOTING}, and nothing",
            "the game stands still", 3,
        ),
        ({"TOAST": "open_frame(s, Toast(awaits=frozenset({who})))"}, "own", "4.1 says”) begin at once", "comes", 1),
        ({"LEFT": "pass"}, "out", f"Ann is out then, {VOTING}", "as if Ann were there", 2),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isalpha() else "",
)  # fmt: skip
def test_a_gap_is_shown_and_without_it_is_not(
    command: Command, tmp_path: Path, gap: dict[str, str], shape: str, about: str, model: str, depth: int
) -> None:
    found = asked(command, quarrel(tmp_path / "gap", **gap), shape, about)
    assert found, shape
    assert model in found[0]["model"]
    assert found[0]["depth"] == depth
    without = {"ENOUGH": "True"} if shape == "order" else {}  # where the pot does not matter, nor does who is first
    whole = asked(command, quarrel(tmp_path / "whole", **without), shape, about)
    assert [one["asks"] for one in whole if not one["elsewhere"]] == []


def test_pairs_are_met_or_not_or_shown_not_to_be(command: Command, tmp_path: Path) -> None:
    """Nobody ever blesses; a card is shown nowhere, no coin is grabbed of none; what is cursed is taken up."""
    project = quarrel(tmp_path)
    found = told(command, project)
    words = {(one["kind"], one["one"], one["other"]): one for one in found["pairs"]}
    never = words["mark", "blessed_by_nobody", "lift"]
    assert (never["word"], never["why"]) == ("not reachable", "no rule ever writes it")
    assert words["mark", "cursed_by_somebody", "show"]["word"] == "not met"
    met = words["mark", "cursed_by_somebody", "lift"]
    assert (met["word"], len(met["play"])) == ("met", 2)
    assert [one["word"] for one in found["pairs"] if one["kind"] == "supply"] == ["not met"]
    assert found["counts"]["mark"] == {"met": 2, "not met": 4, "not reachable": 3}
    text = hunted(command, project).out
    assert "of pairs that were not met nothing is known" in text
    assert "not looked for: contradictions between sentences" in text


def test_a_pair_that_no_play_meets_is_met_in_a_state_that_is_built(command: Command, tmp_path: Path) -> None:
    """Nobody may leave while others drink; what happens then is asked all the same, where they do drink."""
    drinks = quarrel(tmp_path / "drinks", TOAST="open_frame(s, Toast(awaits=frozenset({who})))")
    for project, word, drawn in ((drinks, "met", True), (quarrel(tmp_path / "dry"), "not met", False)):
        pairs = {(one["kind"], one["one"]): one for one in told(command, project, *LONGER)["pairs"]}
        assert (pairs["leaver", "Toast"]["word"], pairs["leaver", "Toast"]["drawn"]) == (word, drawn)
        assert pairs["leaver", "Vote"]["drawn"] is False


def test_no_field_is_named(command: Command, tmp_path: Path) -> None:
    project = quarrel(tmp_path, CLEAR="AIMED", SHOWS="not s.cursed_by_somebody[card]", AIMED="pass")
    text = hunted(command, project).out
    assert "Does what 2.1 (“What line 2.1 says”) has noted of it still hold of it there?" in text
    assert not any(name in text for name in ("cursed_by_somebody", "cursed by somebody", "aimed_at", "aimed at"))


def test_who_decides_comes_first(command: Command, tmp_path: Path) -> None:
    found = told(command, quarrel(tmp_path, WINS="s.taken[p]", FRESH="True"))["questions"]
    words = ["no clause decides", "a clause speaks near it, and perhaps does not decide", "a clause decides"]
    ranks = [(words.index(one["decided"]), one["drawn"], one["depth"], -one["times"]) for one in found if one["open"]]
    assert ranks == sorted(ranks)
    assert len(ranks) > 3


def test_a_clause_settles_a_question(command: Command, tmp_path: Path) -> None:
    gap = {"FRESH": "True"}
    (asked_,) = asked(command, quarrel(tmp_path / "open", **gap), "idle", "Ann: curse, Cup")
    lines = f'[[settled]]\nquestion = "{asked_["id"]}"\nsettled_by = '
    (settled,) = asked(command, quarrel(tmp_path / "by", lines + '"2.1"', **gap), "idle", "Ann: curse, Cup")
    assert (asked_["open"], settled["open"], settled["settled_by"]) == (True, False, "2.1")
    for clause, message in (("9.9", "there is no clause `9.9`"), ("6.1", "6.1 does not speak where idle-")):
        answer = hunted(command, quarrel(tmp_path / clause, f'{lines}"{clause}"', **gap))
        assert (answer.code, answer.out) == (2, "")
        assert message in answer.err and "checks/quarrel/hunt.toml:3" in answer.err
    answer = hunted(command, quarrel(tmp_path / "away", lines + '"2.1"'))
    assert re.search(f"{asked_['id']} is settled by 2.1; .* digest = ", " ".join(answer.out.split()))
    assert f"{asked_['id']} is settled or known, and did not come up this time" in answer.out


def test_a_clause_that_says_something_else_settles_nothing(command: Command, tmp_path: Path) -> None:
    """The digest that the command names is that of the clause: with another paraphrase it is refused."""
    lines = '[[settled]]\nquestion = "idle-000000"\nsettled_by = "2.1"\n'

    def short(project: Path) -> Answer:
        return command("sweep", "--questions", "quarrel", "--states", "1", "--json", project=project)

    (told,) = short(quarrel(tmp_path, lines)).json["settled_without_digest"]
    assert (told["question"], told["settled_by"]) == ("idle-000000", "2.1")
    project = quarrel(tmp_path, f'{lines}digest = "{told["digest"]}"\n')
    answer = short(project)
    assert (answer.code, answer.json["settled_without_digest"]) == (0, [])
    spec = project / "quarrel" / "spec" / "all.toml"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("What line 2.1 says", "What it says now"), encoding="utf-8")
    answer = short(project)
    assert (answer.code, answer.out) == (2, "")
    assert "2.1 says something else now than when it settled idle-000000" in " ".join(answer.err.split())
    assert "checks/quarrel/hunt.toml:4" in answer.err


def test_a_finding_that_somebody_read_names_a_question(command: Command, tmp_path: Path) -> None:
    """One that is mostly about something else does so only where it is tied to it, and only where it speaks."""
    project = quarrel(tmp_path, FRESH="True")
    (found,) = asked(command, project, "idle", "Ann: curse, Cup")
    hunted(command, project, "--draft", found["id"])
    finding = project / "quarrel" / "findings" / f"001-{found['id']}.md"
    text = finding.read_text(encoding="utf-8")
    assert 'clauses = ["2.1"]' in text
    finding.write_text(text.replace('clauses = ["2.1"]', 'clauses = ["2.1", "6.1", "7.1"]'), encoding="utf-8")
    assert [one["known"] for one in asked(command, project, "idle", "Ann: curse, Cup")] == [[]]
    quarrel(tmp_path, f'[[known]]\nquestion = "{found["id"]}"\nfinding = "001"\n', FRESH="True")
    (known,) = asked(command, project, "idle", "Ann: curse, Cup")
    assert (known["known"], known["open"]) == (["finding 001"], False)
    finding.write_text(text.replace('clauses = ["2.1"]', 'clauses = ["6.1", "7.1"]'), encoding="utf-8")
    answer = hunted(command, project)
    assert (answer.code, answer.out) == (2, "")
    assert f"finding 001 does not speak where {found['id']} is asked" in " ".join(answer.err.split())
    quarrel(tmp_path, f'[[known]]\nquestion = "{found["id"]}"\nfinding = "002"\n', FRESH="True")
    answer = hunted(command, project)
    assert (answer.code, answer.out) == (2, "")
    assert "there is no finding `002` that stands" in answer.err and "checks/quarrel/hunt.toml:3" in answer.err


def test_two_who_say_the_same_need_no_order(command: Command, tmp_path: Path) -> None:
    """Only one thing is aimed at: who aims first matters, but not where both aim at the same."""
    found = asked(command, quarrel(tmp_path), "order", "aim")
    cards = [re.findall(r"aim, (\w+)", text) for one in found for text in (one["asks"], *one["alike"])]
    assert [sorted(two) for two in cards if len(two) == 2] == [["Cup", "Dish"]]


def test_who_reacts_first_is_asked_where_the_text_names_no_order(command: Command, tmp_path: Path) -> None:
    """Of the cookbook's window, in which one counter is all: in turn, and all at once."""
    project = tmp_path / "reaction"
    assert command("explain", "reaction", "-o", str(project)).code == 0
    model = project / "model" / "reaction.py"

    def asks() -> list[str]:
        answer = command("sweep", "--questions", "reaction", "--states", "60", "--json", project=project)
        return [one["asks"] for one in answer.json["questions"] if one["shape"] == "order" and "counter" in one["asks"]]

    assert asks() == []
    in_turn = "return 1 if who == caster.left else 2"
    assert in_turn in model.read_text("utf-8")
    model.write_text(model.read_text("utf-8").replace(in_turn, "return 1"), encoding="utf-8")
    assert [said for said in asks() if "Either takes the other one away. Who goes first?" in said]


def test_who_is_asked_again_need_not_change_his_mind(command: Command, tmp_path: Path) -> None:
    """Whoever votes has all vote anew."""
    project = quarrel(tmp_path, SILENCE="len(f.awaits) == 0", COUNTED="f.awaits = frozenset(Player)")
    assert asked(command, project, "mind", "say nothing") == []


def test_where_nobody_ever_wins_no_winner_is_missed(command: Command, tmp_path: Path) -> None:
    """A quarrel that says who wins is asked about a tie; one that does not is an order of things, and no game."""
    project = quarrel(tmp_path, WINS="s.taken[p]")
    assert asked(command, project, "tie", "won", *LONGER)
    model = project / "quarrel" / "model.py"
    said = re.compile(r'@quarrel\.winners\("6\.2"\)\n.*?\n\n\n', re.DOTALL)
    text, times = said.subn("", model.read_text("utf-8"))
    assert times == 1
    model.write_text(text, encoding="utf-8")
    assert asked(command, project, "tie", "won", *LONGER) == []


def test_a_mark_says_itself_how_long_it_stays(command: Command, tmp_path: Path) -> None:
    """The clause that the field names for that settles it."""
    project = quarrel(tmp_path, CLEAR="AIMED", SHOWS="not s.cursed_by_somebody[card]", AIMED="pass")
    model = project / "quarrel" / "model.py"
    text = model.read_text(encoding="utf-8").replace('cite("2.1")]', 'cite("2.1"), remembers("2.2")]')
    model.write_text(text.replace("open_frame, state", "open_frame, remembers, state"), encoding="utf-8")
    (found,) = asked(command, project, "stays", "Does what 2.1")
    assert (found["decided"], found["settled_by"], found["open"]) == ("a clause decides", "2.2", False)


def test_what_a_scenario_ruled_is_doubted_all_the_same(command: Command, tmp_path: Path) -> None:
    doubt = 'twice = quarrel.doubt("May one curse twice?", may=yes("more"), may_not=no("once", default=True))'
    project = quarrel(tmp_path, DOUBT=doubt, FRESH="not s.cursed_by_somebody[card] or twice(s)")
    model = project / "quarrel" / "model.py"
    text = model.read_text(encoding="utf-8").replace("frame, open_frame, state", "frame, no, open_frame, state, yes")
    model.write_text(text, encoding="utf-8")
    (project / "checks" / "quarrel" / "scenarios").mkdir(parents=True)
    (project / "checks" / "quarrel" / "scenarios" / "cursed.toml").write_text(CURSED, encoding="utf-8")
    answer = command("sweep", "--questions", "quarrel", "--minutes", "5", "--states", "2", "--json", project=project)
    (found,) = [one for one in answer.json["questions"] if one["shape"] == "idle"]
    assert found["where"] == "scenario “2.1 a card is cursed twice”"
    assert (found["known"], found["open"]) == (["doubt twice"], False)


CURSED = """ruleset = "quarrel"
title = "A card is cursed"

[[scenario]]
name = "2.1 a card is cursed twice"
clauses = ["2.1"]
scope = "poor"
when = [{ action = "curse", who = "Ann", card = "Cup" }, { action = "curse", who = "Ann", card = "Cup" }]
readings = [{ twice = "may" }]
allowed = true
"""


def test_a_doubt_names_its_question(command: Command, tmp_path: Path) -> None:
    """Whether a curse may be said twice is a doubt already."""
    doubt = 'twice = quarrel.doubt("May one curse twice?", may=yes("once more", default=True), may_not=no("once"))'
    fresh = "not s.cursed_by_somebody[card] or twice(s)"
    project = quarrel(tmp_path, DOUBT=doubt, FRESH=fresh)
    model = project / "quarrel" / "model.py"
    text = model.read_text(encoding="utf-8").replace("frame, open_frame, state", "frame, no, open_frame, state, yes")
    model.write_text(text, encoding="utf-8")
    (found,) = asked(command, project, "idle", "Ann: curse, Cup")
    assert (found["known"], found["open"]) == (["doubt twice"], False)


def test_a_draft_is_a_doubt_and_a_finding_that_names_the_question(command: Command, tmp_path: Path) -> None:
    project = quarrel(tmp_path, FRESH="True")
    (found,) = asked(command, project, "idle", "Ann: curse, Cup")
    answer = hunted(command, project, "--draft", found["id"])
    file = project / "quarrel" / "findings" / f"001-{found['id']}.md"
    assert (answer.code, file.is_file()) == (0, True)
    assert "quarrel.doubt('Ann: curse, Cup. It is allowed" in answer.out
    finding = Project.load(project).ruleset("quarrel").findings()[0]
    assert (finding.id, finding.clauses) == ("001", ("2.1",))
    (known,) = asked(command, project, "idle", "Ann: curse, Cup")
    assert known["known"] == ["finding 001"]


def test_bad_input_is_one_message(command: Command, tmp_path: Path) -> None:
    project = quarrel(tmp_path)
    for words in (("--draft", "99"), ("--draft", "idle-000000"), ("--minutes", "0"), ("--states", "0")):
        answer = command("sweep", "--questions", "quarrel", "--states", "2", *words, project=project)
        assert (answer.code, answer.out) == (2, ""), words
        assert words[0] in answer.err


def test_equal_seeds_find_the_same(tmp_path: Path) -> None:
    ruleset = Project.load(quarrel(tmp_path, FRESH="True")).ruleset("quarrel")
    one, other = (ruleset.hunt(minutes=5, states=40, seed=3) for _ in range(2))
    assert [found.question.asks for found in one.in_order()] == [found.question.asks for found in other.in_order()]
    assert one.met.keys() == other.met.keys()


LIFTED = """ruleset = "quarrel"
title = "A card is taken up"

[[scenario]]
name = "2.2 a card is taken up"
clauses = ["2.2"]
scope = "poor"
when = [{ action = "lift", who = "Ann", card = "Cup" }]
allowed = true
"""


def test_scenarios_are_looked_at_and_played_on(command: Command, tmp_path: Path) -> None:
    """As they are, and as what laws draw begins there."""
    project = quarrel(tmp_path, FRESH="True")
    (project / "checks" / "quarrel" / "scenarios").mkdir(parents=True, exist_ok=True)
    (project / "checks" / "quarrel" / "scenarios" / "lifted.toml").write_text(LIFTED, encoding="utf-8")
    answer = hunted(command, project, "--json")
    assert answer.code == 0, answer.err
    assert answer.json["looked"]["scenarios"] > 0 and answer.json["looked"]["drawn"] > 0


def test_ctrl_c_keeps_what_was_found(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ruleslawyer.studies.hunt.spots import Spots

    def stop(self: Spots) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Spots, "of_scenarios", stop)
    answer = hunted(command, quarrel(tmp_path, FRESH="True"))
    assert answer.code == 130
    assert "Ann: curse, Cup. It is allowed" in answer.out
    assert "interrupted: this is what was found so far" in answer.err


def test_places_and_supplies_are_declared_or_guessed(command: Command, tmp_path: Path) -> None:
    """Nobody takes of the pot where it is no supply, and cards lie where it is said."""
    found = told(command, quarrel(tmp_path / "guessed"))
    assert found["guessed"] == ["`lies` says where each Card is", "supplies are `pot`"]
    declared = 'supplies = []\nplaces = { Card = "lies" }\n'
    found = told(command, quarrel(tmp_path / "declared", declared))
    assert (found["guessed"], [one for one in found["pairs"] if one["kind"] == "supply"]) == ([], [])


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ('supplies = ["pots"]\n', "1: `pots` is no number and no pile of the state"),
        ('supplies = ["voted"]\n', "1: `voted` is no number and no pile of the state"),
        ('places = { Cards = "lies" }\n', "1: there is no sort `Cards`"),
        ('places = { Card = "cursed_by_somebody" }\n', "1: `cursed_by_somebody` does not say where each Card is"),
    ],
)
def test_what_is_no_place_and_no_supply_is_refused(command: Command, tmp_path: Path, declared: str, says: str) -> None:
    answer = hunted(command, quarrel(tmp_path, declared))
    assert (answer.code, answer.out) == (2, "")
    assert f"checks/quarrel/hunt.toml:{says}" in " ".join(answer.err.split())


def test_what_there_was_no_time_for_is_named(command: Command, tmp_path: Path) -> None:
    answer = command("sweep", "--questions", "quarrel", "--minutes", "0.01", project=quarrel(tmp_path))
    assert answer.code == 0
    assert re.search(
        "stopped after 0.01 minutes; .* there was no time for more of .*drawn", " ".join(answer.out.split())
    )
