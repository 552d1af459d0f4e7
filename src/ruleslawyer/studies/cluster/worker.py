"""A worker of a cluster: one function of this package, which gets a question as data, and answers in data.

One question at a time in a process: solvers and generated code are not made for two threads.
"""

from __future__ import annotations

import tempfile
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from ruleslawyer.base.diagnostics import CodecError, Diagnostic, ModelError, UsageError
from ruleslawyer.base.processes.executor import Question, use_only
from ruleslawyer.rulebook.kept.tool import tool
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, forget, remember
from ruleslawyer.studies.cluster.parcel import unpack
from ruleslawyer.studies.cluster.portable import from_bytes, to_bytes

KEPT = 4
"""Rulesets that a worker keeps for further questions."""
_ALONE = Lock()
_rulesets: dict[str, tuple[LoadedRuleset, tempfile.TemporaryDirectory[str]]] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """found: what the question asks for. mistake: a user's, as message, place, mend. wrong: mistakes in the model.
    defect: of the tool. other: the version of this worker, where it is not the one that was asked for."""

    found: object = None
    mistake: tuple[str, str | None, str | None] | None = None
    wrong: tuple[Diagnostic, ...] = ()
    defect: str = ""
    other: str = ""


def version() -> str:
    """The version of the tool that answers here, to the letter."""
    return tool().hex()


def keep(data: bytes) -> bytes:
    """Data for many questions: whoever needs it gets it from here, and where it is lost it is made again."""
    return data


def answer(asked: str, question: bytes, name: str, parcel: bytes) -> bytes:
    """The answer to a question about the ruleset in a parcel, which has a name of its own."""
    with _ALONE:
        if asked != version():
            return to_bytes(Answer(other=version()))
        try:
            return to_bytes(_answer(from_bytes(question), _ruleset(name, parcel)))
        except UsageError as error:
            return to_bytes(Answer(mistake=(error.message, error.place, error.mend)))
        except CodecError as error:
            return to_bytes(Answer(mistake=(str(error), None, "the value does not fit this ruleset and scope")))
        except ModelError as error:
            return to_bytes(Answer(wrong=error.diagnostics))
        except MemoryError:
            raise  # another worker may have more
        except Exception:
            return to_bytes(Answer(defect=traceback.format_exc()))


def _answer(question: object, ruleset: LoadedRuleset) -> Answer:
    if not isinstance(question, Question):
        raise TypeError("what was sent is no question")
    use_only(1)
    here: Any = replace(question, root=ruleset.root)  # type: ignore[type-var]  # each is a dataclass
    return Answer(here())


def _ruleset(name: str, parcel: bytes) -> LoadedRuleset:
    """The ruleset of a parcel; the last ones are kept."""
    if name not in _rulesets:
        while len(_rulesets) >= KEPT:
            gone, folder = _rulesets.pop(next(iter(_rulesets)))
            forget(gone)
            folder.cleanup()
        folder = tempfile.TemporaryDirectory(prefix="ruleslawyer-", ignore_cleanup_errors=True)
        config, system = unpack(parcel, Path(folder.name))
        found = LoadedRuleset(Path(folder.name), config)
        found.take(system)
        remember(found)
        _rulesets[name] = found, folder
    return _rulesets[name][0]
