"""Random rule programs: a whole project as text, every construct of the language among them.

A program is made of choices, numbers below a bound, by whoever draws them: a seed, or hypothesis, which shrinks a
program that fails to the least one, since the first option of each choice is the simplest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from tests.oracle.phrases import Choices
from tests.oracle.rare import RareWriter
from tests.oracle.writer import NAME

PROJECT = f"""[tool.ruleslawyer.rulesets.{NAME}]
title = "A random book"
modules = ["{NAME}.model"]
spec = "{NAME}/spec"
scopes = "{NAME}/scopes"
findings = "{NAME}/findings"
"""
GUEST = "guest"
ON_A_HOST = f"""
[tool.ruleslawyer.rulesets.{GUEST}]
title = "A random guest"
on = "{NAME}"
modules = ["{GUEST}.model"]
spec = "{GUEST}/spec"
scopes = "{NAME}/scopes"
findings = "{GUEST}/findings"
"""


@dataclass(frozen=True)
class Program:
    """A project: its model and its scope; and that of a guest, which is looked at then."""

    model: str
    scope: str
    guest: str = ""

    @property
    def name(self) -> str:
        return GUEST if self.guest else NAME

    def write(self, folder: Path) -> Path:
        """The folder of the project."""
        (folder / NAME / "scopes").mkdir(parents=True, exist_ok=True)
        (folder / "pyproject.toml").write_text(PROJECT + ON_A_HOST * bool(self.guest), encoding="utf-8")
        if self.guest:
            (folder / GUEST).mkdir(exist_ok=True)
            (folder / GUEST / "model.py").write_text(self.guest, encoding="utf-8")
        (folder / NAME / "model.py").write_text(self.model, encoding="utf-8")
        (folder / NAME / "scopes" / "tiny.toml").write_text(self.scope, encoding="utf-8")
        return folder


class Seeded:
    """Choices of a seed, kept, so that they can be given to hypothesis."""

    def __init__(self, seed: int) -> None:
        self.random, self.made = Random(seed), list[int]()

    def below(self, bound: int) -> int:
        if bound <= 1:
            return 0
        self.made.append(self.random.randrange(bound))
        return self.made[-1]


class Drawn:
    """Choices that hypothesis draws."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def below(self, bound: int) -> int:
        return self.draw(st.integers(0, bound - 1)) if bound > 1 else 0


Maker = Callable[[Choices], Program]
"""What makes a program of choices."""


def program(choices: Choices) -> Program:
    return Program(*RareWriter(choices).program())


@st.composite
def programs(draw: st.DrawFn, maker: Maker = program) -> Program:
    return maker(Drawn(draw))
