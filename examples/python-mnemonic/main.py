"""Mnemonic over JSON lines: `examples/second_engine.py` has the loop.

It follows the reading that `hello` names; where `hello` names none, its own, which --reading=question=option changes.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from mnemonic import READING, Game
from second_engine import Table, own, serve


def main() -> None:
    reading = own(READING)
    serve(Table("mnemonic", "Mnemonic", lambda scope, told: Game(scope, reading | told), {}))


if __name__ == "__main__":
    main()
