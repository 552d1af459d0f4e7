"""A promise to each of some members, as users see it: who waits in vain, by every explorer, and that his play shows it.

B comes, and A goes before him again and again; nobody else waits in vain (`t233_promised_to_each`).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.play.replay import evidence_problem, violated_by
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.bank import TINY
from tests.cli.command import Command, copied
from tests.cli.schemas import problems, undocumented

NAME = "t233_promised_to_each"
SEARCHES = (("--engine", "networkx"), ("--engine", "native"), ("--disk", "search"))


def said(answer: Any) -> dict[str, Any]:
    assert not problems("explore", answer) + undocumented("explore", answer)
    return {p["property"]: (p["verdict"], p["reason"], p["member"]) for p in answer["properties"]}


@pytest.mark.parametrize("by", SEARCHES, ids=" ".join)
def test_the_verdict_names_who_waits_in_vain(
    command: Command, by: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = said(command("explore", NAME, *by, "--json").json)
    assert found["plain"] == ("VIOLATED", "guest=B: a play can go round for ever without it", {"guest": "B"})
    both = "guest=A: cannot be reached any more from here; so for guest=B"
    assert found["may_wait_inside"] == ("VIOLATED", both, {"guest": "A"})
    assert found["early_may_enter"][2] == {"guest": "B"}
    assert found["may_enter_yet"] == ("HOLDS IN SCOPE", "of each by itself: 2 of 2 ask for it", {})
    pairs = "(guest=A, other=A), (guest=B, other=B)"
    assert found["released"][:2] == (
        "HOLDS IN SCOPE", f"of each by itself: 2 of 4 ask for it; it is never asked of {pairs}",
    )  # fmt: skip
    assert found["never_asked"][:2] == ("VACUOUS", "its first part never holds")


def test_a_play_is_of_whom_the_verdict_names() -> None:
    """B waits in vain in it, and A does not."""
    system = LoadedProject.at(TINY).ruleset(NAME).transition_system("tiny")
    plain = next(verdict for verdict in explore_scope(system).verdicts if verdict.name == "plain")
    assert plain.member == (("guest", "B"),)
    assert evidence_problem(system, plain) == ""
    assert "plain" in evidence_problem(system, replace(plain, member=(("guest", "A"),)))
    assert plain.trace is not None
    assert "plain" in violated_by(system, plain.trace)


def test_its_play_replays(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "plain.json"
    assert command("explore", NAME, "--trace", "plain", "--save", str(file)).code == 1
    answer = command("play", str(file), "--json")
    assert (answer.code, answer.json["violates"]) == (0, ["plain", "weak", "strong_as_a_whole"])
    saved = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**saved, "violates": "strong"}), encoding="utf-8")
    assert command("play", str(file)).code == 2


def test_prove_names_him_too(command: Command) -> None:
    found = {
        p["property"]: p for p in command("prove", NAME, "plain", "never_asked", "strong", "--json").json["results"]
    }
    assert found["plain"]["reason"].startswith("in tiny, of guest=B, after 4 actions")
    assert [found[name]["verdict"] for name in found] == ["VIOLATED", "VACUOUS", "HOLDS IN SCOPE"]


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_nothing_is_promised_where_there_is_nobody(command: Command, tmp_path: Path, engine: str) -> None:
    project = copied(tmp_path, NAME)
    scope = project / NAME / "scopes" / "tiny.toml"
    scope.write_text('title = "Nobody"\n\n[sorts]\nPlayer = 1\nGuest = 0\n', encoding="utf-8")
    found = said(command("explore", NAME, "--engine", engine, "--json", project=project).json)
    nobody: tuple[Any, ...] = "VACUOUS", "there is no member to whom it is promised", {}
    assert {name: found[name] for name in ("released", "may_enter_yet")} == {
        "released": nobody,
        "may_enter_yet": nobody,
    }


TO_NOBODY_ALONE = """

@checks.leads_to("9")
def somebody_enters(s: State) -> tuple[bool, bool]:
    return any(s.waits[g] for g in Guest), s.inside is not None


@checks.eventually("9")
def all_wait(s: State) -> bool:
    return all(s.waits[g] for g in Guest)


@checks.eventually_always("9", strongly_fair=enter)
def somebody_waits(s: State) -> bool:
    return any(s.waits[g] for g in Guest)


@checks.possible("9")
def all_may_wait(s: State) -> bool:
    return all(s.waits[g] for g in Guest)


@checks.possible("9")
def may_come(s: State) -> bool:
    return not any(s.waits[g] for g in Guest) and not s.gone


@checks.leads_to("9", fair=(come, enter), strongly_fair=leave)
def all_have_come(s: State) -> tuple[bool, bool]:
    return True, all(s.waits[g] or s.inside == g for g in Guest)


@checks.eventually("9", fair=come)
def it_is_closed(s: State) -> bool:
    return s.gone


@book.action("6")
def close(s: State, who: Player) -> None:
    permit("6", all_are_there=all(s.waits[g] for g in Guest))
    with effect("6"):
        s.gone = True
