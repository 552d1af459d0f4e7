"""The files of a report in a folder, for tests that compare two of them."""

from __future__ import annotations

from pathlib import Path


def report_files(folder: Path) -> dict[str, bytes]:
    """Each file by its place in the folder, with its bytes; the file that says how long it took is left out."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != "timings.json")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
