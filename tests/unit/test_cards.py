"""Lists of cards: what a spreadsheet says, as a scope would, and each mistake in one at its line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.diagnostics import ModelError
from ruleslawyer.files.sheet import Sheet
from ruleslawyer.scopes.load import load_scope
from tests.conftest import ROOT, megacorp  # noqa: F401
