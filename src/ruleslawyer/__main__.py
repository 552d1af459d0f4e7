"""The command's door: `ruleslawyer`, and `python -m ruleslawyer`, which is the same."""

import sys


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it without a word."""
    try:
        from ruleslawyer.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
