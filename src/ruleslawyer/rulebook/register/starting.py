"""A new project: with a small game in it, or begun from the text of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.project.scaffold import create, create_from, expect_id, ruleset_id
from ruleslawyer.rulebook.register.draft import Draft, draft_file
from ruleslawyer.rulebook.register.outline import MARKDOWN
from ruleslawyer.rulebook.register.primer import primer
from ruleslawyer.rulebook.register.printed import printed_lines
from ruleslawyer.rulebook.register.sentences import one_to_a_line


@dataclass(frozen=True, slots=True)
class Started:
    """A project that was made. register: that of the rulebook's text, and source its file; without one, a game.
    joined: its lines to which others were joined, as in `Parted`."""

    folder: Path
    ruleset: str
    files: tuple[str, ...]
    register: Draft | None = None
    source: str = ""
    joined: tuple[str, ...] = ()

    def json(self) -> Json:
        return {"folder": self.folder.as_posix(), "ruleset": self.ruleset, "files": list(self.files)}


def start(folder: Path, name: str | None = None, text: Path | None = None) -> Started:
    """Make a project in a folder that is empty or not there, whole or not at all. name: the ruleset's id; by default
    the folder's name says it. text: a rulebook as text, Markdown or PDF, of which register and stubs are made."""
    name = name if name is not None else ruleset_id(folder)
    expect_id(name)
    own = {"AGENTS.md": primer()}
    if text is None:
        return Started(folder, name, create(folder, name, own))
    markdown = text.suffix.lower() in MARKDOWN
    source = f"{name}.md" if markdown else f"{name}.txt"
    parted = one_to_a_line(printed_lines(text), markdown=markdown)
    made = draft_file(parted.lines, source, text.stem, parted.sentences)
    own |= {f"text/{source}": "\n".join(parted.lines) + "\n"}
    own |= {f"spec/{name}/{part}": content for part, content in made.files.items()}
    files = create_from(folder, name, made.title, source, own, text)
    return Started(folder, name, files, made, source, parted.joined)
