"""The package as it is published: its address, whom to write to, and a README that leads there;
and what is made for the wheel.

Nobody's address stands in the repository. Whoever publishes fills in `address` and `contact` in pyproject.toml; what
needs them is left out meanwhile.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+://|#)([^)\s]+)\)")
"""A picture or a link to a file of the repository."""


class Published(MetadataHookInterface):
    """The fields that depend on the address."""

    def update(self, metadata: dict[str, Any]) -> None:
        address = str(self.config.get("address", "")).rstrip("/")
        contact = str(self.config.get("contact", ""))
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_links(readme, address)}
        if address:
            places = {"Source": "", "Issues": "/issues", "Changes": "/blob/HEAD/CHANGELOG.md"}
            metadata["urls"] = {name: address + place for name, place in places.items()}
        if contact:
            metadata["maintainers"] = [{"name": metadata["authors"][0]["name"], "email": contact}]


class Examples(BuildHookInterface[Any]):
    """The examples of diagnostics as one file: three hundred small ones would take a wheel three times as much."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        folder, made = Path(self.root, "tests", "errors"), Path(self.directory, ".errors.json")
        paths = sorted(path for path in folder.glob("*/*.*") if path.suffix in (".err", ".py", ".toml"))
        texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(json.dumps(texts), encoding="utf-8")
        build_data["force_include"][str(made)] = "ruleslawyer/bundled/errors.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        Path(self.directory, ".errors.json").unlink(missing_ok=True)


def with_links(readme: str, address: str) -> str:
    """A README whose links lead to the repository at an address; without one they are words, and pictures are gone."""
    if address:
        return _LINK.sub(lambda found: f"{found[1]}[{found[2]}]({_place(address, *found.group(1, 3))})", readme)
    paragraphs = readme.split("\n\n")
    without = (part for part in paragraphs if not (part.startswith("![") and _LINK.fullmatch(part.strip())))
    return _LINK.sub(lambda found: found[2], "\n\n".join(without))


def _place(address: str, picture: str, path: str) -> str:
    return f"{address}/{'raw' if picture else 'blob'}/HEAD/{path}"
