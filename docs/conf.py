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
exclude_patterns = ["_build", "schemas", "pages"]
default_role = "code"
language = "en"

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 3
myst_ref_domains = ["std"]  # the others have nothing to find here, and C++ is slow at it

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"

html_theme = "furo"
html_title = f"ruleslawyer {release}"
html_show_sourcelink = False
html_copy_source = False


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", lambda app: write_all(HERE / "generated", rulesets=app.config.rulesets))
    app.add_config_value("rulesets", "*", "env")
    return {"parallel_read_safe": True}
