"""The core of Memesis over JSON lines: `examples/second_engine.py` has the loop.

It follows the default answers to open questions.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from memesis import ACTIONS, FIELDS, Game, left_out
from second_engine import Table, core, serve


def main() -> None:
    serve(Table("memesis", "The core of Memesis", core(Game, left_out), {"fields": FIELDS, "actions": ACTIONS}))


if __name__ == "__main__":
    main()
