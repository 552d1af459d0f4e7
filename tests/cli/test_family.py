"""`explore --readings --scope` about properties of every kind: its tables, sentences and smallest answers."""

from __future__ import annotations

from pathlib import Path

from tests.agree.written import written
from tests.cli.command import Answer, Command

QUESTION = '''
@state
class State:
    count: Annotated[int, Range(0, 30)]


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def none(s: State) -> int:
    return 0


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go on."""
    with effect("2"):
        s.count += stride(s)


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return s.count < 3


checks = Checks(book)
'''
"""By hand: a game goes from 0 to 3, and stays there; under the other answer it stays at 0 for ever."""

ARRIVES = {
    "comes": '@checks.leads_to("2")\ndef comes(s: State) -> tuple[bool, bool]:\n    return True, s.count == 3\n',
    "can_come": '@checks.possible("2")\ndef can_come(s: State) -> bool:\n    return s.count == 3\n',
    "there": '@checks.sometimes("2")\ndef there(s: State) -> bool:\n    return s.count == 3\n',
}
"""Three kinds of property that hold under the first answer alone; the last is VACUOUS under the other."""


def family(folder: Path, command: Command, *checks: str) -> tuple[Answer, Answer]:
    """What is printed of these properties, and the same for scripts."""
    project = written(folder, "steps", QUESTION + "\n\n" + "\n\n".join(checks))
    return (
        command("explore", "steps", "--readings", "--scope", "tiny", project=project),
        command("explore", "steps", "--readings", "--scope", "tiny", "--json", project=project),
    )


def test_each_kind_has_to_hold(command: Command, tmp_path: Path) -> None:
    """By hand: the first answer is enough, and needed, for each kind of property alone."""
    for name, check in ARRIVES.items():
        text, told = family(tmp_path / name, command, check)
        assert "however these questions are answered" not in text.out
        assert text.out.rstrip().endswith(
            "the smallest list of answers with which every property holds:\n  stride = one"
        ), text.out
        assert told.json["smallest"] == [{"stride": "one"}]
        assert {row["reading"]["stride"]: row["verdicts"][name] for row in told.json["readings"]} == {
            "one": "HOLDS IN SCOPE",
            "none": "VACUOUS" if name == "there" else "VIOLATED",
        }
        assert name in text.out, "it stands in the table"


def test_what_is_vacuous_everywhere_does_not_hold(command: Command, tmp_path: Path) -> None:
    """By hand: nothing ever comes to 9, and under no answer anything waits for it; the rest holds under the first."""
    never = '@checks.leads_to("2")\ndef after_nine(s: State) -> tuple[bool, bool]:\n    return s.count == 9, True\n'
    text, told = family(tmp_path, command, never, ARRIVES["comes"])
    assert "come up under none of these combinations (VACUOUS): after_nine\n" in text.out
    assert "with which every other property holds" in text.out
    assert told.json["never_come_up"] == ["after_nine"]
    assert told.json["smallest"] == [{"stride": "one"}]


def test_what_holds_nowhere_is_named(command: Command, tmp_path: Path) -> None:
    """By hand: that the game comes to 9 from 0 is violated under both answers; nothing is left that could hold."""
    hopeless = (
        '@checks.leads_to("2")\ndef far(s: State) -> tuple[bool, bool]:\n    return (s.count == 0, s.count == 9)\n'
    )
    text, told = family(tmp_path, command, hopeless)
    assert "hold under none of these combinations: far\n" in text.out
    assert "holds however" not in text.out and "every other" not in text.out
    assert (told.json["hold_under_no_answers"], told.json["smallest"]) == (["far"], [])


def test_what_is_not_known_is_no_property_that_holds(command: Command, tmp_path: Path) -> None:
    """By hand: under the first answer `divided` cannot be evaluated at 3; the other never comes there."""
    divided = '@checks.always("2")\ndef divided(s: State) -> bool:\n    return 3 // (3 - s.count) >= 0\n'
    text, told = family(tmp_path, command, divided)
    assert {row["reading"]["stride"]: row["verdicts"]["divided"] for row in told.json["readings"]} == {
        "one": "UNKNOWN",
        "none": "HOLDS IN SCOPE",
    }
    assert "with which every property is known to hold" in text.out, text.out
    assert (told.json["smallest"], told.json["none_smaller"]) == ([{"stride": "none"}], False)


def test_a_choice_that_matters_with_another_is_not_called_immaterial(command: Command, tmp_path: Path) -> None:
    """By hand: both answers together decide the property; each alone changes nothing that anybody could see."""
    another = QUESTION.replace("s.count += stride(s)", "s.count += 1 if long(s) or stride(s) == 1 else 0").replace(
        '@book.action("2")\ndef move',
        '@book.question("is a move long?")\ndef long(s: State) -> bool:\n    ask()\n\n\n'
        '@long.answer("2", default=True)\ndef it_is(s: State) -> bool:\n    return True\n\n\n'
        '@long.answer("3")\ndef it_is_not(s: State) -> bool:\n    return False\n\n\n'
        '@book.action("2")\ndef move',
    )
    project = written(tmp_path, "steps", another + "\n\n" + ARRIVES["comes"])
    text = command("explore", "steps", "--readings", "--scope", "tiny", project=project)
    assert "do not matter" not in text.out
    assert "changed alone, these make no difference that a player could tell in this scope: " in text.out


def test_either_of_two_answers_is_enough(command: Command, tmp_path: Path) -> None:
    """By hand: a move goes on by what one of two questions says, or by the other: so one answer to one of them will do,
    and nobody has to give both."""
    start, end = QUESTION.index("@book.question("), QUESTION.index("@book.action(")
    other = QUESTION[start:end]
    for name, instead in (("stride", "leap"), ("one", "far"), ("none", "stay"), ("does a move", "does a leap")):
        other = other.replace(name, instead)
    model = (
        QUESTION[:end] + other + QUESTION[end:].replace("+= stride(s)", "+= stride(s) if stride(s) == 1 else leap(s)")
    )
    project = written(tmp_path, "steps", f"{model}\n\n{ARRIVES['there']}")
    asked = ("explore", "steps", "--readings", "--scope", "tiny")
    found = command(*asked, "--json", project=project).json
    assert sorted(found["smallest"], key=str) == [{"leap": "far"}, {"stride": "one"}]
    said = command(*asked, project=project).out
    assert "the smallest lists of answers with which every property holds, each enough by itself:" in said