"""


def test_one_state_of_each_orbit_says_what_is_promised_to_nobody_alone(command: Command, tmp_path: Path) -> None:
    """The words are those of the whole graph, and each play goes round in it. What is promised to one of several who
    are alike, or where plays are fair to one of them, is no matter of orbits."""
    project = copied(tmp_path, NAME)
    model = project / NAME / "model.py"
    text = model.read_text("utf-8").replace("not guest.early", "guest.early")
    text = text.replace("    inside: Guest | None\n", "    inside: Guest | None\n    gone: bool\n")
    rule, checks = TO_NOBODY_ALONE.split("\n\n\n@book")[1], TO_NOBODY_ALONE.split("\n\n\n@book")[0]
    text = text.replace("@checks.leads_to", f"@book{rule}\n\n@checks.leads_to", 1)
    model.write_text(text + checks + "\n", encoding="utf-8")
    scope = 'title = "Alike"\ninterchangeable = ["Guest"]\n\n[sorts]\nPlayer = 1\nGuest = 3\n\n[attributes.Guest]\n'
    (project / NAME / "scopes" / "tiny.toml").write_text(f"{scope}early = [false, false, false]\n", encoding="utf-8")
    whole = said(command("explore", NAME, "--json", project=project).json)
    told = command("explore", NAME, "--symmetry", "--json", project=project).json
    assert told["unreplayed"] == []
    orbits = said(told)
    of_one = "up to symmetry nothing is said of one member alone; leave out --symmetry"
    alone = {name for name, (_, why, _) in orbits.items() if why.startswith(of_one)}
    assert alone == {"plain", "weak", "strong", "released", "never_asked",
                     "may_enter_yet", "may_wait_inside", "early_may_enter", "strong_as_a_whole"}  # fmt: skip
    assert {orbits[name][0] for name in alone} == {"UNKNOWN"}
    words = {name: word for name, (word, _, _) in orbits.items() if name not in alone}
    assert words == {name: whole[name][0] for name in words}
    kept = [name for name, word in words.items() if word == "HOLDS IN SCOPE"]
    assert [orbits[name][1] for name in kept] == [whole[name][1] for name in kept]
    assert set(words.values()) == {"HOLDS IN SCOPE", "VIOLATED"}
    assert len(words) == 7


PASSED_ON = """

@book.action("7")
def pass_on(s: State, who: Player, guest: Guest, out: bool) -> None:
    domain(s.inside is not None and s.inside != guest and not s.waits[guest] and not s.gone)
    permit("7", may_pass_on=True)
    with effect("7"):
        if out:
            s.gone = True
        else:
            s.inside = guest


@checks.leads_to("9", fair=pass_on)
def it_is_gone(s: State) -> tuple[bool, bool]:
    return s.inside is not None, s.gone or s.inside is None


@checks.leads_to("9")
def it_goes(s: State) -> tuple[bool, bool]:
    return s.inside is not None, s.gone or s.inside is None
"""


def test_a_fair_step_to_a_state_that_is_alike_is_none_between_orbits(command: Command, tmp_path: Path) -> None:
    """Passing on for ever is fair to passing on; of orbits it is no step, and seems to be put off for ever. The play
    goes round until it is the same member's turn again."""
    project = copied(tmp_path, NAME)
    model = project / NAME / "model.py"
    text = model.read_text("utf-8").replace("not guest.early", "guest.early")
    text = text.replace("    inside: Guest | None\n", "    inside: Guest | None\n    gone: bool\n")
    model.write_text(text + PASSED_ON, encoding="utf-8")
    scope = 'title = "Alike"\ninterchangeable = ["Guest"]\n\n[sorts]\nPlayer = 1\nGuest = 3\n\n[attributes.Guest]\n'
    (project / NAME / "scopes" / "tiny.toml").write_text(f"{scope}early = [false, false, false]\n", encoding="utf-8")
    whole = said(command("explore", NAME, "--json", project=project).json)["it_is_gone"]
    told = command("explore", NAME, "--symmetry", "--json", project=project).json
    orbits = said(told)["it_is_gone"]
    assert (said(told)["it_goes"][0], told["unreplayed"]) == ("VIOLATED", [])
    assert whole[0] == "VIOLATED"
    assert orbits[0] == "UNKNOWN"
    assert orbits[1].startswith("a step of what is fair leads from a state to one that is alike; leave out --symmetry")


# --- once, and for ever -------------------------------------------------------------------------------------------


def test_a_play_shows_what_is_not_so_for_ever(command: Command, tmp_path: Path) -> None:
    """1, 2, 1, … comes again and again to where it is not so. That is fair to resting, which is enabled in 2 alone, and
    not strongly; nor does the way there show anything by itself."""
    file = tmp_path / "far.json"
    assert command("explore", "t234_once_and_for_ever", "--trace", "is_far", "--save", str(file)).code == 1
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["back_to"] == 1
    answer = command("play", str(file), "--json")
    assert (answer.code, answer.json["violates"]) == (
        0,
        ["ends", "ends_weakly", "never_comes", "is_far", "is_far_weakly"],
    )
    assert "violates is_far by waiting for ever" in command("play", str(file)).out
    for other in ("is_far_strongly", "is_away", "gets_to_two"):
        file.write_text(json.dumps({**saved, "violates": other}), encoding="utf-8")
        assert command("play", str(file)).code == 2, other
    file.write_text(json.dumps({**saved, "back_to": None}), encoding="utf-8")
    assert "the play could go on" in command("play", str(file)).err


def test_a_play_stays_where_it_ends(command: Command) -> None:
    found = {p["property"]: p for p in command("explore", "t234_once_and_for_ever", "--json").json["properties"]}
    assert found["goes_on"]["reason"] == "a play ends where it is not so"
    assert (found["goes_on"]["play"][-1], found["goes_on"]["back_to"]) == ("rest(who=Player0)", None)
    assert found["is_far_strongly"]["reason"] == "on every play from some state on; strongly fair: rest"
