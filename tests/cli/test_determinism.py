"""The same input gives the same bytes, whatever the hash seed; `seconds` apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bank import TINY
from tests.cli.forked import forked

NAMES = ("t20_answers_differ", "t29_joint", "t49_member", "t52_always", "t56_deadlock", "t57_passes")


def printed(seed: int, *arguments: str) -> str:
    return forked(TINY, *arguments, seed=(1, 4242)[seed]).out


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", *NAMES, "--json"),
        ("explore", "t56_deadlock", "--trace", "1", "--json"),
        ("prove", "t52_always", "--scope", "tiny", "--json"),
    ],
)
def test_json(arguments: tuple[str, ...]) -> None:
    texts = [json.dumps(without_seconds(json.loads(printed(seed, *arguments)))) for seed in (0, 1)]
    assert texts[0] == texts[1]


def test_lint() -> None:
    """Random states are the same for the same seed."""
    texts = [printed(seed, "lint", *NAMES, "--run", "--states", "20", "--json") for seed in (0, 1)]
    assert texts[0] == texts[1] != ""
