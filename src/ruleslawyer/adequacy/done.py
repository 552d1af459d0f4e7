"""What a run has done, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError

Header = Mapping[str, Any]


class Done:
    """Answers by a kind and a name; with a file, each is written as it comes. `header`: what two runs have in common
    of which one goes on where the other stopped."""

    def __init__(self, file: Path | None, header: Header) -> None:
        self.file, self.answers = file, dict[tuple[str, str], Any]()
        if file is not None and file.is_file():
            self._read(file, header)
        elif file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._write({"adequacy": dict(header)})

    def get(self, kind: str, name: str) -> Any:
        """An answer, or None."""
        return self.answers.get((kind, name))

    def add(self, kind: str, name: str, answer: Any) -> None:
        self.answers[kind, name] = answer
        self._write({"kind": kind, "name": name, "answer": answer})

    def _write(self, line: Mapping[str, Any]) -> None:
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path, header: Header) -> None:
        text = file.read_text(encoding="utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]  # the last line may have been cut off
        for place, line in enumerate(whole.splitlines(), 1):
            try:
                found = json.loads(line)
                if place > 1:
                    self.answers[found["kind"], found["name"]] = found["answer"]
                    continue
                there = found["adequacy"]
            except (ValueError, KeyError, TypeError) as error:
                mend = "take the line out, or name another file"
                raise UsageError("this is no line of a run", f"{file.as_posix()}:{place}", mend) from error
            if there != dict(header):
                other = ", ".join(key for key in header if there.get(key) != header[key])
                about = f"this file is of another run: {other} differ"
                raise UsageError(about, file.as_posix(), "name another file, or take this one away")
        if whole != text:
            file.write_text(whole or json.dumps({"adequacy": dict(header)}) + "\n", encoding="utf-8")
