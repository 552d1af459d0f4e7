"""Live pages: the rulebook's code beside the pages of a report, so that a table can be played on from there."""
