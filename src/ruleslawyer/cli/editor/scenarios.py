"""Mistakes of the scenario files that an editor has open: each a message with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.cli.editor.buffers import Texts
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

_LINE = re.compile(r":(\d+)(:\d+)?$")


def scenario_mistakes(ruleset: LoadedRuleset, now: LoadedRuleset, texts: Texts) -> Iterator[tuple[Path, int, str]]:
    """The first mistake of each scenario file that is open, and all of its own scope: the file, the line (from 1), and
    what is wrong with its mend. now: the ruleset with the texts that are not saved."""
    for path in texts:
        if path.suffix == ".toml" and path.is_relative_to(ruleset.scenario_folder):
            try:
                suite_of(now, now.root / path.relative_to(ruleset.root))
            except UsageError as error:
                found = _LINE.search(error.place or "")
                yield path, int(found[1]) if found else 1, "\n".join(filter(None, (error.message, error.mend)))
            except ModelError as error:  # a scope of its own
                for one in error.diagnostics:
                    yield path, one.span.line, "\n".join(filter(None, (one.message, one.help)))
