"""The site: the documentation of this version in a folder of its own, beside those of other versions that lie there.

    python docs/versions.py build/docs

A site that was published before is laid into the folder first; then it has all versions, and begins with the newest.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ruleslawyer</title>
<meta http-equiv="refresh" content="0; url={newest}/">
<h1>ruleslawyer: the documentation by version</h1>
<ul>
{rows}
</ul>
</html>
"""


def version() -> str:
    """The folder of this version: its first two numbers, those of the rule language."""
    text = (HERE.parent / "src" / "ruleslawyer" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(\d+\.\d+)\.', text)
    assert found is not None
    return found[1]


def front(site: Path) -> str:
    """The page that lists the versions of a site, newest first, and leads to the newest."""
    there = (page.parent.name for page in site.glob("*/index.html"))
    numbers = sorted(
        (tuple(map(int, name.split("."))) for name in there if re.fullmatch(r"\d+\.\d+", name)), reverse=True
    )
    names = [".".join(map(str, number)) for number in numbers]
    return _PAGE.format(newest=names[0], rows="\n".join(f'<li><a href="{name}/">{name}</a>' for name in names))


def main(site: Path) -> int:
    options = ("-W", "--keep-going", "-q", "-j", "auto", "-b", "html", "-d", str(site / ".trees"))
    built = subprocess.run((sys.executable, "-m", "sphinx", *options, str(HERE), str(site / version())), check=False)
    if built.returncode == 0:
        (site / "index.html").write_text(front(site), encoding="utf-8")
    return built.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
