"""What the rules of a ruleset say, as a digest: where they stand and what is said about them is left out."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ruleslawyer.answers.canonical import Digest, Digests
from ruleslawyer.rulesets.loaded import LoadedRuleset

_TOLD = frozenset(
    {("System", "digest"), ("SortDef", "doc"), ("EnumDef", "doc"), ("RecordDef", "doc"), ("Function", "doc")}
)
"""Of the sources, and docstrings."""
_known: WeakKeyDictionary[LoadedRuleset, Digest] = WeakKeyDictionary()


def meaning(ruleset: LoadedRuleset) -> Digest:
    """The digest of a ruleset's rules and checks."""
    if ruleset not in _known:
        _known[ruleset] = Digests(_TOLD).of(ruleset.system)
    return _known[ruleset]
