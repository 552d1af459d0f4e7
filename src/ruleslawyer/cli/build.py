"""`ruleslawyer build`: the rulebook as a file that runs elsewhere."""

from __future__ import annotations

from dataclasses import asdict

from ruleslawyer.api import Ruleset
from ruleslawyer.bridges.portable.building import Build
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, print_json, say, with_spaces


@asking(Build)
def build(ruleset: Ruleset, asked: Build, *, json: Json = False) -> None:
    """Say what was written."""
    found = ask_with_progress(ruleset, asked, "the build")
    if json:
        print_json(asdict(found))
        return
    say(f"{ruleset.title}: {count(len(found.scopes), 'scope')}, in {asked.output}", "bold")
    for name, size in found.files.items():
        say(f"  {name}  {with_spaces(size)} bytes{', not tried on such a machine' if name in found.untried else ''}")
    say(f"build: {found.build}")
    if found.version:
        say(f"version {found.version}{f', a {found.level} one' if found.level else ''}")
        for reason in found.because:
            say(f"  {reason}")
