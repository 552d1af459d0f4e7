"""Faults that were mended: each, put back alone, is seen by the test that mended.toml names.

`pytest -m campaign tests/test_mended.py -k NAME` puts some back, into a copy of the product.
"""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.planted import PRODUCT, ROOT, first_failing, planted

LIST = Path(__file__).parent / "mended.toml"


@dataclass(frozen=True)
class Mended:
    """In which file of the product which text, if it is another, puts back what `says` tells. test: sees it."""

    name: str
    says: str
    file: str
    old: str
    new: str
    test: str

    def applied(self) -> str:
        """The text of its file with the fault."""
        return planted(self.name, PRODUCT / self.file, self.old, self.new)


EVERY = [Mended(**one) for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["mended"]]


@pytest.mark.parametrize("mended", EVERY, ids=lambda mended: mended.name)
def test_its_text_is_there_once(mended: Mended) -> None:
    """Where this fails, the code has changed: say what puts the fault back now."""
    text = mended.applied()
    if mended.file.endswith(".py"):
        ast.parse(text)
    assert mended.old != mended.new
    file, _, function = mended.test.partition("::")
    assert re.search(rf"^def {function.partition('[')[0]}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.M)


@pytest.mark.campaign
@pytest.mark.parametrize("mended", EVERY, ids=lambda mended: mended.name)
def test_it_is_seen(mended: Mended) -> None:
    assert first_failing(mended.file, mended.applied(), (f"tests/{mended.test}",))
