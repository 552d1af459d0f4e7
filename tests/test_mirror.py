"""Tests of one part lie as the part does, without its room: `tests/unit/<folder>/test_<module>.py`, or
`test_<module>_<aspect>.py`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
UNIT, SOURCES = ROOT / "tests" / "unit", ROOT / "src" / "ruleslawyer"


def has_counterpart(test: Path) -> bool:
    """Whether a test is about a module, or about all modules of a folder, which may stand in a room."""
    own, subject = test.parent.relative_to(UNIT), test.stem.removeprefix("test_")
    folders = [SOURCES / own, *SOURCES.glob(f"*/{own}")]
    there = {path.stem for folder in folders for path in folder.glob("*") if path.suffix == ".py" or path.is_dir()}
    return any(subject == name or subject.startswith(f"{name}_") for name in there)


def test_each_file_of_unit_tests_has_a_counterpart() -> None:
    assert [t.relative_to(UNIT).as_posix() for t in sorted(UNIT.rglob("test_*.py")) if not has_counterpart(t)] == []
