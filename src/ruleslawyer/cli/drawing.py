"""Drawing a help, loaded without its parts for Markdown and tracebacks: no help has any, and they take three times as
long to load as the rest."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from types import ModuleType

_UNUSED = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}


def load_drawing() -> None:
    """Load it. Who uses one of the two all the same gets what is true."""
    stood_in = {module: _stand_in(module, name) for module, name in _UNUSED.items() if module not in sys.modules}
    sys.modules.update(stood_in)
    try:
        with suppress(ImportError):  # another typer needs more of them: it loads them itself
            import_module("typer.rich_utils")
    finally:
        for module in stood_in:
            del sys.modules[module]


def _stand_in(module: str, name: str) -> ModuleType:
    def true(_: type, *values: object, **named: object) -> object:
        made: object = getattr(import_module(module), name)(*values, **named)
        return made

    made = ModuleType(module)
    setattr(made, name, type(name, (), {"__new__": true}))
    return made
