"""The command's door: `ruleslawyer`, and `python -m ruleslawyer`, which is the same."""

import os
import sys

SOLVING = {"prove", "discover", "terminates"}
"""The verbs for which a solver works in the process of the command."""


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it without a word."""
    try:
        if not SOLVING.isdisjoint(sys.argv) and hasattr(os, "fork"):
            from ruleslawyer.base.processes.own_process import go_apart

            go_apart()
        from ruleslawyer.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
