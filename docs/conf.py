"""Sphinx: the pages that are written, and those that `pages/` makes of the project when the documentation is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from pages import write_all  # noqa: E402

from ruleslawyer import __version__  # noqa: E402

project = "ruleslawyer"
author = "The ruleslawyer maintainers"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
parts = ("limits", "decisions", "games", "adequacy", "any_number", "unasked")  # of other pages
included = [f"generated/{name}.md" for name in parts]
exclude_patterns = ["_build", "schemas", "pages", *included]
default_role = "code"
language = "en"
smartquotes = False  # two hyphens are an option, and no dash

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 3
myst_ref_domains = ["std"]  # the others have nothing to find here, and C++ is slow at it

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"

html_theme = "furo"
html_title = f"ruleslawyer {release}"
html_show_sourcelink = False
html_copy_source = False


def _examples_are_code(app: Any, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """What a docstring indents is code; reStructuredText takes it for a quotation."""
    for i in range(len(lines) - 1, 0, -1):
        begins = lines[i].startswith("    ") and not lines[i - 1].strip()
        before = next((line for line in reversed(lines[:i]) if line.strip()), "")
        if begins and not before.startswith("    ") and not before.endswith("::"):
            lines[i:i] = ["::", ""]


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", lambda app: write_all(HERE / "generated", rulesets=app.config.rulesets))
    app.add_config_value("rulesets", "*", "env")
    app.connect("autodoc-process-docstring", _examples_are_code)
    return {"parallel_read_safe": True}
