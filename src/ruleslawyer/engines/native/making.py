"""Makes code of the text that it reads, and keeps it: `python -m ruleslawyer.engines.native.making FOLDER KEY`."""

from __future__ import annotations

import sys
from pathlib import Path

from ruleslawyer.engines.native.build import whole_compiler


def main() -> None:
    text, folder = sys.stdin.buffer.read().decode(), Path(sys.argv[1])
    if folder.is_dir():
        whole_compiler(folder).object(text, sys.argv[2])


if __name__ == "__main__":
    main()
