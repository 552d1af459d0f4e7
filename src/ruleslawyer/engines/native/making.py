"""Makes code of the text that it reads, and keeps it: `python -m ruleslawyer.engines.native.making FOLDER KEY HOW`."""

from __future__ import annotations

import sys
from pathlib import Path

from ruleslawyer.engines.native.scope_code import COMPILERS


def main() -> None:
    text, folder = sys.stdin.buffer.read().decode(), Path(sys.argv[1])
    if folder.is_dir():
        COMPILERS[sys.argv[3]](folder).object(text, sys.argv[2])


if __name__ == "__main__":
    main()
