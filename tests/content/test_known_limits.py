"""The known limits of the bundled models: what they name exists, each sentence rests on something, few on judgement."""

import re
from collections import Counter

import pytest

from ruleslawyer.check.evidence.known_limits import ABOUT
from tests.bundled import bundled

PROJECT = bundled()
MOST_JUDGED = 8
"""Sentences of all books for which nothing can be run."""


@pytest.mark.parametrize("name", PROJECT.rulesets)
def test_each_sentence_names_something_that_exists(name: str) -> None:
    for limit in PROJECT.ruleset(name).limits():
        assert limit.about in ABOUT
        for sentence in limit.sentences:
            assert sentence.rests and sentence.basis, sentence.text
            assert not re.search(r"[.!?] [A-Z]", sentence.text), f"two sentences in one: {sentence.text}"


def test_few_are_judged() -> None:
    limits = [limit for name in PROJECT.rulesets for limit in PROJECT.ruleset(name).limits()]
    rests = Counter(sentence.rests for limit in limits for sentence in limit.sentences)
    assert rests["judgement"] <= MOST_JUDGED and rests["scenario"] > 50
