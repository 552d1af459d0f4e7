"""The known limits of the bundled models name clauses and findings that exist, and count findings as they are."""

import re

import pytest

from ruleslawyer.check.evidence.known_limits import ABOUT
from tests.bundled import bundled

PROJECT = bundled()


@pytest.mark.parametrize("name", PROJECT.rulesets)
def test_what_they_name_exists_and_what_they_count_is_so(name: str) -> None:
    ruleset = PROJECT.ruleset(name)
    standing = [f for f in ruleset.findings() if f.state != "withdrawn"]
    textual = [f for f in standing if all(e.ask == "text" for e in f.evidence)]
    for limit in ruleset.limits():
        assert limit.about in ABOUT
        for counted in re.finditer(r"(\d+) of (\d+) findings", limit.says):
            assert counted.groups() == (str(len(textual)), str(len(standing)))
