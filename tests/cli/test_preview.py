"""The picture that services show with a link to a finding."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import Command
from tests.unit.pages import Page

ADDRESS = "https://example.org/rules/"
FERRY = Path(__file__).parents[1] / "projects" / "ferry"


@pytest.fixture
def written(command: Command, tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    asked = ("report", "ferry", "--no-prove", "--matrix", "0", "--address", ADDRESS, "-o", str(folder))
    assert command(*asked, project=FERRY).code == 0
    return folder


def points(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The colours of a picture, read by the format: signs, then named pieces with their lengths and checksums."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    pieces, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size]) == (zlib.crc32(name + data),)
        pieces[name], at = data, at + 12 + size
    wide, high, bits, kind = struct.unpack(">2I2B", pieces[b"IHDR"][:10])
    assert (wide, high, bits, kind) == (1200, 630, 4, 3) and list(pieces)[-1] == b"IEND"
    rows = np.frombuffer(zlib.decompress(pieces[b"IDAT"]), np.uint8).reshape(high, 1 + wide // 2)
    assert set(rows[:, 0]) == {2}, "each row is what differs from the one above"
    packed = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)
    return np.dstack([packed >> 4, packed & 15]).reshape(high, wide)


def test_each_finding_has_a_picture_at_its_address(written: Path) -> None:
    pages = sorted((written / "ferry").glob("finding-*.html"))
    assert len(pages) == 3
    drawn = {}
    for page in pages:
        text, name = page.read_text("utf-8"), page.with_suffix(".png").name
        assert f'<meta property="og:image" content="{ADDRESS}ferry/{name}">' in text
        assert f'<meta property="og:url" content="{ADDRESS}ferry/{page.name}">' in text
        Page(text)
        drawn[name] = points(page.with_suffix(".png").read_bytes())
    assert all(len(np.unique(one)) > 3 and (one == 0).mean() > 0.5 for one in drawn.values()), "words on paper"
    assert len({one.tobytes() for one in drawn.values()}) == len(drawn)


def test_without_an_address_there_is_none(written: Path, command: Command, tmp_path: Path) -> None:
    again = command("report", "--from", str(written / "report.json.gz"), "-o", str(tmp_path / "b"))
    assert again.code == 0 and not list((tmp_path / "b").rglob("*.png"))
    assert all("og:image" not in page.read_text("utf-8") for page in (tmp_path / "b").rglob("*.html"))


@pytest.mark.parametrize(
    ("address", "more"), [("example.org", ()), ('https://a.org/"><b', ()), (ADDRESS, ("--single-file",))]
)
def test_an_address_that_is_none(
    written: Path, command: Command, tmp_path: Path, address: str, more: tuple[str, ...]
) -> None:
    said = command(
        "report", "--from", str(written / "report.json.gz"), "--address", address, *more, "-o", str(tmp_path)
    )
    assert said.code == 2 and "--address" in said.err, said
