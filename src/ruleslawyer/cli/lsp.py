"""`ruleslawyer lsp`: a language server, for editors."""

from __future__ import annotations

import os
import sys

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.waiting import quiet


def lsp(context: typer.Context) -> None:
    """Serve an editor on standard input and output: mistakes, fixes, the texts of clauses and rules, their places.

    It needs pygls, which the extra `lsp` installs. docs/howto/editors.md says how editors
    start it. Mistakes are told of texts as they stand in the editor, saved or not;
    nothing is executed.

    Examples:

      ruleslawyer lsp
    """
    try:
        from ruleslawyer.cli.editor.server import server
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[lsp]'"
        raise UsageError(f"the language server needs {error.name or 'pygls'}, an extra", "lsp", mend) from None
    with quiet(), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:  # it closes what it is given
        server().start_io(sys.stdin.buffer, answers)
