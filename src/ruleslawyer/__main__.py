"""The command's door: `ruleslawyer`, and `python -m ruleslawyer`, which is the same."""

import atexit
import gc
import os
import signal
import sys

from ruleslawyer.base.processes.garbage import collect_seldom

SOLVING = {
    "prove", "check", "report", "--verify", "--settle", "--symmetry", "--lifted",
}  # fmt: skip
"""The verbs and questions for which a solver works in the process of the command."""


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it without a word."""
    collect_seldom()
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # the last to be called: Python would end by it then
    try:
        from ruleslawyer.cli.kept_help import asks_for_help, print_help

        if asks_for_help(sys.argv[1:]) and sys.stdout is not None and sys.stderr is not None:
            print_help(sys.argv[1:], _run)
            return
        if not SOLVING.isdisjoint(sys.argv) and hasattr(os, "fork"):
            from ruleslawyer.base.processes.parent import go_apart

            go_apart()
        _run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # all is said, and Python would say more
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        exec("")  # else Ctrl-C within such a text, whoever heard it, ends Python by its signal
        gc.freeze()  # what there is ends with the process: nobody looks through it for garbage once more


def _run() -> None:
    from ruleslawyer.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
