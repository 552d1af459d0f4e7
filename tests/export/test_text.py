"""The exported text itself: goldens, names that stay apart, arithmetic, comments that cite and never quote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.bridges.export import promela as module
from ruleslawyer.bridges.export.instance import ScopedInstance
from ruleslawyer.bridges.export.murphi import murphi
from ruleslawyer.bridges.export.names import Names, remark
from ruleslawyer.bridges.export.promela import promela
from tests.agree.test_native import system_of
from tests.bank import TINY
from tests.export.checkers import instance
from tests.export.test_checkers import megacorp

HERE = Path(__file__).parent
LANGUAGES = {"pml": promela, "m": murphi}


def model() -> ScopedInstance:
    return instance(system_of(TINY, "t34_duty", "tiny"))


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_golden(suffix: str, update_golden: bool) -> None:
    text, file = LANGUAGES[suffix](model()), HERE / f"t34_duty.{suffix}"
    if update_golden:
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_the_same_every_time(suffix: str) -> None:
    export = LANGUAGES[suffix]
    assert export(model()) == export(model())


@given(st.lists(st.tuples(st.sampled_from("vp"), st.text(max_size=6) | st.from_regex(r"[ab_2 ]{0,4}", fullmatch=True))))
def test_names_stay_apart(wanted: list[tuple[str, str]]) -> None:
    """Different names never come out alike, the same name always does, and each is an identifier."""
    names = Names()
    made = [names.of(*name) for name in wanted]
    assert len(set(made)) == len(set(wanted))
    assert made == [names.of(*name) for name in wanted]
    assert all(re.fullmatch(r"[vp]_[A-Za-z0-9_]*", name) for name in made)


@given(st.text())
def test_remarks_end_no_comment(text: str) -> None:
    made = remark(text)
    assert not re.search(r'[*/\\"\n]', made)


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_clauses_are_cited_and_not_quoted(suffix: str) -> None:
    """Every action with its clauses; no run of words from the book."""
    made = megacorp()
    system, text = made.system, LANGUAGES[suffix](made)
    for action in system.system.actions.values():
        if re.search(rf"\b{action.name}\(", text):
            assert re.search(rf"\b{action.name}\(.*\): {re.escape(action.origin.cites[0])}", text), action.name
    remarks = re.findall(r"/\*.*?\*/|--.*|^rule \".*\"", text, re.MULTILINE)
    assert not any(len(re.findall(r"[a-z]{2,}", r)) > 24 for r in remarks)


def test_long_functions_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPIN reads blocks of C up to 65 536 characters; a smaller bound, so that some function is longer."""
    monkeypatch.setattr(module, "LONGEST_BLOCK", 4_000)
    text = promela(megacorp())
    blocks = re.findall(r"^c_code \{$.*?^\}$", text, re.MULTILINE | re.DOTALL)
    assert max(map(len, blocks)) < 65_536
    assert "<%" in text
