"""Maps and sets as choices of the initial rule: written and read back, whole or refused, and not too many."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.toml import toml_table
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import TINY, bundle

FOUND = bundle(TINY, "t164_initial_map")
SCOPE = FOUND.scope("tiny")
CODEC = Codec(FOUND.system, SCOPE)


def test_every_beginning_is_read_back() -> None:
    beginnings = [i for i, _ in TransitionSystem(Interpreter(FOUND.system, SCOPE)).initial()]
    assert len(beginnings) == 28
    assert all(CODEC.parse_instance(CODEC.instance(i), "start") == i for i in beginnings)
    assert CODEC.call(beginnings[0]) == "initial(holder={Card0: none, Card1: none}, awake={})"


def test_a_scenario_says_the_whole_map() -> None:
    """Nobody is said in words; a card that is left out is no card that nobody holds."""
    names, where = Names(FOUND.system, SCOPE), toml_table("", "x.toml")
    given = {"holder": {"Card0": "Player1", "Card1": "none"}, "awake": ["Player0"]}
    assert names.arguments("initial", given, where) == ((1, None), frozenset({0}))
    with pytest.raises(UsageError, match="an entry is missing") as caught:
        names.arguments("initial", {**given, "holder": {"Card0": "Player1"}}, where)
    assert caught.value.mend == "name each of Card0, Card1"


@pytest.mark.parametrize(("cards", "refused"), [(10, False), (12, True), (9000, True)])
def test_too_many_beginnings(tmp_path: Path, cards: int, refused: bool) -> None:
    """3 ^ 10 maps times 4 sets are 236 196, 3 ^ 12 maps alone 531 441: times 4 more than a million."""
    file = tmp_path / "tiny.toml"
    file.write_text(f"[sorts]\nPlayer = 2\nCard = {cards}\n", encoding="utf-8")
    if not refused:
        assert load_scope(file, FOUND.system, bounded=True).size("Card") == cards
        return
    with pytest.raises(ModelError, match="`deal` would try each choice of `holder`, `awake`"):
        load_scope(file, FOUND.system, bounded=True)
