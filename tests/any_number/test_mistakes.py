"""The mistakes of mistakes.toml are still mistakes of the code as it is, and each of them is seen by a test."""

from __future__ import annotations

import ast

import pytest

from tests.any_number.mistakes import Mistake, known, mistakes, seen_by


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.name)
def test_its_text_is_there_once(mistake: Mistake) -> None:
    """Where this fails, the code has changed: put the mistake into what stands there now."""
    ast.parse(mistake.applied())
    assert mistake.old != mistake.new


def test_the_table_is_of_these_mistakes() -> None:
    said = known()
    assert list(said) == [mistake.name for mistake in mistakes()]
    assert not [name for name, test in said.items() if not test]


@pytest.mark.campaign
@pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.name)
def test_it_is_seen(mistake: Mistake) -> None:
    assert seen_by(mistake)
