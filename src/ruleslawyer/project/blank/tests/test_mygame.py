"""The rules as a program: they are read without a mistake, and every scenario comes out as it says."""

from pathlib import Path

from ruleslawyer.api import Project

RULESET = Project.load(Path(__file__).parents[1]).ruleset("mygame")


def test_the_rules_are_read():
    assert RULESET.engine(scope="tiny").initial()


def test_scenarios():
    assert [scenario.json() for scenario in RULESET.scenarios() if not scenario.passed] == []
