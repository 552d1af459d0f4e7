"""Names and numbers as words on a table: no underlines, and a minus that is one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

HAS_TURN = "has the turn"
"""The word beside whoever has the turn where the decision is nobody's, or somebody else's."""


def lower(name: str) -> str:
    """A name of the model in small letters: ``FULL_HAND`` is ``full hand``. One or two letters are short for something,
    and stay: ``IQ``."""
    return name if len(name) < 3 else name.replace("_", " ").lower()


def with_sign(value: int | str) -> str:
    """A number with its sign; one that is not seen as it is."""
    return str(value).replace("-", "−")


def words(value: object) -> str:
    """A value of a state: nothing, numbers, names, and lists."""
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case int():
            return with_sign(value)
        case list():
            return ", ".join(map(words, value)) or "nothing"
        case dict():
            return ", ".join(f"{plain_name(str(key))} {words(one)}" for key, one in value.items())
    return plain_name(str(value)) if str(value) != str(value).upper() else lower(str(value))


def beside(value: object) -> str:
    """A value after its word, which says enough where it is true."""
    return "" if value is True else words(value)


def space_of(name: str, players: Iterable[str]) -> tuple[str, str]:
    """A space whose name is that of a player and a number: whose it is, and how it is called there. ``Bob13`` is space
    13 of Bob. Another one is called by its name, and nobody's."""
    for player in players:
        number = name.removeprefix(player)
        if number != name and number.isdecimal():
            return player, f"space {number}"
    return "", name


_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=\d)")
"""Where a word begins inside a name of the model."""


def plain_name(name: str, players: Iterable[str] = ()) -> str:
    """A member of a scope as a sentence names it: ``Bob13`` is ``Bob’s space 13``, ``AnnCo`` ``Ann Co``, ``Ring2``
    ``Ring 2``."""
    whose, space = space_of(name, players)
    return f"{whose}’s {space}" if whose else _PARTS.sub(" ", name)


_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def spoken(name: object) -> str:
    """A name of the model as words. A hyphen between letters is one of a name; any other may be a minus, and stays."""
    return _HYPHEN.sub(" ", plain_name(str(name).replace("_", " ")))


def capital(text: object) -> str:
    """A text that begins with a capital letter; the rest of it as it is."""
    said = str(text)
    return said[:1].upper() + said[1:]


_KIND = re.compile(r"\bthe ((?:(?!(?:of|to|with|in|at|for|upon)\b)\w+ ){1,2})\{(\w+)\}")
"""A kind of card before the place of its name: ``the event {card}``."""


def veil_words(
    said: str | None, hidden: Mapping[str, object], cards: Collection[str], players: Collection[str]
) -> tuple[str | None, dict[str, str]]:
    """A sentence with places for choices, and the words for those whose names are not to be said: ``the event {card}``
    becomes ``a hidden event``."""
    of_cards = {name for name, meant in hidden.items() if meant in cards}
    told = {name: "somebody" if meant in players else "something hidden" for name, meant in hidden.items()}
    told |= dict.fromkeys(of_cards, "a hidden card")
    if said is not None:
        said = _KIND.sub(lambda found: f"a hidden {found[1].strip()}" if found[2] in of_cards else found[0], said)
    return said, told


def with_titles(said: str, titles: Iterable[str]) -> str:
    """A sentence in which these names have the letters that they have there: ``Defend Cell``, where a value of the
    state in small letters came before ``Cell``."""
    for title in titles:
        said = re.sub(rf"\b{re.escape(title)}\b", title, said, flags=re.IGNORECASE)
    return said


def names_area(text: str, title: str) -> bool:
    """Whether a text speaks of a part of the table: of a hand, of hands."""
    return bool(title) and re.search(rf"\b{re.escape(title.removesuffix('s'))}s?\b", text, re.IGNORECASE) is not None
