"""Writing the report: index.html, report.json and timings.json; all of them appear whole, and together."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ruleslawyer import __version__
from ruleslawyer.files import write_together
from ruleslawyer.report.document import Checked, document, timings

Json = dict[str, Any]
_TONES = {"PROVED": "good", "HOLDS IN SCOPE": "good", "CERTIFICATE": "good", "VIOLATED": "bad", "LASSO": "bad"}
"""The colours of verdicts; every other one is between good and bad."""


def write(checked: Iterable[Checked], directory: Path) -> Path:
    """Write the three files into a folder (created if need be); gives the page."""
    checked = tuple(checked)
    found = document(checked)
    page = directory / "index.html"
    write_together(
        {
            directory / "report.json": _json(found),
            directory / "timings.json": _json(timings(checked)),
            page: render(found),
        }
    )
    return page


def render(found: Json) -> str:
    """The page of a document; every text in it is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ruleslawyer.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["tone"] = lambda word: _TONES.get(word.partition(" (")[0], "fair")
    environment.filters["spoken"] = lambda name: str(name).replace("_", " ").replace("-", " ")
    assert environment.loader is not None
    style = environment.loader.get_source(environment, "report.css")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    # The style is the package's own file; its digest is what the page's policy allows, so it stands there as it is.
    return environment.get_template("index.html").render(
        report=found, style=Markup(style), style_digest=digest, version=__version__
    )


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
