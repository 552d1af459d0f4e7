"""Pages that an earlier report left in its folder: one that would be made of the same is taken from there.

A page is made of what its template is given, and is given no more than what it is found by: a template that reads
anything else fails. Left out is the digest of the model, which stands at the foot of each page; it is put in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruleslawyer.base.files.content import content as contained

Made = tuple[str, str]
"""Digests of what a page is made of, and of its file."""
_BEFORE, _AFTER = "model <code>", "</code>"


@dataclass
class Pages:
    """made: of each page of the earlier report, by its path; made_by: who makes pages. made_of: of those that are
    written now, of what they are made."""

    folder: Path
    made: Mapping[str, Made]
    made_by: str
    made_of: dict[str, str] = field(default_factory=dict)

    def page(self, path: str, template: str, given: list[Any], model: str) -> str | None:
        """A page of a model, where there was one made of the same; it is noted of what this one is made."""
        told = json.dumps([self.made_by, path, template, given], ensure_ascii=False, default=sorted)
        self.made_of[path] = digest_of(told.encode())
        of, file = self.made.get(path, ("", ""))
        if of != self.made_of[path]:
            return None
        try:
            content = contained(self.folder / path)
        except OSError:
            return None
        return _of_model(content.decode(), model) if digest_of(content) == file else None

    def record(self, texts: Mapping[str, bytes], stay: Mapping[str, Made]) -> dict[str, Made]:
        """The record of these files for the next report, and of those that stay."""
        return {**stay, **{path: (of, digest_of(texts[path])) for path, of in self.made_of.items()}}


def digest_of(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=10).hexdigest()


def _of_model(page: str, model: str) -> str:
    """The page with the digest of another model at its foot."""
    before, mark, after = page.rpartition(_BEFORE)
    return before + mark + model + _AFTER + after.partition(_AFTER)[2]
