"""Values of options, taken as they are: typer makes the same of the words, and says what is wrong with others."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import pytest
import typer
from typer.main import get_command

from ruleslawyer.cli.plain import take_plainly
from tests.cli.test_loading import TRIED, loaded


class Colour(StrEnum):
    RED = "red"
    BLUE = "deep blue"


TYPES: dict[str, Any] = {
    "str": str,
    "int": Annotated[int, typer.Option(min=1, max=64)],
    "clamped": Annotated[int, typer.Option(min=1, max=64, clamp=True)],
    "float": Annotated[float, typer.Option(min=0, max=100)],
    "bool": bool,
    "choice": Literal["auto", "native"],
    "colour": Colour,
    "path": Path,
    "file": Annotated[Path, typer.Option(exists=True)],
    "folder": Annotated[Path, typer.Option(file_okay=False)],
    "parsed": Annotated[int, typer.Option(parser=len)],
    "words": list[str],
    "numbers": list[int],
    "any words": list[str] | None,
}
WORDS = (
    "", "a", "é", "\udcff", "0", "1", "5", "05", " 5", "+5", "-1", "64", "65", "5.0", "5.5", "100.5",
    "1e1", "1_0", "nan", "12345678901", "٥", "auto", "Auto", "red", "RED", "deep blue", "native ",
    ".", "/", "nowhere/at/all", "true", __file__,
)  # fmt: skip


def asks(type_: Any) -> Any:
    """A command with one option, which gives its value."""
    made = typer.Typer(add_completion=False)

    def ask(it: Any) -> Any:
        """Ask."""
        return it

    ask.__annotations__["it"] = type_ if hasattr(type_, "__metadata__") else Annotated[type_, typer.Option()]
    if type(None) in get_args(type_):
        ask.__defaults__ = (None,)
    made.command()(ask)
    return get_command(made)


def told(command: Any, *words: str) -> tuple[str, object]:
    """The value that a command is given, or the message."""
    try:
        value = command(list(words), standalone_mode=False)
    except Exception as error:
        return type(error).__name__, str(error)
    return type(value).__name__, value


@pytest.mark.parametrize("name", TYPES)
def test_a_value_is_what_typer_makes_of_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    usual, plain = asks(TYPES[name]), asks(TYPES[name])
    take_plainly(plain)
    option = [] if name == "bool" else ["--it"]
    for words in [(*option, word) for word in WORDS] + [("--it", "5", "--it", "1"), ("--it", "1", "--it", "x"), ()]:
        assert told(plain, *words) == told(usual, *words), words
    assert "get_runtime_param" in vars(plain.params[0])


DRAWN_APART = {"pydantic", "rich.markdown", "rich.traceback", "markdown_it", "pygments"}


@pytest.mark.parametrize("words", ["explore --help", "findings ferry --help", "findings ferry", "--help"])
def test_nothing_is_loaded_that_looks_at_values_or_draws_what_is_not_there(words: str, tmp_path: Path) -> None:
    project = Path(__file__).parents[1] / "projects" / "ferry"
    run = f"import os; os.environ['RULESLAWYER_ANSWERS'] = {str(tmp_path)!r}; os.chdir({str(project)!r})"
    found = loaded(
        run, f"sys.argv = {['ruleslawyer', *words.split()]}", "from ruleslawyer.__main__ import main", *TRIED
    )
    assert "typer" in found
    assert not found & DRAWN_APART


def test_who_draws_markdown_after_a_help_gets_what_is_true() -> None:
    said = "from ruleslawyer.cli.kept_help import load_drawing", "load_drawing()", "from typer import rich_utils"
    assert not loaded(*said) & DRAWN_APART
    drawn = "made = rich_utils.Markdown('*a*')", "from rich.markdown import Markdown", "assert type(made) is Markdown"
    assert "rich.markdown" in loaded(*said, *drawn)
