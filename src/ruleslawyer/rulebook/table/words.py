"""Names and numbers as words on a table: no underlines, and a minus that is one."""

from __future__ import annotations


def lower(name: str) -> str:
    """A name of the model in small letters: ``FULL_HAND`` is ``full hand``. One or two letters are short for something,
    and stay: ``IQ``."""
    return name if len(name) < 3 else name.replace("_", " ").lower()


def signed(value: int) -> str:
    """A number with its sign."""
    return str(value).replace("-", "−")


def words(value: object) -> str:
    """A value of a state: nothing, numbers, names, and lists."""
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case int():
            return signed(value)
        case list():
            return ", ".join(map(words, value)) or "nothing"
        case dict():
            return ", ".join(f"{key} {words(one)}" for key, one in value.items())
    return str(value) if str(value) != str(value).upper() else lower(str(value))


def beside(value: object) -> str:
    """A value after its word, which says enough where it is true."""
    return "" if value is True else words(value)
