"""A sweep without sweep.toml: what it varies, that it says so, and that players are seated as at a table."""

from __future__ import annotations

from pathlib import Path

from tests.agree.written import written
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

GAME = '''
class Player(Sort):
    """Who plays."""

    left: Player
{marks}

{cards}@state
class State:
    done: bool


@book.action("2")
def act(s: State, who: Player) -> None:
    """Turn it."""
    with effect("2"):
        s.done = not s.done


@act.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("3")
def nobody_sits_beside_himself(s: State) -> bool:
    return all(who.left != who and who.left.left != who for who in Player)
'''
BOLD = "    bold: bool\n"
CARDS = '''class Card(Sort):
    """What is played."""

    swift: bool


'''
THREE = 'Player.Ann = { left = "Bob" }\nPlayer.Bob = { left = "Cleo" }\nPlayer.Cleo = { left = "Ann" }\n'
SCOPE = f"[sorts]\nThing = 1\n{THREE}"
FIXED = "it names another Player: as the scope says, or changed with all others (seating)"


def game(folder: Path, marks: str = "", cards: str = "") -> Path:
    scope = SCOPE + "Card.One = { swift = true }\n" * bool(cards)
    return written(folder, "seats", GAME.replace("{marks}", marks).replace("{cards}", cards), scope)


def test_cards_go_before_players(command: Command, tmp_path: Path) -> None:
    """The players have more attributes, and are not what is dealt; the text has the name of what is."""
    project = game(tmp_path, BOLD, CARDS)
    text = command("sweep", "seats", project=project)
    assert "varied by type, as there is no sweep.toml: swift of Card (One)\n" in text.out
    assert "nothing new was found in 2 scopes" in text.out
    assert "cards" not in text.out
    told = command("sweep", "seats", "--cards", "1", "--json", project=project).json
    assert (told["sort"], told["varied"], told["by_type"]) == ("Card", ["swift"], "there is no sweep.toml")
    assert not problems("sweep", told) and not undocumented("sweep", told)


def test_players_alone_are_seated_as_at_a_table(command: Command, tmp_path: Path) -> None:
    """By hand: three people sit round a table in two ways; a property says that nobody is ever beside himself."""
    project = game(tmp_path, BOLD)
    text = command("sweep", "seats", "--cards", "1", project=project)
    assert "varied by type, as there is no sweep.toml, and no sort but the players has attributes: " in text.out
    assert "bold of Player (Ann, Bob, Cleo); seating of the whole scope\n" in text.out
    assert f"not varied: left, as {FIXED}\n" in text.out
    assert text.code == 0 and "nothing new was found in 4 scopes" in text.out, text.out
    told = command("sweep", "seats", "--cards", "1", "--json", project=project).json
    assert told["fixed"] == {"left": FIXED}
    assert [figures["every"] for figures in told["combinations"]] == [4]


def test_where_nothing_can_be_varied_nothing_is_said_of_it(command: Command, tmp_path: Path) -> None:
    """By hand: two can sit at a table in one way, and nothing else has values."""
    scope = '[sorts]\nThing = 1\nPlayer.Ann = { left = "Bob" }\nPlayer.Bob = { left = "Ann" }\n'
    text = GAME.replace("{marks}", "").replace("{cards}", "").replace(" and who.left.left != who", "")
    project = written(tmp_path, "seats", text, scope)
    answer = command("sweep", "seats", "--cards", "1", project=project)
    assert answer.code == 2
    assert "no attribute of Player has values that its type lists" in answer.err
    assert "nothing new" not in answer.out
    faults = command("adequacy", "seats", "--sample", "2", "--more", "0", project=project)
    assert faults.code == 0, faults.err
    assert "no sweep: no attribute of Player has values that its type lists" in faults.out
    assert "scopes and sweep" not in faults.out
