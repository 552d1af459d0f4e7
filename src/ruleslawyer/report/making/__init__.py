"""Reports made: checked, drawn and written."""
