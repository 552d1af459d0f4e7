"""`lint` advises of a step of an action that compares what only a duty writes after it: worked by hand, a bell.

Ringing counts a stroke; the duty behind it turns strokes into points. Of the action alone no point is ever won.
"""

from __future__ import annotations

from pathlib import Path

from tests.agree.written import written
from tests.cli.command import Command

BELL = """
@state
class State:
    strokes: Annotated[int, Range(0, 1)]
    points: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    return s.points == 3


@book.action("2")
def ring(s: State, who: Player) -> None:
    with effect("2"):
        s.strokes += 1


@ring.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def count(s: State) -> None:
    with effect("3"):
        s.strokes = 0
        s.points += 1


@count.when
def rung(s: State) -> bool:
    return s.strokes > 0


checks = Checks(book)


@checks.step("3", of=ring)
def ringing_brings_nothing(before: State, after: State, who: Player) -> bool:
    return after.points <= before.points
"""
OF = "ringing_brings_nothing"


def test_it_is_advised(command: Command, tmp_path: Path) -> None:
    """It holds of the action, and is no mistake; of every sub-step it is violated, and nothing is advised."""
    project = written(tmp_path / "of", "case", BELL)
    answer = command("lint", project=project)
    said = " ".join(answer.out.split())
    assert answer.code == 0 and "advice, which is no mistake:" in said
    assert f"RL806 `ring` never writes `points`, of which `{OF}` speaks: `count` does, after its step" in said
    (advice,) = [one for one in command("lint", "--json", project=project).json[0]["advice"] if one["code"] == "RL806"]
    assert "leave `of` away" in advice["help"]
    assert "HOLDS IN SCOPE" in command("explore", "case", project=project).out
    every = BELL.replace('("3", of=ring)', '("3")').replace("after: State, who: Player)", "after: State)")
    project = written(tmp_path / "every", "case", every)
    assert "RL806" not in command("lint", project=project).out
    assert "VIOLATED" in command("explore", "case", project=project).out


def test_what_the_action_writes_and_what_stays(command: Command, tmp_path: Path) -> None:
    """That a field stays as it is may be what is promised."""
    for promise in ("after.points == before.points", "after.strokes > before.strokes"):
        text = BELL.replace("after.points <= before.points", promise)
        project = written(tmp_path / promise[6:9], "case", text)
        assert "RL806" not in command("lint", project=project).out
