"""`make release`: build, check and try all that is published, and name the command that publishes it."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path

from tests.release import built, editors, installed
from tests.release.steps import ROOT, Step, Told, last_line, run, summary, take, the_one

OUT = ROOT / "dist"
WORK = ROOT / "build" / "release"


def stated(told: Told) -> str:
    """Versions, licence, changelog, addresses, the action and the wheel, as the tests of every day ask them."""
    asked = ("tests/test_release.py", "tests/test_wheel.py", "tests/test_build_machines.py")
    return last_line(run((sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *asked)))


def packaged(told: Told) -> str:
    """sdist and wheel, into `dist`."""
    return _kept(built.twice(_empty(WORK / "package"), built.package))


def extension(told: Told) -> str:
    """The editors' extension, into `dist`."""
    made = built.twice(_empty(WORK / "extension"), partial(editors.packed, WORK / "tools"))
    kept = _kept(made)
    return f"{kept}; {editors.holds(the_one(OUT, '*.vsix'))}"


def in_the_editor(told: Told) -> str:
    return editors.tried(the_one(OUT, "*.vsix"), WORK, Path(sys.executable).with_name("ruleslawyer"))


def documented(told: Told) -> str:
    """The site, into `build/docs`."""
    run(("make", "docs"))
    (page,) = (ROOT / "build" / "docs").glob("*.*/index.html")
    return page.relative_to(ROOT).as_posix()


def steps() -> dict[str, Step]:
    """All steps by name, in order."""
    pythons = {
        f"Python {version}": installed.tutorial_on(version, OUT, WORK / "pythons") for version in installed.promised()
    }
    return {
        "committed": built.committed,
        "stated": stated,
        "built twice": packaged,
        "described": lambda told: built.described(OUT, told),
        **pythons,
        "documentation": documented,
        "extension": extension,
        "extension in VS Code": in_the_editor,
    }


def main(words: list[str]) -> int:
    parser = ArgumentParser("python -m tests.release", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="STEP", help="some of the steps")
    parser.add_argument("--but", nargs="+", default=[], metavar="STEP", help="all of them but these")
    asked = parser.parse_args(words)
    every = steps()
    if unknown := {*asked.only, *asked.but} - set(every):
        parser.error(f"no step {', '.join(sorted(unknown))}; there are: {', '.join(every)}")
    if not asked.only:
        _empty(OUT)
    _empty(WORK / "pythons")
    told = take(
        {name: step for name, step in every.items() if name in (asked.only or every) and name not in asked.but},
        partial(print, flush=True),
    )
    print("", *summary(told), sep="\n")
    if told.short:
        return 1
    files = " ".join(f"dist/{path.name}" for pattern in ("*.tar.gz", "*.whl") for path in sorted(OUT.glob(pattern)))
    if not asked.only:
        print(f"to publish, once nothing is left:  .venv/bin/python -m twine upload {files}")
    return 0


def _kept(made: Path) -> str:
    OUT.mkdir(exist_ok=True)
    for path in made.iterdir():
        shutil.copyfile(path, OUT / path.name)
    return ", ".join(f"{name} {digest[:12]}…" for name, digest in built.digests(made).items())


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
