"""A mistake in a request is an answer, and so is whatever else goes wrong: whoever plays goes on."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.base.diagnostics import CodecError, InternalError, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.limits import Late
from ruleslawyer.semantics.events import BranchEnds

UNKNOWN, STALE, LATE = "unknown", "stale", "late"
"""Kinds of mistakes that a program has to tell from others: no such game, the game has gone on, no answer in time."""


class Refused(UsageError):
    """A mistake of a kind that a program has to tell from others."""

    def __init__(self, kind: str, message: str, place: str, mend: str | None = None) -> None:
        super().__init__(message, place, mend)
        self.kind = kind


def answer_or_error(ask: Callable[[], Json], late: str) -> Json:
    """The answer, or why there is none; late: what is said where an `alarm` rang."""
    try:
        return ask()
    except Refused as error:
        return {"error": str(error), "kind": error.kind}
    except (UsageError, CodecError) as error:
        return {"error": str(error)}
    except BranchEnds as end:
        return {"error": f"the rules have no answer here: {end.event.title}"}
    except RecursionError:
        return {"error": "the request is nested too deeply"}
    except Late:
        return {"error": late, "kind": LATE}
    except Exception as error:
        return {"error": str(InternalError(f"{type(error).__name__}: {error}"))}
