"""Shell completion: the script that a shell loads, and what it offers for rulesets, scopes, readings and names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.forked import forked

NAMED = "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"
FERRY = Path(__file__).parents[1] / "projects" / "ferry"


def ruleslawyer(
    *arguments: str, folder: Path = FERRY, named: bool = False, environment: Mapping[str, str] | None = None
) -> str:
    """What a command prints. named: which shell asks is said, not found out, since another one may run the tests."""
    ran = forked(folder, *arguments, environment={**(environment or {}), **({NAMED: "1"} if named else {})})
    assert ran.err == "", ran.err
    return ran.out


def offered(line: str, folder: Path = FERRY) -> list[str]:
    """What bash is given for the last word of a line."""
    words = line.split(" ")
    environment = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_RULESLAWYER_COMPLETE": "complete_bash"}
    return ruleslawyer(folder=folder, environment=environment).split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script(shell: str) -> None:
    assert "_RULESLAWYER_COMPLETE" in ruleslawyer("--show-completion", shell, named=True)


def test_it_installs(tmp_path: Path) -> None:
    ruleslawyer("--install-completion", "bash", named=True, environment={"HOME": str(tmp_path)})
    assert list(tmp_path.rglob("ruleslawyer.sh"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ruleslawyer ex", ["explore", "export", "explain"]),
        ("ruleslawyer findings ", ["ferry"]),
        ("ruleslawyer explore ", ["ferry"]),
        ("ruleslawyer spec --lint f", ["ferry"]),
        ("ruleslawyer explore ferry --scope ", ["open", "tiny"]),
        ("ruleslawyer check --scope t", ["tiny"]),
        ("ruleslawyer explore ferry --ruling payee=o", ["payee=owner_is_paid", "payee=other_is_paid"]),
        ("ruleslawyer explore ferry --ruling follower:", ["follower:gap=the_other", "follower:gap=the_same"]),
        ("ruleslawyer explore ferry --ruling follower?", ["follower?=the_other", "follower?=the_same"]),
        ("ruleslawyer explore ferry --trace some", ["something_crosses"]),
        ("ruleslawyer prove ferry two", ["two_coins_at_least"]),
        ("ruleslawyer why ferry --scope t", ["tiny"]),
        ("ruleslawyer why ferry --scope tiny c", ["cross"]),
        ("ruleslawyer spec ferry 2.3", ["2.3a", "2.3b"]),
        ("ruleslawyer findings ferry 00", ["001", "002", "003"]),
        ("ruleslawyer findings --verify f", ["ferry"]),
        ("ruleslawyer findings --verify ferry 001 00", ["001", "002", "003"]),
        ("ruleslawyer findings --settle ferry/00", ["ferry/001", "ferry/002", "ferry/003"]),
        ("ruleslawyer scenario --new --finding ferry/002", ["ferry/002"]),
        ("ruleslawyer findings nowhere/0", []),
        ("ruleslawyer explore nowhere --scope ", []),
        (
            "ruleslawyer explore ferry --readings --scope tiny --question cross",
            ["cross:own_turn/too_heavy", "cross:own_turn/cannot_pay"],
        ),
        ("ruleslawyer explore ferry --readings --scope tiny --question fo", ["follower"]),
        ("ruleslawyer explore ferry --question fo", []),
        ("ruleslawyer explore ferry --analyse --engine ", ["auto", "native"]),
        ("ruleslawyer explore ferry --engine ", ["auto", "networkx", "native"]),
        ("ruleslawyer adequacy --clauses ", ["ferry"]),
        ("ruleslawyer adequacy --clauses ferry --scope t", ["tiny"]),
        ("ruleslawyer adequacy --clauses ferry --clause too", ["too_heavy"]),
        ("ruleslawyer export f", ["ferry"]),
        ("ruleslawyer export ferry --to ", ["promela", "murphi", "dot", "graphml"]),
        ("ruleslawyer export ferry --to dot --scope ", ["open", "tiny"]),
        ("ruleslawyer export ferry --to dot --reading follower=the_s", ["follower=the_same"]),
    ],
)
def test_values(line: str, found: list[str]) -> None:
    assert offered(line) == found


@pytest.mark.parametrize(
    "line",
    [
        f"ruleslawyer --project {FERRY} explore ferry --scope t",
        f"ruleslawyer explore ferry --project {FERRY} --scope t",
    ],
)
def test_another_project(tmp_path: Path, line: str) -> None:
    assert offered(line, tmp_path) == ["tiny"]


def test_a_broken_project_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ruleslawyer", "utf-8")
    assert offered("ruleslawyer explore ", tmp_path) == []
