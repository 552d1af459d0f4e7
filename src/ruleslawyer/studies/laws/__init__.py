"""Laws of a rulebook: what two states, or two plays, that differ in one thing have in common, tried in drawn states."""
