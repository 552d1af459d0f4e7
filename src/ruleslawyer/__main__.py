"""`python -m ruleslawyer` is the same as the `ruleslawyer` command."""

from ruleslawyer.cli.main import main

main()
