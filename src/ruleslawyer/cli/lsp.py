"""`ruleslawyer lsp`: a language server, for editors."""

from __future__ import annotations

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.waiting import quiet


def lsp(context: typer.Context) -> None:
    """Answer an editor on standard input and output: mistakes, what clauses say, where they stand, and their ids.

    It needs pygls, which the extra `lsp` installs. docs/howto/editors.md says how editors
    start it. Mistakes are told when a file is opened or saved; nothing is executed.

    Examples:

      ruleslawyer lsp
    """
    try:
        from ruleslawyer.cli.editor.server import server
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[lsp]'"
        raise UsageError(f"the language server needs {error.name or 'pygls'}, an extra", "lsp", mend) from None
    with quiet():
        server().start_io()
